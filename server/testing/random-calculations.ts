import type { CalculationFacts } from '@homecare/domain/calculator/calculation.ts';
import type { ExistingPlan } from '@homecare/domain/calculator/existing-plans.ts';
import { sentStart } from '@homecare/domain/calculator/rules.ts';
import type { StoredLine, StoredRequest } from '@homecare/domain/calculator/schema.ts';
import { KINDS, TASK_KINDS, type TaskKind } from '@homecare/domain/calculator/tasks.ts';
import { addDays, perDay, toClock, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import type { OutsideService } from '@homecare/domain/care-plans/rules.ts';
import type { WeekRows } from '@homecare/domain/care-plans/schema.ts';
import { type Random, randomOf } from '@homecare/domain/care-plans/testing/plan-pairs.ts';

/** Calculations for tests and the bench, generated from a number. */
export interface RandomCalculation {
  readonly request: StoredRequest;
  readonly facts: CalculationFacts;
}

const START = '2026-12-01';
const CODES: Readonly<Record<TaskKind, readonly string[]>> = {
  hmk: ['IHSSHMK'],
  pers: ['IHSSPC', 'IHSSRPC'],
  hma: ['IHSSHMA'],
};

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];

const line = (code: number, duration: number, times: number): StoredLine => ({
  code,
  name: `Task ${code}`,
  norm: 'IND',
  duration,
  times,
  total: Math.round(duration * times),
});

const weekOf = (random: Random): WeekRows => {
  const isNightly = random(5) === 0;
  const spans = new Map(
    WEEKDAYS.filter(() => random(3) === 0).map((day) => {
      const start = isNightly ? 1260 + random(20) * 5 : 420 + random(130) * 5;
      return [day, { start, end: start + (isNightly ? 480 : 45 + random(30) * 5) }] as const;
    }),
  );
  const at = (day: Weekday, which: 'start' | 'end') => {
    const span = spans.get(day);
    return span ? toClock(span[which]) : null;
  };
  return [
    { Name: 'Time In', ...perDay((day) => at(day, 'start')) },
    { Name: 'Time Out', ...perDay((day) => at(day, 'end')) },
    { Name: 'Travel Time', ...perDay(() => 0) },
  ];
};

const weekOfPlan = (random: Random) => ({
  time: weekOf(random),
  personalCareItems: random(3) === 0 ? [{ Name: 'task 214', ...perDay(() => random(4) * 10) }] : [],
});

/** A third of the plans change once or twice. */
const weeksOf = (random: Random, from: string): Pick<ExistingPlan, 'week' | 'weeks'> => {
  const week = weekOfPlan(random);
  if (random(3) > 0) return { week };
  const later = (date: string) => ({
    from: addDays(date, 1 + random(60)),
    week: weekOfPlan(random),
  });
  const second = later(from);
  return {
    week,
    weeks: [{ from, week }, second, ...(random(2) === 0 ? [later(second.from)] : [])],
  };
};

const planOf = (random: Random, id: number, provider: number, client: number): ExistingPlan => {
  const StartDate = addDays(START, random(120) - 90);
  const EndDate = random(4) === 0 ? addDays(StartDate, random(120)) : null;
  return {
    id,
    ProviderID: provider,
    Provider: `Provider ${provider}`,
    ClientID: client,
    Client: `Client ${client}`,
    StartDate,
    EndDate,
    Status: random(12) === 0 ? 'Deleted' : EndDate === null ? 'Active' : 'Archive',
    coversPlanId: null,
    relative: random(4) === 0,
    category: pick(random, ['PCP/RPCP', 'PCP/RPCP', 'HealthMaintenance', 'Homemaker', null]),
    ...weeksOf(random, StartDate),
  };
};

const serviceOf = (random: Random): OutsideService => ({
  company: 'Daycare',
  days: WEEKDAYS.filter(() => random(3) === 0),
  from: '10:00',
  to: toClock(660 + random(30) * 5),
});

const CLIENT = 900;

const factsOf = (random: Random, providers: number, plans: number): CalculationFacts => {
  const people = Array.from({ length: providers }, (_, at) => at + 1);
  const clientPlans = Array.from({ length: random(plans + 1) }, (_, n) =>
    planOf(random, 1000 + n, 50 + n, CLIENT),
  );
  return {
    client: { id: CLIENT, name: 'Client 900' },
    clientPlans,
    services: random(4) === 0 ? [serviceOf(random)] : [],
    relativeCodes: ['IHSSRPC'],
    caps: [
      {
        kind: 'providerDay',
        validFrom: '2026-01-01',
        minutes: pick(random, [960, 960, 180, 60]),
        source: 'test',
        rev: 0,
      },
      {
        kind: 'providerWeek',
        validFrom: '2026-01-01',
        minutes: pick(random, [5040, 5040, 5040, 300]),
        source: 'test',
        rev: 0,
      },
      { kind: 'providerWeek', validFrom: '2027-01-01', minutes: 4200, source: 'test', rev: 0 },
      ...(['personalYear', 'oversightYear', 'healthYear'] as const).map((kind) => ({
        kind,
        validFrom: '2026-01-01',
        minutes: pick(random, [525_600, 525_600, 525_600, 525_600, 100_000, 5_000, 2_000]),
        source: 'test',
        rev: 0,
      })),
      {
        kind: 'relativeWeek',
        validFrom: '2026-01-01',
        minutes: pick(random, [2400, 2400, 200]),
        source: 'test',
        rev: 0,
      },
    ],
    providers: people.map((id) => ({
      id,
      name: `Provider ${id}`,
      plans: Array.from({ length: random(plans + 1) }, (_, n) => planOf(random, id * 10 + n, id, 100 + n)),
      warnings: [],
    })),
  };
};

