import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../files/local-store.ts';

/** Where the archive of one installation lies. Names have parts separated by `/`. */
export interface ArchiveStore {
  /** It appears whole or not at all, and once this resolves it survives a crash. */
  put(name: string, content: Readable): Promise<void>;
  /** undefined: there is no such name. */
  get(name: string): Promise<Readable | undefined>;
  /** Names below a prefix that ends with `/`, without it, sorted. */
  list(prefix: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}

const UNFINISHED = '.unfinished';

/** A folder, best on another machine or disk. */
export const folderStore = (root: string): ArchiveStore => {
  const placeOf = (name: string) => path.join(root, ...name.split('/'));
  return {
    put: async (name, content) => {
      const place = placeOf(name);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const draft = `${place}${UNFINISHED}`;
      try {
        await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
        await rename(draft, place);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(path.dirname(place));
    },
    get: async (name) => (existsSync(placeOf(name)) ? createReadStream(placeOf(name)) : undefined),
    list: async (prefix) => {
      const folder = placeOf(prefix);
      const found = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
      return found
        .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort();
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  };
};
