import { sql } from 'kysely';
import { type Db, queryRow } from '../db/rows.ts';
import type { Site } from '../site/site.ts';

/**
 * Queues a job, one after the other of its name; one that waits or is dead under the same key begins anew. Before the first
 * start of the jobs there is no queue: the timed job finds what was left.
 */
export const queueJob = async (db: Db, name: string, id?: number): Promise<void> => {
  const found = await queryRow<{ isReady: boolean }>(db)`select
    to_regclass('graphile_worker._private_jobs') is not null as "isReady"`;
  if (!found?.isReady) return;
  const key = id === undefined ? name : `${name} ${id}`;
  await sql`select graphile_worker.add_job(${name}, job_payload(${JSON.stringify({ id })}::jsonb),
    queue_name => ${name}, job_key => ${key}, job_key_mode => 'replace')`.execute(db);
};

interface QueueState {
  readonly site: string;
  readonly job: string;
  /** Wait for nothing but a worker. */
  readonly due: number;
  readonly running: number;
  /** Wait for their time. */
  readonly later: number;
  /** Have failed as often as they may: nobody tries again. */
  readonly dead: number;
  readonly oldestSeconds: number;
}

/** What waits in the queue of a site; nothing of a database that does not answer, which /readyz says. */
export const queueState = async ({ name, pool }: Site): Promise<QueueState[]> => {
  const { rows } = await pool
    .query<Omit<QueueState, 'site'>>(
      `select task_identifier as job,
        count(*) filter (where is_due)::int as due,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as dead,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestSeconds"
      from graphile_worker.jobs,
        lateral (select locked_at is null and attempts < max_attempts and run_at <= now() as is_due) due
      group by task_identifier`,
    )
    .catch(() => ({ rows: [] }));
  return rows.map((row) => ({ site: name, ...row }));
};
