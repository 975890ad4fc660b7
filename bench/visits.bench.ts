import { createVisitsForPlans } from '../server/src/visits/service.ts';
import { median, ms, report } from './report.ts';
import { type BenchSite, benchSite } from './site.ts';

/** Two weeks of visits for 1,000 plans, as the nightly job makes them: rules, change log and all, in one transaction. */
const PLANS = 1_000;
const DAYS = 14;
const ROUNDS = 7;

const firstPlans = async ({ site }: BenchSite): Promise<number[]> => {
  const { rows } = await site.pool.query<{ id: number }>(
    `select id from care_plans where status = 'Active' order by id limit $1`,
    [PLANS],
  );
  if (rows.length < PLANS) throw new Error(`the example data has only ${rows.length} active plans`);
  return rows.map((row) => row.id);
};

const COLUMNS =
  'care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created';

/** The limit: the same rows, already worked out, by one bare insert of many rows. */
const INSERT = `insert into visits (${COLUMNS}) select * from unnest
  ($1::int[], $2::date[], $3::date[], $4::time[], $5::time[], $6::int[], $7::int[], $8::jsonb[], $9::timestamptz[])`;

const emptyTable = async ({ site }: BenchSite) => {
  await site.pool.query('truncate visits, visit_attempts, visit_attempts_accepted, visit_attempts_rejected');
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
  const ids = await firstPlans(bench);
  const from = bench.scope.today();
  const here = () => createVisitsForPlans(bench.scope, ids, from, DAYS);

  await emptyTable(bench);
  const made = await here();
  if (!made.ok) throw new Error(made.info);
  const lists = await rowsAsLists(bench);
  const limit = () => bench.site.pool.query(INSERT, lists);

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
      name: `${made.data.created} visits of ${ids.length} plans, ${DAYS} days`,
      here: `${ms(ours)} = ${(ours / bare).toFixed(2)} ×`,
      limit: ms(bare),
      target: 'at most 2 × the limit',
      share: ours / bare / 2,
    },
  ]);
} finally {
  await bench.stop();
}
