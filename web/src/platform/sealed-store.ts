// A database in the browser. Personal data in it is encrypted with a key that never leaves the browser.

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

const ALGORITHM = 'AES-GCM';

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' &&
  value !== null &&
  'iv' in value &&
  value.iv instanceof Uint8Array &&
  'data' in value &&
  value.data instanceof ArrayBuffer;

/** Caches the result of `ask`. A failure is forgotten, so that the next caller tries again. */
const once = <T>(ask: () => Promise<T>) => {
  let asked: Promise<T> | undefined;
  const forget = () => {
    asked = undefined;
  };
  const answer = () => {
    asked ??= ask().catch((error: unknown) => {
      forget();
      throw error;
    });
    return asked;
  };
  return { answer, forget };
};

type Stores<S extends string> = Readonly<Record<S, IDBObjectStoreParameters>>;

const openDatabase = <S extends string>(name: string, stores: Stores<S>) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys');
      for (const [store, options] of Object.entries<IDBObjectStoreParameters>(stores))
        request.result.createObjectStore(store, options);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });

/** A database with these stores and its key. Later versions only add stores. */
export const sealedStore = <S extends string>(name: string, stores: Stores<S>) => {
  const database = once(async () => {
    const opened = await openDatabase(name, stores);
    opened.onclose = database.forget;
    opened.onversionchange = () => {
      opened.close();
      database.forget();
    };
    return opened;
  });

  /** Runs one step in its own transaction. A write is on disk when it resolves. */
  const inStore = async <T>(
    store: S | 'keys',
    mode: 'readonly' | 'readwrite',
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const transaction = (await database.answer()).transaction(store, mode, { durability: 'strict' });
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  };

  const findKey = async () => {
    const found: unknown = await inStore('keys', 'readonly', (keys) => keys.get('seal'));
    return found instanceof CryptoKey ? found : undefined;
  };
  /** Creates the key once per browser, not extractable. If two tabs do so at once, the first wins. */
  const makeKey = async () => {
    const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    await inStore('keys', 'readwrite', (keys) => keys.add(made, 'seal')).catch(() => undefined);
    return (await findKey()) ?? made;
  };
  const key = once(async () => (await findKey()) ?? makeKey());

  return {
    inStore,
    rowsOf: (store: S): Promise<unknown[]> => inStore(store, 'readonly', (from) => from.getAll()),
    seal: async (value: unknown) => sealWith(await key.answer(), value),
    /** undefined if it cannot be decrypted here. */
    unseal: async (sealed: unknown): Promise<unknown> =>
      isSealed(sealed) ? unsealWith(await key.answer(), sealed) : undefined,
  };
};

const sealWith = async (key: CryptoKey, value: unknown): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain) };
};

const unsealWith = async (key: CryptoKey, { iv, data }: Sealed): Promise<unknown> => {
  const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, data).catch(() => undefined);
  return plain && JSON.parse(new TextDecoder().decode(plain));
};
