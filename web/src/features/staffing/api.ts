import { addDays } from '@homecare/domain/calendar.ts';
import { listAsked, listOffers, sendOffers } from '@homecare/domain/offers/contract.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SendInput } from '../../platform/call-request.ts';
import { openForm } from '../../platform/open-form.ts';
import { readQuery, useRead } from '../../platform/query.ts';

/** Reading calls that are out of date after somebody called out, or was given a visit. */
const changes = [
  calls.listOpenVisits,
  calls.listCandidates,
  getVisitStory,
  calls.listCallOuts,
  calls.planOpenVisits,
] as const;

export const CALL_OUT = { call: calls.callOut, changes } as const;
/** The way back from a cover, and the question before one. */
export const OFFER_VISIT = {
  call: sendOffers,
  changes: [getVisitStory, listOffers, listAsked],
} as const;
export const COVER_VISITS = { call: calls.coverVisits, changes } as const;
export const UNCOVER_VISITS = { call: calls.uncoverVisits, changes } as const;

/** Who can come is not asked again: nobody is needed any more. */
export const WITHDRAW_CALL_OUT = {
  call: calls.withdrawCallOut,
  changes: [calls.listOpenVisits, getVisitStory, calls.listCallOuts, calls.planOpenVisits],
} as const;
export const useCallOuts = (days: SendInput<typeof calls.listCallOuts>) =>
  useRead(calls.listCallOuts, days, { staleTime: 0 });

/** Caregivers who came to visits around today that are no longer theirs. */
export const useArrivals = (today: string) =>
  useRead(
    calls.listArrivals,
    { from: addDays(today, -1), through: addDays(today, 1) },
    { every: ARRIVALS_EVERY * 1000 },
  );
const ARRIVALS_EVERY = 30;
export const CLOSE_ARRIVAL = { call: calls.closeArrival, changes: [calls.listArrivals] } as const;
export const GIVE_BACK = { call: calls.uncoverVisit, changes: [...changes, calls.listArrivals] } as const;

/** A proposal is made anew for each question; it is not kept longer than it is looked at. */
export const useProposal = (input: SendInput<typeof calls.planOpenVisits>, enabled: boolean) =>
  useRead(calls.planOpenVisits, input, { staleTime: 60_000, enabled });

/** When somebody could come to a visit to which nobody can. */
export const useOtherTime = ({ planId, day }: { readonly planId: number; readonly day: string }) =>
  useRead(calls.getOtherTime, { planId, day }, { staleTime: 0 }).data ?? undefined;

/** The figures of the days before stay in sight while others are counted. */
export const useFigures = (days: SendInput<typeof calls.getFigures>) =>
  useQuery({ ...readQuery(calls.getFigures, days), staleTime: 0, placeholderData: keepPreviousData });
/** What one figure counts. */
export const useFigureVisits = (asked: SendInput<typeof calls.listFigureVisits>) =>
  useRead(calls.listFigureVisits, asked, { staleTime: 0 });
/** The figures on paper, shown by the browser in a window of its own. */
export const openFigures = (days: SendInput<typeof calls.printFigures>) => openForm(calls.printFigures, days);
