import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Chapter, PrintedDocument } from './blocks.ts';
import { openPdf, paint } from './paint.ts';

/** What the main thread says, and what this thread answers; one document at a time. */
export type ToThread =
  | { readonly type: 'print'; readonly id: number; readonly document: PrintedDocument }
  /** The reader took what there was. */
  | { readonly type: 'more'; readonly id: number }
  /** The next chapters of a bulk file; none: that was all. */
  | { readonly type: 'chapters'; readonly id: number; readonly chapters: readonly Chapter[] }
  | { readonly type: 'cancel'; readonly id: number };
export type FromThread =
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  /** More chapters are wanted; so many chapters and pages were drawn. */
  | { readonly type: 'want'; readonly id: number; readonly chapters: number; readonly pages: number }
  | { readonly type: 'end'; readonly id: number; readonly pages: number }
  | { readonly type: 'failed'; readonly id: number; readonly error: unknown };

/** Chunks made since the reader last asked; a slow one must not fill the memory. */
const AHEAD = 2;
/** Chunks of the PDF library are small: they travel together. A form, with its fields to type in, is one: it is logged before it leaves. */
const CHUNK_BYTES = 128 * 1024;

class Cancelled extends Error {}

/** Where a processor is short, calls come before drawing; on Linux the number counts for this thread alone. */
if (process.platform === 'linux') setPriority(0, 10);

const port = parentPort;
let current = 0;
let ahead = 0;
let cancelled = false;
let resume: (() => void) | undefined;
let receiveChapters: ((chapters: readonly Chapter[]) => void) | undefined;
let drawn = 0;

const post = (message: FromThread) => port?.postMessage(message);

/** Chapters as the main thread hands them over: the next ones are under way while these are drawn. */
async function* chaptersOf(id: number): AsyncGenerator<Chapter> {
  let count = 0;
  const ask = () => {
    const next = new Promise<readonly Chapter[]>((resolve) => {
      receiveChapters = resolve;
    });
    post({ type: 'want', id, chapters: count, pages: drawn });
    return next;
  };
  let coming = ask();
  for (;;) {
    const batch = await coming;
    if (cancelled) throw new Cancelled();
    if (batch.length === 0) return;
    coming = ask();
    for (const chapter of batch) {
      yield chapter;
      count += 1;
    }
  }
}

const print = async ({ id, document }: Extract<ToThread, { type: 'print' }>) => {
  current = id;
  ahead = 0;
  cancelled = false;
  drawn = 0;
  const pdf = openPdf(document);
  let chunks: Buffer[] = [];
  let bytes = 0;
  const flush = () => {
    if (bytes === 0) return;
    const all = new Uint8Array(Buffer.concat(chunks));
    chunks = [];
    bytes = 0;
    ahead += 1;
    post({ type: 'chunk', id, bytes: all });
  };
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= CHUNK_BYTES) flush();
    });
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  ended.catch(() => undefined);
  const between = async () => {
    drawn += 1;
    // Messages are heard only between pages.
    await new Promise((resolve) => setImmediate(resolve));
    while (ahead > AHEAD && !cancelled)
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    if (cancelled) throw new Cancelled();
  };
  const pages = await paint(pdf, document, between, document.index && chaptersOf(id));
  await ended;
  flush();
  post({ type: 'end', id, pages });
};

port?.on('message', (message: ToThread) => {
  if (message.type === 'print') {
    print(message).catch((error: unknown) => post({ type: 'failed', id: message.id, error }));
    return;
  }
  if (message.id !== current) return;
  if (message.type === 'more') ahead = 0;
  else if (message.type === 'chapters') return receiveChapters?.(message.chapters);
  else {
    cancelled = true;
    receiveChapters?.([]);
  }
  resume?.();
});
