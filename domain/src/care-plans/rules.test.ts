import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteOfDay, spanMinutes, WEEKDAYS, type Weekday } from '../calendar.ts';
import { WRONG_BACKGROUND, WRONG_CAPS } from '../people/rules.ts';
import {
  ARCHIVE_WITHOUT_END,
  CHOOSE_BOTH,
  type ComparedPlan,
  checkCarePlan,
  checkNotEmpty,
  checkWeek,
  computeTotals,
  dayTotals,
  END_BEFORE_START,
  EXCLUDED_TOO_OLD,
  findConflicts,
  gapWarnings,
  type OutsideService,
  outsideServices,
  type PlanDraft,
  type PlanFacts,
  plannedVisits,
  runsOn,
  visitWindow,
  WRONG_IHSS_START,
} from './rules.ts';
import type { PlanWeek, TaskRow, WeekRows } from './schema.ts';

const days = <T>(none: T, given: Partial<Record<Weekday, T>> = {}): Record<Weekday, T> => ({
  Mon: none,
  Tue: none,
  Wed: none,
  Thu: none,
  Fri: none,
  Sat: none,
  Sun: none,
  ...given,
});
type Times = Partial<Record<Weekday, readonly [string | null, string | null]>>;
const pick = (times: Times, which: 0 | 1) =>
  Object.fromEntries(Object.entries(times).map(([day, pair]) => [day, pair[which]]));
const timeRows = (times: Times, travel: Partial<Record<Weekday, number>> = {}): WeekRows => [
  { Name: 'Time In', ...days<string | null>(null, pick(times, 0)) },
  { Name: 'Time Out', ...days<string | null>(null, pick(times, 1)) },
  { Name: 'Travel Time', ...days(0, travel) },
];
const task = (Name: string, minutes: Partial<Record<Weekday, number>>): TaskRow => ({
  Name,
  ...days(0, minutes),
});

const plan = (times: Times, over: Partial<Omit<ComparedPlan, 'week'>> = {}): ComparedPlan => ({
  id: 1,
  ProviderID: 10,
  Provider: 'Bekele, Tigist',
  ClientID: 20,
  Client: 'Baca, Guadalupe',
  StartDate: '2026-11-02',
  EndDate: null,
  Status: 'Active',
  coversPlanId: null,
  ...over,
  week: { time: timeRows(times) },
});

describe('the days on which a plan runs, for', () => {
  const dates = { StartDate: '2026-11-10', Status: 'Active' } as const;
  test.each([
    ['the day before its start', null, null, '2026-11-09', false],
    ['its start', null, null, '2026-11-10', true],
    ['years later, without an end', null, null, '2031-01-01', true],
    ['the day before its end', '2026-11-20', null, '2026-11-19', true],
    ['its end date, the first day without service', '2026-11-20', null, '2026-11-20', false],
    ['the end date of a temporary plan', '2026-11-20', 7, '2026-11-20', true],
    ['the day after a temporary plan', '2026-11-20', 7, '2026-11-21', false],
    ['an end on the start date', '2026-11-10', null, '2026-11-10', false],
    ['a temporary plan of one day', '2026-11-10', 7, '2026-11-10', true],
  ])('%s', (_, EndDate, coversPlanId, date, expected) => {
    expect(runsOn({ ...dates, EndDate, coversPlanId }, date)).toBe(expected);
  });

  test('an archived plan runs until its end, a deleted one never runs', () => {
    const ended = { ...dates, EndDate: '2026-11-20', coversPlanId: null };
    expect(runsOn({ ...ended, Status: 'Archive' }, '2026-11-19')).toBe(true);
    expect(runsOn({ ...ended, Status: 'Deleted' }, '2026-11-19')).toBe(false);
  });
});

