import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { OpenedSite } from '../site/sites.ts';
import { type Job, nextTimed } from './job.ts';
import { type DueSite, MemorySchedule, type Schedule } from './schedule.ts';
import { PATIENCE, type Patience, SiteJobs } from './site-jobs.ts';

const TICK_MS = 1_000;
/** How many agencies are processed in parallel. One that takes long, above all to open, no longer counts. */
const SITES_AT_ONCE = 4;
const RENEW_MS = 4_000;
const USED_MS = 30_000;
/** After a change, wait this long, so that several in a row are handled together and the user is answered first. */
const AFTER_CHANGE_MS = 40;
/** Retry after this if an agency's jobs could not be read. */
const AGAIN_MS = 5_000;

export interface JobRunner {
  stop(): Promise<void>;
}

interface Running {
  readonly schedule: Schedule;
  /** Undefined if the agency no longer exists. */
  readonly open: (name: string) => Promise<OpenedSite | undefined>;
  readonly jobs: readonly Job[];
  readonly log: Log;
  /** Agencies used since the last call. */
  readonly takeUsed: () => readonly string[];
  readonly patience?: Patience;
}

/** Runs the jobs of all agencies in this process. It checks once a second, however many agencies there are. */
export class JobsOfSites implements JobRunner {
  readonly #of: Running;
  readonly #bySite = new WeakMap<OpenedSite, SiteJobs>();
  readonly #started = new Set<SiteJobs>();
  /** Agencies being processed, and since when. */
  readonly #claimed = new Map<string, number>();
  readonly #soon = new Map<string, NodeJS.Timeout>();
  readonly #under = new Set<Promise<void>>();
  #renewed = 0;
  #used = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  #isLooking = false;
  readonly #timer: NodeJS.Timeout;

  constructor(of: Running) {
    this.#of = of;
    this.#timer = setInterval(() => void this.#look(), TICK_MS);
    void this.#look();
  }

  /** Call when an agency is opened, because its changes may queue jobs. */
  follow(site: OpenedSite) {
    site.pool.onWritten = () => this.#lookSoon(site);
  }

  /** The agency was closed, or will be opened again with other settings. */
  forget(site: OpenedSite) {
    site.pool.onWritten = () => undefined;
    const jobs = this.#bySite.get(site);
    if (!jobs || !this.#started.delete(jobs)) return;
    this.#start(jobs.stop());
  }

  async #look() {
    if (this.#isLooking || this.#isStopped) return;
    this.#isLooking = true;
    const { schedule, takeUsed } = this.#of;
    const now = performance.now();
    try {
      if (now - this.#used > USED_MS) {
        this.#used = now;
        const used = takeUsed();
        if (used.length > 0) await schedule.use(used);
      }
      if (this.#claimed.size > 0 && now - this.#renewed > RENEW_MS) {
        this.#renewed = now;
        await schedule.renew([...this.#claimed.keys()]);
      }
      const busy = [...this.#claimed.values()].filter((since) => now - since < PATIENCE.longMs).length;
      const due = busy < SITES_AT_ONCE ? await schedule.claim(SITES_AT_ONCE - busy) : [];
      for (const site of due) this.#start(this.#runDue(site));
    } catch {
      // The directory is unavailable, as /readyz shows; try again in a second.
    } finally {
      this.#isLooking = false;
    }
  }

  #start(work: Promise<void>) {
    const under = work.finally(() => this.#under.delete(under));
    this.#under.add(under);
  }

  async #runDue({ name, since, isResting }: DueSite) {
    const { schedule, open, jobs, log } = this.#of;
    this.#claimed.set(name, performance.now());
    const ran = Date.now();
    let next = ran + AGAIN_MS;
    let upTo = since;
    try {
      const site = await open(name);
      if (!site) return;
      const queued = await this.#jobsOf(site).run(since);
      upTo = ran;
      if (isResting) site.pool.closeIdle();
      const timed = nextTimed(jobs, ran, { site: name, isResting });
      // Due jobs that all workers were too busy to take are no reason to check without pause.
      next = Math.max(Date.now() + TICK_MS, Math.min(queued ?? timed, timed));
    } catch {
      log.ofSite(name).warn('jobs: this agency could not be looked at; it is tried again');
    } finally {
      this.#claimed.delete(name);
      await schedule.settle(name, upTo, next).catch(() => undefined);
    }
    // Another agency need not wait for the next second.
    void this.#look();
  }

  #lookSoon(site: OpenedSite) {
    if (this.#isStopped || this.#soon.has(site.name)) return;
    const timer = setTimeout(() => {
      this.#soon.delete(site.name);
      this.#start(this.#runQueued(site));
    }, AFTER_CHANGE_MS);
    this.#soon.set(site.name, timer);
  }

  async #runQueued(site: OpenedSite) {
    try {
      const next = await this.#jobsOf(site).run();
      if (next !== undefined) await this.#of.schedule.bringForward(site.name, next);
    } catch {
      // The schedule has its due time, at most a minute from the last use.
    }
  }

  #jobsOf(site: OpenedSite): SiteJobs {
    const known = this.#bySite.get(site);
    if (known) return known;
    const made = new SiteJobs(site, this.#of.jobs, this.#of.patience);
    this.#bySite.set(site, made);
    this.#started.add(made);
    return made;
  }

  async stop() {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const timer of this.#soon.values()) clearTimeout(timer);
    const { graceMs } = this.#of.patience ?? PATIENCE;
    const grace = pause(graceMs, undefined, { ref: false });
    await Promise.all([...this.#started].map((jobs) => jobs.stop()));
    // Answers in progress and the database end after the jobs, so nothing may run on for long.
    await Promise.race([Promise.allSettled(this.#under), grace]);
  }
}

/** Runs the jobs of one site in this process until stopped. */
export const runJobs = async (
  site: OpenedSite,
  jobs: readonly Job[],
  {
    patience = PATIENCE,
    schedule = new MemorySchedule([site.name]),
  }: Partial<Pick<Running, 'patience' | 'schedule'>> = {},
): Promise<JobRunner> => {
  const runner = new JobsOfSites({
    schedule,
    patience,
    open: async () => site,
    jobs,
    log: site.log,
    takeUsed: () => [site.name],
  });
  runner.follow(site);
  return runner;
};
