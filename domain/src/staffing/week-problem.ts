import { less, ModelBuilder, plus, type Solve, type Term } from '../linear.ts';
import { sum } from '../sum.ts';

/**
 * Assigns several open visits at once as an integer program. The goals, in order: cover the most minutes, show each client
 * the fewest caregivers, add the least pay, drive the least (docs/rules/staffing.md, rule 16).
 */

export interface OpenLine {
  readonly client: number;
  readonly date: string;
  /** The first day of its workweek. */
  readonly week: string;
  readonly minutes: number;
}

/** A caregiver who can take a visit, alone or together with another visit. */
export interface Option {
  readonly visit: number;
  readonly caregiver: number;
  readonly payCents: number;
  readonly extraMinutes: number;
}

/** Minutes of a visit in a week or on a day. A night visit can have shares in two of them. */
export interface Share {
  readonly visit: number;
  readonly minutes: number;
}

/** A limit on one caregiver's hours in a week, on a day, or with one client. */
export interface HourLimit {
  readonly caregiver: number;
  readonly visits: readonly Share[];
  /** Minutes that these visits may add. */
  readonly left: number;
}

/**
 * The overtime that visits add to a caregiver's week: the greater of weekly and daily overtime, less what is already due.
 * Overtime from consecutive hours is not modelled; it can only add more.
 */
export interface OvertimeLimit {
  readonly caregiver: number;
  readonly week: string;
  readonly visits: readonly Share[];
  /** Minutes left in the week before its overtime exceeds what is already due. */
  readonly free: number;
  readonly days: readonly { readonly visits: readonly Share[]; readonly free: number }[];
  /** Minutes of daily overtime left before it exceeds what is already due. */
  readonly spare: number;
  /** The least that a minute of overtime adds, in cents. */
  readonly centsPerMinute: number;
}

/** Units of one authorization that visits use under a type other than their own. */
export interface UnitLimit {
  readonly taken: readonly {
    readonly visit: number;
    readonly caregiver: number;
    readonly units: number;
  }[];
  readonly left: number;
}

/** Two visits, the second farther from the first than the caregiver goes. They can take both only with one of those in `between`. */
export interface FarLimit {
  readonly caregiver: number;
  readonly visits: readonly [first: number, second: number];
  readonly between: readonly number[];
}

/** A visit that a caregiver can take only together with one of the visits in `from`, which are near enough to it. */
export interface NearLimit {
  readonly caregiver: number;
  readonly visit: number;
  readonly from: readonly number[];
}

export interface WeekProblem {
  readonly lines: readonly OpenLine[];
  readonly options: readonly Option[];
  /** Pairs of visits that one caregiver cannot both take: they overlap, or the drive does not fit between them. */
  readonly conflicts: readonly (readonly [number, number])[];
  readonly hours: readonly HourLimit[];
  readonly overtime: readonly OvertimeLimit[];
  readonly units: readonly UnitLimit[];
  readonly far: readonly FarLimit[];
  readonly near: readonly NearLimit[];
  /** Visits for which the office chose the caregiver; null keeps the visit open. */
  readonly fixed: readonly { readonly visit: number; readonly caregiver: number | null }[];
}

/** The caregiver of each visit, by index; null if nobody. */
export type Assignment = readonly (number | null)[];

export const STAGES = ['coverage', 'continuity', 'cost'] as const;
export type Stage = (typeof STAGES)[number];

/** A goal that could still improve, by at most this many percent. */
export interface Unproven {
  readonly stage: Stage;
  readonly percent: number;
}

export interface WeekSolution {
  readonly assignment: Assignment;
  /** The first goal without proof; null if no better proposal exists. */
  readonly unproven: Unproven | null;
}

/** Groups of visits of which a caregiver can take at most one. Every conflict lies in one of the groups. */
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

/** The weight of a cent against a minute of driving: so high that no cent is spent to save driving. */
const CENT = 1000;

