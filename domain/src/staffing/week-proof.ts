import type { WeekTotals } from './week-plan.ts';
import {
  type Assignment,
  minutesCovered,
  modelCents,
  pairsOf,
  percentFrom,
  STAGES,
  type Stage,
  type Unproven,
  type WeekProblem,
  type WeekSolution,
} from './week-problem.ts';

/** What may be claimed about a proposal: that it is the best, or how far from it it may be. */

/** Each week's overtime is rounded once and driving weighs a little against cents, so a smaller difference than this is none. */
const SLACK_CENTS = 5;

/**
 * How far a proposal may be from the best, given the solver's own solution and bound. The solver sees neither overtime from
 * consecutive hours nor what only the rules of single visits know. If the proposal had to differ for that, or costs more by
 * payroll's rules, the difference is added.
 */
export const unprovenBeside = (
  problem: WeekProblem,
  { assignment: solved, unproven }: WeekSolution,
  { proposed, totals }: { readonly proposed: Assignment; readonly totals: WeekTotals },
): Unproven | null => {
  const values: Record<Stage, { readonly own: number; readonly best: number; readonly slack: number }> = {
    coverage: { own: minutesCovered(problem, proposed), best: minutesCovered(problem, solved), slack: 0 },
    continuity: { own: pairsOf(problem, proposed), best: pairsOf(problem, solved), slack: 0 },
    cost: {
      own: totals.payCents + totals.overtimeCents,
      best: modelCents(problem, solved),
      slack: SLACK_CENTS,
    },
  };
  for (const stage of STAGES) {
    const { own, best, slack } = values[stage];
    const percent = unproven?.stage === stage ? unproven.percent : 0;
    const bound = best * (1 + ((stage === 'coverage' ? 1 : -1) * percent) / 100);
    const isBest = stage === 'coverage' ? own >= bound : own <= bound + slack;
    if (percent > 0 || !isBest) return { stage, percent: Math.max(1, percentFrom(own, bound)) };
  }
  return null;
};
