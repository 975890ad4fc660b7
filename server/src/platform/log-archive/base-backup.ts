import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createTarPacker } from 'modern-tar';
import pg from 'pg';
import type { Connection } from '../db/pool.ts';
import type { SealedArchive } from './sealed-archive.ts';
import { stampOf } from './sealed-archive.ts';

/** What a copy of a running cluster omits (PostgreSQL, 'Making a Base Backup Using the Low Level API'). */
const CONTENT_LEFT_OUT = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  ...['pg_subtrans', 'handover'],
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|current_logfiles|.*\/pg_internal\.init.*|(.*\/)?pgsql_tmp.*)$/;

const READ_BYTES = 262_144;

/** Exactly `size` bytes: a shrinking file is padded with zeros, and additions are in the log. */
async function* bytesOf(file: string, size: number): AsyncIterable<Buffer> {
  const handle = await open(file, 'r').catch(() => undefined);
  try {
    for (let at = 0; at < size; ) {
      const part = Buffer.alloc(Math.min(READ_BYTES, size - at));
      const read = handle ? await handle.read(part, 0, part.length, at) : { bytesRead: 0 };
      const taken = read.bytesRead === 0 ? part : part.subarray(0, read.bytesRead);
      yield taken;
      at += taken.length;
    }
  } finally {
    await handle?.close();
  }
}

interface Entry {
  readonly name: string;
  /** Undefined for a folder. */
  readonly size: number | undefined;
}

/** Folders come before their contents. */
async function* entriesBelow(root: string, folder = ''): AsyncIterable<Entry> {
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (LEFT_OUT.test(name)) continue;
    if (entry.isDirectory()) {
      yield { name: `${name}/`, size: undefined };
      if (folder !== '' || !CONTENT_LEFT_OUT.has(entry.name)) yield* entriesBelow(root, name);
      continue;
    }
    // A table dropped since is missing; the log contains that.
    const found = entry.isFile() && (await stat(path.join(root, name)).catch(() => undefined));
    if (found) yield { name, size: found.size };
  }
}

const packCluster = (cluster: string): Readable => {
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    for await (const { name, size } of entriesBelow(cluster)) {
      const type = size === undefined ? 'directory' : 'file';
      const body = controller.add({ name, size: size ?? 0, type, mode: 0o700 }).getWriter();
      for await (const part of bytesOf(path.join(cluster, name), size ?? 0)) await body.write(part);
      await body.close();
    }
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return Readable.from(readable);
};

/** Copies the running cluster. The log archived during the copy makes it consistent. */
export const makeBase = async (archive: SealedArchive, cluster: string, connection: Connection) => {
  const client = new pg.Client('url' in connection ? connection.url : { ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: modes } = await client.query<{ mode: string }>(
      `select current_setting('archive_mode') as mode`,
    );
    // A server left by a killed start still runs with its earlier settings.
    if (modes[0]?.mode !== 'on')
      throw new Error('PostgreSQL was started without ARCHIVE_TO. Stop the application and start it again.');
    const begin = Temporal.Now.instant();
    const stamp = stampOf(begin);
    const { rows: begun } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_backup_start($1, true)) as segment',
      [stamp],
    );
    const { bytes } = await archive.put(`base/${stamp}.tar`, packCluster(cluster));
    const { rows: ended } = await client.query<{ label: string; places: string; now: string }>(
      'select labelfile as label, spcmapfile as places from pg_backup_stop(true)',
    );
    const [firstSegment, label] = [begun[0]?.segment, ended[0]?.label];
    if (!firstSegment || !label) throw new Error('PostgreSQL did not say where the copy begins');
    const end = Temporal.Now.instant();
    await archive.putBase(stamp, {
      firstSegment,
      label,
      bytes,
      begin: begin.toString(),
      end: end.toString(),
    });
  } finally {
    await client.end();
  }
};
