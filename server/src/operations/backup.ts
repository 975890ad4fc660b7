import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { counted } from '@homecare/domain/counted.ts';
import { sum } from '@homecare/domain/sum.ts';
import type pg from 'pg';
import { noteBackup } from '../health/notes.ts';
import type { SiteEntry } from '../platform/config/config.ts';
import { readEnvironment } from '../platform/config/environment.ts';
import { writeKeys } from '../platform/crypto/keyring.ts';
import { keyCheck, siteKeyring } from '../platform/crypto/keys.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import { sealStream } from '../platform/crypto/sealed-stream.ts';
import { type Ways, waysTo } from '../platform/db/databases.ts';
import { openPool } from '../platform/db/pool.ts';
import { readTables } from '../platform/db/shapes.ts';
import type { Directory } from '../platform/site/directory.ts';
import {
  backupKey,
  type FileEntry,
  filesBelow,
  filesFolder,
  hashing,
  type JobEntry,
  type KeysFile,
  keysFileOf,
  type Manifest,
  OperationRefused,
  type SiteBackup,
  sealedKeys,
  sealManifest,
  sha256,
  storedFile,
  tableFile,
} from './archive.ts';
import { reachServer, runCommand } from './reach-server.ts';
import { copyOut } from './table-copy.ts';

export interface BackupOptions {
  readonly server: Ways;
  readonly directory: Directory;
  readonly dataDir: string;
  /** Seals the keys of the sites inside the backup. Without it, they are in a file next to the backup. */
  readonly master?: Buffer | undefined;
  /** A folder that does not exist yet. */
  readonly target: string;
  readonly say: (line: string) => void;
}

/**
 * Backs up all sites: database, files and checksums, with the keys in a separate file. The backup appears completely or not at all,
 * except for sites that could not be copied: those are named in it, and the others are saved.
 */
export const backUp = async (options: BackupOptions): Promise<Manifest> => {
  const { directory, dataDir, master, target } = options;
  const installed = await directory.read();
  if (!installed) throw new OperationRefused(`${dataDir} holds no sites yet: there is nothing to back up.`);
  if (existsSync(target)) throw new OperationRefused(`${target} exists already: name a new folder.`);
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const id = randomUUID();
    const keys: KeysFile = { backup: id, keys: {} };
    const { sites: entries, ...common } = installed;
    const { backups, missing } = await backUpSites(entries, keys, { ...options, target: draft });
    const made = Temporal.Now.instant().toString({ smallestUnit: 'second' });
    const parts = { ...common, sites: backups, ...(missing.length > 0 && { missing }) };
    const manifest: Manifest = { format: 1, id, made, ...parts };
    const open = `${JSON.stringify(manifest, null, 1)}\n`;
    const text = master ? sealManifest(open, master) : open;
    await writeDurably(path.join(draft, 'manifest.json'), text);
    await writeDurably(path.join(draft, 'manifest.sha256'), `${sha256(text)}\n`);
    // Never put readable keys next to a backup that a master key opens.
    if (!master) await writeDurably(keysFileOf(target), `${JSON.stringify(keys, null, 1)}\n`);
    await rename(draft, target);
    // A backup without some sites does not count, so the Health page keeps showing the one before.
    if (missing.length === 0) await noteBackup(dataDir, made);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};

