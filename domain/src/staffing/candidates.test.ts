import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AskedVisit,
  type Caregiver,
  candidatesFor,
  coverPlan,
  limitsOfVisits,
  MOST_POINTS,
  otherTypeFor,
  typeForAll,
  whoCanCome,
  withoutDollars,
} from './candidates.ts';
import { wallMinute } from './open-visits.ts';
import { Candidate } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';
import { ana, asked, clients, DAY, north, PCP, RPCP, rules, visit } from './test-facts.ts';

const check = (person: Partial<Caregiver>, over: Partial<AskedVisit> = {}, farther = false) => {
  const plan = coverPlan(over.visit ?? asked.visit, 'Stavropoulos, Helen');
  const [found] = candidatesFor({ ...asked, plan, ...over }, [{ ...ana, ...person }], clients, {
    ...rules,
    isFarther: farther,
  });
  if (!found) throw new Error('nobody was judged');
  return found;
};
const busy = (over: Partial<StaffedVisit>) =>
  visit({ planId: 7, byPlanId: 7, ProviderID: 2, ClientID: 102, ...over });
const ALL_WEEK = ['15', '16', '18', '19', '20', '21'].map((day) =>
  busy({
    planId: Number(day),
    day: `2026-11-${day}`,
    date: `2026-11-${day}`,
    start: '08:00',
    end: '14:30',
    minutes: 390,
  }),
);
const days = { from: DAY, through: DAY, fromTime: null, throughTime: null };

