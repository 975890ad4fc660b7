import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** A completely received file in the store's incoming folder, until it is put or discarded. */
export interface IncomingFile {
  readonly path: string;
  /** The sender's name; only its extension is used. */
  readonly name: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Where a site stores the bytes of its files, under random keys. */
export interface FileStore {
  /** Folder on this machine for incoming files. */
  readonly incoming: string;
  /** Once it resolves, the bytes survive a crash. */
  put(key: string, file: IncomingFile): Promise<void>;
  /** undefined when there is no such key. */
  read(key: string): Promise<Buffer | undefined>;
  /** The same for what is too long for memory; the stream fails at a damaged part. */
  stream(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredKey>;
}

export interface StoredKey {
  readonly key: string;
  readonly modified: Temporal.Instant;
}

/** Reveals nothing about the content and cannot be guessed; the first two letters spread files over folders. */
export const newFileKey = () => {
  const name = randomBytes(32).toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2)}`;
};
export const isFileKey = (text: string) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(text);

/** Uploads are refused below this. */
const LEAST_FREE_BYTES = 1_000_000_000;
export const isRoomFor = (bytes: number, freeBytes: number) => freeBytes - bytes >= LEAST_FREE_BYTES;

export const discard = ({ path }: Pick<IncomingFile, 'path'>) => rm(path, { force: true });
