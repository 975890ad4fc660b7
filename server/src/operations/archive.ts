import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { SiteEntry, SitesFile } from '../platform/config/config.ts';
import { masterKeyName } from '../platform/crypto/master-key.ts';
import { derived, secretsOf } from '../platform/crypto/secrets.ts';
import { hashedStream } from '../platform/files/hashed-stream.ts';

/**
 * A backup is a folder: `manifest.json` lists its contents, `manifest.sha256` is the checksum of that, and each site has a folder
 * with `tables/<table>.copy.gz` and `files/`. The sites' keys are in a file next to it.
 */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const TableEntry = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of the COPY text before compression, which is the same again after a restore. */
  sha256: Sha256,
  /** Of the file if it is sealed; its content can only be checked with the site's key. */
  stored: Sha256.optional(),
});
export type TableEntry = z.output<typeof TableEntry>;

export const JobEntry = z.strictObject({
  task: z.string(),
  payload: z.json(),
  queue: z.string().nullable(),
  runAt: z.string(),
  maxAttempts: z.int(),
  key: z.string().nullable(),
  priority: z.int(),
});
export type JobEntry = z.output<typeof JobEntry>;

const FileEntry = z.strictObject({ path: z.string(), size: z.int(), sha256: Sha256 });
export type FileEntry = z.output<typeof FileEntry>;

const SiteBackup = z.strictObject({
  entry: SiteEntry,
  /** Distinguishes the correct key from a wrong one without revealing anything about it. */
  keyCheck: Sha256,
  migrations: z.array(z.strictObject({ name: z.string(), hash: Sha256 })),
  tables: z.array(TableEntry),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.int() })),
  /** Queued work that has not run, such as messages to send. */
  jobs: z.array(JobEntry),
  files: z.array(FileEntry),
});
export type SiteBackup = z.output<typeof SiteBackup>;

export const Manifest = z.strictObject({
  ...SitesFile.shape,
  format: z.literal(1),
  id: z.uuid(),
  made: z.string(),
  sites: z.array(SiteBackup),
  /** Sites that could not be copied. */
  missing: z.array(z.string()).optional(),
});
export type Manifest = z.output<typeof Manifest>;

/** One key for each site, or all it has had, oldest first. */
export const KeysFile = z.strictObject({
  backup: z.uuid(),
  keys: z.record(z.string(), z.union([Sha256, z.array(Sha256).min(1)])),
});
export type KeysFile = z.output<typeof KeysFile>;

export const keysFileOf = (folder: string) => `${folder}-keys.json`;

export const tableFile = (folder: string, site: string, table: string) =>
  path.join(folder, site, 'tables', `${table}.copy.gz`);

export const storedFile = (folder: string, site: string, file: string) =>
  path.join(folder, site, 'files', ...file.split('/'));

/** The keys of a site, sealed by the master key, which then suffices to restore. */
export const sealedKeys = (folder: string, site: string) => path.join(folder, site, 'site.key');

/** The folder of a site's documents. */
export const filesFolder = (dataDir: string, site: string) => path.join(dataDir, 'files', site);

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

const LINE_END = 0x0a;

/** Passes data through and computes its hash, size in bytes and number of line ends. */
export const hashing = () => {
  let lines = 0;
  const { stream, result } = hashedStream((part) => {
    for (let at = part.indexOf(LINE_END); at >= 0; at = part.indexOf(LINE_END, at + 1)) lines += 1;
    return undefined;
  });
  return {
    stream,
    result: () => {
      const { sha256: hash, size } = result();
      return { sha256: hash.toString('hex'), size, lines };
    },
  };
};

export const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** All files below a folder, with `/` between the parts of a path. */
export const filesBelow = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
};

/** With a master key, the sites' names, hosts and secrets are sealed by it. */
const SealedManifest = z.strictObject({ master: z.string(), sealed: z.base64() });

export const sealManifest = (text: string, master: Buffer): string => {
  const sealed = secretsOf(master).encrypt(text).toString('base64');
  return `${JSON.stringify({ master: masterKeyName(master), sealed })}\n`;
};

const openManifest = (folder: string, content: unknown, master: Buffer | undefined): unknown => {
  const read = SealedManifest.safeParse(content);
  if (!read.success) return content;
  if (!master)
    throw new OperationRefused(
      `${folder} is sealed by a master key: set MASTER_KEY_FILE, MASTER_KEY or MASTER_KEY_COMMAND as when it was made.`,
    );
  if (read.data.master !== masterKeyName(master))
    throw new OperationRefused(`${folder} is sealed by another master key. Nothing was restored.`);
  return JSON.parse(secretsOf(master).decrypt(Buffer.from(read.data.sealed, 'base64')));
};

/** The key for a backup's streams, derived from the site's last key. */
export const backupKey = (keys: readonly Buffer[]): Buffer =>
  derived({ current: keys.length - 1, keyOf: (number) => keys[number] }, 'backup')(keys.length - 1);

/** Reads a backup and checks every byte of it before anything is touched. */
export const openArchive = async (folder: string, master?: Buffer): Promise<Manifest> => {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new OperationRefused(`${folder} is not a backup: it has no manifest.json.`);
  });
  const checksum = await readFile(path.join(folder, 'manifest.sha256'), 'utf8').catch(() => '');
  if (sha256(text) !== checksum.trim()) throw new OperationRefused(damaged(folder, 'manifest.json'));
  const manifest = Manifest.safeParse(openManifest(folder, JSON.parse(text), master));
  if (!manifest.success)
    throw new OperationRefused(`${folder} was made by another release: ${z.prettifyError(manifest.error)}`);
  for (const site of manifest.data.sites) {
    const { name } = site.entry;
    for (const table of site.tables)
      await verify(
        tableFile(folder, name, table.name),
        table.stored ?? table.sha256,
        folder,
        table.stored === undefined,
      );
    for (const file of site.files)
      await verify(storedFile(folder, name, file.path), file.sha256, folder, false);
  }
  return manifest.data;
};

const verify = async (file: string, expected: string, folder: string, zipped: boolean) => {
  const { stream, result } = hashing();
  const source = createReadStream(file);
  const reading = zipped
    ? pipeline(source, createGunzip(), stream, nowhere())
    : pipeline(source, stream, nowhere());
  const isWhole = await reading.then(
    () => result().sha256 === expected,
    () => false,
  );
  if (!isWhole) throw new OperationRefused(damaged(folder, path.relative(folder, file)));
};

const damaged = (folder: string, file: string) =>
  `The backup ${folder} is damaged: ${file} is missing or was changed. Nothing was restored.`;
