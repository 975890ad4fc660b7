import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { LookedAt } from '@homecare/domain/access-log/looked-at.ts';
import type { Statements } from '../db/connections.ts';
import type { Log } from '../log/log.ts';
import { type Entry, writeEntries } from './entries.ts';

/** An answer that showed something of a person: who asked, when, from where, with which call. */
export interface Recorded extends LookedAt {
  readonly at: string;
  readonly accountId: number;
  readonly address: string;
  readonly call: string;
  readonly request: string;
}

/** Neither disk nor memory can take another look, so the request is not answered. */
export class AccessLogFull extends Error {}

export interface AccessLog {
  /** Survives the end of the process once it returns. */
  record(look: Recorded): void;
  /** Writes everything recorded so far to the database. */
  drain(): Promise<void>;
  /** Takes over what ended processes left behind. */
  adopt(): Promise<void>;
  close(): Promise<void>;
}

const DRAIN_MS = 1_000;
/** A file is used for this long, then emptied and removed. */
const FILE_MS = 10 * 60_000;
const FILE_BYTES = 4 * 1024 * 1024;
/** A file last written this long ago has no writer: it was left behind, and may be removed when empty. */
const LEFT_MS = 6 * FILE_MS;
/** How much of a file is read at once; every look is shorter. */
const CHUNK = 256 * 1024;
/** How many looks are kept in memory while the disk is full. */
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
  /** True to drain by a short timer after a look; otherwise whoever calls drain does. */
  readonly drainsItself: boolean;
}

/**
 * Looks are written to a file of this process before they are answered: one write into the page cache, which survives the end of the
 * process. From there they are moved to the table, many at once (docs/decisions/0161-looks-go-through-a-journal.md).
 */
export class Journal implements AccessLog {
  readonly #options: Options;
  /** Part of its files' names; for all other files it is unknown whether they are still being written. */
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

  /** Returns false if the disk is full. A partial line is removed. */
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
      // If the file's end is unknown, it is not used anymore; a partial line at its end is ignored.
      this.#endFile();
    }
  }

  #fileNow(): OpenFile {
    const file = this.#file;
    // The timer is late if the machine was asleep.
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

  /** What the database cannot take now stays in the files. */
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
    // Checked before reading: a file ended meanwhile may contain a newer look, and is emptied by the next drain.
    const isEnded = this.#file?.name !== name;
    try {
      while (await this.#drainChunk(name, opened));
    } finally {
      await opened.close();
    }
    if (isEnded) await this.#removeEmptied(name, file);
  }

  /** Returns true while there may be more. */
  async #drainChunk(name: string, opened: Awaited<ReturnType<typeof open>>): Promise<boolean> {
    const { pool } = this.#options;
    const position = this.#positions.get(name) ?? (await readPosition(pool, name));
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(CHUNK), 0, CHUNK, position);
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    if (end === 0) return false;
    const part = { name, from: position, to: position + end };
    const isMoved = await writeEntries(pool, part, this.#readEntries(buffer.toString('utf8', 0, end)));
    // Another process was faster, so read its position again.
    if (isMoved) this.#positions.set(name, position + end);
    else this.#positions.delete(name);
    return true;
  }

  /** After a power cut, a page of the file may be empty. What cannot be read is reported and skipped. */
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

  /** Removes one's own file once it has ended, and a left-behind file once nobody can be writing it. */
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
