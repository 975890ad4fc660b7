import { hoursOf, showDate, weekdayOf } from '../calendar.ts';
import { runsOn, spanOn } from '../care-plans/rules.ts';
import { weekOn } from '../care-plans/weeks.ts';
import { sum } from '../sum.ts';
import type { ExistingPlan } from './existing-plans.ts';
import { type LimitRules, ruleOfCap } from './limit-rules.ts';
import { capRowOn } from './norms.ts';
import type { Placing } from './placing.ts';
import type { Ask, ClientCap } from './problem.ts';
import { CAP_WORDS, type Cap, type StoredRequest } from './schema.ts';
import { KINDS, type TaskKind } from './tasks.ts';

/** What one client may get of a service in a year (decision 0046), as a weekly share less what other plans use. */

interface CappedTasks {
  readonly kind: TaskKind;
  /** Only this task of the kind. */
  readonly code?: number;
}
const CLIENT_CAPS = {
  personalYear: { kind: 'pers' },
  oversightYear: { kind: 'pers', code: 214 },
  healthYear: { kind: 'hma' },
} as const satisfies Partial<Record<Cap['kind'], CappedTasks>>;
type ClientCapKind = keyof typeof CLIENT_CAPS;
const CLIENT_CAP_KINDS: readonly ClientCapKind[] = ['oversightYear', 'personalYear', 'healthYear'];

const YEAR = 365;

/** With a year of 365 days, 1,460 units of a quarter hour are 7 hours a week. */
const weekShare = (minutes: number) => Math.floor((minutes * 7) / YEAR);

const isCapped = (tasks: CappedTasks, task: Pick<Ask, 'kind' | 'code'>) =>
  task.kind === tasks.kind && (tasks.code === undefined || task.code === tasks.code);

/** Minutes of a plan on a day that count toward a cap: the whole visit, or only the one task, found by name. */
const minutesOn = (plan: ExistingPlan, tasks: CappedTasks, request: StoredRequest) => {
  if (plan.category !== KINDS[tasks.kind].category) return () => 0;
  const name = request.tasks[KINDS[tasks.kind].list].find(({ code }) => code === tasks.code)?.name;
  return (date: Temporal.PlainDate) => {
    const week = weekOn(plan, date.toString());
    const day = weekdayOf(date);
    if (tasks.code === undefined) {
      const span = spanOn(week.time, day);
      return span ? span.end - span.start : 0;
    }
    const rows = week.personalCareItems.filter((row) => row.Name.toLowerCase() === name?.toLowerCase());
    return sum(rows.map((row) => row[day]));
  };
};

/** The minutes that the client's plans use in the year from the start date on. */
const takenInYear = (plans: readonly ExistingPlan[], tasks: CappedTasks, request: StoredRequest) => {
  const first = Temporal.PlainDate.from(request.startDate);
  const days = Array.from({ length: YEAR }, (_, at) => first.add({ days: at }));
  const taken = plans.map((plan) => {
    const minutes = minutesOn(plan, tasks, request);
    return sum(days.map((day) => (runsOn(plan, day.toString()) ? minutes(day) : 0)));
  });
  return sum(taken);
};

interface Facts {
  readonly caps: readonly Cap[];
  /** What the agency does beyond soft caps. */
  readonly rules?: LimitRules;
  readonly clientPlans: readonly ExistingPlan[];
}

/**
 * The caps in force on the start date that block and concern something in the request. Other caps are reported, but do not
 * restrict the placement.
 */
export const clientCapsOf = (request: StoredRequest, facts: Facts, asks: readonly Ask[]): ClientCap[] =>
  CLIENT_CAP_KINDS.flatMap((kind) => {
    const tasks = CLIENT_CAPS[kind];
    const counted = asks.flatMap((ask, at) => (isCapped(tasks, ask) ? [at] : []));
    const cap = capRowOn(facts.caps, kind, request.startDate);
    if (!cap || cap.minutes === null || counted.length === 0) return [];
    if (ruleOfCap(facts.rules ?? {}, cap) !== 'block') return [];
    const { minutes } = cap;
    const week = weekShare(Math.max(0, minutes - takenInYear(facts.clientPlans, tasks, request)));
    return [{ asks: counted, week, name: CAP_WORDS[kind], year: minutes }];
  });

/** Minutes of a cap's tasks that were requested. */
export const askedOf = ({ asks }: ClientCap, all: readonly Ask[]) =>
  sum(asks.map((at) => (all[at]?.minutes ?? 0) * (all[at]?.count ?? 0)));
export const placedOf = (cap: ClientCap, all: readonly Ask[], { left }: Pick<Placing, 'left'>) =>
  askedOf(cap, all) - sum(cap.asks.map((at) => (all[at]?.minutes ?? 0) * (left[at] ?? 0)));

/** Soft caps that the placed minutes exceed, and later caps, soft or hard, that they would exceed. */
export const exceededClientCaps = (
  request: StoredRequest,
  facts: Facts,
  kind: TaskKind,
  placed: Placed,
): string[] =>
  facts.caps.flatMap((cap) => {
    const own = CLIENT_CAP_KINDS.find((one) => one === cap.kind);
    if (!own || cap.minutes === null) return [];
    const isNow = capRowOn(facts.caps, own, request.startDate) === cap;
    if (isNow ? ruleOfCap(facts.rules ?? {}, cap) === 'block' : cap.validFrom <= request.startDate) return [];
    const tasks: CappedTasks = CLIENT_CAPS[own];
    if (tasks.kind !== kind) return [];
    const then = isNow ? request : { ...request, startDate: cap.validFrom };
    const most = weekShare(Math.max(0, cap.minutes - takenInYear(facts.clientPlans, tasks, then)));
    const week = sum(placed.filter((task) => isCapped(tasks, task)).map(({ minutes }) => minutes));
    if (week <= most) return [];
    const since = isNow ? '' : `From ${showDate(cap.validFrom)} on `;
    const advice = cap.soft ? ' A soft limit: ask the case manager for an exception.' : '';
    return [
      `${since}${hoursOf(most)} hours a week are left of: ${CAP_WORDS[own].toLowerCase()}; planned are ${hoursOf(week)}.${advice}`,
    ];
  });
type Placed = readonly Pick<Ask, 'kind' | 'code' | 'minutes'>[];
