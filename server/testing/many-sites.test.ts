import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DEMO_ENTRY, type SiteEntry } from '../src/platform/config/config.ts';
import { Connections } from '../src/platform/db/connections.ts';
import { oneWay } from '../src/platform/db/databases.ts';
import { type Connection, onDatabase, openPool } from '../src/platform/db/pool.ts';
import { BASE } from '../src/platform/http/base-path.ts';
import { TableDirectory } from '../src/platform/site/directory-table.ts';
import { freePort } from './free-port.ts';
import { onServer } from './on-server.ts';
import { launchServer, request, type ServerProcess } from './server-process.ts';

/**
 * Twelve agencies on a server with fewer connections than they want, and with them one whose database is down, one whose database is
 * full, one that never responds and one with a wrong name. The others, startup and /readyz must not be affected.
 */
const { connection: server, template } = inject('postgres');
const role = `crowd_${randomBytes(4).toString('hex')}`;
const PLACES = 20;
const GOOD = Array.from({ length: 12 }, (_, n) => `agency-${n}`);

/** The test server, with this role. */
const urlOf = (at: Connection, database: string) => {
  if ('url' in at) {
    const url = new URL(at.url);
    return Object.assign(url, { username: role, password: 'x', pathname: `/${database}` }).toString();
  }
  return `postgresql://${role}:x@localhost:${at.port}/${database}?host=${encodeURIComponent(at.host)}`;
};
const databaseOf = (name: string) => `${role}_${name.replaceAll('-', '_')}`;
const entryOf = (name: string, databaseUrl: string): SiteEntry => ({
  ...DEMO_ENTRY,
  name,
  title: name,
  hosts: [`${name}.test`],
  databaseUrl,
});

const silent = createServer(() => undefined);
const dataDir = mkdtempSync(join(tmpdir(), 'homecare-many-'));
let app: ServerProcess;

beforeAll(async () => {
  await onServer(server, `create role ${role} login superuser password 'x'`);
  for (const name of [...GOOD, 'full'])
    await onServer(server, `create database ${databaseOf(name)} template ${template}`);
  await onServer(server, `create database ${role}`);
  // Only roles that are not superusers count toward the limit.
  await onServer(server, `alter role ${role} nosuperuser createdb connection limit ${PLACES}`);
  for (const name of [...GOOD, 'full']) {
    const pool = openPool(onDatabase(server, databaseOf(name)), { max: 1, onError: () => undefined });
    await pool.query(`do $$ declare r record; begin
      for r in select relname, relnamespace::regnamespace::text as home from pg_class
        where relnamespace::regnamespace::text in ('public', 'graphile_worker') and relkind in ('r', 'v') loop
        execute format('grant all on %I.%I to ${role}', r.home, r.relname); end loop; end $$;
      grant usage on schema graphile_worker to ${role};
      grant all on all sequences in schema public, graphile_worker to ${role}`);
    await pool.end();
  }
  await onServer(server, `alter database ${databaseOf('full')} connection limit 0`);
  await onServer(server, `alter database ${role} owner to ${role}`);
  const silentPort = await new Promise<number>((resolve) =>
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  const away = `postgresql://x:x@127.0.0.1:${await freePort()}/away`;
  const sites = [
    entryOf('away', away),
    entryOf('silent', `postgresql://x:x@127.0.0.1:${silentPort}/silent`),
    ...GOOD.map((name) => entryOf(name, urlOf(server, databaseOf(name)))),
    entryOf('full', urlOf(server, databaseOf('full'))),
    entryOf('wrong', urlOf(server, `${role}_nowhere`)),
  ];
  writeFileSync(join(dataDir, 'sites.json'), JSON.stringify({ sites, pickerHosts: [], trustedProxies: [] }));
  app = await launchServer({
    DATA_DIR: dataDir,
    PORT: await freePort(),
    DEMO_PASSWORD: 'Many-Sites-1',
    DATABASE_URL: urlOf(server, role),
    DATABASE_CONNECTIONS: String(PLACES - 2),
  }).ready;
}, 240_000);

afterAll(async () => {
  app?.kill('SIGTERM');
  await app?.ended;
  silent.close();
  for (const name of [...GOOD, 'full'])
    await onServer(server, `drop database if exists ${databaseOf(name)} with (force)`);
  await onServer(server, `drop database if exists ${role} with (force)`);
  await onServer(server, `drop role if exists ${role}`);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A wrong login reads accounts and writes an attempt, so it goes all the way to the database. */
const enter = (name: string) =>
  request(`${app.url}${BASE}/poster.php`, {
    method: 'POST',
    headers: { host: `${name}.test`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      cmd: 'login',
      data: JSON.stringify([
        { field: 'user', value: 'nobody' },
        { field: 'pass', value: 'Wrong-Password-1' },
      ]),
    }).toString(),
  });

/** Without a session an existing host refuses this, and it counts toward no limit. */
const knock = (name: string) =>
  request(`${app.url}${BASE}/getPremium.php`, { headers: { host: `${name}.test` } });

const connections = async () => {
  const pool = openPool(server, { max: 1, onError: () => undefined });
  const { rows } = await pool.query<{ database: string; count: number }>(
    `select datname as database, count(*)::int as count from pg_stat_activity where usename = $1 group by datname`,
    [role],
  );
  await pool.end();
  return rows;
};

it('all healthy agencies answer, each within its two connections', async () => {
  expect(app.readyMs).toBeLessThan(60_000);
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(GOOD.map(enter));
    expect(answers.map(({ status }) => status)).toEqual(GOOD.map(() => 401));
  }
  const open = await connections();
  expect(open.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(PLACES);
  for (const { count } of open) expect(count).toBeLessThanOrEqual(2);
});

it('the others answer 503 quickly, and the process stays ready', async () => {
  const begun = performance.now();
  const bad = await Promise.all(['away', 'full', 'silent', 'wrong'].map(enter));
  expect(bad.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(performance.now() - begun).toBeLessThan(12_000);
  expect((await request(`${app.url}/readyz`)).status).toBe(200);
});

it('an agency that floods the process does not hold up the others', async () => {
  const flood = Promise.all(Array.from({ length: 60 }, () => enter('silent')));
  const begun = performance.now();
  const answers = await Promise.all(GOOD.map(enter));
  expect(answers.every(({ status }) => status === 401)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await flood;
});

it('a new site, another host and a removed site take effect within five seconds, without a restart', async () => {
  const ways = oneWay({ url: urlOf(server, role) });
  const directory = await TableDirectory.open(ways, dataDir, new Connections(1));
  const [first = '', second = ''] = GOOD;
  await directory.change((file) => {
    if (!file) throw new Error('the directory is empty');
    const sites = file.sites
      .filter(({ name }) => name !== second)
      .map((entry) => (entry.name === first ? { ...entry, hosts: ['renamed.test'] } : entry));
    return { ...file, sites: [...sites, entryOf('new', urlOf(server, databaseOf(second)))] };
  });
  const statuses = async (ask: typeof enter) => {
    const answers = await Promise.all(['renamed', 'new', first, second].map(ask));
    return answers.map(({ status }) => status);
  };
  const now = [401, 401, 421, 421];
  await expect.poll(() => statuses(knock), { timeout: 5_000, interval: 200 }).toEqual(now);
  expect(await statuses(enter)).toEqual(now);
  await directory.end();
});
