// What the employee screen keeps on the phone: visits of two days, attempts that the server does not have yet, and a few
// facts. Used by the page and by the service worker. Names and positions are sealed with a key that never leaves the browser.

const DATABASE = 'homecare-phone';
type StoreName = 'keys' | 'facts' | 'days' | 'attempts';

let opened: Promise<IDBDatabase> | undefined;

/** Later versions only ever add stores: a release that is older than the store still reads its attempts. */
const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys');
      request.result.createObjectStore('facts');
      request.result.createObjectStore('days', { keyPath: 'date' });
      request.result.createObjectStore('attempts', { keyPath: 'serial', autoIncrement: true });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onclose = () => {
        opened = undefined;
      };
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
  });

const database = () => {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
};

/** One step in a transaction of its own; a write is on the disk when it answers. */
export const inStore = async <T>(
  store: StoreName,
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const transaction = (await database()).transaction(store, mode, { durability: 'strict' });
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
};

export const rowsOf = (store: StoreName): Promise<unknown[]> =>
  inStore(store, 'readonly', (from) => from.getAll());

/** How many entries of anybody wait on this phone. */
export const countEntries = async () => (await rowsOf('attempts').catch(() => [])).length;

// --- Seal ----------------------------------------------------------------------------------------------------------

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

const ALGORITHM = 'AES-GCM';
let key: Promise<CryptoKey> | undefined;

const foundKey = async () => {
  const found: unknown = await inStore('keys', 'readonly', (keys) => keys.get('seal'));
  return found instanceof CryptoKey ? found : undefined;
};

/** Made once per browser and not extractable; of two tabs that make one at once the first wins. */
const makeKey = async () => {
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await inStore('keys', 'readwrite', (keys) => keys.add(made, 'seal')).catch(() => undefined);
  return (await foundKey()) ?? made;
};

const sealKey = () => {
  key ??= foundKey()
    .then((found) => found ?? makeKey())
    .catch((error: unknown) => {
      key = undefined;
      throw error;
    });
  return key;
};

export const seal = async (value: unknown): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, await sealKey(), plain) };
};

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' &&
  value !== null &&
  'iv' in value &&
  value.iv instanceof Uint8Array &&
  'data' in value &&
  value.data instanceof ArrayBuffer;

/** undefined: it cannot be read here. */
export const unseal = async (sealed: unknown): Promise<unknown> => {
  if (!isSealed(sealed)) return undefined;
  const algorithm = { name: ALGORITHM, iv: sealed.iv };
  const plain = await crypto.subtle.decrypt(algorithm, await sealKey(), sealed.data).catch(() => undefined);
  return plain && JSON.parse(new TextDecoder().decode(plain));
};

// --- Whose phone ---------------------------------------------------------------------------------------------------

/** One account of one site: logins of two agencies may have the same number. */
export const ownerOf = (session: { readonly site: string; readonly uid: string }) =>
  `${session.site}:${session.uid}`;

export const storedOwner = async () => {
  const owner: unknown = await inStore('facts', 'readonly', (facts) => facts.get('owner'));
  return typeof owner === 'string' ? owner : undefined;
};

const forget = async () => {
  await inStore('facts', 'readwrite', (facts) => facts.delete('owner'));
  await inStore('days', 'readwrite', (days) => days.clear());
};

// One after the other: signing out and in again must not cross. A browser without a store has nothing to forget.
let turn: Promise<void> = Promise.resolve();
const inTurn = (work: () => Promise<void>) => {
  turn = turn.then(work).catch(() => undefined);
  return turn;
};

/** Signed out: the days go, attempts wait for their caregiver. */
export const forgetDays = () => inTurn(forget);

/** From now on the phone is this caregiver's: days of somebody else go. */
export const claimPhone = (owner: string) =>
  inTurn(async () => {
    if ((await storedOwner()) === owner) return;
    await forget();
    await inStore('facts', 'readwrite', (facts) => facts.put(owner, 'owner'));
  });
