import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { sum } from '@homecare/domain/sum.ts';
import type pg from 'pg';
import type { SitesFile } from '../platform/config/config.ts';
import { readEnvironment } from '../platform/config/environment.ts';
import { readKeys as readKeyFile, writeKeys } from '../platform/crypto/keyring.ts';
import { keyCheck } from '../platform/crypto/keys.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import { openStream } from '../platform/crypto/sealed-stream.ts';
import type { Statements } from '../platform/db/connections.ts';
import { createDatabase, databaseName, type Ways, waysTo } from '../platform/db/databases.ts';
import { grantWork, migrate, readMigrations } from '../platform/db/migrate.ts';
import { type Connection, openPool } from '../platform/db/pool.ts';
import { readTables, type TableShape, tableName } from '../platform/db/shapes.ts';
import type { Directory } from '../platform/site/directory.ts';
import {
  backupKey,
  filesFolder,
  hashing,
  KeysFile,
  keysFileOf,
  type Manifest,
  OperationRefused,
  openArchive,
  type SiteBackup,
  sealedKeys,
  storedFile,
  type TableEntry,
  tableFile,
} from './archive.ts';
import { beginAnew } from './begin-anew.ts';
import { drillNow } from './drill-command.ts';
import { reachServer, runCommand } from './reach-server.ts';
import { restoreFromArchive } from './restore-at.ts';
import { copyIn, copyOut } from './table-copy.ts';

/** A backup that was verified to its last byte, with its keys. */
export interface Backup {
  readonly manifest: Manifest;
  readonly keys: SiteKeys;
}

export interface KeySource {
  readonly keysFile: string;
  readonly master?: Buffer | undefined;
}

export const openBackup = async (source: string, given: KeySource): Promise<Backup> => {
  const manifest = await openArchive(source, given.master);
  return { manifest, keys: await readKeys(source, given, manifest) };
};

export interface RestoreOptions {
  readonly server: Ways;
  readonly directory: Directory;
  readonly dataDir: string;
  /** Seals the restored keys. */
  readonly master?: Buffer | undefined;
  readonly source: string;
  readonly backup: Backup;
  readonly say: (line: string) => void;
}

/**
 * Restores into new databases only. Every table is read again and compared with the backup; if anything fails, what was made is
 * removed and the site table stays as it was.
 */
export const restore = async (options: RestoreOptions): Promise<Manifest> => {
  const { server, directory, dataDir, master, source, say } = options;
  const { manifest, keys } = options.backup;
  const present = await directory.read();
  for (const site of manifest.sites) refuseSecond(site, present, dataDir);
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const site of manifest.sites) {
      const known = { keys: keys.get(site.entry.name) ?? [], isRotating: false };
      await restoreDatabase(site, server, { source, keys: known.keys }, undo);
      await restoreFiles(site, dataDir, source, undo);
      await writeKey(dataDir, site.entry.name, writeKeys(known, site.entry.name, master), undo);
      const rows = sum(site.tables.map((table) => table.rows));
      say(`${site.entry.name}: ${site.tables.length} tables, ${rows} rows, ${site.files.length} files`);
    }
    await directory.change((now) => joined(now, manifest));
    if (manifest.missing) say(`Not in this backup: ${manifest.missing.join(', ')}. See an earlier one.`);
    return manifest;
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
};

/** All keys a site has had, from a file, or from the backup if sealed by the master key. */
type SiteKeys = ReadonlyMap<string, readonly Buffer[]>;

const readKeys = async (source: string, given: KeySource, manifest: Manifest): Promise<SiteKeys> => {
  const names = manifest.sites.map(({ entry }) => entry.name);
  const keys = names.every((name) => existsSync(sealedKeys(source, name)))
    ? await readSealedKeys(source, names, given.master)
    : await readOpenKeys(given.keysFile);
  for (const { entry, keyCheck: expected } of manifest.sites)
    if (keyCheck(...(keys.get(entry.name) ?? [])) !== expected)
      throw new OperationRefused(
        `${given.keysFile} does not hold the key of site ${entry.name} with which this backup was encrypted. Nothing was restored.`,
      );
  return keys;
};

const readSealedKeys = async (
  source: string,
  names: readonly string[],
  master: Buffer | undefined,
): Promise<SiteKeys> => {
  const keys = new Map<string, readonly Buffer[]>();
  for (const name of names) {
    const text = await readFile(sealedKeys(source, name), 'utf8');
    keys.set(name, readKeyFile(text, name, master).keys);
  }
  return keys;
};

