import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromReader, OpenFault, ToReader } from './read-thread.ts';

/** A file whose pages are requested; `key` identifies its bytes, which each thread that opens it loads once. */
export interface PagedFile {
  readonly key: string;
  readonly kind: 'pdf' | 'jpg' | 'png';
  readonly load: () => Promise<Uint8Array>;
}

/** The file as a whole cannot be opened. */
export class FileRefused extends Error {
  readonly fault: OpenFault;
  constructor(fault: OpenFault) {
    super(`the file is ${fault}`);
    this.fault = fault;
  }
}
/** This page cannot be read, but others can. */
export class PageFailed extends Error {}
export class TooManyWaiting extends Error {}

interface Limits {
  readonly threads: number;
  readonly openMs: number;
  readonly pageMs: number;
  readonly waiting: number;
}

type Answered = Exclude<FromReader, { say: 'refused' | 'failed' }>;
type PageAsk = Exclude<ToReader, { ask: 'open' }>;

interface Task {
  readonly file: PagedFile;
  /** Undefined only opens the file. */
  readonly ask: PageAsk | undefined;
  readonly settle: (outcome: { answer: Answered } | { error: unknown }) => void;
}

interface Thread {
  readonly worker: Worker;
  holds: PagedFile['key'] | undefined;
  pages: number;
  busy: boolean;
  /** Frees memory when nothing has come for a while. */
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 30_000;
/** For the thread's own objects; the libraries' memory has a separate limit. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 } as const;

/**
 * Opens files and reads or draws their pages in low-priority threads. A page that hangs or crashes its thread fails alone: the
 * thread is replaced, and opens the file again for the next page.
 */
export class PageReader {
  readonly #limits: Limits;
  readonly #threads: Thread[] = [];
  readonly #waiting: Task[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get threads() {
    return this.#limits.threads;
  }

  /** Returns the number of pages. */
  async open(file: PagedFile): Promise<number> {
    const answer = await this.#run(file, undefined);
    return answer.say === 'opened' ? answer.pages : 0;
  }

  /** Returns the codes on a page, counted from 0. */
  async read(file: PagedFile, page: number) {
    const answer = await this.#run(file, { ask: 'read', page });
    if (answer.say !== 'read') throw new PageFailed('no answer');
    return answer.codes;
  }

  /** Draws a PDF page, counted from 0, as PNG. */
  async draw(file: PagedFile, page: number): Promise<Buffer> {
    const answer = await this.#run(file, { ask: 'draw', page });
    if (answer.say !== 'drawn') throw new PageFailed('no answer');
    return Buffer.from(answer.png.buffer, answer.png.byteOffset, answer.png.byteLength);
  }

  #run(file: PagedFile, ask: Task['ask']): Promise<Answered> {
    if (this.#waiting.length >= this.#limits.waiting) throw new TooManyWaiting();
    return new Promise((resolve, reject) => {
      const settle: Task['settle'] = (outcome) =>
        'answer' in outcome ? resolve(outcome.answer) : reject(outcome.error);
      this.#waiting.push({ file, ask, settle });
      this.#next();
    });
  }

  #next() {
    const [task] = this.#waiting;
    const thread = task && this.#freeThread(task.file);
    if (!thread) return;
    this.#waiting.shift();
    void this.#work(thread, task);
  }

  /** A free thread that has the file open, otherwise any, otherwise a new one. */
  #freeThread({ key }: PagedFile): Thread | undefined {
    const free = this.#threads.filter(({ busy }) => !busy);
    const found = free.find(({ holds }) => holds === key);
    if (found) return found;
    return this.#threads.length < this.#limits.threads ? this.#start() : free[0];
  }

  #start(): Thread {
    const url = new URL('./read-thread.ts', import.meta.url);
    // The libraries' messages about broken files are discarded.
    const worker = new Worker(url, { resourceLimits: HEAP, stdout: true, stderr: true });
    worker.unref();
    // Without a listener, a thread that dies while idle would end the process.
    worker.on('error', () => undefined);
    const thread: Thread = { worker, holds: undefined, pages: 0, busy: false, idle: undefined };
    worker.once('exit', () => this.#forget(thread));
    this.#threads.push(thread);
    return thread;
  }

  #forget(thread: Thread) {
    clearTimeout(thread.idle);
    const at = this.#threads.indexOf(thread);
    if (at >= 0) this.#threads.splice(at, 1);
  }

  #end(thread: Thread) {
    this.#forget(thread);
    void thread.worker.terminate();
  }

  async #work(thread: Thread, task: Task) {
    clearTimeout(thread.idle);
    thread.busy = true;
    thread.worker.ref();
    try {
      const opened = await this.#open(thread, task.file);
      const answer = task.ask ? await this.#ask(thread, task.ask, this.#limits.pageMs) : opened;
      // A file that was only opened may be large and is not needed anymore.
      if (!task.ask) this.#end(thread);
      task.settle({ answer });
    } catch (error) {
      // After a failure the state of its memory is unknown.
      this.#end(thread);
      task.settle({ error });
    }
    thread.busy = false;
    thread.worker.unref();
    thread.idle = setTimeout(() => this.#end(thread), IDLE_MS);
    thread.idle.unref();
    this.#next();
  }

  async #open(thread: Thread, { key, kind, load }: PagedFile): Promise<Answered> {
    if (thread.holds === key) return { say: 'opened', pages: thread.pages };
    thread.holds = undefined;
    const bytes = await load();
    const answer = await this.#ask(thread, { ask: 'open', kind, bytes }, this.#limits.openMs);
    thread.holds = key;
    thread.pages = answer.say === 'opened' ? answer.pages : 0;
    return answer;
  }

  #ask({ worker }: Thread, asked: ToReader, ms: number): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', fail).off('exit', end);
        settle();
      };
      const onMessage = (message: FromReader) =>
        done(() => {
          if (message.say === 'refused') reject(new FileRefused(message.fault));
          else if (message.say === 'failed') reject(new PageFailed('the page is broken'));
          else resolve(message);
        });
      const fail = () => done(() => reject(new PageFailed('the page broke its thread')));
      const end = () => done(() => reject(new PageFailed('the thread ended')));
      const timer = setTimeout(() => done(() => reject(new PageFailed('the page took too long'))), ms);
      worker.on('message', onMessage).on('error', fail).on('exit', end);
      worker.postMessage(asked, movedWith(asked));
    });
  }
}

/** Bytes nobody else uses are transferred without copying. */
const movedWith = (asked: ToReader) => {
  if (asked.ask !== 'open') return [];
  const { buffer, byteLength } = asked.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
};

/** Time to read a file's table without its pages; anything slower unpacks endlessly. */
const OPEN_MS = 30_000;
const PAGE_MS = 60_000;
const SHOWN_MS = 15_000;

/** For pages of uploads, with one thread per processor, at most two. */
export const uploadReader = new PageReader({
  threads: Math.min(2, availableParallelism()),
  openMs: OPEN_MS,
  pageMs: PAGE_MS,
  waiting: 1_000,
});

/** For what a user is waiting for: a file being sent, or a page being viewed. A page that hangs makes the others wait. */
export const deskReader = new PageReader({ threads: 1, openMs: OPEN_MS, pageMs: SHOWN_MS, waiting: 50 });
