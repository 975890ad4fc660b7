import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '@homecare/domain/calendar.ts';
import { insertPerson } from '@homecare/domain/people/contract.ts';
import { afterAll, expect, inject, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { onServer } from '../../testing/on-server.ts';
import { requestOf } from '../../testing/requests.ts';
import { sampleClient } from '../../testing/sample-people.ts';
import { launchServer, overHttp, request, signInOver } from '../../testing/server-process.ts';
import { databaseName, oneWay } from '../platform/db/databases.ts';
import { onDatabase, openPool } from '../platform/db/pool.ts';
import { TableDirectory } from '../platform/site/directory-table.ts';
import { moveSite } from './move.ts';

/** Writers keep writing while the agency moves to another database: every acknowledged write is there, once, and nothing else. */
const PASSWORD = 'Moving-House-1';
const WRITERS = 4;
const given = inject('postgres').connection;
const urlOf = (database: string) =>
  'url' in given
    ? Object.assign(new URL(given.url), { pathname: `/${database}` }).toString()
    : `postgresql://${given.user}@localhost:${given.port}/${database}?host=${encodeURIComponent(given.host)}`;
const server = { url: urlOf('postgres') };
const home = `directory_${randomBytes(4).toString('hex')}`;
const target = `moved_${randomBytes(4).toString('hex')}`;
const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-move-'));
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await onServer(server, `alter database ${databaseName('demo')} allow_connections true`).catch(
    () => undefined,
  );
  for (const name of [home, target, databaseName('demo')])
    await onServer(server, `drop database if exists ${name} with (force)`);
  await rm(dataDir, { recursive: true, force: true });
});

const today = todayIn('America/Denver', Temporal.Now.instant());
const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

it('a site is moved under load: seconds without writes, nothing lost, nothing twice', async () => {
  await onServer(server, `create database ${home}`);
  const environment = { DATA_DIR: dataDir, DEMO_PASSWORD: PASSWORD, DATABASE_URL: urlOf(home) };
  const launch = async () => {
    const app = await launchServer({ ...environment, PORT: await freePort() }).ready;
    ends.push(async () => {
      app.kill('SIGTERM');
      await app.ended;
    });
    return app;
  };
  const apps = [await launch(), await launch()];
  const cookie = await signInOver(apps[0]?.url ?? '', 'admin', PASSWORD);
  const acknowledged = new Set<string>();
  const strange: string[] = [];
  let stopped = false;
  let serial = 0;
  let longest = 0;
  const write = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { url } = apps[n % apps.length] ?? { url: '' };
    let last = performance.now();
    while (!stopped) {
      serial += 1;
      const lastName = `Mover ${letters(serial)}`;
      const [address, options] = overHttp(
        url,
        requestOf(insertPerson, { data: sampleClient(lastName, today) }),
      );
      const headers = { ...options.headers, cookie, 'idempotency-key': `move-test-${serial}` };
      for (let isDone = false; !isDone && !stopped; ) {
        const answer = await request(address, { ...options, headers, agent });
        isDone = answer.status === 200;
        if (!isDone && answer.status !== 503) strange.push(`${answer.status} ${answer.body}`);
        if (!isDone) await pause(30);
      }
      if (stopped) break;
      acknowledged.add(lastName);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    agent.destroy();
  };
  const writers = Array.from({ length: WRITERS }, (_, n) => write(n));
  await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(20);

  const directory = await TableDirectory.open(oneWay({ url: urlOf(home) }), dataDir);
  ends.push(() => directory.end());
  const { readOnlyMs, rows } = await moveSite({
    server: oneWay({ url: urlOf(home) }),
    directory,
    name: 'demo',
    url: urlOf(target),
    say: () => undefined,
  });
  const before = acknowledged.size;
  await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(before + 20);
  stopped = true;
  await Promise.all(writers);
  console.log(
    `${rows} rows: no writes for ${readOnlyMs} ms, the longest wait of a writer ${Math.round(longest)} ms`,
  );

  const pool = openPool(onDatabase(server, target), { max: 1, onError: () => undefined });
  const { rows: people } = await pool.query<{ name: string; count: number }>(
    "select last_name as name, count(*)::int as count from people where last_name like 'Mover %' group by 1",
  );
  await pool.end();
  const found = new Map(people.map(({ name, count }) => [name, count]));
  expect([...acknowledged].filter((name) => found.get(name) !== 1)).toEqual([]);
  expect([...found.values()].every((count) => count === 1)).toBe(true);
  // Besides acknowledged writes, there is at most the one each writer was about to send.
  expect(found.size - acknowledged.size).toBeLessThanOrEqual(WRITERS);
  expect(strange).toEqual([]);
  expect((await directory.read())?.sites[0]?.databaseUrl).toBe(urlOf(target));
}, 280_000);
