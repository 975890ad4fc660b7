import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { housekeeping } from './housekeeping.ts';
import type { Job } from './job.ts';
import { runJobs } from './jobs.ts';
import { queueJob } from './queue.ts';

const server = await testServer();
afterAll(() => server.stop());
const { pool } = server.site;

const until = (what: () => boolean) => expect.poll(what).toBe(true);

const seen: string[] = [];
const note: Job = {
  name: 'note',
  run: async (scope, payload) => {
    seen.push(`${scope.user.role} ${JSON.stringify(payload)}`);
  },
};

test('a job queued in the transaction of a change runs after its commit, with a scope of its own', async () => {
  const runner = await runJobs(server.site, [note]);
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select graphile_worker.add_job('note', '{\"id\": 1}')");
  await pause(300);
  expect(seen).toEqual([]);
  await client.query('commit');
  client.release();
  await until(() => seen.length === 1);
  expect(seen).toEqual(['job {"id":1}']);
  await runner.stop();
});

test('the job of a killed process is taken over', async () => {
  // A process that died: its worker holds a job and does not renew its row any more.
  await pool.query("insert into job_workers (worker_id, until) values ('worker-gone', now())");
  await pool.query("select graphile_worker.add_job('note', '{\"id\": 2}')");
  await pool.query("update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now()");
  seen.length = 0;
  const runner = await runJobs(server.site, [note]);
  await until(() => seen.length === 1);
  expect(seen).toEqual(['job {"id":2}']);
  await runner.stop();
});

test('the job of a living process is left to it', async () => {
  await pool.query(
    "insert into job_workers (worker_id, until) values ('worker-alive', now() + interval '10 seconds')",
  );
  await pool.query("select graphile_worker.add_job('note', '{\"id\": 3}')");
  await pool.query("update graphile_worker._private_jobs set locked_by = 'worker-alive', locked_at = now()");
  seen.length = 0;
  const runner = await runJobs(server.site, [note]);
  await pause(1_000);
  expect(seen).toEqual([]);
  await runner.stop();
});

test('a job queued while a worker takes the one before it runs once more', async () => {
  const { db } = server.site;
  const worker = await pool.connect();
  await queueJob(db, 'taken');
  await worker.query('begin');
  await worker.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-alive', locked_at = now() where key = 'taken now'",
  );
  const queued = queueJob(db, 'taken');
  await expect
    .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0);
  await worker.query('commit');
  worker.release();
  await queued;
  const { rows } = await pool.query(
    "select locked_by from graphile_worker.jobs where task_identifier = 'taken' order by id",
  );
  expect(rows).toEqual([{ locked_by: 'worker-alive' }, { locked_by: null }]);
});

test('housekeeping removes what is over and nothing else', async () => {
  const user = await server.as('user');
  await pool.query(
    "insert into idempotency_keys (account_id, key, call, created) values (1, 'old-old-old', 'x', $1::timestamptz - interval '25 hours'), (1, 'new-new-new', 'x', $1)",
    [server.clock.now().toString()],
  );
  await housekeeping([]).run(server.scope, null);
  const { rows } = await pool.query<{ key: string }>('select key from idempotency_keys');
  expect(rows.map((row) => row.key)).toEqual(['new-new-new']);
  const { rowCount } = await pool.query('select from sessions where account_id = $1', [user.accountId]);
  expect(rowCount).toBe(1);
});
