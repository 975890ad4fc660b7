import { getCarePlans, getTypes, listCarePlans, readCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { listOpenRequests } from '@homecare/domain/care-plans/open-requests-contract.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';

const MINUTE = 60_000;

export const useTypes = () => useRead(getTypes, {}, { staleTime: 5 * MINUTE });

/** What the agency calls a type; its code until that is known. */
export const useTypeName = () => {
  const { data } = useTypes();
  return useCallback((code: string) => data?.find(({ Code }) => Code === code)?.Name ?? code, [data]);
};

/** Every plan of one person that a new one could meet. */
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

/** Someone else may have saved a plan in the meantime. */
export const refreshPlans = () => markStale(getCarePlans);

/** One plan as it is now; it does not change under the hand of who types. */
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

/** Undefined when it cannot be read now, or is there no more. */
export const readPlanAgain = (id: number) =>
  queryClient.fetchQuery({ ...byId(id), staleTime: 0, gcTime: 0 }).catch(() => undefined);

/** Plans, and the visits that follow from them. */
export const plansChanged = () =>
  void markStale(getCarePlans, listCarePlans, listOpenRequests, getEvvList, getEvvProvider);
