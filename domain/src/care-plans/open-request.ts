import { z } from 'zod';
import { compareKeys } from '../compare.ts';
import { followed } from '../followed.ts';
import { compareNames } from '../people/order.ts';
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

/** Those that are open, the first to start first. The others are ordered by when they changed, which a row does not say. */
export const followedRequests = followed<OpenRequest>({
  key: ({ id: key }) => key,
  compare: (a, b) => compareKeys(a.StartDate, b.StartDate) || compareNames(a.Client, b.Client) || a.id - b.id,
});
