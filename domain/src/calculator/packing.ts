import { DAY_MINUTES } from '../calendar.ts';
import type { Segment } from './problem.ts';

/** Puts the visits of one day on the clock: one after another, each in a single stretch in which its provider is free. */
export interface Visit {
  readonly provider: number;
  readonly minutes: number;
}

const earliest = (segments: readonly Segment[], { provider, minutes }: Visit, from: number) => {
  let start: number | undefined;
  for (const segment of segments) {
    if (!segment.isJoined) start = undefined;
    if (!segment.free[provider]) {
      start = undefined;
      continue;
    }
    start ??= Math.max(segment.start, from);
    if (start >= DAY_MINUTES) return undefined;
    if (segment.end - start >= minutes) return start;
    if (segment.end <= from) start = undefined;
  }
  return undefined;
};

/** The starts of visits in this order, each as early as possible; undefined if they do not fit. */
export const packInOrder = (segments: readonly Segment[], order: readonly Visit[]): number[] | undefined => {
  const starts: number[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const visit of order) {
    const start = earliest(segments, visit, from);
    if (start === undefined) return undefined;
    starts.push(start);
    from = start + visit.minutes;
  }
  return starts;
};

/**
 * The starts of the visits, in an order in which they fit; undefined if none was found within `tries` steps. Starts are
 * returned in the given order, which is also tried first.
 */
export const packDay = (
  segments: readonly Segment[],
  visits: readonly Visit[],
  tries = 400,
): number[] | undefined => {
  const [only] = segments;
  const total = visits.reduce((sum, { minutes }) => sum + minutes, 0);
  if (total > segments.reduce((sum, { start, end }) => sum + end - start, 0)) return undefined;
  if (segments.length <= 1) return only || total === 0 ? packInOrder(segments, visits) : undefined;
  const starts: (number | undefined)[] = visits.map(() => undefined);
  let steps = 0;
  const place = (from: number, left: number): boolean => {
    if (left === 0) return true;
    for (const [at, visit] of visits.entries()) {
      if (starts[at] !== undefined) continue;
      steps += 1;
      if (steps > tries) return false;
      const start = earliest(segments, visit, from);
      if (start === undefined) return false;
      starts[at] = start;
      if (place(start + visit.minutes, left - 1)) return true;
      starts[at] = undefined;
    }
    return false;
  };
  if (!place(Number.NEGATIVE_INFINITY, visits.length)) return undefined;
  return starts.map((start) => start ?? 0);
};
