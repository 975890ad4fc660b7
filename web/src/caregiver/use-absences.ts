import { listOwnCallOuts } from '@homecare/domain/staffing/contract.ts';
import { isCalledOut } from '@homecare/domain/staffing/open-visits.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useKeptRead } from './answers.ts';
import { useWaitingRequests } from './requests.ts';

/** Whether the office knows that the caregiver cannot come to a visit. A message still on this phone takes precedence. */
export const useAbsences = (zone: string) => {
  const reported = useKeptRead(listOwnCallOuts, {}).data ?? [];
  const kept = useWaitingRequests().flatMap(({ request }) =>
    request.kind === 'cannotCome' ? [request.input] : [],
  );
  return (visit: Visit): 'reported' | 'kept' | undefined => {
    const isKept = kept.some(
      ({ visitId, through }) => visitId === visit.id || (through !== undefined && through === visit.Date),
    );
    if (isKept && visit.Status === 'Planned') return 'kept';
    return isCalledOut(reported, plannedInstants(visit, zone).start) ? 'reported' : undefined;
  };
};
