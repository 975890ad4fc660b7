import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
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
  /** What seals the keys of the sites; with it they lie sealed in the backup, without it in a file beside. */
  readonly master?: Buffer | undefined;
  /** A folder that does not exist yet. */
  readonly target: string;
  readonly say: (line: string) => void;
}

/** All sites: database, files, checksums; the keys in a file of their own. It appears whole or not at all. */
export const backUp = async ({
  server,
  directory,
  dataDir,
  master,
  target,
  say,
}: BackupOptions): Promise<Manifest> => {
  const sites = await directory.read();
  if (!sites) throw new OperationRefused(`${dataDir} holds no sites yet: there is nothing to back up.`);
  if (existsSync(target)) throw new OperationRefused(`${target} exists already: name a new folder.`);
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const id = randomUUID();
    const backups: SiteBackup[] = [];
    const keys: KeysFile = { backup: id, keys: {} };
    for (const entry of sites.sites) {
      const known = (await siteKeyring({ dataDir, master }, entry.name, false)).now;
      keys.keys[entry.name] = known.keys.map((key) => key.toString('hex'));
      backups.push(
        await backUpSite(entry, known.keys, { server, directory, dataDir, master, target: draft, say }),
      );
      if (master) await writeDurably(sealedKeys(draft, entry.name), writeKeys(known, entry.name, master));
    }
    const { pickerHosts, trustedProxies } = sites;
    const made = Temporal.Now.instant().toString({ smallestUnit: 'second' });
    const manifest: Manifest = { format: 1, id, made, pickerHosts, trustedProxies, sites: backups };
    const open = `${JSON.stringify(manifest, null, 1)}\n`;
    const text = master ? sealManifest(open, master) : open;
    await writeDurably(path.join(draft, 'manifest.json'), text);
    await writeDurably(path.join(draft, 'manifest.sha256'), `${sha256(text)}\n`);
    // Never open keys beside a backup that a master key opens.
    if (!master) await writeDurably(keysFileOf(target), `${JSON.stringify(keys, null, 1)}\n`);
    await rename(draft, target);
    await noteBackup(dataDir, made);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};

const backUpSite = async (
  entry: SiteEntry,
  keys: readonly Buffer[],
  options: BackupOptions,
): Promise<SiteBackup> => {
  const { server, dataDir, target, say } = options;
  await mkdir(path.dirname(tableFile(target, entry.name, 'any')), { recursive: true, mode: 0o700 });
  // COPY and a snapshot of hours pass no pooler.
  const pool = openPool(waysTo(entry, server).direct, { max: 1, onError: () => undefined, limits: 'none' });
  try {
    const client = await pool.connect();
    try {
      const key = options.master && backupKey(keys);
      const data = await backUpDatabase(client, target, entry.name, key && (() => sealStream(key)));
      // After the snapshot: a row that it holds has its file already.
      const files = await backUpFiles(filesFolder(dataDir, entry.name), target, entry.name);
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

/** One snapshot: what was committed before it, and nothing of what came after. */
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
  // Those of the timetable come again by themselves.
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

const backUpFiles = async (folder: string, target: string, site: string): Promise<FileEntry[]> => {
  const entries: FileEntry[] = [];
  for (const file of await filesBelow(folder)) {
    const copy = storedFile(target, site, file);
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 });
    const { stream, result } = hashing();
    await pipeline(
      createReadStream(path.join(folder, file)),
      stream,
      createWriteStream(copy, { mode: 0o600, flush: true }),
    );
    const { sha256, size } = result();
    entries.push({ path: file, sha256, size });
  }
  return entries;
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
  // Said before a database is started for it.
  if (!env.databaseUrl && !existsSync(path.join(env.dataDir, 'sites.json')))
    throw new OperationRefused(`${env.dataDir} holds no sites yet: there is nothing to back up.`);
  const server = await reachServer(env, { alone: false });
  try {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const { ways, directory } = server;
    const master = readMasterKey(env.masterKey);
    await backUp({ server: ways, directory, dataDir: env.dataDir, master, target, say });
    say(`Backup: ${target}`);
    if (master) {
      say('Its keys are in it, sealed by the master key: without that they are lost.');
      return;
    }
    say(`Encryption keys: ${keysFileOf(target)}`);
    say('Keep the two in different places: who has both can read everything, and without the keys');
    say('the encrypted values are lost.');
  } finally {
    await server.stop();
  }
};

if (import.meta.main) await runCommand(main);
