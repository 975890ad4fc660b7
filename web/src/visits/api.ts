import { getEvvList, getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { markStale, queryClient, useRead } from '../shell/query.ts';
import { type SendOptions, send } from '../shell/send.ts';

/** Both visit screens refresh every 15 seconds (specification part 3, section 9). */
export const REFRESH_SECONDS = 15;
const polled = { every: REFRESH_SECONDS * 1000, staleTime: 0 } as const;

const partsOf = (date: string) => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  return { year, month, day };
};

export const useVisitsOf = (date: string) => {
  const { year, month, day } = partsOf(date);
  return useRead(getEvvList, { year, month, startDay: day, endDay: day }, polled);
};

export const useSchedule = (providerId: number, date: string) =>
  useRead(getEvvProvider, { providerId, ...partsOf(date) }, polled);

/** Check-in or check-out of one visit. */
export interface VisitAttempt {
  readonly visitId: number;
  readonly to: 'Active' | 'Complete';
  readonly position: { readonly lat: number; readonly lon: number; readonly accuracy: number } | null;
  readonly locationError: boolean;
  /** Moment of the tap by the server's clock; it counts however late the attempt arrives. */
  readonly at: string;
  /** One per attempt: a retry is never a second check-in. */
  readonly key: string;
}

const fieldsOf = ({ to, position, locationError }: VisitAttempt) => {
  const lat = position?.lat ?? null;
  const lon = position?.lon ?? null;
  return to === 'Active'
    ? { AddressStartLatitude: lat, AddressStartLongitude: lon, StartLocationError: locationError }
    : { AddressEndLatitude: lat, AddressEndLongitude: lon, EndLocationError: locationError };
};

/** The visit as the server answered it stands on the screen at once; a poll that was under way must not undo it. */
const showVisit = async (visit: Visit) => {
  await queryClient.cancelQueries({ queryKey: [getEvvProvider.name] });
  queryClient.setQueriesData<Visit[]>({ queryKey: [getEvvProvider.name] }, (visits) =>
    visits?.map((one) => (one.id === visit.id ? visit : one)),
  );
  void markStale(getEvvProvider);
};

export const sendAttempt = async (attempt: VisitAttempt, options: Omit<SendOptions, 'key'> = {}) => {
  const { visitId, to, at, key, position } = attempt;
  const sent = await send(
    updateVisit,
    {
      id: visitId,
      data: { Status: to, ...fieldsOf(attempt), DeviceTime: at, Accuracy: position?.accuracy ?? null },
    },
    { ...options, key },
  );
  if (sent.ok) await showVisit(sent.data);
  return sent;
};
