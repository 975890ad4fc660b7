import {
  filesOf,
  minutesAsked,
  notPlacedOf,
  problemOf,
  weekOfResult,
} from '@homecare/domain/calculator/calculation.ts';
import type { Solve } from '@homecare/domain/calculator/linear.ts';
import { bestOfAll, judge } from '@homecare/domain/calculator/naive-placing.ts';
import { type Placing, place } from '@homecare/domain/calculator/placing.ts';
import { askedMinutes, type Problem } from '@homecare/domain/calculator/problem.ts';
import {
  fullCalculation,
  LARGE,
  randomCalculation,
  SMALL,
} from '@homecare/domain/calculator/random-calculations.ts';
import { cheapestChange, LIMIT_SECONDS, solveProblem } from '@homecare/domain/calculator/shortfall.ts';
import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { type ComparedPlan, findConflicts, gapWarnings } from '@homecare/domain/care-plans/rules.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSolver } from '../../calculator/highs.ts';

/** Random calculations, half of them small enough for every possibility to be tried (naive-placing.ts). */
const CASES = Number(process.env.CALCULATOR_CASES ?? 60);

/** Large ones are looked at by their rules alone: whether they are the best is not waited for. */
const LARGE_SECONDS = 0.4;

let solve: Solve;
beforeAll(async () => {
  solve = await loadSolver();
});
const clock = () => {
  const end = performance.now() + LIMIT_SECONDS * 1000;
  return { left: () => (end - performance.now()) / 1000 };
};

/** Every rule of a placing that can be seen from outside. */
const keepsToTheRules = (problem: Problem, { visits, left }: Placing) => {
  for (const visit of visits) {
    const provider = problem.providers[visit.provider];
    expect(provider?.days).toContain(visit.day);
    expect(provider?.kinds.map(({ kind }) => kind)).toContain(visit.kind);
    expect(visit.start).toBeGreaterThanOrEqual(problem.window.start);
    expect(visit.end).toBeLessThanOrEqual(problem.window.end);
    const inside = visit.tasks.map(({ ask, count }) => {
      expect(problem.asks[ask]?.kind).toBe(visit.kind);
      return count * (problem.asks[ask]?.minutes ?? 0);
    });
    expect(inside.reduce((sum, minutes) => sum + minutes, 0)).toBe(visit.end - visit.start);
  }
  for (const day of WEEKDAYS) {
    const ofDay = visits.filter((visit) => visit.day === day).toSorted((a, b) => a.start - b.start);
    for (const [at, visit] of ofDay.entries())
      expect(visit.end).toBeLessThanOrEqual(ofDay[at + 1]?.start ?? Number.POSITIVE_INFINITY);
    expect(new Set(ofDay.map(({ provider, kind }) => `${provider} ${kind}`)).size).toBe(ofDay.length);
  }
  for (const [at, { count }] of problem.asks.entries()) {
    const done = visits.flatMap(({ tasks }) => tasks.filter(({ ask }) => ask === at));
    expect(done.reduce((sum, task) => sum + task.count, 0) + (left[at] ?? 0)).toBe(count);
  }
};

