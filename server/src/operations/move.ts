import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { SiteEntry, SitesFile } from '../platform/config/config.ts';
import { createDatabase, type Ways, waysTo } from '../platform/db/databases.ts';
import { grantWork, isMigrated, migrate } from '../platform/db/migrate.ts';
import { type Connection, onDatabase, openPool } from '../platform/db/pool.ts';
import { readTables, type TableShape, tableName } from '../platform/db/shapes.ts';
import type { Directory } from '../platform/site/directory.ts';
import { hashing, type JobEntry, OperationRefused } from './archive.ts';
import { readJobs } from './backup.ts';
import { openForRows, refuseUsed, restoreJobs, settleRows } from './restore.ts';

export interface MoveOptions {
  readonly server: Ways;
  readonly directory: Directory;
  readonly name: string;
  /** The new database, and a direct address if `url` is a pooler. */
  readonly url: string;
  readonly directUrl?: string | undefined;
  readonly say: (line: string) => void;
}

/**
 * Moves a site to another database. Everything is prepared while it is in use; then it accepts no writes while its rows are copied,
 * and the directory names the new place. Every acknowledged write is in the copy, because the old database itself refuses writes by
 * then; afterwards nobody can open it, so that it is not mistaken for the present one.
 */
export const moveSite = async (options: MoveOptions): Promise<{ readOnlyMs: number; rows: number }> => {
  const { server, directory, name, url, directUrl, say } = options;
  const entry = (await directory.read())?.sites.find((site) => site.name === name);
  if (!entry) throw new OperationRefused(`There is no site '${name}': see npm run site -- list.`);
  const { databaseUrl: _, databaseDirectUrl: __, ...rest } = entry;
  const moved: SiteEntry = { ...rest, databaseUrl: url, ...(directUrl && { databaseDirectUrl: directUrl }) };
  const [old, fresh] = [waysTo(entry, server), waysTo(moved, server)];
  const [source, target] = [old.owner ?? old.direct, fresh.owner ?? fresh.direct];
  const [reading, writing] = [source, target].map((at) =>
    openPool(at, { max: 2, onError: () => undefined, limits: 'none' }),
  );
  if (!reading || !writing) throw new Error('two databases are needed');
  try {
    await refuseUnableToEnd(reading, old.app);
    await prepareTarget(name, target);
    if (!(await isMigrated(reading)))
      throw new OperationRefused(
        `The database of ${name} is missing migrations: npm run site -- migrate ${name}`,
      );
    if (!(await isLeftByMove(writing))) await refuseUsed(writing, name);
    await migrate(writing);
    if (fresh.owner && 'url' in fresh.app) await grantWork(writing, new URL(fresh.app.url).username);
    const database = await nameOf(reading);
    if (await isReadOnly(reading, database))
      say('An earlier move was ended in the middle and left the site without writes: this one goes on.');
    say('The new database is ready: the site takes no writes until its rows are there.');
    const begun = performance.now();
    let rows: number;
    try {
      await refuseWrites(reading, database, true);
      rows = await copyRows(reading, writing);
      await directory.change((file) => replaced(file, entry, moved));
    } catch (error) {
      await refuseWrites(reading, database, false);
      throw error;
    }
    const readOnlyMs = Math.round(performance.now() - begun);
    await closeOld(source, database).catch(() =>
      say(`The old database ${database} could not be closed: it takes no writes; drop it yourself.`),
    );
    await writing.query('analyze');
    return { readOnlyMs, rows };
  } finally {
    await reading.end();
    await writing.end();
  }
};

const replaced = (file: SitesFile | undefined, before: SiteEntry, after: SiteEntry): SitesFile => {
  const now = file?.sites.find(({ name }) => name === before.name);
  if (!file || !now || now.databaseUrl !== before.databaseUrl)
    throw new OperationRefused(
      `The site ${before.name} was changed or moved by someone else at the same time.`,
    );
  const { databaseUrl, databaseDirectUrl } = after;
  const { databaseDirectUrl: _, ...kept } = now;
  const moved = { ...kept, databaseUrl, ...(databaseDirectUrl && { databaseDirectUrl }) };
  return { ...file, sites: file.sites.map((site) => (site === now ? moved : site)) };
};

const nameOf = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
};

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Creates the database on its server if it is missing. */
const prepareTarget = async (site: string, target: Connection) => {
  if (!('url' in target)) throw new Error('a database is moved to an address');
  const database = decodeURIComponent(new URL(target.url).pathname.slice(1));
  if (!database) throw new OperationRefused('The address of --to names no database.');
  try {
    await createDatabase(onDatabase(target, 'postgres'), database);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // A role that may not create a database, or look for it, has been given one.
    if (code !== '42501' && code !== '28000' && code !== '3D000')
      throw new OperationRefused(`The server of --to for site ${site} cannot be reached (${code}).`);
  }
};

