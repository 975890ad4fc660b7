import { DAY_MINUTES, hoursOf, perDay, showDate, toClock, WEEKDAYS, type Weekday } from '../calendar.ts';
import { type ComparedPlan, GAP_MINUTES, gapWarnings, type OutsideService } from '../care-plans/rules.ts';
import type { WeekRows } from '../care-plans/schema.ts';
import { counted } from '../counted.ts';
import { keysOf } from '../keys.ts';
import { sum } from '../sum.ts';
import { clientCapsOf, exceededClientCaps } from './client-caps.ts';
import { type ExistingPlan, takenByPlans, takenByServices, type Worked, workedBy } from './existing-plans.ts';
import { type LimitRules, ruleOfCap } from './limit-rules.ts';
import { capRowOn } from './norms.ts';
import type { PlacedVisit, Placing, Stage } from './placing.ts';
import type { Problem } from './problem.ts';
import { asksOf, codeFor, rowTotal, windowOf } from './rules.ts';
import {
  CAP_WORDS,
  type Cap,
  type NotPlaced,
  type ResultDay,
  type ResultFile,
  type StoredRequest,
} from './schema.ts';
import { LIMIT_SECONDS } from './shortfall.ts';
import { type SpreadFault, spreadFaults } from './spread.ts';
import { KINDS, kindOf, TASK_KINDS, type TaskKind } from './tasks.ts';

/** The records that a calculation reads. */
export interface CalculationFacts {
  readonly providers: readonly {
    readonly id: number;
    /** 'LastName, FirstName' */
    readonly name: string;
    readonly plans: readonly ExistingPlan[];
    /** Why no care plan could be created for this provider today. */
    readonly warnings: readonly string[];
  }[];
  readonly client: { readonly id: number; readonly name: string };
  readonly clientPlans: readonly ExistingPlan[];
  readonly services: readonly OutsideService[];
  readonly caps: readonly Cap[];
  /** What the agency does beyond soft caps. */
  readonly rules?: LimitRules;
  /** Codes of care plan types that are paid to a family member. */
  readonly relativeCodes: readonly string[];
}

const linesOf = (request: StoredRequest) => TASK_KINDS.flatMap((kind) => request.tasks[KINDS[kind].list]);
const daysOf = (days: string) => WEEKDAYS.filter((day) => days.split(',').includes(day));
const kindsOf = (provider: StoredRequest['providers'][number]) =>
  TASK_KINDS.flatMap((kind) => {
    const code = codeFor({ ...provider, days: [] }, kind);
    return code === null ? [] : [{ kind, code }];
  });

/** A soft cap that does not block is reported, but does not restrict the placement. */
const leftOf = ({ caps, rules = {} }: CalculationFacts, startDate: string, worked: Worked) => {
  const cap = (kind: Cap['kind']) => {
    const row = capRowOn(caps, kind, startDate);
    const isKept = row !== undefined && ruleOfCap(rules, row) === 'block';
    return (isKept ? row.minutes : null) ?? Number.POSITIVE_INFINITY;
  };
  const left = (most: number, already: number) => Math.max(0, most - already);
  // A care plan cannot express a visit of a whole day, because its start and end would be the same.
  return {
    day: perDay((day) => left(Math.min(cap('providerDay'), DAY_MINUTES - 1), worked.day[day])),
    week: left(cap('providerWeek'), worked.week),
    relativeWeek: left(cap('relativeWeek'), worked.relativeWeek),
  };
};

/** The times of the provider's plans. Between two clients, they include the gap that a care plan needs to be saved without a question. */
const takenFrom = (plans: readonly ExistingPlan[], { client, startDate }: StoredRequest) => {
  const { here = [], elsewhere = [] } = Object.groupBy(plans, ({ ClientID }) =>
    ClientID === client ? 'here' : 'elsewhere',
  );
  const [own, others] = [takenByPlans(here, startDate), takenByPlans(elsewhere, startDate)];
  return perDay((day) => [
    ...own[day],
    ...others[day].map(({ start, end }) => ({ start: start - GAP_MINUTES, end: end + GAP_MINUTES })),
  ]);
};

