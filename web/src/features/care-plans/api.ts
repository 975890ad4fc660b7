import { getCarePlans, getTypes, listCarePlans, readCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { listOpenRequests } from '@homecare/domain/care-plans/open-requests-contract.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';

const MINUTE = 60_000;

export const useTypes = () => useRead(getTypes, {}, { staleTime: 5 * MINUTE });

/** The agency's name for a care plan type, or its code until the name has loaded. */
export const useTypeName = () => {
  const { data } = useTypes();
  return useCallback((code: string) => data?.find(({ Code }) => Code === code)?.Name ?? code, [data]);
};

/** All plans of one person with which a new one could conflict. */
export const usePlansOf = (field: 'ProviderID' | 'ClientID', id: number | null) =>
  useRead(
    getCarePlans,
    {
      filters: [
        { field, op: '=', value: String(id) },
        { field: 'Status', op: '!', value: 'Deleted' },
      ],
    },
    { enabled: id !== null },
  );

/** Others may have saved plans in the meantime. */
export const refreshPlans = () => markStale(getCarePlans);

/** The current version of one plan, which does not change while the user types. */
const byId = (id: number) => ({
  ...readQuery(readCarePlan, { id }),
  queryKey: ['carePlans.opened', id] as const,
});
export const usePlan = (id: number) =>
  useQuery({
    ...byId(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Undefined if the plan cannot be read or no longer exists. */
export const readPlanAgain = (id: number) =>
  queryClient.fetchQuery({ ...byId(id), staleTime: 0, gcTime: 0 }).catch(() => undefined);

/** Marks plans and the visits derived from them as stale. */
export const plansChanged = () =>
  void markStale(getCarePlans, listCarePlans, listOpenRequests, getEvvList, getEvvProvider);
