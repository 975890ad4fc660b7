import { Agent } from 'node:http';
import { todayIn } from '@homecare/domain/calendar.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { processorOf } from './processor.ts';
import { median, report } from './report.ts';
import { benchSite } from './site.ts';

/** What a second process on the same PostgreSQL costs: processor seconds of all product processes for 1,000 calls. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CALLS = 3_000;
const BROWSERS = 20;

const bench = await benchSite({ clients: 200, providers: 100 });
const { rows } = await bench.site.pool.query<{ id: number }>(
  "select id from people where kind = 'Client' order by id limit 20",
);
const today = todayIn('America/Denver', Temporal.Now.instant());
const days = { year: today.year, month: today.month, startDay: today.day, endDay: today.day };

const run = async (apps: readonly { url: string; pid: number; cookie: string }[], calls: number) => {
  const before = apps.map(({ pid }) => processorOf(pid));
  let left = calls;
  await Promise.all(
    Array.from({ length: BROWSERS }, async (_, n) => {
      const app = apps[n % apps.length];
      if (!app) return;
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = async (input: ReturnType<typeof requestOf>, more = {}) => {
        const [url, options] = overHttp(app.url, input);
        const headers = { ...options.headers, cookie: app.cookie, ...more };
        const answer = await request(url, { ...options, headers, agent });
        if (answer.status !== 200 && answer.status !== 304)
          throw new Error(`${answer.status} ${answer.body}`);
        return String(answer.headers.etag ?? '');
      };
      let tag = '';
      for (let turn = 1; left > 0; turn += 1) {
        left -= 1;
        if (turn % 20 === 0)
          await ask(requestOf(updatePerson, { id: rows[n]?.id, data: { notes: `${performance.now()}` } }));
        else tag = (await ask(requestOf(getEvvList, days), tag ? { 'if-none-match': tag } : {})) || tag;
      }
      agent.destroy();
    }),
  );
  const used = apps.reduce((sum, { pid }, n) => sum + processorOf(pid) - (before[n] ?? 0), 0);
  return (used / calls) * 1_000;
};

const apps = [await bench.serve(), await bench.serve()];
try {
  const figures = { one: [] as number[], two: [] as number[] };
  await run(apps, CALLS);
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.one.push(await run(apps.slice(0, 1), CALLS));
    figures.two.push(await run(apps, CALLS));
  }
  const ratios = figures.two.map((two, n) => two / (figures.one[n] ?? 1));
  const seconds = (value: number) => `${value.toFixed(3)} s`;
  report([
    {
      name: 'processor time of 1,000 calls, two processes',
      here: seconds(median(figures.two)),
      limit: seconds(median(figures.one)),
      target: '1.15 × one process',
      share: median(ratios) / 1.15,
    },
  ]);
  console.log(
    `each pair: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; median ${median(ratios).toFixed(2)}`,
  );
} finally {
  for (const app of apps) await app.stop();
  await bench.stop();
}