describe('one week', () => {
  const week: PlanWeek = {
    personalCareItems: [
      task('Bathing', { Mon: 30, Wed: 30 }),
      task('Dressing', { Mon: 15, Tue: 15, Wed: 15 }),
    ],
    homeMakingItems: [task('Meal preparation', { Mon: 30, Tue: 30, Wed: 20 })],
    time: timeRows(
      { Mon: ['08:30', '09:45'], Tue: ['23:30', '00:15'], Wed: ['10:00', '11:05'] },
      { Mon: 20, Tue: 20, Wed: 10 },
    ),
  };

  test('adds up the two task tables and the span of a day', () => {
    expect(dayTotals(week, 'Mon')).toEqual({
      personalCare: 45,
      homeMaking: 30,
      tasks: 75,
      planned: 75,
      travel: 20,
    });
    expect(dayTotals(week, 'Tue')).toMatchObject({ tasks: 45, planned: 45 });
    expect(dayTotals(week, 'Sun')).toMatchObject({ tasks: 0, planned: 0 });
  });

  test('rounds hours to two decimals so that the totals add up', () => {
    expect(computeTotals(week)).toEqual({
      pcTotal: 105,
      hmTotal: 80,
      computedWorking: 3.08,
      computedTotal: 3.91,
      workingHours: 3.08,
      travelHours: 0.83,
      totalHours: 3.91,
    });
  });

  const mismatched = (times: Times, minutes: Partial<Record<Weekday, number>>) =>
    checkWeek({
      personalCareItems: [task('Bathing', minutes)],
      homeMakingItems: [],
      time: timeRows(times),
    }).map((finding) => finding.day);
  test.each<[string, Times, Partial<Record<Weekday, number>>, Weekday[]]>([
    ['an empty week', {}, {}, []],
    ['minutes equal to the span', { Mon: ['08:00', '09:00'] }, { Mon: 60 }, []],
    ['one minute less', { Mon: ['08:00', '09:00'] }, { Mon: 59 }, ['Mon']],
    ['one minute more', { Mon: ['08:00', '09:00'] }, { Mon: 61 }, ['Mon']],
    ['minutes without times', {}, { Tue: 10 }, ['Tue']],
    ['times without minutes', { Wed: ['08:00', '08:10'] }, {}, ['Wed']],
    ['a time in without a time out', { Thu: ['08:00', null] }, {}, ['Thu']],
    ['a time out without a time in', { Thu: [null, '08:00'] }, {}, ['Thu']],
    ['the same time in and out', { Fri: ['08:00', '08:00'] }, {}, ['Fri']],
    ['an overnight span', { Sat: ['22:00', '06:00'] }, { Sat: 480 }, []],
    [
      'overnight until the own next visit',
      { Sun: ['22:00', '06:00'], Mon: ['06:00', '07:00'] },
      { Sun: 480, Mon: 60 },
      [],
    ],
    [
      'overnight into the own next visit',
      { Sun: ['22:00', '06:01'], Mon: ['06:00', '07:00'] },
      { Sun: 481, Mon: 60 },
      ['Sun'],
    ],
  ])('%s', (_, times, minutes, expected) => {
    expect(mismatched(times, minutes)).toEqual(expected);
  });

  test('names the day in the message', () => {
    const [finding] = checkWeek({ ...week, homeMakingItems: [] });
    expect(finding?.message).toBe('Error: You have time mismatch in Care Plan on Monday');
  });
});

test.each<[string, Times, boolean]>([
  ['an empty week', {}, false],
  ['one day', { Wed: ['08:00', '10:00'] }, true],
  ['half a day, which is a mismatch', { Thu: ['08:00', null] }, true],
])('a plan needs a time: %s', (_, times, fine) => {
  expect(checkNotEmpty(timeRows(times)).map(({ message }) => message)).toEqual(
    fine ? [] : ['Enter Time In and Time Out for at least one day.'],
  );
});