/** An unavailable site does not affect the others. If none can be copied, there is no backup. */
const backUpSites = async (entries: readonly SiteEntry[], keys: KeysFile, options: BackupOptions) => {
  const { master, target, say } = options;
  const backups: SiteBackup[] = [];
  const missing: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    try {
      const { ring, backup } = await backUpWithKeys(entry, options);
      if (master) await writeDurably(sealedKeys(target, name), writeKeys(ring, name, master));
      keys.keys[name] = ring.keys.map((key) => key.toString('hex'));
      backups.push(backup);
    } catch (error) {
      if (missing.length + 1 === entries.length) throw error;
      await rm(path.join(target, name), { recursive: true, force: true });
      missing.push(name);
      say(`${name}: NOT in this backup: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { backups, missing };
};

/** A key added during the copy may have sealed values in it, so the site is copied again with the larger keyring. */
const backUpWithKeys = async (entry: SiteEntry, options: BackupOptions) => {
  const ringNow = async () => (await siteKeyring(options, entry.name, false)).now;
  for (;;) {
    const ring = await ringNow();
    const backup = await backUpSite(entry, ring.keys, options);
    if ((await ringNow()).keys.length === ring.keys.length) return { ring, backup };
    options.say(`${entry.name}: it was given a new key in the meantime and is copied again`);
    await rm(path.join(options.target, entry.name), { recursive: true });
  }
};

const backUpSite = async (
  entry: SiteEntry,
  keys: readonly Buffer[],
  options: BackupOptions,
): Promise<SiteBackup> => {
  const { server, dataDir, target, say } = options;
  await mkdir(path.dirname(tableFile(target, entry.name, 'any')), { recursive: true, mode: 0o700 });
  // COPY and a snapshot that lasts for hours do not work through a pooler.
  const pool = openPool(waysTo(entry, server).direct, { max: 1, onError: () => undefined, limits: 'none' });
  try {
    const client = await pool.connect();
    try {
      const key = options.master && backupKey(keys);
      const data = await backUpDatabase(client, target, entry.name, key && (() => sealStream(key)));
      // Files are copied after the snapshot, so that every row in it has its file.
      const folder = filesFolder(dataDir, entry.name);
      const { files, gone } = await copyFiles(await filesBelow(folder), folder, (file) =>
        storedFile(target, entry.name, file),
      );
      const lost = await countNeeded(client, gone);
      if (lost > 0) say(`${entry.name}: ${counted(lost, 'document')} vanished while it was copied`);
      const rows = sum(data.tables.map((table) => table.rows));
      say(`${entry.name}: ${data.tables.length} tables, ${rows} rows, ${files.length} files`);
      return { entry, keyCheck: keyCheck(...keys), ...data, files };
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
};

/** One snapshot: everything committed before it, and nothing later. */
const backUpDatabase = async (
  client: pg.ClientBase,
  target: string,
  site: string,
  seal: (() => Transform) | undefined,
) => {
  await client.query('begin transaction isolation level repeatable read, read only');
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  );
  const tables = [];
  for (const table of await readTables(client)) {
    tables.push(await copyOut(client, table, tableFile(target, site, table.name), seal));
  }
  const sequences = await client.query<{ name: string; lastValue: number }>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  const jobs = await readJobs(client);
  await client.query('commit');
  return { migrations: migrations.rows, tables, sequences: sequences.rows, jobs };
};

export const readJobs = async (client: pg.ClientBase): Promise<JobEntry[]> => {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as there`,
  );
  if (!found[0]?.there) return [];
  // Scheduled jobs are recreated automatically.
  const { rows } = await client.query<JobEntry>(
    `select t.identifier as task, j.payload, q.queue_name as queue, j.run_at::text as "runAt",
       j.max_attempts as "maxAttempts", j.key, j.priority
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.payload::jsonb -> '_cron' is null and coalesce(j.key, '') not like 'timed %' order by j.id`,
  );
  return rows;
};

/** Cleanup and refused uploads remove files at any time, so a file that no longer exists is left out. */
export const copyFiles = async (
  listed: readonly string[],
  folder: string,
  copyOf: (file: string) => string,
) => {
  const files: FileEntry[] = [];
  const gone: string[] = [];
  for (const file of listed) {
    const source = path.join(folder, file);
    const copy = copyOf(file);
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 });
    const { stream, result } = hashing();
    try {
      await pipeline(createReadStream(source), stream, createWriteStream(copy, { mode: 0o600, flush: true }));
    } catch (error) {
      if (existsSync(source)) throw error;
      await rm(copy, { force: true });
      gone.push(file);
      continue;
    }
    const { sha256, size } = result();
    files.push({ path: file, sha256, size });
  }
  return { files, gone };
};

/** How many of these files a row still needs. */
const countNeeded = async (client: pg.ClientBase, gone: readonly string[]): Promise<number> => {
  if (gone.length === 0) return 0;
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from stored_files where removed is null and key = any($1)',
    [gone],
  );
  return rows[0]?.count ?? 0;
};

const writeDurably = async (file: string, text: string) => {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const main = async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const env = readEnvironment(process.env);
  const stamp = Temporal.Now.instant().toString({ smallestUnit: 'second' }).replaceAll(':', '-');
  const target = path.resolve(values.to ?? path.join(env.dataDir, 'backups', `home-care-${stamp}`));
  // Reported before a database is started for it.
  if (!env.databaseUrl && !existsSync(path.join(env.dataDir, 'sites.json')))
    throw new OperationRefused(`${env.dataDir} holds no sites yet: there is nothing to back up.`);
  const server = await reachServer(env, { alone: false });
  try {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const { ways, directory } = server;
    const master = readMasterKey(env.masterKey);
    const { missing } = await backUp({ server: ways, directory, dataDir: env.dataDir, master, target, say });
    say(`Backup: ${target}`);
    if (master) say('Its keys are in it, sealed by the master key: without that they are lost.');
    else
      say(
        `Encryption keys: ${keysFileOf(target)}\nKeep the two in different places: who has both can read everything, and without the keys\nthe encrypted values are lost.`,
      );
    if (missing)
      throw new OperationRefused(`The backup is not whole: ${missing.join(', ')} could not be copied.`);
  } finally {
    await server.stop();
  }
};

if (import.meta.main) await runCommand(main);
