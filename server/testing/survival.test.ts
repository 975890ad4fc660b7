import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn, WEEKDAYS } from '@homecare/domain/calendar.ts';
import type { Call } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getPeople, insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Statements } from '../src/platform/db/connections.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { readPostmaster } from '../src/platform/db/postmaster.ts';
import { weekOf } from './care.ts';
import { freePort } from './free-port.ts';
import { brokenInvariants, INVARIANTS } from './invariants.ts';
import { requestOf } from './requests.ts';
import { sampleClient, sampleProvider, sampleSsn } from './sample-people.ts';
import {
  type HttpAnswer,
  killPostgres,
  launchServer,
  overHttp,
  request,
  signInOver,
} from './server-process.ts';

/**
 * The real server with its own PostgreSQL is killed again and again while several writers write. Everything acknowledged must be
 * there afterwards, once. Environment variables make it longer (the long proof).
 */
const APP_KILLS = Number(process.env.SURVIVAL_APP_KILLS ?? 10);
const DATABASE_KILLS = Number(process.env.SURVIVAL_DATABASE_KILLS ?? 5);
const ACKNOWLEDGED = Number(process.env.SURVIVAL_ACKNOWLEDGED ?? 5_000);
const WRITERS = 8;
const PASSWORD = 'Survival-Proof-1';
const MINUTES = 60_000;

const dataDir = mkdtempSync(join(tmpdir(), 'homecare-survival-'));
const environment = { DATA_DIR: dataDir, PORT: await freePort(), DEMO_PASSWORD: PASSWORD };
const today = todayIn('America/Denver', Temporal.Now.instant());
const date = { year: today.year, month: today.month, day: today.day };

/** A separate connection to the site's database, wherever its PostgreSQL now listens. */
const look = async <T>(work: (pool: Statements) => Promise<T>): Promise<T> => {
  const found = readPostmaster(join(dataDir, 'postgres'));
  if (!found) throw new Error('no PostgreSQL runs');
  const { port, socketDir: host } = found;
  const connection = { host, port, user: 'homecare', database: 'homecare_demo' };
  const pool = openPool(connection, { max: 2, onError: () => undefined });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};

