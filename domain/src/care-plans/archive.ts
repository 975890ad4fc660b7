import { dayBefore } from '../calendar.ts';
import type { PlanDates } from './rules.ts';
import type { CarePlan } from './schema.ts';

/** Shown for plans and people alike (docs/rules/care-plans.md, rule 31). */
export const BILLED_AFTER_END = "Error: Can't delete Care plan with active billing record after End Date";

/** A plan of a person who is being archived. */
export type LeavingPlan = PlanDates &
  Pick<CarePlan, 'Status'> & {
    /** It has visits that were begun or done, so it is never Deleted (docs/rules/care-plans.md, rule 32). */
    readonly visited: boolean;
  };

export type PlanAfterArchive =
  | { readonly Status: 'Archive'; readonly EndDate: string }
  | { readonly Status: 'Deleted' };

/**
 * What happens to a plan when its provider or client is archived: it ends on the archive date, its first day without
 * service; one that would start later is Deleted (docs/rules/care-plans.md, rule 33). Undefined if nothing changes.
 */
export const planAfterArchive = (plan: LeavingPlan, archiveDate: string): PlanAfterArchive | undefined => {
  if (plan.Status === 'Deleted') return undefined;
  // A temporary plan includes its end date, so it has to end one day earlier.
  const end = plan.coversPlanId === null ? archiveDate : dayBefore(archiveDate);
  if (plan.EndDate !== null && plan.EndDate <= end)
    return plan.Status === 'Archive' ? undefined : { Status: 'Archive', EndDate: plan.EndDate };
  if (plan.StartDate <= end) return { Status: 'Archive', EndDate: end };
  if (!plan.visited) return { Status: 'Deleted' };
  return plan.EndDate === plan.StartDate && plan.Status === 'Archive'
    ? undefined
    : { Status: 'Archive', EndDate: plan.StartDate };
};

/**
 * What happens to a temporary plan when the plan that it covers has no service from a day on: it ends the day before, but
 * never before its last visit that was begun or done. Undefined if nothing changes.
 */
export const coverAfterEnd = (
  { StartDate, EndDate, lastBegun }: PlanDates & { readonly lastBegun: string | null },
  firstDayWithout: string,
): PlanAfterArchive | undefined => {
  const before = dayBefore(firstDayWithout);
  const end = lastBegun !== null && lastBegun > before ? lastBegun : before;
  if (EndDate !== null && EndDate <= end) return undefined;
  return StartDate <= end ? { Status: 'Archive', EndDate: end } : { Status: 'Deleted' };
};

/** Whether somebody else can be sought for the plan: it had no end yet and covers no other plan. */
export const isRequestable = ({ Status, EndDate, coversPlanId }: LeavingPlan): boolean =>
  Status === 'Active' && EndDate === null && coversPlanId === null;
