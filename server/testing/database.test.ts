import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await one.drop();
  await other.drop();
});

test('each test database is migrated and separate', async () => {
  const { rows } = await one.pool.query('select count(*) as applied from migrations');
  expect(rows[0].applied).toBeGreaterThan(0);
  await one.pool.query('create table only_here (id int)');
  await expect(other.pool.query('select from only_here')).rejects.toThrow('does not exist');
});