const readOpenKeys = async (file: string): Promise<SiteKeys> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperationRefused(
      `The encryption keys are not in the backup but in a file of their own, and ${file} does not exist: name it with --keys FILE. Without the keys the encrypted values cannot be read, so nothing was restored.`,
    );
  });
  const parsed = KeysFile.safeParse(parseJson(text));
  if (!parsed.success) throw new OperationRefused(`${file} is not a file of encryption keys.`);
  return new Map(
    Object.entries(parsed.data.keys).map(([name, keys]) => [
      name,
      [keys].flat().map((key) => Buffer.from(key, 'hex')),
    ]),
  );
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refuseSecond = ({ entry }: SiteBackup, present: SitesFile | undefined, dataDir: string) => {
  const hosts = new Set(present?.sites.flatMap((site) => site.hosts));
  if (present?.sites.some((site) => site.name === entry.name))
    throw new OperationRefused(
      `${dataDir} has a site ${entry.name} already: restore into a new DATA_DIR, nothing was changed.`,
    );
  const taken = entry.hosts.find((host) => hosts.has(host));
  if (taken) throw new OperationRefused(`The host ${taken} belongs to another site of ${dataDir} already.`);
  if (
    existsSync(path.join(dataDir, 'keys', `${entry.name}.key`)) ||
    existsSync(filesFolder(dataDir, entry.name))
  )
    throw new OperationRefused(
      `${dataDir} holds a key or files of a site ${entry.name} already: restore into a new DATA_DIR.`,
    );
};

const joined = (present: SitesFile | undefined, manifest: Manifest): SitesFile => ({
  ...(manifest.limits && { limits: manifest.limits }),
  ...present,
  sites: [...(present?.sites ?? []), ...manifest.sites.map((site) => site.entry)],
  pickerHosts: [...new Set([...(present?.pickerHosts ?? []), ...manifest.pickerHosts])],
  trustedProxies: [...new Set([...(present?.trustedProxies ?? []), ...manifest.trustedProxies])],
});

type Undo = (() => Promise<unknown>)[];

/** Where the rows come from, and the site's keys if the rows are sealed. */
interface From {
  readonly source: string;
  readonly keys: readonly Buffer[];
}

const restoreDatabase = async (site: SiteBackup, server: Ways, from: From, undo: Undo) => {
  const { entry } = site;
  const name = databaseName(entry.name);
  if (!entry.databaseUrl) {
    const making = server.owner ?? server.direct;
    if (!(await createDatabase(making, name)))
      throw new OperationRefused(
        `The database ${name} exists already: nothing was changed. Restore to another server, or drop it if it is of no use.`,
      );
    undo.push(() => dropDatabase(making, name));
  }
  const ways = waysTo(entry, server);
  const pool = openPool(ways.owner ?? ways.direct, { max: 2, onError: () => undefined, limits: 'none' });
  try {
    await refuseUsed(pool, entry.name);
    await refuseNewer(site);
    await migrate(pool, undefined, site.migrations.at(-1)?.name);
    await fill(pool, site, from);
    await migrate(pool);
    await beginAnew(pool);
    await restoreJobs(pool, site.jobs);
    if (ways.owner && 'url' in ways.app) await grantWork(pool, new URL(ways.app.url).username);
  } finally {
    await pool.end();
  }
};

const dropDatabase = async (server: Connection, name: string) => {
  const pool = openPool(server, { max: 1, onError: () => undefined });
  await pool.query(`drop database if exists "${name}" with (force)`);
  await pool.end();
};

