import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** A file that was received whole: it lies in the store's incoming folder until it is put or discarded. */
export interface IncomingFile {
  readonly path: string;
  /** As the sender calls it: only its extension is ever looked at. */
  readonly name: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Where a site keeps the bytes of its files, under random keys. */
export interface FileStore {
  /** Folder on this machine for what is being received. */
  readonly incoming: string;
  /** Once it resolves the bytes survive a crash. */
  put(key: string, file: IncomingFile): Promise<void>;
  /** undefined when there is no such key. */
  read(key: string): Promise<Buffer | undefined>;
  /** The same for what is too long to be held at once; the stream fails where a part of it is not as it was put. */
  stream(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredKey>;
}

export interface StoredKey {
  readonly key: string;
  readonly modified: Temporal.Instant;
}

/** Says nothing about the content and cannot be guessed; the first two letters spread the files over folders. */
export const newFileKey = () => {
  const name = randomBytes(32).toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2)}`;
};
export const isFileKey = (text: string) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(text);

/** Uploads are refused below this. */
const LEAST_FREE_BYTES = 1_000_000_000;
export const isRoomFor = (bytes: number, freeBytes: number) => freeBytes - bytes >= LEAST_FREE_BYTES;

export const discard = ({ path }: Pick<IncomingFile, 'path'>) => rm(path, { force: true });
