import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { sum } from '../sum.ts';
import { crowdOf, differenceOf } from './evenness.ts';
import { turnsByCode } from './placing-goals.ts';
import type { PlacingModel } from './placing-model.ts';
import { askedMinutes, type PerDay } from './problem.ts';

/**
 * A lower bound for the difference between days, over all placements that have all turns and are no more crowded than
 * necessary. It goes through every way to distribute the tasks over the days, ignoring providers and times. It finds at once
 * what takes a solver long.
 */

const MOST_WAYS = 20_000;
const MOST_STEPS = 100_000;
/** The most turns of a task with several lengths. */
const MOST_MIXED = 8;

type Sums = readonly number[];

type Counts = PerDay<number>;
const NONE: Counts = perDay(() => 0);

/** All ways to distribute this many turns over some days without exceeding the crowding; undefined if there are too many. */
const countsWithin = (open: readonly Weekday[], turns: number, crowd: number): Counts[] | undefined => {
  const [least, most] = [Math.floor(turns / 7), Math.ceil(turns / 7)];
  const found: Counts[] = [];
  const lay = (at: number, left: number, spare: number, on: Counts): boolean => {
    const day = open[at];
    if (day === undefined) {
      if (left === 0 && crowdOf(on, turns) <= crowd) found.push(on);
      return found.length <= MOST_WAYS;
    }
    for (let here = Math.max(0, least - spare); here <= Math.min(left, most + spare); here += 1) {
      const beyond = Math.max(0, here - most) + Math.max(0, least - here);
      if (!lay(at + 1, left - here, spare - beyond, { ...on, [day]: here })) return false;
    }
    return true;
  };
  const spare = crowd - (7 - open.length) * least;
  return spare < 0 || lay(0, turns, spare, NONE) ? found : undefined;
};

interface Length {
  readonly minutes: number;
  readonly count: number;
  readonly open: readonly Weekday[];
}

/** Minutes by day for every way to assign the lengths to these numbers of turns. */
const minutesOf = (counts: Counts, lengths: readonly Length[], minutes: Counts): Counts[] => {
  const [first, ...rest] = lengths;
  if (!first) return WEEKDAYS.every((day) => counts[day] === 0) ? [minutes] : [];
  const lay = (at: number, left: number, on: Counts): Counts[] => {
    const day = first.open[at];
    if (day === undefined) return left === 0 ? [on] : [];
    return Array.from({ length: Math.min(left, counts[day]) + 1 }, (_, here) =>
      lay(at + 1, left - here, { ...on, [day]: here }),
    ).flat();
  };
  return lay(0, first.count, NONE).flatMap((on) =>
    minutesOf(
      perDay((day) => counts[day] - on[day]),
      rest,
      perDay((day) => minutes[day] + on[day] * first.minutes),
    ),
  );
};

/** The least crowded ways for one task, as minutes by day; undefined if there are too many. */
const waysOf = (
  lengths: readonly Length[],
): { readonly crowd: number; readonly ways: readonly Counts[] } | undefined => {
  const turns = sum(lengths.map(({ count }) => count));
  if (lengths.length > 1 && turns > MOST_MIXED) return undefined;
  const open = WEEKDAYS.filter((day) => lengths.some((length) => length.open.includes(day)));
  for (let crowd = 0; crowd <= 2 * turns; crowd += 1) {
    const counts = countsWithin(open, turns, crowd);
    if (!counts || counts.length * lengths.length > MOST_WAYS) return undefined;
    if (counts.length > 0)
      return { crowd, ways: counts.flatMap((on) => minutesOf(on, lengths.toReversed(), NONE)) };
  }
  return undefined;
};

const TURNED = Array.from({ length: 7 }, (_, by) => WEEKDAYS.map((__, at) => (at + by) % 7));
/** Rotating or mirroring a week does not change how even it is. */
const IMAGES = [...TURNED, ...TURNED.map((order) => order.toReversed())];

const keyOf = (sums: Sums, isRound: boolean) => {
  const least = Math.min(...sums);
  const images = isRound ? IMAGES : IMAGES.slice(0, 1);
  return images
    .map((order) => String.fromCharCode(...order.map((at) => (sums[at] ?? 0) - least)))
    .reduce((first, one) => (one < first ? one : first));
};

/** Undefined if not all turns are placed, some are more crowded than necessary, or there are too many ways. */
export const leastDayDifference = (
  { problem, blocks }: PlacingModel,
  placed: number,
  crowd: number,
): number | undefined => {
  const asked = askedMinutes(problem.asks);
  if (placed !== asked) return undefined;
  const openFor = (kind: string, minutes: number) =>
    WEEKDAYS.filter((day) =>
      blocks.some(
        (block) =>
          block.day === day &&
          block.kind === kind &&
          block.shares.some(({ length }) => length.minutes === minutes),
      ),
    );
  const tasks = [...turnsByCode(problem).values()].map((places) =>
    waysOf(
      places.flatMap((at) => {
        const ask = problem.asks[at];
        return ask ? [{ ...ask, open: openFor(ask.kind, ask.minutes) }] : [];
      }),
    ),
  );
  const known = tasks.flatMap((task) => task ?? []);
  if (known.length < tasks.length || sum(known.map((task) => task.crowd)) !== crowd) return undefined;
  const days = WEEKDAYS.filter((day) => blocks.some((block) => block.day === day));
  const isRound =
    days.length === 7 && problem.asks.every((ask) => openFor(ask.kind, ask.minutes).length === 7);
  let states = new Map<string, Sums>([['', WEEKDAYS.map(() => 0)]]);
  let steps = 0;
  for (const { ways } of known.toSorted((a, b) => a.ways.length - b.ways.length)) {
    steps += states.size * ways.length;
    if (steps > MOST_STEPS) return undefined;
    const next = new Map<string, Sums>();
    for (const sums of states.values())
      for (const minutes of ways) {
        const now = WEEKDAYS.map((day, at) => (sums[at] ?? 0) + minutes[day]);
        next.set(keyOf(now, isRound), now);
      }
    states = next;
  }
  const differences = [...states.values()].map((sums) =>
    differenceOf(days.map((day) => sums[WEEKDAYS.indexOf(day)] ?? 0)),
  );
  return Math.min(...differences);
};
