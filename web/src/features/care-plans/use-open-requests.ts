import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import {
  listOpenRequests,
  setOpenRequestStatus,
} from '@homecare/domain/care-plans/open-requests-contract.ts';
import { useRead } from '../../platform/query.ts';

/** Seconds between two looks at who needs a caregiver. */
const EVERY = 60;

export const useOpenRequests = (status: OpenRequest['status'] = 'Open') =>
  useRead(listOpenRequests, { status }, { every: EVERY * 1000 });

/** Out of date after one was saved or changed. */
export const changes = [listOpenRequests] as const;
export const SET_REQUEST_STATUS = { call: setOpenRequestStatus, changes } as const;
