import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Scope } from '../auth/scope.ts';
import { QUIET, type SitePool } from '../db/connections.ts';
import { requestOfPayload, withOrigin } from '../log/origin.ts';
import type { SettableSite } from '../site/site.ts';
import { type Job, timedSince } from './job.ts';

/**
 * An agency's queue uses the tables of graphile-worker, filled by its `add_job`. The library's own runner listens and polls every
 * database every two seconds; ours takes what is due when notified (docs/decisions, 104).
 */
const AT_ONCE = 2;
/** A worker that does not renew its row is dead, and its jobs go to others. */
const WORKER_SECONDS = 15;
/** How long others wait for a running job. */
export const PATIENCE = {
  /** Timed jobs, and jobs that become due, then run next to it. */
  longMs: 10_000,
  /** At the end of the process. */
  graceMs: 8_000,
};
export type Patience = typeof PATIENCE;

/** The worker's row is written before its first job, so that every job has a holder. */
const TAKE = `${QUIET} with due as (
    select job.id, job.job_queue_id from graphile_worker._private_jobs job
    where job.is_available and job.run_at <= now()
      and job.task_id in (select id from graphile_worker._private_tasks where identifier = any($2))
      and (job.job_queue_id is null or job.job_queue_id in (
        select id from graphile_worker._private_job_queues where is_available for update skip locked))
    order by job.priority, job.run_at limit 1 for update skip locked
  ), worker as (
    insert into job_workers (worker_id, until) select $1, now() + make_interval(secs => ${WORKER_SECONDS}) from due
    on conflict (worker_id) do update set until = excluded.until
  ), queue as (
    update graphile_worker._private_job_queues queue set locked_by = $1, locked_at = now()
    from due where queue.id = due.job_queue_id
  )
  update graphile_worker._private_jobs job set attempts = job.attempts + 1, locked_by = $1, locked_at = now()
  from due where job.id = due.id
  returning job.id::text, job.attempts, job.payload,
    (select identifier from graphile_worker._private_tasks task where task.id = job.task_id) as name`;

const END_QUEUE = `update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
  from ended where queue.id = ended.job_queue_id and queue.locked_by = $2`;
const COMPLETE = `${QUIET} with ended as (delete from graphile_worker._private_jobs where id = $1 and locked_by = $2
  returning job_queue_id) ${END_QUEUE}`;
/**
 * Retries later each time, as the library does. A job whose successor was queued while it ran has lost its key and tries; the
 * successor does its work, so it is deleted.
 */
const FAIL = `${QUIET} with over as (delete from graphile_worker._private_jobs
    where id = $1 and locked_by = $2 and key is null and attempts >= max_attempts returning job_queue_id),
  later as (update graphile_worker._private_jobs set last_error = $3, locked_by = null, locked_at = null,
    run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
  where id = $1 and locked_by = $2 and not (key is null and attempts >= max_attempts) returning job_queue_id),
  ended as (select * from over union all select * from later) ${END_QUEUE}`;

const RENEW = `${QUIET} update job_workers set until = now() + make_interval(secs => ${WORKER_SECONDS}) where worker_id = $1 returning 1`;
const FREE = `${QUIET} with gone as (delete from job_workers where until < now() or worker_id = $1 returning worker_id),
    workers as (select array_agg(worker_id) as ids from gone)
  select graphile_worker.force_unlock_workers(ids) from workers where ids is not null`;

const ADD_TIMED = `${QUIET} select graphile_worker.add_job(name, json_build_object('_cron', true), job_key => 'timed ' || name)
  from unnest($1::text[]) as name`;
/**
 * A dead worker's jobs become free when its row expires, and another process looks then rather than at the next timed job. What
 * waits for its turn in a queue is taken by whoever ends the one before.
 */
const NEXT = `${QUIET} with own as (select id from graphile_worker._private_tasks where identifier = any($1)),
    looks as (select run_at as at from graphile_worker._private_jobs job where job.is_available and job.task_id in (select id from own)
        and (job.job_queue_id is null or exists (
          select from graphile_worker._private_job_queues queue where queue.id = job.job_queue_id and queue.is_available))
      union all
      select worker.until from job_workers worker where worker.worker_id <> $2 and exists (
        select from graphile_worker._private_jobs job where job.locked_by = worker.worker_id and job.task_id in (select id from own)))
  select extract(epoch from min(at)) * 1000 as next from looks`;

