import type { OutputOf } from '@homecare/domain/call.ts';
import {
  getAccountLog,
  getAgencyFormLog,
  getBillingLog,
  getFilledFormLog,
  getIncidentLog,
  getPersonLog,
  getPlanLog,
  getSettingsLog,
} from '@homecare/domain/record-log/contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readQuery } from '../../platform/query.ts';

interface From {
  readonly before?: number;
}
type LogPage = OutputOf<typeof getPersonLog>;
type Page = (from: From) => { queryFn(asked: { signal: AbortSignal }): Promise<LogPage> };

/** The log of a record from the newest entry on; earlier ones when they are asked for. Always read anew. */
const useLog = (key: readonly [call: string, ...of: (number | string)[]], page: Page) => {
  const query = useInfiniteQuery({
    queryKey: [...key, 'all'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => page(pageParam ? { before: pageParam } : {}).queryFn({ signal }),
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = query;
  const entries = useMemo(() => data?.pages.flatMap((one) => one.entries), [data]);
  return { query, entries };
};

export const usePersonLog = (id: number) =>
  useLog([getPersonLog.name, id], (from) => readQuery(getPersonLog, { id, ...from }));
export const usePlanLog = (id: number) =>
  useLog([getPlanLog.name, id], (from) => readQuery(getPlanLog, { id, ...from }));
export const useBillingLog = (planId: number, date: string) =>
  useLog([getBillingLog.name, planId, date], (from) =>
    readQuery(getBillingLog, { id: planId, date, ...from }),
  );
export const useIncidentLog = (id: number) =>
  useLog([getIncidentLog.name, id], (from) => readQuery(getIncidentLog, { id, ...from }));
export const useAgencyFormLog = (id: number) =>
  useLog([getAgencyFormLog.name, id], (from) => readQuery(getAgencyFormLog, { id, ...from }));
export const useFilledFormLog = (id: number) =>
  useLog([getFilledFormLog.name, id], (from) => readQuery(getFilledFormLog, { id, ...from }));
/** null: of all accounts. */
export const useAccountLog = (id: number | null) =>
  useLog([getAccountLog.name, id ?? 'all'], (from) => readQuery(getAccountLog, { id, ...from }));
export const useSettingsLog = () => useLog([getSettingsLog.name], (from) => readQuery(getSettingsLog, from));
