import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import {
  listOpenRequests,
  setOpenRequestStatus,
} from '@homecare/domain/care-plans/open-requests-contract.ts';
import { useRead } from '../../platform/query.ts';

/** Seconds between polls for open requests. */
const EVERY = 60;

export const useOpenRequests = (status: OpenRequest['status'] = 'Open') =>
  useRead(listOpenRequests, { status }, { every: EVERY * 1000 });

/** Calls whose answers are stale after a request was saved or changed. */
export const changes = [listOpenRequests] as const;
export const SET_REQUEST_STATUS = { call: setOpenRequestStatus, changes } as const;
