import { setTimeout as pause } from 'node:timers/promises';
import { done } from '@homecare/domain/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { LeaseLost, mutate } from '../db/mutate.ts';
import { doAlone } from './lease.ts';

const server = await testServer();
afterAll(() => server.stop());
const { pool } = server.site;

const note = (scope: typeof server.scope, text: string) =>
  mutate(scope, 'test', async (tx, record) => {
    await tx.insertInto('update_notes').values({ note: text }).execute();
    record({ entity: 'updateNote', id: null, action: 'insert' });
    return done(null);
  });
const notes = async () =>
  (await pool.query<{ note: string }>('select note from update_notes order by id')).rows.map(
    (row) => row.note,
  );

test('one process at a time does the work, and the next one follows', async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await pause(100);
  };
  const [first, second] = await Promise.all([
    doAlone(server.scope, 'errand', work('first')),
    pause(20).then(() => doAlone(server.scope, 'errand', work('second'))),
  ]);
  expect([first, second]).toEqual([true, false]);
  expect(await doAlone(server.scope, 'errand', work('third'))).toBe(true);
  expect(order).toEqual(['first', 'third']);
});

test('a lease is renewed while the work lasts', async () => {
  const long = doAlone(server.scope, 'long', () => pause(1_500), { seconds: 0.6 });
  await pause(1_200);
  expect(await doAlone(server.scope, 'long', async () => undefined, { seconds: 0.6 })).toBe(false);
  expect(await long).toBe(true);
});

test('a worker taken for dead is stopped, and can write nothing more', async () => {
  let wasLost = false;
  let failed: unknown;
  await doAlone(
    server.scope,
    'lost',
    async (scope, ending) => {
      await note(scope, 'before');
      // As after a pause of the whole process: its time has expired and another has taken over.
      await pool.query("update leases set fence = fence + 1, holder = 'another' where name = 'lost'");
      failed = await note(scope, 'after').catch((error: unknown) => error);
      await pause(400);
      wasLost = ending.aborted;
    },
    { seconds: 0.6 },
  );
  expect(failed).toBeInstanceOf(LeaseLost);
  expect(wasLost).toBe(true);
  expect(await notes()).toEqual(['before']);
});

test('work that fails releases the lease', async () => {
  await expect(doAlone(server.scope, 'failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await doAlone(server.scope, 'failing', async () => undefined)).toBe(true);
});
