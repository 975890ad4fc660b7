import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { PREPARED, preparing } from './prepared.ts';
import type { Tables } from './tables.ts';

let database: TestDatabase;
let db: Kysely<Tables>;
beforeAll(async () => {
  database = await testDatabase();
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(database.pool) }) });
});
afterAll(() => database.drop());

it('a marked statement is planned once for each connection, any other each time', () =>
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

it('a marked statement that fails fails alone', async () => {
  const half = (n: number) => sql<{ half: number }>`select 10 / ${n}::int as half ${PREPARED}`.execute(db);
  await expect(half(0)).rejects.toThrow('division by zero');
  expect((await half(2)).rows).toEqual([{ half: 5 }]);
});
