import { download } from './download.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** The page Authorizations: the ledger of every client, with half a year of visits. */
const SIZES = [
  { clients: 300, providers: 150, limitMs: 300 },
  { clients: 2_000, providers: 1_000, limitMs: 2_000 },
];
const READS = 9;

for (const { limitMs, ...size } of SIZES) {
  const bench = await benchSite({ ...size, months: 6 });
  try {
    const server = await bench.serve();
    const times: number[] = [];
    await download(server, 'authorizations/list', {});
    for (let n = 0; n < READS; n += 1) times.push((await download(server, 'authorizations/list', {})).whole);
    const one = await bench.site.pool.query(
      'select count(*)::int as pars from client_pars where deleted is null',
    );
    await server.stop();
    const here = median(times);
    report([
      {
        name: `Authorizations of ${size.clients} clients, ${one.rows[0].pars} PARs`,
        here: `${ms(here)} (longest ${ms(Math.max(...times))})`,
        target: `below ${ms(limitMs)}`,
        share: shareOfTime(here, limitMs),
      },
    ]);
  } finally {
    await bench.stop();
  }
}