const checkCase = (seed: number, isSmall: boolean) => {
  const { request, facts } = randomCalculation(seed, isSmall ? SMALL : LARGE);
  const problem = problemOf(request, facts);
  const names = facts.providers.map(({ name }) => name);
  const { left } = clock();
  const { placing, reasons, change } = isSmall
    ? solveProblem(problem, names, solve, left)
    : {
        placing: place(problem, solve, { left: () => Math.min(LARGE_SECONDS, left()) }),
        reasons: [],
        change: undefined,
      };
  keepsToTheRules(problem, placing);
  const files = filesOf(request, facts, problem, placing, notPlacedOf(problem, placing, reasons));
  const sum = files.reduce(
    (all, { totals, notPlaced }) =>
      all + totals.minutes + notPlaced.reduce((rest, { minutes }) => rest + minutes, 0),
    0,
  );
  expect(sum).toBe(minutesAsked(request));
  const plans = files.map(
    (file): ComparedPlan => ({
      id: null,
      ProviderID: file.provider,
      Provider: '',
      ClientID: request.client,
      Client: '',
      StartDate: request.startDate,
      EndDate: null,
      Status: 'Active',
      covidBy: null,
      json: { time: weekOfResult(file.days) },
    }),
  );
  const others = [...facts.clientPlans, ...facts.providers.flatMap((provider) => provider.plans)];
  const elsewhere = others.filter(({ ClientID }) => ClientID !== request.client);
  for (const plan of plans) expect(gapWarnings(plan, elsewhere)).toEqual([]);
  for (const [at, plan] of plans.entries())
    expect(findConflicts(plan, [...others, ...plans.filter((_, n) => n !== at)], facts.services)).toEqual([]);
  if (!isSmall)
    return {
      small: 0,
      short: placing.placed < askedMinutes(problem.asks) ? 1 : 0,
      changes: 0,
      open: placing.optimal ? 0 : 1,
    };
  expect(placing.optimal).toBe(true);
  const best = bestOfAll(problem);
  expect(judge(problem, placing)).toEqual(best);
  const isShort = best.placed < askedMinutes(problem.asks);
  expect(change !== null).toBe(isShort);
  for (const [at, turns] of placing.left.entries()) expect(reasons[at] === null).toBe(turns === 0);
  const changed = isShort ? checkChange(problem, names) : 0;
  return { small: 1, short: isShort ? 1 : 0, changes: changed, open: 0 };
};

/** The change that is named lets everything fit, and nothing cheaper does. */
const checkChange = (problem: Problem, names: readonly string[]) => {
  const asked = askedMinutes(problem.asks);
  const isEnough = (changed: Problem) => bestOfAll(changed).placed === asked;
  const later = (minutes: number): Problem => ({
    ...problem,
    window: { ...problem.window, end: problem.window.end + minutes },
  });
  const change = cheapestChange(problem, names, solve, clock());
  const length = problem.window.end - problem.window.start;
  const days = problem.providers.flatMap((provider, at) =>
    WEEKDAYS.filter((day) => !provider.days.includes(day)).map((day) => ({
      ...problem,
      providers: problem.providers.map((one, n) => (n === at ? { ...one, days: [...one.days, day] } : one)),
    })),
  );
  if (!change) {
    expect(isEnough(later(1440 - problem.window.end - ((1440 - problem.window.end) % 5)))).toBe(false);
    expect(days.some(isEnough)).toBe(false);
    return 0;
  }
  expect(isEnough(change.problem)).toBe(true);
  const added = change.problem.window.end - problem.window.end;
  const cheaper = Math.ceil(change.cost / 7 / 5) * 5 - 5;
  if (added > 0) {
    expect(isEnough(later(added - 5))).toBe(false);
    if (change.cost > length) expect(days.some(isEnough)).toBe(false);
  } else expect(cheaper > 0 && isEnough(later(cheaper))).toBe(false);
  return 1;
};

describe('the calculator', () => {
  it(`places ${CASES} random calculations by the rules, and small ones as well as can be`, {
    timeout: 3_600_000,
  }, () => {
    const seen = { small: 0, short: 0, changes: 0, open: 0 };
    for (let n = 1; n <= CASES; n += 1) {
      const isSmall = n % 4 !== 0;
      try {
        const found = checkCase(n * 7919, isSmall);
        seen.small += found.small;
        seen.short += found.short;
        seen.changes += found.changes;
        seen.open += found.open;
      } catch (error) {
        throw new Error(`seed ${n * 7919}, ${isSmall ? 'small' : 'large'}`, { cause: error });
      }
    }
    expect(seen.short).toBeGreaterThan(CASES / 20);
    console.log(`calculator: ${CASES} cases`, JSON.stringify(seen));
  });

  it('gives the best found and its gap when the time is over', () => {
    const { request, facts } = fullCalculation(7);
    const problem = problemOf({ ...request, timeEnd: '12:00' }, facts);
    const placing = place(problem, solve, { left: () => 0 });
    keepsToTheRules(problem, placing);
    expect(placing.optimal).toBe(false);
    expect(placing.gap?.stage).toBe('placed');
    expect(placing.gap?.bound).toBeGreaterThan(placing.gap?.best ?? 0);
  });
});