describe('time conflicts', () => {
  const ours = plan({ Wed: ['11:00', '13:30'] }, { id: null });

  test('arise for the provider with another client', () => {
    const other = plan({ Wed: ['10:00', '12:00'] }, { id: 3127, ClientID: 21, Client: 'Ortiz, Manuel' });
    expect(findConflicts(ours, [other], [])).toEqual([
      {
        day: 'Wed',
        planId: 3127,
        message: 'Error: This provider have same time in Wednesday with client Ortiz, Manuel (10:00 – 12:00)',
      },
    ]);
  });

  test('arise for the client with another provider', () => {
    const other = plan({ Wed: ['13:29', '15:00'] }, { id: 5, ProviderID: 11, Provider: 'Le, Thị Hương' });
    expect(findConflicts(ours, [other], []).map((finding) => finding.message)).toEqual([
      'Error: This client have same time in Wednesday with provider Le, Thị Hương (13:29 – 15:00)',
    ]);
  });

  test('with daycare and other services name the company and the span', () => {
    const services = outsideServices({
      Daycare: true,
      DaycareName: 'Sunrise Day Center',
      DaycareDays: ['Wed', 'Fri'],
      DaycareTimeFrom: '13:00',
      DaycareTimeTo: '16:00',
      otherService: [
        { CompanyName: 'Night Watch', ...days(false, { Tue: true }), From: '22:00', To: '11:01' },
        { CompanyName: 'No times', ...days(true), From: null, To: null },
      ],
    });
    expect(findConflicts(ours, [], services).map((finding) => finding.message)).toEqual([
      'Error: This client have same time in Wednesday with Sunrise Day Center (13:00 – 16:00)',
      'Error: This client have same time in Wednesday with Night Watch (22:00 – 11:01)',
    ]);
  });

  test('do not arise with a daycare that is switched off', () => {
    const off = {
      DaycareName: 'Sunrise',
      DaycareDays: [...WEEKDAYS],
      DaycareTimeFrom: '00:00',
      DaycareTimeTo: '23:59',
    };
    expect(outsideServices({ Daycare: false, otherService: null, ...off })).toEqual([]);
  });

  test.each<[string, Partial<Omit<ComparedPlan, 'week'>>]>([
    ['itself', { id: 1 }],
    ['a deleted plan', { id: 2, Status: 'Deleted' }],
    ['the temporary plan that covers it', { id: 2, ProviderID: 11, coversPlanId: 1 }],
    ['a plan of other people', { id: 2, ProviderID: 11, ClientID: 21 }],
    ['a plan that ended before', { id: 2, StartDate: '2026-01-01', EndDate: '2026-11-02' }],
  ])('do not arise with %s', (_, over) => {
    expect(
      findConflicts(plan({ Wed: ['11:00', '13:30'] }), [plan({ Wed: ['11:00', '13:30'] }, over)], []),
    ).toEqual([]);
  });

  test('do not arise with the plan that a temporary plan covers', () => {
    const covered = plan({ Wed: ['11:00', '13:30'] }, { id: 7 });
    const temporary = plan(
      { Wed: ['11:00', '13:30'] },
      { id: null, ProviderID: 11, coversPlanId: 7, EndDate: '2026-11-30' },
    );
    expect(findConflicts(temporary, [covered], [])).toEqual([]);
  });

  test('arise with a second caregiver, unless the covered plan already overlaps with that one', () => {
    const time = { Wed: ['11:00', '13:30'] } as const;
    const second = plan(time, { id: 8, ProviderID: 12, Provider: 'Abeyta, Bo' });
    const covered = plan(time, { id: 7 });
    const temporary = plan(time, { id: null, ProviderID: 11, coversPlanId: 7, EndDate: '2026-11-30' });
    expect(findConflicts(temporary, [covered, second], [])).toEqual([]);
    const apart = plan({ Wed: ['13:30', '15:00'] }, { id: 7 });
    expect(findConflicts(temporary, [apart, second], [])).toHaveLength(1);
    const own = plan(time, { id: 8, ProviderID: 11 });
    expect(findConflicts(temporary, [covered, own], [])).toHaveLength(1);
  });

  test('arise when Sunday night runs into Monday morning', () => {
    const night = plan({ Sun: ['22:00', '06:00'] }, { id: 2, ClientID: 21, Client: 'Ortiz, Manuel' });
    expect(findConflicts(plan({ Mon: ['05:59', '07:00'] }, { id: null }), [night], [])[0]?.day).toBe('Mon');
    expect(findConflicts(plan({ Mon: ['06:00', '07:00'] }, { id: null }), [night], [])).toEqual([]);
  });

  test('arise when a night that starts on the last day runs into the morning after', () => {
    // The other plan's last day of service is Sunday, November 8; its night visit ends on Monday the 9th.
    const night = plan({ Sun: ['22:00', '06:00'] }, { id: 2, ClientID: 21, EndDate: '2026-11-09' });
    const morning = (StartDate: string) => plan({ Mon: ['05:00', '07:00'] }, { id: null, StartDate });
    expect(findConflicts(morning('2026-11-09'), [night], [])).toHaveLength(1);
    expect(findConflicts(morning('2026-11-10'), [night], [])).toEqual([]);
  });
});