/** The problem to solve: what is to be placed, around everything that the people already do. */
export const problemOf = (request: StoredRequest, facts: CalculationFacts): Problem => {
  const asks = asksOf(request.tasks);
  const services = takenByServices(facts.services);
  const clientPlans = takenByPlans(facts.clientPlans, request.startDate);
  return {
    window: windowOf(request.timeStart, request.timeEnd),
    clientTaken: perDay((day) => [...services[day], ...clientPlans[day]]),
    providers: request.providers.map((provider) => {
      const plans = facts.providers.find(({ id }) => id === provider.value)?.plans ?? [];
      return {
        id: provider.value,
        days: daysOf(provider.days),
        kinds: kindsOf(provider).map(({ kind, code }) => ({
          kind,
          relative: facts.relativeCodes.includes(code),
        })),
        taken: takenFrom(plans, request),
        left: leftOf(facts, request.startDate, workedBy(plans, request.startDate)),
      };
    }),
    asks,
    clientCaps: clientCapsOf(request, facts, asks),
  };
};

/** By how many percent a better result could improve on this one at most. */
export const gapOf = ({ gap }: Pick<Placing, 'gap'>) =>
  gap === null
    ? 0
    : Math.round((Math.abs(gap.best - gap.bound) / Math.max(1, Math.abs(gap.best))) * 10_000) / 100;

const COULD_BE_BETTER: Readonly<Record<Stage, (gap: NonNullable<Placing['gap']>) => string>> = {
  placed: ({ best, bound }) => `at most ${Math.ceil(bound - best)} more minutes could fit`,
  crowd: () => 'some tasks could lie on better days',
  uneven: () => 'days or providers could share the minutes more evenly',
};

/** What a longer search could still gain; null if the week is proven best. */
export const unprovenText = ({ gap }: Pick<Placing, 'gap'>) =>
  gap === null ? null : `Best week found in ${LIMIT_SECONDS} seconds; ${COULD_BE_BETTER[gap.stage](gap)}.`;

/** 'All 300 minutes placed' or 'Not placed: 60 of 300 minutes', followed by tasks that are not on their days. */
export const resultText = (placing: Placing, asked: number, spread: readonly SpreadFault[]) => {
  const all =
    placing.placed === asked
      ? `All ${asked} minutes placed`
      : `Not placed: ${asked - placing.placed} of ${asked} minutes`;
  const offDays = spread.length > 0 && `${counted(spread.length, 'task')} not on the right days`;
  return [all, offDays].filter(Boolean).join('; ');
};

/** Tasks that are on too few days, by code and name. */
export const spreadOf = (request: StoredRequest, problem: Problem, placing: Placing) => {
  const names = new Map(linesOf(request).map(({ code, name }) => [code, `${code} ${name}`.trim()]));
  return spreadFaults(problem, placing, (code) => names.get(code) ?? String(code));
};

// --- Files -----------------------------------------------------------------------------------------------------------------

const dayOf = (request: StoredRequest, problem: Problem, visit: PlacedVisit): ResultDay => {
  const names = new Map(linesOf(request).map(({ code, name }) => [code, name]));
  const minutes = new Map<number, number>();
  for (const { ask, count } of visit.tasks) {
    const task = problem.asks[ask];
    if (task) minutes.set(task.code, (minutes.get(task.code) ?? 0) + task.minutes * count);
  }
  return {
    day: visit.day,
    in: toClock(visit.start),
    out: toClock(visit.end),
    tasks: [...minutes]
      .sort(([a], [b]) => a - b)
      .map(([code, all]) => ({ code, name: names.get(code) ?? '', minutes: all })),
  };
};

