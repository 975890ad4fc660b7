import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { anyOf, PREPARED, preparing } from './prepared.ts';
import type { Tables } from './tables.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
beforeAll(async () => {
  database = await testDatabase();
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(database.pool) }) });
});
afterAll(() => database.drop());

it('a marked statement is planned once per connection, any other each time', () =>
  db.connection().execute(async (one) => {
    const kept = async () => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        one,
      );
      return rows.map(({ statement }) => statement);
    };
    for (const n of [1, 2]) {
      const marked = await sql<{ n: number }>`select ${n}::int + 1 as n ${PREPARED}`.execute(one);
      const plain = await sql<{ n: number }>`select ${n}::int + 2 as n`.execute(one);
      expect([marked.rows, plain.rows]).toEqual([[{ n: n + 1 }], [{ n: n + 2 }]]);
    }
    expect(await kept()).toEqual(['select $1::int + 1 as n /* prepared */']);
    await sql`select 'another' ${PREPARED}`.execute(one);
    expect(await kept()).toHaveLength(2);
  }));

it('a marked statement is never planned for a particular list of ids, however long', () =>
  db.connection().execute(async (one) => {
    const ids = (length: number) => Array.from({ length }, (_, n) => n + 1);
    for (const length of [1, 1, 0, 1, 1, 40, 1]) {
      const { rows } = await sql<{ id: number }>`select id from generate_series(1, 9) as id
        where id = ${anyOf(ids(length))} ${PREPARED}`.execute(one);
      expect(rows.map(({ id }) => id)).toEqual(ids(Math.min(length, 9)));
    }
    const { rows } = await sql<{ custom: number; generic: number }>`select custom_plans::int as custom,
        generic_plans::int as generic from pg_prepared_statements where statement like '%generate_series(1, 9)%prepared%'
        and generic_plans > 0`.execute(one);
    // PostgreSQL makes five custom plans before it compares.
    expect(rows).toEqual([{ custom: 5, generic: 2 }]);
  }));

it('a failing marked statement affects no other', async () => {
  const half = (n: number) => sql<{ half: number }>`select 10 / ${n}::int as half ${PREPARED}`.execute(db);
  await expect(half(0)).rejects.toThrow('division by zero');
  expect((await half(2)).rows).toEqual([{ half: 5 }]);
});
