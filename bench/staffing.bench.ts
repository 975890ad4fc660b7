import { candidatesFor } from '@homecare/domain/staffing/candidates.ts';
import {
  compareTotals,
  greedyWeek,
  repairWeek,
  weekProblem,
  weekTotals,
} from '@homecare/domain/staffing/week-plan.ts';
import { solveWeek } from '@homecare/domain/staffing/week-problem.ts';
import { unprovenBeside } from '@homecare/domain/staffing/week-proof.ts';
import { loadSolver } from '../server/src/platform/solver/highs.ts';
import { randomWeek } from '../server/testing/random-weeks.ts';
import { median, ms, report, shareOfTime } from './report.ts';

/** Who can take a visit, of 600 caregivers; and a proposal for 60 open visits among 300. */
const ROUNDS = 40;
const RANK_MS = 50;
const WEEK_MS = 5_000;
const SOLVER_SECONDS = 3;

const solve = await loadSolver();

const ranking = randomWeek(1, 4, 600);
const rank = (round: number) => {
  const question = ranking.questions[round % ranking.questions.length];
  if (!question) throw new Error('no open visit');
  const all = [...question.caregivers.values()];
  const begun = performance.now();
  candidatesFor(question.asked, all, ranking.clients, ranking.rules);
  return performance.now() - begun;
};
for (let round = 0; round < 8; round += 1) rank(round);
const ranks = Array.from({ length: ROUNDS }, (_, round) => rank(round));

const proposal = (seed: number) => {
  const facts = randomWeek(seed, 60, 300);
  const begun = performance.now();
  const questions = facts.questions.map((question) => ({
    ...question,
    candidates: candidatesFor(question.asked, [...question.caregivers.values()], facts.clients, facts.rules),
  }));
  const week = { ...facts, questions };
  const greedy = greedyWeek(week, []);
  const end = performance.now() + SOLVER_SECONDS * 1000;
  const problem = weekProblem(week, []);
  const found = solveWeek(problem, greedy, solve, () => (end - performance.now()) / 1000);
  const repaired = repairWeek(week, found.assignment, []);
  const [solved, picked] = [weekTotals(week, repaired), weekTotals(week, greedy)];
  return {
    took: performance.now() - begun,
    isProven: unprovenBeside(problem, found, { proposed: repaired, totals: solved }) === null,
    isBetter: compareTotals(solved, picked) <= 0,
    solved,
    picked,
  };
};
proposal(99);
const weeks = [1, 2, 3, 4, 5].map(proposal);
const times = weeks.map(({ took }) => took);
const sumOf = (pick: (week: (typeof weeks)[number]) => number) =>
  weeks.reduce((all, week) => all + pick(week), 0);

report([
  {
    name: 'Staffing: ranks 600 caregivers for one visit',
    here: `${ms(median(ranks))}, slowest ${ms(Math.max(...ranks))}`,
    target: `median at most ${RANK_MS} ms`,
    share: shareOfTime(median(ranks), RANK_MS),
  },
  {
    name: `Staffing: 60 open visits, 300 caregivers; ${weeks.filter(({ isProven }) => isProven).length} of ${weeks.length} proven best`,
    here: `${ms(median(times))}, slowest ${ms(Math.max(...times))}; ${sumOf(({ solved }) => solved.pairs)} faces at clients, one by one ${sumOf(({ picked }) => picked.pairs)}`,
    target: `at most ${WEEK_MS} ms each, never worse than one by one`,
    share: weeks.every(({ isBetter }) => isBetter)
      ? shareOfTime(Math.max(...times), WEEK_MS)
      : Number.POSITIVE_INFINITY,
  },
]);
