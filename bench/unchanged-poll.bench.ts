import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { z } from 'zod';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, percent, perSecond, report, showSource } from './report.ts';
import { type BenchSite, benchSite, limitFile, startLimit } from './site.ts';

/** What every open browser asks every 15 seconds: a day of 300 visits that did not change. */
const PEOPLE = { clients: 620, providers: 320 };
const VISITS = 300;
const CONNECTIONS = 10;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 4;

/** A day of the coming two weeks with exactly so many visits: the others of that day are hidden. */
const busyDay = async ({ site }: BenchSite): Promise<Temporal.PlainDate> => {
  const { rows } = await site.pool.query<{ date: string; visits: number }>(
    `select date, count(*) as visits from visits where removed is null and status = 'Planned'
     group by date having count(*) >= $1 order by visits, date limit 1`,
    [VISITS],
  );
  const [day] = rows;
  if (!day) throw new Error(`no day of the example data has ${VISITS} visits`);
  await site.pool.query(
    `update visits set removed = now() where id in
       (select id from visits where date = $1 and removed is null and status = 'Planned' order by id limit $2)`,
    [day.date, day.visits - VISITS],
  );
  return Temporal.PlainDate.from(day.date);
};

const Load = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  '3xx': z.number(),
  errors: z.number(),
});

const autocannon = createRequire(import.meta.url).resolve('autocannon');

/** Requests per second of a load generator in a process of its own; every answer must be a 304. */
const load = ({
  url,
  headers,
}: {
  url: string;
  headers: Record<string, string>;
}): Promise<z.output<typeof Load>> =>
  new Promise((resolve, reject) => {
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
    const options = ['--json', '--no-progress', '-c', String(CONNECTIONS), '-d', String(SECONDS)];
    const child = spawn(process.execPath, [autocannon, ...options, ...named, url], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.once('error', reject);
    child.once('close', () => {
      const result = Load.parse(JSON.parse(output));
      if (result.errors > 0 || result['3xx'] !== result.requests.total)
        reject(new Error(`not every answer was a 304: ${output}`));
      resolve(result);
    });
  });

const bench = await benchSite(PEOPLE);
const day = await busyDay(bench);
const server = await bench.serve();
const limit = await startLimit('poll', { DATABASE_URL: bench.databaseUrl, DAY: day.toString() });

try {
  const input = { year: day.year, month: day.month, startDay: day.day, endDay: day.day };
  const [url] = overHttp(server.url, requestOf(getEvvList, input));
  const first = await request(url, { headers: { cookie: server.cookie } });
  const visits = JSON.parse(first.body.toString()).data.length;
  const sides = {
    here: { url, headers: { cookie: server.cookie, 'if-none-match': String(first.headers.etag) } },
    limit: {
      url: limit.url,
      headers: { 'if-none-match': String((await request(limit.url)).headers.etag) },
    },
  };
  const rounds = { here: [] as number[], limit: [] as number[] };
  const p99: number[] = [];
  for (const side of ['here', 'limit'] as const) await load(sides[side]);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      const { requests, latency } = await load(sides[side]);
      rounds[side].push(requests.average);
      if (side === 'here') p99.push(latency.p99);
    }
  const [here, bare] = [median(rounds.here), median(rounds.limit)];
  showSource(limitFile('poll'));
  report([
    {
      name: `Unchanged poll of a day with ${visits} visits (304), ${CONNECTIONS} connections`,
      here: `${perSecond(here)} = ${percent(here / bare)} (p99 ${ms(median(p99))})`,
      limit: perSecond(bare),
      target: 'at least 65 % of the limit',
      share: (0.65 * bare) / here,
    },
  ]);
} finally {
  limit.stop();
  await server.stop();
  await bench.stop();
}
