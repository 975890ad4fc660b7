import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { LookedAt } from '@homecare/domain/access-log/looked-at.ts';
import type { Statements } from '../db/connections.ts';
import type { Log } from '../log/log.ts';
import { type Entry, writeEntries } from './entries.ts';

/** One answer that showed something of a person: who asked, when, from where, with which call. */
export interface Recorded extends LookedAt {
  readonly at: string;
  readonly accountId: number;
  readonly address: string;
  readonly call: string;
  readonly request: string;
}

/** Neither the disk nor the memory takes another look: what was asked for is not answered. */
export class AccessLogFull extends Error {}

export interface AccessLog {
  /** Safe from an end of the process when it returns. */
  record(look: Recorded): void;
  /** Brings all that was recorded until now into the database. */
  drain(): Promise<void>;
  /** Takes over what ended processes left behind. */
  adopt(): Promise<void>;
  close(): Promise<void>;
}

const DRAIN_MS = 1_000;
/** A file takes looks for so long; afterwards it is emptied and removed. */
const FILE_MS = 10 * 60_000;
const FILE_BYTES = 4 * 1024 * 1024;
/** Nobody writes to a file that was last written so long ago: it was left behind, and may be removed when it is empty. */
const LEFT_MS = 6 * FILE_MS;
/** What is read of a file at once; no look is longer than a part of it. */
const CHUNK = 256 * 1024;
/** Looks in memory while the disk is full. */
const MOST_WAITING = 20_000;
const SUFFIX = '.looks';

export const journalFolder = (dataDir: string, site: string) => path.join(dataDir, 'access', site);

interface OpenFile {
  readonly name: string;
  readonly handle: number;
  readonly since: number;
  readonly ending: NodeJS.Timeout;
  bytes: number;
}

interface Options {
  readonly folder: string;
  readonly pool: Statements;
  readonly log: Log;
  /** By a short timer after a look; else by whoever asks. */
  readonly drainsItself: boolean;
}

/**
 * Looks go to a file of this process before they are answered: one write into the page cache, which an end of the process
 * does not touch. From there they come into the table, many at once (docs/decisions/0161-looks-go-through-a-journal.md).
 */
