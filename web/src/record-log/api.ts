import { getPersonLog, getPlanLog } from '@homecare/domain/record-log/contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readQuery } from '../shell/query.ts';

/** The log of a record from the newest entry on; earlier ones when they are asked for. Always read anew. */
const useLog = (call: typeof getPersonLog | typeof getPlanLog, id: number) => {
  const query = useInfiniteQuery({
    queryKey: [call.name, 'all', id] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      readQuery(call, { id, ...(pageParam && { before: pageParam }) }).queryFn({ signal }),
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = query;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
  return { query, entries };
};

export const usePersonLog = (id: number) => useLog(getPersonLog, id);
export const usePlanLog = (id: number) => useLog(getPlanLog, id);
