import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Scope } from '../auth/scope.ts';
import { hashedStream } from '../files/hashed-stream.ts';
import type { IncomingFile } from '../files/store.ts';
import { drawPdf, type Printing } from './answer.ts';

/** Applies `finish` to the bytes once the document is complete. */
async function* finished(stream: Readable, finish: (drawn: Buffer) => Buffer) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  yield finish(Buffer.concat(chunks));
}

/**
 * Draws a document into the store's incoming folder, as if it had been received. The caller puts or discards it. `seal` may change
 * its bytes before they are stored.
 */
export const printToFile = async (
  scope: Scope,
  printing: Printing,
  seal?: (drawn: Buffer) => Buffer,
): Promise<{ readonly file: IncomingFile; readonly pages: number }> => {
  const { stream, pages, finish } = drawPdf(scope, printing);
  pages.then(finish, (error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  const target = path.join(scope.site.files.incoming, `${randomBytes(16).toString('hex')}.pdf`);
  await mkdir(scope.site.files.incoming, { recursive: true });
  const measured = hashedStream();
  await pipeline(
    seal ? Readable.from(finished(stream, seal)) : stream,
    measured.stream,
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
  const file = { path: target, name: printing.fileName, ...measured.result() };
  return { file, pages: await pages };
};
