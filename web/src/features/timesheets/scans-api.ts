import { sum } from '@homecare/domain/sum.ts';
import {
  assignPage,
  deletePage,
  getNoTimesheet,
  getPageFile,
  getPagePicture,
  getScanCount,
  listPages,
  listTray,
  listUploads,
} from '@homecare/domain/timesheets/contract.ts';
import type { ScanUpload } from '@homecare/domain/timesheets/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { FailedCall, markStale, queryClient, useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

export const PAGE_READERS = [listTray, listPages, listUploads, getScanCount, getNoTimesheet];

const QUICK = 1_500;
const CALM = 30_000;

const isOpen = ({ finished }: ScanUpload) => finished === null;

/** The files of late, asked often while one is being read; their pages are in tray and plans as soon as they are read. */
export const useUploads = () => {
  const [reading, setReading] = useState(true);
  const query = useRead(listUploads, {}, { every: reading ? QUICK : CALM, staleTime: 0 });
  const { data } = query;
  const read = useMemo(() => data?.map(({ id, filed, tray }) => `${id} ${filed} ${tray}`).join(), [data]);
  useEffect(() => setReading(data?.some(isOpen) ?? true), [data]);
  useEffect(() => {
    if (read !== undefined) void markStale(listTray, listPages, getScanCount);
  }, [read]);
  return query;
};

/** Pages that wait in the tray, asked with the scan counts (docs/rules/timesheets.md, rule 5). */
export const useTrayCount = (enabled: boolean): number | undefined => {
  const { data } = useRead(listUploads, {}, { enabled, every: 60_000, staleTime: 0 });
  return data && sum(data.map(({ tray }) => tray));
};

export const useTray = () => useRead(listTray, {}, { staleTime: 0 });
export const usePagesOf = (planId: number) => useRead(listPages, { id: planId }, { staleTime: 0 });

const pictureQuery = (id: number) => ({
  queryKey: [getPagePicture.name, { id }] as const,
  queryFn: async () => {
    const sent = await fetchFile(getPagePicture, { id });
    if (sent.ok) return sent.data;
    throw new FailedCall(sent, sent.reference);
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
});

/** The picture of a page; that of the one which is looked at next is fetched in the meantime. */
export const usePicture = (id: number, next: number | undefined) => {
  const query = useQuery(pictureQuery(id));
  const isThere = query.isSuccess;
  useEffect(() => {
    if (isThere && next !== undefined) void queryClient.prefetchQuery(pictureQuery(next));
  }, [isThere, next]);
  return query;
};

export const loadPageFile = (id: number) => fetchFile(getPageFile, { id });

export const ASSIGN = { call: assignPage, changes: PAGE_READERS } as const;
export const REMOVE_PAGE = { call: deletePage, changes: PAGE_READERS } as const;
