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
/** A tap that is not answered by then is shown as kept. */
const PATIENCE = 3_000;

export interface Outbox {
  /** In the order of the taps. */
  readonly attempts: readonly StoredAttempt[];
  readonly requests: readonly StoredRequest[];
  /** Keys whose first way to the server is not over. */
  readonly sending: ReadonlySet<string>;
}

const outbox = createStore<Outbox>({ attempts: [], requests: [], sending: new Set() });
const show = (next: Partial<Outbox>) => outbox.set({ ...outbox.get(), ...next });
export const readOutbox = outbox.get;
export const useOutbox = outbox.use;

/** How much of anything is kept for the server, without what is on its first way there. */
export const useKeptCount = () => {
  const { attempts, requests, sending } = outbox.use();
  // A photo is a part of its form.
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

/** What is in the store now: after a reload the page has not read it yet, and another tab may have added to it. */
export const readStored = async () => {
  await reload();
  return outbox.get();
};

const notSending = (key: string) => {
  if (!outbox.get().sending.has(key)) return;
  show({ sending: new Set([...outbox.get().sending].filter((one) => one !== key)) });
};

/** A visit that is not found may be another user's, who signed in in the meantime. */
const isStillMe = async () => {
  const touched = await perform({ call: touchSession }, {}, { asks: false });
  return touched.ok && String(touched.data.uid) === currentSession()?.uid;
};

const sentListeners = new Set<(visit: Visit) => void>();
/** Called with the visit as the server has it after one of its attempts arrived. */
export const whenSent = (listener: (visit: Visit) => void) => {
  sentListeners.add(listener);
  return () => void sentListeners.delete(listener);
};

const recordedListeners = new Set<() => Promise<unknown>>();
/** Called, and waited for, after the server has kept an attempt for the office to accept. */
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
      // Of one's own hours and days off it is the answer; a check may pass.
      return isRequest(entry) && (await isStillMe())
        ? { outcome: 'refused', words: sent.info }
        : { outcome: 'stuck' };
    case 'notFound':
      return (await isStillMe()) ? { outcome: 'refused', words: sent.info } : { outcome: 'stuck' };
    // A reason of the entry itself; anything else may pass.
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
/** A button was pressed just now: then the password is asked for over the page. */
let pressed = false;
let timer: number | undefined;

const goOnAfterSignIn = async () => {
  if (await waitForSignIn()) await sendNow();
};

/** What did not get through is tried again, later each time. */
const goOnLater = (result: Exclude<SendResult, 'done'>) => {
  window.clearTimeout(timer);
  // Those behind the one that did not get through are kept as well.
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

/** A call while one is under way is another round after it. */
const sendInTurn = (lane: Lane): Promise<SendResult> => {
  const turn = (queued.get(lane) ?? Promise.resolve()).then(() => sendAll(lane));
  queued.set(lane, turn);
  void turn.finally(() => {
    if (queued.get(lane) === turn) queued.delete(lane);
  });
  return turn;
};

/** Tries to send what is kept; forms with their photos go beside whatever is entered in the meantime. */
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
 * Kept first, then sent; `older` entries are replaced by it. When the session is over the password is asked for once it is kept.
 * Answers whether it is on the disk: otherwise it lives as long as the page.
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

/** The parts of a whole, in place of `older` ones: all are on the disk, or false and none is kept or sent. */
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

/** Follows the store and sends on every sign of a network, as long as the employee screen is open. */
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
