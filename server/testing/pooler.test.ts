import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '@homecare/domain/calendar.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { Connections } from '../src/platform/db/connections.ts';
import { assertDurable, databaseName, givenWays } from '../src/platform/db/databases.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { TableDirectory } from '../src/platform/site/directory-table.ts';
import { openSite } from '../src/sites/open-site.ts';
import { freePort } from './free-port.ts';
import { onServer } from './on-server.ts';
import { requestOf } from './requests.ts';
import { sampleClient } from './sample-people.ts';
import { launchServer, overHttp, request, type ServerProcess, signInOver } from './server-process.ts';

/**
 * Two processes behind PgBouncer in transaction mode, with a role that owns nothing, each restarted while browsers poll and save.
 * PgBouncer is not part of the product; without it on this machine the test is skipped.
 */
const CALLS = Number(process.env.POOLER_CALLS ?? 600);
const POLLERS = 20;
const PASSWORD = 'Behind-Pooler-1';
const given = inject('postgres').connection;
const isThere = spawnSync('pgbouncer', ['--version']).status === 0;
const runs = isThere && 'host' in given && process.platform === 'linux';
if (!runs) console.log('pooler: PgBouncer is not here, or the database is not the embedded one: left out');

const tag = randomBytes(4).toString('hex');
const role = `app_${tag}`;
const home = `pooled_${tag}`;
const site = { ...DEMO_ENTRY, name: `pooled-${tag}` };
const place = mkdtempSync(join(tmpdir(), 'homecare-pooler-'));
const dataDir = mkdtempSync(join(tmpdir(), 'homecare-pooled-'));

const pooler: { child?: ChildProcess; port: number } = { port: 0 };

