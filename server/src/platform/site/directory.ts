import { stat } from 'node:fs/promises';
import { readSites, type SitesFile, sitesPath, writeSites } from '../config/config.ts';
import { MemorySchedule, type Schedule } from '../jobs/schedule.ts';

/** How soon a process knows of a change that another one made: well within the five seconds that are promised. */
export const FOLLOW_MS = 2_000;

/** Which agencies there are, where their databases lie, and when their jobs are due. */
export interface Directory {
  /** Undefined before the first start. */
  read(): Promise<SitesFile | undefined>;
  /** One change at a time, whole or not at all; answers what it is by now. */
  change(work: (file: SitesFile | undefined) => SitesFile): Promise<SitesFile>;
  /** Tells what there is, and of each change, by whomever it was made, until it is stopped. */
  follow(onChange: (file: SitesFile) => void, onError: (error: unknown) => void): { stop(): void };
  /** Whether it answers. */
  check(): Promise<void>;
  readonly schedule: Schedule;
}

/** Asks again and again, one question at a time. */
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

/** DATA_DIR/sites.json, of the one process that an embedded database has; an operator may write it too. */
export class FileDirectory implements Directory {
  readonly schedule = new MemorySchedule();
  readonly #dataDir: string;
  readonly #check: () => Promise<unknown>;

  /** `check`: whether the database answers. */
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
