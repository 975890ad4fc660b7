import { visitsToCome } from '@homecare/domain/availability/planned.ts';
import { isAwayDuring } from '@homecare/domain/availability/rules.ts';
import type { TimeOffSpan } from '@homecare/domain/availability/schema.ts';
import { dayBefore } from '@homecare/domain/calendar.ts';
import { listPlansOfAbsent, listRunningPlans } from '../care-plans/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listVisitsOfDays } from '../visits/service.ts';

export interface SpanOf extends TimeOffSpan {
  readonly providerId: number;
}

/** How many planned visits would be open if this time off were approved. */
export const countOpened = async (scope: Scope, span: SpanOf): Promise<number> => {
  const { db } = scope.site;
  // A visit of the night before reaches into the first day.
  const days = { from: dayBefore(span.from), through: span.through };
  const plans = await listPlansOfAbsent(db, scope, span.providerId, days);
  if (plans.length === 0) return 0;
  const ids = new Set<number | null>(plans.map(({ id }) => id));
  const covers = (await listRunningPlans(scope, days)).filter(({ coversPlanId }) => ids.has(coversPlanId));
  const made = (await listVisitsOfDays(db, [span.providerId], days)).map((visit) => ({
    ...visit,
    isPlanned: visit.status === 'Planned' && !visit.isClosed,
  }));
  return visitsToCome(plans, covers, made, days).filter((visit) => isAwayDuring(span, visit)).length;
};