describe('conflicts against a minute-by-minute oracle', () => {
  const BASE = Temporal.PlainDate.from('2026-02-25');
  const HORIZON = 70;
  const dateAt = (n: number) => BASE.add({ days: n }).toString();
  const weekdayAt = (n: number): Weekday => WEEKDAYS[BASE.add({ days: n }).dayOfWeek - 1] ?? 'Mon';

  const clock = fc.integer({ min: 0, max: 287 }).map((n) => {
    const minute = n * 5;
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  });
  const times = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...WEEKDAYS), clock, fc.integer({ min: 1, max: 120 })), {
      minLength: 2,
      maxLength: 7,
      selector: ([day]) => day,
    })
    .map(
      (rows): Times =>
        Object.fromEntries(
          rows.map(([day, from, length]) => {
            const end = (minuteOfDay(from) + length * 5) % 1440;
            const to = `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
            return [day, [from, to]];
          }),
        ),
    );
  const anyPlan = (id: number | null) =>
    fc
      .record({
        times,
        ProviderID: fc.constantFrom(10, 10, 11),
        ClientID: fc.constantFrom(20, 21),
        start: fc.integer({ min: 1, max: 20 }),
        length: fc.option(fc.integer({ min: 0, max: 25 }), { freq: 3 }),
        coversPlanId: fc.option(fc.constantFrom(98, 99), { freq: 2 }),
        Status: fc.constantFrom('Active', 'Active', 'Archive', 'Deleted'),
      })
      .map(({ times: week, start, length, ...over }) =>
        plan(week, {
          id,
          StartDate: dateAt(start),
          EndDate: length === null ? null : dateAt(start + length),
          ...over,
          // We are saving our own plan, so it is never Deleted.
          Status: id === null ? 'Active' : over.Status,
        }),
      );

  /** Every minute that a plan takes, as absolute minute → planned weekday. */
  const minutesOf = (of: ComparedPlan) => {
    const taken = new Map<number, Weekday>();
    for (let n = 0; n < HORIZON; n += 1) {
      const day = weekdayAt(n);
      const [timeIn, timeOut] = of.week.time;
      const from = timeIn[day];
      const to = timeOut[day];
      if (from === null || to === null || !runsOn(of, dateAt(n))) continue;
      const start = n * 1440 + minuteOfDay(from);
      for (let m = start; m < start + spanMinutes(from, to); m += 1) taken.set(m, taken.get(m) ?? day);
    }
    return taken;
  };

  test('agree on every weekday, including many conflicts and night visits', () => {
    const seen = { runs: 0, conflicts: 0, overnight: 0 };
    fc.assert(
      fc.property(anyPlan(null), fc.array(anyPlan(2), { minLength: 1, maxLength: 4 }), (ours, others) => {
        const mine = minutesOf(ours);
        const expected = new Set<Weekday>();
        for (const other of others) {
          if (other.ProviderID !== ours.ProviderID && other.ClientID !== ours.ClientID) continue;
          const theirs = minutesOf(other);
          for (const [minute] of mine)
            if (theirs.has(minute)) for (const day of daysTaking(ours, minute)) expected.add(day);
        }
        const found = new Set(findConflicts(ours, others, []).map((finding) => finding.day));
        seen.runs += 1;
        if (expected.size > 0) seen.conflicts += 1;
        if ([...expected].some((day) => isOvernight(ours, day))) seen.overnight += 1;
        expect([...found].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 400 },
    );
    expect(seen.conflicts / seen.runs).toBeGreaterThanOrEqual(0.3);
    expect(seen.overnight).toBeGreaterThanOrEqual(20);
  });

  const isOvernight = (of: ComparedPlan, day: Weekday) => {
    const [timeIn, timeOut] = of.week.time;
    return (timeOut[day] ?? '') < (timeIn[day] ?? '');
  };
  /** The weekdays whose visits cover the minute: two if an overnight visit overlaps the plan's own next one. */
  const daysTaking = (of: ComparedPlan, minute: number): Weekday[] => {
    const n = Math.floor(minute / 1440);
    return [n - 1, n].flatMap((at) => {
      const day = weekdayAt(at);
      const [timeIn, timeOut] = of.week.time;
      const from = timeIn[day];
      const to = timeOut[day];
      if (at < 0 || from === null || to === null || !runsOn(of, dateAt(at))) return [];
      const start = at * 1440 + minuteOfDay(from);
      return minute >= start && minute < start + spanMinutes(from, to) ? [day] : [];
    });
  };

  test('include services, which take place every week', () => {
    const service: OutsideService = { company: 'Day Center', days: ['Mon'], from: '23:00', to: '01:00' };
    const at = (times: Times) => findConflicts(plan(times), [], [service]).map((finding) => finding.day);
    expect(at({ Tue: ['00:30', '02:00'] })).toEqual(['Tue']);
    expect(at({ Tue: ['01:00', '02:00'] })).toEqual([]);
    expect(at({ Mon: ['22:00', '23:01'] })).toEqual(['Mon']);
  });
});

describe('short gaps', () => {
  const ours = plan({ Fri: ['09:00', '11:00'] }, { id: null });
  const other = (times: Times, over = {}) =>
    plan(times, { id: 2, ClientID: 21, Client: 'Vigil, Carmen', ...over });
  const messages = (times: Times, over = {}) =>
    gapWarnings(ours, [other(times, over)]).map((finding) => finding.message);

  test.each<[string, Times, string[]]>([
    ['15 minutes before', { Fri: ['08:00', '08:45'] }, []],
    [
      '14 minutes before',
      { Fri: ['08:00', '08:46'] },
      ['14 minutes after the visit with Vigil, Carmen (ends 08:46)'],
    ],
    [
      'one minute before',
      { Fri: ['08:00', '08:59'] },
      ['1 minute after the visit with Vigil, Carmen (ends 08:59)'],
    ],
    [
      'no time between',
      { Fri: ['08:00', '09:00'] },
      ['0 minutes after the visit with Vigil, Carmen (ends 09:00)'],
    ],
    ['an overlap, which is a conflict instead', { Fri: ['08:00', '09:01'] }, []],
    [
      '14 minutes after',
      { Fri: ['11:14', '12:00'] },
      ['14 minutes before the visit with Vigil, Carmen (starts 11:14)'],
    ],
    ['15 minutes after', { Fri: ['11:15', '12:00'] }, []],
    [
      'a night that ends just before',
      { Thu: ['22:00', '08:50'] },
      ['10 minutes after the visit with Vigil, Carmen (ends 08:50)'],
    ],
  ])('%s', (_, times, expected) => {
    expect(messages(times)).toEqual(expected);
  });

  test('concern only the provider', () => {
    expect(messages({ Fri: ['08:00', '08:50'] }, { ProviderID: 11, ClientID: 20 })).toEqual([]);
  });
});

describe('the care plan form', () => {
  const today = Temporal.PlainDate.from('2026-11-20');
  const draft: PlanDraft = {
    ProviderID: 10,
    ClientID: 20,
    Type: 'PCP',
    StartDate: '2026-11-20',
    EndDate: null,
    Remarks: null,
    createReason: 'New client',
    Status: 'Active',
    excluded: null,
    coversPlanId: null,
  };
  const facts: PlanFacts = {
    today,
    provider: {
      Cur: 'y',
      'Provider or Client': 'Provider',
      BackgroundCheck: '2024-01-15',
      capsCheck: '2020-01-15',
      'Start IHSS': null,
    },
    client: { Cur: 'y', 'Provider or Client': 'Client' },
    type: { ihss: false },
    covered: null,
  };
  const provider = facts.provider ?? undefined;
  const messages = (over: Partial<PlanDraft> = {}, known: Partial<PlanFacts> = {}) =>
    checkCarePlan({ ...draft, ...over }, { ...facts, ...known }).map((error) => error.message);

  test('a complete draft has no errors', () => expect(messages()).toEqual([]));

  const ofProvider = (over: object): Partial<PlanFacts> =>
    provider ? { provider: { ...provider, ...over } } : {};
  test.each<[string, Partial<PlanDraft>, Partial<PlanFacts>, string[]]>([
    ['no provider', {}, { provider: null }, [CHOOSE_BOTH]],
    ['no client', {}, { client: null }, [CHOOSE_BOTH]],
    ['an archived provider', {}, ofProvider({ Cur: 'n' }), [CHOOSE_BOTH]],
    ['an archived client', {}, { client: { Cur: 'n', 'Provider or Client': 'Client' } }, [CHOOSE_BOTH]],
    ['a client as provider', {}, ofProvider({ 'Provider or Client': 'Client' }), [CHOOSE_BOTH]],
    ['background check 35 months old', {}, ofProvider({ BackgroundCheck: '2023-12-20' }), []],
    ['background check a day older', {}, ofProvider({ BackgroundCheck: '2023-12-19' }), [WRONG_BACKGROUND]],
    ['background check tomorrow', {}, ofProvider({ BackgroundCheck: '2026-11-21' }), [WRONG_BACKGROUND]],
    ['no CAPS check', {}, ofProvider({ capsCheck: null }), [WRONG_CAPS]],
    ['excluded a day short of 11 months', { excluded: '2025-12-21' }, {}, []],
    ['excluded 11 months ago', { excluded: '2025-12-20' }, {}, [EXCLUDED_TOO_OLD]],
    ['the end on the start', { Status: 'Archive', EndDate: '2026-11-20' }, {}, []],
    ['the end before the start', { Status: 'Archive', EndDate: '2026-11-19' }, {}, [END_BEFORE_START]],
    ['an IHSS type without Start IHSS', {}, { type: { ihss: true } }, [WRONG_IHSS_START]],
    [
      'an IHSS type with Start IHSS',
      {},
      { type: { ihss: true }, ...ofProvider({ 'Start IHSS': '2026-01-01' }) },
      [],
    ],
    ['archive without an end', { Status: 'Archive' }, {}, [ARCHIVE_WITHOUT_END]],
    ['remarks of 285', { Remarks: 'r'.repeat(285) }, {}, []],
    ['remarks of 286', { Remarks: 'r'.repeat(286) }, {}, ['Remarks can have at most 285 characters.']],
    ['a reason of 63', { createReason: 'c'.repeat(63) }, {}, []],
    [
      'a reason of 64',
      { createReason: 'c'.repeat(64) },
      {},
      ['Create reason can have at most 63 characters.'],
    ],
    ['a blank reason', { createReason: ' ' }, {}, ['Create reason is required.']],
    ['no start', { StartDate: null }, {}, ['Start Date is required.']],
    ['a start in 1899', { StartDate: '1899-12-31' }, {}, ['Start Date should be after 01/01/1900.']],
    ['no type', { Type: null }, { type: null }, ['Type is required.']],
  ])('%s', (_, over, known, expected) => expect(messages(over, known)).toEqual(expected));

  test('eleven months from the end of a month can fall on the last day of February', () => {
    const known = (iso: string) => ({
      ...ofProvider({ BackgroundCheck: iso }),
      today: Temporal.PlainDate.from(iso),
    });
    expect(messages({ excluded: '2026-03-31' }, known('2027-02-27'))).toEqual([]);
    expect(messages({ excluded: '2026-03-31' }, known('2027-02-28'))).toEqual([EXCLUDED_TOO_OLD]);
    expect(messages({ excluded: '2027-03-29' }, known('2028-02-28'))).toEqual([]);
    expect(messages({ excluded: '2027-03-29' }, known('2028-02-29'))).toEqual([EXCLUDED_TOO_OLD]);
  });

  describe('a temporary plan', () => {
    const covered = { ProviderID: 11, ClientID: 20, Status: 'Active', coversPlanId: null } as const;
    const temporary = (over: Partial<PlanDraft> = {}, of: PlanFacts['covered'] = covered) =>
      messages({ coversPlanId: 7, Status: 'Archive', EndDate: '2026-11-30', ...over }, { covered: of });
    test.each<[string, Partial<PlanDraft>, number]>([
      ['from 14 days back', { StartDate: '2026-11-06' }, 0],
      ['from 15 days back', { StartDate: '2026-11-05' }, 1],
      ['from 90 days ahead', { StartDate: '2027-02-18', EndDate: '2027-02-18' }, 0],
      ['from 91 days ahead', { StartDate: '2027-02-19', EndDate: '2027-02-19' }, 1],
      ['of 90 days', { EndDate: '2027-02-17' }, 0],
      ['of 91 days', { EndDate: '2027-02-18' }, 1],
      ['by the same provider', { ProviderID: 11 }, 1],
      ['for another client', { ClientID: 21 }, 1],
    ])('%s', (_, over, errors) => expect(temporary(over)).toHaveLength(errors));

    test('needs a plan to cover that is neither deleted nor temporary', () => {
      expect(temporary({}, null)).toEqual(['The plan to be covered was not found.']);
      expect(temporary({}, { ...covered, Status: 'Deleted' })).toHaveLength(1);
      expect(temporary({}, { ...covered, coversPlanId: 3 })).toHaveLength(1);
    });
  });
});

describe('the visits of a plan', () => {
  const week: PlanWeek = {
    personalCareItems: [task('Bathing', { Mon: 60, Wed: 30 })],
    homeMakingItems: [task('Laundry', { Wed: 30 })],
    time: timeRows({ Mon: ['08:00', '09:00'], Wed: ['23:30', '00:30'] }, { Mon: 15 }),
  };
  // 2026-11-20 is a Friday. Mondays 23 and 30 and Wednesdays November 25 and December 2 are in the window.
  const window = visitWindow(Temporal.PlainDate.from('2026-11-20'));
  const running = {
    StartDate: '2026-11-01',
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    excluded: null,
    week,
  } as const;
  const none = { archived: [], temporary: [] };
  const dates = (over: object = {}, limits: Parameters<typeof plannedVisits>[2] = none) =>
    plannedVisits({ ...running, ...over }, window, limits).map((visit) => visit.day);

  test('are planned for today through 13 days ahead, with the tasks of their weekday', () => {
    expect(window).toHaveLength(14);
    expect([window[0]?.date, window[13]?.date]).toEqual(['2026-11-20', '2026-12-03']);
    expect(dates()).toEqual(['2026-11-23', '2026-11-25', '2026-11-30', '2026-12-02']);
    expect(plannedVisits(running, window, none)[1]).toEqual({
      day: '2026-11-25',
      start: '23:30',
      end: '00:30',
      tasks: { WorkingTime: 60, TravelTime: 0, Care: { Bathing: 30 }, Home: { Laundry: 30 } },
    });
  });

  test("are planned only between the plan's dates and before an archive date", () => {
    expect(dates({ StartDate: '2026-11-25' })).toEqual(['2026-11-25', '2026-11-30', '2026-12-02']);
    expect(dates({ EndDate: '2026-11-25', Status: 'Archive' })).toEqual(['2026-11-23']);
    expect(dates({ EndDate: '2026-11-25', Status: 'Archive', coversPlanId: 3 })).toEqual([
      '2026-11-23',
      '2026-11-25',
    ]);
    expect(dates({}, { archived: [null, '2026-11-30'], temporary: [] })).toEqual([
      '2026-11-23',
      '2026-11-25',
    ]);
  });

  test('are not planned for excluded and deleted plans', () => {
    expect(dates({ excluded: '2026-11-01' })).toEqual([]);
    expect(dates({ Status: 'Deleted' })).toEqual([]);
  });

  test('are not planned on a day that a running temporary plan covers', () => {
    const cover = {
      StartDate: '2026-11-24',
      EndDate: '2026-11-30',
      coversPlanId: 1,
      Status: 'Archive',
    } as const;
    expect(dates({}, { archived: [], temporary: [cover] })).toEqual(['2026-11-23', '2026-12-02']);
    expect(dates({}, { archived: [], temporary: [{ ...cover, Status: 'Deleted' }] })).toHaveLength(4);
  });
});
