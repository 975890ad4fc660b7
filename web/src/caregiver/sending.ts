import { fillOnPhone, uploadPhoto } from '@homecare/domain/agency-forms/contract.ts';
import { removeTimeOff, saveHours, saveTimeOff } from '@homecare/domain/availability/contract.ts';
import type { Call } from '@homecare/domain/call.ts';
import { reportIncident } from '@homecare/domain/incidents/contract.ts';
import { answerOffer } from '@homecare/domain/offers/contract.ts';
import { signOnPhone } from '@homecare/domain/signing/contract.ts';
import { cannotCome } from '@homecare/domain/staffing/contract.ts';
import { updateVisit } from '@homecare/domain/visits/contract.ts';
import type { SendInput } from '../platform/call-request.ts';
import { pictureFile } from '../platform/picture-file.ts';
import {
  type Attempt,
  dropEntry,
  entriesOf,
  isRequest,
  refuseEntry,
  type Stored,
  type StoredRequest,
} from './attempts.ts';

export type Delivery =
  | { readonly outcome: 'sent' }
  /** The server said no for good. */
  | { readonly outcome: 'refused'; readonly words: string }
  /** Not now: later moves of the same visit wait behind it, everything else goes on. */
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

type SendCall<T> = <C extends Call>(call: C, input: SendInput<C>, file?: File) => T;

/** The call that takes a request, with its input. */
export const withRequest = <T>({ request }: StoredRequest, send: SendCall<T>): T => {
  switch (request.kind) {
    case 'hours':
      return send(saveHours, request.input);
    case 'timeOff':
      return send(saveTimeOff, request.input);
    case 'withdraw':
      return send(removeTimeOff, request.input);
    case 'cannotCome':
      return send(cannotCome, request.input);
    case 'answer':
      return send(answerOffer, request.input);
    case 'incident':
      return send(reportIncident, request.input);
    case 'sign':
      return send(signOnPhone, request.input);
    case 'formPhoto':
      return send(uploadPhoto, request.input, pictureFile(request.input.photo, request.data));
    case 'form':
      return send(fillOnPhone, request.input);
  }
};

/** A yes to an offer. */
export const isYes = (entry: Stored): boolean =>
  isRequest(entry) && entry.request.kind === 'answer' && entry.request.input.answer === 'yes';

/** A yes that the server took in and that took no visit is reported as a no. */
export const deliveryOf = (entry: Stored, data: unknown): Delivery => {
  const answer = isYes(entry) ? answerOffer.output.safeParse(data).data : undefined;
  return answer && answer.state !== 'covered'
    ? { outcome: 'refused', words: answer.english }
    : { outcome: 'sent' };
};

/** The call that takes an entry of any kind. */
export const withEntry = <T>(entry: Stored, send: SendCall<T>): T =>
  isRequest(entry) ? withRequest(entry, send) : send(updateVisit, inputOf(entry));

/** What has to arrive one after the other: the moves of a visit and its signatures, photos and their form. Others are alone. */
const queueOf = (entry: Stored) => {
  if (!isRequest(entry)) return `visit ${entry.visitId}`;
  const { request, key } = entry;
  if (request.kind === 'formPhoto' || request.kind === 'form') return `form ${request.mark}`;
  return request.kind === 'sign' && request.input.visitId !== null ? `visit ${request.input.visitId}` : key;
};

const sendInOrder = async (
  owner: string,
  deliver: (entry: Stored) => Promise<Delivery>,
): Promise<SendResult> => {
  const stuck = new Set<string>();
  for (;;) {
    const next = (await entriesOf(owner)).find(
      (entry) => entry.refused === null && !stuck.has(queueOf(entry)),
    );
    if (!next) return stuck.size > 0 ? 'stuck' : 'done';
    const answer = await deliver(next);
    if (answer.outcome === 'unreached' || answer.outcome === 'signedOut') return answer.outcome;
    if (answer.outcome === 'sent') await dropEntry(next.serial);
    else if (answer.outcome === 'refused') await refuseEntry(owner, next, answer.words);
    else stuck.add(queueOf(next));
  }
};

const LOCK = 'homecare-attempts';
let before: Promise<unknown> = Promise.resolve();

/** In the order of the taps; of all tabs and the service worker only one sends. */
export const sendKept = (
  owner: string,
  deliver: (entry: Stored) => Promise<Delivery>,
): Promise<SendResult> => {
  const work = () => sendInOrder(owner, deliver);
  if ('locks' in navigator) return navigator.locks.request(LOCK, work);
  const turn = before.then(work, work);
  before = turn.catch(() => undefined);
  return turn;
};
