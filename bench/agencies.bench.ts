import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '@homecare/domain/calendar.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { createExampleData } from '../server/src/operations/example-data.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { hashToken, newToken } from '../server/src/platform/auth/sessions.ts';
import { DEMO_ENTRY, type SiteEntry } from '../server/src/platform/config/config.ts';
import { databaseName, oneWay } from '../server/src/platform/db/databases.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { TableDirectory } from '../server/src/platform/site/directory-table.ts';
import { openSite } from '../server/src/sites/open-site.ts';
import { freePort } from '../server/testing/free-port.ts';
import { requestOf } from '../server/testing/requests.ts';
import { launchServer, overHttp, request } from '../server/testing/server-process.ts';
import { memoryOf } from './memory.ts';
import { median, ms, perSecond, report, shareOf, shareOfTime } from './report.ts';

/** A thousand agencies in one process, cloned from one migrated template: start, connections, memory, fifty of them busy. */
const AGENCIES = Number(process.env.BENCH_AGENCIES ?? 1_000);
const BUSY = 50;
const BUSY_SECONDS = 20;
const QUIET_SECONDS = 60;
/** After these a process has said whom it saw at work, and each agency was looked at once more. */
const SAID_SECONDS = 35;
const CALM_SECONDS = 100;
const TEMPLATE = 'agency-template';
const PASSWORD = 'Thousand-Homes-1';

const dataDir = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'homecare-agencies-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const { host, port, user } = postgres.connection;
const urlOf = (database: string) => `postgresql://${user}@localhost:${port}/${database}?host=${host}`;
const operator = openPool({ url: urlOf('postgres') }, { max: 4, onError: () => undefined, limits: 'none' });
const names = Array.from({ length: AGENCIES }, (_, n) => `agency-${n}`);
const entryOf = (name: string): SiteEntry => ({ ...DEMO_ENTRY, name, title: name, hosts: [`${name}.test`] });

const token = newToken();
const cookieOf = (name: string) => `homecare=${name}~${token}`;

/** One agency with people, plans and a signed-in admin, closed again so that it can be copied. */
const makeTemplate = async (): Promise<number> => {
  const site = await openSite(entryOf(TEMPLATE), { url: urlOf('postgres') }, dataDir, { limits: 'none' });
  const scope = await Scope.startJob(site, 'bench');
  await createExampleData(scope, { clients: 24, providers: 12, months: 1, say: () => undefined });
  const { rows } = await site.pool.query<{ id: number }>(
    `insert into accounts (login, password_hash, full_name, role, initials, reset_password)
     values ('admin', 'x', 'Ann Admin', 'admin', 'AA', false) returning id`,
  );
  // Six hours ahead: the session is young however long the copies take.
  await site.pool.query(
    `insert into sessions (token_hash, account_id, created, last_seen)
     values ($1, $2, now() + interval '6 hours', now() + interval '6 hours')`,
    [hashToken(token), rows[0]?.id],
  );
  const { rows: people } = await site.pool.query<{ id: number }>(
    "select id from people where kind = 'Client' order by id limit 1",
  );
  await site.pool.query('analyze');
  await site.close();
  return people[0]?.id ?? 0;
};

const cloneAll = async () => {
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await operator.query(`create database ${databaseName(name)} template ${databaseName(TEMPLATE)}`);
  };
  // A template may be copied by one at a time only.
  await work();
};

