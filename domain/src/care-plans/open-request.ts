import { z } from 'zod';
import { compareKeys } from '../compare.ts';
import { followed } from '../followed.ts';
import { compareNames } from '../people/order.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { PlanWeek } from './schema.ts';

/** Filled means that a care plan was created from the request. */
export const OPEN_REQUEST_STATUSES = ['Open', 'Filled', 'Withdrawn'] as const;
export type OpenRequestStatus = (typeof OPEN_REQUEST_STATUSES)[number];

const id = z.int().min(1).max(MAX_ID);

export const OpenRequest = z.strictObject({
  id,
  ClientID: id,
  /** 'LastName, FirstName' */
  Client: z.string(),
  town: z.string().nullable(),
  /** The code of the care plan type. */
  Type: z.string(),
  /** The first day on which the client needs somebody. */
  StartDate: dateText,
  Remarks: z.string().nullable(),
  createReason: z.string(),
  week: PlanWeek,
  status: z.enum(OPEN_REQUEST_STATUSES),
  /** The care plan created from it; null if not filled. */
  carePlanId: id.nullable(),
  /** When the search began, and the initials of the last editor. */
  at: stampText,
  by: z.string(),
  rev: z.int(),
});
export type OpenRequest = z.output<typeof OpenRequest>;

/** Open requests, earliest start first. Filled and withdrawn ones are sorted by their last change, which a row does not contain. */
export const followedRequests = followed<OpenRequest>({
  key: ({ id: key }) => key,
  compare: (a, b) => compareKeys(a.StartDate, b.StartDate) || compareNames(a.Client, b.Client) || a.id - b.id,
});
