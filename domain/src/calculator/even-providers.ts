import { sum } from '../sum.ts';
import { differenceOf } from './evenness.ts';
import type { Placement } from './placement.ts';
import { leastDifference } from './placing-goals.ts';
import type { PlacingModel } from './placing-model.ts';
import { stepOf } from './problem.ts';

/** The most turns to move, so that many providers do not take long. */
const MOVES = 600;
/** The most minutes to pass on through a third provider, in steps of the lengths. */
const PASSED_STEPS = 4;

/** Moves single turns, or swaps two turns, between providers of a day while that makes them more even. */
export const evenProviders = (model: PlacingModel, placement: Placement): void => {
  const { week } = placement;
  const { asks, providers } = model.problem;
  const working = providers.filter((_, at) => model.blocks.some(({ provider }) => provider === at));
  const goal = leastDifference(sum(week), working.length, stepOf(asks));
  for (let move = 0; move < MOVES && differenceOf(week) > goal; move += 1)
    if (!(moveOne(model, placement) || swapTwo(model, placement) || passOn(model, placement))) return;
};

const gainOf = ({ week }: Placement, from: number, to: number, minutes: number) => {
  const after = week.with(from, (week[from] ?? 0) - minutes).with(to, (week[to] ?? 0) + minutes);
  return differenceOf(week) - differenceOf(after);
};

/** Turns that can move from one provider to another, by length. */
function* movesBetween(
  { blocks }: PlacingModel,
  { load, ofDay, values }: Placement,
  from: number,
  to: number,
) {
  for (const [at, block] of blocks.entries()) {
    if (block.provider !== from || (load[at] ?? 0) === 0) continue;
    const target = ofDay[block.day].find(
      (other) => blocks[other]?.provider === to && blocks[other]?.kind === block.kind,
    );
    if (target === undefined) continue;
    for (const { length, column } of block.shares)
      if ((values[column] ?? 0) > 0)
        yield { at, target, minutes: length.minutes, isNew: (load[target] ?? 0) === 0 };
  }
}

/** Pairs of a provider with more and one with fewer minutes, largest difference first. */
const unevenPairs = ({ week }: Placement) => {
  const found = week.flatMap((_, from) => week.map((__, to) => ({ from, to })));
  const difference = ({ from, to }: { from: number; to: number }) => (week[from] ?? 0) - (week[to] ?? 0);
  return found.filter((pair) => difference(pair) > 0).toSorted((a, b) => difference(b) - difference(a));
};

const moveOne = (model: PlacingModel, placement: Placement) => {
  for (const { from, to } of unevenPairs(placement)) {
    const moves = [...movesBetween(model, placement, from, to)]
      .map((move) => ({ ...move, gain: gainOf(placement, from, to, move.minutes) }))
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => Number(a.isNew) - Number(b.isNew) || b.gain - a.gain);
    if (moves.some(({ at, target, minutes }) => placement.transfer(at, target, minutes))) return true;
  }
  return false;
};

const swapTwo = (model: PlacingModel, placement: Placement) => {
  for (const { from, to } of unevenPairs(placement)) {
    const gains = (minutes: number) => gainOf(placement, from, to, minutes) > 0;
    if (swapIf(model, placement, from, to, gains)) return true;
  }
  return false;
};

/** Swaps the first two turns of two providers whose lengths differ as wanted. */
const swapIf = (
  model: PlacingModel,
  placement: Placement,
  from: number,
  to: number,
  isWanted: (minutes: number) => boolean,
  before?: (turn: { at: number; target: number; minutes: number }) => boolean,
) => {
  const back = [...movesBetween(model, placement, to, from)];
  for (const there of movesBetween(model, placement, from, to)) {
    if (before?.(there)) return true;
    for (const here of back) {
      if (!isWanted(there.minutes - here.minutes)) continue;
      if (!placement.transfer(there.at, there.target, there.minutes)) break;
      if (placement.transfer(here.at, here.target, here.minutes)) return true;
      placement.transfer(there.target, there.at, there.minutes);
    }
  }
  return false;
};

/** Gives this many minutes from one provider to another, by moving a turn or swapping two. */
const give = (model: PlacingModel, placement: Placement, from: number, to: number, minutes: number) =>
  swapIf(
    model,
    placement,
    from,
    to,
    (difference) => difference === minutes,
    (turn) => turn.minutes === minutes && placement.transfer(turn.at, turn.target, minutes),
  );

/** Evens out two providers who share no kind through a third, who takes and gives the same minutes. */
const passOn = (model: PlacingModel, placement: Placement) => {
  const { asks, providers } = model.problem;
  const step = stepOf(asks);
  for (const { from, to } of unevenPairs(placement))
    for (let steps = 1; steps <= PASSED_STEPS; steps += 1) {
      const minutes = steps * step;
      if (gainOf(placement, from, to, minutes) <= 0) break;
      for (const via of providers.keys()) {
        if (via === from || via === to || !give(model, placement, from, via, minutes)) continue;
        if (give(model, placement, via, to, minutes)) return true;
        give(model, placement, via, from, minutes);
      }
    }
  return false;
};
