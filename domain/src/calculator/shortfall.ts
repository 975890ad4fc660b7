import { DAY_MINUTES, hoursOf, toClock, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../calendar.ts';
import type { Solve } from '../linear.ts';
import { sum } from '../sum.ts';
import { askedOf, placedOf } from './client-caps.ts';
import { packDay } from './packing.ts';
import { type Clock, mostPlacedIn, type Placing, place } from './placing.ts';
import { type Ask, askedMinutes, type ClientCap, longestRun, type Problem, segmentsOf } from './problem.ts';
import { showEnd } from './rules.ts';
import { CAP_WORDS, type CapKind } from './schema.ts';
import { KINDS, type TaskKind } from './tasks.ts';

/** Explains why minutes were not placed, and finds the cheapest change that would place all of them (decision 0039). */

/** Start and end times are moved in steps of this many minutes. */
const STEP = 5;
/** The limit for one question to the solver, so that it leaves time for the others. */
const SECONDS_EACH = 1;

/** Used if the placement is not proven to be the best. */
const NOT_FOUND = 'No place was found for it in the time of one calculation; there may be one.';

/** Providers who have a code for a kind of task, and their indexes in the problem. */
export const comesFor = (problem: Problem, kind: TaskKind) =>
  problem.providers
    .map((provider, at) => ({ provider, at }))
    .filter(({ provider }) => provider.kinds.some((one) => one.kind === kind));

const sumOf = (problem: Problem, visits: Placing['visits']) =>
  sum(
    visits.flatMap(({ tasks }) => tasks.map(({ ask, count }) => count * (problem.asks[ask]?.minutes ?? 0))),
  );

/** Whether the visits of a day have room for one more turn, ignoring caps. */
export const hasRoom = (
  problem: Problem,
  placing: Placing,
  day: Weekday,
  provider: number,
  turn: { kind: TaskKind; minutes: number },
) => {
  const visits = placing.visits
    .filter((visit) => visit.day === day)
    .map(({ start, end, ...visit }) => {
      const isSame = visit.provider === provider && visit.kind === turn.kind;
      return { provider: visit.provider, isSame, minutes: end - start + (isSame ? turn.minutes : 0) };
    });
  const all = visits.some(({ isSame }) => isSame) ? visits : [...visits, { provider, minutes: turn.minutes }];
  return packDay(segmentsOf(problem, day), all) !== undefined;
};

/** The caps of a provider that one more turn on a day would exceed. */
export const cappedBy = (
  problem: Problem,
  placing: Placing,
  day: Weekday,
  at: number,
  turn: { kind: TaskKind; minutes: number },
): CapKind[] => {
  const provider = problem.providers[at];
  if (!provider) return [];
  const own = placing.visits.filter((visit) => visit.provider === at);
  const relative = provider.kinds.filter((one) => one.relative).map(({ kind }) => kind);
  const ofDay = own.filter((visit) => visit.day === day);
  const ofFamily = own.filter(({ kind }) => relative.includes(kind));
  const over = (visits: Placing['visits'], left: number) => sumOf(problem, visits) + turn.minutes > left;
  return [
    ...(over(ofDay, provider.left.day[day]) ? (['providerDay'] as const) : []),
    ...(over(own, provider.left.week) ? (['providerWeek'] as const) : []),
    ...(relative.includes(turn.kind) && over(ofFamily, provider.left.relativeWeek)
      ? (['relativeWeek'] as const)
      : []),
  ];
};

const ofClientCap = ({ name, year, week }: ClientCap) =>
  `${name}: at most ${hoursOf(year)} hours for one client. Beside other plans that leaves ${week} minutes a week.`;

const wordsOf = (caps: ReadonlySet<CapKind>) =>
  [...caps].map((kind) => CAP_WORDS[kind].toLowerCase()).join(', ');

/** The sentence about a task's turns for which no place was found. */
export const reasonFor = (problem: Problem, placing: Placing, place: number, turn: Ask): string => {
  const { word } = KINDS[turn.kind];
  const able = comesFor(problem, turn.kind);
  if (able.length === 0) return `No provider has a ${word} code.`;
  const full = problem.clientCaps.find(
    (cap) => cap.asks.includes(place) && placedOf(cap, problem.asks, placing) + turn.minutes > cap.week,
  );
  if (full) return ofClientCap(full);
  const longest = Math.max(
    ...able.flatMap(({ provider, at }) =>
      provider.days.map((day) => longestRun(segmentsOf(problem, day), at)),
    ),
  );
  const times = `between ${toClock(problem.window.start)} and ${showEnd(problem.window.end)}`;
  if (longest === 0)
    return `No provider with a ${word} code is free ${times} on a chosen day: other plans or services take the time.`;
  if (longest < turn.minutes)
    return `One turn takes ${turn.minutes} minutes; the longest free time of a provider with a ${word} code ${times} is ${longest} minutes.`;
  const roomy = able.flatMap(({ provider, at }) =>
    provider.days
      .filter((day) => hasRoom(problem, placing, day, at, turn))
      .map((day) => cappedBy(problem, placing, day, at, turn)),
  );
  if (roomy.some((caps) => caps.length === 0)) return NOT_FOUND;
  return roomy.length > 0
    ? `The caps leave the providers with a ${word} code no more minutes (${wordsOf(new Set(roomy.flat()))}).`
    : `The time ${times} is used up on every day on which a provider with a ${word} code can come.`;
};

// --- The cheapest change -------------------------------------------------------------------------------------------------

export interface Change {
  readonly text: string;
  readonly problem: Problem;
  /** How many minutes of presence per week it adds. */
  readonly cost: number;
}

const laterBy = ({ window, ...problem }: Problem, minutes: number): Problem => ({
  ...problem,
  window: { ...window, end: window.end + minutes },
});
const earlierBy = ({ window, ...problem }: Problem, minutes: number): Problem => ({
  ...problem,
  window: { ...window, start: window.start - minutes },
});

const withDay = (problem: Problem, at: number, day: Weekday): Problem => ({
  ...problem,
  providers: problem.providers.map((provider, place) =>
    place === at ? { ...provider, days: [...provider.days, day] } : provider,
  ),
});

/** How far a window can be extended: to the end of its day or, if it already extends past midnight, to less than 24 hours. */
export const mostLater = ({ window: { start, end } }: Problem) =>
  (end <= DAY_MINUTES ? DAY_MINUTES : start + DAY_MINUTES - STEP) - end;
export const mostEarlier = ({ window: { start, end } }: Problem) =>
  start - Math.max(0, end - DAY_MINUTES + STEP);

interface Questions {
  /** Whether all minutes fit. A question that takes too long counts as no. */
  readonly fits: (problem: Problem) => boolean;
  readonly isSure: () => boolean;
}
const questionsTo = (solve: Solve, clock: Clock): Questions => {
  let isSure = true;
  return {
    fits: (problem) => {
      const asked = askedMinutes(problem.asks);
      const seconds = () => Math.min(SECONDS_EACH, clock.left());
      const { placed, isProven } = mostPlacedIn(problem, solve, { left: seconds });
      if (placed < asked && !isProven) isSure = false;
      return placed === asked;
    },
    isSure: () => isSure,
  };
};

/** The shortest extension of the window with which everything fits. Extending never makes a placement impossible. */
const leastStretch = (
  problem: Problem,
  stretched: typeof laterBy,
  minutes: number,
  { fits }: Questions,
): number | undefined => {
  const most = Math.floor(minutes / STEP);
  if (most < 1 || !fits(stretched(problem, most * STEP))) return undefined;
  let [no, yes] = [0, most];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (fits(stretched(problem, middle * STEP))) yes = middle;
    else no = middle;
  }
  return yes * STEP;
};

