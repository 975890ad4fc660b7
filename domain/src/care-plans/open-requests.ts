import type { FieldError } from '../errors.ts';
import { checkCarePlan, checkNotEmpty, checkWeek, type PlanDraft, type PlanFacts } from './rules.ts';
import type { PlanWeek } from './schema.ts';

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
