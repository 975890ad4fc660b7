import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { createExampleData } from '../operations/example-data.ts';

const server = await testServer();
afterAll(() => server.stop());

test('many visits sent at once find their shown status by one index look-up each, whatever the statistics say', async () => {
  const size = { clients: 240, providers: 120, months: 0, say: () => undefined };
  await createExampleData(server.scope, size);
  const client = await server.site.pool.connect();
  try {
    await client.query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
       select care_plan_id, planned_day + 1000 + n, date + 1000 + n, plan_start, plan_end, client_id, provider_id, '{}', now()
       from (select distinct on (care_plan_id) * from visits) as one cross join generate_series(1, 10) as n`,
    );
    // No visit has been sent, so the planner assumes that the table is empty.
    await client.query('analyze aggregator_records');
    await client.query('begin');
    // A connection's counters also hold reads of its last transactions until they are reported, so only the difference counts.
    const readSoFar = async (): Promise<number> => {
      const { rows } = await client.query<{ count: number }>(
        `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'aggregator_records'`,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await readSoFar();
    const send = async (count: number) => {
      const { rowCount } = await client.query(
        `insert into aggregator_records (type, record_id, status, created, created_by, modified)
         select 'Visit', id, 'Success', now(), 'B.', now() from visits where aggregator_status is null order by id limit $1`,
        [count],
      );
      return rowCount ?? 0;
    };
    // The trigger's statements are planned for these few rows.
    const sent = (await send(100)) + (await send(4_000));
    const read = (await readSoFar()) - before;
    const without = await client.query('select id from visits where aggregator_status is null');
    await client.query('rollback');
    expect(sent).toBeGreaterThan(2_000);
    expect(without.rows).toEqual([]);
    expect(read).toBeLessThan(2 * sent);
  } finally {
    client.release();
  }
});
