import type { Scope } from '../auth/scope.ts';

/** In UTC, every so many minutes: `{ minutes: 60, at: 17 }` is seventeen minutes past each hour. */
export interface Timing {
  readonly minutes: number;
  readonly at?: number;
  /**
   * Where nobody is at work: a job whose work is queued by anyone who causes it looks there for what was forgotten, and need
   * not do so each minute.
   */
  readonly resting?: number;
}

/** A job of the server: its own scope, an id of a row as payload at most, safe to run twice; a long one ends early when asked. */
export interface Job {
  readonly name: string;
  /** Without it the job is only queued by changes. */
  readonly every?: Timing;
  readonly run: (scope: Scope, payload: unknown, ending?: AbortSignal) => Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The last moment up to `now` at which it was due. */
const lastBefore = ({ minutes, at = 0 }: Timing, now: number): number => {
  const period = minutes * MINUTE;
  const offset = (at % minutes) * MINUTE;
  return Math.floor((now - offset) / period) * period + offset;
};

/** Timed jobs that became due after `since`. */
export const timedSince = (jobs: readonly Job[], since: number, now: number): string[] =>
  jobs.flatMap(({ name, every }) => (every && lastBefore(every, now) > since ? [name] : []));

/** The minute of each hour at which an agency where nobody works is looked at: not all of them at once. */
const restingMinute = (name: string) =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 60, 7);

/** When a timed job is due next. Where nobody works they fall together. */
export const nextTimed = (
  jobs: readonly Job[],
  now: number,
  { site, isResting }: { readonly site: string; readonly isResting: boolean },
): number => {
  const timings = jobs.flatMap(({ every }) => (every ? [every] : []));
  const counting = isResting
    ? timings.map(({ minutes, resting = minutes }) => ({ minutes: resting, at: restingMinute(site) }))
    : timings;
  const next = counting.map((every) => lastBefore(every, now) + every.minutes * MINUTE);
  return next.length > 0 ? Math.min(...next) : now + HOUR;
};
