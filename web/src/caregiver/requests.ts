import {
  getHours,
  getOwnWeek,
  listOwnTimeOff,
  removeTimeOff,
  saveHours,
  saveTimeOff,
} from '@homecare/domain/availability/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import type { Reason } from '@homecare/domain/errors.ts';
import { useEffect } from 'react';
import { z } from 'zod';
import { perform } from '../platform/form/use-action.ts';
import { newAttemptKey } from '../platform/send.ts';
import { currentSession } from '../platform/session.ts';
import { createStore } from '../platform/store.ts';
import { inStore, ownerOf, rowsOf, seal, unseal } from './store.ts';

/**
 * What a caregiver enters besides check-ins: kept on the phone first, sent once when the server answers, under one key. It lies
 * among the attempts, which a release that knows it not leaves alone.
 */
const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hours'), input: saveHours.input }),
  z.object({ kind: z.literal('timeOff'), input: saveTimeOff.input }),
  z.object({ kind: z.literal('withdraw'), input: removeTimeOff.input }),
]);
type Request =
  | { readonly kind: 'hours'; readonly input: InputOf<typeof saveHours> }
  | { readonly kind: 'timeOff'; readonly input: InputOf<typeof saveTimeOff> }
  | { readonly kind: 'withdraw'; readonly input: InputOf<typeof removeTimeOff> };

const Kept = z.object({ request: Request, key: z.string(), refused: z.string().nullable() });
export interface KeptRequest {
  readonly serial: number;
  readonly request: Request;
  readonly key: string;
  /** The server's words when it said no; null while it was not asked. */
  readonly refused: string | null;
}

const requests = createStore<readonly KeptRequest[]>([]);
export const useKeptRequests = requests.use;

const owner = () => {
  const session = currentSession();
  return session && ownerOf(session);
};

const isRow = (row: unknown): row is { serial: number; owner: string; sealed: unknown } =>
  typeof row === 'object' &&
  row !== null &&
  'serial' in row &&
  typeof row.serial === 'number' &&
  'owner' in row &&
  'sealed' in row;

const read = async (mine: string): Promise<KeptRequest[]> => {
  const all: unknown[] = await rowsOf('attempts').catch(() => []);
  const rows = all.filter(isRow).filter((row) => row.owner === mine);
  const found = await Promise.all(
    rows.map(async ({ serial, sealed }) => {
      const { data } = Kept.safeParse(await unseal(sealed));
      return data ? [{ serial, ...data }] : [];
    }),
  );
  return found.flat();
};

const reload = async () => {
  const mine = owner();
  requests.set(mine === undefined ? [] : await read(mine));
};

const drop = (serial: number) => inStore('attempts', 'readwrite', (rows) => rows.delete(serial));

/** Read by the caregiver, or not wanted any more. */
export const dropRequest = async ({ serial }: KeptRequest) => {
  await drop(serial);
  await reload();
};

const refuseRequest = async (mine: string, { serial, ...kept }: KeptRequest, words: string) => {
  const sealed = await seal({ ...kept, refused: words });
  await inStore('attempts', 'readwrite', (rows) => rows.put({ serial, owner: mine, sealed }));
};

const CHANGES = [getHours, getOwnWeek, listOwnTimeOff];

const send = ({ request, key }: KeptRequest) => {
  const options = { key, asks: false } as const;
  if (request.kind === 'hours') return perform({ call: saveHours, changes: CHANGES }, request.input, options);
  if (request.kind === 'timeOff')
    return perform({ call: saveTimeOff, changes: CHANGES }, request.input, options);
  return perform({ call: removeTimeOff, changes: CHANGES }, request.input, options);
};

/** A reason of the request itself; anything else may pass. */
const isFinal = (reason: Reason) =>
  ['badInput', 'conflict', 'stale', 'keyUsed', 'notFound', 'forbidden'].includes(reason);

const sendAll = async () => {
  const mine = owner();
  if (mine === undefined) return;
  for (const kept of (await read(mine)).filter(({ refused }) => refused === null)) {
    const sent = await send(kept);
    if (sent.ok) await drop(kept.serial);
    else if (isFinal(sent.reason)) await refuseRequest(mine, kept, sent.info);
    else break;
  }
  await reload();
};

const LOCK = 'homecare-requests';
let turn: Promise<void> = Promise.resolve();
/** One after the other, and of all tabs only one sends. */
const sendNow = (): Promise<void> => {
  const work = () => ('locks' in navigator ? navigator.locks.request(LOCK, sendAll) : sendAll());
  turn = turn.then(work, work);
  return turn;
};

/** Kept first, then sent. Hours that wait are replaced by newer ones. */
export const keepRequest = async (request: Request): Promise<void> => {
  const mine = owner();
  if (mine === undefined) return;
  if (request.kind === 'hours')
    for (const older of await read(mine)) if (older.request.kind === 'hours') await drop(older.serial);
  const sealed = await seal({ request, key: newAttemptKey(), refused: null });
  await inStore('attempts', 'readwrite', (rows) => rows.add({ owner: mine, sealed }));
  await reload();
  void sendNow();
};

const AGAIN_AFTER = 30_000;

/** Sends on every sign of a network, as long as the screen is open. */
export const useRequestsHere = () =>
  useEffect(() => {
    const again = () => void sendNow();
    const timer = window.setInterval(() => {
      if (requests.get().some(({ refused }) => refused === null)) again();
    }, AGAIN_AFTER);
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    void reload().then(again);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
    };
  }, []);