export class Journal implements AccessLog {
  readonly #options: Options;
  /** In the names of its files: of all others nobody knows whether they are still written to. */
  readonly #mark = randomBytes(8).toString('hex');
  readonly #names = new Set<string>();
  readonly #positions = new Map<string, number>();
  #file: OpenFile | undefined;
  #waiting: string[] = [];
  #soon: NodeJS.Timeout | undefined;
  #draining: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  record({ at, accountId, address, call, way, subjects, rows, filter, request }: Recorded) {
    const entry: Entry = [at, accountId, address, call, way, subjects, rows, filter, request];
    this.#write(`${JSON.stringify(entry)}\n`);
    this.#drainSoon();
  }

  #write(line: string) {
    const { length } = this.#waiting;
    if (length > 0 || !this.#append(line)) {
      if (length >= MOST_WAITING) throw new AccessLogFull('no look can be recorded');
      this.#waiting.push(line);
    }
  }

  /** False: the disk does not take it. Half a line is taken back. */
  #append(line: string): boolean {
    let file: OpenFile | undefined;
    try {
      file = this.#fileNow();
      const bytes = Buffer.from(line);
      const written = writeSync(file.handle, bytes);
      if (written !== bytes.length) throw new Error('the disk took half a line');
      file.bytes += written;
      return true;
    } catch {
      if (file) this.#takeBack(file);
      return false;
    }
  }

  #takeBack({ handle, bytes }: OpenFile) {
    try {
      ftruncateSync(handle, bytes);
    } catch {
      // A file whose end is not known takes nothing more: half a line at its end is not read.
      this.#endFile();
    }
  }

  #fileNow(): OpenFile {
    const file = this.#file;
    // The timer is late where the machine was asleep.
    if (file && Date.now() - file.since < FILE_MS && file.bytes < FILE_BYTES) return file;
    this.#endFile();
    const { folder } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = `${Date.now()}-${this.#mark}${SUFFIX}`;
    const handle = openSync(path.join(folder, name), 'ax', 0o600);
    const ending = setTimeout(() => {
      this.#endFile();
      this.#drainSoon();
    }, FILE_MS).unref();
    const opened = { name, handle, since: Date.now(), ending, bytes: 0 };
    this.#file = opened;
    this.#names.add(name);
    this.#positions.set(name, 0);
    return opened;
  }

  #endFile() {
    if (!this.#file) return;
    clearTimeout(this.#file.ending);
    closeSync(this.#file.handle);
    this.#file = undefined;
  }

  #drainSoon() {
    if (this.#soon || !this.#options.drainsItself) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      void this.#drainOrSay();
    }, DRAIN_MS).unref();
  }

  /** What the database does not take now stays in the files. */
  async #drainOrSay() {
    try {
      await this.drain();
      this.#isFailing = false;
    } catch {
      if (!this.#isFailing)
        this.#options.log.warn('looks wait in the journal: the database does not take them');
      this.#isFailing = true;
      this.#drainSoon();
    }
  }

  async adopt() {
    for (const name of await readdir(this.#options.folder).catch(() => []))
      if (name.endsWith(SUFFIX)) this.#names.add(name);
    await this.#drainOrSay();
  }

  async drain(): Promise<void> {
    await this.#draining?.catch(() => undefined);
    this.#draining ??= this.#drainAll().finally(() => {
      this.#draining = undefined;
    });
    await this.#draining;
  }

  async #drainAll() {
    while (this.#waiting[0] !== undefined && this.#append(this.#waiting[0])) this.#waiting.shift();
    if (this.#waiting.length > 0) this.#drainSoon();
    for (const name of [...this.#names].toSorted()) await this.#drainFile(name);
  }

  async #drainFile(name: string) {
    const file = path.join(this.#options.folder, name);
    const opened = await open(file, 'r').catch(() => undefined);
    if (!opened) return this.#forget(name);
    // Before it is read: one that ends in the meantime may have taken a look since, and is emptied by the next drain.
    const isEnded = this.#file?.name !== name;
    try {
      while (await this.#drainChunk(name, opened));
    } finally {
      await opened.close();
    }
    if (isEnded) await this.#removeEmptied(name, file);
  }

  /** True while there may be more. */
  async #drainChunk(name: string, opened: Awaited<ReturnType<typeof open>>): Promise<boolean> {
    const { pool } = this.#options;
    const position = this.#positions.get(name) ?? (await readPosition(pool, name));
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(CHUNK), 0, CHUNK, position);
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    if (end === 0) return false;
    const part = { name, from: position, to: position + end };
    const isMoved = await writeEntries(pool, part, this.#readEntries(buffer.toString('utf8', 0, end)));
    // Another process was faster: where it came to is asked again.
    if (isMoved) this.#positions.set(name, position + end);
    else this.#positions.delete(name);
    return true;
  }

  /** After a power cut a page of the file may be empty: what cannot be read is said, and passed over. */
  #readEntries(text: string): Entry[] {
    return text
      .trimEnd()
      .split('\n')
      .flatMap((line): Entry[] => {
        try {
          return [JSON.parse(line)];
        } catch {
          this.#options.log.warn('a line of the journal of looks cannot be read');
          return [];
        }
      });
  }

  /** An own file when it was ended; one that was left behind when nobody can write to it any more. */
  async #removeEmptied(name: string, file: string) {
    const isOwn = name.includes(this.#mark);
    const { mtimeMs } = await stat(file);
    if (!isOwn && Date.now() - mtimeMs < LEFT_MS) return;
    await unlink(file);
    this.#forget(name);
  }

  #forget(name: string) {
    this.#names.delete(name);
    this.#positions.delete(name);
  }

  async close() {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#endFile();
    if (this.#names.size > 0) await this.#drainOrSay();
    clearTimeout(this.#soon);
  }
}

const readPosition = async (pool: Statements, name: string): Promise<number> => {
  const { rows } = await pool.query<{ position: string }>({
    name: 'access_journal',
    text: 'select position from access_journals where name = $1',
    values: [name],
  });
  return Number(rows[0]?.position ?? 0);
};
