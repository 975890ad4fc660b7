import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { Solve } from './linear.ts';
import { packDay } from './packing.ts';
import { type Clock, mostPlacedIn, type Placing, place } from './placing.ts';
import { askedMinutes, longestRun, type Problem, segmentsOf } from './problem.ts';
import { clockOf } from './rules.ts';
import { KINDS, type TaskKind } from './tasks.ts';

/** Why minutes were not placed, and the cheapest change with which all would be (decision 0039). */

const DAY = 1440;
/** The end time is moved in steps of so many minutes. */
const LATER = 5;
/** One question to the solver must not take the time of all others. */
const SECONDS_EACH = 1;

const comesFor = (problem: Problem, kind: TaskKind) =>
  problem.providers
    .map((provider, at) => ({ provider, at }))
    .filter(({ provider }) => provider.kinds.some((one) => one.kind === kind));

const sumOf = (problem: Problem, visits: Placing['visits']) =>
  visits.reduce(
    (sum, { tasks }) =>
      sum + tasks.reduce((all, { ask, count }) => all + count * (problem.asks[ask]?.minutes ?? 0), 0),
    0,
  );

/** Whether the visits of a day could take one more turn, caps aside. */
const hasRoom = (
  problem: Problem,
  placing: Placing,
  day: Weekday,
  provider: number,
  turn: { kind: TaskKind; minutes: number },
) => {
  const visits = placing.visits
    .filter((visit) => visit.day === day)
    .map((visit) => {
      const isSame = visit.provider === provider && visit.kind === turn.kind;
      return {
        provider: visit.provider,
        isSame,
        minutes: visit.end - visit.start + (isSame ? turn.minutes : 0),
      };
    });
  const all = visits.some(({ isSame }) => isSame) ? visits : [...visits, { provider, minutes: turn.minutes }];
  return packDay(segmentsOf(problem, day), all) !== undefined;
};

const isCapped = (
  problem: Problem,
  placing: Placing,
  day: Weekday,
  at: number,
  turn: { kind: TaskKind; minutes: number },
) => {
  const provider = problem.providers[at];
  if (!provider) return false;
  const own = placing.visits.filter((visit) => visit.provider === at);
  const relative = provider.kinds.filter((one) => one.relative).map(({ kind }) => kind);
  const over = (visits: Placing['visits'], left: number) => sumOf(problem, visits) + turn.minutes > left;
  return (
    over(own, provider.left.week) ||
    over(
      own.filter((visit) => visit.day === day),
      provider.left.day[day],
    ) ||
    (relative.includes(turn.kind) &&
      over(
        own.filter(({ kind }) => relative.includes(kind)),
        provider.left.relativeWeek,
      ))
  );
};

/** The sentence for turns of one length of a kind that found no place. */
export const reasonFor = (
  problem: Problem,
  placing: Placing,
  turn: { kind: TaskKind; minutes: number },
): string => {
  const { word } = KINDS[turn.kind];
  const able = comesFor(problem, turn.kind);
  if (able.length === 0) return `No provider has a ${word} code.`;
  const longest = Math.max(
    ...able.flatMap(({ provider, at }) =>
      provider.days.map((day) => longestRun(segmentsOf(problem, day), at)),
    ),
  );
  const from = clockOf(problem.window.start);
  const to = clockOf(problem.window.end);
  if (longest === 0)
    return `No provider with a ${word} code is free between ${from} and ${to} on a chosen day: other plans or services take the time.`;
  if (longest < turn.minutes)
    return `One turn takes ${turn.minutes} minutes; the longest free time of a provider with a ${word} code between ${from} and ${to} is ${longest} minutes.`;
  const capped = able.some(({ provider, at }) =>
    provider.days.some(
      (day) => hasRoom(problem, placing, day, at, turn) && isCapped(problem, placing, day, at, turn),
    ),
  );
  return capped
    ? `The caps leave the providers with a ${word} code no more minutes.`
    : `The time between ${from} and ${to} is used up on every day on which a provider with a ${word} code can come.`;
};

// --- The cheapest change -------------------------------------------------------------------------------------------------

export interface Change {
  readonly text: string;
  readonly problem: Problem;
  /** Minutes of presence a week that it adds. */
  readonly cost: number;
}