/** The columns of the model by meaning. */
class WeekModel {
  readonly builder = new ModelBuilder();
  readonly columns: readonly number[];
  readonly minutes: readonly Term[];
  readonly pairs: Term[] = [];
  readonly cost: Term[];
  readonly #problem: WeekProblem;
  readonly #own = new Map<number, Map<number, number>>();

  constructor(problem: WeekProblem) {
    this.#problem = problem;
    this.columns = problem.options.map(() => this.builder.whole(1));
    for (const [at, { caregiver, visit }] of problem.options.entries()) {
      const own = this.#own.get(caregiver) ?? new Map<number, number>();
      own.set(visit, this.columns[at] ?? 0);
      this.#own.set(caregiver, own);
    }
    this.minutes = problem.options.map(({ visit }, at) => [this.columns[at] ?? 0, this.#minutesOf(visit)]);
    this.cost = problem.options.map(({ payCents, extraMinutes }, at) => [
      this.columns[at] ?? 0,
      payCents * CENT + extraMinutes,
    ]);
    this.#addVisits();
    this.#addConflicts();
    this.#addHours();
    this.#addUnits();
    this.#addFar();
    this.#addNear();
    this.#addOvertime();
    this.#addPairs();
  }

  #minutesOf(visit: number) {
    return this.#problem.lines[visit]?.minutes ?? 0;
  }

  /** A caregiver's columns for some visits, each with its factor. */
  #terms(caregiver: number, visits: readonly number[], factor: (visit: number) => number): Term[] {
    const own = this.#own.get(caregiver);
    return visits.flatMap((visit): Term[] => {
      const column = own?.get(visit);
      return column === undefined ? [] : [[column, factor(visit)]];
    });
  }

  /** Each visit is taken at most once, and as the office chose. */
  #addVisits() {
    const { options, fixed } = this.#problem;
    const byVisit = Map.groupBy(options.entries(), ([, { visit }]) => visit);
    for (const found of byVisit.values())
      this.builder.atMost(
        found.map(([at]) => plus(this.columns[at] ?? 0)),
        1,
      );
    for (const { visit, caregiver } of fixed)
      for (const [at, option] of byVisit.get(visit) ?? [])
        this.builder.equal([plus(this.columns[at] ?? 0)], option.caregiver === caregiver ? 1 : 0);
  }

  #addConflicts() {
    const { lines, conflicts } = this.#problem;
    for (const group of conflictGroups(lines.length, conflicts))
      for (const caregiver of this.#own.keys()) {
        const terms = this.#terms(caregiver, group, () => 1);
        if (terms.length > 1) this.builder.atMost(terms, 1);
      }
  }

  #addHours() {
    for (const { caregiver, visits, left } of this.#problem.hours) {
      const { terms, most } = this.#shares(caregiver, visits);
      if (most > left) this.builder.atMost(terms, Math.max(0, left));
    }
  }

  #addUnits() {
    for (const { taken, left } of this.#problem.units) {
      const terms = taken.flatMap(({ visit, caregiver, units }) =>
        this.#terms(caregiver, [visit], () => units),
      );
      if (sum(terms.map(([, units]) => units)) > left) this.builder.atMost(terms, left);
    }
  }

  #addFar() {
    for (const { caregiver, visits, between } of this.#problem.far) {
      const both = this.#terms(caregiver, visits, () => 1);
      if (both.length === 2) this.builder.atMost([...both, ...this.#terms(caregiver, between, () => -1)], 1);
    }
  }

  #addNear() {
    for (const { caregiver, visit, from } of this.#problem.near) {
      const terms = this.#terms(caregiver, [visit], () => 1);
      if (terms.length > 0) this.builder.atMost([...terms, ...this.#terms(caregiver, from, () => -1)], 0);
    }
  }

  #shares(caregiver: number, shares: readonly Share[]) {
    const terms = shares.flatMap(({ visit, minutes }) => this.#terms(caregiver, [visit], () => minutes));
    return { terms, most: sum(terms.map(([, minutes]) => minutes)) };
  }

  #addOvertime() {
    for (const { caregiver, visits, free, days, spare, centsPerMinute } of this.#problem.overtime) {
      const { terms, most } = this.#shares(caregiver, visits);
      const long = days
        .map((day) => ({ ...this.#shares(caregiver, day.visits), free: day.free }))
        .filter((day) => day.most > day.free);
      const mostOfDays = sum(long.map((day) => day.most - day.free));
      if (most <= free && mostOfDays <= spare) continue;
      const over = this.builder.broken(most);
      if (most > free) this.builder.atMost([...terms, less(over)], free);
      const ofDays = long.map((day) => {
        const overDay = this.builder.broken(day.most - day.free);
        this.builder.atMost([...day.terms, less(overDay)], day.free);
        return plus(overDay);
      });
      if (mostOfDays > spare) this.builder.atMost([...ofDays, less(over)], spare);
      this.cost.push([over, centsPerMinute * CENT]);
    }
  }

  /** Whether a caregiver comes to a client at all. */
  #addPairs() {
    const { options, lines } = this.#problem;
    const pairs = Map.groupBy(
      options.entries(),
      ([, { caregiver, visit }]) => `${caregiver} ${lines[visit]?.client}`,
    );
    for (const found of pairs.values()) {
      const pair = this.builder.broken(1);
      this.pairs.push(plus(pair));
      for (const [at] of found) this.builder.atMost([plus(this.columns[at] ?? 0), less(pair)], 0);
    }
  }
}

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b));
const totalOf = (terms: readonly Term[], values: readonly number[]) =>
  sum(terms.map(([column, factor]) => factor * (values[column] ?? 0)));

