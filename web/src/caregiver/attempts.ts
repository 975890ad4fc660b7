import { z } from 'zod';
import { RequestEntry } from './request-entry.ts';
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

/** On the disk before anything is said about it; false: it lives in this page only. */
export const storeEntry = async (owner: string, entry: Entry): Promise<boolean> => {
  try {
    const sealed = await seal(entry);
    await inStore('attempts', 'readwrite', (attempts) => attempts.add({ owner, sealed }));
    return true;
  } catch {
    lastUnkept -= 1;
    unkept.set(lastUnkept, { owner, entry });
    return false;
  } finally {
    changed();
  }
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

export const dropEntry = async (serial: number) => {
  if (serial < 0) unkept.delete(serial);
  else await inStore('attempts', 'readwrite', (attempts) => attempts.delete(serial));
  changed();
};

/** It stays, with the server's words, until the caregiver has read them. */
export const refuseEntry = async (
  owner: string,
  { serial, ...entry }: Stored,
  words: string,
): Promise<void> => {
  const refused = { ...entry, refused: words };
  if (serial < 0) unkept.set(serial, { owner, entry: refused });
  else {
    const sealed = await seal(refused);
    await inStore('attempts', 'readwrite', (attempts) => attempts.put({ serial, owner, sealed }));
  }
  changed();
};
