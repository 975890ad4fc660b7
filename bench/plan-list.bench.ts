import { Agent } from 'node:http';
import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { toWire, wireShapeOf } from '@homecare/domain/wire-names.ts';
import { z } from 'zod';
import { selectPlanRows } from '../server/src/care-plans/list.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, percent, report, showSource } from './report.ts';
import { type BenchSite, benchSite, limitFile, startLimit } from './site.ts';

/** The care plan list of a month with 5,000 plans, one changed between any two reads: no kept answer and no ETag can help. */
const PLANS = 5_000;
const ROUNDS = 9;
const READS = 8;

/** Fills up to PLANS active plans: each provider with further clients, a few with the same one (compared plans). */
const fillUp = async ({ site }: BenchSite) => {
  await site.pool.query(
    `with base as (select *, row_number() over (order by id) - 1 as n, count(*) over () as all_plans from care_plans
        where status = 'Active'),
      more as (select a.*, b.client_id as other from generate_series(0, 20) as turn join base a on true
        join base b on b.n = (a.n + turn * 37) % a.all_plans
        limit greatest(0, $1 - (select count(*) from base)))
    insert into care_plans (provider_id, client_id, type_id, start_date, remarks, create_reason, status, json, created,
        modified, modified_by)
      select provider_id, other, type_id, start_date, 'Ask for the key', create_reason, 'Active', json, created, modified,
        modified_by from more`,
    [PLANS],
  );
  await site.pool.query('analyze');
};

const bench = await benchSite({ clients: 1_300, providers: 650 });
await fillUp(bench);
const month = bench.scope.today().toPlainYearMonth().toString();
const asked = { status: 'Active', date: month, showTemp: false } as const;

/** The one statement of the list, as the service has it sent. */
const statement = async (): Promise<{ sql: string; parameters: readonly unknown[] }> => {
  const found: { sql: string; parameters: readonly unknown[] }[] = [];
  const executor = bench.site.db.getExecutor();
  const db = bench.site.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      found.push(executor.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await selectPlanRows(await Scope.startJob({ ...bench.site, db }, 'bench'), asked);
  const [one, ...others] = found;
  if (!one || others.length > 0) throw new Error(`the list asks ${found.length} statements`);
  return one;
};

const { sql, parameters } = await statement();
const server = await bench.serve();
const limit = await startLimit('plan-list', {
  DATABASE_URL: bench.databaseUrl,
  QUERY: sql,
  PARAMETERS: JSON.stringify(parameters),
});

const agent = new Agent({ keepAlive: true });
const [url, options] = overHttp(server.url, requestOf(listCarePlans, asked));
const sides = {
  here: () => request(url, { ...options, headers: { ...options.headers, cookie: server.cookie }, agent }),
  limit: () => request(limit.url, { agent }),
};

let changed = 0;
/** Bumps the list's revision too, as every change does. */
const changeRow = async () => {
  changed += 1;
  await bench.site.pool.query(
    'update care_plans set rev = rev + 1 where id = (select min(id) + $1 % 5000 from care_plans)',
    [changed * 7],
  );
};

const timed = async (side: keyof typeof sides): Promise<{ took: number; body: Buffer }> => {
  await changeRow();
  const begun = performance.now();
  const answer = await sides[side]();
  const took = performance.now() - begun;
  if (answer.status !== 200 || answer.headers['content-encoding'])
    throw new Error(`${side} answered ${answer.status} ${answer.headers['content-encoding']}`);
  return { took, body: answer.body };
};

/** What both answer, as it travels: the groups of compared plans are worked out here alone. */
const shape = wireShapeOf(PlanListRow);
if (!shape) throw new Error('a row of the list has no shape of its own on the wire');
const Rows = z.array(shape.partial({ compared: true, comparedTo: true, order: true }));
const Answer = z.object({ data: z.unknown() });
const dataOf = (body: Buffer) => Answer.parse(JSON.parse(body.toString())).data;
const rowsOf = (data: unknown) => Rows.parse(data).map(({ compared, comparedTo, order, ...row }) => row);
const groupsOf = (body: Buffer) =>
  listCarePlans.output.parse(dataOf(body)).filter(({ compared }) => compared.length > 0).length;

try {
  // What the server does when it starts may change a row: compared is what it answers afterwards.
  for (let n = 0; n < 10; n += 1) for (const side of ['here', 'limit'] as const) await timed(side);
  const before = { here: (await sides.here()).body, limit: (await sides.limit()).body };
  const rows = rowsOf(dataOf(before.here));
  // The limit sends the columns as they come, by the names of the product.
  const bareRows = rowsOf(toWire(listCarePlans.output, dataOf(before.limit)));
  const isSame = JSON.stringify(rows) === JSON.stringify(bareRows);

  const rounds = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      const reads: number[] = [];
      for (let n = 0; n < READS; n += 1) reads.push((await timed(side)).took);
      rounds[side].push(median(reads));
    }
  const [here, bare] = [median(rounds.here), median(rounds.limit)];
  showSource(limitFile('plan-list'));
  report([
    {
      name: `Care plan list of ${rows.length} with ${groupsOf(before.here)} groups, a plan changed before each read (${before.here.length} bytes)`,
      here: `${ms(here)} = ${percent(bare / here)}`,
      limit: `${ms(bare)} (${before.limit.length} bytes)`,
      target: 'at least 50 % of the limit’s speed, same data',
      share: isSame ? (0.5 * here) / bare : Number.POSITIVE_INFINITY,
    },
  ]);
  if (!isSame) console.log('The two answers hold different data: the comparison does not count.');
} finally {
  agent.destroy();
  limit.stop();
  await server.stop();
  await bench.stop();
}
