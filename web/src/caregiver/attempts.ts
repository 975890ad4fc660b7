import { z } from 'zod';
import { type Request, RequestEntry } from './request-entry.ts';
import { inStore, rowsOf, seal, unseal } from './store.ts';

/** A check-in or check-out that was pressed. It stays on the phone until the server has answered it. */
export const Attempt = z.object({
  visitId: z.int(),
  to: z.enum(['Active', 'Complete']),
  position: z.object({ lat: z.number(), lon: z.number(), accuracy: z.number() }).nullable(),
  locationError: z.boolean(),
  /** Moment of the tap by the server's clock; it counts however late the attempt arrives. */
  at: z.string(),
  /** One per attempt: a retry is never a second check-in. */
  key: z.string(),
  /** Whom and when, for a card that is not on the screen: first name and planned times. */
  label: z.string(),
  /** The server's words when it said no; null while it was not asked. */
  refused: z.string().nullable(),
});
export type Attempt = z.output<typeof Attempt>;

/** Whatever waits on the phone for the server, one beside the other in the order in which it was entered. */
export type Entry = Attempt | RequestEntry;
const Entry = z.union([Attempt, RequestEntry]);

interface Serial {
  /** In the order of the taps. Below 0: this phone cannot keep it, it lives as long as the page. */
  readonly serial: number;
}
export type StoredAttempt = Attempt & Serial;
export type StoredRequest = RequestEntry & Serial;
export type Stored = StoredAttempt | StoredRequest;

export const isRequest = (entry: Stored): entry is StoredRequest => 'request' in entry;
export const isAttempt = (entry: Stored): entry is StoredAttempt => !isRequest(entry);

type Of<K extends Request['kind']> = StoredRequest & {
  readonly request: Extract<Request, { readonly kind: K }>;
};
export type StoredPhoto = Of<'formPhoto'>;
export type StoredForm = Of<'form'>;
export const isPhoto = (entry: Stored): entry is StoredPhoto =>
  isRequest(entry) && entry.request.kind === 'formPhoto';
export const isForm = (entry: Stored): entry is StoredForm =>
  isRequest(entry) && entry.request.kind === 'form';

const isRow = (row: unknown): row is { serial: number; owner: string; sealed: unknown } =>
  typeof row === 'object' &&
  row !== null &&
  'serial' in row &&
  typeof row.serial === 'number' &&
  'owner' in row &&
  typeof row.owner === 'string' &&
  'sealed' in row;

// A private window, a full disk or plain http may refuse to keep anything.
const unkept = new Map<number, { owner: string; entry: Entry }>();
let lastUnkept = 0;

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('homecare-attempts');
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
  channel?.postMessage('changed');
};
if (channel)
  channel.onmessage = () => {
    for (const listener of listeners) listener();
  };

/** Here, in another tab or in the service worker. */
export const whenEntriesChange = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** All of them or none, on the disk before anything is said about them, in place of older ones; false: this phone cannot keep them. */
export const storeTogether = async (
  owner: string,
  entries: readonly Entry[],
  older: readonly Stored[] = [],
): Promise<boolean> => {
  try {
    const rows = await Promise.all(entries.map(async (entry) => ({ owner, sealed: await seal(entry) })));
    await inStore('attempts', 'readwrite', (attempts) => {
      for (const row of rows) attempts.add(row);
      return deleteAll(attempts, older);
    });
    return true;
  } catch {
    return false;
  } finally {
    changed();
  }
};

const deleteAll = (attempts: IDBObjectStore, entries: readonly Serial[]): IDBRequest<undefined> =>
  // A transaction has a last step; there is no entry below 0.
  entries.map(({ serial }) => attempts.delete(serial)).at(-1) ?? attempts.delete(-1);

/** On the disk where that can be; false: it lives in this page only. */
export const storeEntry = async (owner: string, entry: Entry): Promise<boolean> => {
  if (await storeTogether(owner, [entry])) return true;
  lastUnkept -= 1;
  unkept.set(lastUnkept, { owner, entry });
  changed();
  return false;
};

/** What one caregiver entered, in that order; what this release cannot read stays where it is. */
export const entriesOf = async (owner: string): Promise<Stored[]> => {
  const all: unknown[] = await rowsOf('attempts').catch(() => []);
  const rows = all.filter(isRow).filter((row) => row.owner === owner);
  const read = await Promise.all(
    rows.map(async ({ serial, sealed }) => {
      const { data } = Entry.safeParse(await unseal(sealed));
      return data ? [{ serial, ...data }] : [];
    }),
  );
  const here = [...unkept].filter(([, kept]) => kept.owner === owner);
  return [...read.flat(), ...here.map(([serial, { entry }]) => ({ serial, ...entry }))];
};

/** All of them at once: no part of a whole is left behind. */
export const dropEntries = async (entries: readonly Serial[]) => {
  for (const { serial } of entries) unkept.delete(serial);
  const onDisk = entries.filter(({ serial }) => serial >= 0);
  if (onDisk.length > 0) await inStore('attempts', 'readwrite', (attempts) => deleteAll(attempts, onDisk));
  changed();
};

export const dropEntry = (serial: number) => dropEntries([{ serial }]);

const putEntry = async (owner: string, { serial, ...entry }: Stored): Promise<void> => {
  if (serial < 0) unkept.set(serial, { owner, entry });
  else {
    const sealed = await seal(entry);
    await inStore('attempts', 'readwrite', (attempts) => attempts.put({ serial, owner, sealed }));
  }
  changed();
};

/** It stays, with the server's words, until the caregiver has read them. */
export const refuseEntry = (owner: string, entry: Stored, words: string): Promise<void> =>
  putEntry(owner, { ...entry, refused: words });

/** The server has it, and it stays for as long as its form may still be refused. */
export const markSent = (owner: string, photo: StoredPhoto): Promise<void> =>
  putEntry(owner, { ...photo, request: { ...photo.request, isSent: true } });
