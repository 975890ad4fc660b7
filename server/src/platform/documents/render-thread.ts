import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Chapter, PrintedDocument } from './blocks.ts';
import { openPdf, paint } from './paint.ts';

/** Messages from the main thread and this thread's answers; one document at a time. */
export type ToThread =
  | { readonly type: 'print'; readonly id: number; readonly document: PrintedDocument }
  /** The reader has taken the chunks so far. */
  | { readonly type: 'more'; readonly id: number }
  /** The next chapters of a bulk file; an empty list ends it. */
  | { readonly type: 'chapters'; readonly id: number; readonly chapters: readonly Chapter[] }
  | { readonly type: 'cancel'; readonly id: number };
export type FromThread =
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  /** Requests more chapters and reports how many chapters and pages have been drawn. */
  | { readonly type: 'want'; readonly id: number; readonly chapters: number; readonly pages: number }
  | { readonly type: 'end'; readonly id: number; readonly pages: number }
  | { readonly type: 'failed'; readonly id: number; readonly error: unknown };

/** Chunks made ahead of the reader; a slow one must not fill the memory. */
const AHEAD = 2;
/** The PDF library's chunks are small, so they are sent together. A form with fields is a single chunk, because it is logged before it is sent. */
const CHUNK_BYTES = 128 * 1024;

class Cancelled extends Error {}

/** Calls take precedence over drawing when processors are busy; on Linux the priority applies to this thread only. */
if (process.platform === 'linux') setPriority(0, 10);

const port = parentPort;
let current = 0;
let ahead = 0;
let cancelled = false;
let resume: (() => void) | undefined;
let receiveChapters: ((chapters: readonly Chapter[]) => void) | undefined;
let drawn = 0;

const post = (message: FromThread) => port?.postMessage(message);

/** Chapters from the main thread; the next ones are requested while these are drawn. */
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
    // Messages are only received between pages.
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
