import type { Scope } from '../auth/scope.ts';

/** In UTC, every so many minutes: `{ minutes: 60, at: 17 }` is seventeen minutes past each hour. */
export interface Timing {
  readonly minutes: number;
  readonly at?: number;
  /**
   * The interval for agencies nobody is using: a job that is queued by whatever causes its work only looks for forgotten work there,
   * which need not happen every minute.
   */
  readonly resting?: number;
}

/** A job of the server. It has its own scope, at most a row id as payload, and must be safe to run twice; a long one ends early when asked. */
export interface Job {
  readonly name: string;
  /** Without it, the job only runs when queued. */
  readonly every?: Timing;
  readonly run: (scope: Scope, payload: unknown, ending?: AbortSignal) => Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The last time up to `now` at which it was due. */
const lastBefore = ({ minutes, at = 0 }: Timing, now: number): number => {
  const period = minutes * MINUTE;
  const offset = (at % minutes) * MINUTE;
  return Math.floor((now - offset) / period) * period + offset;
};

/** Timed jobs that became due after `since`. */
export const timedSince = (jobs: readonly Job[], since: number, now: number): string[] =>
  jobs.flatMap(({ name, every }) => (every && lastBefore(every, now) > since ? [name] : []));

/** The minute of each hour for a resting agency's jobs, spread so that they do not all run at once. */
const restingMinute = (name: string) =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 60, 7);

/** When a timed job is due next. In resting agencies, jobs run together. */
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
