import * as calls from '@homecare/domain/authorizations/contract.ts';
import { perDay } from '@homecare/domain/calendar.ts';
import { previewClaims } from '@homecare/domain/claims/contract.ts';
import type { SendInput } from '../../platform/call-request.ts';
import { openForm } from '../../platform/open-form.ts';
import { useRead } from '../../platform/query.ts';

export const usePars = (clientId: number) => useRead(calls.listPars, { clientId }, { staleTime: 0 });
export const useAuthorizations = () => useRead(calls.listAuthorizations, {}, { staleTime: 0 });
/** Authorizations of one client, for decisions about them. */
export const useClientAuthorizations = (clientId: number | null, enabled: boolean) =>
  useRead(
    calls.listAuthorizations,
    { clientId: clientId ?? 0 },
    { staleTime: 0, enabled: enabled && clientId !== null },
  );
const clocks = perDay(() => null);
const NO_WEEK: SendInput<typeof calls.previewPlan>['week'] = {
  personalCareItems: [],
  homeMakingItems: [],
  time: [
    { Name: 'Time In', ...clocks },
    { Name: 'Time Out', ...clocks },
    { Name: 'Travel Time', ...perDay(() => 0) },
  ],
};
/** An empty care plan as a default, which is never sent. */
const NO_DRAFT: SendInput<typeof calls.previewPlan> = {
  planId: null,
  ...{ providerId: 1, clientId: 1, type: '', from: '2000-01-01', through: null, excluded: null },
  ...{ coversPlanId: null, weekFrom: null, week: NO_WEEK },
};

/** For other lists, which show beside their rows what is at stake. */
export const useStakes = (enabled: boolean) =>
  useRead(calls.listAuthorizations, {}, { staleTime: 60_000, enabled });
export const usePlanPreview = (draft: SendInput<typeof calls.previewPlan> | undefined) =>
  useRead(calls.previewPlan, draft ?? NO_DRAFT, { staleTime: 0, enabled: draft !== undefined });
export const useAuthorization = (id: number) => useRead(calls.getAuthorization, { id }, { staleTime: 0 });

const PAR_READERS = [calls.listPars, calls.listAuthorizations, calls.getAuthorization, previewClaims];
export const SAVE_PAR = { call: calls.savePar, changes: PAR_READERS } as const;
export const REMOVE_PAR = { call: calls.deletePar, changes: PAR_READERS } as const;

export const usePrograms = (clientId: number) => useRead(calls.listPrograms, { clientId }, { staleTime: 0 });
const PROGRAM_READERS = [calls.listPrograms, ...PAR_READERS];
export const SAVE_PROGRAM = { call: calls.saveProgram, changes: PROGRAM_READERS } as const;
export const REMOVE_PROGRAM = { call: calls.deleteProgram, changes: PROGRAM_READERS } as const;

export const SEND_REQUESTS = { call: calls.sendRequests, changes: [] } as const;
export const JUSTIFY = { call: calls.justify, changes: [calls.getAuthorization] } as const;
export const openRequests = (asked: SendInput<typeof calls.printRequests>) =>
  openForm(calls.printRequests, asked);

/** The page of one authorization. Its number is in the history state. */
export const AUTHORIZATION = '/authorizations/one';
