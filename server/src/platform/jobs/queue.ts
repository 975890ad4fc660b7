import { sql } from 'kysely';
import { PREPARED } from '../db/prepared.ts';
import type { Db } from '../db/rows.ts';
import type { Site } from '../site/site.ts';

export interface QueuedJob {
  /** The id of the row it is about. */
  readonly id?: number;
  /** When it is to run (ISO); by default as soon as this transaction has ended. */
  readonly at?: string | undefined;
  /** Jobs with this name run one after the other. */
  readonly inTurn?: boolean;
  /** How often it is tried; 25 times by default, finally hours apart. */
  readonly tries?: number;
}

/** Queues a job. A waiting or dead one of the same row starts over, and a running one is followed by another run. */
export const queueJob = async (
  db: Db,
  name: string,
  { id, at, inTurn = false, tries }: QueuedJob = {},
): Promise<void> => {
  const key = `${name} ${id ?? (at === undefined ? 'now' : 'later')}`;
  await sql`select queue_job(${name}, ${key}, ${JSON.stringify({ id })}::jsonb, ${at ?? null}::timestamptz,
    ${inTurn ? name : null}, ${tries ?? null}::int) ${PREPARED}`.execute(db);
};

interface QueueState {
  readonly site: string;
  readonly job: string;
  /** Ready for a worker. */
  readonly due: number;
  readonly running: number;
  /** Scheduled for later. */
  readonly later: number;
  /** Have failed as often as allowed, and are no longer tried. */
  readonly dead: number;
  readonly oldestSeconds: number;
}

/** What waits in a site's queue. */
export const queueState = async ({ name, pool }: Site): Promise<QueueState[]> => {
  const { rows } = await pool.query<Omit<QueueState, 'site'>>(
    `select task_identifier as job,
        count(*) filter (where is_due)::int as due,
        count(*) filter (where locked_at is not null)::int as running,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
        count(*) filter (where locked_at is null and attempts >= max_attempts)::int as dead,
        coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestSeconds"
      from graphile_worker.jobs,
        lateral (select locked_at is null and attempts < max_attempts and run_at <= now() as is_due) due
      group by task_identifier`,
  );
  return rows.map((row) => ({ site: name, ...row }));
};