describe('a caregiver cannot take the visit', () => {
  test.each<[string, Partial<Caregiver>, Partial<AskedVisit>, string, string]>([
    [
      'whom the client refused',
      { pair: { kind: 'never', side: 'client' } },
      {},
      'preference',
      'The client asked not to send them',
    ],
    [
      'who refused the client',
      { pair: { kind: 'never', side: 'caregiver' } },
      {},
      'preference',
      'Asked not to go to this client',
    ],
    [
      'whose background check has expired',
      { checks: { ...ana.checks, backgroundCheck: '2023-12-16' } },
      {},
      'documents',
      'Background check of 12-16-2023 has expired',
    ],
    [
      'who was archived',
      { checks: { ...ana.checks, archived: DAY } },
      {},
      'documents',
      'Archived 11-17-2026',
    ],
    [
      'who called out',
      { calledOut: [{ start: wallMinute(DAY, '05:00'), end: wallMinute(DAY, '24:00') }] },
      {},
      'timeOff',
      'Called out',
    ],
    [
      'who has time off',
      { timeOff: [{ id: 1, providerId: 2, ...days, status: 'Approved', reason: null }] },
      {},
      'timeOff',
      'Time off Nov 17',
    ],
    ['who was to come', { id: 9 }, {}, 'timeOff', 'Is the caregiver who cannot come'],
    [
      'who works mornings only',
      {
        windows: {
          Mon: [],
          Tue: [{ from: '07:00', to: '12:00' }],
          Wed: [],
          Thu: [],
          Fri: [],
          Sat: [],
          Sun: [],
        },
      },
      {},
      'notAvailable',
      'Not available at that time',
    ],
    [
      'who is with another client',
      { visits: [busy({ ClientID: 101, start: '12:00', end: '14:00', minutes: 120 })] },
      {},
      'working',
      'With Ortiz, Rosa until 2:00 PM',
    ],
    [
      'without a required skill',
      { skills: ['Driving'] },
      { requiredSkills: ['Transfer lift'] },
      'skills',
      'Without Transfer lift',
    ],
    ['without a required language', {}, { requiredLanguages: ['Greek'] }, 'skills', 'Does not speak Greek'],
    ['who is no relative', {}, { type: RPCP }, 'relation', 'Only a relative can give this service'],
    [
      'without Start IHSS',
      { startIhss: null },
      { type: { ...PCP, ihss: true } },
      'documents',
      'No Start IHSS date on record',
    ],
    [
      'for whom no units are left',
      {},
      { type: { ...PCP, unitsLeft: 9 } },
      'authorization',
      '1 unit short: Personal Care has 9 left, this visit takes 10',
    ],
    ['without a rate', { rates: [] }, {}, 'pay', 'No pay rate for PCP/RPCP'],
    ['who wants fewer hours', { mostMinutes: 120 }, {}, 'tooManyHours', '2.5 h that week, at most 2 h'],
    [
      'who would drive too long between two visits',
      { visits: [busy({ ClientID: 101, start: '11:00', end: '12:30', minutes: 90 })] },
      {},
      'tooFar',
      '43 min drive, 30 free',
    ],
    ['who lives too far', { place: north(26) }, {}, 'tooFar', '26 miles, at most 25'],
    ['without a phone login', { hasLogin: false }, {}, 'noLogin', 'Has no phone login to check in with'],
    [
      'while a second caregiver is there',
      {},
      { whyNobody: 'This client have same time' },
      'sameClient',
      'This client have same time',
    ],
  ])('%s', (_who, person, over, obstacle, why) => {
    expect(check(person, over)).toMatchObject({ obstacle, why, score: null, parts: [], cost: null });
  });

  test('by the conflict rule of the care plan form, even at a time that a visit was moved away from', () => {
    const time = { Mon: null, Tue: '14:00', Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
    const week = {
      time: [
        { Name: 'Time In', ...time },
        { Name: 'Time Out', ...time, Tue: '16:00' },
        { Name: 'Travel Time', Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 },
      ],
    } as const;
    const plan = { id: 5, ProviderID: 2, Provider: 'Archuleta, Ana', ClientID: 101, Client: 'Ortiz, Rosa' };
    const dates = { StartDate: '2026-01-01', EndDate: null, Status: 'Active', coversPlanId: null } as const;
    expect(check({ plans: [{ ...plan, ...dates, week: { time: [...week.time] } }] })).toMatchObject({
      obstacle: 'working',
      why: 'This provider have same time in Tuesday with client Ortiz, Rosa (14:00 – 16:00)',
    });
  });

  test('without a phone login, unless the cover is exempt from EVV because the pair is exempt on that day', () => {
    const pair = { from: '2026-11-01', through: DAY, excluded: '2026-11-01' };
    const obstacleWith = (exemption: object, over: Partial<AskedVisit> = {}) =>
      check({ hasLogin: false, exemptions: [{ ...pair, ...exemption }] }, over).obstacle;
    expect(obstacleWith({})).toBeNull();
    expect(obstacleWith({ through: null })).toBeNull();
    expect(obstacleWith({ from: '2026-11-18', through: null })).toBe('noLogin');
    expect(obstacleWith({ through: '2026-11-16' })).toBe('noLogin');
    const whyNoOffer = (over: Partial<Caregiver>) => check({ exemptions: [pair], ...over }).whyNoOffer;
    expect(whyNoOffer({ hasLogin: false })).toBeNull();
    expect(whyNoOffer({ takesTexts: false })).toBeNull();
    expect(whyNoOffer({ hasLogin: false, takesTexts: false })).toBe(
      'No phone login and no texts: assign them',
    );
    // An exemption does not extend to a new plan that is no cover.
    expect(obstacleWith({}, { plan: { ...asked.plan, coversPlanId: null } })).toBe('noLogin');
  });

  test('with the value of the missing units, for readers who may see it', () => {
    const short = { ...asked, type: { ...PCP, unitsLeft: 8, unitCents: 692 } };
    const why = (seesMoney: boolean) => candidatesFor(short, [ana], clients, { ...rules, seesMoney })[0]?.why;
    expect(why(true)).toBe('2 units short: Personal Care has 8 left, this visit takes 10 ($13.84)');
    expect(why(false)).toBe('2 units short: Personal Care has 8 left, this visit takes 10');
  });

  test('who is too far away, unless the office looks farther', () => {
    expect(check({ place: north(26) }, {}, true).obstacle).toBeNull();
  });

  test('for relatives only, unless the client has another type with units left', () => {
    expect(check({}, { type: RPCP, otherType: PCP })).toMatchObject({
      obstacle: null,
      warnings: ['Covered as Personal Care: not a relative'],
    });
    expect(check({ isRelative: true }, { type: RPCP })).toMatchObject({ obstacle: null, warnings: [] });
  });
});

describe('the other type of a client', () => {
  const HMK = { ...PCP, Code: 'HMK' };
  const other = (left: ReadonlyMap<string, number>, types = [RPCP, PCP, HMK]) =>
    otherTypeFor(RPCP, { types, left, visit: visit() })?.Code;
  test.each<[string, ReadonlyMap<string, number>, string | undefined]>([
    ['is the first one where nothing is authorized in units', new Map(), 'PCP'],
    [
      'has units for the visit',
      new Map([
        ['PCP', 9],
        ['HMK', 10],
      ]),
      'HMK',
    ],
    ['is authorized', new Map([['HMK', 40]]), 'HMK'],
    ['is none without units', new Map([['RPCP', 40]]), undefined],
  ])('%s', (_, left, code) => expect(other(left)).toBe(code));
  test('has the same pay, and exists only for a type that is for relatives', () => {
    const paid = { ...PCP, categories: [{ from: '2020-01-01', category: 'HMK' }] };
    expect(other(new Map(), [RPCP, paid])).toBeUndefined();
    expect(otherTypeFor(PCP, { types: [HMK], left: new Map(), visit: visit() })).toBeNull();
  });
});

describe('hours of a night visit', () => {
  const SATURDAY = '2026-11-21';
  const at = (date: string) => ({ day: date, date });
  const night = (date: string) => visit({ ...at(date), start: '22:00', end: '06:00', minutes: 480 });
  const own = (date: string, start: string, end: string, hours: number) =>
    busy({ ...at(date), planId: 70 + hours, start, end, minutes: hours * 60 });
  const whyNot = (asks: StaffedVisit, person: Partial<Caregiver>) =>
    check({ mostMinutes: null, ...person }, { visit: asks }).why;
  test.each<[string, StaffedVisit, Partial<Caregiver>, string | null]>([
    [
      'are those of the day before midnight: fourteen and two are sixteen',
      night(DAY),
      { visits: [own(DAY, '06:00', '20:00', 14)] },
      null,
    ],
    [
      'are one too many of that day with fifteen others',
      night(DAY),
      { visits: [own(DAY, '05:00', '20:00', 15)] },
      '17 h that day, at most 16 h',
    ],
    [
      'are those of the next day after it',
      night(DAY),
      { visits: [own('2026-11-18', '10:00', '21:00', 11)] },
      '17 h the next day, at most 16 h',
    ],
    [
      'of the day before are this day’s after midnight',
      visit({ ...at('2026-11-18'), start: '08:00', end: '20:00', minutes: 720 }),
      { visits: [busy({ ...at(DAY), start: '20:00', end: '06:00', minutes: 600 })] },
      '18 h that day, at most 16 h',
    ],
    [
      'are those of the week before midnight: somebody who wants four more has two left',
      night(SATURDAY),
      { mostMinutes: 400, visits: [own(DAY, '08:00', '12:00', 4)] },
      null,
    ],
    [
      'are those of the next week after it',
      night(SATURDAY),
      { mostMinutes: 400, visits: [own('2026-11-24', '08:00', '12:00', 4)] },
      '10 h the next week, at most 6.67 h',
    ],
  ])('%s', (_, asks, person, why) => {
    expect(whyNot(asks, person)).toBe(why);
  });
});

describe('many visits that one caregiver takes over with one temporary plan', () => {
  const HMK = { ...PCP, Code: 'HMK', Name: 'Homemaker' };
  const days = ['2026-11-24', '2026-11-25', '2026-11-26'];
  const ofDays = (otherType: (day: string) => AskedVisit['otherType']) =>
    days.map((date) => ({
      ...asked,
      type: RPCP,
      otherType: otherType(date),
      visit: visit({ day: date, date, Type: 'RPCP' }),
    }));
  const PART = { from: '2026-11-23', through: '2026-11-29' };
  const refusals = (visits: readonly AskedVisit[], person: Caregiver, taken: readonly StaffedVisit[] = []) =>
    limitsOfVisits(visits, person, { ...PART, taken }, clients, rules).map(({ refused }) => refused);
  const withUnits = ofDays(() => ({ ...PCP, unitsLeft: 20 }));

  it('use one type; a relative keeps the relative type', () => {
    expect(typeForAll(withUnits, ana)?.Code).toBe('PCP');
    expect(
      refusals(
        ofDays(() => null),
        { ...ana, isRelative: true },
      ),
    ).toEqual([null, null, null]);
    const mixed = ofDays((day) => (day === days[2] ? HMK : PCP));
    expect(refusals(mixed, ana).at(-1)).toMatch(/^11-26-2026, .+: Personal Care has too few units left$/);
  });
  it('are refused for the one visit that something else rules out', () => {
    const off = {
      ...{ id: 1, providerId: 2, status: 'Approved' as const, reason: null },
      ...{ from: '2026-11-25', through: '2026-11-25', fromTime: null, throughTime: null },
    };
    const all = ofDays(() => PCP);
    expect(refusals(all, { ...ana, timeOff: [off] })).toEqual([
      null,
      '11-25-2026, 1:00 PM: Time off Nov 25',
      null,
    ]);
    const never = { kind: 'never', side: 'client' } as const;
    expect(refusals(all, { ...ana, pair: never })[0]).toMatch(/: The client asked not to send them$/);
  });
  it('are refused for the same reasons as a single cover: no pay rate, another visit, no time for the drive, no phone login', () => {
    const all = ofDays(() => PCP);
    const refusedFor = (over: Partial<Caregiver>) => refusals(all, { ...ana, ...over });
    const wednesday = (why: string) => [null, `11-25-2026, 1:00 PM: ${why}`, null];
    const inParker = (start: string, minutes: number) =>
      visit({ planId: 7, byPlanId: 7, ClientID: 101, day: '2026-11-25', date: '2026-11-25', start, minutes });
    expect(refusedFor({ rates: [] })[0]).toBe('11-24-2026, 1:00 PM: No pay rate for PCP/RPCP');
    expect(refusedFor({ visits: [inParker('12:00', 120)] })).toEqual(
      wednesday('With Ortiz, Rosa until 2:00 PM'),
    );
    expect(refusedFor({ visits: [inParker('11:00', 100)] })).toEqual(wednesday('43 min drive, 20 free'));
    expect(refusedFor({ hasLogin: false })[2]).toBe(
      '11-26-2026, 1:00 PM: Has no phone login to check in with',
    );
  });
  it('need no phone login only if the pair is exempt on all days of the plan, not just on those of its visits', () => {
    const all = ofDays(() => PCP).map((one) => ({ ...one, plan: { ...one.plan, coversPlanId: 1 } }));
    const exempt = (through: string) => ({
      ...ana,
      hasLogin: false,
      exemptions: [{ from: '2026-01-01', through, excluded: '2026-01-01' }],
    });
    expect(refusals(all, exempt(PART.through))).toEqual([null, null, null]);
    expect(refusals(all, exempt('2026-11-26'))[0]).toMatch(/: Has no phone login to check in with$/);
  });
  it('take into account the visit of the night before the first day of a week', () => {
    const sunday = '2026-11-29';
    const own = [{ ...asked, visit: visit({ day: sunday, date: sunday, start: '02:00', end: '04:30' }) }];
    const night = { ClientID: 102, planId: 7, byPlanId: 7, day: '2026-11-28', date: '2026-11-28' };
    const busyThen = { ...ana, visits: [visit({ ...night, start: '22:00', end: '03:00', minutes: 300 })] };
    expect(refusals(own, busyThen)).toEqual(['11-29-2026, 2:00 AM: With Vigil, Carmen until 3:00 AM']);
  });
  it('are refused if only relatives can come', () => {
    expect(
      refusals(
        ofDays(() => null),
        ana,
      )[0],
    ).toMatch(/: Only a relative can give this service$/);
  });
  it('use units of the other type visit by visit, after what others have used of it', () => {
    expect(refusals(withUnits, ana).map((why) => why?.replace(/^.+?M: /, '') ?? null)).toEqual([
      null,
      null,
      '10 units short: Personal Care has none left, this visit takes 10',
    ]);
    const before = withUnits.slice(0, 1).map((one) => one.visit);
    expect(refusals(withUnits, ana, before)[1]).toMatch(/none left/);
    // Visits planned under that type already have their units.
    expect(refusals(withUnits, ana, [visit({ Type: 'PCP' })])[1]).toBeNull();
  });
});

describe('only those who can come', () => {
  it('get the same scores and order as in the full list', () => {
    const people = [
      ana,
      { ...ana, id: 3, name: 'Dahal, Bhim', visitsHere: 0 },
      { ...ana, id: 4, name: 'Cruz, Eva', hasLogin: false },
      { ...ana, id: 5, name: 'Reyes, Mo', rates: [] },
    ];
    const all = candidatesFor(asked, people, clients, rules);
    expect(whoCanCome(asked, people, clients, rules)).toEqual(
      all.filter(({ obstacle }) => obstacle === null),
    );
    expect(all.map(({ obstacle }) => obstacle)).toEqual([null, null, 'noLogin', 'pay']);
  });
});

describe('the score', () => {
  it('is 100 for a preferred caregiver next door who knows the client and has hours free', () => {
    expect(check({ pair: { kind: 'preferred', side: 'client' } }).score).toBe(100);
  });
  it('explains each part in words', () => {
    const { parts } = check(
      { visitsHere: 2, visitsLate: 1, visits: ALL_WEEK.slice(0, 2), language: 'Greek' },
      { language: 'Greek' },
    );
    expect(parts.map(({ name, points, why }) => [name, points, why])).toEqual([
      ['knows', 4, '2 of 14 visits here in 90 days'],
      ['driving', 20, '0 min more driving'],
      ['cost', 24, 'no overtime'],
      ['preferred', 7, 'speaks Greek'],
      ['hours', 6, '27 of 40 h free'],
      ['reliable', 8, '1 late or missed of 74'],
    ]);
  });
  it('counts overtime and its premium as payroll does', () => {
    expect(check({ visits: ALL_WEEK }).cost).toEqual({
      payCents: 5250,
      overtimeCents: 1575,
      overtimeMinutes: 90,
    });
    expect(check({ visits: ALL_WEEK }).parts[2]?.why).toBe('+1.5 h overtime');
  });
  it('shows no dollars to readers who may not see pay', () => {
    expect(withoutDollars(check({ visits: ALL_WEEK })).cost).toEqual({
      payCents: null,
      overtimeCents: null,
      overtimeMinutes: 90,
    });
  });
  it('names the visit before, from which they come, by its time and town', () => {
    const before = busy({ ClientID: 101, start: '10:30', end: '11:30', minutes: 60 });
    const checked = check({
      visits: [busy({ planId: 8, start: '09:00', end: '10:00', minutes: 60 }), before],
    });
    expect(checked).toMatchObject({ from: { start: '10:30', town: 'Parker' }, miles: 12 });
    // More than four hours after the other visit, they come from home.
    const early = busy({ start: '07:00', end: '08:59', minutes: 119 });
    expect(check({ visits: [early] })).toMatchObject({ from: null, miles: 0 });
  });
  it('warns of short gaps and of caregivers whom Sandata has not accepted', () => {
    const near = busy({ ClientID: 102, start: '12:00', end: '12:50', minutes: 50 });
    expect(check({ visits: [near], isAccepted: false })).toMatchObject({
      warnings: ['Only 10 minutes between two visits', 'Not accepted by Sandata yet'],
      // Assigning itself asks about the gap.
      asksFirst: ['Not accepted by Sandata yet'],
    });
    expect(check({ visits: [near] })).not.toHaveProperty('asksFirst');
  });

  const people: fc.Arbitrary<Caregiver> = fc
    .record({
      id: fc.integer({ min: 1, max: 9 }),
      place: fc.option(fc.integer({ min: 0, max: 40 }).map(north)),
      language: fc.constantFrom(null, 'English', 'Greek, English'),
      wishedMinutes: fc.option(fc.integer({ min: 0, max: 4_000 })),
      mostMinutes: fc.option(fc.integer({ min: 0, max: 4_000 })),
      visits: fc.subarray(ALL_WEEK),
      hasLogin: fc.boolean(),
      visitsHere: fc.nat(40),
      visitsDone: fc.nat(90),
      visitsLate: fc.nat(9),
      pair: fc.constantFrom(
        null,
        { kind: 'preferred' as const, side: 'client' as const },
        { kind: 'never' as const, side: 'client' as const },
      ),
    })
    .map((over) => ({ ...ana, ...over }));

  it('is the sum of its parts, each within its maximum; a caregiver who cannot come has one reason instead', () => {
    fc.assert(
      fc.property(fc.array(people, { maxLength: 12 }), (all) => {
        const found = candidatesFor(asked, all, clients, rules);
        expect(found).toHaveLength(all.length);
        for (const one of found) {
          expect(Candidate.parse(one)).toEqual(one);
          const points = one.parts.reduce((sum, part) => sum + part.points, 0);
          expect(one.obstacle === null ? points : null).toBe(one.score);
          expect((one.obstacle === null) === (one.why === null)).toBe(true);
          expect(one.parts.every((part) => part.points <= part.most)).toBe(true);
        }
        const scores = found.map(({ score }) => score ?? -1);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
    );
  });
  it('can reach 100 points', () => {
    expect(Object.values(MOST_POINTS).reduce((sum, points) => sum + points, 0)).toBe(100);
  });
  it('never falls with one more visit to the client', () => {
    fc.assert(
      fc.property(people, (person) => {
        const [before, after] = [check(person), check({ ...person, visitsHere: person.visitsHere + 1 })];
        expect(after.score ?? 0).toBeGreaterThanOrEqual(before.score ?? 0);
      }),
    );
  });
});

describe('once the planned start has passed, a caregiver', () => {
  const late = { visit: visit({ start: '13:15', end: '15:45', isLate: true }) };
  const at = (person: Partial<Caregiver>) => {
    const plan = coverPlan(late.visit, 'Stavropoulos, Helen');
    const now = { ...rules, now: wallMinute(DAY, '13:05'), isFarther: true };
    return candidatesFor({ ...asked, plan, ...late }, [{ ...ana, ...person }], clients, now)[0];
  };
  test.each<[string, Partial<Caregiver>, object]>([
    ['nearby has the proposed times', {}, { times: null, warnings: [] }],
    // 9 miles take 30 minutes to drive, plus 3 to park.
    [
      'farther away comes as soon as they can be there',
      { place: north(9) },
      { times: { start: '13:45', end: '16:15' }, warnings: ['Can be there at 1:45 PM'] },
    ],
    // They are with another client until 1:30 PM.
    [
      'who is at the visit before comes from there',
      { visits: [busy({ start: '11:00', end: '13:30' })] },
      { obstacle: null, times: { start: '13:30', end: '16:00' }, from: { start: '11:00' } },
    ],
    [
      'who is at another visit until this one would be over cannot',
      { visits: [busy({ start: '12:00', end: '15:45', minutes: 225 })] },
      { obstacle: 'working', why: 'With Vigil, Carmen until 3:45 PM' },
    ],
    [
      'who has another visit by then cannot',
      { place: north(9), visits: [busy({ start: '16:00', end: '17:00' })] },
      { obstacle: 'working' },
    ],
  ])('%s', (_, person, expected) => {
    expect(at(person)).toMatchObject(expected);
  });
});