/** Tolerance for floating point rounding. */
const ROUNDING = 1e-6;

/** How far a value is from its bound, in percent rounded up. */
export const percentFrom = (value: number, bound: number): number =>
  value === 0 || !Number.isFinite(bound)
    ? 100
    : Math.min(100, Math.ceil((Math.abs(value - bound) / Math.abs(value)) * 100 - ROUNDING));

const assignmentOf = (
  { lines, options }: WeekProblem,
  columns: readonly number[],
  values: readonly number[],
): Assignment => {
  const taken = options.filter((_, at) => (values[columns[at] ?? 0] ?? 0) > 0.5);
  const byVisit = new Map(taken.map(({ visit, caregiver }) => [visit, caregiver]));
  return lines.map((_, visit) => byVisit.get(visit) ?? null);
};

const startOf = ({ options }: WeekProblem, assignment: Assignment) =>
  options.map(({ visit, caregiver }) => (assignment[visit] === caregiver ? 1 : 0));

export const pairsOf = ({ lines }: WeekProblem, assignment: Assignment): number =>
  new Set(
    assignment.flatMap((caregiver, visit) =>
      caregiver === null ? [] : [`${caregiver} ${lines[visit]?.client}`],
    ),
  ).size;
export const minutesCovered = ({ lines }: WeekProblem, assignment: Assignment): number =>
  sum(lines.map(({ minutes }, visit) => (assignment[visit] === null ? 0 : minutes)));

/**
 * If each client can be served by one caregiver, keeps only caregivers who can take all of a client's visits. That makes the
 * search for the cheapest small and loses no better proposal.
 */
const onePerClient = (problem: WeekProblem, assignment: Assignment): WeekProblem | undefined => {
  const { lines, options } = problem;
  const covered = lines.flatMap(({ client }, visit) =>
    assignment[visit] === null ? [] : [{ client, visit }],
  );
  const clients = Map.groupBy(covered, ({ client }) => client);
  if (pairsOf(problem, assignment) !== clients.size || covered.length < lines.length) return undefined;
  const visitsOf = Map.groupBy(options, ({ caregiver, visit }) => `${caregiver} ${lines[visit]?.client}`);
  return {
    ...problem,
    options: options.filter(({ caregiver, visit }) => {
      const client = lines[visit]?.client ?? 0;
      return visitsOf.get(`${caregiver} ${client}`)?.length === clients.get(client)?.length;
    }),
  };
};

