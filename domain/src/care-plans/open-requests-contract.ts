import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { since } from '../followed.ts';
import { dateText, MAX_ID } from '../wire.ts';
import { sentWeek } from './contract.ts';
import { followedRequests, OPEN_REQUEST_STATUSES, OpenRequest } from './open-request.ts';

const office = { roles: ['admin', 'user'] } as const;
const id = z.int().min(1).max(MAX_ID);
const rev = z.int().min(0).max(MAX_ID);

/** Clients who need somebody, the first to start first; those that are filled or withdrawn, the last changed first. */
export const listOpenRequests = getCall(['care-plans/list-open-requests'], {
  name: 'carePlans.listOpenRequests',
  ...office,
  effect: 'poll',
  input: z.strictObject({ status: z.enum(OPEN_REQUEST_STATUSES).default('Open'), since }),
  output: z.array(OpenRequest),
  followed: followedRequests,
});

/** A new one, or with `id` and the revision that was seen a changed one. */
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
    /** Their lengths are checked by the rules, which have the better sentence. */
    Remarks: z.string().max(4000).nullable(),
    createReason: z.string().max(4000),
    week: sentWeek,
  }),
  output: z.strictObject({ id, rev }),
});

/** Nobody is looked for any more, or again. */
export const setOpenRequestStatus = postCall(['care-plans/set-open-request-status'], {
  name: 'carePlans.setOpenRequestStatus',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev, status: z.enum(['Open', 'Withdrawn']) }),
  output: z.strictObject({ rev }),
});
