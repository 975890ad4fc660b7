import { type PlannedDay, plannedDays } from '../billing/counting.ts';
import type { PlanDates, VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '../care-plans/schema.ts';
import type { PlanWeeks } from '../care-plans/weeks.ts';
import { type HalfMonth, halfKey, halvesInside, isHalfFinished } from '../timesheets/missing.ts';

/** Plans by half month: which timesheets came in, and which halves were billed (docs/rules/reports.md, rule 13). */

interface HalfPlan extends PlanDates, Pick<CarePlan, 'id' | 'Status'>, PlanWeeks<Pick<PlanWeek, 'time'>> {
  readonly limits: VisitLimits;
}

export interface PlanHalf<P> {
  readonly plan: P;
  readonly half: HalfMonth;
  readonly days: readonly PlannedDay[];
}

/** Every half in the months between two days in which a plan has a planned day. */
export const plannedHalves = <P extends HalfPlan>(
  plans: readonly P[],
  from: string,
  through: string,
): PlanHalf<P>[] => {
  const halves = halvesInside(from, through);
  return plans.flatMap((plan) =>
    halves
      .map((half) => ({ plan, half, days: plannedDays(plan, half, plan.limits) }))
      .filter(({ days }) => days.length > 0),
  );
};

/** A half counts once its last day is past. */
export const isOver = ({ half }: PlanHalf<unknown>, today: string) => isHalfFinished(half, today);

export const keyOf = ({ plan, half }: PlanHalf<{ readonly id: number }>) => halfKey(plan.id, half);

interface BilledPeriod {
  readonly planId: number;
  readonly startPeriod: string;
  readonly endPeriod: string;
}

/** Whether a card covers a planned day of the half. */
export const isCovered = (
  { plan, days }: PlanHalf<{ readonly id: number }>,
  cards: readonly BilledPeriod[],
): boolean =>
  cards.some(
    ({ planId, startPeriod, endPeriod }) =>
      planId === plan.id && days.some(({ date }) => startPeriod <= date && date <= endPeriod),
  );
