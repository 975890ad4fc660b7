import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readSites, sitesPath } from '../platform/config/config.ts';
import type { Environment } from '../platform/config/environment.ts';
import { readKeys } from '../platform/crypto/keyring.ts';
import { keysFolder } from '../platform/crypto/keys.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import { databaseName } from '../platform/db/databases.ts';
import type { EmbeddedConnection } from '../platform/db/embedded-place.ts';
import { openPool } from '../platform/db/pool.ts';
import { filesRoot } from '../platform/files/local-store.ts';
import { folderStore } from '../platform/log-archive/archive-store.ts';
import { DirectoryCopy } from '../platform/log-archive/beside-the-log.ts';
import { ARCHIVE_KEY, archiveKeyFile, archivesIn } from '../platform/log-archive/installation.ts';
import { inSeconds, RecoveryRefused, recoverCluster } from '../platform/log-archive/recover.ts';
import { instantOf, SealedArchive } from '../platform/log-archive/sealed-archive.ts';
import { OperationRefused } from './archive.ts';
import { beginAnew } from './begin-anew.ts';

export interface RestoreAt {
  readonly archive: SealedArchive;
  /** Must be empty. */
  readonly dataDir: string;
  readonly until: Temporal.Instant | 'latest';
  readonly say: (line: string) => void;
}

/** Restores sites, keys, database and files as they were at an instant, completely or not at all. */
export const restoreAt = async ({ archive, dataDir, until, say }: RestoreAt) => {
  for (const taken of ['postgres', 'sites.json', 'files', 'keys'])
    if (existsSync(path.join(dataDir, taken)))
      throw new OperationRefused(`${dataDir} holds data already: restore into a new DATA_DIR.`);
  const base = await baseFor(archive, until);
  const directory = await directoryAt(archive, until);
  try {
    say(`Taking the copy of the database of ${inSeconds(base.begin)}, then the log`);
    const { postgres, last } = await recoverCluster({ archive, base, dataDir, until });
    try {
      await restoreFiles(archive, dataDir);
      await writeDirectory(dataDir, directory);
      await beginSitesAnew(dataDir, postgres.connection);
    } finally {
      await postgres.stop();
    }
    return { last };
  } catch (error) {
    for (const made of ['postgres', 'sites.json', 'files', 'keys'])
      await rm(path.join(dataDir, made), { recursive: true, force: true });
    if (error instanceof RecoveryRefused) throw new OperationRefused(error.message);
    throw error;
  }
};

const baseFor = async (archive: SealedArchive, until: RestoreAt['until']) => {
  const bases = await archive.bases();
  const isBefore = (instant: string) => until === 'latest' || Temporal.Instant.compare(instant, until) <= 0;
  const base = bases.findLast(({ end }) => isBefore(end));
  if (!base)
    throw new OperationRefused(
      bases[0]
        ? `The archive reaches back to ${inSeconds(bases[0].end, 'ceil')}: name an instant after it.`
        : 'There is no whole copy of the database in this archive: nothing can be restored from it.',
    );
  if (!archive.isKeyOf(base))
    throw new OperationRefused(
      'This is not the key with which the archive was sealed. Nothing was restored.',
    );
  return base;
};

/**
 * The sites as they were then, or those of the first note if the base is older than it. A note is made when a segment is archived,
 * so something sealed shortly before the instant may need a key that only the next note contains: a keyring only grows, and keys are
 * taken from that note.
 */
export const directoryAt = async (archive: SealedArchive, until: RestoreAt['until']) => {
  const stamps = await archive.store.list('directory/');
  const isBefore = (stamp: string) =>
    until === 'latest' || Temporal.Instant.compare(instantOf(stamp), until) <= 0;
  const noteOf = async (stamp: string | undefined) => {
    const content = stamp && (await archive.read(`directory/${stamp}`));
    return content ? DirectoryCopy.parse(JSON.parse(content.toString())) : undefined;
  };
  const then = await noteOf(stamps.findLast(isBefore) ?? stamps[0]);
  if (!then) throw new OperationRefused('The archive holds no directory of sites. Nothing was restored.');
  const after = await noteOf(stamps.find((stamp) => !isBefore(stamp)));
  return { ...then, keys: { ...then.keys, ...after?.keys } };
};

