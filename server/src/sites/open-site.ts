import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Clock, followDatabaseClock, systemClock } from '../platform/clock/clock.ts';
import type { SiteEntry } from '../platform/config/config.ts';
import { siteKey } from '../platform/crypto/keys.ts';
import { secretsOf } from '../platform/crypto/secrets.ts';
import { assertDurable, createDatabase, databaseName } from '../platform/db/databases.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type Connection, type Limits, onDatabase, openPool } from '../platform/db/pool.ts';
import { preparing } from '../platform/db/prepared.ts';
import { SLOW_STATEMENT_MS, slowStatements } from '../platform/db/slow-statements.ts';
import type { Tables } from '../platform/db/tables.ts';
import { readPaper } from '../platform/documents/paper.ts';
import { filesRoot, localStore } from '../platform/files/local-store.ts';
import { type Bucket, s3Store } from '../platform/files/s3-store.ts';
import { type Log, NO_LOG } from '../platform/log/log.ts';
import { readSettingsRevision, readStoredSettings } from '../platform/settings/settings.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import type { RehearsedPayer, Settings } from '../platform/site/site.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { SETTINGS_KEYS, settingsBuilder } from './in-use.ts';

const POOL_SIZE = 10;

export interface OpenOptions {
  readonly clock?: Clock;
  /** A database that is there already, in place of the site's own on the server. */
  readonly own?: Connection;
  readonly poolSize?: number;
  /** Those of a request where nothing else is said. */
  readonly limits?: Limits;
  /** Files go to this bucket instead of DATA_DIR/files. */
  readonly bucket?: Bucket | undefined;
  /** The rehearsal of a site without an aggregator of its own. */
  readonly rehearsal?: AggregatorAccess | undefined;
  readonly payer?: RehearsedPayer | undefined;
  readonly onError?: (error: Error) => void;
  readonly onMigration?: (name: string) => void;
  readonly log?: Log;
  /** Statements that take longer are written down. */
  readonly slowStatementMs?: number;
}

/** The database of a site, made where there is none, as the present edition needs it. */
const openDatabase = async (entry: SiteEntry, server: Connection, options: OpenOptions) => {
  const name = databaseName(entry.name);
  const given = options.own ?? (entry.databaseUrl ? { url: entry.databaseUrl } : undefined);
  const isNew = given ? false : await createDatabase(server, name);
  const pool = openPool(given ?? onDatabase(server, name), {
    max: options.poolSize ?? POOL_SIZE,
    onError: options.onError ?? (() => undefined),
    ...(options.limits && { limits: options.limits }),
  });
  await assertDurable(pool);
  await migrate(pool, options.onMigration);
  return { pool, isNew };
};

/** Opens one site: its database is created and migrated, its key made on the very first start. */
export const openSite = async (
  entry: SiteEntry,
  server: Connection,
  dataDir: string,
  options: OpenOptions = {},
): Promise<OpenedSite> => {
  const paper = await readPaper(entry.letterhead, entry, dataDir);
  const { pool, isNew } = await openDatabase(entry, server, options);
  const log = (options.log ?? NO_LOG).ofSite(entry.name);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    log: slowStatements(log, options.slowStatementMs ?? SLOW_STATEMENT_MS),
  });
  const { rows } = await sql<{ used: boolean }>`select exists (select from accounts) as used`.execute(db);
  const secrets = secretsOf(await siteKey(dataDir, entry.name, isNew || rows[0]?.used === false));
  const followed = options.clock ? undefined : await followDatabaseClock(pool);
  const clock = options.clock ?? followed ?? systemClock;
  const files = options.bucket
    ? s3Store(options.bucket, filesRoot(dataDir), entry.name)
    : localStore(filesRoot(dataDir), entry.name);
  const { rehearsal, payer } = options;
  const build = settingsBuilder({ entry, secrets, paper, rehearsal, payer }, files);
  const load = async () => {
    const settings = await build(await readStoredSettings(db, SETTINGS_KEYS));
    // Not waited for: it takes a second to start, and says itself when it cannot.
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
    secrets,
    clock,
    files,
    payer,
    publicUrl: (entry.publicUrl ?? `https://${entry.hosts[0] ?? 'localhost'}`).replace(/\/+$/, ''),
    log,
    lastSettings: () => last,
    readSettings: async () => {
      // Any other revision counts as newer: of two readings under way the older may end last, and is read again then.
      if (last?.revision === (await readSettingsRevision(pool))) return last;
      last = await load();
      return last;
    },
    close: async () => {
      followed?.stop();
      await db.destroy();
    },
  };
};
