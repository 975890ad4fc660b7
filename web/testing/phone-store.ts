type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** One object store of the phone: rows under a key of their own, under a given one, or under the next number. */
class Rows {
  readonly rows = new Map<unknown, unknown>();
  readonly options: IDBObjectStoreParameters;
  last = 0;
  constructor(options: IDBObjectStoreParameters = {}) {
    this.options = options;
  }
  put(value: unknown, key?: unknown) {
    const { keyPath } = this.options;
    if (typeof keyPath !== 'string' || !isRow(value)) this.rows.set(key, value);
    else {
      const own = value[keyPath] ?? ++this.last;
      this.rows.set(own, { ...value, [keyPath]: own });
    }
  }
}

const answered = (work: () => unknown) => ({ result: work() });

interface Opening {
  readonly result: object;
  onupgradeneeded?: () => void;
  onsuccess?: () => void;
}

const openDatabase = () => {
  const stores = new Map<string, Rows>();
  const objectStore = (name: string) => {
    const store = stores.get(name);
    if (!store) throw new Error(`no store ${name}`);
    return {
      add: (value: unknown, key?: unknown) => answered(() => store.put(value, key)),
      put: (value: unknown, key?: unknown) => answered(() => store.put(value, key)),
      get: (key: unknown) => answered(() => store.rows.get(key)),
      getAll: () => answered(() => [...store.rows.values()]),
      delete: (key: unknown) => answered(() => void store.rows.delete(key)),
      clear: () => answered(() => store.rows.clear()),
    };
  };
  const handlers: { onclose?: () => void } = {};
  const database = Object.assign(handlers, {
    createObjectStore: (name: string, options?: IDBObjectStoreParameters) =>
      void stores.set(name, new Rows(options)),
    transaction: () => {
      const transaction: { objectStore: typeof objectStore; oncomplete?: () => void } = { objectStore };
      setTimeout(() => transaction.oncomplete?.());
      return transaction;
    },
  });
  return { stores, database };
};

/** What happy-dom is missing: as much of IndexedDB as the stores of this device ask for, gone when the test is over. */
export const phoneStore = () => {
  const databases = new Map<string, ReturnType<typeof openDatabase>>();
  const open = (name: string) => {
    const { stores, database } = databases.get(name) ?? openDatabase();
    databases.set(name, { stores, database });
    const request: Opening = { result: database };
    setTimeout(() => {
      if (stores.size === 0) request.onupgradeneeded?.();
      request.onsuccess?.();
    });
    return request;
  };
  const all = () => [...databases.values()];
  return {
    indexedDB: { open },
    rowsOf: (name: string): readonly unknown[] =>
      all().flatMap(({ stores }) => [...(stores.get(name)?.rows.values() ?? [])]),
    /** Closes the databases too: test files of one worker share the module that holds them open, and each has a device of its own. */
    empty: () => {
      for (const { stores, database } of all()) {
        for (const { rows } of stores.values()) rows.clear();
        database.onclose?.();
      }
    },
  };
};
