import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { Span } from '../care-plans/rules.ts';
import type { Goal, Solve } from '../linear.ts';
import { sum } from '../sum.ts';
import { leastDayDifference } from './day-bound.ts';
import { crowdOf, differenceOf } from './evenness.ts';
import { firstGuess } from './first-guess.ts';
import { packInOrder } from './packing.ts';
import { leastCrowded, leastDifference, leastUneven, mostPlaced, turnsByCode } from './placing-goals.ts';
import { type Block, type PlacingModel, placingModel } from './placing-model.ts';
import { askedMinutes, type Problem, stepOf } from './problem.ts';
import type { TaskKind } from './tasks.ts';

/** The goals in order. A later goal never worsens an earlier one (decision 0039). */
export const STAGES = ['placed', 'crowd', 'uneven'] as const;
export type Stage = (typeof STAGES)[number];

export interface PlacedVisit extends Span {
  /** Index of the provider in the problem. */
  readonly provider: number;
  readonly kind: TaskKind;
  readonly day: Weekday;
  /** Indexes of asks in the problem, and how often each is done. */
  readonly tasks: readonly { readonly ask: number; readonly count: number }[];
}

export interface Placing {
  readonly visits: readonly PlacedVisit[];
  /** For each ask, how many turns were not placed. */
  readonly left: readonly number[];
  readonly placed: number;
  readonly crowd: number;
  readonly uneven: number;
  readonly optimal: boolean;
  /** If time ran out: the goal, the best value found, and the bound that no placement can pass. */
  readonly gap: { readonly stage: Stage; readonly best: number; readonly bound: number } | null;
}

export interface Clock {
  /** Seconds left. */
  readonly left: () => number;
}

const sumOf = (blocks: readonly Block[], values: readonly number[]) =>
  sum(blocks.flatMap(({ terms }) => terms.map(([column, by]) => (values[column] ?? 0) * by)));

const crowdIn = ({ problem, counts }: PlacingModel, values: readonly number[]) =>
  sum(
    [...turnsByCode(problem).values()].map((places) => {
      const on = perDay((day) => sum(places.map((at) => values[counts[at]?.[day] ?? -1] ?? 0)));
      return crowdOf(on, sum(places.map((at) => problem.asks[at]?.count ?? 0)));
    }),
  );

/** Minutes by day and by provider, for those days and providers that can have any. */
const sumsIn = ({ problem, blocks }: PlacingModel, values: readonly number[]) => {
  const sums = (groups: readonly (readonly Block[])[]) =>
    groups.filter((some) => some.length > 0).map((some) => sumOf(some, values));
  return {
    days: sums(WEEKDAYS.map((day) => blocks.filter((block) => block.day === day))),
    providers: sums(problem.providers.map((_, at) => blocks.filter(({ provider }) => provider === at))),
  };
};
const unevenIn = (model: PlacingModel, values: readonly number[]) => {
  const { days, providers } = sumsIn(model, values);
  return differenceOf(days) + differenceOf(providers);
};
/** Lower bounds for the differences between days, and between days and providers together. */
const leastUnevenIn = (model: PlacingModel, values: readonly number[], placed: number, crowd: number) => {
  const { days, providers } = sumsIn(model, values);
  const step = stepOf(model.problem.asks);
  const ofProviders = leastDifference(placed, providers.length, step);
  const even = leastDifference(placed, days.length, step);
  const isEven = unevenIn(model, values) === even + ofProviders;
  const ofDays = isEven ? even : Math.max(even, leastDayDifference(model, placed, crowd) ?? 0);
  return { ofDays, all: ofDays + ofProviders };
};

const whole = (values: readonly number[]) => values.map(Math.round);

/** Only the first goal. `isProven` means that no placement has more minutes. */
export const mostPlacedIn = (problem: Problem, solve: Solve, clock: Clock) => {
  const model = placingModel(problem);
  const values = firstGuess(model);
  const guessed = sumOf(model.blocks, values);
  const asked = askedMinutes(problem.asks);
  if (guessed === asked) return { placed: guessed, isProven: true };
  const goal = mostPlaced(model);
  const found = solve(model.builder, goal, {
    seconds: clock.left(),
    start: values,
    grain: stepOf(problem.asks),
  });
  const placed = found.status === 'none' ? 0 : sumOf(model.blocks, whole(found.values));
  return { placed: Math.max(guessed, placed), isProven: found.status === 'optimal' };
};

