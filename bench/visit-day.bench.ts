import { Agent } from 'node:http';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { toWire } from '@homecare/domain/wire-names.ts';
import { z } from 'zod';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { loadList } from '../server/src/visits/service.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, percent, report, showSource } from './report.ts';
import { type BenchSite, benchSite, limitFile, startLimit } from './site.ts';

/** A day of 500 visits, one changed between any two reads: no kept answer and no ETag can help. */
const VISITS = 500;
const ROUNDS = 9;
const READS = 12;

/** The busiest day to come with exactly so many visits: those over the number are hidden. */
const busyDay = async ({ site }: BenchSite): Promise<Temporal.PlainDate> => {
  const { rows } = await site.pool.query<{ date: string; visits: number }>(
    `select date, count(*)::int as visits from visits where removed is null and status = 'Planned'
     group by date order by visits desc, date limit 1`,
  );
  const [day] = rows;
  if (!day || day.visits < VISITS)
    throw new Error(`the busiest day of the example data has ${day?.visits ?? 0} visits`);
  await site.pool.query(
    `update visits set removed = now() where id in
       (select id from visits where date = $1 and removed is null order by id limit $2)`,
    [day.date, day.visits - VISITS],
  );
  await site.pool.query('analyze visits');
  return Temporal.PlainDate.from(day.date);
};

const bench = await benchSite({ clients: 1_300, providers: 650 });
const day = await busyDay(bench);
const asked = { year: day.year, month: day.month, startDay: day.day, endDay: day.day };

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
  await loadList(await Scope.startJob({ ...bench.site, db }, 'bench'), asked);
  const [one, ...others] = found;
  if (!one || others.length > 0) throw new Error(`the list asks ${found.length} statements`);
  return one;
};

const { sql, parameters } = await statement();
const server = await bench.serve();
const limit = await startLimit('visit-day', {
  DATABASE_URL: bench.databaseUrl,
  QUERY: sql,
  PARAMETERS: JSON.stringify(parameters),
});

const agent = new Agent({ keepAlive: true });
const [url, options] = overHttp(server.url, requestOf(getEvvList, asked));
const sides = {
  here: () => request(url, { ...options, headers: { ...options.headers, cookie: server.cookie }, agent }),
  limit: () => request(limit.url, { agent }),
};

/** Bumps the day's revision too, as every change does. */
const changeRow = () =>
  bench.site.pool.query(
    `update visits set rev = rev + 1 where id = (select max(id) from visits where date = $1 and removed is null)`,
    [day.toString()],
  );

const timed = async (side: keyof typeof sides): Promise<number> => {
  await changeRow();
  const begun = performance.now();
  const answer = await sides[side]();
  const took = performance.now() - begun;
  if (answer.status !== 200 || answer.headers['content-encoding'])
    throw new Error(`${side} answered ${answer.status} ${answer.headers['content-encoding']}`);
  return took;
};

const Answer = z.object({ data: z.unknown() });
const dataOf = (body: Buffer) => Answer.parse(JSON.parse(body.toString())).data;
const readRows = (data: unknown) => getEvvList.output.parse(data);

try {
  const before = { here: (await sides.here()).body, limit: (await sides.limit()).body };
  const rows = readRows(dataOf(before.here));
  // The limit sends the columns as they come, by the names of the product.
  const bareRows = readRows(toWire(getEvvList.output, dataOf(before.limit)));
  const isSame = JSON.stringify(rows) === JSON.stringify(bareRows);
  for (let n = 0; n < 20; n += 1) for (const side of ['here', 'limit'] as const) await timed(side);

  const rounds = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      const reads: number[] = [];
      for (let n = 0; n < READS; n += 1) reads.push(await timed(side));
      rounds[side].push(median(reads));
    }
  const [here, bare] = [median(rounds.here), median(rounds.limit)];
  showSource(limitFile('visit-day'));
  report([
    {
      name: `A day of ${rows.length} visits, one changed before each read (${before.here.length} bytes)`,
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