const laterBy = (problem: Problem, minutes: number): Problem => ({
  ...problem,
  window: { ...problem.window, end: problem.window.end + minutes },
});

const withDay = (problem: Problem, at: number, day: Weekday): Problem => ({
  ...problem,
  providers: problem.providers.map((provider, place) =>
    place === at ? { ...provider, days: [...provider.days, day] } : provider,
  ),
});

/** Whether all minutes fit; a question that takes too long counts as no. */
export const fitsAll = (problem: Problem, solve: Solve, clock: Clock) =>
  mostPlacedIn(problem, solve, { left: () => Math.min(SECONDS_EACH, clock.left()) }).placed ===
  askedMinutes(problem.asks);

/** The least minutes by which a later end lets everything fit: a longer window never takes a placing away. */
const leastLater = (problem: Problem, solve: Solve, clock: Clock): number | undefined => {
  const most = Math.floor((DAY - problem.window.end) / LATER);
  if (most < 1 || !fitsAll(laterBy(problem, most * LATER), solve, clock)) return undefined;
  let [no, yes] = [0, most];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (fitsAll(laterBy(problem, middle * LATER), solve, clock)) yes = middle;
    else no = middle;
  }
  return yes * LATER;
};

/**
 * The change that adds the fewest minutes of presence a week, among: a later end on all days, and one more day for one
 * provider. A missing code comes first: without it nothing helps.
 */
export const cheapestChange = (
  problem: Problem,
  names: readonly string[],
  solve: Solve,
  clock: Clock,
): Change | undefined => {
  const length = problem.window.end - problem.window.start;
  const later = leastLater(problem, solve, clock);
  const later7 = later === undefined ? undefined : later * 7;
  const byWindow: Change | undefined =
    later === undefined || later7 === undefined
      ? undefined
      : {
          text: `An end time ${later} minutes later (${clockOf(problem.window.end + later)}) lets everything fit.`,
          problem: laterBy(problem, later),
          cost: later7,
        };
  if (byWindow && byWindow.cost <= length) return byWindow;
  for (const [at, { days }] of problem.providers.entries())
    for (const day of WEEKDAYS) {
      if (days.includes(day) || clock.left() <= 0) continue;
      const changed = withDay(problem, at, day);
      if (fitsAll(changed, solve, clock))
        return {
          text: `${WEEKDAY_NAMES[day]} as a further day of ${names[at] ?? 'the provider'} lets everything fit.`,
          problem: changed,
          cost: length,
        };
    }
  return byWindow;
};

/** What is said of a run in which something was not placed. */
export const changeText = (
  problem: Problem,
  placing: Placing,
  names: readonly string[],
  solve: Solve,
  clock: Clock,
): string => {
  const missing = [...new Set(problem.asks.map(({ kind }) => kind))].filter(
    (kind) => comesFor(problem, kind).length === 0,
  );
  if (missing.length > 0)
    return `Choose a ${missing.map((kind) => KINDS[kind].word).join(' and a ')} code for one of the providers.`;
  const left = askedMinutes(problem.asks) - placing.placed;
  return (
    cheapestChange(problem, names, solve, clock)?.text ??
    `No later end time and no further day of one provider is enough: add a provider, or take ${left} minutes away.`
  );
};

/** A calculation takes at most so long; the last part is kept for finding the cheapest change. */
export const LIMIT_SECONDS = 10;
const CHANGE_SECONDS = 2;

export interface Solution {
  readonly placing: Placing;
  /** Why turns were not placed, by ask; null: all were. */
  readonly reasons: readonly (string | null)[];
  readonly change: string | null;
}

/** Everything that is worked out of a problem. */
export const solveProblem = (
  problem: Problem,
  names: readonly string[],
  solve: Solve,
  secondsLeft: () => number,
): Solution => {
  const forChange = Math.min(CHANGE_SECONDS, secondsLeft() / 4);
  const placing = place(problem, solve, { left: () => Math.max(0, secondsLeft() - forChange) });
  const isAll = placing.left.every((turns) => turns === 0);
  return {
    placing,
    reasons: problem.asks.map((turn, at) => (placing.left[at] ? reasonFor(problem, placing, turn) : null)),
    change: isAll ? null : changeText(problem, placing, names, solve, { left: secondsLeft }),
  };
};
