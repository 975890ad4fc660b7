import * as calls from '@homecare/domain/staffing/contract.ts';
import type { SendInput } from '../../platform/call-request.ts';
import { useRead } from '../../platform/query.ts';

/** Reading calls that are out of date after somebody called out, or was given a visit. */
const changes = [
  calls.listOpenVisits,
  calls.listCandidates,
  calls.getVisitStory,
  calls.listCallOuts,
  calls.planOpenVisits,
] as const;

export const CALL_OUT = { call: calls.callOut, changes } as const;
export const COVER_VISITS = { call: calls.coverVisits, changes } as const;

/** Who can come is not asked again: nobody is needed any more. */
export const WITHDRAW_CALL_OUT = {
  call: calls.withdrawCallOut,
  changes: [calls.listOpenVisits, calls.getVisitStory, calls.listCallOuts, calls.planOpenVisits],
} as const;
export const useCallOuts = (days: SendInput<typeof calls.listCallOuts>) =>
  useRead(calls.listCallOuts, days, { staleTime: 0 });

/** A proposal is made anew for each question; it is not kept longer than it is looked at. */
export const useProposal = (input: SendInput<typeof calls.planOpenVisits>, enabled: boolean) =>
  useRead(calls.planOpenVisits, input, { staleTime: 60_000, enabled });

export const useStory = (key: { readonly planId: number; readonly day: string }) =>
  useRead(calls.getVisitStory, key, { staleTime: 0 });
