import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { currentAgency } from '../log/origin.ts';
import type { Chapter, PrintedDocument } from './blocks.ts';
import type { FromThread, ToThread } from './render-thread.ts';

/** How many documents are drawn at once, and how many may wait before the server says that it is busy. */
export const THREADS = 2;
export const WAITING_LIMIT = 100;
/** Pages are freed one by one; a small heap is collected more often at no cost. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } as const;

export class TooManyDocuments extends Error {}
/** The document is larger than a drawing thread's memory. */
export class DocumentTooLarge extends Error {}
/** The reader has left. */
export class Cancelled extends Error {}

/** The content of a bulk file: chapters in batches, requested while it is drawn, so that few are in memory. */
export interface Chapters {
  readonly batches: AsyncIterator<readonly Chapter[]>;
  readonly onProgress?: (drawn: { readonly chapters: number; readonly pages: number }) => void;
}

interface Job {
  readonly id: number;
  readonly agency: string;
  readonly document: PrintedDocument;
  readonly chapters: Chapters | undefined;
  readonly stream: Readable;
  readonly flowing: () => void;
  readonly ended: (outcome: { pages: number } | { error: unknown }) => void;
  cancelled: boolean;
  /** Why this side stopped it. */
  failure: unknown;
  lastChunk: Uint8Array | undefined;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
}

/**
 * A document being drawn. `flowing`: its first bytes were sent (small documents send none before the end). `pages`: everything is
 * drawn; the last bytes wait for `finish`, so that nothing is complete before it has been logged.
 */
export interface Rendering {
  readonly stream: Readable;
  readonly flowing: Promise<void>;
  readonly pages: Promise<number>;
  readonly finish: () => void;
}

const waiting: Job[] = [];
const threads: Thread[] = [];
let serial = 0;

const post = (thread: Thread, message: ToThread) => thread.worker.postMessage(message);

const start = (): Thread => {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), { resourceLimits: LIMITS });
  const thread: Thread = { worker, job: undefined };
  // Idle threads do not keep the process alive.
  worker.unref();
  worker.on('message', (message: FromThread) => receive(thread, message));
  worker.on('error', (error) => drop(thread, error));
  worker.on('exit', () => drop(thread, new Error('the drawing thread ended')));
  threads.push(thread);
  return thread;
};

const receive = (thread: Thread, message: FromThread) => {
  const { job } = thread;
  if (!job || job.id !== message.id) return;
  if (message.type === 'chunk') {
    if (job.lastChunk) {
      job.stream.push(job.lastChunk);
      job.flowing();
    } else post(thread, { type: 'more', id: job.id });
    job.lastChunk = message.bytes;
    return;
  }
  if (message.type === 'want') {
    void sendChapters(thread, job, message);
    return;
  }
  thread.job = undefined;
  thread.worker.unref();
  job.ended(message.type === 'end' ? { pages: message.pages } : { error: message.error });
  next();
};

/** Sends the next batch; if it cannot be read, the document fails with that reason. */
const sendChapters = async (
  thread: Thread,
  job: Job,
  { chapters: drawn, pages }: Extract<FromThread, { type: 'want' }>,
) => {
  try {
    job.chapters?.onProgress?.({ chapters: drawn, pages });
    const next = await job.chapters?.batches.next();
    const chapters = next && !next.done ? next.value : [];
    if (thread.job === job) post(thread, { type: 'chapters', id: job.id, chapters });
  } catch (error) {
    job.failure = error;
    if (thread.job === job) post(thread, { type: 'cancel', id: job.id });
  }
};

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A dead thread loses its document; the next one gets a new thread. */
const drop = (thread: Thread, error: unknown) => {
  const at = threads.indexOf(thread);
  if (at >= 0) threads.splice(at, 1);
  const { job } = thread;
  thread.job = undefined;
  job?.ended({ error: isOutOfMemory(error) ? new DocumentTooLarge() : error });
  next();
};

/** Among the agencies with the fewest documents being drawn, the one that has waited longest. */
const takeNext = (): Job | undefined => {
  const drawn = (agency: string) => threads.filter(({ job }) => job?.agency === agency).length;
  const [first, ...others] = waiting;
  if (!first) return undefined;
  const job = others.reduce((best, one) => (drawn(one.agency) < drawn(best.agency) ? one : best), first);
  waiting.splice(waiting.indexOf(job), 1);
  return job;
};

const next = () => {
  const job = takeNext();
  if (!job) return;
  const thread = threads.find((one) => !one.job) ?? (threads.length < THREADS ? start() : undefined);
  if (!thread) {
    waiting.unshift(job);
    return;
  }
  thread.job = job;
  thread.worker.ref();
  post(thread, { type: 'print', id: job.id, document: job.document });
};

const threadOf = (job: Job) => threads.find((thread) => thread.job === job);

/** The reader has left: a waiting document is dropped, one being drawn stops at the next page. */
const cancel = (job: Job) => {
  job.cancelled = true;
  const at = waiting.indexOf(job);
  if (at >= 0) {
    waiting.splice(at, 1);
    job.ended({ error: new Cancelled() });
  }
  const thread = threadOf(job);
  if (thread) post(thread, { type: 'cancel', id: job.id });
};

/** The agency with the most documents waiting loses its last one, unless it is the asking agency. */
const makeRoom = (agency: string) => {
  const counts = Map.groupBy(waiting, (job) => job.agency);
  const [crowded] = [...counts.values()].toSorted((a, b) => b.length - a.length);
  const last = crowded?.at(-1);
  if (!crowded || !last || crowded.length <= (counts.get(agency)?.length ?? 0) + 1)
    throw new TooManyDocuments();
  waiting.splice(waiting.indexOf(last), 1);
  last.ended({ error: new TooManyDocuments() });
};

/** Draws a document in a separate thread, at most two at a time; agencies take turns. */
export const renderPdf = (document: PrintedDocument, chapters?: Chapters): Rendering => {
  const agency = currentAgency();
  if (waiting.length >= WAITING_LIMIT) makeRoom(agency);
  serial += 1;
  const pages = Promise.withResolvers<number>();
  const flowing = Promise.withResolvers<void>();
  pages.promise.catch(() => undefined);
  const job: Job = {
    id: serial,
    agency,
    document,
    chapters,
    cancelled: false,
    failure: undefined,
    lastChunk: undefined,
    flowing: flowing.resolve,
    stream: new Readable({
      read: () => {
        const thread = threadOf(job);
        if (thread) post(thread, { type: 'more', id: job.id });
      },
      destroy: (error, callback) => {
        cancel(job);
        callback(error);
      },
    }),
    ended: (outcome) => {
      if ('pages' in outcome) pages.resolve(outcome.pages);
      else pages.reject(job.cancelled ? new Cancelled() : (job.failure ?? outcome.error));
      void job.chapters?.batches.return?.();
    },
  };
  // The reader will listen for errors; until then, a failure must not end the process.
  job.stream.on('error', () => undefined);
  waiting.push(job);
  next();
  const finish = () => {
    job.stream.push(job.lastChunk);
    job.stream.push(null);
  };
  return { stream: job.stream, flowing: flowing.promise, pages: pages.promise, finish };
};
