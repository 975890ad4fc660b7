import { DAY_MINUTES, perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { Span } from '../care-plans/rules.ts';
import { sum } from '../sum.ts';
import type { TaskKind } from './tasks.ts';

/** What is to be placed, in minutes, weekdays and codes alone: no names, no dates (decision 0039). */

/** `count` turns a week of one task, each of `minutes` in one piece. */
export interface Ask {
  readonly code: number;
  readonly kind: TaskKind;
  readonly minutes: number;
  readonly count: number;
}

export type PerDay<T> = Readonly<Record<Weekday, T>>;

export interface ProviderTime {
  readonly id: number;
  readonly days: readonly Weekday[];
  /** What a code was chosen for; `relative`: that code is paid to a family member. */
  readonly kinds: readonly { readonly kind: TaskKind; readonly relative: boolean }[];
  /** Times of the provider's plans, from midnight of the day; those beside the window do no harm. */
  readonly taken: PerDay<readonly Span[]>;
  /** Minutes that the caps leave beside the plans that the provider has. */
  readonly left: { readonly day: PerDay<number>; readonly week: number; readonly relativeWeek: number };
}

/** What a cap leaves of some tasks in a week, no matter who does them. */
export interface ClientCap {
  /** Places of the asks that it counts. */
  readonly asks: readonly number[];
  readonly week: number;
  /** As it is called, and its minutes a year. */
  readonly name: string;
  readonly year: number;
}

export interface Problem {
  /** From midnight of the day, the same on each day, less than 24 hours beyond its start; each visit begins before midnight. */
  readonly window: Span;
  readonly providers: readonly ProviderTime[];
  /** Times of the client's plans, daycare and other services. */
  readonly clientTaken: PerDay<readonly Span[]>;
  readonly asks: readonly Ask[];
  readonly clientCaps: readonly ClientCap[];
}

/** One piece of a day in which everybody is either free or not from its start to its end. */
export interface Segment extends Span {
  /** It begins where the one before ends. */
  readonly isJoined: boolean;
  /** Whether each provider is free, in the order of the problem. */
  readonly free: readonly boolean[];
}

const covers = (spans: readonly Span[], start: number, end: number) =>
  spans.some((span) => span.start < end && start < span.end);

/** The day's window cut where somebody's time begins or ends; pieces in which nobody can come are left out. */
export const segmentsOf = (problem: Problem, day: Weekday): Segment[] => {
  const { window, providers } = problem;
  const comes = providers.map((provider) => provider.days.includes(day) && provider.kinds.length > 0);
  const client = problem.clientTaken[day];
  const spans = [...client, ...providers.flatMap((provider, at) => (comes[at] ? provider.taken[day] : []))];
  // Midnight is a border of its own: what lies beyond it is reached by a visit that began before.
  const cuts = new Set([window.start, window.end, ...(window.end > DAY_MINUTES ? [DAY_MINUTES] : [])]);
  for (const { start, end } of spans)
    for (const minute of [start, end]) if (window.start < minute && minute < window.end) cuts.add(minute);
  const minutes = [...cuts].sort((a, b) => a - b);
  const found: Segment[] = [];
  for (const [at, start] of minutes.entries()) {
    const end = minutes[at + 1];
    if (end === undefined || covers(client, start, end)) continue;
    const free = providers.map(
      (provider, n) => comes[n] === true && !covers(provider.taken[day], start, end),
    );
    if (!free.includes(true)) continue;
    const before = found.at(-1);
    const isJoined = before?.end === start;
    if (isJoined && start !== DAY_MINUTES && before.free.every((isFree, n) => isFree === free[n]))
      found[found.length - 1] = { ...before, end };
    else found.push({ start, end, isJoined, free });
  }
  return found;
};

/** The longest stretch in one piece that a provider has on a day. */
export const longestRun = (segments: readonly Segment[], provider: number) => {
  let best = 0;
  let run = 0;
  for (const { start, end, isJoined, free } of segments) {
    const before = isJoined ? run : 0;
    run = free[provider] && (start < DAY_MINUTES || before > 0) ? before + end - start : 0;
    best = Math.max(best, run);
  }
  return best;
};

const gcdOf = (a: number, b: number): number => (b === 0 ? a : gcdOf(b, a % b));
/** The step in which all lengths come; at least 1. */
export const stepOf = (asks: readonly Ask[]) =>
  asks.reduce((step, { minutes }) => gcdOf(minutes, step), 0) || 1;

export const askedMinutes = (asks: readonly Ask[]) => sum(asks.map(({ minutes, count }) => minutes * count));

export const NEXT_DAY: PerDay<Weekday> = perDay((day) => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? 'Mon');
