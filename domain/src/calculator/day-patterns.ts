import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { crowdOf, differenceOf } from './evenness.ts';
import { leastDifference } from './placing-goals.ts';
import type { PerDay } from './problem.ts';

/** The turns of one task, the longest first, and the days on which somebody can come for them. */
export interface Turns {
  readonly code: number;
  readonly turns: readonly { readonly ask: number; readonly minutes: number }[];
  readonly open: readonly Weekday[];
}

type Pattern = readonly Weekday[];

const choose = (days: readonly Weekday[], size: number): Pattern[] => {
  if (size === 0) return [[]];
  return days.flatMap((day, at) => choose(days.slice(at + 1), size - 1).map((rest) => [day, ...rest]));
};

const countOf = (pattern: Pattern) => perDay((day) => pattern.filter((one) => one === day).length);

/** The least crowded ways to lay a task over its open days: the same on each, and the rest on some. */
const patternsOf = ({ turns, open }: Turns): Pattern[] => {
  if (open.length === 0) return [];
  const everyDay = Array.from({ length: Math.floor(turns.length / open.length) }, () => open).flat();
  const all = choose(open, turns.length % open.length).map((rest) => [...rest, ...everyDay]);
  const crowds = all.map((pattern) => crowdOf(countOf(pattern), turns.length));
  const least = Math.min(...crowds);
  return all.filter((_, at) => crowds[at] === least);
};

type Sums = Record<Weekday, number>;
const add = (sums: Sums, { turns }: Turns, pattern: Pattern, sign: 1 | -1) => {
  for (const [at, day] of pattern.entries()) sums[day] += sign * (turns[at]?.minutes ?? 0);
};

/** Pairs that are tried against each other at most, so that many tasks do not take long. */
const PAIR_TRIES = 150_000;

/** Days for each turn of each task, so that the days come out as even as a short search finds, within the room of each. */
export const layOverDays = (
  tasks: readonly Turns[],
  room: PerDay<number>,
  step: number,
): readonly (readonly { readonly ask: number; readonly day: Weekday }[])[] => {
  const sums: Sums = perDay(() => 0);
  const patterns = tasks.map(patternsOf);
  const chosen: Pattern[] = tasks.map(() => []);
  const cost = () =>
    differenceOf(Object.values(sums)) +
    WEEKDAYS.reduce((sum, day) => sum + 10_000 * Math.max(0, sums[day] - room[day]), 0);
  const minutes = tasks.reduce(
    (sum, { turns }) => sum + turns.reduce((all, turn) => all + turn.minutes, 0),
    0,
  );
  const openDays = WEEKDAYS.filter((day) => tasks.some(({ open }) => open.includes(day))).length;
  const goal =
    leastDifference(minutes, openDays, step) + (minutes * openDays * (7 - openDays)) / Math.max(1, openDays);
  const pick = (at: number): boolean => {
    const task = tasks[at];
    const before = chosen[at];
    if (!task || !before) return false;
    const was = cost();
    add(sums, task, before, -1);
    let best: { pattern: Pattern; cost: number } = {
      pattern: before,
      cost: before.length > 0 ? was : Number.POSITIVE_INFINITY,
    };
    for (const pattern of patterns[at] ?? []) {
      add(sums, task, pattern, 1);
      const now = cost();
      add(sums, task, pattern, -1);
      if (now < best.cost) best = { pattern, cost: now };
    }
    add(sums, task, best.pattern, 1);
    chosen[at] = best.pattern;
    return best.cost < was;
  };
  const weight = (at: number) => (tasks[at]?.turns ?? []).reduce((sum, turn) => sum + turn.minutes, 0);
  const order = tasks.map((_, at) => at).sort((a, b) => weight(b) - weight(a) || a - b);
  for (const at of order) pick(at);
  for (let round = 0; round < 20 && order.map(pick).includes(true); round += 1);
  let tries = 0;
  const pickTwo = (one: number, other: number): boolean => {
    const task = tasks[one];
    const before = chosen[one];
    const beside = chosen[other];
    if (!task || !before || !beside) return false;
    const was = cost();
    for (const pattern of patterns[one] ?? []) {
      tries += patterns[other]?.length ?? 0;
      add(sums, task, chosen[one] ?? [], -1);
      add(sums, task, pattern, 1);
      chosen[one] = pattern;
      pick(other);
      if (cost() < was) return true;
    }
    add(sums, task, chosen[one] ?? [], -1);
    add(sums, task, before, 1);
    chosen[one] = before;
    const second = tasks[other];
    if (second) {
      add(sums, second, chosen[other] ?? [], -1);
      add(sums, second, beside, 1);
      chosen[other] = beside;
    }
    return false;
  };
  for (let again = true; again; ) {
    again = false;
    for (const one of order)
      for (const other of order) {
        if (cost() <= goal || tries > PAIR_TRIES)
          return tasks.map((task, at) => turnsOn(task, chosen[at] ?? []));
        if (one !== other && pickTwo(one, other)) again = true;
      }
  }
  return tasks.map((task, at) => turnsOn(task, chosen[at] ?? []));
};

const turnsOn = ({ turns }: Turns, pattern: Pattern) =>
  pattern.flatMap((day, at) => {
    const turn = turns[at];
    return turn ? [{ ask: turn.ask, day }] : [];
  });
