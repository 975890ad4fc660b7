import { perDay, WEEKDAYS } from '../calendar.ts';
import { type Goal, less, plus, type Term } from '../linear.ts';
import { sum } from '../sum.ts';
import type { Block, PlacingModel } from './placing-model.ts';
import { NEXT_DAY, type Problem, stepOf } from './problem.ts';

/** What makes a placement better, one goal after the other (decision 0039). */

export const mostPlaced = ({ placed }: PlacingModel): Goal => ({ sense: 'most', terms: placed });

/** A task of two or three turns a week is kept off consecutive days if possible. */
export const isSpaced = (turns: number) => turns === 2 || turns === 3;

/** Turns by code. The fractional rest of a task is a turn of its own length. */
export const turnsByCode = ({ asks }: Problem): Map<number, readonly number[]> => {
  const found = new Map<number, readonly number[]>();
  for (const [at, { code }] of asks.entries()) found.set(code, [...(found.get(code) ?? []), at]);
  return found;
};

/** Makes each task's turns as even over the week as possible: few turns above or below the even share, and few on neighboring days. */
export const leastCrowded = (model: PlacingModel): Goal => {
  const { builder, problem, counts } = model;
  const terms: Term[] = [];
  for (const places of turnsByCode(problem).values()) {
    const turns = sum(places.map((at) => problem.asks[at]?.count ?? 0));
    const on = perDay((day) => places.flatMap((at) => counts[at]?.[day] ?? []).map(plus));
    for (const day of WEEKDAYS) {
      const over = builder.broken();
      builder.atMost([...on[day], less(over)], Math.ceil(turns / 7));
      terms.push(plus(over));
      const share = Math.floor(turns / 7);
      if (share > 0) {
        const under = builder.broken();
        builder.atLeast([...on[day], plus(under)], share);
        terms.push(plus(under));
      }
      if (isSpaced(turns)) {
        const near = builder.broken();
        builder.atMost([...on[day], ...on[NEXT_DAY[day]], less(near)], 1);
        terms.push(plus(near));
      }
    }
  }
  return { sense: 'least', terms };
};

/** The smallest possible sum of differences when this many minutes are divided over `over` days or providers, in steps. */
export const leastDifference = (minutes: number, over: number, step: number) => {
  const rest = over === 0 ? 0 : (minutes / step) % over;
  return rest * (over - rest) * step;
};

/**
 * Makes the minutes of all pairs of days, and of all pairs of providers, differ as little as possible. `ofDays` is the known
 * lower bound for days.
 */
export const leastUneven = (model: PlacingModel, placed: number, ofDays: number): Goal => {
  const { builder, blocks, problem } = model;
  const step = stepOf(problem.asks);
  const terms: Term[] = [];
  const even = (groups: readonly (readonly Block[])[], least: number) => {
    const own: Term[] = [];
    const sums = groups
      .filter((some) => some.length > 0)
      .map((some) => {
        const sum = builder.whole(placed / step);
        builder.equal([...some.flatMap((block) => block.terms), [sum, -step]], 0);
        return sum;
      });
    for (const [at, one] of sums.entries())
      for (const other of sums.slice(at + 1)) {
        const difference = builder.broken();
        builder.atLeast([plus(difference), less(one), plus(other)], 0);
        builder.atLeast([plus(difference), plus(one), less(other)], 0);
        own.push([difference, step]);
      }
    builder.atLeast(own, Math.max(least, leastDifference(placed, sums.length, step)));
    terms.push(...own);
  };
  even(
    WEEKDAYS.map((day) => blocks.filter((block) => block.day === day)),
    ofDays,
  );
  even(
    problem.providers.map((_, at) => blocks.filter(({ provider }) => provider === at)),
    0,
  );
  return { sense: 'least', terms };
};