/** The maximum size of a calculation. */
export interface Size {
  readonly providers: number;
  readonly tasks: number;
  /** Minutes of the window. */
  readonly window: readonly [number, ...number[]];
  /** For the first task, the second and so on; the last applies to all others. */
  readonly turns: readonly (readonly [number, ...number[]])[];
  readonly lengths: readonly [number, ...number[]];
  readonly days: number;
  /** The most plans of each provider, and of the client. */
  readonly plans: number;
}

/** Small enough to try every possibility. */
export const SMALL: Size = {
  providers: 2,
  tasks: 3,
  window: [60, 90, 120, 200],
  turns: [[1, 1, 2, 1.5]],
  lengths: [20, 30, 45, 60],
  days: 3,
  plans: 3,
};
/** Whole weeks of one provider, for daily turns. */
export const WEEKLY: Size = {
  providers: 1,
  tasks: 2,
  window: [60, 90, 200],
  turns: [
    [3, 3, 7, 8],
    [2, 2, 1],
  ],
  lengths: [20, 30, 45],
  days: 7,
  plans: 2,
};
export const LARGE: Size = {
  providers: 4,
  tasks: 14,
  window: [240, 480, 600, 720],
  turns: [[1, 2, 3, 5, 7, 7, 14, 2.5]],
  lengths: [5, 10, 15, 20, 30, 60, 120],
  days: 7,
  plans: 2,
};

const CODES_IN_ORDER = TASK_KINDS.flatMap((kind) =>
  Array.from({ length: KINDS[kind].to - KINDS[kind].from + 1 }, (_, at) => KINDS[kind].from + at),
);

/** This many different task codes; protective oversight, which has its own cap, is more frequent. */
const someCodes = (random: Random, count: number) =>
  CODES_IN_ORDER.map((code) => ({ code, key: random(1_000_000) * (code === 214 ? 0.2 : 1) }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ code }) => code)
    .sort((a, b) => a - b);

export const randomCalculation = (seed: number, size: Size): RandomCalculation => {
  const random = randomOf(seed);
  const providers = 1 + random(size.providers);
  // Some windows cross midnight.
  const start = random(4) === 0 ? 1430 - random(14) * 10 : 480 + random(12) * 10;
  const codes = someCodes(random, 1 + random(size.tasks));
  const lines = codes.map((code, at) => {
    const minutes = pick(random, size.lengths);
    const times = pick(random, size.turns[at] ?? size.turns.at(-1) ?? [1]);
    return line(code, minutes, Number.isInteger(minutes * times) ? times : Math.floor(times));
  });
  const ofKind = (kind: TaskKind) =>
    lines.filter(({ code }) => KINDS[kind].from <= code && code <= KINDS[kind].to);
  const code = (kind: TaskKind) =>
    random(6) === 0 ? null : pick(random, [CODES[kind][0] ?? '', ...CODES[kind].slice(1)]);
  const offered = WEEKDAYS.slice(0, size.days);
  const days = () => {
    const some = random(3) === 0 ? offered : offered.filter(() => random(4) > 0);
    return (some.length > 0 ? some : offered.slice(0, 1)).join(',');
  };
  return {
    request: {
      client: CLIENT,
      providers: Array.from({ length: providers }, (_, at) => {
        const own = { hmkTasks: code('hmk'), personalTasks: code('pers'), hmaTasks: code('hma') };
        const hasNone = own.hmkTasks === null && own.personalTasks === null && own.hmaTasks === null;
        return { value: at + 1, days: days(), ...own, ...(hasNone && { personalTasks: 'IHSSPC' }) };
      }),
      startDate: START,
      timeStart: sentStart(toClock(start)),
      timeEnd: toClock(start + pick(random, size.window)),
      tasks: { homemaker: ofKind('hmk'), personal: ofKind('pers'), health: ofKind('hma') },
    },
    facts: factsOf(random, providers, size.plans),
  };
};

/** Six providers, all 43 tasks, seven days: a full IHSS client (the bench). */
export const fullCalculation = (seed: number): RandomCalculation => {
  const random = randomOf(seed);
  const lines = CODES_IN_ORDER.map((code) =>
    line(code, pick(random, [5, 10, 15, 20, 25, 30]), pick(random, [1, 2, 3, 5, 7, 7, 14])),
  );
  const ofKind = (kind: TaskKind) =>
    lines.filter(({ code }) => KINDS[kind].from <= code && code <= KINDS[kind].to);
  const facts = factsOf(random, 6, 1);
  return {
    request: {
      client: CLIENT,
      providers: Array.from({ length: 6 }, (_, at) => ({
        value: at + 1,
        days: WEEKDAYS.join(','),
        hmkTasks: at % 3 === 2 ? null : 'IHSSHMK',
        personalTasks: at % 3 === 1 ? null : 'IHSSPC',
        hmaTasks: at % 2 === 0 ? 'IHSSHMA' : null,
      })),
      startDate: START,
      timeStart: '06:55',
      timeEnd: '21:00',
      tasks: { homemaker: ofKind('hmk'), personal: ofKind('pers'), health: ofKind('hma') },
    },
    facts: {
      ...facts,
      clientPlans: [],
      services: [],
      caps: [
        { kind: 'providerDay', validFrom: '2026-01-01', minutes: 960, source: 'bench', rev: 0 },
        { kind: 'providerWeek', validFrom: '2026-01-01', minutes: 5040, source: 'bench', rev: 0 },
      ],
    },
  };
};