const say = (line: string) => console.log(line);
const sizeOfAll = async () => {
  const { rows } = await operator.query<{ mb: number }>(
    'select (sum(pg_database_size(oid)) / 1048576)::float8 as mb from pg_database',
  );
  return rows[0]?.mb ?? 0;
};
const connections = async () => {
  const { rows } = await operator.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where backend_type = 'client backend' and (datname like 'homecare_agency%' or datname = 'directory')`,
  );
  return rows[0]?.count ?? 0;
};
const transactions = async () => {
  const { rows } = await operator.query<{ count: number }>(
    "select sum(xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname like 'homecare_agency%'",
  );
  return rows[0]?.count ?? 0;
};

const prepare = async () => {
  const begun = performance.now();
  const person = await makeTemplate();
  const made = performance.now();
  await cloneAll();
  const cloned = performance.now();
  const mb = await sizeOfAll();
  say(
    `template ${ms(made - begun)}; ${AGENCIES} copies in ${((cloned - made) / 1_000).toFixed(0)} s, ${ms((cloned - made) / AGENCIES)} and ${(mb / (AGENCIES + 1)).toFixed(1)} MB each, ${(mb / 1_024).toFixed(1)} GB together`,
  );
  await operator.query('create database directory');
  const directory = await TableDirectory.open(oneWay({ url: urlOf('directory') }), dataDir);
  await directory.change(() => ({ sites: names.map(entryOf), pickerHosts: [], trustedProxies: [] }));
  await directory.end();
  // The copies hold what was sealed with the key of their template.
  const key = readFileSync(join(dataDir, 'keys', `${TEMPLATE}.key`), 'utf8');
  for (const name of names)
    writeFileSync(
      join(dataDir, 'keys', `${name}.key`),
      key.replace(`"site":"${TEMPLATE}"`, `"site":"${name}"`),
      { mode: 0o600 },
    );
  return person;
};

const rest = async () => {
  const pool = openPool({ url: urlOf('directory') }, { max: 1, onError: () => undefined });
  await pool.query("update homecare.sites set used = now() - interval '1 hour'");
  await pool.end();
};

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

try {
  const person = await prepare();
  const app = await launchServer({
    DATA_DIR: dataDir,
    PORT: await freePort(),
    DEMO_PASSWORD: PASSWORD,
    DATABASE_URL: urlOf('directory'),
    DATABASE_CONNECTIONS: '90',
  }).ready;
  const memory = memoryOf(app.pid);
  say(`start ${ms(app.readyMs)}, ${await connections()} connections, ${memory.now().toFixed(0)} MB`);
  let most = 0;
  const watching = setInterval(async () => {
    most = Math.max(most, await connections().catch(() => 0));
  }, 250);

  const today = todayIn('America/Denver', Temporal.Now.instant());
  const days = { year: today.year, month: today.month, startDay: today.day, endDay: today.day };
  const failures: string[] = [];
  const ask = async (name: string, input: ReturnType<typeof requestOf>, agent: Agent, more = {}) => {
    const [url, options] = overHttp(app.url, input);
    const begun = performance.now();
    const headers = { ...options.headers, host: `${name}.test`, cookie: cookieOf(name), ...more };
    const answer = await request(url, { ...options, headers, agent });
    if (answer.status !== 200 && answer.status !== 304) failures.push(`${answer.status} ${answer.body}`);
    return { took: performance.now() - begun, tag: String(answer.headers.etag ?? '') };
  };

  const firsts: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const waiting = [...names];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let name = waiting.shift(); name; name = waiting.shift())
        firsts.push((await ask(name, requestOf(getEvvList, days), agent)).took);
    }),
  );
  const through = (performance.now() - begun) / 1_000;
  const allOpen = memory.now();
  say(
    `first request of each: p50 ${ms(median(firsts))}, p95 ${ms(percentile(firsts, 0.95))}, all in ${through.toFixed(0)} s; ${allOpen.toFixed(0)} MB, at most ${most} connections`,
  );

  const times: number[] = [];
  const until = performance.now() + BUSY_SECONDS * 1_000;
  await Promise.all(
    names.slice(0, BUSY).map(async (name) => {
      const own = new Agent({ keepAlive: true, maxSockets: 1 });
      let { tag } = await ask(name, requestOf(getEvvList, days), own);
      for (let turn = 1; performance.now() < until; turn += 1) {
        if (turn % 10 === 0) {
          const save = requestOf(updatePerson, { id: person, data: { notes: `turn ${turn}` } });
          times.push((await ask(name, save, own, { 'idempotency-key': `bench-${name}-${turn}` })).took);
        } else {
          const polled = await ask(name, requestOf(getEvvList, days), own, { 'if-none-match': tag });
          times.push(polled.took);
          tag = polled.tag || tag;
        }
      }
      own.destroy();
    }),
  );
  const busyMemory = memory.now();
  say(
    `${BUSY} busy: ${perSecond(times.length / BUSY_SECONDS)}, p50 ${ms(median(times))}, p99 ${ms(percentile(times, 0.99))}`,
  );
  agent.destroy();
  // Ten minutes later, as far as the directory knows: nobody works any more.
  await pause(SAID_SECONDS * 1_000);
  await rest();
  await pause(CALM_SECONDS * 1_000);
  const atRest = await connections();
  const [before, at] = [await transactions(), performance.now()];
  await pause(QUIET_SECONDS * 1_000);
  // PostgreSQL counts what a session did when it ends.
  const quiet = ((await transactions()) - before) / ((performance.now() - at) / 1_000);
  clearInterval(watching);
  app.kill('SIGTERM');
  await app.ended;
  if (failures.length > 0) throw new Error(`${failures.length} calls failed, first: ${failures[0]}`);
  report([
    {
      name: `start with ${AGENCIES} agencies`,
      here: ms(app.readyMs),
      target: '10 s',
      share: shareOfTime(app.readyMs, 10_000),
    },
    { name: 'connections at most', here: String(most), target: '100', share: most / 100 },
    {
      name: 'memory with all opened once',
      here: `${allOpen.toFixed(0)} MB`,
      target: '1,024 MB',
      share: allOpen / 1_024,
    },
    {
      name: `memory with ${BUSY} busy`,
      here: `${busyMemory.toFixed(0)} MB`,
      target: '1,024 MB',
      share: busyMemory / 1_024,
    },
    {
      name: `calls of ${BUSY} busy that failed`,
      here: '0',
      target: '0',
      share: shareOf(failures.length === 0),
    },
    // Fifty idle agencies cost 128 before; here it is all of them.
    { name: 'transactions of agencies at rest', here: perSecond(quiet), target: '128/s', share: quiet / 128 },
    { name: 'connections at rest', here: String(atRest), target: '10', share: atRest / 10 },
  ]);
} finally {
  await operator.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
