import { DAY_MINUTES, perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { Span } from '../care-plans/rules.ts';
import { sum } from '../sum.ts';
import type { TaskKind } from './tasks.ts';

/** What is to be placed, only in minutes, weekdays and codes, without names or dates (decision 0039). */

/** `count` turns a week of one task, each `minutes` long without interruption. */
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
  /** The kinds that a code was chosen for; `relative` if that code is paid to a family member. */
  readonly kinds: readonly { readonly kind: TaskKind; readonly relative: boolean }[];
  /** Times of the provider's plans, counted from midnight of the day. Times outside of the window do not matter. */
  readonly taken: PerDay<readonly Span[]>;
  /** Minutes that the caps leave beside the provider's existing plans. */
  readonly left: { readonly day: PerDay<number>; readonly week: number; readonly relativeWeek: number };
}

/** The minutes of some tasks per week that a cap leaves, whoever does them. */
export interface ClientCap {
  /** Indexes of the asks that it covers. */
  readonly asks: readonly number[];
  readonly week: number;
  /** The cap's name, and its minutes per year. */
  readonly name: string;
  readonly year: number;
}

export interface Problem {
  /** Counted from midnight, the same for each day, ending less than 24 hours after its start. Each visit begins before midnight. */
  readonly window: Span;
  readonly providers: readonly ProviderTime[];
  /** Times of the client's plans, daycare and other services. */
  readonly clientTaken: PerDay<readonly Span[]>;
  readonly asks: readonly Ask[];
  readonly clientCaps: readonly ClientCap[];
}

/** A piece of a day during which everybody is either free or busy throughout. */
export interface Segment extends Span {
  /** It begins where the one before ends. */
  readonly isJoined: boolean;
  /** Whether each provider is free, in the order of the problem. */
  readonly free: readonly boolean[];
}

const covers = (spans: readonly Span[], start: number, end: number) =>
  spans.some((span) => span.start < end && start < span.end);

/** The window of a day divided wherever somebody's time begins or ends, without pieces in which nobody can come. */
export const segmentsOf = (problem: Problem, day: Weekday): Segment[] => {
  const { window, providers } = problem;
  const comes = providers.map((provider) => provider.days.includes(day) && provider.kinds.length > 0);
  const client = problem.clientTaken[day];
  const spans = [...client, ...providers.flatMap((provider, at) => (comes[at] ? provider.taken[day] : []))];
  // Midnight is a border too, because only visits that began before it can go beyond.
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

/** The longest uninterrupted stretch of a provider on a day. */
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
/** The largest step of which all lengths are multiples; at least 1. */
export const stepOf = (asks: readonly Ask[]) =>
  asks.reduce((step, { minutes }) => gcdOf(minutes, step), 0) || 1;

export const askedMinutes = (asks: readonly Ask[]) => sum(asks.map(({ minutes, count }) => minutes * count));

export const NEXT_DAY: PerDay<Weekday> = perDay((day) => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? 'Mon');
