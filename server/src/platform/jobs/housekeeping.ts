import type { Site } from '../site/site.ts';
import type { Job } from './job.ts';

/** Removes hourly what has expired: ended sessions after 90 days, idempotency keys after 24 hours, superseded jobs, and what features purge. */
export const housekeeping = (purges: readonly ((site: Site) => Promise<unknown>)[]): Job => ({
  name: 'housekeeping',
  every: { minutes: 60, at: 17 },
  run: async (scope) => {
    const now = scope.now().toString();
    const { pool } = scope.site;
    await pool.query("delete from idempotency_keys where created < $1::timestamptz - interval '24 hours'", [
      now,
    ]);
    // Clients with an older list answer then read it whole.
    await pool.query("delete from revision_rows where at < $1::timestamptz - interval '24 hours'", [now]);
    await pool.query("delete from sessions where created < $1::timestamptz - interval '90 days'", [now]);
    await pool.query("delete from access_journals where at < $1::timestamptz - interval '90 days'", [now]);
    // Jobs of an ended process whose successors were queued while they ran.
    await pool.query(
      `delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null`,
    );
    for (const purge of purges) await purge(scope.site);
  },
});
