import pg from 'pg';

// The one place that decides how column types become values. Dates and times stay text, so no time zone can shift them.
const { builtins } = pg.types;
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.TIME, (text) => text.slice(0, 5)],
  [builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`],
  [builtins.NUMERIC, (text) => text],
  [
    builtins.INT8,
    (text) => {
      const value = Number(text);
      if (!Number.isSafeInteger(value)) throw new RangeError('bigint beyond the safe range');
      return value;
    },
  ],
]);
const defaults: (oid: number) => (text: string) => unknown = (oid) => pg.types.getTypeParser(oid);

/** How to reach a database. */
export type Connection =
  | {
      readonly url: string;
      /** There is a pooler: no session outlives a transaction, so nothing may be stored in one. */
      readonly isPooled?: boolean;
    }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password?: string;
      readonly database: string;
    };

/** Another database on the same server. */
export const onDatabase = (connection: Connection, database: string): Connection => {
  if (!('url' in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${database}`;
  return { ...connection, url: url.toString() };
};

/** Limits for a statement, a wait for a lock, an idle transaction and a wait for a connection. */
const LIMITS = {
  request: {
    settings: { statement_timeout: '10s', lock_timeout: '5s', idle_in_transaction_session_timeout: '15s' },
    // As long as a wait for a lock, because the holder of a connection may be waiting for one.
    connectMs: 5_000,
  },
  // Commands and benchmarks write and copy whole databases.
  none: {
    settings: { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' },
    connectMs: 0,
  },
} as const;

export type Limits = keyof typeof LIMITS;

/** The settings of every session, in the order of the statements that a pooler's operator runs. */
export const sessionSettings = (limits: Limits = 'request'): Readonly<Record<string, string>> => ({
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  ...LIMITS[limits].settings,
});

export const connectMsOf = (limits: Limits) => LIMITS[limits].connectMs;

/** Settings are sent in the start-up packet: no extra round trip, and no query can run without them. */
export const clientConfig = (connection: Connection, limits: Limits): pg.ClientConfig => ({
  ...('url' in connection ? { connectionString: connection.url } : connection),
  connectionTimeoutMillis: connectMsOf(limits),
  // A pooler refuses settings that would leak to the next user of the connection, so there the role has them.
  ...(!('url' in connection && connection.isPooled) && {
    options: Object.entries(sessionSettings(limits))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }),
  types: { getTypeParser: (oid: number) => parsers.get(oid) ?? defaults(oid) },
});

/** A separate pool for a command, next to the application's connections. */
export const openPool = (
  connection: Connection,
  options: { max: number; onError: (error: Error) => void; limits?: Limits },
): pg.Pool => {
  const pool = new pg.Pool({
    ...clientConfig(connection, options.limits ?? 'request'),
    max: options.max,
    idleTimeoutMillis: 30_000,
  });
  // Without a listener, a lost idle connection would end the process.
  pool.on('error', options.onError);
  // So would one that breaks in use: its query fails, and the client also emits an error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
};

/** No connection could be made: the server is unavailable, refuses us, or the database has another name. */
export class Unreachable extends Error {
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  }
}

/** The connection is unusable: the server is closing it, or no longer accepts writes. */
export const endsConnection = (error: unknown) =>
  error instanceof Error &&
  (!(error instanceof pg.DatabaseError) || /^(08|57P0|25006)/.test(error.code ?? ''));

/** Errors after which a read may be retried on another connection. */
export const isConnectionLost = (error: unknown) =>
  error instanceof Error &&
  (error instanceof Unreachable ||
    (error instanceof pg.DatabaseError && /^(08|57P0|25006)/.test(error.code ?? '')) ||
    /Connection terminated|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      `${error.message} ${'code' in error ? error.code : ''}`,
    ));

/** The database exists but is overloaded: lock or statement timeout, full disk, too many connections. */
export const isOverloaded = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  ['55P03', '57014', '53100', '53200', '53300'].includes(error.code ?? '');

/** 40001 and 40P01: the transaction can simply be repeated. */
export const isRetryable = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');

/** The unique constraint or index that an error names, if it is a unique violation. */
export const violatedUnique = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined;
