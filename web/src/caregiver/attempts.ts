import { z } from 'zod';
import { type Request, RequestEntry } from './request-entry.ts';
import { inStore, rowsOf, seal, unseal } from './store.ts';

/** A check-in or check-out made on this phone. It is stored here until the server has answered. */
export const Attempt = z.object({
  visitId: z.int(),
  to: z.enum(['Active', 'Complete']),
  position: z.object({ lat: z.number(), lon: z.number(), accuracy: z.number() }).nullable(),
  locationError: z.boolean(),
  /** Time of the tap by the server's clock. It counts however late the attempt arrives. */
  at: z.string(),
  /** Unique for each attempt, so that a retry never becomes a second check-in. */
  key: z.string(),
  /** First name and planned times, for when the card is not on the screen. */
  label: z.string(),
  /** The server's refusal; null until then. */
  refused: z.string().nullable(),
});
export type Attempt = z.output<typeof Attempt>;

/** Anything that waits on the phone for the server, in order of entry. */
export type Entry = Attempt | RequestEntry;
const Entry = z.union([Attempt, RequestEntry]);

interface Serial {
  /** In order of the taps. Negative if the phone cannot store the entry, which then lives as long as the page. */
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

// Private windows, full disks and plain HTTP may refuse storage.
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

/** Called after changes here, in another tab or in the service worker. */
export const whenEntriesChange = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Stores all entries or none, replacing older ones, and resolves once they are on disk. False if this phone cannot store them. */
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
  // The transaction needs a last step, and no entry has the number -1.
  entries.map(({ serial }) => attempts.delete(serial)).at(-1) ?? attempts.delete(-1);

/** Stores an entry on disk if possible. False if it lives only as long as the page. */
export const storeEntry = async (owner: string, entry: Entry): Promise<boolean> => {
  if (await storeTogether(owner, [entry])) return true;
  lastUnkept -= 1;
  unkept.set(lastUnkept, { owner, entry });
  changed();
  return false;
};

/** The entries of one caregiver in order. Entries that this release cannot read stay stored. */
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

/** Deletes all entries at once, so that no part of a whole is left. */
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

/** Keeps the entry with the server's refusal until the caregiver has read it. */
export const refuseEntry = (owner: string, entry: Stored, words: string): Promise<void> =>
  putEntry(owner, { ...entry, refused: words });

/** Marks a photo as sent. It stays stored, because its form may still be refused. */
export const markSent = (owner: string, photo: StoredPhoto): Promise<void> =>
  putEntry(owner, { ...photo, request: { ...photo.request, isSent: true } });