/**
 * Places tasks: as many minutes as possible, then each task's turns as evenly over the week as possible, then days and
 * providers as evenly as possible. If the first guess reaches the bounds, the solver is not needed.
 */
export const place = (problem: Problem, solve: Solve, clock: Clock): Placing => {
  const first = placingModel(problem);
  const asked = askedMinutes(problem.asks);
  const step = stepOf(problem.asks);
  const size = first.builder.columns.length;
  let values: readonly number[] = firstGuess(first);
  let gap: Placing['gap'] = null;

  const seek = (
    stage: Stage,
    model: PlacingModel,
    goal: Goal,
    measure: () => number,
    bound: number,
    share: number,
    grain: number,
  ) => {
    const best = measure();
    if (gap !== null || best === bound) return;
    const found = solve(model.builder, goal, { seconds: clock.left() * share, start: values, grain });
    const before = values;
    if (found.status !== 'none' && found.values.length > 0) values = whole(found.values.slice(0, size));
    const isBetter = goal.sense === 'most' ? measure() > best : measure() < best;
    // If the solution is no better, the first guess is kept, because it has fewer visits.
    if (!isBetter) values = before;
    if (found.status === 'optimal') return;
    gap = { stage, best: measure(), bound: found.status === 'limit' ? found.bound : bound };
  };

  seek('placed', first, mostPlaced(first), () => sumOf(first.blocks, values), asked, 0.6, step);
  const placed = sumOf(first.blocks, values);
  const second = placingModel(problem);
  second.builder.equal(second.placed, placed);
  seek('crowd', second, leastCrowded(second), () => crowdIn(first, values), 0, 0.6, 1);
  const crowd = crowdIn(first, values);
  const third = placingModel(problem);
  third.builder.equal(third.placed, placed);
  third.builder.atMost(leastCrowded(third).terms, crowd);
  const least = leastUnevenIn(first, values, placed, crowd);
  seek(
    'uneven',
    third,
    leastUneven(third, placed, least.ofDays),
    () => unevenIn(first, values),
    least.all,
    1,
    step,
  );
  return {
    visits: visitsOf(first, values),
    left: problem.asks.map(({ count }, at) =>
      Object.values(first.counts[at] ?? {}).reduce((rest, column) => rest - (values[column] ?? 0), count),
    ),
    placed,
    crowd,
    uneven: unevenIn(first, values),
    optimal: gap === null,
    gap,
  };
};

// --- On the clock ----------------------------------------------------------------------------------------------------

/** The position of a visit within a day that has several pieces, as a number to sort by. */
const placeOf = ({ pieces }: Block, values: readonly number[]) => {
  const own = pieces.filter(({ minutes }) => (values[minutes] ?? 0) > 0);
  const [begin] = own;
  if (!begin) return 0;
  const comes = pieces.some(
    ({ crossing, segment }) => crossing !== undefined && values[crossing] === 1 && segment < begin.segment,
  );
  const goes = begin.crossing !== undefined && values[begin.crossing] === 1;
  return begin.segment * 3 + (goes ? 2 : comes ? 0 : 1);
};

const tasksOf = (model: PlacingModel, values: readonly number[]) => {
  const rest = model.counts.map((on) => perDay((day) => values[on[day]] ?? 0));
  return ({ day, shares }: Block) =>
    shares.flatMap(({ length, column }) => {
      let wanted = values[column] ?? 0;
      return length.asks.flatMap((ask) => {
        const open = rest[ask];
        const count = Math.min(wanted, open?.[day] ?? 0);
        if (!open || count === 0) return [];
        open[day] -= count;
        wanted -= count;
        return [{ ask, count }];
      });
    });
};

const visitsOf = (model: PlacingModel, values: readonly number[]): PlacedVisit[] => {
  const take = tasksOf(model, values);
  return WEEKDAYS.flatMap((day) => {
    const ordered = model.blocks
      .filter((block) => block.day === day && sumOf([block], values) > 0)
      .map((block) => ({
        block,
        place: placeOf(block, values),
        provider: block.provider,
        minutes: sumOf([block], values),
      }))
      .toSorted((a, b) => a.place - b.place || a.provider - b.provider);
    const starts = packInOrder(model.segments[day], ordered);
    if (!starts) throw new Error('the visits of a day do not fit on the clock');
    return ordered.map(({ block, minutes }, at) => {
      const { provider, kind } = block;
      const start = starts[at] ?? 0;
      return { provider, kind, day, start, end: start + minutes, tasks: take(block) };
    });
  });
};
