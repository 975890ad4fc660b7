import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../files/local-store.ts';

/** Where an installation's archive is stored. Parts of names are separated by `/`. */
export interface ArchiveStore {
  /** Appears completely or not at all, and survives a crash once this resolves. */
  put(name: string, content: Readable): Promise<void>;
  /** Undefined if there is no such name. */
  get(name: string): Promise<Readable | undefined>;
  /** The names below a prefix ending in `/`, without the prefix, sorted. */
  list(prefix: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}

const UNFINISHED = '.unfinished';

/** A folder, ideally on another machine or disk. */
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
