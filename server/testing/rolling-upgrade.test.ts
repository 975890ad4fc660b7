import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { getPeople, insertPerson } from '@homecare/domain/people/contract.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount } from '../src/accounts/service.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { databaseName, givenWays } from '../src/platform/db/databases.ts';
import { mutate } from '../src/platform/db/mutate.ts';
import { TableDirectory } from '../src/platform/site/directory-table.ts';
import { openSite } from '../src/sites/open-site.ts';
import { freePort } from './free-port.ts';
import { onServer } from './on-server.ts';
import { sampleClient } from './sample-people.ts';
import { askOver, launchServer, request, type ServerProcess, signInOver } from './server-process.ts';

/** Two processes on one database behind a proxy are restarted one after the other while browsers work, and nobody notices. */

const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1);
const BROWSERS = 10;
const PASSWORD = 'Rolling-Upgrade-1';
const given = inject('postgres').connection;
const tag = randomBytes(4).toString('hex');
const home = `rolling_${tag}`;
const site = { ...DEMO_ENTRY, name: `rolled-${tag}` };
const dataDir = mkdtempSync(join(tmpdir(), 'homecare-rolling-'));

const databaseUrl = () => {
  if (!('host' in given)) return Object.assign(new URL(given.url), { pathname: `/${home}` }).href;
  return `postgresql://${given.user}@localhost:${given.port}/${home}?host=${encodeURIComponent(given.host)}`;
};

const launch = async (): Promise<ServerProcess> =>
  launchServer({
    DATA_DIR: dataDir,
    PORT: await freePort(),
    DEMO_PASSWORD: PASSWORD,
    DATABASE_URL: databaseUrl(),
    DRAIN_SECONDS: '2',
  }).ready;

/** Like nginx and HAProxy, asks each process four times a second whether it is ready, and sends nobody to one that is not. */
const startProxy = async (backends: () => readonly ServerProcess[]) => {
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const look = async () => {
    for (const { url } of backends()) {
      const answer = await request(`${url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) ready.add(url);
      else ready.delete(url);
    }
  };
  let turn = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const known = backends().filter(({ url }) => ready.has(url));
    turn += 1;
    const chosen = known[turn % known.length];
    if (!chosen) return outgoing.writeHead(502).end();
    const { method, url: path, headers } = incoming;
    const onward = send(`${chosen.url}${path}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    return incoming.pipe(onward);
  };
  const server = createServer(pass);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  await look();
  const timer = setInterval(() => void look(), 250);
  return {
    url: `http://127.0.0.1:${port}`,
    isReady: ({ url }: ServerProcess) => ready.has(url),
    stop: () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};

const today = todayIn('America/Denver', Temporal.Now.instant());
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const nameOf = (browser: number, step: number) => `Rolled ${letters(browser)} ${letters(step)}`;

const apps: ServerProcess[] = [];
beforeAll(async () => {
  await onServer(given, `create database ${home}`);
  const ways = givenWays({
    databaseUrl: databaseUrl(),
    databaseDirectUrl: undefined,
    databaseOwnerUrl: undefined,
  });
  if (!ways) throw new Error('there is no way to the database');
  const directory = await TableDirectory.open(ways, dataDir);
  await directory.change(() => ({ sites: [site], pickerHosts: [], trustedProxies: [] }));
  await directory.end();
  const opened = await openSite(site, ways, dataDir);
  const scope = await Scope.startJob(opened, 'test');
  const admin = { login: 'admin', fullName: 'Ann Admin', role: 'admin', temporary: false } as const;
  await mutate(scope, 'test', async (tx, record) => {
    record({ entity: 'account', id: null, action: 'insert' });
    return createAccount(tx, scope, { ...admin, password: PASSWORD });
  });
  await opened.close();
  apps.push(await launch());
  apps.push(await launch());
});
afterAll(async () => {
  for (const app of apps) app.kill('SIGKILL');
  await onServer(given, `drop database if exists ${home} with (force)`);
  await onServer(given, `drop database if exists ${databaseName(site.name)} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
});

it(`while ${BROWSERS} browsers work and both processes are restarted ${ROUNDS} times, no request fails`, async () => {
  const proxy = await startProxy(() => apps);
  const counts = new Map<string, number>();
  const failed: string[] = [];
  let isOver = false;
  const cookie = await signInOver(proxy.url, 'admin', PASSWORD);
  const browser = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const to = { url: proxy.url, cookie };
    for (let step = 0; !isOver; step += 1) {
      const [call, input] =
        step % 5 === 0
          ? ([insertPerson, { data: sampleClient(nameOf(n, step), today) }] as const)
          : step % 5 === 1
            ? ([touchSession, {}] as const)
            : ([getPeople, { filters: [] }] as const);
      const answer = await askOver(to, call, input, { agent }).catch((error: unknown) => error);
      const status = answer instanceof Error ? answer.message : String(Object(answer).status);
      counts.set(`${call.name} ${status}`, (counts.get(`${call.name} ${status}`) ?? 0) + 1);
      if (status !== '200' && status !== '304') failed.push(`${call.name}: ${status}`);
      await pause(20);
    }
    agent.destroy();
  };
  const browsers = Array.from({ length: BROWSERS }, (_, n) => browser(n));
  await pause(1_000);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const at of apps.keys()) {
      const old = apps[at];
      if (!old) continue;
      old.kill('SIGTERM');
      expect((await old.ended).code).toBe(0);
      const next = await launch();
      apps[at] = next;
      while (!proxy.isReady(next)) await pause(50);
      await pause(500);
    }
  isOver = true;
  await Promise.all(browsers);
  proxy.stop();
  console.log(`rolling upgrade: ${JSON.stringify(Object.fromEntries(counts))}`);
  expect(failed).toEqual([]);
});
