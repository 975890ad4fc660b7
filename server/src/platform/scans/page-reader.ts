import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromReader, OpenFault, ToReader } from './read-thread.ts';

/** A file whose pages are asked for; `key` names its bytes, which are fetched once for each thread that opens it. */
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
/** This page cannot be read: the others can. */
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
  /** Undefined: the file is only opened. */
  readonly ask: PageAsk | undefined;
  readonly settle: (outcome: { answer: Answered } | { error: unknown }) => void;
}

interface Thread {
  readonly worker: Worker;
  holds: PagedFile['key'] | undefined;
  pages: number;
  busy: boolean;
  /** Memory is given back when nothing came for a while. */
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 30_000;
/** Of the thread's own objects; the libraries' memories have a limit of their own. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 } as const;

/**
 * Opens files and reads or draws their pages in threads of low priority. A page that hangs or breaks its thread fails alone:
 * the thread is replaced, and opens the file anew for the next page.
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

  /** Number of its pages. */
  async open(file: PagedFile): Promise<number> {
    const answer = await this.#run(file, undefined);
    return answer.say === 'opened' ? answer.pages : 0;
  }

  /** Codes of a page, from 0. */
  async read(file: PagedFile, page: number) {
    const answer = await this.#run(file, { ask: 'read', page });
    if (answer.say !== 'read') throw new PageFailed('no answer');
    return answer.codes;
  }

  /** A page of a PDF, from 0, as PNG. */
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

  /** One that has the file open, else any, else a new one. */
  #freeThread({ key }: PagedFile): Thread | undefined {
    const free = this.#threads.filter(({ busy }) => !busy);
    const found = free.find(({ holds }) => holds === key);
    if (found) return found;
    return this.#threads.length < this.#limits.threads ? this.#start() : free[0];
  }

  #start(): Thread {
    const url = new URL('./read-thread.ts', import.meta.url);
    // What the libraries say of broken files is for nobody.
    const worker = new Worker(url, { resourceLimits: HEAP, stdout: true, stderr: true });
    worker.unref();
    // Without a listener a thread that dies idle would end the process.
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
      // A file that was only opened is looked at no more: it may be large.
      if (!task.ask) this.#end(thread);
      task.settle({ answer });
    } catch (error) {
      // After a failure nobody knows what state its memory is in.
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

/** Bytes that nobody else looks at go over without being copied. */
const movedWith = (asked: ToReader) => {
  if (asked.ask !== 'open') return [];
  const { buffer, byteLength } = asked.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
};

/** The table of a file, without its pages: what takes longer unpacks without end. */
const OPEN_MS = 30_000;
const PAGE_MS = 60_000;
const SHOWN_MS = 15_000;

/** Pages of uploads: as many at once as there are processors, at most two. */
export const uploadReader = new PageReader({
  threads: Math.min(2, availableParallelism()),
  openMs: OPEN_MS,
  pageMs: PAGE_MS,
  waiting: 1_000,
});

/** What somebody waits for: a file that is being sent, a page that is looked at; one that hangs keeps the others waiting. */
export const deskReader = new PageReader({ threads: 1, openMs: OPEN_MS, pageMs: SHOWN_MS, waiting: 50 });
