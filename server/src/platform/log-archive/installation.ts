import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type KeyPlace, keysFolder, siteKeyring } from '../crypto/keys.ts';
import { folderStore } from './archive-store.ts';
import { SealedArchive } from './sealed-archive.ts';

/** No site can have this name. */
export const ARCHIVE_KEY = '.archive';
export const archiveKeyFile = (dataDir: string) => path.join(keysFolder(dataDir), `${ARCHIVE_KEY}.key`);

/** Each DATA_DIR has its own folder in the archive, so that one restored from an archive never writes into it. */
const archiveName = async (dataDir: string): Promise<string> => {
  const file = path.join(dataDir, 'archive-name');
  if (!existsSync(file))
    await writeFile(file, `home-care-${randomBytes(4).toString('hex')}\n`, { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
};

/** This installation's archive. Its key is made with it, and never again once something has been sealed. */
export const openOwnArchive = async ({ dataDir, master }: KeyPlace, to: string): Promise<SealedArchive> => {
  const store = folderStore(path.join(to, await archiveName(dataDir)));
  const isNew = (await store.list('base/')).length === 0;
  const { keys } = (await siteKeyring({ dataDir, master }, ARCHIVE_KEY, isNew)).now;
  const [key] = keys;
  if (!key) throw new Error('the archive has no key');
  return new SealedArchive(store, key);
};

/** The folders of installations below ARCHIVE_TO. */
export const archivesIn = async (to: string): Promise<readonly string[]> =>
  existsSync(to)
    ? (await readdir(to))
        .filter((name) => existsSync(path.join(to, name, 'base')))
        .map((name) => path.join(to, name))
    : [];