interface Taken {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  readonly payload: unknown;
}

/** Everything a job logs names the job and the request that queued it. */
const observeJob = (site: SettableSite, taken: Taken, work: () => Promise<void>): Promise<void> => {
  const origin = { jobId: taken.id, request: requestOfPayload(taken.payload), agency: site.name };
  return withOrigin(origin, async () => {
    const { log } = site;
    const about = { job: taken.name, attempt: taken.attempts };
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
};

/** An agency's jobs in this process; several processes share its queue. */
export class SiteJobs {
  readonly #site: SettableSite;
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #names: readonly string[];
  readonly #ending = new AbortController();
  #worker = newWorker();
  #renewal: NodeJS.Timeout | undefined;
  readonly #loops = new Set<Promise<void>>();
  readonly #patience: Patience;

  constructor(site: SettableSite, jobs: readonly Job[], patience: Patience = PATIENCE) {
    this.#site = site;
    this.#patience = patience;
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#names = [...this.#jobs.keys()];
  }

  /**
   * Runs due jobs until none is left, including timed ones due after `since`. Returns when the next queued one is due. Jobs that
   * arrive meanwhile are taken too; long ones continue after it returns.
   */
  async run(since?: number): Promise<number | undefined> {
    const { pool } = this.#site;
    if (this.#ending.signal.aborted) return undefined;
    if (since !== undefined) {
      await pool.query(FREE, [this.#loops.size === 0 ? this.#worker : '']);
      const timed = timedSince([...this.#jobs.values()], since, Date.now());
      if (timed.length > 0) await pool.query(ADD_TIMED, [timed]);
    }
    // Two workers for a full check; one for a change, next to those already running.
    const started: Promise<void>[] = [];
    while (this.#loops.size < AT_ONCE && started.length < (since === undefined ? 1 : AT_ONCE)) {
      const loop = this.#work().finally(() => this.#loops.delete(loop));
      this.#loops.add(loop);
      started.push(loop);
    }
    await Promise.race([Promise.all(started), this.#long()]);
    if (this.#ending.signal.aborted) return undefined;
    const { rows } = await pool.query<{ next: string | null }>(NEXT, [this.#names, this.#worker]);
    return rows[0]?.next == null ? undefined : Number(rows[0].next);
  }

  #long() {
    const { signal } = this.#ending;
    return pause(this.#patience.longMs, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Runs one job after the other until none is due. */
  async #work() {
    const { pool } = this.#site;
    while (!this.#ending.signal.aborted) {
      const { rows } = await pool.query<Taken>(TAKE, [this.#worker, this.#names]);
      const [taken] = rows;
      if (!taken) return;
      this.#renew();
      await this.#one(taken);
      if (this.#loops.size <= 1) this.#rest();
    }
  }

  async #one(taken: Taken) {
    const { pool } = this.#site;
    const worker = this.#worker;
    try {
      await observeJob(this.#site, taken, async () => {
        const job = this.#jobs.get(taken.name);
        if (!job) throw new Error('a job of this name is not known');
        await job.run(await Scope.startJob(this.#site, taken.name), taken.payload, this.#ending.signal);
      });
      await pool.query(COMPLETE, [taken.id, worker]);
    } catch (error) {
      const message = error instanceof Error ? error.message.slice(0, 500) : String(error);
      await pool.query(FAIL, [taken.id, worker, message]);
    }
  }

  #renew() {
    this.#renewal ??= setInterval(
      async () => {
        const worker = this.#worker;
        const renewed = await this.#site.pool.query(RENEW, [worker]).catch(() => undefined);
        // Taken for dead in the meantime, so its running jobs can no longer be finished by it.
        if (renewed?.rowCount === 0 && worker === this.#worker) this.#worker = newWorker();
      },
      (WORKER_SECONDS * 1_000) / 3,
    ).unref();
  }

  #rest() {
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  /** Running jobs end early or go back into the queue. */
  async stop() {
    this.#ending.abort();
    const grace = pause(this.#patience.graceMs, undefined, { ref: false });
    await Promise.race([Promise.allSettled(this.#loops), grace]);
    this.#rest();
    await freeWorker(this.#site.pool, this.#worker);
  }
}

const newWorker = () => `worker-${randomUUID()}`;

const freeWorker = (pool: SitePool, worker: string) => pool.query(FREE, [worker]).catch(() => undefined);
