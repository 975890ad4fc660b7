import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { onServer } from '../testing/on-server.ts';
import { describeTables } from './generate-tables.ts';
import { migrate } from './migrate.ts';
import { onDatabase, openPool } from './pool.ts';

/** An empty database of its own, dropped afterwards. */
const withEmpty = async (use: (pool: ReturnType<typeof openPool>) => Promise<void>) => {
  const { connection } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(connection, `create database ${name}`);
  const pool = openPool(onDatabase(connection, name), { max: 4, onError: () => undefined });
  try {
    await use(pool);
  } finally {
    await pool.end();
    await onServer(connection, `drop database ${name} with (force)`);
  }
};

const database = await testDatabase();
const migrated = await describeTables(database.pool);
afterAll(() => database.drop());

test('two processes that start at once apply each migration once', async () => {
  await withEmpty(async (pool) => {
    const applied: string[] = [];
    await Promise.all([
      migrate(pool, (name) => applied.push(name)),
      migrate(pool, (name) => applied.push(name)),
    ]);
    expect(new Set(applied).size).toBe(applied.length);
    expect(await describeTables(pool)).toBe(migrated);
  });
});

test('killed at any moment, the next run completes it', async () => {
  for (const delay of [0, 5, 10, 20, 40, 80])
    await withEmpty(async (pool) => {
      const running = migrate(pool).then(
        () => 'done',
        () => 'killed',
      );
      await pause(delay);
      await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await running;
      await migrate(pool);
      expect(await describeTables(pool)).toBe(migrated);
    });
});

test('an applied migration that was edited is refused', async () => {
  await database.pool.query("update migrations set hash = 'other' where name = '0001_platform.sql'");
  await expect(migrate(database.pool)).rejects.toThrow(
    '0001_platform.sql was changed after it had been applied',
  );
});
