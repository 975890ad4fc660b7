import { Agent } from 'node:http';
import { getCarePlans, listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { search } from '@homecare/domain/find/contract.ts';
import { getNote, getPeople } from '@homecare/domain/people/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, expect, test } from 'vitest';
import { addClient } from './care.ts';
import { requestOf } from './requests.ts';
import { testServer } from './server.ts';
import { overHttp, request } from './server-process.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/**
 * The server is killed again and again while several people look at records. Every answered look is in the log, once; an interrupted
 * one may or may not be. Environment variables make it longer (the long proof).
 */
const CALLS = Number(process.env.ACCESS_CALLS ?? 300);
const KILLS = Number(process.env.ACCESS_KILLS ?? 1);
const CALLERS = 8;
const MINUTES = 60_000;

const server = await testServer();
const { pool } = server.database;
const { cookie, accountId } = await server.as('admin');
// The worker uses the database's clock.
await pool.query('update sessions set created = now(), last_seen = now()');
const people: number[] = [];
for (let n = 0; n < 30; n += 1) people.push(await addClient(pool, `Looked${n}`));

let worker: (WorkerProcess & { readonly url: string }) | undefined;
afterAll(async () => {
  worker?.child.kill('SIGKILL');
  await server.stop();
});

const startWorker = async () => {
  const started = await startWorkerProcess('./access-log-worker.ts', {
    WORKER_DATABASE: JSON.stringify(server.database.connection),
    WORKER_DATA_DIR: server.dataDir,
  });
  worker = { ...started, url: started.said.trim() };
};

/** One kind of call by number: its request, and the look that its success records; null if none. */
const KINDS: readonly ((id: number) => { request: Parameters<typeof overHttp>[1]; look: string | null })[] = [
  (id) => ({ request: requestOf(getNote, { id }), look: `people.getNote person ${id}` }),
  (id) => ({
    request: requestOf(getPeople, { filters: [{ field: 'ID', op: '=', value: String(id) }] }),
    look: `people.getPeople person ${id}`,
  }),
  (id) => ({
    request: requestOf(getCarePlans, { filters: [{ field: 'ClientID', op: '=', value: String(id) }] }),
    look: `carePlans.get person ${id}`,
  }),
  () => ({ request: requestOf(getPeople, { filters: [] }), look: 'people.getPeople list' }),
  () => ({
    request: requestOf(listCarePlans, { status: 'Active', date: null, showTemp: false }),
    look: 'carePlans.list list',
  }),
  () => ({ request: requestOf(search, { text: 'nobody of this name' }), look: 'find.search list' }),
  () => ({ request: requestOf(capabilities, {}), look: null }),
  () => ({ request: requestOf(getNote, { id: 999_999 }), look: null }),
];

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const answered = new Map<string, number>();
const cut = new Map<string, number>();
let asked = 0;
let unchanged = 0;

const look = async (turn: number, agent: Agent, tags: Map<string, string>) => {
  const id = people[(turn * 7) % people.length] ?? 0;
  const kind = KINDS[turn % KINDS.length]?.(id);
  if (!kind || !worker) return;
  const [url, options] = overHttp(worker.url, kind.request);
  const tag = kind.look === null ? undefined : tags.get(kind.look);
  const headers = { ...options.headers, cookie: cookie ?? '', ...(tag && { 'if-none-match': tag }) };
  try {
    const { status, headers: got } = await request(url, { ...options, headers, agent });
    if (status === 304) unchanged += 1;
    else if (status === 200 && kind.look !== null) count(answered, kind.look);
    // Every other time the same list is requested as by a client that has it.
    if (kind.look !== null && got.etag && turn % 2 === 0) tags.set(kind.look, String(got.etag));
  } catch {
    if (kind.look !== null) count(cut, kind.look);
  }
};

/** Makes a number of calls; the worker is killed when a given number remain, wherever they are. */
const askUntil = (calls: number, killBefore?: number) =>
  Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const tags = new Map<string, string>();
      while (asked < calls) {
        asked += 1;
        if (killBefore !== undefined && asked === calls - killBefore) worker?.child.kill('SIGKILL');
        await look(asked, agent, tags);
      }
      agent.destroy();
    }),
  );

test(
  `after ${CALLS} calls with the server killed ${KILLS} times, every answered look is in the log once`,
  async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await startWorker();
      await askUntil(Math.floor((CALLS * kill) / (KILLS + 1)), 1 + Math.floor(Math.random() * CALLERS));
      await worker?.ended;
    }
    await startWorker();
    await askUntil(CALLS);
    worker?.child.kill('SIGKILL');
    await worker?.ended;
    // The next process takes over what the last one left behind.
    await server.site.accessLog.adopt();

    const { rows } = await pool.query<{ look: string; looks: number }>(
      `select call || coalesce(' ' || subject || ' ' || subject_id, ' list') as look, count(*)::int as looks
       from access_log where account_id = $1 group by 1`,
      [accountId],
    );
    const logged = new Map(rows.map((row) => [row.look, row.looks]));
    const wrong = [...new Set([...logged.keys(), ...answered.keys()])].filter((key) => {
      const more = (logged.get(key) ?? 0) - (answered.get(key) ?? 0);
      return more < 0 || more > (cut.get(key) ?? 0);
    });
    const say = (key: string) => [key, logged.get(key), answered.get(key), cut.get(key)];
    expect(wrong.map(say)).toEqual([]);
    const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);
    expect(sum(answered)).toBeGreaterThan(CALLS / 4);
    expect(unchanged).toBeGreaterThan(0);
    if (process.env.ACCESS_CALLS)
      process.stdout.write(
        `${CALLS} calls, ${KILLS} kills: ${sum(answered)} looks answered, ${sum(logged)} in the log, ${sum(cut)} cut off, ${unchanged} unchanged\n`,
      );
  },
  30 * MINUTES,
);
