import { Worker } from 'node:worker_threads';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { z } from 'zod';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { ms, report, shareOf, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** How long a list takes while nothing else happens, and while 2,000 hostile bodies come in, half of them by a signed-in admin. */
const PEOPLE = { clients: 200, providers: 100 };
const HOSTILE = 2_000;
const AT_ONCE = 8;
const QUIET_CALLS = 500;
const MOST_MS = 100;

const Statuses = z.array(z.tuple([z.number(), z.number()]));

const bench = await benchSite(PEOPLE);
const server = await bench.serve();
const [url, options] = overHttp(server.url, requestOf(getPeople, { filters: [] }));
const headers = { ...options.headers, cookie: server.cookie };

const timeOne = async () => {
  const begun = performance.now();
  const answer = await request(url, { ...options, headers });
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
  return performance.now() - begun;
};

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;

const underAttack = async () => {
  const { cookie } = server;
  const workerData = { url: server.url, cookie, count: HOSTILE, atOnce: AT_ONCE };
  const sender = new Worker(new URL('hostile-sender.ts', import.meta.url), { workerData });
  let statuses: z.output<typeof Statuses> | undefined;
  sender.once('message', (message) => {
    statuses = Statuses.parse(message);
  });
  sender.once('error', (error) => {
    throw error;
  });
  const times: number[] = [];
  while (!statuses) times.push(await timeOne());
  return { times, statuses };
};

try {
  for (let n = 0; n < QUIET_CALLS; n += 1) await timeOne();
  const quiet: number[] = [];
  for (let n = 0; n < QUIET_CALLS; n += 1) quiet.push(await timeOne());
  const attack = await underAttack();
  const failures = attack.statuses.filter(([status]) => status >= 500);
  const [calm, pressed] = [p99(quiet), p99(attack.times)];
  report([
    {
      name: `p99 of a list during ${HOSTILE} hostile bodies (${attack.times.length} calls)`,
      here: `${ms(pressed)} = ${(pressed / calm).toFixed(1)} × the quiet value`,
      limit: `${ms(calm)} quiet`,
      target: `under ${MOST_MS} ms on the reference machine`,
      share: shareOfTime(pressed, MOST_MS),
    },
    {
      name: `Answers to them: ${attack.statuses.map(([status, count]) => `${count} × ${status || 'closed'}`).join(', ')}`,
      here: `${failures.length} kinds of 5xx`,
      target: 'none',
      share: shareOf(failures.length === 0),
    },
  ]);
} finally {
  await server.stop();
  await bench.stop();
}
