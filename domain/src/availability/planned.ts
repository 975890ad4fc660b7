import { type PlannedVisit, plannedVisits, visitWindow } from '../care-plans/rules.ts';
import type { CarePlan } from '../care-plans/schema.ts';
import type { PlanWeeks } from '../care-plans/weeks.ts';
import type { DaySpan } from './rules.ts';

/** A care plan of the caregiver, with the temporary plans that take over some of its days. */
export type PlanToCome = Pick<CarePlan, 'id' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'> &
  PlanWeeks;
export interface CoveringPlan {
  readonly coversPlanId: number | null;
  readonly StartDate: string;
  readonly EndDate: string | null;
  readonly Status: CarePlan['Status'];
}
/** A visit with a record that was begun, closed, or moved to another day or time. */
export interface MadeVisit extends DaySpan {
  readonly planId: number;
  readonly plannedDay: string;
  readonly isPlanned: boolean;
}

const keyOf = (planId: number, day: string) => `${planId} ${day}`;

/**
 * What a caregiver is planned to do on these days, without visits that were begun or closed. Records exist only for the next
 * days; later days come from the plans. Plans exempt from EVV count too, because somebody comes.
 */
export const visitsToCome = (
  plans: readonly PlanToCome[],
  covers: readonly CoveringPlan[],
  made: readonly MadeVisit[],
  { from, through }: { readonly from: string; readonly through: string },
): DaySpan[] => {
  const first = Temporal.PlainDate.from(from);
  const window = visitWindow(first, first.until(through, { largestUnit: 'day' }).days + 1);
  const exists = new Set(made.map(({ planId, plannedDay }) => keyOf(planId, plannedDay)));
  const daysOf = (plan: PlanToCome): PlannedVisit[] =>
    plannedVisits({ ...plan, excluded: null }, window, {
      archived: [],
      temporary: covers.filter(({ coversPlanId }) => coversPlanId === plan.id),
    });
  return [
    ...made.filter(({ isPlanned }) => isPlanned),
    ...plans.flatMap((plan) => daysOf(plan).filter(({ day }) => !exists.has(keyOf(plan.id, day)))),
  ].map(({ day, start, end }) => ({ day, start, end }));
};
