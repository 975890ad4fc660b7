import { Kysely, PostgresDialect, sql } from 'kysely';
import { Journal, journalFolder } from '../platform/access-log/journal.ts';
import { type Clock, dayNow, followDatabaseClock } from '../platform/clock/clock.ts';
import { publicUrlOf, type Served, type SiteEntry } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import type { Keyring } from '../platform/crypto/keyring.ts';
import { siteKeyring } from '../platform/crypto/keys.ts';
import { secretsOf } from '../platform/crypto/secrets.ts';
import { type AgencyPool, Connections } from '../platform/db/connections.ts';
import {
  assertDurable,
  createDatabase,
  databaseName,
  oneWay,
  type Ways,
  waysTo,
} from '../platform/db/databases.ts';
import { ensureMigrated } from '../platform/db/migrate.ts';
import { type Connection, type Limits, Unreachable } from '../platform/db/pool.ts';
import { preparing } from '../platform/db/prepared.ts';
import { SLOW_STATEMENT_MS, slowStatements } from '../platform/db/slow-statements.ts';
import type { Tables } from '../platform/db/tables.ts';
import { readPaper } from '../platform/documents/paper.ts';
import { filesRoot, localStore } from '../platform/files/local-store.ts';
import { type Bucket, s3Store } from '../platform/files/s3-store.ts';
import { sealedStore } from '../platform/files/sealed-store.ts';
import { type Log, NO_LOG } from '../platform/log/log.ts';
import { readSettingsRevision, readStoredSettings } from '../platform/settings/settings.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import type { RehearsedPayer, Settings } from '../platform/site/site.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { SETTINGS_KEYS, settingsBuilder } from './in-use.ts';

/** For a command, test or benchmark that opens a single site. */
const POOL_SIZE = 10;

export interface OpenOptions {
  readonly clock?: Clock;
  /** An existing database to use instead of the site's own on the server. */
  readonly own?: Connection;
  readonly poolSize?: number;
  /** The process's connections, shared by all sites; by default the site has its own. */
  readonly connections?: Connections;
  /** A missing database may be created. */
  readonly mayCreate?: boolean;
  /** By default those of a request. */
  readonly limits?: Limits;
  /** Seals the keys of the sites. */
  readonly masterKey?: Buffer | undefined;
  /** Files are stored in this bucket instead of DATA_DIR/files. */
  readonly bucket?: Bucket | undefined;
  /** The rehearsal of a site without a configured aggregator. */
  readonly rehearsal?: AggregatorAccess | undefined;
  readonly payer?: RehearsedPayer | undefined;
  readonly served?: Served;
  readonly onError?: (error: Error) => void;
  readonly onMigration?: (name: string) => void;
  readonly log?: Log;
  /** Slower statements are logged. */
  readonly slowStatementMs?: number;
  /** Looks are written to the database a second later; otherwise on request, and when the site is closed. */
  readonly drainsAccessLog?: boolean;
}

const isMissing = (error: unknown) => error instanceof Unreachable && error.code === '3D000';

/** Returns true if it was created now. */
const makeWhereMissing = async (pool: AgencyPool, entry: SiteEntry, server: Ways, mayCreate: boolean) => {
  const name = databaseName(entry.name);
  const make = () => createDatabase(server.owner ?? server.direct, name);
  // A pooler remembers for a while that a database was missing, so it is created before the pooler is asked.
  const isMade = mayCreate && !entry.databaseUrl && pool.isPooled && (await make());
  try {
    await assertDurable(pool);
    return isMade;
  } catch (error) {
    if (!isMissing(error) || entry.databaseUrl) throw error;
    if (!mayCreate)
      throw new ConfigError(
        `The database ${name} does not exist: restore it, or move the site to where it is.`,
      );
    const isNew = await make();
    pool.forgetFailure();
    await assertDurable(pool);
    return isNew;
  }
};

/** The site's database, in the state this release needs. */
const openDatabase = async (entry: SiteEntry, server: Ways, options: OpenOptions) => {
  const { own, poolSize = POOL_SIZE, limits, onError = () => undefined, mayCreate = true } = options;
  const ways = own ? oneWay(own) : waysTo(entry, server);
  const shared = options.connections;
  const pool = (shared ?? new Connections(poolSize)).poolOf(entry.name, ways.app, {
    onError,
    ...(limits && { limits }),
    ...(!shared && { reserved: poolSize }),
  });
  try {
    const isNew = await makeWhereMissing(pool, entry, server, mayCreate && !own);
    await ensureMigrated(entry.name, { pool, ...ways, onApply: options.onMigration });
    return { pool, isNew };
  } catch (error) {
    await pool.end();
    throw error;
  }
};

const queriesOn = (pool: AgencyPool, log: Log, slowMs = SLOW_STATEMENT_MS) =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: preparing({
        connect: () => pool.acquire(),
        end: () => pool.end(),
        isPooled: pool.isPooled,
        onWritten: () => pool.onWritten(),
      }),
    }),
    log: slowStatements(log, slowMs),
  });

/** Files are sealed before they reach the folder or bucket. */
const filesOf = (site: string, root: string, bucket: Bucket | undefined, keys: Keyring) =>
  sealedStore(bucket ? s3Store(bucket, root, site) : localStore(root, site), keys);

/** Opens one site: creates and migrates its database, and makes its key on the very first start. */
export const openSite = async (
  entry: SiteEntry,
  server: Connection | Ways,
  dataDir: string,
  options: OpenOptions = {},
): Promise<OpenedSite> => {
  const paper = await readPaper(entry.letterhead, entry, dataDir);
  const { pool, isNew } = await openDatabase(entry, 'app' in server ? server : oneWay(server), options);
  const log = (options.log ?? NO_LOG).ofSite(entry.name);
  const db = queriesOn(pool, log, options.slowStatementMs);
  const { rows } = await sql<{ used: boolean }>`select exists (select from accounts) as used`.execute(db);
  const mayCreateKey = isNew || rows[0]?.used === false;
  const keys = await siteKeyring({ dataDir, master: options.masterKey }, entry.name, mayCreateKey);
  const secrets = secretsOf(keys);
  const clock = options.clock ?? (await followDatabaseClock(pool));
  const files = filesOf(entry.name, filesRoot(dataDir), options.bucket, keys);
  const accessLog = new Journal({
    folder: journalFolder(dataDir, entry.name),
    pool,
    log,
    drainsItself: options.drainsAccessLog ?? false,
  });
  const { rehearsal, payer } = options;
  const build = settingsBuilder({ entry, secrets, paper, rehearsal, payer }, files, clock);
  const load = async () => {
    const settings = await build(await readStoredSettings(db, SETTINGS_KEYS));
    // Not awaited: it takes a second to start, and reports itself if it cannot.
    void payer?.follow(settings.claims.usage);
    return settings;
  };
  let last: Settings | undefined;
  return {
    entry,
    name: entry.name,
    title: entry.title,
    place: entry.place,
    hosts: entry.hosts,
    pool,
    db,
    keys,
    secrets,
    clock,
    files,
    accessLog,
    payer,
    publicUrl: publicUrlOf(entry, options.served),
    log,
    lastSettings: () => last,
    readSettings: async () => {
      // Any other revision counts as newer: of two concurrent reads the older may end last, and is then read again. On a new day,
      // other rules of the state may apply.
      const isToday = last !== undefined && last.day === dayNow(clock, last.timeZone);
      if (isToday && last?.revision === (await readSettingsRevision(pool))) return last;
      last = await load();
      return last;
    },
    close: async () => {
      await accessLog.close();
      await db.destroy();
      await pool.end();
    },
  };
};
