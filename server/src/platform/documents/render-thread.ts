import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Chapter, PrintedDocument } from './blocks.ts';
import { openPdf, paint } from './paint.ts';

/** What the main thread says, and what this thread answers; one document at a time. */
export type ToThread =
  | { readonly say: 'print'; readonly id: number; readonly document: PrintedDocument }
  /** The reader took what there was. */
  | { readonly say: 'more'; readonly id: number }
  /** The next chapters of a bulk file; none: that was all. */
  | { readonly say: 'chapters'; readonly id: number; readonly chapters: readonly Chapter[] }
  | { readonly say: 'cancel'; readonly id: number };
export type FromThread =
  | { readonly say: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  /** More chapters are wanted; so many chapters and pages were drawn. */
  | { readonly say: 'want'; readonly id: number; readonly chapters: number; readonly pages: number }
  | { readonly say: 'end'; readonly id: number; readonly pages: number }
  | { readonly say: 'failed'; readonly id: number; readonly error: unknown };

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
let wake: (() => void) | undefined;
let handed: ((chapters: readonly Chapter[]) => void) | undefined;
let drawn = 0;

const tell = (message: FromThread) => port?.postMessage(message);

/** Chapters as the main thread hands them over: the next ones are under way while these are drawn. */
async function* chaptersOf(id: number): AsyncGenerator<Chapter> {
  let count = 0;
  const ask = () => {
    const next = new Promise<readonly Chapter[]>((resolve) => {
      handed = resolve;
    });
    tell({ say: 'want', id, chapters: count, pages: drawn });
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

const print = async ({ id, document }: Extract<ToThread, { say: 'print' }>) => {
  current = id;
  ahead = 0;
  cancelled = false;
  drawn = 0;
  const pdf = openPdf(document);
  let kept: Buffer[] = [];
  let bytes = 0;
  const flush = () => {
    if (bytes === 0) return;
    const all = new Uint8Array(Buffer.concat(kept));
    kept = [];
    bytes = 0;
    ahead += 1;
    tell({ say: 'chunk', id, bytes: all });
  };
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => {
      kept.push(chunk);
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
        wake = resolve;
      });
    if (cancelled) throw new Cancelled();
  };
  const pages = await paint(pdf, document, between, document.index && chaptersOf(id));
  await ended;
  flush();
  tell({ say: 'end', id, pages });
};

port?.on('message', (message: ToThread) => {
  if (message.say === 'print') {
    print(message).catch((error: unknown) => tell({ say: 'failed', id: message.id, error }));
    return;
  }
  if (message.id !== current) return;
  if (message.say === 'more') ahead = 0;
  else if (message.say === 'chapters') return handed?.(message.chapters);
  else {
    cancelled = true;
    handed?.([]);
  }
  wake?.();
});
