import { listNotices } from '@homecare/domain/notices/contract.ts';
import type { NoticeList, RowMark } from '@homecare/domain/notices/schema.ts';
import { useEffect } from 'react';
import { markStale, queryClient, useRead } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';

const POLL = 3 * 60_000;

/** What the toolbar shows; role evv has no notices. */
export const useNotices = () => {
  const role = useSession()?.role;
  return useRead(listNotices, {}, { enabled: may(role, listNotices), every: POLL });
};

/** Calls that notices are made of. Names alone: their declarations would travel before the first page. */
export const SOURCES: ReadonlySet<string> = new Set([
  'people.getPeople',
  'carePlans.get',
  'eligibility.get',
  'timesheets.getScanData',
]);

/** Asks again when a list that notices are made of was changed here, or came back from the server. */
export const useFreshNotices = () =>
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || !SOURCES.has(String(event.query.queryKey[0]))) return;
        const isRefresh = event.action.type === 'success' && event.query.state.dataUpdateCount > 1;
        if (isRefresh || event.action.type === 'invalidate') void markStale(listNotices);
      }),
    [],
  );

const NO_MARKS: ReadonlyMap<number, RowMark> = new Map();
const marksOf = new WeakMap<NoticeList, ReadonlyMap<number, RowMark>>();

/** Tone and reason line of the rows of the People list, by record id. */
export const useRowMarks = (): ReadonlyMap<number, RowMark> => {
  const { data } = useNotices();
  if (!data) return NO_MARKS;
  const known = marksOf.get(data) ?? new Map(data.marks.map((mark) => [mark.id, mark]));
  marksOf.set(data, known);
  return known;
};
