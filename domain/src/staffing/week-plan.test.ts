import { describe, expect, test } from 'vitest';
import { type AskedVisit, type Caregiver, candidatesFor, type StaffingRules } from './candidates.ts';
import { ana, asked, aurora, clients, north, PCP, RPCP, rules, visit } from './test-facts.ts';
import { candidateBeside, type WeekFacts, whyNotBeside } from './week-facts.ts';
import {
  addedBy,
  assignable,
  greedyWeek,
  proposedHours,
  repairWeek,
  weekProblem,
  weekTotals,
} from './week-plan.ts';
import { minutesCovered, modelCents } from './week-problem.ts';
import { unprovenBeside } from './week-proof.ts';

/** Ana's own visits, six hours each. */
const ownVisits = (days: readonly string[]) =>
  days.map((date, n) =>
    visit({
      planId: 50 + n,
      day: date,
      date,
      ProviderID: ana.id,
      start: '06:00',
      end: '12:00',
      minutes: 360,
    }),
  );

/** Ana's own visits of six hours each, and open ones for the client. Workweeks begin on Sundays, 2026-11-15 and 2026-11-22. */
const factsOf = (own: readonly string[], open: readonly (readonly [string, string, number])[]): WeekFacts => {
  const person = { ...ana, visits: ownVisits(own) };
  const questions = open.map(([date, start, minutes], n) => {
    const question = { ...asked, visit: visit({ planId: 1 + n, day: date, date, start, minutes }) };
    return {
      asked: question,
      caregivers: new Map([[person.id, person]]),
      candidates: candidatesFor(question, [person], clients, rules),
    };
  });
  return { questions, clients, rules };
};
const THIS_WEEK = ['15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`);

test.each([
  [
    'each week has its own hours, wherever the first visit is',
    ['2026-11-23', ...THIS_WEEK],
    [
      ['2026-11-22', '13:00', 150],
      ['2026-11-21', '13:00', 360],
      ['2026-11-24', '13:00', 120],
    ],
    [
      { week: '2026-11-15', weekMinutes: 2_160, addedMinutes: 360, overtimeMinutes: 120 },
      { week: '2026-11-22', weekMinutes: 360, addedMinutes: 270, overtimeMinutes: 0 },
    ],
  ],
  [
    'a week to which nothing is added is left out',
    [...THIS_WEEK, '2026-11-23'],
    [['2026-11-24', '13:00', 120]],
    [{ week: '2026-11-22', weekMinutes: 360, addedMinutes: 120, overtimeMinutes: 0 }],
  ],
  [
    'a night makes overtime in the week into which it goes',
    ['22', '23', '24', '25', '26', '27'].flatMap((day) => [`2026-11-${day}`]),
    [
      ['2026-11-21', '22:00', 360],
      ['2026-11-28', '13:00', 180],
    ],
    [
      { week: '2026-11-15', weekMinutes: 0, addedMinutes: 120, overtimeMinutes: 0 },
      { week: '2026-11-22', weekMinutes: 2_160, addedMinutes: 420, overtimeMinutes: 180 },
    ],
  ],
] as const)('%s', (_, own, open, weeks) => {
  const facts = factsOf(own, open);
  const all = open.map(() => ana.id);
  const hours = proposedHours(facts, all);
  expect(hours).toEqual(
    weeks.map((week) => ({ ProviderID: 2, Provider: 'Archuleta, Ana', wishedMinutes: 2_400, ...week })),
  );
  const overtime = hours.reduce((sum, { overtimeMinutes }) => sum + overtimeMinutes, 0);
  expect(overtime).toBe(addedBy(facts, all, ana.id).overtimeMinutes);
});

const weekOf = (
  open: readonly AskedVisit[],
  people: readonly Caregiver[],
  ruled: StaffingRules = rules,
): WeekFacts => ({
  questions: open.map((one) => ({
    asked: one,
    caregivers: new Map(people.map((person) => [person.id, person])),
    candidates: candidatesFor(one, people, clients, ruled),
  })),
  clients,
  rules: ruled,
});
/** Open visits for the client, each with its own plan. */
const openAt = (
  times: readonly (readonly [date: string, start: string, end: string, minutes: number])[],
  over: Partial<AskedVisit> = {},
) =>
  times.map(([date, start, end, minutes], n): AskedVisit => {
    const own = visit({ planId: 1 + n, byPlanId: 1 + n, day: date, date, start, end, minutes });
    return { ...asked, ...over, visit: { ...own, Type: over.type?.Code ?? 'PCP' } };
  });

test('a proposal keeps all visits together within the units of the other type that replaces relatives', () => {
  // Each visit takes 10 of the 12 units left.
  const types = { type: RPCP, otherType: { ...PCP, unitsLeft: 12 } };
  const facts = weekOf(
    openAt(
      [
        ['2026-11-17', '13:00', '15:30', 150],
        ['2026-11-18', '13:00', '15:30', 150],
      ],
      types,
    ),
    [ana],
  );
  expect(facts.questions.map(({ candidates }) => candidates[0]?.obstacle)).toEqual([null, null]);
  expect(greedyWeek(facts, [])).toEqual([ana.id, null]);
  expect(whyNotBeside(facts, [ana.id, null], 1, ana.id)).toBe('Only a relative can give this service');
  expect(weekProblem(facts, []).units).toEqual([
    {
      taken: [0, 1].map((at) => ({ visit: at, caregiver: ana.id, units: 10 })),
      left: 12,
    },
  ]);
});

test('a proposal assigns nobody beyond a limit that needs a reason, and mentions limits that only warn', () => {
  const long = openAt([
    ['2026-11-17', '06:00', '14:00', 480],
    ['2026-11-17', '14:05', '22:05', 480],
    ['2026-11-18', '06:00', '14:00', 480],
  ]);
  const [cap] = rules.caps;
  const ruled = (providerDay: 'justify' | 'warn'): StaffingRules => ({
    ...rules,
    caps: cap ? [{ ...cap, dayMinutes: 600, rules: { providerDay } }] : [],
  });
  const held = weekOf(long, [ana], ruled('justify'));
  expect(greedyWeek(held, [])).toEqual([ana.id, null, ana.id]);
  expect(whyNotBeside(held, [ana.id, null, null], 1, ana.id)).toBe('16 h that day, at most 10 h');
  const warned = weekOf(long, [ana], ruled('warn'));
  expect(greedyWeek(warned, [])).toEqual([ana.id, ana.id, ana.id]);
  expect(candidateBeside(warned, [ana.id, ana.id, null], 1, ana.id)?.warnings).toEqual([
    '16 h that day, at most 10 h',
    'Only 5 minutes between two visits',
  ]);
});

test('a line mentions what a single cover would: the holiday, and that the aggregator does not know the caregiver yet', () => {
  const facts = weekOf(
    openAt([['2026-11-26', '13:00', '15:30', 150]], { holiday: 'Nov 26 is Thanksgiving' }),
    [{ ...ana, isAccepted: false }],
  );
  expect(candidateBeside(facts, [ana.id], 0, ana.id)?.warnings).toEqual([
    'Nov 26 is Thanksgiving',
    'Not accepted by Sandata yet',
  ]);
});

test.each([
  ['the week', [['2026-11-20', '13:00', '19:00', 360]], THIS_WEEK.slice(0, 6), 120],
  [
    'one day',
    [
      ['2026-11-17', '13:00', '17:00', 240],
      ['2026-11-17', '17:30', '21:30', 240],
    ],
    ['2026-11-17'],
    120,
  ],
  [
    'the greater of both',
    [
      ['2026-11-20', '12:30', '20:30', 480],
      ['2026-11-21', '12:30', '18:30', 360],
    ],
    THIS_WEEK.slice(0, 6),
    600,
  ],
] as const)('overtime by %s is part of the cost that the solver minimizes', (_, open, own, overtime) => {
  const facts = weekOf(openAt(open), [{ ...ana, visits: ownVisits(own) }]);
  const all = facts.questions.map(() => ana.id);
  const totals = weekTotals(facts, all);
  expect(totals.overtimeMinutes).toBe(overtime);
  expect(Math.round(modelCents(weekProblem(facts, []), all))).toBe(totals.payCents + totals.overtimeCents);
});

test('the solver cannot see overtime from consecutive hours, so such a proposal is not called the best', () => {
  // Twelve hours through the night, and four more right after.
  const own = visit({
    planId: 50,
    day: '2026-11-16',
    date: '2026-11-16',
    ProviderID: ana.id,
    start: '18:00',
    end: '06:00',
    minutes: 720,
  });
  const facts = weekOf(openAt([['2026-11-17', '06:00', '10:00', 240]]), [{ ...ana, visits: [own] }]);
  const problem = weekProblem(facts, []);
  const totals = weekTotals(facts, [ana.id]);
  expect(totals.overtimeMinutes).toBe(240);
  expect(minutesCovered(problem, [ana.id])).toBe(240);
  const solution = { assignment: [ana.id], unproven: null };
  expect(unprovenBeside(problem, solution, { proposed: [ana.id], totals })).toEqual({
    stage: 'cost',
    percent: 34,
  });
});

describe('overtime by the mean of two rates', () => {
  const ruled: StaffingRules = {
    ...rules,
    categoriesOf: (type) =>
      type === 'RESP' ? [{ from: '2020-01-01', category: 'Respite' }] : PCP.categories,
  };
  const beaWith = (own: readonly (readonly [date: string, end: string, minutes: number])[]): Caregiver => ({
    ...ana,
    id: 8,
    rates: [...ana.rates, { category: 'Respite', from: null, rate: 4_000 }],
    visits: own.map(([date, end, minutes], n) => ({
      ...visit({ planId: 50 + n, day: date, date, ProviderID: 8, start: '06:00', end, minutes }),
      Type: 'RESP',
    })),
  });
  // Four hours beyond twelve on one day: what is paid for them becomes less by a visit at a lower rate.
  const LONG_DAY = ['2026-11-16', '22:00', 960] as const;
  const open = openAt([['2026-11-18', '15:00', '19:00', 240]]);

  test('of people who get nothing leaves the cheapest of one visit the best', () => {
    const facts = weekOf(open, [{ ...ana, visits: [] }, beaWith([LONG_DAY])], ruled);
    const problem = weekProblem(facts, []);
    expect(problem.overtime.map(({ caregiver }) => caregiver)).toContain(8);
    const solution = { assignment: [ana.id], unproven: null };
    const totals = weekTotals(facts, [ana.id]);
    expect(unprovenBeside(problem, solution, { proposed: [ana.id], totals })).toBeNull();
  });

  test('never costs more for the solver than by payroll', () => {
    // A quarter of an hour beyond twelve is new, and the lower mean takes more from the four hours than it costs.
    const facts = weekOf(open, [beaWith([LONG_DAY, ['2026-11-18', '14:15', 495]])], ruled);
    const { payCents, overtimeCents, overtimeMinutes } = weekTotals(facts, [8]);
    expect([overtimeMinutes, overtimeCents]).toEqual([15, 0]);
    expect(modelCents(weekProblem(facts, []), [8])).toBe(payCents);
  });
});

test("how far a proposal may be from the best is stated goal by goal, measured against the solver's result", () => {
  const facts = weekOf(
    openAt([
      ['2026-11-17', '08:00', '10:00', 120],
      ['2026-11-18', '08:00', '10:00', 120],
    ]),
    [ana],
  );
  const problem = weekProblem(facts, []);
  const both = [ana.id, ana.id];
  const unprovenOf = (
    proposed: readonly (number | null)[],
    unproven: Parameters<typeof unprovenBeside>[1]['unproven'],
  ) =>
    unprovenBeside(
      problem,
      { assignment: both, unproven },
      { proposed, totals: weekTotals(facts, proposed) },
    );
  expect(unprovenOf(both, null)).toBeNull();
  expect(unprovenOf(both, { stage: 'cost', percent: 2 })).toEqual({ stage: 'cost', percent: 2 });
  expect(unprovenOf([ana.id, null], null)).toEqual({ stage: 'coverage', percent: 100 });
});

describe('the distance between two visits that a proposal assigns to one caregiver', () => {
  // Each visit is six miles from home, but the last is twelve miles from the first.
  const places = new Map([
    [100, { name: 'Stavropoulos, Helen', town: 'Aurora', place: aurora }],
    [101, { name: 'Ortiz, Rosa', town: 'Parker', place: north(12) }],
    [102, { name: 'Vigil, Carmen', town: null, place: north(6) }],
  ]);
  const open = (ClientID: number, start: string, end: string) => {
    const own = visit({ planId: ClientID, byPlanId: ClientID, ClientID, start, end, minutes: 60 });
    return { ...asked, visit: own, place: places.get(ClientID)?.place ?? null };
  };
  const [first, between, last] = [
    open(100, '09:00', '10:00'),
    open(102, '10:30', '11:30'),
    open(101, '12:00', '13:00'),
  ];
  const person = { ...ana, place: north(6), farthestMiles: 10 };
  const week = (
    visits: readonly AskedVisit[],
    over: Partial<StaffingRules> = {},
    who: Caregiver = person,
  ): WeekFacts => ({
    questions: visits.map((one) => ({
      asked: one,
      caregivers: new Map([[who.id, who]]),
      candidates: candidatesFor(one, [who], places, { ...rules, ...over }),
    })),
    clients: places,
    rules: { ...rules, ...over },
  });

  test('is limited by the caregiver: a longer one is not proposed, and the reason is given', () => {
    const facts = week([first, last]);
    expect(greedyWeek(facts, [])).toEqual([person.id, null]);
    expect(whyNotBeside(facts, [person.id, null], 1, person.id)).toBe('12 miles, at most 10');
    expect(weekProblem(facts, []).far).toEqual([{ caregiver: person.id, visits: [0, 1], between: [] }]);
  });

  test('is measured from the visit before, which may be one between', () => {
    const facts = week([first, between, last]);
    expect(greedyWeek(facts, [])).toEqual([person.id, person.id, person.id]);
    expect(weekProblem(facts, []).far).toEqual([{ caregiver: person.id, visits: [0, 2], between: [1] }]);
    // If they give up the visit between, they give up the last one too.
    expect(repairWeek(facts, [person.id, null, person.id], [{ visit: 1, caregiver: null }])).toEqual([
      person.id,
      null,
      null,
    ]);
  });

  test('keeps an earlier visit from ruling out a later one that the office chose for them', () => {
    const facts = week([first, last]);
    const chosen = [{ visit: 1, caregiver: person.id }];
    expect(greedyWeek(facts, chosen)).toEqual([null, person.id]);
    const both = [{ visit: 0, caregiver: person.id }, ...chosen];
    // If two of the office's choices exclude each other, both are reported and the search continues for the rest.
    expect(weekProblem(facts, both).far).toEqual([]);
    const chosenBoth = greedyWeek(facts, both);
    expect(whyNotBeside(facts, chosenBoth, 1, person.id)).toBe('12 miles, at most 10');
    // A choice that cannot be assigned does not count as covered.
    expect(assignable(facts, chosenBoth, both)).toEqual([person.id, null]);
    expect(weekTotals(facts, assignable(facts, chosenBoth, both)).covered).toBe(1);
  });

  test('lets them take a far visit together with the one that is near it', () => {
    // Home is at the first visit: the last is twelve miles from there, but six from the one between.
    const atFirst = { ...person, place: aurora };
    const facts = week([first, between, last], {}, atFirst);
    expect(facts.questions.map(({ candidates }) => candidates[0]?.obstacle)).toEqual([null, null, 'tooFar']);
    const problem = weekProblem(facts, []);
    expect(problem.options.map(({ visit }) => visit)).toEqual([0, 1, 2]);
    expect(problem.near).toEqual([{ caregiver: person.id, visit: 2, from: [1] }]);
    const all = [person.id, person.id, person.id];
    // What the model allows, the rules of a single visit allow too.
    expect(repairWeek(facts, all, [])).toEqual(all);
    expect(weekTotals(facts, all).payCents).toBeGreaterThanOrEqual(Math.round(modelCents(problem, all)));
    // Picked one by one, the last visit goes to nobody. That result is not the best and is not called so.
    const oneByOne = greedyWeek(facts, []);
    expect(oneByOne).toEqual([person.id, person.id, null]);
    const unproven = unprovenBeside(
      problem,
      { assignment: all, unproven: null },
      { proposed: oneByOne, totals: weekTotals(facts, oneByOne) },
    );
    expect(unproven).toMatchObject({ stage: 'coverage' });
    // If the office keeps the visit between open, nobody can take the last.
    const kept = repairWeek(facts, [person.id, null, person.id], [{ visit: 1, caregiver: null }]);
    expect(kept).toEqual([person.id, null, null]);
  });

  test("is not limited when the office looks beyond each caregiver's miles", () => {
    const facts = week([first, last], { isFarther: true });
    expect(greedyWeek(facts, [])).toEqual([person.id, person.id]);
    expect(weekProblem(facts, []).far).toEqual([]);
  });
});
