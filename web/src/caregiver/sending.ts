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
  dropEntries,
  entriesOf,
  isForm,
  isPhoto,
  isRequest,
  markSent,
  refuseEntry,
  type Stored,
  type StoredRequest,
} from './attempts.ts';

export type Delivery =
  | { readonly outcome: 'sent' }
  /** The server refused it for good. */
  | { readonly outcome: 'refused'; readonly words: string }
  /** Not now. Later moves of the same visit wait for it; everything else continues. */
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

/** Input of evv_update for an attempt. */
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

/** Sends a request by its call. */
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

/** Whether the entry is a yes to an offer. */
export const isYes = (entry: Stored): boolean =>
  isRequest(entry) && entry.request.kind === 'answer' && entry.request.input.answer === 'yes';

/** A yes that the server received but that did not get the visit is reported as a no. */
export const deliveryOf = (entry: Stored, data: unknown): Delivery => {
  const answer = isYes(entry) ? answerOffer.output.safeParse(data).data : undefined;
  return answer && answer.state !== 'covered'
    ? { outcome: 'refused', words: answer.english }
    : { outcome: 'sent' };
};

/** Sends an entry of any kind by its call. */
export const withEntry = <T>(entry: Stored, send: SendCall<T>): T =>
  isRequest(entry) ? withRequest(entry, send) : send(updateVisit, inputOf(entry));

const markOf = (entry: Stored) => (isPhoto(entry) || isForm(entry) ? entry.request.mark : undefined);

/**
 * The queue of an entry, in which order matters: moves and signatures of a visit, or photos and their form. Others have a
 * queue of their own.
 */
const queueOf = (entry: Stored) => {
  if (!isRequest(entry)) return `visit ${entry.visitId}`;
  const { request, key } = entry;
  const mark = markOf(entry);
  if (mark !== undefined) return `form ${mark}`;
  return request.kind === 'sign' && request.input.visitId !== null ? `visit ${request.input.visitId}` : key;
};

/** Photos are large, so only forms wait for them. */
export const LANES = ['small', 'forms'] as const;
export type Lane = (typeof LANES)[number];
export const laneOf = (entry: Stored): Lane => (markOf(entry) === undefined ? 'small' : 'forms');

/** The server has not answered it yet. */
export const isWaiting = (entry: Stored): boolean =>
  entry.refused === null && !(isPhoto(entry) && entry.request.isSent);

/** The next entry in order of the taps, photos last. A form waits for its photos, including refused ones. */
const nextOf = (entries: readonly Stored[], stuck: ReadonlySet<string>): Stored | undefined => {
  const incomplete = new Set(entries.filter((one) => isPhoto(one) && !one.request.isSent).map(queueOf));
  const waiting = entries.filter((one) => isWaiting(one) && !stuck.has(queueOf(one)));
  return waiting.find((one) => !isPhoto(one) && !incomplete.has(queueOf(one))) ?? waiting.find(isPhoto);
};

/** After a form was accepted, deletes it with its photos. */
const dropSent = async (owner: string, entry: Stored, entries: readonly Stored[]) => {
  if (isPhoto(entry)) return markSent(owner, entry);
  const photos = isForm(entry) ? entries.filter((one) => isPhoto(one) && markOf(one) === markOf(entry)) : [];
  return dropEntries([entry, ...photos]);
};

const sendInOrder = async (
  owner: string,
  lane: Lane,
  deliver: (entry: Stored) => Promise<Delivery>,
): Promise<SendResult> => {
  const stuck = new Set<string>();
  let ended: SendResult = 'done';
  for (;;) {
    const entries = (await entriesOf(owner)).filter((entry) => laneOf(entry) === lane);
    const next = nextOf(entries, stuck);
    if (!next) return ended;
    const answer = await deliver(next);
    const { outcome } = answer;
    if (outcome === 'signedOut' || (outcome === 'unreached' && !isPhoto(next))) return outcome;
    if (outcome === 'sent') await dropSent(owner, next, entries);
    else if (outcome === 'refused') await refuseEntry(owner, next, answer.words);
    else {
      stuck.add(queueOf(next));
      if (ended !== 'unreached') ended = outcome;
    }
  }
};

const LOCKS: Readonly<Record<Lane, string>> = { small: 'homecare-attempts', forms: 'homecare-forms' };
const before = new Map<Lane, Promise<unknown>>();

/** Sends entries in order of the taps. Of all tabs and the service worker, only one sends in a lane at a time. */
export const sendLane = (
  owner: string,
  lane: Lane,
  deliver: (entry: Stored) => Promise<Delivery>,
): Promise<SendResult> => {
  const work = () => sendInOrder(owner, lane, deliver);
  if ('locks' in navigator) return navigator.locks.request(LOCKS[lane], work);
  const turn = (before.get(lane) ?? Promise.resolve()).then(work, work);
  before.set(
    lane,
    turn.catch(() => undefined),
  );
  return turn;
};

/** Sends check-ins and other small entries first, then forms with their photos if the network allows. */
export const inLanes = async (sendIn: (lane: Lane) => Promise<SendResult>): Promise<SendResult> => {
  const first = await sendIn('small');
  if (first === 'unreached' || first === 'signedOut') return first;
  const then = await sendIn('forms');
  return then === 'done' ? first : then;
};

export const sendKept = (owner: string, deliver: (entry: Stored) => Promise<Delivery>): Promise<SendResult> =>
  inLanes((lane) => sendLane(owner, lane, deliver));
