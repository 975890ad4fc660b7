import { stat } from 'node:fs/promises';
import { readSites, type SitesFile, sitesPath, writeSites } from '../config/config.ts';
import { MemorySchedule, type Schedule } from '../jobs/schedule.ts';

/** How soon a process learns of another's change: well within the promised five seconds. */
export const FOLLOW_MS = 2_000;

/** The agencies, where their databases are, and when their jobs are due. */
export interface Directory {
  /** Undefined before the first start. */
  read(): Promise<SitesFile | undefined>;
  /** One change at a time, completely or not at all; returns the new content. */
  change(work: (file: SitesFile | undefined) => SitesFile): Promise<SitesFile>;
  /** Reports the content and every change, whoever made it, until stopped. */
  follow(onChange: (file: SitesFile) => void, onError: (error: unknown) => void): { stop(): void };
  /** Resolves if the directory responds. */
  check(): Promise<void>;
  readonly schedule: Schedule;
}

/** Repeats the work, one run at a time. */
export const repeat = (work: () => Promise<void>, onError: (error: unknown) => void) => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(async () => {
      await work().catch(onError);
      if (!isStopped) next();
    }, FOLLOW_MS).unref();
  };
  next();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** DATA_DIR/sites.json, for the single process with an embedded database; an operator may edit it too. */
export class FileDirectory implements Directory {
  readonly schedule = new MemorySchedule();
  readonly #dataDir: string;
  readonly #check: () => Promise<unknown>;

  /** `check` tests whether the database responds. */
  constructor(dataDir: string, check: () => Promise<unknown> = async () => undefined) {
    this.#dataDir = dataDir;
    this.#check = check;
  }

  async read() {
    const file = await readSites(this.#dataDir);
    if (file) this.schedule.follow(new Set(file.sites.map(({ name }) => name)));
    return file;
  }

  async change(work: (file: SitesFile | undefined) => SitesFile) {
    const changed = work(await readSites(this.#dataDir));
    await writeSites(this.#dataDir, changed);
    await this.read();
    return changed;
  }

  follow(onChange: (file: SitesFile) => void, onError: (error: unknown) => void) {
    const place = sitesPath(this.#dataDir);
    const stampOf = async () => {
      const { mtimeMs, size, ino } = await stat(place);
      return `${mtimeMs} ${size} ${ino}`;
    };
    let known = '';
    return repeat(async () => {
      const stamp = await stampOf();
      if (stamp === known) return;
      const file = await this.read();
      known = stamp;
      if (file) onChange(file);
    }, onError);
  }

  async check() {
    await this.#check();
  }
}
