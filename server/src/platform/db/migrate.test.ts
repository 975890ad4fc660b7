import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { testDatabase } from '../../../testing/database.ts';
import { onServer } from '../../../testing/on-server.ts';
import { describeTables } from './generate-tables.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { onDatabase, openPool } from './pool.ts';

type Pool = ReturnType<typeof openPool>;

/** A separate empty database, dropped afterwards. `reopen` returns another pool, like the next process. */
const withEmpty = async (use: (pool: Pool, reopen: () => Pool) => Promise<void>) => {
  const { connection } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(connection, `create database ${name}`);
  const open = () => openPool(onDatabase(connection, name), { max: 4, onError: () => undefined });
  const pools: Pool[] = [];
  const reopen = () => {
    const pool = open();
    pools.push(pool);
    return pool;
  };
  try {
    await use(reopen(), reopen);
  } finally {
    for (const pool of pools) await pool.end();
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

test('when a migration is killed at any moment, the next run completes it', async () => {
  for (const delay of [0, 5, 10, 20, 40, 80])
    await withEmpty(async (pool, reopen) => {
      const running = migrate(pool).then(
        () => 'done',
        () => 'killed',
      );
      await pause(delay);
      await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await running;
      const next = reopen();
      await migrate(next);
      expect(await describeTables(next)).toBe(migrated);
    });
});

test('pay rates get the days on which the log of pay recorded their changes', async () => {
  await withEmpty(async (pool) => {
    await migrate(pool, undefined, '0032');
    const add = async (name: string, rate: number) =>
      (
        await pool.query<{ id: number }>(
          `insert into people (kind, last_name, first_name, rate_homemaker, updated_by) values ('Provider', $1, 'Pat', $2, 'T.')
           returning id`,
          [name, rate],
        )
      ).rows[0]?.id;
    const log = async (id: number | undefined, at: string, old: unknown, now: unknown) =>
      pool.query(
        `insert into change_log (at, actor, role, call, entity, entity_id, action, changes)
         values ($2, 'K.O.', 'admin', 'people.updatePerson', 'pay', $1, 'update', $3)`,
        [id, at, JSON.stringify({ providerPayRate: [old, now] })],
      );
    const never = await add('Never', 1800);
    const first = await add('First', 1900);
    await log(first, '2026-11-10T17:00:00Z', null, { Homemaker: 19 });
    const raised = await add('Raised', 2000);
    await log(raised, '2026-11-10T17:00:00Z', { Homemaker: 18 }, { Homemaker: 190 });
    await log(raised, '2026-11-10T18:00:00Z', { Homemaker: 190 }, { Homemaker: 19 });
    // 11:30 PM in Denver.
    await log(raised, '2026-12-01T06:30:00Z', { Homemaker: 19 }, { Homemaker: 20 });
    const ended = await add('Ended', 0);
    await log(ended, '2026-11-10T17:00:00Z', { Homemaker: 18 }, { Homemaker: 0 });
    await add('None', 0);
    const odd = await add('Odd', 1850);
    await log(odd, '2026-11-10T17:00:00Z', 'x', { Homemaker: null, 'PCP/RPCP': 'x' });
    await migrate(pool);
    const { rows } = await pool.query(
      `select provider_id, category, valid_from::text as day, rate, set_by from pay_rates
       order by provider_id, valid_from nulls first`,
    );
    const homemaker = (id: number | undefined, day: string | null, rate: number, set_by: string | null) => ({
      provider_id: id,
      category: 'Homemaker',
      day,
      rate,
      set_by,
    });
    expect(rows).toEqual([
      homemaker(never, null, 1800, null),
      homemaker(first, null, 1900, 'K.O.'),
      homemaker(raised, null, 1800, null),
      homemaker(raised, '2026-11-10', 1900, 'K.O.'),
      homemaker(raised, '2026-11-30', 2000, 'K.O.'),
      homemaker(ended, null, 1800, null),
      homemaker(ended, '2026-11-10', 0, 'K.O.'),
      homemaker(odd, null, 1850, null),
    ]);
    const types = await pool.query(
      `select type.code, terms.pay_category from care_plan_types type
         join care_plan_type_terms terms on terms.type_id = type.id where type.code in ('HMK', 'PRIVATE') order by code`,
    );
    expect(types.rows).toEqual([
      { code: 'HMK', pay_category: 'Homemaker' },
      { code: 'PRIVATE', pay_category: null },
    ]);
  });
});

test('an applied migration that was edited is refused', async () => {
  await database.pool.query("update migrations set hash = 'other' where name = '0001_platform.sql'");
  await expect(migrate(database.pool)).rejects.toThrow(
    '0001_platform.sql was changed after it had been applied',
  );
});

test('migrations from 97 on are numbered without duplicates and gaps', () => {
  const numbers = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => Number(name.slice(0, 4)))
    .filter((number) => number > 96)
    .toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, n) => 97 + n));
});
