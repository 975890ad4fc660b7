import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import { afterAll, expect, test } from 'vitest';
import { startSandata } from '../../simulators/src/sandata.ts';
import { insertRecord } from '../src/aggregator/service.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { openSite } from '../src/sites/open-site.ts';
import { weekOf } from './care.ts';
import { testDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { startWorkerProcess } from './worker-process.ts';

/**
 * The worker is killed again and again while it sends. Nothing is lost or sent without a reason, and at the end the aggregator has
 * what the database says. Environment variables make it longer (the long proof).
 */
const KILLS = Number(process.env.AGGREGATOR_KILLS ?? 3);
const CLIENTS = Number(process.env.AGGREGATOR_CLIENTS ?? 12);
const VISITS_EACH = 2;
const MINUTES = 60_000;
/** The most records a worker sends before it is killed. */
const MOST_POSTS = 20;

const ACCOUNT = { account: '12345', user: 'agency', password: 'secret' };
// Delays like those of a network, so that kills happen before, during and after a request.
const sandata = await startSandata({ ...ACCOUNT, readyMs: 40, slowMs: 12 });
const access = {
  ...ACCOUNT,
  url: sandata.url,
  providerId: '9000123456',
  payerId: 'COHCPF',
  pollSeconds: 0.05,
  isRehearsal: true,
};
const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-kills-'));
const database = await testDatabase();
const { pool } = database;
const site = await openSite(DEMO_ENTRY, database.connection, dataDir, {
  own: database.connection,
  poolSize: 4,
});
const scope = await Scope.startJob(site, 'test');
let worker: ChildProcess | undefined;
afterAll(async () => {
  worker?.kill('SIGKILL');
  await site.close();
  await sandata.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const rowsOf = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows;

/** As many caregivers as clients, a plan for each pair, and complete visits of last week. */
const addCare = async () => {
  await pool.query(`insert into settings (key, value) values ('switches', '{"sandataEnabled": true}')`);
  const letters = "translate(n::text, '0123456789', 'abcdefghij')";
  await pool.query(
    `insert into people (kind, last_name, first_name, medicaid, services, address, city, state, postal_code, updated_by)
     select kind, 'Killed ' || ${letters}, 'Pat', case kind when 'Client' then 'Y' || (100000 + n) end, '["PRSNL"]',
       n || ' Main St', 'Aurora', 'CO', '80012', 'T.'
     from unnest(array['Provider', 'Client']) as kind, generate_series(1, $1) as n order by kind desc, n`,
    [CLIENTS],
  );
  await pool.query(
    `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified, modified_by)
     select id, id + $1, 1, '2026-01-01', 'New', 'Active', $2, now(), now(), 'T.' from people where kind = 'Provider'`,
    [CLIENTS, JSON.stringify(weekOf({ Fri: ['08:00', '10:00'] }))],
  );
  await pool.query(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created, status,
       start_at, end_at, edited, edited_by, edited_via)
     select plan.id, day, day, '08:00', '10:00', client_id, provider_id, '{}', now(), 'Complete', day + time '15:00',
       day + time '17:00', now(), 'T.', 'app'
     from care_plans plan, (select date '2026-11-01' + n as day from generate_series(1, $1) as n) as days`,
    [VISITS_EACH],
  );
};

const sendVisits = async (ids: readonly number[]) => {
  for (const record_id of ids) await insertRecord(scope, { data: { type: 'Visit', record_id } });
};
/** Waits until some requests have arrived, or none comes because the worker has nothing to send. */
const untilPosts = async (count: number) => {
  for (let waited = 0; sandata.state().posts.length < count && waited < 3_000; waited += 5) await pause(5);
};
const countOpen = async () =>
  (
    await rowsOf<{ open: number }>(
      "select count(*)::int as open from aggregator_records where status in ('Planned', 'Pending')",
    )
  )[0]?.open ?? 0;

const startWorker = async () => {
  const started = await startWorkerProcess('./aggregator-worker.ts', {
    WORKER_DATABASE: JSON.stringify(database.connection),
    WORKER_ACCESS: JSON.stringify(access),
    WORKER_DATA_DIR: dataDir,
  });
  worker = started.child;
  return started;
};

const KINDS: Record<RecordType, string> = { Provider: 'employees', Client: 'clients', Visit: 'visits' };
const nameOf = (type: RecordType, id: number) => `${KINDS[type]} ${id}`;
const postNames = () =>
  sandata.state().posts.map(({ kind, key, sequence }) => ({ name: `${kind} ${key}`, sequence }));

interface Sending {
  readonly name: string;
  readonly sequence: number;
}
/** Sendings without a receipt when the worker was dead. */
const orphans = async (): Promise<Sending[]> => {
  const rows = await rowsOf<{ type: RecordType; record_id: number; sequence: number }>(
    `select type, record_id, sequence_id::float8 as sequence from aggregator_records where status = 'Pending' and uuid is null`,
  );
  return rows.map(({ type, record_id, sequence }) => ({ name: nameOf(type, record_id), sequence }));
};

/** Those that had arrived anyway, so that the record was sent once more: the kill came between the POST and storing the uuid. */
const cutOff = async (orphaned: readonly Sending[]): Promise<Map<string, number[]>> => {
  const arrived = new Set(sandata.state().posts.map(({ sequence }) => sequence));
  const rows = await rowsOf<{ sequence: number }>(
    'select sequence_id::float8 as sequence from aggregator_records',
  );
  // A receipt may have been on its way to the database at that time.
  const kept = new Set(rows.map(({ sequence }) => sequence));
  const cut = new Map<string, number[]>();
  for (const { name, sequence } of orphaned) {
    const known = cut.get(name) ?? [];
    if (arrived.has(sequence) && !kept.has(sequence) && !known.includes(sequence))
      cut.set(name, [...known, sequence]);
  }
  return cut;
};

test(
  `after ${KILLS} kills of the worker the aggregator has what the database says, and every POST has its reason`,
  async () => {
    await addCare();
    const visits = (await rowsOf<{ id: number }>('select id from visits order by id')).map(({ id }) => id);
    await sendVisits(visits);
    const orphaned: Sending[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Keep enough records open to interrupt.
      if ((await countOpen()) < CLIENTS) await sendVisits(visits.filter((_, n) => (n + kill) % 2 === 0));
      const { child, ended } = await startWorker();
      await untilPosts(sandata.state().posts.length + 1 + Math.floor(Math.random() * MOST_POSTS));
      await pause(Math.random() * 60);
      child.kill('SIGKILL');
      await ended;
      await pause(60);
      orphaned.push(...(await orphans()));
    }
    const { child } = await startWorker();
    for (let waited = 0; (await countOpen()) > 0 && waited < 60_000; waited += 100) await pause(100);
    child.kill('SIGKILL');

    const rows = await rowsOf<{ type: RecordType; record_id: number; status: string; intents: number }>(
      `select type, record_id, count(*)::int as intents, min(status) as status from aggregator_records
       group by type, record_id order by type, record_id`,
    );
    expect(rows.filter(({ status }) => status !== 'Success')).toEqual([]);
    expect(rows).toHaveLength(2 * CLIENTS + visits.length);

    const cut = await cutOff(orphaned);
    const posts = Map.groupBy(postNames(), ({ name }) => name);
    const unexplained = rows.filter(({ type, record_id, intents }) => {
      const name = nameOf(type, record_id);
      return posts.get(name)?.length !== intents + (cut.get(name)?.length ?? 0);
    });
    expect(unexplained).toEqual([]);

    const last = await rowsOf<{ type: RecordType; record_id: number; sequence: number; json: string[] }>(
      `select distinct on (type, record_id) type, record_id, sequence_id::float8 as sequence, json from aggregator_records
       order by type, record_id, id desc`,
    );
    const kept = new Map(
      sandata.state().records.map((entry) => [`${entry.kind} ${entry.key}`, entry.record]),
    );
    for (const { type, record_id, sequence, json } of last) {
      const sent = json.map((text) => JSON.parse(text)).find((entry) => entry.SequenceID === sequence);
      expect(kept.get(nameOf(type, record_id))).toEqual(sent);
    }
    expect(kept.size).toBe(last.length);
    const broken = await brokenInvariants(pool);
    expect(broken.filter((line) => line.includes('aggregator'))).toEqual([]);
    if (process.env.AGGREGATOR_KILLS) printFigures(rows, cut);
  },
  30 * MINUTES,
);

const printFigures = (
  rows: readonly { readonly intents: number }[],
  cut: ReadonlyMap<string, readonly number[]>,
) => {
  const intents = rows.reduce((sum, row) => sum + row.intents, 0);
  const cuts = [...cut.values()].reduce((sum, list) => sum + list.length, 0);
  const lines = [
    `${rows.length} records, ${intents} intents, ${postNames().length} POSTs of records, ${cuts} of them cut off by ${KILLS} kills:`,
    ...[...cut].map(([name, sequences]) => `  ${name}: ${sequences.join(', ')}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};