/** The smaller extension of the window; if they are equal, the later end. */
const cheapestWindow = (problem: Problem, questions: Questions): Change | undefined => {
  const later = leastStretch(problem, laterBy, mostLater(problem), questions);
  const earlier = leastStretch(problem, earlierBy, mostEarlier(problem), questions);
  if (earlier !== undefined && (later === undefined || earlier < later)) {
    const changed = earlierBy(problem, earlier);
    const text = `A start time ${earlier} minutes earlier (${toClock(changed.window.start)}) lets everything fit.`;
    return { text, problem: changed, cost: earlier * 7 };
  }
  if (later === undefined) return undefined;
  const changed = laterBy(problem, later);
  const text = `An end time ${later} minutes later (${showEnd(changed.window.end)}) lets everything fit.`;
  return { text, problem: changed, cost: later * 7 };
};

/**
 * The change that adds the fewest minutes of presence per week: a later end or an earlier start on all days, or one more day
 * for one provider. `isSure` means that no question took too long.
 */
export const cheapestChange = (
  problem: Problem,
  names: readonly string[],
  solve: Solve,
  clock: Clock,
): { readonly change: Change | undefined; readonly isSure: boolean } => {
  const questions = questionsTo(solve, clock);
  const length = problem.window.end - problem.window.start;
  const byWindow = cheapestWindow(problem, questions);
  if (byWindow && byWindow.cost <= length) return { change: byWindow, isSure: questions.isSure() };
  for (const [at, { days }] of problem.providers.entries())
    for (const day of WEEKDAYS) {
      if (days.includes(day)) continue;
      const changed = withDay(problem, at, day);
      if (!questions.fits(changed)) continue;
      const text = `${WEEKDAY_NAMES[day]} as a further day of ${names[at] ?? 'the provider'} lets everything fit.`;
      return { change: { text, problem: changed, cost: length }, isSure: questions.isSure() };
    }
  return { change: byWindow, isSure: questions.isSure() };
};

