import { perDay, toClock, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../calendar.ts';
import { counted } from '../counted.ts';
import { sum } from '../sum.ts';
import type { Placing } from './placing.ts';
import { turnsByCode } from './placing-goals.ts';
import { longestRun, type PerDay, type Problem, segmentsOf } from './problem.ts';
import { showEnd } from './rules.ts';
import { cappedBy, comesFor, hasRoom } from './shortfall.ts';
import { KINDS } from './tasks.ts';

/** A task whose turns are not on their days although its minutes are placed. */
export interface SpreadFault {
  readonly code: number;
  readonly turns: PerDay<number>;
  /** Where the turns are instead, and why each day without its turn lacks it. */
  readonly sentence: string;
}

const expected = (turns: number): string => {
  if (turns < 7) return `on ${counted(turns, 'day', 'different days')}`;
  const least = Math.floor(turns / 7);
  if (turns % 7 > 0) return `${least} or ${least + 1} times a day`;
  return least === 1 ? 'once a day' : `${least} times a day`;
};

const lastly = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Why a day has fewer turns of a task than it should. */
const reasonOn = (problem: Problem, placing: Placing, day: Weekday, place: number): string => {
  const turn = problem.asks[place];
  if (!turn) throw new RangeError(`there is no task at place ${place}`);
  const { word } = KINDS[turn.kind];
  const coming = comesFor(problem, turn.kind).filter(({ provider }) => provider.days.includes(day));
  if (coming.length === 0) return `no provider with a ${word} code works`;
  const segments = segmentsOf(problem, day);
  if (coming.every(({ at }) => longestRun(segments, at) < turn.minutes))
    return 'other plans or services take the time';
  const roomy = coming.filter(({ at }) => hasRoom(problem, placing, day, at, turn));
  const { start, end } = problem.window;
  if (roomy.length === 0) return `the time from ${toClock(start)} to ${showEnd(end)} is used up`;
  if (roomy.every(({ at }) => cappedBy(problem, placing, day, at, turn).includes('providerDay')))
    return 'the daily cap of the providers is reached';
  return placing.optimal
    ? 'a turn there would leave other minutes out or crowd another task'
    : 'no better week was found in the time of one calculation';
};

/**
 * Tasks that are on too few or too many days: a daily task belongs on each day, a task of three turns a week on three.
 * `nameOf` returns a task's code and name.
 */
export const spreadFaults = (
  problem: Problem,
  placing: Placing,
  nameOf: (code: number) => string,
): SpreadFault[] =>
  [...turnsByCode(problem)].flatMap(([code, places]): SpreadFault[] => {
    const asked = sum(places.map((at) => problem.asks[at]?.count ?? 0));
    const isWhole = places.every((at) => placing.left[at] === 0);
    const on = perDay((day) =>
      sum(
        placing.visits
          .filter((visit) => visit.day === day)
          .flatMap(({ tasks }) => tasks.filter(({ ask }) => places.includes(ask)))
          .map(({ count }) => count),
      ),
    );
    const [least, most] = [Math.floor(asked / 7), Math.ceil(asked / 7)];
    // Minutes that were not placed at all are reported separately.
    const isFault = WEEKDAYS.some((day) => on[day] > most || (isWhole && on[day] < least));
    if (!isFault) return [];
    const short = WEEKDAYS.filter((day) => on[day] < Math.max(1, least));
    const longest = places.toSorted(
      (a, b) => (problem.asks[b]?.minutes ?? 0) - (problem.asks[a]?.minutes ?? 0),
    )[0];
    const reasons = Map.groupBy(short, (day) => reasonOn(problem, placing, day, longest ?? 0));
    const found = WEEKDAYS.filter((day) => on[day] > 0).map((day) => `${WEEKDAY_NAMES[day]} ${on[day]}`);
    const why = [...reasons].map(
      ([reason, days]) => `On ${lastly(days.map((day) => WEEKDAY_NAMES[day]))} ${reason}.`,
    );
    return [
      {
        code,
        turns: on,
        sentence: [`${nameOf(code)} is not ${expected(asked)}: ${found.join(', ')}.`, ...why].join(' '),
      },
    ];
  });