interface NotPlacedOf extends NotPlaced {
  readonly kind: TaskKind;
}

/** The minutes that were not placed, by task and reason. */
export const notPlacedOf = (
  problem: Problem,
  placing: Placing,
  reasons: readonly (string | null)[],
): NotPlacedOf[] => {
  const found = new Map<string, NotPlacedOf>();
  for (const [at, { code, kind, minutes }] of problem.asks.entries()) {
    const turns = placing.left[at] ?? 0;
    if (turns === 0) continue;
    const reason = reasons[at] ?? '';
    const key = `${code} ${reason}`;
    found.set(key, { code, kind, reason, minutes: (found.get(key)?.minutes ?? 0) + turns * minutes });
  }
  return [...found.values()];
};

const rowOfWeek = <T>(days: readonly ResultDay[], pick: (day: ResultDay) => T, none: T) =>
  perDay((name) => {
    const day = days.find((one) => one.day === name);
    return day ? pick(day) : none;
  });

/** The week of a result in the form of a care plan. */
export const weekOfResult = (days: readonly ResultDay[]): WeekRows => [
  { Name: 'Time In', ...rowOfWeek<string | null>(days, (day) => day.in, null) },
  { Name: 'Time Out', ...rowOfWeek<string | null>(days, (day) => day.out, null) },
  { Name: 'Travel Time', ...perDay(() => 0) },
];

const shortGaps = (
  days: readonly ResultDay[],
  request: StoredRequest,
  facts: CalculationFacts,
  provider: number,
) => {
  const plan: ComparedPlan = {
    id: null,
    ProviderID: provider,
    Provider: '',
    ClientID: facts.client.id,
    Client: facts.client.name,
    StartDate: request.startDate,
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    week: { time: weekOfResult(days) },
  };
  const { plans = [], name = '' } = facts.providers.find(({ id }) => id === provider) ?? {};
  return gapWarnings(plan, plans).map(({ day, message }) => `${name}, ${day}: ${message}`);
};

const sumByDay = (days: readonly ResultDay[]): Record<Weekday, number> =>
  perDay((name) => {
    const tasks = days.filter(({ day }) => day === name).flatMap((day) => day.tasks);
    return sum(tasks.map(({ minutes }) => minutes));
  });

/** A later cap that the weeks of a provider would exceed. */
const laterCaps = (
  request: StoredRequest,
  facts: CalculationFacts,
  provider: number,
  weekMinutes: number,
) => {
  const { name = '', plans = [] } = facts.providers.find(({ id }) => id === provider) ?? {};
  const all = weekMinutes + workedBy(plans, request.startDate).week;
  return facts.caps.flatMap(({ kind, validFrom, minutes }) =>
    kind === 'providerWeek' && validFrom > request.startDate && minutes !== null && all > minutes
      ? [
          `From ${showDate(validFrom)} on one provider may work ${hoursOf(minutes)} hours a week; ${name} would have ${hoursOf(all)}.`,
        ]
      : [],
  );
};

/** Soft caps in force on the start date that the week of a provider exceeds. */
const exceededCaps = (
  request: StoredRequest,
  { caps, rules = {}, providers, relativeCodes }: CalculationFacts,
  provider: number,
  visits: readonly PlacedVisit[],
): string[] => {
  const { name = '', plans = [] } = providers.find(({ id }) => id === provider) ?? {};
  const line = request.providers.find(({ value }) => value === provider);
  const ofRelative = (line ? kindsOf(line) : []).filter(({ code }) => relativeCodes.includes(code));
  const worked = workedBy(plans, request.startDate);
  const minutesIn = (own: readonly PlacedVisit[]) => sum(own.map(({ start, end }) => end - start));
  const asRelative = visits.filter((visit) => ofRelative.some(({ kind }) => kind === visit.kind));
  const ofDay = (day: Weekday) => worked.day[day] + minutesIn(visits.filter((one) => one.day === day));
  const used = {
    providerWeek: worked.week + minutesIn(visits),
    relativeWeek: worked.relativeWeek + minutesIn(asRelative),
    providerDay: Math.max(...WEEKDAYS.map(ofDay)),
  };
  return keysOf(used).flatMap((kind) => {
    const row = capRowOn(caps, kind, request.startDate);
    if (!row || row.minutes === null || used[kind] <= row.minutes) return [];
    if (ruleOfCap(rules, row) === 'block') return [];
    const [is, most] = [hoursOf(used[kind]), hoursOf(row.minutes)];
    return [
      `${name} would have ${is} hours, at most ${most}: ${CAP_WORDS[kind].toLowerCase()}. This is a soft limit.`,
    ];
  });
};

