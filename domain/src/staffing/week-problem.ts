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

/** A caregiver who can take a visit: seen alone, or with another one that they are given. */
export interface Option {
  readonly visit: number;
  readonly caregiver: number;
  readonly payCents: number;
  readonly extraMinutes: number;
}

/** Minutes of a visit in a week or on a day: a night from one into the other gives each its own. */
export interface Share {
  readonly visit: number;
  readonly minutes: number;
}

/** Limits of one caregiver for some of the visits: those of a week, of a day, or of one client. */
export interface HourLimit {
  readonly caregiver: number;
  readonly visits: readonly Share[];
  /** Minutes that these visits may add. */
  readonly left: number;
}

/**
 * Overtime that visits add to a caregiver's week: the greater of what the week and its days come to, less what is paid already.
 * Hours in a row are not among it: they can add more, never less.
 */
export interface OvertimeLimit {
  readonly caregiver: number;
  readonly week: string;
  readonly visits: readonly Share[];
  /** Minutes of the week until its overtime is more than what is paid already. */
  readonly free: number;
  readonly days: readonly { readonly visits: readonly Share[]; readonly free: number }[];
  /** Minutes over the days until these are more than what is paid already. */
  readonly spare: number;
  /** Cents that a minute of overtime adds at least. */
  readonly centsPerMinute: number;
  /** What is paid already may become less by so many cents. */
  readonly lessCents: number;
}

/** Units of one authorization that visits take by another type than their own. */
export interface UnitLimit {
  readonly taken: readonly {
    readonly visit: number;
    readonly caregiver: number;
    readonly units: number;
  }[];
  readonly left: number;
}

/** Two visits, the second farther from the first than the caregiver goes: they take both only with one of those between. */
export interface FarLimit {
  readonly caregiver: number;
  readonly visits: readonly [first: number, second: number];
  readonly between: readonly number[];
}

/** A visit that a caregiver takes only together with one of others, from which alone it is near enough. */
export interface NearLimit {
  readonly caregiver: number;
  readonly visit: number;
  readonly from: readonly number[];
}

export interface WeekProblem {
  readonly lines: readonly OpenLine[];
  readonly options: readonly Option[];
  /** Pairs of visits that nobody can take both of: they overlap, or the drive does not fit between them. */
  readonly conflicts: readonly (readonly [number, number])[];
  readonly hours: readonly HourLimit[];
  readonly overtime: readonly OvertimeLimit[];
  readonly units: readonly UnitLimit[];
  readonly far: readonly FarLimit[];
  readonly near: readonly NearLimit[];
  /** Visits whose caregiver the office chose; null: stays open. */
  readonly fixed: readonly { readonly visit: number; readonly caregiver: number | null }[];
}

/** The caregiver of each visit, by its place; null: nobody. */
export type Assignment = readonly (number | null)[];

export const STAGES = ['coverage', 'continuity', 'cost'] as const;
export type Stage = (typeof STAGES)[number];

/** A goal that may be reached better than it was: by so many percent at most. */
export interface Unproven {
  readonly stage: Stage;
  readonly percent: number;
}

export interface WeekSolution {
  readonly assignment: Assignment;
  /** The first goal that was not proven; null: no better proposal exists. */
  readonly unproven: Unproven | null;
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

/** Extra minutes of driving weigh so little that no cent is spent for them. */
const CENT = 1000;

/** Columns of the model by what they stand for. */
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

  /** The columns of a caregiver for some visits, each with its factor. */
  #terms(caregiver: number, visits: readonly number[], factor: (visit: number) => number): Term[] {
    const own = this.#own.get(caregiver);
    return visits.flatMap((visit): Term[] => {
      const column = own?.get(visit);
      return column === undefined ? [] : [[column, factor(visit)]];
    });
  }

  /** Each visit is taken once at most, and as the office chose. */
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

/** What is lost in numbers that are not whole. */
const ROUNDING = 1e-6;

/** How far a value is from what no proposal can pass. */
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
 * Where each client can be served by one caregiver, only who can take all of a client's visits is left: the search for the
 * cheapest among them is small, and no better proposal is lost.
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

/** Minutes of overtime that a proposal adds to a week, by the week and its days. */
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

/** What a proposal costs in the terms of the model: pay and overtime in thousandths of a cent, and minutes of driving. */
const costOf = (problem: WeekProblem, assignment: Assignment): number =>
  modelCents(problem, assignment) * CENT +
  sum(takenOptions(problem, assignment).map(({ extraMinutes }) => extraMinutes));

/** No proposal with these visits costs less: each by its cheapest caregiver, without overtime. */
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

/** More options than the solver can search to the end: the most promising are left for each client. */
const MANY = 1_500;
const CAREGIVERS_OF_CLIENT = 10;
const CAREGIVERS_OF_VISIT = 4;

/** Caregivers who can take the most visits of a client at the least cost, the cheapest of each visit, and the first proposal's. */
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

/** Goal by goal, each is kept while the next one is sought. */
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

/** The share of the time that each goal may take of what is left. */
const SHARES: Record<Stage, number> = { coverage: 0.4, continuity: 0.6, cost: 1 };

/** What is not proven of a proposal: by the solver where it saw everything, otherwise by what no proposal can pass. */
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

/** A proposal that nobody could search to better: it may be as far from the best as from what no proposal can pass. */
export const notSearched = (problem: WeekProblem, first: Assignment): WeekSolution => ({
  assignment: first,
  unproven: unprovenOf(problem, { best: first, unproven: new Map() }, false),
});

/**
 * The best proposal that is found from one that is allowed. `secondsLeft` is asked before every goal; when the time is over, the
 * best so far counts.
 */
export const solveWeek = (
  problem: WeekProblem,
  first: Assignment,
  solve: Solve,
  secondsLeft: () => number,
): WeekSolution => {
  // Nobody can take any of the visits: there is nothing to search.
  if (problem.options.length === 0) return { assignment: first, unproven: null };
  const searched = promising(problem, first);
  const search = new Search(problem, first, solve);
  const step = (asked: WeekProblem, stage: Stage) => search.seek(asked, stage, secondsLeft() * SHARES[stage]);
  const open = new Set(problem.options.map(({ visit }) => visit)).size;
  // Nothing more can be covered than what somebody can take.
  if (first.filter((caregiver) => caregiver !== null).length < open) step(searched, 'coverage');
  const { best } = search;
  const clients = new Set(
    problem.lines.flatMap(({ client }, visit) => (best[visit] === null ? [] : [client])),
  );
  if (pairsOf(problem, best) > clients.size) step(searched, 'continuity');
  step(onePerClient(searched, search.best) ?? searched, 'cost');
  return { assignment: search.best, unproven: unprovenOf(problem, search, searched === problem) };
};
