import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { withoutMetadata } from './picture-metadata.ts';
import type { IncomingFile } from './store.ts';

/** The received picture in its place, without what was written about it; undefined when it is broken. */
export const plainFile = async (file: IncomingFile): Promise<IncomingFile | undefined> => {
  const plain = withoutMetadata(await readFile(file.path));
  if (!plain) return undefined;
  await writeFile(file.path, plain, { flush: true });
  return { ...file, size: plain.length, sha256: createHash('sha256').update(plain).digest() };
};