let server = await launchServer(environment).ready;
const jobsAtFirstAnswer = await look(async (pool) => {
  const { rows } = await pool.query<{ ready: boolean }>(
    "select to_regclass('graphile_worker.jobs') is not null as ready",
  );
  return rows;
});
const admin = await signInOver(server.url, 'admin', PASSWORD);
afterAll(async () => {
  server.kill('SIGTERM');
  await Promise.race([server.ended, pause(15_000)]);
  server.kill('SIGKILL');
  killPostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

// ---- what was acknowledged

interface Person {
  lastName: string;
  ssn: string | null;
  /** The last acknowledged one. */
  note: string | null;
}
const people = new Map<number, Person>();
const plans = new Map<number, { visits: number }>();
const visits = new Map<number, string>();
const counts = { acknowledged: 0, retried: 0, unavailable: 0, repeated: 0 };

// ---- writers

let stopped = false;
let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
/** Letters only, because it must be a valid name. */
const nameOf = (n: number) =>
  `Survivor ${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

const Envelope = z.object({
  data: z.unknown(),
  insert_id: z.int().optional(),
  Info: z.string().optional(),
});
type Envelope = z.output<typeof Envelope>;

class Stopped extends Error {}

/** Repeats one call until its answer is clear, with the same key. */
const until = async (agent: Agent, call: Call, input: unknown): Promise<Envelope> => {
  const key = `survival-${next()}`;
  const [url, options] = overHttp(server.url, requestOf(call, input));
  for (let attempt = 1; ; attempt += 1) {
    const headers = { ...options.headers, cookie: admin, 'idempotency-key': key };
    const answer = await request(url, { ...options, headers, agent }).catch(() => undefined);
    if (answer?.status === 200) {
      if (call.effect === 'write') counts.acknowledged += 1;
      if (attempt > 1) counts.repeated += 1;
      return Envelope.parse(JSON.parse(answer.body.toString()));
    }
    if (answer && answer.status !== 503) {
      const said = server.output().slice(-3_000);
      throw new Error(`${call.name} attempt ${attempt}: ${answer.status} ${answer.body}\n${said}`);
    }
    if (answer) counts.unavailable += 1;
    else counts.retried += 1;
    if (stopped) throw new Stopped();
    await pause(100 + Math.random() * 200);
  }
};

const created = ({ insert_id }: Envelope): number => {
  if (insert_id === undefined) throw new Error('an insert answered no id');
  return insert_id;
};

const addClient = async (agent: Agent) => {
  const lastName = nameOf(next());
  const id = created(await until(agent, insertPerson, { data: sampleClient(lastName, today) }));
  people.set(id, { lastName, ssn: null, note: null });
  return id;
};

const addProvider = async (agent: Agent) => {
  const n = next();
  const [lastName, ssn] = [nameOf(n), sampleSsn(1_000_000 + n)];
  const id = created(await until(agent, insertPerson, { data: sampleProvider(lastName, ssn, today) }));
  people.set(id, { lastName, ssn, note: null });
  return id;
};

const writeNote = async (agent: Agent, id: number) => {
  const note = `note ${next()}`;
  await until(agent, updatePerson, { id, data: { notes: note } });
  const person = people.get(id);
  if (person) person.note = note;
};

/** Visits that began five minutes ago, so that none counts as missed yet. */
const weekAround = (now: Temporal.Instant) => {
  const start = now.toZonedDateTimeISO('America/Denver').toPlainTime().subtract({ minutes: 5 });
  const [from, until] = [start, start.add({ hours: 2 })].map((time) => time.toString().slice(0, 5));
  return weekOf(Object.fromEntries(WEEKDAYS.map((day) => [day, [from ?? '', until ?? '']])));
};
const Planned = z.object({ visits: z.object({ created: z.int() }) });
const Visits = z.array(z.object({ id: z.int(), rev: z.int() }));

/** A plan with two weeks of visits, the first of which is completed. */
const planAndWork = async (agent: Agent, provider: number, client: number) => {
  const data = {
    ProviderID: provider,
    ClientID: client,
    Type: 'PCP',
    StartDate: today.toString(),
    createReason: 'Survival',
    week: weekAround(Temporal.Now.instant()),
  };
  const answer = await until(agent, insertCarePlan, { data });
  plans.set(created(answer), { visits: Planned.parse(answer.data).visits.created });
  const [visit] = Visits.parse((await until(agent, getEvvProvider, { providerId: provider, ...date })).data);
  if (!visit) throw new Error('a plan of today has no visit today');
  const before = (seconds: number) => Temporal.Now.instant().subtract({ seconds }).round('second').toString();
  for (const times of [
    { Status: 'Active', startedAt: before(120) },
    { Status: 'Complete', endedAt: before(60) },
  ]) {
    await until(agent, updateVisit, { id: visit.id, data: { ...times, changeCode: 1 } });
    visits.set(visit.id, times.Status);
  }
};

const write = async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while (!stopped) {
      const own = [await addProvider(agent), await addClient(agent)];
      await planAndWork(agent, own[0] ?? 0, own[1] ?? 0);
      for (let n = 0; n < 16; n += 1) await writeNote(agent, own[n % 2] ?? 0);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    agent.destroy();
  }
};

// ---- kills

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const acknowledgedOver = async (count: number, failed: () => void) => {
  while (counts.acknowledged < count) {
    failed();
    await pause(5);
  }
};

const anyMoment = () => pause(20 + Math.random() * 580);

/** The server's last output, if it ended unexpectedly. */
let died: string | undefined;
const watch = ({ ended, output }: typeof server) =>
  ended.then(({ code, signal }) => {
    if (signal !== 'SIGKILL' && signal !== 'SIGTERM' && !stopped)
      died = `the server ended by itself (${code ?? signal}):\n${output().slice(-3000)}`;
  });
void watch(server);

const killApp = async (): Promise<number> => {
  server.kill('SIGKILL');
  await server.ended;
  let launched = launchServer(environment);
  if (Math.random() < 0.25) {
    // Killed again before it is up: an interrupted takeover must be continued by the next start.
    launched.ready.catch(() => undefined);
    await anyMoment();
    launched.kill('SIGKILL');
    await launched.ended;
    launched = launchServer(environment);
  }
  server = await launched.ready;
  void watch(server);
  return server.readyMs;
};

const killDatabase = async (): Promise<number> => {
  const killed = performance.now();
  if (killPostgres(dataDir) < 2) throw new Error('there was no PostgreSQL to kill');
  const isReady = async () => (await request(`${server.url}/readyz`).catch(() => undefined))?.status === 200;
  await pause(50);
  while (!died && !(await isReady())) await pause(10);
  return performance.now() - killed;
};

test('the first answer comes while the jobs of the first start are running', () =>
  expect(jobsAtFirstAnswer).toEqual([{ ready: true }]));

test('what was acknowledged survives every kill, once', {
  timeout: (10 + (APP_KILLS + DATABASE_KILLS) / 2) * MINUTES,
}, async () => {
  let failure: unknown;
  const work = Promise.all(
    Array.from({ length: WRITERS }, () =>
      write().catch((error: unknown) => {
        failure ??= error;
        stopped = true;
      }),
    ),
  );
  const check = () => {
    if (failure) throw failure;
    if (died) throw new Error(died);
  };
  const kills = [
    ...Array.from({ length: APP_KILLS }, () => 'app' as const),
    ...Array.from({ length: DATABASE_KILLS }, () => 'database' as const),
  ].sort(() => Math.random() - 0.5);
  const back = { app: [] as number[], database: [] as number[] };
  const broken: string[] = [];
  for (const [n, kind] of kills.entries()) {
    await acknowledgedOver((ACKNOWLEDGED * (n + 1)) / (kills.length + 1), check);
    await anyMoment();
    check();
    back[kind].push(kind === 'app' ? await killApp() : await killDatabase());
    check();
    broken.push(...(await look(brokenInvariants)).map((line) => `after kill ${n + 1} (${kind}): ${line}`));
  }
  await acknowledgedOver(ACKNOWLEDGED, check);
  stopped = true;
  await work;
  check();
  const lost = await look(findLost);
  console.info(
    [
      `survival: ${counts.acknowledged} acknowledged (${people.size} people, ${plans.size} plans), ${lost.length} lost or doubled`,
      `${APP_KILLS} kills of the app: ready again after ${seconds(median(back.app))}, at most ${seconds(Math.max(0, ...back.app))}`,
      `${DATABASE_KILLS} kills of PostgreSQL: answering again after ${seconds(median(back.database))}, at most ${seconds(Math.max(0, ...back.database))}`,
      `${counts.retried} attempts without an answer, ${counts.unavailable} answered 503, ${counts.repeated} calls repeated with their key`,
      `${INVARIANTS.length} invariants after each kill: ${broken.length} broken`,
    ].join('\n  '),
  );
  expect(counts.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  expect(lost).toEqual([]);
  expect(broken).toEqual([]);
});

/** Looks up every acknowledged row by id, and duplicates by name. */
const findLost = async (pool: Statements): Promise<string[]> => {
  const rowsOf = async <T>(text: string, ids: Iterable<number>) => {
    const { rows } = await pool.query<T & { id: number }>(text, [[...ids]]);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const lost: string[] = [];
  const storedPeople = await rowsOf<{ last_name: string; notes: string | null; namesakes: number }>(
    `select id, last_name, notes, (select count(*) from people other where other.last_name = people.last_name) as namesakes
     from people where id = any($1::int[])`,
    people.keys(),
  );
  for (const [id, person] of people) {
    const row = storedPeople.get(id);
    const isThere = row?.last_name === person.lastName && row.notes === person.note && row.namesakes === 1;
    if (!isThere) lost.push(`person ${id}: ${JSON.stringify(person)} is ${JSON.stringify(row)}`);
  }
  const storedPlans = await rowsOf<{ visits: number }>(
    `select id, (select count(*) from visits where care_plan_id = plan.id) as visits
     from care_plans plan where id = any($1::int[])`,
    plans.keys(),
  );
  for (const [id, plan] of plans)
    if (storedPlans.get(id)?.visits !== plan.visits) lost.push(`plan ${id} has other visits than answered`);
  const storedVisits = await rowsOf<{ status: string }>(
    'select id, status from visits where id = any($1::int[])',
    visits.keys(),
  );
  for (const [id, status] of visits)
    if (storedVisits.get(id)?.status !== status) lost.push(`visit ${id} is not ${status}`);
  return lost;
};

test('the sealed SSN of an acknowledged person can still be read', async () => {
  const withSsn = [...people].filter(([, person]) => person.ssn !== null).slice(0, 25);
  expect(withSsn.length).toBeGreaterThan(0);
  for (const [id, person] of withSsn) {
    const input = { filters: [{ field: 'ID', op: '=', value: String(id) }] };
    const [url, options] = overHttp(server.url, requestOf(getPeople, input));
    const answer = await request(url, { ...options, headers: { ...options.headers, cookie: admin } });
    expect(JSON.parse(answer.body.toString()).data[0]['SSI #']).toBe(person.ssn);
  }
});

test('SIGTERM under load: accepted requests are answered, exit code 0', {
  timeout: 2 * MINUTES,
}, async () => {
  const answers = new Map<string, HttpAnswer | undefined>();
  let ending = false;
  /** Each call has its own connection and is tried once. */
  const writeOnce = async () => {
    while (!ending) {
      const lastName = nameOf(next());
      const [url, options] = overHttp(
        server.url,
        requestOf(insertPerson, { data: sampleClient(lastName, today) }),
      );
      const headers = { ...options.headers, cookie: admin };
      answers.set(lastName, await request(url, { ...options, headers }).catch(() => undefined));
    }
  };
  const work = Array.from({ length: 20 }, writeOnce);
  while (answers.size < 100) await pause(10);
  const asked = performance.now();
  server.kill('SIGTERM');
  const end = await server.ended;
  const took = performance.now() - asked;
  ending = true;
  await Promise.all(work);
  const answered = [...answers].flatMap(([name, answer]) => (answer?.status === 200 ? [name] : []));
  const refused = [...answers.values()].filter((answer) => answer && answer.status !== 200);

  server = await launchServer(environment).ready;
  const stored = await look(async (pool) => {
    const { rows } = await pool.query<{ last_name: string }>(
      'select last_name from people where last_name = any($1::text[])',
      [[...answers.keys()]],
    );
    return rows.map((row) => row.last_name);
  });
  console.info(
    `SIGTERM: ${answered.length} answered, ${refused.length} told to come back, ended in ${seconds(took)} with code ${end.code}; started again in ${seconds(server.readyMs)}`,
  );
  expect(answered.length).toBeGreaterThanOrEqual(100);
  expect(stored.sort()).toEqual(answered.sort());
  expect(refused.filter((answer) => answer?.status !== 503)).toEqual([]);
  expect(end).toEqual({ code: 0, signal: null });
  expect(await look(brokenInvariants)).toEqual([]);
});
