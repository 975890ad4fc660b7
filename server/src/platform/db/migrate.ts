import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ConfigError } from '../config/config-error.ts';
import type { Statements } from './connections.ts';
import { type Connection, openPool } from './pool.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** All migrations of this release, in order. */
export const readMigrations = async (): Promise<readonly Migration[]> => {
  known ??= readFiles();
  return known;
};
let known: Promise<readonly Migration[]> | undefined;

const readFiles = async (): Promise<readonly Migration[]> => {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${MIGRATIONS}${name}`, 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

/** The migrations of the job queue's library that this release needs; a test reports when there are more. */
export const QUEUE_VERSION = 20;

/** Migrations of this release that the database lacks. */
const listMissing = async (database: Statements, wanted: readonly Migration[]) => {
  const { rows } = await database.query<{ name: string; hash: string }>('select name, hash from migrations');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  return wanted.filter(({ name, hash }) => {
    const before = applied.get(name);
    if (before !== undefined && before !== hash)
      throw new Error(`Migration ${name} was changed after it had been applied.`);
    return before === undefined;
  });
};

const readQueueVersion = async (database: Statements): Promise<number> => {
  const { rows } = await database.query<{ version: number | null }>(
    'select max(id) as version from graphile_worker.migrations',
  );
  return rows[0]?.version ?? 0;
};

const isMissingTable = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42P01';

/** Whether the database has all that this release needs. */
export const isMigrated = async (database: Statements): Promise<boolean> => {
  try {
    const missing = await listMissing(database, await readMigrations());
    return missing.length === 0 && (await readQueueVersion(database)) >= QUEUE_VERSION;
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
};

/**
 * One step at a time across processes, so that two simultaneous starts share the work. The lock ends with the transaction, so that
 * behind a pooler nobody keeps it.
 */
const underLock = async (client: pg.ClientBase, work: () => Promise<void>) => {
  await client.query('begin; set local lock_timeout = 0; set local statement_timeout = 0');
  try {
    await client.query("select pg_advisory_xact_lock(hashtext('migrations'))");
    await client.query("set local lock_timeout = '2s'");
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/**
 * Applies the files of server/migrations in order, each in one transaction with its row in `migrations`, so that a kill leaves a
 * whole number of them, and then the tables of the job queue. Forward only: an applied file that was edited since is refused.
 * `until` is the last one to apply, for a restored backup that needs its own schema first.
 */
export const migrate = async (
  pool: pg.Pool,
  onApply: (name: string) => void = () => undefined,
  until?: string,
): Promise<void> => {
  const wanted = (await readMigrations()).filter(({ name }) => until === undefined || name <= until);
  const client = await pool.connect();
  try {
    await underLock(client, async () => {
      await client.query(`create table if not exists migrations (
        name text primary key, hash text not null, applied timestamptz not null default now())`);
    });
    for (const { name, text, hash } of await listMissing(client, wanted))
      await underLock(client, async () => {
        const { rowCount } = await client.query('select from migrations where name = $1', [name]);
        if (rowCount) return;
        onApply(name);
        await client.query(text);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      });
    if (until === undefined) await installQueue(pool, client);
  } finally {
    client.release();
  }
};

const installQueue = async (pool: pg.Pool, client: pg.PoolClient) => {
  const version = await readQueueVersion(client).catch((error: unknown) => {
    if (isMissingTable(error)) return 0;
    throw error;
  });
  // The library uses its own connection and expects to be alone.
  if (version < QUEUE_VERSION) await underLock(client, () => runMigrations({ pgPool: pool }));
};

/** Tables whose rows never change. */
const APPENDED = 'change_log, access_log, log_seals';

/** Grants the right to work with what the database's owner has made, and nothing else. */
export const grantWork = async (pool: pg.Pool, role: string) => {
  const name = `"${role.replaceAll('"', '""')}"`;
  await pool.query(`grant usage on schema public, graphile_worker to ${name};
    grant select, insert, update, delete, truncate on all tables in schema public, graphile_worker to ${name};
    revoke update, delete, truncate on ${APPENDED} from ${name};
    grant usage, select, update on all sequences in schema public, graphile_worker to ${name};
    grant execute on all functions in schema public, graphile_worker to ${name}`);
};

/** Whether any connected role may change the schema. */
const mayMigrate = async (database: Statements): Promise<boolean> => {
  const { rows } = await database.query<{ may: boolean }>(
    `select has_schema_privilege('public', 'create') and coalesce((select pg_has_role(relowner, 'usage')
       from pg_class where oid = to_regclass('public.migrations')), true) as may`,
  );
  return rows[0]?.may === true;
};

export interface Migrating {
  /** The application's connection. */
  readonly pool: Statements;
  /** Bypasses any pooler. */
  readonly direct: Connection;
  /** The owner, if that is another role. */
  readonly owner: Connection | undefined;
  readonly onApply?: ((name: string) => void) | undefined;
}

/** Migrates the schema to this release as its owner. If no role may, the site stays closed and says what to do. */
export const ensureMigrated = async (
  site: string,
  { pool, direct, owner, onApply }: Migrating,
): Promise<void> => {
  if (await isMigrated(pool)) return;
  if (!owner && !(await mayMigrate(pool)))
    throw new ConfigError(
      `The database of site ${site} is missing migrations of this release, and DATABASE_URL may not make them: run npm run site -- migrate with DATABASE_OWNER_URL.`,
    );
  const making = openPool(owner ?? direct, { max: 2, onError: () => undefined, limits: 'none' });
  try {
    await migrate(making, onApply);
    const { rows } = await pool.query<{ role: string }>('select current_user as role');
    if (owner && rows[0]) await grantWork(making, rows[0].role);
  } finally {
    await making.end();
  }
};
