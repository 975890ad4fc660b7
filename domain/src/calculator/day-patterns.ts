import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { sum } from '../sum.ts';
import { crowdOf, differenceOf } from './evenness.ts';
import { leastDifference } from './placing-goals.ts';
import type { PerDay } from './problem.ts';

/** The turns of one task, longest first, and the days on which somebody can come for them. */
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

/** The least crowded ways to distribute a task over its open days: equally, with the remainder on some days. */
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

/** The most pairs to try, so that many tasks do not take long. */
const PAIR_TRIES = 150_000;
/** The most rounds in which each task looks for better days. */
const ROUNDS = 20;

/** The days chosen for each task so far, and the resulting minutes by day. */
class Laying {
  readonly chosen: Pattern[];
  tries = 0;
  readonly #tasks: readonly Turns[];
  readonly #patterns: readonly (readonly Pattern[])[];
  readonly #room: PerDay<number>;
  readonly #sums: Sums = perDay(() => 0);

  constructor(tasks: readonly Turns[], room: PerDay<number>) {
    this.#tasks = tasks;
    this.#patterns = tasks.map(patternsOf);
    this.#room = room;
    this.chosen = tasks.map(() => []);
  }

  /** How uneven the days are. Minutes beyond a day's room weigh more than anything else. */
  cost(): number {
    const beyond = WEEKDAYS.map((day) => Math.max(0, this.#sums[day] - this.#room[day]));
    return differenceOf(Object.values(this.#sums)) + 10_000 * sum(beyond);
  }

  /** Moves one task to its best days; true if the days became more even. */
  pick(at: number): boolean {
    const before = this.chosen[at];
    if (!before) return false;
    const was = this.cost();
    let best = { pattern: before, cost: before.length > 0 ? was : Number.POSITIVE_INFINITY };
    for (const pattern of this.#patterns[at] ?? []) {
      this.#choose(at, pattern);
      const cost = this.cost();
      if (cost < best.cost) best = { pattern, cost };
    }
    this.#choose(at, best.pattern);
    return best.cost < was;
  }

  /** Moves one task elsewhere, and then another one. Both are moved back unless the days became more even. */
  pickTwo(one: number, other: number): boolean {
    const [before, beside] = [this.chosen[one], this.chosen[other]];
    if (!before || !beside) return false;
    const was = this.cost();
    for (const pattern of this.#patterns[one] ?? []) {
      this.tries += this.#patterns[other]?.length ?? 0;
      this.#choose(one, pattern);
      this.pick(other);
      if (this.cost() < was) return true;
    }
    this.#choose(one, before);
    this.#choose(other, beside);
    return false;
  }

  #choose(at: number, pattern: Pattern) {
    const task = this.#tasks[at];
    if (!task) return;
    add(this.#sums, task, this.chosen[at] ?? [], -1);
    add(this.#sums, task, pattern, 1);
    this.chosen[at] = pattern;
  }
}

/** Chooses days for each turn of each task, as even as a short search finds within the room of each day. */
export const layOverDays = (
  tasks: readonly Turns[],
  room: PerDay<number>,
  step: number,
): readonly (readonly { readonly ask: number; readonly day: Weekday }[])[] => {
  const laying = new Laying(tasks, room);
  const lengths = tasks.map(({ turns }) => sum(turns.map(({ minutes }) => minutes)));
  const order = [...tasks.keys()].sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0) || a - b);
  for (const at of order) laying.pick(at);
  for (let round = 0; round < ROUNDS && order.map((at) => laying.pick(at)).includes(true); round += 1);

  const minutes = sum(lengths);
  const openDays = WEEKDAYS.filter((day) => tasks.some(({ open }) => open.includes(day))).length;
  const goal =
    leastDifference(minutes, openDays, step) + (minutes * openDays * (7 - openDays)) / Math.max(1, openDays);
  const isDone = () => laying.cost() <= goal || laying.tries > PAIR_TRIES;
  const pairs = order.flatMap((one) => order.map((other) => [one, other] as const));
  for (let isBetter = true; isBetter && !isDone(); ) {
    isBetter = false;
    for (const [one, other] of pairs) {
      if (isDone()) break;
      if (one !== other && laying.pickTwo(one, other)) isBetter = true;
    }
  }
  return tasks.map((task, at) => turnsOn(task, laying.chosen[at] ?? []));
};

const turnsOn = ({ turns }: Turns, pattern: Pattern) =>
  pattern.flatMap((day, at) => {
    const turn = turns[at];
    return turn ? [{ ask: turn.ask, day }] : [];
  });