const writeDirectory = async (dataDir: string, { sites, keys }: DirectoryCopy) => {
  await mkdir(keysFolder(dataDir), { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(keys))
    await writeFile(path.join(keysFolder(dataDir), name), content, { mode: 0o600, flush: true });
  await writeFile(sitesPath(dataDir), sites, { mode: 0o600, flush: true });
};

/** Files of a later time are restored too; the cleanup removes those that no row refers to. */
const restoreFiles = async (archive: SealedArchive, dataDir: string) => {
  for (const name of await archive.store.list('files/')) {
    const place = path.join(filesRoot(dataDir), ...name.split('/'));
    const content = await archive.get(`files/${name}`);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    if (content) await pipeline(content, createWriteStream(place, { mode: 0o600, flush: true }));
  }
};

const beginSitesAnew = async (dataDir: string, connection: EmbeddedConnection) => {
  const directory = await readSites(dataDir);
  for (const { name, databaseUrl } of directory?.sites ?? []) {
    if (databaseUrl) continue;
    const pool = openPool(
      { ...connection, database: databaseName(name) },
      { max: 1, onError: () => undefined, limits: 'none' },
    );
    try {
      await beginAnew(pool);
    } finally {
      await pool.end();
    }
  }
};

/** As typed by an operator: with an offset, or in this machine's time zone. */
export const readInstant = (text: string): Temporal.Instant | 'latest' => {
  if (text === 'latest') return text;
  const iso = text.trim().replace(' ', 'T');
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/.test(iso)) return Temporal.Instant.from(iso);
    const local = Temporal.PlainDateTime.from(iso).toZonedDateTime(Temporal.Now.timeZoneId(), {
      disambiguation: 'reject',
    });
    return local.toInstant();
  } catch {
    throw new OperationRefused(
      `--at ${text} is not a time: write it as '2026-11-22 14:05', '2026-11-22T14:05:00-07:00' or 'latest'.`,
    );
  }
};

export const restoreFromArchive = async (
  env: Environment,
  given: { readonly at: string; readonly archive: string | undefined; readonly keys: string | undefined },
  say: (line: string) => void,
) => {
  if (env.databaseUrl)
    throw new OperationRefused(
      '--at is for the embedded database. A server of your own is restored with its own tools, such as pgBackRest.',
    );
  const until = readInstant(given.at);
  const folder = given.archive ? path.resolve(given.archive) : await onlyArchive(env.archiveTo);
  const keyFile = path.resolve(given.keys ?? archiveKeyFile(env.dataDir));
  const key = await readKey(keyFile, readMasterKey(env.masterKey));
  const archive = new SealedArchive(folderStore(folder), key);
  const begun = performance.now();
  if (until !== 'latest') say(`Restoring ${until.toZonedDateTimeISO(Temporal.Now.timeZoneId())}`);
  const { last } = await restoreAt({ archive, dataDir: env.dataDir, until, say });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(
    `Restored in ${seconds} s. ${last ? `The last change that is there was made at ${inSeconds(last)}.` : ''}`.trim(),
  );
};

const onlyArchive = async (to: string | undefined) => {
  const found = to ? await archivesIn(to) : [];
  const [only] = found;
  if (only && found.length === 1) return only;
  const choice = found.length > 1 ? `: ${found.join(', ')}` : '';
  throw new OperationRefused(`Say which archive to restore from: --archive FOLDER${choice}`);
};

const readKey = async (file: string, master: Buffer | undefined) => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperationRefused(
      `The archive is sealed and ${file} does not exist: name the copy of its key with --keys FILE.`,
    );
  });
  const [key] = readKeys(text, ARCHIVE_KEY, master).keys;
  if (!key) throw new OperationRefused(`${file} is not the key of an archive.`);
  return key;
};
