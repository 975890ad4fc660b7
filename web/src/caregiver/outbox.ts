import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { listOwnForms } from '@homecare/domain/agency-forms/contract.ts';
import { getHours, getOwnWeek, listOwnTimeOff } from '@homecare/domain/availability/contract.ts';
import type { Reason } from '@homecare/domain/errors.ts';
import { listOwnOffers } from '@homecare/domain/offers/contract.ts';
import { listOwnSigning } from '@homecare/domain/signing/contract.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import type { Sent } from '../platform/answer.ts';
import { perform } from '../platform/form/use-action.ts';
import { currentSession } from '../platform/session.ts';
import { showSignIn, waitForSignIn } from '../platform/sign-in-again.ts';
import { createStore } from '../platform/store.ts';
import {
  dropEntries,
  type Entry,
  entriesOf,
  isAttempt,
  isRequest,
  type Stored,
  type StoredAttempt,
  type StoredRequest,
  storeEntry,
  storeTogether,
  whenEntriesChange,
} from './attempts.ts';
import {
  type Delivery,
  deliveryOf,
  inLanes,
  inputOf,
  isWaiting,
  isYes,
  type Lane,
  laneOf,
  type SendResult,
  sendLane,
  withRequest,
} from './sending.ts';
import { ownerOf } from './store.ts';
import { askForSync } from './worker.ts';

const SHORTEST_WAIT = 5_000;
const LONGEST_WAIT = 60_000;
/** A tap without an answer after this time is shown as stored. */
const PATIENCE = 3_000;

export interface Outbox {
  /** In order of the taps. */
  readonly attempts: readonly StoredAttempt[];
  readonly requests: readonly StoredRequest[];
  /** Keys of entries whose first attempt to send is still running. */
  readonly sending: ReadonlySet<string>;
}

const outbox = createStore<Outbox>({ attempts: [], requests: [], sending: new Set() });
const show = (next: Partial<Outbox>) => outbox.set({ ...outbox.get(), ...next });
export const readOutbox = outbox.get;
export const useOutbox = outbox.use;

/** Number of entries stored for the server, without those being sent for the first time. */
export const useKeptCount = () => {
  const { attempts, requests, sending } = outbox.use();
  // A photo counts as part of its form.
  const whole = requests.filter(({ request }) => request.kind !== 'formPhoto');
  return [...attempts, ...whole].filter(({ refused, key }) => refused === null && !sending.has(key)).length;
};

const owner = () => {
  const session = currentSession();
  return session && ownerOf(session);
};

const reload = async () => {
  const mine = owner();
  const entries = mine === undefined ? [] : await entriesOf(mine);
  show({ attempts: entries.filter(isAttempt), requests: entries.filter(isRequest) });
};

/** Reads the store again: after a reload the page has not done so yet, and another tab may have added entries. */
export const readStored = async () => {
  await reload();
  return outbox.get();
};

const notSending = (key: string) => {
  if (!outbox.get().sending.has(key)) return;
  show({ sending: new Set([...outbox.get().sending].filter((one) => one !== key)) });
};

/** A visit that is not found may belong to another user who has signed in meanwhile. */
const isStillMe = async () => {
  const touched = await perform({ call: touchSession }, {}, { asks: false });
  return touched.ok && String(touched.data.uid) === currentSession()?.uid;
};

const sentListeners = new Set<(visit: Visit) => void>();
/** Called with the server's version of a visit after one of its attempts arrived. */
export const whenSent = (listener: (visit: Visit) => void) => {
  sentListeners.add(listener);
  return () => void sentListeners.delete(listener);
};

const recordedListeners = new Set<() => Promise<unknown>>();
/** Called and awaited after the server has recorded an attempt for the office to accept. */
export const whenRecorded = (listener: () => Promise<unknown>) => {
  recordedListeners.add(listener);
  return () => void recordedListeners.delete(listener);
};

const takenListeners = new Set<() => void>();
/** Called after a yes has taken an open visit. */
export const whenTaken = (listener: () => void) => {
  takenListeners.add(listener);
  return () => void takenListeners.delete(listener);
};

const sendAttempt = async (attempt: StoredAttempt) => {
  const sent = await perform({ call: updateVisit }, inputOf(attempt), { key: attempt.key, asks: false });
  if (sent.ok) for (const notify of sentListeners) notify(sent.data);
  return sent;
};

const CHANGED = [
  getHours,
  getOwnWeek,
  listOwnTimeOff,
  listOwnOffers,
  listOwnSigning,
  listOwnForms,
  getEvvProvider,
];
const sendRequest = (kept: StoredRequest): Promise<Sent<unknown, Reason>> =>
  withRequest(kept, async (call, input, file) =>
    perform({ call, changes: CHANGED }, input, { key: kept.key, asks: false, file }),
  );