/** Minutes of overtime that a proposal adds to a week, counted by week and by day. */
const overtimeIn = (assignment: Assignment, { caregiver, visits, free, days, spare }: OvertimeLimit) => {
  const minutesOf = (shares: readonly Share[]) =>
    sum(shares.map(({ visit, minutes }) => (assignment[visit] === caregiver ? minutes : 0)));
  const ofDays = sum(days.map((day) => Math.max(0, minutesOf(day.visits) - day.free)));
  return Math.max(0, minutesOf(visits) - free, ofDays - spare);
};

const takenOptions = ({ options }: WeekProblem, assignment: Assignment) =>
  options.filter(({ visit, caregiver }) => assignment[visit] === caregiver);

/** Pay and overtime of a proposal in cents, as the model counts them. */
export const modelCents = (problem: WeekProblem, assignment: Assignment): number =>
  sum(takenOptions(problem, assignment).map(({ payCents }) => payCents)) +
  sum(problem.overtime.map((limit) => overtimeIn(assignment, limit) * limit.centsPerMinute));

/** The cost that the model minimizes: pay and overtime in thousandths of a cent, plus minutes of driving. */
const costOf = (problem: WeekProblem, assignment: Assignment): number =>
  modelCents(problem, assignment) * CENT +
  sum(takenOptions(problem, assignment).map(({ extraMinutes }) => extraMinutes));

/** A lower bound on the cost of covering these visits: each by its cheapest caregiver, without overtime. */
const leastCost = ({ options }: WeekProblem, assignment: Assignment): number => {
  const byVisit = Map.groupBy(options, ({ visit }) => visit);
  return sum(
    assignment.map((caregiver, visit) =>
      caregiver === null
        ? 0
        : Math.min(
            ...(byVisit.get(visit) ?? []).map(({ payCents, extraMinutes }) => payCents * CENT + extraMinutes),
          ),
    ),
  );
};

/** With more options than this, the solver cannot finish, so only the most promising are kept for each client. */
const MANY = 1_500;
const CAREGIVERS_OF_CLIENT = 10;
const CAREGIVERS_OF_VISIT = 4;

/**
 * Keeps the caregivers who can take most of a client's visits at the lowest cost, the cheapest for each visit, and those of
 * the first proposal.
 */
const promising = (problem: WeekProblem, first: Assignment): WeekProblem => {
  const { lines, options } = problem;
  if (options.length <= MANY) return problem;
  const kept = new Set<Option>(options.filter(({ visit, caregiver }) => first[visit] === caregiver));
  for (const own of Map.groupBy(options, ({ visit }) => lines[visit]?.client).values()) {
    const caregivers = [...Map.groupBy(own, ({ caregiver }) => caregiver).values()].map((theirs) => ({
      theirs,
      cents: sum(theirs.map(({ payCents }) => payCents)) / theirs.length,
    }));
    const best = caregivers.toSorted((a, b) => b.theirs.length - a.theirs.length || a.cents - b.cents);
    for (const { theirs } of best.slice(0, CAREGIVERS_OF_CLIENT))
      for (const option of theirs) kept.add(option);
  }
  for (const own of Map.groupBy(options, ({ visit }) => visit).values())
    for (const option of own.toSorted((a, b) => a.payCents - b.payCents).slice(0, CAREGIVERS_OF_VISIT))
      kept.add(option);
  return { ...problem, options: options.filter((option) => kept.has(option)) };
};

/** Optimizes one goal after the other, holding the earlier ones at the value reached. */
class Search {
  best: Assignment;
  readonly unproven = new Map<Stage, number>();
  readonly #solve: Solve;
  readonly #grain: number;

  constructor(problem: WeekProblem, first: Assignment, solve: Solve) {
    this.best = first;
    this.#solve = solve;
    this.#grain = problem.lines.map((line) => line.minutes).reduce(greatestCommon, 0) || 1;
  }

