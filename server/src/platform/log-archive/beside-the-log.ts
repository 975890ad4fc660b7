import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { sitesPath } from '../config/config.ts';
import { keysFolder } from '../crypto/keys.ts';
import { filesRoot } from '../files/local-store.ts';
import { type SealedArchive, stampOf } from './sealed-archive.ts';

/** The directory of sites and the sites' keys, without which their rows cannot be read. */
export const DirectoryCopy = z.strictObject({
  sites: z.string(),
  /** The content of key files, by name. */
  keys: z.record(z.string().regex(/^[a-z][a-z0-9-]*\.key$/), z.string()),
});
export type DirectoryCopy = z.output<typeof DirectoryCopy>;

const readDirectory = async (dataDir: string): Promise<DirectoryCopy | undefined> => {
  if (!existsSync(sitesPath(dataDir)) || !existsSync(keysFolder(dataDir))) return undefined;
  const keys: Record<string, string> = {};
  for (const name of (await readdir(keysFolder(dataDir))).filter((file) => /^[a-z].*\.key$/.test(file)))
    keys[name] = await readFile(path.join(keysFolder(dataDir), name), 'utf8');
  return { sites: await readFile(sitesPath(dataDir), 'utf8'), keys };
};

/** Archives what has changed since the last call. */
export const followBesideTheLog = (archive: SealedArchive, dataDir: string, withFiles: boolean) => {
  let directory = '';
  let archived: Set<string> | undefined;
  /** When each folder of files last changed; an unchanged one is not read again. */
  const looked = new Map<string, number>();

  const archiveDirectory = async () => {
    const copy = await readDirectory(dataDir);
    const text = copy && JSON.stringify(copy);
    if (!text || text === directory) return;
    await archive.put(`directory/${stampOf(Temporal.Now.instant())}`, Readable.from([Buffer.from(text)]));
    directory = text;
  };

  const archiveFolder = async (name: string) => {
    const folder = path.join(filesRoot(dataDir), name);
    const { mtimeMs } = await stat(folder);
    if (looked.get(name) === mtimeMs) return;
    for (const file of await readdir(folder)) {
      const key = `files/${name}/${file}`;
      if (archived?.has(key) || file.endsWith('.new')) continue;
      await archive.putFile(key, path.join(folder, file));
      archived?.add(key);
    }
    looked.set(name, mtimeMs);
  };

  return async () => {
    await archiveDirectory();
    if (!withFiles) return;
    archived ??= new Set((await archive.store.list('files/')).map((name) => `files/${name}`));
    for (const name of await foldersOfFiles(dataDir)) await archiveFolder(name);
  };
};

/** Folders of files, as `<site>/<two letters>`. */
const foldersOfFiles = async (dataDir: string): Promise<readonly string[]> => {
  const foldersIn = async (folder: string) =>
    existsSync(folder)
      ? (await readdir(folder, { withFileTypes: true }))
          .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
          .map(({ name }) => name)
      : [];
  const root = filesRoot(dataDir);
  const folders = await Promise.all(
    (await foldersIn(root)).map(async (site) =>
      (await foldersIn(path.join(root, site))).map((part) => `${site}/${part}`),
    ),
  );
  return folders.flat();
};
