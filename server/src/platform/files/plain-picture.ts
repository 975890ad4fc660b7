import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { beginsAsScan } from './content.ts';
import { withoutMetadata } from './picture-metadata.ts';
import type { IncomingFile } from './store.ts';

const KINDS = ['png', 'jpg'] as const;
export type PictureKind = (typeof KINDS)[number];
export const PICTURE_TYPES: Readonly<Record<PictureKind, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** Recognized by content, because a name proves nothing. */
export const pictureKind = async ({ path }: IncomingFile): Promise<PictureKind | undefined> => {
  for (const kind of KINDS) if (await beginsAsScan(path, kind)) return kind;
  return undefined;
};

/** Replaces the received picture with one without metadata; undefined if it is broken. */
export const plainFile = async (file: IncomingFile): Promise<IncomingFile | undefined> => {
  const plain = withoutMetadata(await readFile(file.path));
  if (!plain) return undefined;
  await writeFile(file.path, plain, { flush: true });
  return { ...file, size: plain.length, sha256: createHash('sha256').update(plain).digest() };
};
