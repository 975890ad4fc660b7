import { instantOf, todayIn, weekdayOf } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import type { OpenRequest } from './open-request.ts';
import { checkCarePlan, checkNotEmpty, checkWeek, type PlanDraft, type PlanFacts } from './rules.ts';
import type { PlanWeek } from './schema.ts';
import { type PlannedDay, plannedDays } from './week-line.ts';

/**
 * Care that a client needs and nobody gives yet: a care plan without a caregiver. The care plan form turns it into a plan
 * (docs/rules/care-plans.md, rules 53 to 56).
 */

export type OpenRequestDraft = Pick<
  PlanDraft,
  'ClientID' | 'Type' | 'StartDate' | 'Remarks' | 'createReason'
> & { readonly week: PlanWeek };

/** Applies the rules of the care plan form except those about the caregiver. Faults of a day are reported under its name, Mon to Sun. */
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
 * The first day on which a request can still be filled: its own, or today if that is past. If today's visit has begun, the
 * plan starts tomorrow, so that nobody is late for it.
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

/** Today's visit if it is still ahead and has nobody; undefined if there is none. */
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
