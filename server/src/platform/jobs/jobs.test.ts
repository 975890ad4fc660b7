import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { housekeeping } from './housekeeping.ts';
import type { Job } from './job.ts';
import { runJobs } from './jobs.ts';
import { queueJob } from './queue.ts';
import { MemorySchedule } from './schedule.ts';

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

test('a job queued in a change’s transaction runs after its commit, with a scope of its own', async () => {
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
  // The process died: its worker has a job and no longer renews its row.
  await pool.query("insert into job_workers (worker_id, until) values ('worker-gone', now())");
  await pool.query("select graphile_worker.add_job('note', '{\"id\": 2}')");
  await pool.query("update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now()");
  seen.length = 0;
  const runner = await runJobs(server.site, [note]);
  await until(() => seen.length === 1);
  expect(seen).toEqual(['job {"id":2}']);
  await runner.stop();
});

test('the job of a living process is not taken over', async () => {
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

test('a job queued while a worker runs an earlier one runs once more', async () => {
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

const jobsNamed = async (name: string) =>
  (await pool.query('select from graphile_worker.jobs where task_identifier = $1', [name])).rowCount;

test('a due job waiting for its turn is not requested again and again', async () => {
  await pool.query("select graphile_worker.add_job('note', '{\"id\": 4}', 'held')");
  await pool.query(
    "update graphile_worker._private_job_queues set locked_by = 'worker-alive', locked_at = now() where queue_name = 'held'",
  );
  let claims = 0;
  class Counting extends MemorySchedule {
    override async claim(most: number) {
      const due = await super.claim(most);
      claims += due.length;
      return due;
    }
  }
  const schedule = new Counting([server.site.name]);
  const runner = await runJobs(server.site, [note], { schedule });
  await until(() => claims > 0);
  await pause(500);
  expect(claims).toBe(1);
  await runner.stop();
  await pool.query('delete from graphile_worker._private_jobs where locked_at is null');
});

test('a long job delays neither jobs that become due nor the end of the process', async () => {
  const ended = Promise.withResolvers<void>();
  const long: Job = { name: 'long', run: () => ended.promise };
  await pool.query(
    "select graphile_worker.add_job('long'), graphile_worker.add_job('note', '{\"id\": 5}', run_at => now() + interval '1 second')",
  );
  seen.length = 0;
  const patience = { longMs: 100, graceMs: 100 };
  const runner = await runJobs(server.site, [long, note], { patience });
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['job {"id":5}']);
  await runner.stop();
  // It went back into the queue for another process, so its end here no longer counts.
  ended.resolve();
  await pause(100);
  expect(await jobsNamed('long')).toBe(1);
  await pool.query('delete from graphile_worker._private_jobs where locked_at is null');
});

test('a job that fails while its successor is queued leaves nothing behind', async () => {
  let runs = 0;
  const again: Job = {
    name: 'again',
    run: async ({ site }) => {
      runs += 1;
      if (runs > 1) return;
      await queueJob(site.db, 'again');
      throw new Error('away');
    },
  };
  await queueJob(server.site.db, 'again');
  const runner = await runJobs(server.site, [again]);
  await until(() => runs === 2);
  await expect.poll(() => jobsNamed('again')).toBe(0);
  await runner.stop();
});

test('housekeeping removes what has expired and nothing else', async () => {
  const user = await server.as('user');
  await pool.query(
    "insert into idempotency_keys (account_id, key, call, created) values (1, 'old-old-old', 'x', $1::timestamptz - interval '25 hours'), (1, 'new-new-new', 'x', $1)",
    [server.clock.now().toString()],
  );
  // One was superseded while it ran in a process that ended; the other failed too often, which an operator must see.
  await pool.query(
    "select graphile_worker.add_job('superseded'), graphile_worker.add_job('dead', job_key => 'dead now')",
  );
  await pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where locked_at is null',
  );
  await housekeeping([]).run(server.scope, null);
  expect([await jobsNamed('superseded'), await jobsNamed('dead')]).toEqual([0, 1]);
  const { rows } = await pool.query<{ key: string }>('select key from idempotency_keys');
  expect(rows.map((row) => row.key)).toEqual(['new-new-new']);
  const { rowCount } = await pool.query('select from sessions where account_id = $1', [user.accountId]);
  expect(rowCount).toBe(1);
});