const deliver = async (entry: Stored): Promise<Delivery> => {
  const sent: Sent<unknown, Reason> = isRequest(entry) ? await sendRequest(entry) : await sendAttempt(entry);
  if (sent.ok) {
    const delivery = deliveryOf(entry, sent.data);
    if (delivery.outcome === 'sent' && isYes(entry)) for (const notify of takenListeners) notify();
    return delivery;
  }
  switch (sent.reason) {
    case 'attemptRecorded':
      await Promise.all([...recordedListeners].map((notify) => notify()));
      return { outcome: 'sent' };
    case 'unavailable':
    case 'tooMany':
      return { outcome: 'unreached' };
    case 'notSignedIn':
      return { outcome: 'signedOut' };
    case 'forbidden':
      // For the caregiver's own hours and days off this is the final answer; for a check it may change.
      return isRequest(entry) && (await isStillMe())
        ? { outcome: 'refused', words: sent.info }
        : { outcome: 'stuck' };
    case 'notFound':
      return (await isStillMe()) ? { outcome: 'refused', words: sent.info } : { outcome: 'stuck' };
    // Reasons that lie in the entry itself. Anything else may pass.
    case 'badInput':
    case 'conflict':
    case 'stale':
    case 'keyUsed':
      return { outcome: 'refused', words: sent.info };
    default:
      return { outcome: 'stuck' };
  }
};

const queued = new Map<Lane, Promise<SendResult>>();
let failures = 0;
/** Set right after a button press, when it is fine to ask for the password. */
let pressed = false;
let timer: number | undefined;

const goOnAfterSignIn = async () => {
  if (await waitForSignIn()) await sendNow();
};

/** Retries what was not sent, at growing intervals. */
const goOnLater = (result: Exclude<SendResult, 'done'>) => {
  window.clearTimeout(timer);
  // Entries behind the failed one wait as well.
  show({ sending: new Set() });
  if (result === 'signedOut') {
    void goOnAfterSignIn();
    if (pressed) showSignIn();
    pressed = false;
    return;
  }
  pressed = false;
  void askForSync();
  const wait = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** failures);
  failures += 1;
  timer = window.setTimeout(() => void sendNow(), wait);
};

const sendAll = async (lane: Lane): Promise<SendResult> => {
  const mine = owner();
  const { attempts, requests } = outbox.get();
  const waits = [...attempts, ...requests].some((one) => laneOf(one) === lane && isWaiting(one));
  if (mine === undefined || !waits) return 'done';
  const result = await sendLane(mine, lane, (entry) => deliver(entry).finally(() => notSending(entry.key)));
  await reload();
  if (result !== 'done') goOnLater(result);
  return result;
};

/** A call during a running round starts another round after it. */
const sendInTurn = (lane: Lane): Promise<SendResult> => {
  const turn = (queued.get(lane) ?? Promise.resolve()).then(() => sendAll(lane));
  queued.set(lane, turn);
  void turn.finally(() => {
    if (queued.get(lane) === turn) queued.delete(lane);
  });
  return turn;
};

/** Tries to send everything stored. Forms with photos use a lane of their own, so that other entries do not wait. */
export const sendNow = async (): Promise<void> => {
  if ((await inLanes(sendInTurn)) !== 'done') return;
  window.clearTimeout(timer);
  failures = 0;
};

const markSending = (entries: readonly Entry[]) =>
  show({ sending: new Set([...outbox.get().sending, ...entries.map(({ key }) => key)]) });

const sendAdded = async (entries: readonly Entry[]) => {
  await reload();
  pressed = true;
  window.setTimeout(() => entries.forEach(({ key }) => void notSending(key)), PATIENCE);
  failures = 0;
  void sendNow();
};

/**
 * Stores an entry, replacing `older` ones, then sends it. If the session is over, asks for the password after storing.
 * Returns whether it is on disk; otherwise it lives as long as the page.
 */
export const addEntry = async (entry: Entry, older: readonly Stored[] = []): Promise<boolean> => {
  const mine = owner();
  if (mine === undefined) return false;
  markSending([entry]);
  const isStored = await storeEntry(mine, entry);
  await dropEntries(older);
  await sendAdded([entry]);
  return isStored;
};

/** Stores the parts of a whole, replacing `older` ones. Returns false if not all can be stored; then none is stored or sent. */
export const addTogether = async (
  entries: readonly Entry[],
  older: readonly Stored[] = [],
): Promise<boolean> => {
  const mine = owner();
  if (mine === undefined || !(await storeTogether(mine, entries, older))) return false;
  markSending(entries);
  await sendAdded(entries);
  return true;
};

/** While the caregiver's screen is open, follows the store and sends whenever the network seems to be back. */
export const runOutbox = () => {
  const again = () => {
    failures = 0;
    void sendNow();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') again();
  };
  const stop = whenEntriesChange(() => void reload());
  window.addEventListener('online', again);
  window.addEventListener('focus', again);
  document.addEventListener('visibilitychange', onVisible);
  void reload().then(again);
  return () => {
    stop();
    window.clearTimeout(timer);
    window.removeEventListener('online', again);
    window.removeEventListener('focus', again);
    document.removeEventListener('visibilitychange', onVisible);
  };
};
