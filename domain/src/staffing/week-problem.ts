import { less, ModelBuilder, plus, type Solve, type Term } from '../linear.ts';
import { sum } from '../sum.ts';

/**
 * Several open visits at once as whole numbers: who takes which, so that first the most minutes are covered, then each client
 * sees the fewest caregivers, then the least is added to pay, then the least is driven (docs/rules/staffing.md, rule 16).
 */

export interface OpenLine {
  readonly client: number;
  readonly date: string;
  /** First day of its workweek. */
  readonly week: string;
  readonly minutes: number;
}

/** A caregiver who can take a visit, each visit seen alone. */
export interface Option {
  readonly visit: number;
  readonly caregiver: number;
  readonly payCents: number;
  readonly extraMinutes: number;
}

/** Limits of one caregiver for some of the visits: those of a week, of a day, or of one client. */
export interface HourLimit {
  readonly caregiver: number;
  readonly visits: readonly number[];
  /** Minutes that these visits may add. */
  readonly left: number;
}

/** Overtime that visits of a week or day add once the minutes that are free of it are used up. */
export interface OvertimeLimit {
  readonly caregiver: number;
  readonly week: string;
  readonly visits: readonly number[];
  /** Minutes until overtime begins; below 0: it has begun, and what is over it is paid already. */
  readonly free: number;
  /** Cents that a minute of overtime adds. */
  readonly centsPerMinute: number;
}

export interface WeekProblem {
  readonly lines: readonly OpenLine[];
  readonly options: readonly Option[];
  /** Pairs of visits that nobody can take both of: they overlap, or the drive does not fit between them. */
  readonly conflicts: readonly (readonly [number, number])[];
  readonly hours: readonly HourLimit[];
  readonly overtime: readonly OvertimeLimit[];
  /** Visits whose caregiver the office chose; null: stays open. */
  readonly fixed: readonly { readonly visit: number; readonly caregiver: number | null }[];
}

/** The caregiver of each visit, by its place; null: nobody. */
export type Assignment = readonly (number | null)[];

export const STAGES = ['coverage', 'continuity', 'cost'] as const;
export type Stage = (typeof STAGES)[number];

export interface WeekSolution {
  readonly assignment: Assignment;
  /** The first goal that was not proven; null: no better proposal exists. */
  readonly unproven: Stage | null;
}

/** Visits that nobody can take two of: every conflict lies in one of these groups. */
export const conflictGroups = (count: number, conflicts: WeekProblem['conflicts']): number[][] => {
  const beside = Array.from({ length: count }, () => new Set<number>());
  for (const [a, b] of conflicts) {
    beside[a]?.add(b);
    beside[b]?.add(a);
  }
  const groups: number[][] = [];
  const grouped = new Set<string>();
  const keyOf = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
  for (const [a, b] of conflicts) {
    if (grouped.has(keyOf(a, b))) continue;
    const group = [a, b];
    for (let next = 0; next < count; next += 1)
      if (!group.includes(next) && group.every((one) => beside[one]?.has(next))) group.push(next);
    for (const one of group) for (const other of group) if (one < other) grouped.add(keyOf(one, other));
    groups.push(group);
  }
  return groups;
};

interface Built {
  readonly builder: ModelBuilder;
  readonly columns: readonly number[];
  readonly minutes: Term[];
  readonly pairs: Term[];
  readonly cost: Term[];
}

const byCaregiver = (options: readonly Option[]) => {
  const found = new Map<number, Map<number, number>>();
  for (const [at, { caregiver, visit }] of options.entries()) {
    const own = found.get(caregiver) ?? new Map<number, number>();
    own.set(visit, at);
    found.set(caregiver, own);
  }
  return found;
};

/** Extra minutes of driving weigh so little that no cent is spent for them. */
const CENT = 1000;

