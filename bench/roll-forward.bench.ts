import { rollForward } from '../server/src/visits/service.ts';
import { median, ms, report } from './report.ts';
import { type BenchSite, benchSite } from './site.ts';

/** The nightly run for 3,000 plans whose two weeks are still empty: rules, batches, locks, change log and all. */
const PLANS = 3_000;
const ROUNDS = 5;

/** Fills up to PLANS active plans: each provider with further clients. */
const fillUp = async ({ site }: BenchSite) => {
  await site.pool.query(
    `with base as (select *, row_number() over (order by id) - 1 as n, count(*) over () as all_plans from care_plans
        where status = 'Active'),
      more as (select a.*, b.client_id as other from generate_series(0, 20) as turn join base a on true
        join base b on b.n = (a.n + turn * 37) % a.all_plans
        limit greatest(0, $1 - (select count(*) from base)))
    insert into care_plans (provider_id, client_id, type_id, start_date, remarks, create_reason, status, json, created,
        modified, modified_by)
      select provider_id, other, type_id, start_date, remarks, create_reason, 'Active', json, created, modified, modified_by
      from more`,
    [PLANS],
  );
  await site.pool.query('analyze');
};

const COLUMNS =
  'care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created';

/** The limit: the same rows, already worked out, by one bare insert. */
const INSERT = `insert into visits (${COLUMNS}) select * from unnest
  ($1::int[], $2::date[], $3::date[], $4::time[], $5::time[], $6::int[], $7::int[], $8::jsonb[], $9::timestamptz[])`;

const emptyTable = async ({ site }: BenchSite) => {
  await site.pool.query('truncate visits, visit_attempts, visit_attempts_accepted, visit_attempts_rejected');
  await site.pool.query(`delete from settings where key = 'visits.rolledForward'`);
  await site.pool.query('checkpoint');
};

const rowsAsLists = async ({ site }: BenchSite): Promise<unknown[][]> => {
  const { rows } = await site.pool.query<unknown[]>({
    text: `select care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks::text, created
      from visits order by id`,
    rowMode: 'array',
  });
  return Array.from({ length: 9 }, (_, column) => rows.map((row) => row[column]));
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const bench = await benchSite({ clients: 1_300, providers: 650 });
try {
  await fillUp(bench);
  const here = () => rollForward(bench.scope);
  await emptyTable(bench);
  await here();
  const lists = await rowsAsLists(bench);
  const limit = () => bench.site.pool.query(INSERT, lists);
  const visits = lists[0]?.length ?? 0;
  const plans = new Set(lists[0]).size;

  const took = { here: [] as number[], limit: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      await emptyTable(bench);
      const spent = await timed(side === 'here' ? here : limit);
      if (round >= 0) took[side].push(spent);
    }
  const [ours, bare] = [median(took.here), median(took.limit)];
  console.log(`\nThe limit, one statement:\n  | ${INSERT.replaceAll('\n', '\n  | ')}`);
  report([
    {
      name: `Nightly roll-forward: ${visits} visits of ${plans} plans, 14 days`,
      here: `${ms(ours)} = ${(ours / bare).toFixed(2)} ×`,
      limit: ms(bare),
      target: 'at most 2 × the limit',
      share: ours / bare / 2,
    },
  ]);
} finally {
  await bench.stop();
}
