import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reason, Result } from '@homecare/domain/errors.ts';
import type { Scope } from '../auth/scope.ts';
import { SealBroken } from '../crypto/sealed-stream.ts';
import type { Tx } from '../db/mutate.ts';
import { type IncomingFile, newFileKey } from './store.ts';

/**
 * Puts a received file into the store and runs the transaction that refers to it: no row without file, no file without row. A
 * refusal's leftovers are removed here, a crash's by the cleanup.
 */
export const storeFile = async <T, R extends Reason>(
  scope: Scope,
  file: IncomingFile,
  work: (keepIn: (tx: Tx) => Promise<string>) => Promise<Result<T, R>>,
): Promise<Result<T, R>> => {
  const key = newFileKey();
  await scope.site.files.put(key, file);
  let named = false;
  const storeIn = async (tx: Tx) => {
    const { size, sha256 } = file;
    await tx
      .insertInto('stored_files')
      .values({ key, size, sha256, created: scope.now().toString() })
      .execute();
    named = true;
    return key;
  };
  // If this throws, it is unknown whether the row was committed, so the cleanup decides.
  const result = await work(storeIn);
  if (!result.ok || !named) await scope.site.files.remove(key);
  return result;
};

/** Marks bytes as no longer needed; the cleanup removes them, and the rows stay. */
export const releaseFiles = async (tx: Tx, keys: readonly string[], removed: string): Promise<void> => {
  await tx.updateTable('stored_files').set({ removed }).where('key', 'in', keys).execute();
};

export interface StoredFile {
  readonly key: string;
  readonly sha256: Buffer;
}

/** Bytes per turn, so that other calls are answered in between. */
const HASHED_AT_ONCE = 4 * 1024 * 1024;

const hashOf = async (bytes: Buffer) => {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE));
  }
  return hash.digest();
};

/** The stored bytes; undefined if they are missing or damaged. */
export const readStored = async (scope: Scope, { key, sha256 }: StoredFile): Promise<Buffer | undefined> => {
  const bytes = await scope.site.files.read(key);
  return bytes && (await hashOf(bytes)).equals(sha256) ? bytes : undefined;
};

const isAsStored = async (source: Readable, sha256: Buffer): Promise<boolean> => {
  const hash = createHash('sha256');
  try {
    for await (const part of source) hash.update(part);
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
  return hash.digest().equals(sha256);
};

/** The same for a file that may exceed memory: read once to verify it, and once more for the caller. */
export const streamStored = async (
  scope: Scope,
  { key, sha256 }: StoredFile,
): Promise<Readable | undefined> => {
  const { files } = scope.site;
  const source = await files.stream(key);
  return source && (await isAsStored(source, sha256)) ? files.stream(key) : undefined;
};
