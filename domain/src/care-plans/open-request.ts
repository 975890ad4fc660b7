import { z } from 'zod';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { PlanWeek } from './schema.ts';

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
