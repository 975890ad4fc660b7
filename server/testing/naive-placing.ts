import type { Placing } from '@homecare/domain/calculator/placing.ts';
import type { Problem } from '@homecare/domain/calculator/problem.ts';
import type { TaskKind } from '@homecare/domain/calculator/tasks.ts';
import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';

/** A naive check of placings for tests: it tries every possibility, minute by minute, and shares nothing with the model. */
export interface Score {
  readonly placed: number;
  readonly crowd: number;
  readonly uneven: number;
}

interface Turn {
  readonly ask: number;
  readonly code: number;
  readonly kind: TaskKind;
  readonly minutes: number;
}
interface Cell {
  readonly provider: number;
  readonly day: Weekday;
}
interface Done extends Turn, Cell {}

const sumBy = (done: readonly Done[], test: (one: Done) => boolean) =>
  done.reduce((sum, one) => sum + (test(one) ? one.minutes : 0), 0);

const differences = (sums: readonly number[]) => {
  let total = 0;
  for (let a = 0; a < sums.length; a += 1)
    for (let b = a + 1; b < sums.length; b += 1) total += Math.abs((sums[a] ?? 0) - (sums[b] ?? 0));
  return total;
};

/** How uneven one task is: turns above and below its even share of a day and, with two or three turns a week, turns on consecutive days. */
const crowdOfTask = (perDay: readonly number[], turns: number) => {
  let crowd = 0;
  for (const [at, here] of perDay.entries()) {
    if (here > Math.ceil(turns / 7)) crowd += here - Math.ceil(turns / 7);
    if (here < Math.floor(turns / 7)) crowd += Math.floor(turns / 7) - here;
    const both = here + (perDay[(at + 1) % 7] ?? 0);
    if ((turns === 2 || turns === 3) && both > 1) crowd += both - 1;
  }
  return crowd;
};

const scoreOf = ({ asks, providers }: Problem, done: readonly Done[]): Score => {
  const codes = [...new Set(asks.map(({ code }) => code))];
  return {
    placed: sumBy(done, () => true),
    crowd: codes.reduce((sum, code) => {
      const turns = asks.filter((ask) => ask.code === code).reduce((all, { count }) => all + count, 0);
      const perDay = WEEKDAYS.map((day) => done.filter((one) => one.code === code && one.day === day).length);
      return sum + crowdOfTask(perDay, turns);
    }, 0),
    uneven:
      differences(WEEKDAYS.map((day) => sumBy(done, (one) => one.day === day))) +
      differences(providers.map((_, provider) => sumBy(done, (one) => one.provider === provider))),
  };
};

/** The same measures for a found placing. */
export const measure = (problem: Problem, placing: Placing): Score =>
  scoreOf(
    problem,
    placing.visits.flatMap(({ provider, day, tasks }) =>
      tasks.flatMap(({ ask, count }) => {
        const task = problem.asks[ask];
        return task ? Array.from({ length: count }, () => ({ ...task, ask, provider, day })) : [];
      }),
    ),
  );

const isFree = (problem: Problem, provider: number, day: Weekday, start: number, end: number) => {
  const taken = [...(problem.providers[provider]?.taken[day] ?? []), ...problem.clientTaken[day]];
  return (
    problem.window.start <= start &&
    end <= problem.window.end &&
    taken.every((span) => end <= span.start || span.end <= start)
  );
};

/** Visits (provider, minutes) fit one after the other in some order. */
const fitOnDay = (
  problem: Problem,
  day: Weekday,
  visits: readonly (readonly [number, number])[],
  from: number,
): boolean => {
  if (visits.length === 0) return true;
  return visits.some(([provider, minutes], at) => {
    let start = from;
    const isOpen = () => start < 1440 && start + minutes <= problem.window.end;
    while (isOpen() && !isFree(problem, provider, day, start, start + minutes)) start += 1;
    return (
      isOpen() &&
      fitOnDay(
        problem,
        day,
        visits.filter((_, other) => other !== at),
        start + minutes,
      )
    );
  });
};

const dayVisits = (done: readonly Done[], day: Weekday) => {
  const visits = new Map<string, readonly [number, number]>();
  for (const one of done) {
    if (one.day !== day) continue;
    const key = `${one.provider} ${one.kind}`;
    visits.set(key, [one.provider, (visits.get(key)?.[1] ?? 0) + one.minutes]);
  }
  return [...visits.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
};

const keepsCaps = ({ providers, clientCaps }: Problem, done: readonly Done[]) =>
  clientCaps.every(({ asks, week }) => sumBy(done, ({ ask }) => asks.includes(ask)) <= week) &&
  providers.every(({ left, kinds }, at) => {
    const own = done.filter(({ provider }) => provider === at);
    const isRelative = (one: Done) => kinds.some(({ kind, relative }) => relative && kind === one.kind);
    return (
      sumBy(own, () => true) <= left.week &&
      sumBy(own, isRelative) <= left.relativeWeek &&
      WEEKDAYS.every((day) => sumBy(own, (one) => one.day === day) <= left.day[day])
    );
  });

const isBetter = (a: Score, b: Score) =>
  a.placed !== b.placed ? a.placed > b.placed : a.crowd !== b.crowd ? a.crowd < b.crowd : a.uneven < b.uneven;

/** The best of all possible placings, for a handful of turns. */
export const bestOfAll = (problem: Problem): Score => {
  const turns: Turn[] = problem.asks.flatMap(({ code, kind, minutes, count }, ask) =>
    Array.from({ length: count }, () => ({ ask, code, kind, minutes })),
  );
  const known = new Map<string, boolean>();
  const fits = (done: readonly Done[], day: Weekday) => {
    const visits = dayVisits(done, day);
    const key = `${day} ${JSON.stringify(visits)}`;
    const found = known.get(key) ?? fitOnDay(problem, day, visits, problem.window.start);
    known.set(key, found);
    return found;
  };
  let best = scoreOf(problem, []);
  const tryFrom = (at: number, done: readonly Done[], least: number): void => {
    const rest = turns.slice(at).reduce((sum, { minutes }) => sum + minutes, 0);
    if (sumBy(done, () => true) + rest < best.placed) return;
    const turn = turns[at];
    if (!turn) {
      const score = scoreOf(problem, done);
      if (isBetter(score, best)) best = score;
      return;
    }
    const cells = problem.providers.flatMap(({ days, kinds }, provider) =>
      kinds.some(({ kind }) => kind === turn.kind) ? days.map((day) => ({ provider, day })) : [],
    );
    const isSameNext = turns[at + 1]?.ask === turn.ask;
    // Equal turns are tried in one order only, with those left out last.
    for (const [place, cell] of cells.entries()) {
      if (place < least) continue;
      const now = [...done, { ...turn, ...cell }];
      if (keepsCaps(problem, now) && fits(now, cell.day)) tryFrom(at + 1, now, isSameNext ? place : 0);
    }
    tryFrom(at + 1, done, isSameNext ? cells.length : 0);
  };
  tryFrom(0, [], 0);
  return best;
};