const startPooler = async () => {
  if (!('host' in given)) return;
  const { uid, gid } = statSync(given.host);
  pooler.port ||= Number(await freePort());
  const config = join(place, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
* = host=${given.host} port=${given.port} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
`,
  );
  for (const path of [place, config]) chownSync(path, uid, gid);
  // It refuses to run as root, whose socket only root may open; a separate user namespace satisfies both.
  pooler.child =
    uid === 0
      ? spawn('unshare', ['--user', 'pgbouncer', '-q', config], { stdio: 'ignore' })
      : spawn('pgbouncer', ['-q', config], { uid, gid, stdio: 'ignore' });
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(pooler.port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
  while (!(await answers())) await pause(30);
};

const stopPooler = async () => {
  const { child } = pooler;
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};

const urls = () => {
  if (!('host' in given)) throw new Error('the embedded database is wanted');
  const direct = (user: string) =>
    `postgresql://${user}@localhost:${given.port}/${home}?host=${encodeURIComponent(given.host)}`;
  return {
    databaseUrl: `postgresql://${role}@127.0.0.1:${pooler.port}/${home}`,
    databaseDirectUrl: direct(role),
    databaseOwnerUrl: direct(given.user),
  };
};
const ways = () => {
  const found = givenWays(urls());
  if (!found) throw new Error('there is no way');
  return found;
};
const pooled = () => {
  const connections = new Connections(4);
  return connections.poolOf('test', ways().app);
};

const launch = async (): Promise<ServerProcess> => {
  const { databaseUrl, databaseDirectUrl } = urls();
  return launchServer({
    DATA_DIR: dataDir,
    PORT: await freePort(),
    DEMO_PASSWORD: PASSWORD,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
  }).ready;
};

describe.skipIf(!runs)('behind PgBouncer in transaction mode', () => {
  const apps: ServerProcess[] = [];
  beforeAll(async () => {
    await onServer(given, `create role ${role} login`);
    await onServer(given, `alter role ${role} set TimeZone = 'America/Denver'`);
    await onServer(given, `create database ${home}`);
    await startPooler();
  }, 60_000);
  afterAll(async () => {
    for (const app of apps) app.kill('SIGKILL');
    await stopPooler();
    for (const name of [home, databaseName(site.name)])
      await onServer(given, `drop database if exists ${name} with (force)`);
    await onServer(given, `drop role if exists ${role}`);
    for (const folder of [place, dataDir]) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('missing settings are refused, with the statements that set them', async () => {
    const refused = await assertDurable(pooled()).catch((error: unknown) => error);
    const message = refused instanceof Error ? refused.message : '';
    const statements = message.match(/ALTER ROLE .*?;/g) ?? [];
    expect(statements.length).toBeGreaterThanOrEqual(4);
    for (const statement of statements) await onServer(given, statement);
    await stopPooler();
    await startPooler();
    await assertDurable(pooled());
  });

  it('the owner creates directory, database and tables; the server without those rights refuses if they are missing', async () => {
    const directory = await TableDirectory.open(ways(), dataDir);
    await directory.change(() => ({ sites: [site], pickerHosts: [], trustedProxies: [] }));
    const made = await openSite(site, ways(), dataDir);
    await made.close();
    await directory.end();
    const { databaseOwnerUrl } = urls();
    const inSite = Object.assign(new URL(databaseOwnerUrl), { pathname: `/${databaseName(site.name)}` });
    const owner = openPool({ url: inSite.toString() }, { max: 1, onError: () => undefined });
    const { rows } = await owner.query<{ name: string; hash: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name, hash',
    );
    await expect(launch()).rejects.toThrow('is missing migrations of this release');
    const [last] = rows;
    await owner.query('insert into migrations (name, hash) values ($1, $2)', [last?.name, last?.hash]);
    await owner.end();
  }, 120_000);

  it(`${POLLERS} browsers and ${CALLS} calls get no 500 while both processes are restarted twice`, async () => {
    apps.push(await launch(), await launch());
    // An account the operator created, because only the example agency has ready ones.
    const opened = await openSite(site, ways(), dataDir);
    const { createAccount } = await import('../src/accounts/service.ts');
    const { mutate } = await import('../src/platform/db/mutate.ts');
    const { Scope } = await import('../src/platform/auth/scope.ts');
    const scope = await Scope.startJob(opened, 'test');
    await mutate(scope, 'test', async (tx, record) => {
      const account = { login: 'admin', fullName: 'Ann Admin', role: 'admin', temporary: false } as const;
      const created = await createAccount(tx, scope, { ...account, password: PASSWORD });
      record({ entity: 'account', id: null, action: 'insert' });
      return created;
    });
    await opened.close();
    const cookie = await signInOver(apps[0]?.url ?? '', 'admin', PASSWORD);
    const today = todayIn('America/Denver', Temporal.Now.instant());
    const days = { year: today.year, month: today.month, startDay: today.day, endDay: today.day };
    const counts = new Map<string, number>();
    const strange: string[] = [];
    let done = 0;
    let serial = 0;
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    const browser = async (n: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = async (input: ReturnType<typeof requestOf>, key?: string) => {
        for (;;) {
          const app = apps[(n + done) % apps.length];
          if (!app) throw new Error('there is no process');
          const [url, options] = overHttp(app.url, input);
          const headers = { ...options.headers, cookie, ...(key && { 'idempotency-key': key }) };
          const answer = await request(url, { ...options, headers, agent }).catch(() => undefined);
          count(answer ? String(answer.status) : 'no answer');
          if (answer && ![200, 304, 503].includes(answer.status))
            strange.push(`${answer.status} ${answer.body.toString().slice(0, 300)}`);
          if (answer && answer.status !== 503) return answer;
          await pause(20);
        }
      };
      serial += 1;
      const name = `Pooled ${[...String(serial)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
      const made = await ask(requestOf(insertPerson, { data: sampleClient(name, today) }), `pooler-new-${n}`);
      const { insert_id: id } = JSON.parse(made.body.toString());
      for (let turn = 0; done < CALLS; turn += 1) {
        done += 1;
        if (turn % 5 === 4)
          await ask(
            requestOf(updatePerson, { id, data: { notes: `turn ${turn}` } }),
            `pooler-${n}-${turn}-save`,
          );
        else await ask(requestOf(getEvvList, days));
      }
      agent.destroy();
    };
    const browsers = Promise.all(Array.from({ length: POLLERS }, (_, n) => browser(n)));
    for (const at of [0, 1, 0, 1]) {
      const share = done + (CALLS - done) / 5;
      while (done < share) await pause(20);
      const before = apps[at];
      before?.kill('SIGTERM');
      await before?.ended;
      apps[at] = await launch();
    }
    await browsers;
    console.log(`pooler: ${[...counts].map(([what, times]) => `${what}: ${times}`).join(', ')}`);
    expect(strange).toEqual([]);
    expect(counts.get('500') ?? 0).toBe(0);
  }, 1_800_000);

  it('two processes hold no session lock, and one lease at a time', async () => {
    const owner = openPool({ url: urls().databaseOwnerUrl }, { max: 1, onError: () => undefined });
    const { rows } = await owner.query<{ locks: number }>(
      `select count(*)::int as locks from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and d.datname in ($1, $2)`,
      [home, databaseName(site.name)],
    );
    await owner.end();
    expect(rows).toEqual([{ locks: 0 }]);
  });
});
