import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FileStore, type IncomingFile, isFileKey, type StoredKey } from './store.ts';

export const filesRoot = (dataDir: string) => path.join(dataDir, 'files');

/** A folder of this machine: DATA_DIR/files/<site>. Incoming files are next to it, on the same disk. */
export const localStore = (filesRoot: string, site: string): FileStore => {
  const root = path.join(filesRoot, site);
  const placeOf = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a key of this store');
    return path.join(root, ...key.split('/'));
  };
  return {
    incoming: path.join(filesRoot, '.incoming', site),
    put: async (key, file) => {
      const place = placeOf(key);
      const folder = path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await move(file, place);
      await syncFolder(folder);
      await syncFolder(root);
    },
    read: async (key) => {
      try {
        return await readFile(placeOf(key));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    stream: async (key) => {
      try {
        return (await open(placeOf(key), 'r')).createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (key) => rm(placeOf(key), { force: true }),
    list: () => keysBelow(root),
  };
};

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The bytes are on disk already; if incoming is another disk, they are copied. */
const move = async (file: IncomingFile, place: string) => {
  try {
    await rename(file.path, place);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const draft = `${place}.new`;
    await copyFile(file.path, draft);
    await syncFile(draft);
    await rename(draft, place);
  }
};

const syncFile = async (file: string) => {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes the new name to disk. Windows has no such call and needs none. */
export const syncFolder = async (folder: string) => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

async function* keysBelow(root: string): AsyncIterable<StoredKey> {
  for (const folder of await readdir(root).catch(() => []))
    for (const name of await readdir(path.join(root, folder)).catch(() => [])) {
      const key = `${folder}/${name}`;
      const found = isFileKey(key)
        ? await stat(path.join(root, folder, name)).catch(() => undefined)
        : undefined;
      if (found) yield { key, modified: Temporal.Instant.fromEpochMilliseconds(Math.floor(found.mtimeMs)) };
    }
}
