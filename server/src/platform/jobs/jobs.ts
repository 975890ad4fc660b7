import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Job as QueuedJob,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker';
import type pg from 'pg';
import { Scope } from '../auth/scope.ts';
import type { Log } from '../log/log.ts';
import { requestOfPayload, withOrigin } from '../log/origin.ts';
import type { SettableSite, Site } from '../site/site.ts';

/** A job of the server: its own scope, an id of a row as payload at most, safe to run twice; a long one ends early when told. */
export interface Job {
  readonly name: string;
  /** Five crontab fields in UTC; without it the job is only queued by changes. */
  readonly cron?: string;
  readonly run: (scope: Scope, payload: unknown, ending?: AbortSignal) => Promise<void>;
}

const WATCH_EVERY_MS = 10_000;
const AT_ONCE = 2;
const START_AGAIN_MS = 1_000;

export interface JobRunner {
  stop(): Promise<void>;
}

/** All that a job writes down names it, and the request that queued it. */
const observeJob = (log: Log, queued: QueuedJob, work: () => Promise<void>): Promise<void> =>
  withOrigin({ jobId: String(queued.id), request: requestOfPayload(queued.payload) }, async () => {
    const about = { job: queued.task_identifier, attempt: queued.attempts };
    const begun = performance.now();
    const passed = () => Math.round(performance.now() - begun);
    log.event('job-begin', about);
    try {
      await work();
      log.event('job-end', { ...about, ms: passed() });
    } catch (error) {
      log.event('job-failed', { ...about, ms: passed(), error });
      throw error;
    }
  });

/** Runs the jobs of one site in this process until stopped; several processes share the queue. */
export const runJobs = async (site: SettableSite, jobs: readonly Job[]): Promise<JobRunner> => {
  const { log } = site;
  const ending = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    jobs.map(({ name, run: work }): [string, Task] => [
      name,
      (payload, { job: queued }) =>
        observeJob(log, queued, async () => work(await Scope.startJob(site, name), payload, ending.signal)),
    ]),
  );
  const cron: CronItem[] = jobs.flatMap((job) =>
    job.cron ? [{ task: job.name, match: job.cron, options: { backfillPeriod: 0 } }] : [],
  );
  const watch = await watchWorkers(site.pool, log);
  try {
    return await runWatched(site, taskList, cron, watch, ending, log);
  } catch (error) {
    await watch.stop();
    throw error;
  }
};

const runWatched = async (
  site: Site,
  taskList: TaskList,
  cron: CronItem[],
  watch: Awaited<ReturnType<typeof watchWorkers>>,
  ending: AbortController,
  log: Log,
): Promise<JobRunner> => {
  const start = () =>
    run({
      // A failure to say how a job ended is handled by the runner, which gives up; else it would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: site.pool,
      taskList,
      parsedCronItems: parseCronItems(cron),
      concurrency: AT_ONCE,
      noHandleSignals: true,
      // A failed job has a line of its own; what follows the sentence of another failure may hold values.
      logger: new Logger(() => (level, message) => {
        if (level !== 'error' || message.startsWith('Failed task')) return;
        log.warn(`jobs: ${message.split(/[:;'"\n]/, 1)[0]}`);
      }),
      events: watch.events,
    });
  let runner = await start();
  /** A runner that lost the database in the wrong moment gives up: its jobs are freed and another one starts. */
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      await runner.promise.catch(() => undefined);
      if (ending.signal.aborted) return;
      log.warn(`jobs: the runner gave up and is started again`);
      await pause(START_AGAIN_MS);
      try {
        await watch.freeOwn();
        if (!ending.signal.aborted) runner = await start();
      } catch {
        // The database is not back yet.
      }
    }
  };
  const kept = keepRunning();
  // A failure here is no reason not to start: it is done again every ten seconds.
  await watch.freeDead().catch(() => undefined);
  return {
    stop: async () => {
      ending.abort();
      await runner.stop().catch(() => undefined);
      await kept;
      await watch.stop();
    },
  };
};

/** Names this process's workers in job_workers, holds its lock, and frees the jobs of processes whose lock is free. */
const watchWorkers = async (pool: pg.Pool, log: Log) => {
  const { EventEmitter } = await import('node:events');
  const process = randomInt(1, 2 ** 47);
  const events = new EventEmitter();
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
    pool
      .query('insert into job_workers (worker_id, process) values ($1, $2)', [worker.workerId, process])
      .catch((error: unknown) => log.error('job_workers', error));
  });

  let letGo: (() => void) | undefined;
  let stopped = false;
  const hold = async () => {
    if (letGo) return;
    const client = await pool.connect();
    if (stopped) return client.release();
    // A broken client goes back too: one that stays out would keep the pool from ever ending.
    const giveBack = () => {
      client.removeListener('error', giveBack);
      letGo = undefined;
      client.release(true);
    };
    client.on('error', giveBack);
    letGo = giveBack;
    try {
      await client.query('set idle_session_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [process]);
    } catch (error) {
      letGo?.();
      throw error;
    }
  };

  const freeDead = async () => {
    await hold();
    const { rows } = await pool.query<{ process: number }>(
      'select distinct process from job_workers where process <> $1',
      [process],
    );
    for (const row of rows) await freeIfDead(pool, row.process);
  };
  /** Jobs of workers of this process that run no more. */
  const freeOwn = () => pool.query(FREE_JOBS, [process]);
  await hold();
  const timer = setInterval(() => freeDead().catch(() => undefined), WATCH_EVERY_MS);
  timer.unref();
  return {
    events,
    freeDead,
    freeOwn,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await pool.query('delete from job_workers where process = $1', [process]).catch(() => undefined);
      letGo?.();
    },
  };
};

const FREE_JOBS = `with gone as (delete from job_workers where process = $1 returning worker_id)
  select graphile_worker.force_unlock_workers(array_agg(worker_id)) from gone`;

const freeIfDead = async (pool: pg.Pool, process: number) => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ dead: boolean }>('select pg_try_advisory_lock($1) as dead', [
      process,
    ]);
    if (!rows[0]?.dead) return;
    await client.query(FREE_JOBS, [process]);
    await client.query('select pg_advisory_unlock($1)', [process]);
  } finally {
    client.release();
  }
};