/** A missing code, or minutes beyond what the client may get. No other change helps until these are resolved. */
const neededFirst = (problem: Problem): string | undefined => {
  const missing = [...new Set(problem.asks.map(({ kind }) => kind))].filter(
    (kind) => comesFor(problem, kind).length === 0,
  );
  const over = problem.clientCaps
    .map((cap) => ({ name: cap.name.toLowerCase(), minutes: askedOf(cap, problem.asks) - cap.week }))
    .filter(({ minutes }) => minutes > 0);
  const sentences = [
    missing.length > 0 &&
      `Choose a ${missing.map((kind) => KINDS[kind].word).join(' and a ')} code for one of the providers.`,
    ...over.map(
      ({ name, minutes }) => `Take at least ${minutes} minutes a week away from what is capped as ${name}.`,
    ),
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
};

/** The explanation for a run in which something was not placed. */
export const changeText = (
  problem: Problem,
  placing: Placing,
  names: readonly string[],
  solve: Solve,
  clock: Clock,
): string => {
  const first = neededFirst(problem);
  if (first) return first;
  const left = askedMinutes(problem.asks) - placing.placed;
  const { change, isSure } = cheapestChange(problem, names, solve, clock);
  if (change) return isSure ? change.text : `${change.text} Less may do.`;
  return isSure
    ? `No other start or end time and no further day of one provider is enough: add a provider, or take ${left} minutes away.`
    : `No change was found in the time that was left: add a provider, or take ${left} minutes away.`;
};

/** The limit for a calculation. Its last part is reserved for finding the cheapest change. */
export const LIMIT_SECONDS = 10;
const CHANGE_SECONDS = 2;

export interface Solution {
  readonly placing: Placing;
  /** For each ask, why its turns were not placed; null if they were. */
  readonly reasons: readonly (string | null)[];
  readonly change: string | null;
}

/** Solves a problem: the placement, the reasons, and the change. */
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
    reasons: problem.asks.map((turn, at) =>
      placing.left[at] ? reasonFor(problem, placing, at, turn) : null,
    ),
    change: isAll ? null : changeText(problem, placing, names, solve, { left: secondsLeft }),
  };
};
