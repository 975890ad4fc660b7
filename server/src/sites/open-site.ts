import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { FACTOR_REQUIRED } from '../platform/auth/sessions.ts';
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
import { readPaper, withTexts } from '../platform/documents/paper.ts';
import { filesRoot, localStore } from '../platform/files/local-store.ts';
import { type Bucket, s3Store } from '../platform/files/s3-store.ts';
import { type Log, NO_LOG } from '../platform/log/log.ts';
import { readSetting } from '../platform/settings/settings.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import type { RehearsedPayer } from '../platform/site/site.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { inUseReader } from './in-use.ts';
import { logoReader } from './logo.ts';
import { readCapabilities, readPaperTexts } from './queries.ts';

/** How long one process may go on with a switch that an admin has just changed. */
const SWITCHES_KEPT_MS = 3_000;
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

/** Opens one site: its database is created and migrated, its key made on the very first start. */
export const openSite = async (
  entry: SiteEntry,
  server: Connection,
  dataDir: string,
  options: OpenOptions = {},
): Promise<OpenedSite> => {
  const name = databaseName(entry.name);
  const filePaper = await readPaper(entry.letterhead, entry, dataDir);
  let paper = filePaper;
  const given = options.own ?? (entry.databaseUrl ? { url: entry.databaseUrl } : undefined);
  const isNew = given ? false : await createDatabase(server, name);
  const own = given ?? onDatabase(server, name);
  const pool = openPool(own, {
    max: options.poolSize ?? POOL_SIZE,
    onError: options.onError ?? (() => undefined),
    ...(options.limits && { limits: options.limits }),
  });
  await assertDurable(pool);
  await migrate(pool, options.onMigration);
  const log = (options.log ?? NO_LOG).ofSite(entry.name);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    log: slowStatements(log, options.slowStatementMs ?? SLOW_STATEMENT_MS),
  });
  const { rows } = await sql<{ used: boolean }>`select exists (select from accounts) as used`.execute(db);
  const secrets = secretsOf(await siteKey(dataDir, entry.name, isNew || rows[0]?.used === false));
  const followed = options.clock ? undefined : await followDatabaseClock(pool);
  const inUse = inUseReader({ entry, secrets, rehearsal: options.rehearsal });
  const clock = options.clock ?? followed ?? systemClock;

  const files = options.bucket
    ? s3Store(options.bucket, filesRoot(dataDir), entry.name)
    : localStore(filesRoot(dataDir), entry.name);
  const logo = logoReader(files);
  let timeZone = entry.timeZone;
  let messagesPerDay: number = SWITCH_DEFAULTS.messagesPerDay;

  // All of it is what an admin sets; every call asks, so what is printed or sent is as new as what is switched.
  const readAgain = async () => {
    const [capabilities, texts, { aggregator, claims }, ownLogo, factor] = await Promise.all([
      readCapabilities(db, entry),
      readPaperTexts(db),
      inUse.read(db),
      logo.read(db),
      readSetting(db, FACTOR_REQUIRED),
    ]);
    const texted = texts ? withTexts(filePaper, texts) : filePaper;
    paper = ownLogo ? { ...texted, letterhead: { ...texted.letterhead, logo: ownLogo } } : texted;
    timeZone = capabilities.timeZone;
    // Not waited for: it takes a second to start, and says itself when it cannot.
    void options.payer?.follow(claims.usage);
    messagesPerDay = capabilities.messagesPerDay;
    return {
      capabilities: {
        ...capabilities,
        officePhone: paper.letterhead.phone || paper.phone24h || '',
        rehearsal: aggregator?.isRehearsal === true,
        payerRehearsal: options.payer !== undefined && claims.usage === 'T',
      },
      requiresFactor: factor?.value === true,
    };
  };
  let kept: { at: number; value: ReturnType<typeof readAgain> } | undefined;
  const read = () => {
    const now = performance.now();
    if (kept && now - kept.at <= SWITCHES_KEPT_MS) return kept.value;
    const value = readAgain();
    kept = { at: now, value };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
  return {
    entry,
    name: entry.name,
    title: entry.title,
    place: entry.place,
    get timeZone() {
      return timeZone;
    },
    get messagesPerDay() {
      return messagesPerDay;
    },
    hosts: entry.hosts,
    pool,
    db,
    secrets,
    clock,
    get paper() {
      return paper;
    },
    files,
    get addresses() {
      return inUse.now().addresses;
    },
    get aggregator() {
      return inUse.now().aggregator;
    },
    get claims() {
      return inUse.now().claims;
    },
    get payer() {
      return inUse.now().claims.usage === 'T' ? options.payer?.url() : undefined;
    },
    get textMessages() {
      return inUse.now().textMessages;
    },
    get mail() {
      return inUse.now().mail;
    },
    publicUrl: (entry.publicUrl ?? `https://${entry.hosts[0] ?? 'localhost'}`).replace(/\/+$/, ''),
    log,
    capabilities: async () => (await read()).capabilities,
    requiresFactor: async () => (await read()).requiresFactor,
    switchesChanged: () => {
      kept = undefined;
    },
    close: async () => {
      followed?.stop();
      await db.destroy();
    },
  };
};
