import { Agent } from 'node:http';
import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** 600 people who could come, for one client. */
const CLIENTS = 900;
const PROVIDERS = 400;
const CANDIDATES = 200;
const READS = 40;

const bench = await benchSite({ clients: CLIENTS, providers: PROVIDERS });
const { pool } = bench.site;
await pool.query(
  `insert into candidates (name, phone, address, address_latitude, address_longitude, date_available, date_created,
     updated, updated_by)
   select 'Candidate ' || n, '(303) 555-0100', address, address_latitude, address_longitude, date '2026-01-01' + n::int,
     now(), now(), 'bench' from (select row_number() over (order by id) as n, * from people where address_latitude is not null) person where n <= $1`,
  [CANDIDATES],
);
await pool.query("update people set cur = 'y', archive_date = null where kind = 'Provider'");
const { rows: clients } = await pool.query<{ id: number }>(
  `select id from people where kind = 'Client' and cur = 'y' and address_latitude is not null order by id limit $1`,
  [READS],
);
const server = await bench.serve();
const agent = new Agent({ keepAlive: true });

const read = async (id: number) => {
  const [url, options] = overHttp(server.url, requestOf(listPossibleProviders, { id }));
  const begun = performance.now();
  const answer = await request(url, {
    ...options,
    headers: { ...options.headers, cookie: server.cookie },
    agent,
  });
  const took = performance.now() - begun;
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return { took, rows: Number(JSON.parse(answer.body.toString()).data.length) };
};

try {
  for (const { id } of clients) await read(id);
  const reads = [];
  for (const { id } of clients) reads.push(await read(id));
  const times = reads.map(({ took }) => took);
  const worst = Math.max(...times);
  report([
    {
      name: `Possible Providers of one client: ${reads[0]?.rows} people, whole answer over HTTP`,
      here: `${ms(median(times))}, slowest ${ms(worst)}`,
      target: '600 people, slowest under 100 ms',
      share: reads[0]?.rows === PROVIDERS + CANDIDATES ? shareOfTime(worst, 100) : Number.POSITIVE_INFINITY,
    },
  ]);
} finally {
  agent.destroy();
  await server.stop();
  await bench.stop();
}