  seek(problem: WeekProblem, stage: Stage, seconds: number): void {
    const { builder, columns, minutes, pairs, cost } = new WeekModel(problem);
    const covered = minutesCovered(problem, this.best);
    if (stage !== 'coverage') builder.atLeast(minutes, covered);
    if (stage === 'cost') builder.atMost(pairs, pairsOf(problem, this.best));
    const terms = { coverage: minutes, continuity: pairs, cost }[stage];
    const found = this.#solve(
      builder,
      { sense: stage === 'coverage' ? 'most' : 'least', terms },
      { seconds, start: startOf(problem, this.best), grain: stage === 'coverage' ? this.#grain : 1 },
    );
    const values = found.status === 'none' ? [] : found.values;
    if (found.status !== 'optimal')
      this.unproven.set(
        stage,
        percentFrom(totalOf(terms, values), found.status === 'limit' ? found.bound : Number.NaN),
      );
    if (values.length > 0 && totalOf(minutes, values) >= covered - 0.5)
      this.best = assignmentOf(problem, columns, values);
  }
}

/** The share of the remaining time that each goal may use. */
const SHARES: Record<Stage, number> = { coverage: 0.4, continuity: 0.6, cost: 1 };

/** What is not proven about a proposal: by the solver's own bound if it saw all options, otherwise by a general bound. */
const unprovenOf = (
  problem: WeekProblem,
  search: Pick<Search, 'best' | 'unproven'>,
  sawAll: boolean,
): Unproven | null => {
  const { best, unproven } = search;
  const clients = new Set(
    problem.lines.flatMap(({ client }, visit) => (best[visit] === null ? [] : [client])),
  );
  const open = new Set(problem.options.map(({ visit }) => visit));
  const bounds: readonly (readonly [Stage, number, number])[] = [
    [
      'coverage',
      minutesCovered(problem, best),
      sum([...open].map((visit) => problem.lines[visit]?.minutes ?? 0)),
    ],
    ['continuity', pairsOf(problem, best), clients.size],
    ['cost', costOf(problem, best), leastCost(problem, best)],
  ];
  for (const [stage, value, bound] of bounds) {
    const bySolver = unproven.get(stage);
    const isProven = Math.abs(value - bound) < ROUNDING || (sawAll && bySolver === undefined);
    if (!isProven)
      return { stage, percent: Math.min(percentFrom(value, bound), (sawAll && bySolver) || 100) };
  }
  return null;
};

/** A proposal that was not searched further, with its distance from a general bound. */
export const notSearched = (problem: WeekProblem, first: Assignment): WeekSolution => ({
  assignment: first,
  unproven: unprovenOf(problem, { best: first, unproven: new Map() }, false),
});

/**
 * Improves an allowed proposal as far as time permits. `secondsLeft` is checked before every goal; when time is up, the best
 * so far is returned.
 */
export const solveWeek = (
  problem: WeekProblem,
  first: Assignment,
  solve: Solve,
  secondsLeft: () => number,
): WeekSolution => {
  // Nobody can take any of the visits, so there is nothing to search.
  if (problem.options.length === 0) return { assignment: first, unproven: null };
  const searched = promising(problem, first);
  const search = new Search(problem, first, solve);
  const step = (asked: WeekProblem, stage: Stage) => search.seek(asked, stage, secondsLeft() * SHARES[stage]);
  const open = new Set(problem.options.map(({ visit }) => visit)).size;
  // Coverage cannot improve once every visit that somebody can take is covered.
  if (first.filter((caregiver) => caregiver !== null).length < open) step(searched, 'coverage');
  const { best } = search;
  const clients = new Set(
    problem.lines.flatMap(({ client }, visit) => (best[visit] === null ? [] : [client])),
  );
  if (pairsOf(problem, best) > clients.size) step(searched, 'continuity');
  step(onePerClient(searched, search.best) ?? searched, 'cost');
  return { assignment: search.best, unproven: unprovenOf(problem, search, searched === problem) };
};
