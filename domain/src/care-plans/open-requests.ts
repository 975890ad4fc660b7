import { z } from 'zod';
import type { FieldError } from '../errors.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { checkCarePlan, checkNotEmpty, checkWeek, type PlanDraft, type PlanFacts } from './rules.ts';
import { PlanWeek } from './schema.ts';

/**
 * What a client needs and nobody gives yet: a care plan without a caregiver. The form of care plans makes a plan of it
 * (docs/rules/care-plans.md, rules 53 to 56).
 */

/** Filled: a care plan was made of it. */
export const OPEN_REQUEST_STATUSES = ['Open', 'Filled', 'Withdrawn'] as const;
export type OpenRequestStatus = (typeof OPEN_REQUEST_STATUSES)[number];

const id = z.int().min(1).max(MAX_ID);

export const OpenRequest = z.strictObject({
  id,
  ClientID: id,
  /** LastName, FirstName */
  Client: z.string(),
  town: z.string().nullable(),
  /** Code of the care plan type. */
  Type: z.string(),
  /** The first day on which the client needs somebody. */
  StartDate: dateText,
  Remarks: z.string().nullable(),
  createReason: z.string(),
  week: PlanWeek,
  status: z.enum(OPEN_REQUEST_STATUSES),
  /** The care plan that was made of it; null for all others. */
  carePlanId: id.nullable(),
  /** Since when somebody is looked for, and the initials of who changed it last. */
  at: stampText,
  by: z.string(),
  rev: z.int(),
});
export type OpenRequest = z.output<typeof OpenRequest>;

export type OpenRequestDraft = Pick<
  PlanDraft,
  'ClientID' | 'Type' | 'StartDate' | 'Remarks' | 'createReason'
> & { readonly week: PlanWeek };

/** The rules of the care plan form but those about the caregiver; faults of days stand under the day: Mon to Sun. */
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
