import type { DayRange } from '@homecare/domain/billing/counting.ts';
import { estimatedMonth } from '@homecare/domain/billing/estimate.ts';
import { planMonthOf } from '@homecare/domain/billing/plan-month.ts';
import { visitsOfPlans } from '../../billing/service.ts';
import type { PlanFact } from '../queries.ts';
import type { Asked } from './declare.ts';

/** A plan's days in a month: those worked up to today, by Complete visits, and future ones as planned. */
export const estimateDays = async (
  { scope, today }: Pick<Asked, 'scope' | 'today'>,
  plans: readonly PlanFact[],
  { from, through }: DayRange,
) => {
  const ids = plans.map(({ id }) => id);
  const visits = await visitsOfPlans(scope.site.db, ids, from, through);
  const visitsOf = Map.groupBy(visits, ({ planId }) => planId);
  return (plan: PlanFact, month: string) =>
    estimatedMonth(month, planMonthOf(plan, month, visitsOf.get(plan.id) ?? []), {
      plan,
      today: today.toString(),
      zone: scope.settings.timeZone,
    });
};

/** The day is outside the card's period, or there is no card. */
export const isUncovered =
  (card: { readonly startPeriod: string; readonly endPeriod: string } | undefined) =>
  ({ date }: { readonly date: string }) =>
    !card || date < card.startPeriod || date > card.endPeriod;
