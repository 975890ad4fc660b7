import { listLooks, listWarnings, openPerson } from '@homecare/domain/access-log/contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readQuery, useRead } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';

/** Looks at a person from the newest on; earlier ones when they are asked for. Always read anew. */
export const useLooks = (id: number, all: boolean) => {
  const query = useInfiniteQuery({
    queryKey: [listLooks.name, id, all],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      readQuery(listLooks, { id, all, ...(pageParam && { before: pageParam }) }).queryFn({ signal }),
    getNextPageParam: ({ looks, more }) => (more ? looks.at(-1)?.id : undefined),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = query;
  const looks = useMemo(() => data?.pages.flatMap((page) => page.looks), [data]);
  return { query, looks };
};

/** So many days back an admin is warned. */
export const WARNED_DAYS = 30;

export const useWarnings = () => {
  const today = useToday();
  return useRead(
    listWarnings,
    { from: today.subtract({ days: WARNED_DAYS }).toString(), through: today.toString() },
    { staleTime: 0 },
  );
};

/** A page that shows a person of a list that is here already says so: nothing else would tell of this look. */
export const useOpenedPerson = (id: number) => useRead(openPerson, { id }, { staleTime: 0 });
