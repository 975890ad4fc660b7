import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '@homecare/domain/calendar.ts';
import type { Call } from '@homecare/domain/call.ts';
import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { askOver, signInOver } from '../server/testing/server-process.ts';
import { memoryOf } from './memory.ts';
import { report } from './report.ts';
import { benchSite, DEMO_PASSWORD } from './site.ts';

/** What the app keeps in memory for an agency of 5,000 people: a while after its office signed in, and while 200 pages poll. */
const [SESSIONS, POLLERS, ROUNDS, EVERY_MS] = [20, 200, 6, 1_000];

const bench = await benchSite({ clients: 3_300, providers: 1_700 });
const server = await bench.serve();
const today = todayIn('America/Denver', Temporal.Now.instant());
const day = { year: today.year, month: today.month, startDay: today.day, endDay: today.day };
const LISTS: readonly [Call, object][] = [
  [getPeople, { filters: [] }],
  [getEvvList, day],
  [listCarePlans, { status: 'Active', date: today.toPlainYearMonth().toString() }],
  [listNotices, {}],
];

/** A page of the office: it has read each list once and asks from then on whether something changed. */
const openPage = (cookie: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const tags = LISTS.map(() => '');
  return {
    poll: async () => {
      for (const [index, [call, input]] of LISTS.entries()) {
        const headers = tags[index] ? { 'if-none-match': tags[index] } : {};
        const answer = await askOver({ url: server.url, cookie }, call, input, { agent, headers });
        if (answer.status !== 200 && answer.status !== 304)
          throw new Error(`${answer.status} ${answer.body}`);
        tags[index] = String(answer.headers.etag ?? '');
      }
    },
    close: () => agent.destroy(),
  };
};

const cookies: string[] = [];
for (let n = 0; n < SESSIONS; n += 1) cookies.push(await signInOver(server.url, 'admin', DEMO_PASSWORD));

const measure = async (count: number) => {
  const pages = Array.from({ length: count }, (_, n) => openPage(cookies[n % SESSIONS] ?? ''));
  for (const page of pages) await page.poll();
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(pages.map((page) => page.poll()));
    await pause(EVERY_MS);
  }
  const taken = memoryOf(server.pid).now();
  for (const page of pages) page.close();
  return taken;
};

try {
  const fresh = memoryOf(server.pid).now();
  const few = await measure(SESSIONS);
  const many = await measure(POLLERS);
  report([
    {
      name: `Memory of the app, 5,000 people, ${SESSIONS} sessions (fresh ${fresh.toFixed(0)} MB)`,
      here: `${few.toFixed(0)} MB`,
      target: '250 MB',
      share: few / 250,
    },
    {
      name: `The same while ${POLLERS} pages poll four lists`,
      here: `${many.toFixed(0)} MB`,
      target: '350 MB',
      share: many / 350,
    },
  ]);
} finally {
  await server.stop();
  await bench.stop();
}