const build = (problem: WeekProblem): Built => {
  const { lines, options, conflicts, hours, overtime, fixed } = problem;
  const builder = new ModelBuilder();
  const columns = options.map(() => builder.whole(1));
  const at = (option: number) => columns[option] ?? 0;
  const own = byCaregiver(options);
  const termsOf = (caregiver: number, visits: readonly number[], factor: (visit: number) => number): Term[] =>
    visits.flatMap((visit): Term[] => {
      const option = own.get(caregiver)?.get(visit);
      return option === undefined ? [] : [[at(option), factor(visit)]];
    });
  const minutesOf = (visit: number) => lines[visit]?.minutes ?? 0;

  const byVisit = Map.groupBy(options.keys(), (option) => options[option]?.visit);
  for (const found of byVisit.values())
    builder.atMost(
      found.map((option) => plus(at(option))),
      1,
    );
  for (const { visit, caregiver } of fixed)
    for (const option of byVisit.get(visit) ?? [])
      builder.equal([plus(at(option))], options[option]?.caregiver === caregiver ? 1 : 0);
  for (const group of conflictGroups(lines.length, conflicts))
    for (const caregiver of own.keys()) {
      const terms = termsOf(caregiver, group, () => 1);
      if (terms.length > 1) builder.atMost(terms, 1);
    }
  for (const { caregiver, visits, left } of hours) {
    const terms = termsOf(caregiver, visits, minutesOf);
    if (sum(terms.map(([, minutes]) => minutes)) > left) builder.atMost(terms, Math.max(0, left));
  }

  const cost = options.map(
    ({ payCents, extraMinutes }, option): Term => [at(option), payCents * CENT + extraMinutes],
  );
  for (const { caregiver, visits, free, centsPerMinute } of overtime) {
    const terms = termsOf(caregiver, visits, minutesOf);
    const most = sum(terms.map(([, minutes]) => minutes));
    if (most <= Math.max(0, free)) continue;
    const over = builder.broken(most);
    builder.atMost([...terms, less(over)], Math.max(0, free));
    cost.push([over, centsPerMinute * CENT]);
  }

  const pairs: Term[] = [];
  const known = new Map<string, number>();
  for (const [option, { caregiver, visit }] of options.entries()) {
    const key = `${caregiver} ${lines[visit]?.client}`;
    const pair = known.get(key) ?? builder.broken(1);
    if (!known.has(key)) pairs.push(plus(pair));
    known.set(key, pair);
    builder.atMost([plus(at(option)), less(pair)], 0);
  }
  const minutes = options.map(({ visit }, option): Term => [at(option), minutesOf(visit)]);
  return { builder, columns, minutes, pairs, cost };
};

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b));
const valueOf = (terms: readonly Term[], values: readonly number[]) =>
  sum(terms.map(([column, factor]) => factor * (values[column] ?? 0)));

/** Goal by goal: each is kept while the next one is sought. `secondsLeft` is asked before every goal. */
export const solveWeek = (problem: WeekProblem, solve: Solve, secondsLeft: () => number): WeekSolution => {
  const { builder, columns, minutes, pairs, cost } = build(problem);
  const grain = problem.lines.map((line) => line.minutes).reduce(greatestCommon, 0) || 1;
  let best: readonly number[] = columns.map(() => 0);
  let unproven: Stage | null = null;
  const seek = (stage: Stage, sense: 'most' | 'least', terms: readonly Term[], step: number) => {
    const found = solve(builder, { sense, terms }, { seconds: secondsLeft(), start: best, grain: step });
    if (found.status !== 'none' && found.values.length > 0) best = found.values;
    if (found.status !== 'optimal') unproven ??= stage;
    return valueOf(terms, best);
  };
  const covered = Math.round(seek('coverage', 'most', minutes, grain));
  builder.atLeast(minutes, covered);
  const met = Math.round(seek('continuity', 'least', pairs, 1));
  builder.atMost(pairs, met);
  seek('cost', 'least', cost, 1);
  const taken = problem.options.filter((_, option) => (best[columns[option] ?? 0] ?? 0) > 0.5);
  const byVisit = new Map(taken.map(({ visit, caregiver }) => [visit, caregiver]));
  return { assignment: problem.lines.map((_, visit) => byVisit.get(visit) ?? null), unproven };
};
