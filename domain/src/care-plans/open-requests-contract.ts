import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { since } from '../followed.ts';
import { dateText, MAX_ID } from '../wire.ts';
import { sentWeek } from './contract.ts';
import { followedRequests, OPEN_REQUEST_STATUSES, OpenRequest } from './open-request.ts';

const office = { roles: ['admin', 'user'] } as const;
const id = z.int().min(1).max(MAX_ID);
const rev = z.int().min(0).max(MAX_ID);

/** Open requests of clients, earliest start first; or those that were filled or withdrawn, last changed first. */
export const listOpenRequests = getCall(['care-plans/list-open-requests'], {
  name: 'carePlans.listOpenRequests',
  ...office,
  effect: 'poll',
  input: z.strictObject({ status: z.enum(OPEN_REQUEST_STATUSES).default('Open'), since }),
  output: z.array(OpenRequest),
  followed: followedRequests,
});

/** Creates a request, or with `id` and the revision seen changes one. */
export const saveOpenRequest = postCall(['care-plans/save-open-request'], {
  name: 'carePlans.saveOpenRequest',
  ...office,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: id.nullable(),
    rev: rev.nullable(),
    ClientID: id,
    Type: z.string().min(1).max(40),
    StartDate: dateText,
    /** The rules check these lengths and have the better message. */
    Remarks: z.string().max(4000).nullable(),
    createReason: z.string().max(4000),
    week: sentWeek,
  }),
  output: z.strictObject({ id, rev }),
});

/** Withdraws a request or reopens it. */
export const setOpenRequestStatus = postCall(['care-plans/set-open-request-status'], {
  name: 'carePlans.setOpenRequestStatus',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev, status: z.enum(['Open', 'Withdrawn']) }),
  output: z.strictObject({ rev }),
});