export const refuseUsed = async (pool: pg.Pool, site: string) => {
  const { rows } = await pool.query<{ used: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as used`,
  );
  if (rows[0]?.used)
    throw new OperationRefused(`The database of site ${site} is not empty: nothing was changed.`);
};

/** The tables must have the shape of the backup: its migrations must be the first of ours. */
const refuseNewer = async (site: SiteBackup) => {
  const known = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]));
  const strange = site.migrations.find(({ name, hash }) => known.get(name) !== hash);
  if (strange)
    throw new OperationRefused(
      `The backup was made by another release: this one does not have its migration ${strange.name}. Restore with that release or a later one.`,
    );
};

/** All or nothing, like pg_dump: foreign keys are recreated at the end, which checks them. */
const fill = async (pool: pg.Pool, site: SiteBackup, { source, keys }: From) => {
  const open = () => openStream(backupKey(keys));
  const client = await pool.connect();
  try {
    await client.query('begin');
    const shapes = await readTables(client);
    const bonds = await openForRows(client, shapes);
    for (const table of site.tables)
      await copyIn(
        client,
        table,
        tableFile(source, site.entry.name, table.name),
        table.stored === undefined ? undefined : open,
      );
    await settleRows(client, shapes, site.sequences, bonds);
    for (const table of site.tables) await compare(client, table, shapes);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    client.release(true);
  }
};

interface Bond {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Prepares the tables for rows in any order; returns what `settleRows` restores. */
export const openForRows = async (
  client: pg.ClientBase,
  shapes: readonly TableShape[],
): Promise<readonly Bond[]> => {
  const bonds = await foreignKeys(client);
  for (const { table, name } of bonds)
    await client.query(`alter table ${tableName(table)} drop constraint "${name}"`);
  for (const { name } of shapes) await client.query(`alter table ${tableName(name)} disable trigger user`);
  await client.query(`truncate ${shapes.map(({ name }) => tableName(name)).join(', ')}`);
  return bonds;
};

/** Continues the numbering where it was, and checks the foreign keys. */
export const settleRows = async (
  client: pg.ClientBase,
  shapes: readonly TableShape[],
  sequences: SiteBackup['sequences'],
  bonds: readonly Bond[],
) => {
  for (const { name, lastValue } of sequences)
    await client.query('select setval($1, $2)', [tableName(name), lastValue]);
  for (const { name } of shapes) await client.query(`alter table ${tableName(name)} enable trigger user`);
  for (const { table, name, definition } of bonds)
    await client.query(`alter table ${tableName(table)} add constraint "${name}" ${definition}`);
};

const foreignKeys = async (client: pg.ClientBase) => {
  const { rows } = await client.query<Bond>(
    `select r.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class r on r.oid = c.conrelid
     where c.contype = 'f' and r.relnamespace = 'public'::regnamespace`,
  );
  return rows;
};

const compare = async (client: pg.ClientBase, table: TableEntry, shapes: readonly TableShape[]) => {
  const shape = shapes.find(({ name }) => name === table.name);
  if (!shape) throw new Error(`the migrations made no table ${table.name}`);
  const found = await copyOut(client, { ...shape, columns: table.columns });
  if (found.rows !== table.rows || found.sha256 !== table.sha256)
    throw new OperationRefused(
      `The table ${table.name} came back different: ${found.rows} rows instead of ${table.rows}, or other content. Nothing was restored.`,
    );
};

export const restoreJobs = async (pool: Statements, jobs: readonly SiteBackup['jobs'][number][]) => {
  if (jobs.length === 0) return;
  for (const job of jobs)
    await pool.query(
      `select graphile_worker.add_job(identifier => $1, payload => $2, queue_name => $3, run_at => $4,
         max_attempts => $5, job_key => $6, priority => $7)`,
      [job.task, JSON.stringify(job.payload), job.queue, job.runAt, job.maxAttempts, job.key, job.priority],
    );
};

const restoreFiles = async (site: SiteBackup, dataDir: string, source: string, undo: Undo) => {
  const { name } = site.entry;
  const folder = filesFolder(dataDir, name);
  undo.push(() => rm(folder, { recursive: true, force: true }));
  for (const file of site.files) {
    const target = path.join(folder, ...file.path.split('/'));
    if (path.relative(folder, target).startsWith('..'))
      throw new OperationRefused(`${file.path} is not a file of ${name}.`);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const { stream, result } = hashing();
    const copy = createWriteStream(target, { mode: 0o600, flush: true });
    await pipeline(createReadStream(storedFile(source, name, file.path)), stream, copy);
    if (result().sha256 !== file.sha256)
      throw new OperationRefused(`The file ${file.path} of ${name} came back different.`);
  }
};

const writeKey = async (dataDir: string, site: string, text: string, undo: Undo) => {
  const file = path.join(dataDir, 'keys', `${site}.key`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  undo.push(() => rm(file, { force: true }));
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const main = async () => {
  const { values, positionals } = parseArgs({
    options: {
      keys: { type: 'string' },
      at: { type: 'string' },
      archive: { type: 'string' },
      drill: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  if (values.drill) return drillNow(readEnvironment(process.env), say);
  if (values.at) {
    const { at, archive, keys } = values;
    return restoreFromArchive(readEnvironment(process.env), { at, archive, keys }, say);
  }
  if (positionals.length !== 1 || !positionals[0])
    throw new OperationRefused(
      'Say what to restore: npm run restore -- FOLDER [--keys FILE], npm run restore -- --at TIME, or npm run restore -- --drill',
    );
  const source = path.resolve(positionals[0]);
  const env = readEnvironment(process.env);
  say('Checking the backup');
  const keysFile = path.resolve(values.keys ?? keysFileOf(source));
  const master = readMasterKey(env.masterKey);
  const backup = await openBackup(source, { keysFile, master });
  const server = await reachServer(env, { alone: true });
  try {
    const begun = performance.now();
    const manifest = await restore({
      server: server.ways,
      directory: server.directory,
      dataDir: env.dataDir,
      master,
      source,
      backup,
      say,
    });
    say(
      `Restored what was saved at ${manifest.made}, checked, in ${((performance.now() - begun) / 1000).toFixed(1)} s.`,
    );
  } finally {
    await server.stop();
  }
};

if (import.meta.main) await runCommand(main);