/** Checked before anything changes: a role that cannot end existing sessions cannot move what they write to. */
const refuseUnableToEnd = async (pool: pg.Pool, app: Connection) => {
  const role = 'url' in app ? decodeURIComponent(new URL(app.url).username) : app.user;
  const { rows } = await pool.query<{ may: boolean; owner: string }>(
    `select pg_has_role('pg_signal_backend', 'usage') or coalesce(pg_has_role(to_regrole(quote_ident($1))::oid, 'usage'), false) as may,
       current_user as owner`,
    [role],
  );
  if (rows[0]?.may === false)
    throw new OperationRefused(
      `The role ${rows[0].owner} may not end sessions of the application, so nothing was changed: GRANT pg_signal_backend TO ${rows[0].owner}.`,
    );
};

/** Tables without any sign-in were created by a move that failed. */
const isLeftByMove = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null and to_regclass('public.accounts') is not null
       and to_regclass('public.change_log') is not null as there`,
  );
  if (!rows[0]?.there) return false;
  const { rowCount } = await pool.query(
    'select where exists (select from accounts) or exists (select from change_log)',
  );
  return rowCount === 0;
};

const isReadOnly = async (pool: pg.Pool, database: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_db_role_setting setting join pg_database on pg_database.oid = setdatabase
     where datname = $1 and setrole = 0 and 'default_transaction_read_only=on' = any(setconfig)`,
    [database],
  );
  return rowCount !== 0;
};

/** New sessions are read-only from here on, and earlier ones are ended. The present session may be one of them. */
const refuseWrites = async (pool: pg.Pool, database: string, refused: boolean) => {
  const change = refused ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
  await pool.query(`begin read write; alter database ${quoted(database)} ${change}; commit`);
  await endSessions(pool, database);
};

const ENDED_WITHIN_MS = 10_000;

/** Ends sessions begun before now; later ones are read-only. */
const endSessions = async (pool: pg.Pool, database: string) => {
  const { rows: begun } = await pool.query<{ now: string }>('select clock_timestamp()::text as now');
  const deadline = performance.now() + ENDED_WITHIN_MS;
  for (;;) {
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and pid <> pg_backend_pid() and backend_start < $2 and backend_type = 'client backend'`,
      [database, begun[0]?.now],
    );
    if (rowCount === 0) return;
    if (performance.now() > deadline) throw new Error('sessions of the old database do not end');
    await pause(20);
  }
};

const copyRows = async (reading: pg.Pool, writing: pg.Pool): Promise<number> => {
  const [source, target] = [await reading.connect(), await writing.connect()];
  try {
    await source.query('begin transaction isolation level repeatable read, read only');
    await target.query('begin');
    const shapes = await readTables(source);
    const bonds = await openForRows(target, shapes);
    let rows = 0;
    for (const shape of shapes) rows += await copyTable(source, target, shape);
    const { rows: sequences } = await source.query<{ name: string; lastValue: number }>(
      `select sequencename as name, last_value as "lastValue" from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    );
    await settleRows(target, shapes, sequences, bonds);
    const jobs: JobEntry[] = await readJobs(source);
    await restoreJobs(target, jobs);
    await target.query('commit');
    await source.query('commit');
    return rows;
  } finally {
    source.release(true);
    target.release(true);
  }
};

const copyTable = async (source: pg.PoolClient, target: pg.PoolClient, { name, columns }: TableShape) => {
  const list = columns.map(quoted).join(', ');
  const reading = source.query(to(`copy ${tableName(name)} (${list}) to stdout`));
  const writing = target.query(from(`copy ${tableName(name)} (${list}) from stdin`));
  const { stream, result } = hashing();
  await pipeline(reading, stream, writing);
  const sent = result().lines;
  const { rows } = await target.query<{ count: number }>(
    `select count(*)::int as count from ${tableName(name)}`,
  );
  if (rows[0]?.count !== sent) throw new Error(`the rows of ${name} did not all arrive`);
  return sent;
};

/** Nobody can mistake it for the present one; its rows stay until the operator drops it. */
const closeOld = async (source: Connection, database: string) => {
  const pool = openPool(onDatabase(source, 'postgres'), { max: 1, onError: () => undefined, limits: 'none' });
  try {
    await pool.query(`alter database ${quoted(database)} allow_connections false`);
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    );
  } finally {
    await pool.end();
  }
};