export type FileFacts = Omit<ResultFile, 'run' | 'added'>;

/**
 * One file for each provider and kind with minutes. What was not placed is only in the first file of its kind, so that the
 * files of a run add up to what was requested (docs/rules/calculator.md, rule 11).
 */
export const filesOf = (
  request: StoredRequest,
  facts: CalculationFacts,
  problem: Problem,
  placing: Placing,
  notPlaced: readonly NotPlacedOf[],
  spread: readonly SpreadFault[],
): FileFacts[] => {
  const pairs = request.providers.flatMap((provider, at) =>
    kindsOf(provider).map(({ kind, code }) => ({ at, provider: provider.value, kind, code })),
  );
  const visitsOf = (at: number, kind: TaskKind) =>
    placing.visits.filter((visit) => visit.provider === at && visit.kind === kind);
  const placedTasks = problem.asks.map(({ code, kind, minutes, count }, at) => ({
    code,
    kind,
    minutes: minutes * (count - (placing.left[at] ?? 0)),
  }));
  const keeper = (kind: TaskKind) => pairs.find((pair) => pair.kind === kind) ?? pairs[0];
  return pairs.flatMap((pair): FileFacts[] => {
    const days = visitsOf(pair.at, pair.kind).map((visit) => dayOf(request, problem, visit));
    const left = notPlaced.filter(({ kind }) => keeper(kind) === pair);
    if (days.length === 0 && left.length === 0) return [];
    const byDay = sumByDay(days);
    const minutes = sum(Object.values(byDay));
    const ofWeek = TASK_KINDS.flatMap((kind) => visitsOf(pair.at, kind));
    const week = sum(ofWeek.map(({ start, end }) => end - start));
    return [
      {
        version: 1,
        request,
        provider: pair.provider,
        type: pair.kind,
        code: pair.code,
        days,
        totals: { minutes, hours: hoursOf(minutes), byDay },
        notPlaced: left.map(({ code, minutes: rest, reason }) => ({ code, minutes: rest, reason })),
        warnings: [
          ...(facts.providers.find(({ id }) => id === pair.provider)?.warnings ?? []),
          ...exceededCaps(request, facts, pair.provider, ofWeek),
          ...laterCaps(request, facts, pair.provider, week),
          ...exceededClientCaps(request, facts, pair.kind, placedTasks),
          ...shortGaps(days, request, facts, pair.provider),
        ],
        spread: spread.filter(({ code }) => kindOf(code) === pair.kind).map(({ sentence }) => sentence),
        optimal: placing.optimal,
        gap: gapOf(placing),
        unproven: unprovenText(placing),
      },
    ];
  });
};

export const minutesAsked = (request: StoredRequest) => sum(linesOf(request).map(rowTotal));

/** `ihss_{client}_{YYYYMMDD}_{n}_{provider}_{hmk|pers|hma}` (docs/rules/calculator.md, rule 12), which contains ids only. */
export const resultName = (file: Pick<ResultFile, 'request' | 'run' | 'provider' | 'type'>, day: string) =>
  `ihss_${file.request.client}_${day.replaceAll('-', '')}_${file.run}_${file.provider}_${file.type}`;
