import { getBoard, printWeek } from '@homecare/domain/schedule/contract.ts';
import type { Grouping } from '@homecare/domain/schedule/schema.ts';
import {
  coverVisit,
  listCandidates,
  listOpenVisits,
  listRequestCandidates,
  uncoverVisit,
} from '@homecare/domain/staffing/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { useQuery } from '@tanstack/react-query';
import type { SendInput } from '../../platform/call-request.ts';
import { postForm } from '../../platform/open-form.ts';
import { readQuery, useRead } from '../../platform/query.ts';

/** Seconds between two looks at the board. */
export const REFRESH_SECONDS = 15;
const polled = { every: REFRESH_SECONDS * 1000, staleTime: 0 } as const;

interface Days {
  readonly from: string;
  readonly through: string;
}

export const useBoard = (days: Days) => useRead(getBoard, days, polled);
export const useOpenVisits = (days: Days) => useRead(listOpenVisits, days, polled);
/** While others are looked for beside the same visit, those found before stay in sight. */
export const useCandidates = (key: SendInput<typeof listCandidates>, enabled = true) =>
  useQuery({
    ...readQuery(listCandidates, key),
    staleTime: 0,
    enabled,
    placeholderData: (before) =>
      before?.visit.planId === key.planId && before.visit.day === key.day ? before : undefined,
  });
/** As above, for the week of an open request. */
export const useRequestCandidates = (key: { readonly id: number; readonly farther?: 1 }) =>
  useQuery({
    ...readQuery(listRequestCandidates, key),
    staleTime: 0,
    placeholderData: (before) => (before?.request.id === key.id ? before : undefined),
  });
/** Out of date after somebody was assigned, or not any more. Who can come is asked each time anew, of open visits alone. */
const changes = [getBoard, listOpenVisits, getVisitStory] as const;
export const COVER = { call: coverVisit, changes } as const;
export const UNCOVER = { call: uncoverVisit, changes } as const;

/** Shown by the browser in a window of its own: a page for each of these people. */
export const openWeeks = (grouping: Grouping, from: string, ids: readonly number[]) =>
  postForm(printWeek, { from, grouping, ids: ids.join(',') });
