import { instantOf, todayIn, weekdayOf } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import type { OpenRequest } from './open-request.ts';
import { checkCarePlan, checkNotEmpty, checkWeek, type PlanDraft, type PlanFacts } from './rules.ts';
import type { PlanWeek } from './schema.ts';
import { type PlannedDay, plannedDays } from './week-line.ts';

/**
 * What a client needs and nobody gives yet: a care plan without a caregiver. The form of care plans makes a plan of it
 * (docs/rules/care-plans.md, rules 53 to 56).
 */

export type OpenRequestDraft = Pick<
  PlanDraft,
  'ClientID' | 'Type' | 'StartDate' | 'Remarks' | 'createReason'
> & { readonly week: PlanWeek };

/** The rules of the care plan form but those about the caregiver; faults of days are under the day: Mon to Sun. */
export const checkOpenRequest = (
  { week, ...draft }: OpenRequestDraft,
  facts: Pick<PlanFacts, 'today' | 'client' | 'type'>,
): FieldError[] => [
  ...checkCarePlan(
    { ...draft, ProviderID: null, EndDate: null, Status: 'Active', excluded: null, coversPlanId: null },
    { ...facts, provider: null, covered: null },
  ).filter(({ field }) => field !== 'ProviderID'),
  ...checkWeek(week).map(({ day, message }) => ({ field: day, message })),
  ...checkNotEmpty(week.time),
];

/**
 * From when on a request can still be filled: its first day, or today where that has passed. A visit of today that has begun is
 * no longer looked for, so the plan starts after it and nobody is late for it.
 */
export const firstDayAhead = (
  { StartDate, week }: Pick<OpenRequest, 'StartDate' | 'week'>,
  now: Temporal.Instant,
  zone: string,
): string => {
  const today = todayIn(zone, now);
  if (StartDate > today.toString()) return StartDate;
  const visit = plannedDays(week.time).find(({ day }) => day === weekdayOf(today));
  const hasBegun =
    visit !== undefined && Temporal.Instant.compare(instantOf(today.toString(), visit.from, zone), now) <= 0;
  return today.add({ days: hasBegun ? 1 : 0 }).toString();
};

/** The visit of today that is still ahead and has nobody; undefined: the request has none. */
export const requestedToday = (
  request: Pick<OpenRequest, 'StartDate' | 'week'>,
  now: Temporal.Instant,
  zone: string,
): PlannedDay | undefined => {
  const today = todayIn(zone, now);
  return firstDayAhead(request, now, zone) === today.toString()
    ? plannedDays(request.week.time).find(({ day }) => day === weekdayOf(today))
    : undefined;
};
