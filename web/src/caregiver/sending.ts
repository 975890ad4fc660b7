import { updateVisit } from '@homecare/domain/visits/contract.ts';
import { requestOf } from '../platform/call-request.ts';
import { type Attempt, attemptsOf, dropAttempt, refuseAttempt, type StoredAttempt } from './attempts.ts';

export type Delivery =
  | { readonly outcome: 'sent' }
  /** The server said no for good. */
  | { readonly outcome: 'refused'; readonly words: string }
  /** Not now: later moves of the same visit wait behind it, other visits go on. */
  | { readonly outcome: 'stuck' }
  | { readonly outcome: 'unreached' | 'signedOut' };

export type SendResult = 'done' | 'stuck' | 'unreached' | 'signedOut';

const fieldsOf = ({ to, position, locationError }: Attempt) => {
  const lat = position?.lat ?? null;
  const lon = position?.lon ?? null;
  return to === 'Active'
    ? { AddressStartLatitude: lat, AddressStartLongitude: lon, StartLocationError: locationError }
    : { AddressEndLatitude: lat, AddressEndLongitude: lon, EndLocationError: locationError };
};

/** evv_update of an attempt. */
export const inputOf = (attempt: Attempt) => ({
  id: attempt.visitId,
  data: {
    Status: attempt.to,
    ...fieldsOf(attempt),
    DeviceTime: attempt.at,
    Accuracy: attempt.position?.accuracy ?? null,
  },
});

export const requestFor = (attempt: Attempt) => requestOf(updateVisit, inputOf(attempt));

const sendInOrder = async (
  owner: string,
  deliver: (attempt: StoredAttempt) => Promise<Delivery>,
): Promise<SendResult> => {
  const stuck = new Set<number>();
  for (;;) {
    const next = (await attemptsOf(owner)).find(
      (attempt) => attempt.refused === null && !stuck.has(attempt.visitId),
    );
    if (!next) return stuck.size > 0 ? 'stuck' : 'done';
    const answer = await deliver(next);
    if (answer.outcome === 'unreached' || answer.outcome === 'signedOut') return answer.outcome;
    if (answer.outcome === 'sent') await dropAttempt(next.serial);
    else if (answer.outcome === 'refused') await refuseAttempt(owner, next, answer.words);
    else stuck.add(next.visitId);
  }
};

const LOCK = 'homecare-attempts';
let before: Promise<unknown> = Promise.resolve();

/** In the order of the taps; of all tabs and the service worker only one sends. */
export const sendKept = (
  owner: string,
  deliver: (attempt: StoredAttempt) => Promise<Delivery>,
): Promise<SendResult> => {
  const work = () => sendInOrder(owner, deliver);
  if ('locks' in navigator) return navigator.locks.request(LOCK, work);
  const turn = before.then(work, work);
  before = turn.catch(() => undefined);
  return turn;
};
