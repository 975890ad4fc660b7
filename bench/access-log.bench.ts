import { Agent } from 'node:http';
import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { search } from '@homecare/domain/find/contract.ts';
import { getNote, getPeople } from '@homecare/domain/people/contract.ts';
import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { startWorkerProcess } from '../server/testing/worker-process.ts';
import { processorOf, processorOfPostgres } from './processor.ts';
import { median, report } from './report.ts';
import { benchSite } from './site.ts';

/**
 * What the access log costs: processor time a call of the server and of PostgreSQL, with the log and without, in alternating
 * pairs of so many calls; beside the spread of pairs of two servers that both go without. BENCH_CALLS and BENCH_PAIRS shorten it.
 */
const CALLS = Number(process.env.BENCH_CALLS ?? 20_000);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 10);
const BROWSERS = 8;

const bench = await benchSite({ clients: 200, providers: 100 });
const { rows: clients } = await bench.site.pool.query<{ id: number }>(
  "select id from people where kind = 'Client' order by id limit 100",
);
const today = bench.scope.today();
const day = { year: today.year, month: today.month, startDay: today.day, endDay: today.day };
const monday = today.subtract({ days: today.dayOfWeek - 1 });

/** As an office works: records are opened, lists are read once and then asked for again while nothing changed. */
const MIX: readonly ((id: number) => ReturnType<typeof requestOf>)[] = [
  (id) => requestOf(getNote, { id }),
  (id) => requestOf(getPeople, { filters: [{ field: 'ID', op: '=', value: String(id) }] }),
  () => requestOf(getEvvList, day),
  (id) => requestOf(getPersonLog, { id }),
  () => requestOf(listCarePlans, { status: 'Active', date: null, showTemp: false }),
  (id) => requestOf(search, { text: `ID ${id}` }),
  () => requestOf(getPeople, { filters: [] }),
  () => requestOf(getBoard, { from: monday.toString(), through: monday.add({ days: 6 }).toString() }),
];

interface App {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

const { cookie } = await bench.serve().then(async (server) => {
  await server.stop();
  return server;
});

const start = async (log: 'kept' | 'none'): Promise<App> => {
  const { child, said } = await startWorkerProcess('./access-log-worker.ts', {
    WORKER_DATABASE: JSON.stringify({ url: bench.databaseUrl }),
    WORKER_DATA_DIR: bench.dataDir,
    WORKER_LOG: log,
  });
  return { url: said.trim(), pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') };
};

/** Of the server and of its connections, which are processes of PostgreSQL. */
const used = (app: App) => processorOf(app.pid) + processorOfPostgres(bench.dataDir);

const ask = async (app: App, calls: number) => {
  let asked = 0;
  await Promise.all(
    Array.from({ length: BROWSERS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const tags = new Map<string, string>();
      while (asked < calls) {
        asked += 1;
        const id = clients[asked % clients.length]?.id ?? 1;
        const [url, options] = overHttp(app.url, MIX[asked % MIX.length]?.(id) ?? {});
        const key = `${url} ${String(options.payload ?? '')}`;
        const tag = tags.get(key);
        const headers = { ...options.headers, cookie, ...(tag && { 'if-none-match': tag }) };
        const { status, headers: got, body } = await request(url, { ...options, headers, agent });
        if (status !== 200 && status !== 304) throw new Error(`${status} ${body.toString()}`);
        if (got.etag) tags.set(key, String(got.etag));
      }
      agent.destroy();
    }),
  );
};

/** Milliseconds of processor time a call. */
const costOf = async (app: App) => {
  const before = used(app);
  await ask(app, CALLS);
  // What the log still has to bring into the database belongs to these calls.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return ((used(app) - before) / CALLS) * 1_000;
};

const apps = { without: await start('none'), alike: await start('none'), kept: await start('kept') };
try {
  for (const app of Object.values(apps)) await ask(app, Math.max(600, CALLS / 10));
  const same: number[] = [];
  const kept: number[] = [];
  // Each server answers as many calls as the others until then: one that runs for longer costs less.
  for (let turn = 0; turn < PAIRS; turn += 1) {
    const order = [apps.without, apps.alike, apps.kept];
    const costs = new Map<App, number>();
    for (const app of turn % 2 === 0 ? order : order.toReversed()) costs.set(app, await costOf(app));
    const [without = 1, alike = 1, withLog = 1] = order.map((app) => costs.get(app));
    same.push(alike / without);
    kept.push(withLog / without);
    console.log(
      `without ${without.toFixed(3)} ms, again ${alike.toFixed(3)} ms, with ${withLog.toFixed(3)} ms a call`,
    );
  }
  const spread = Math.max(...same.map((ratio) => Math.abs(ratio - 1)));
  const allowed = Math.max(0.03, spread);
  const more = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`;
  report([
    {
      name: `Access log: processor time of ${CALLS} mixed calls, median of ${PAIRS} pairs`,
      here: `${more(median(kept))} more`,
      limit: `same-same pairs up to ${(spread * 100).toFixed(1)} %`,
      target: 'at most 3 % more, or within the spread of same-same pairs',
      share: Math.max(0, median(kept) - 1) / allowed,
    },
  ]);
} finally {
  for (const app of Object.values(apps)) app.stop();
  await bench.stop();
}
