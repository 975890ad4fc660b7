import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { listNotAssigned } from '@homecare/domain/billing/contract.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import type { Call } from '@homecare/domain/call.ts';
import { listCarePlans, readCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { previewClaims } from '@homecare/domain/claims/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { askOver, postgresProcesses } from '../server/testing/server-process.ts';
import { type Curve, drawGrowth } from './growth-picture.ts';
import { memoryOf } from './memory.ts';
import { processorOf } from './processor.ts';
import { median, ms, report } from './report.ts';
import { type BenchSite, benchSite } from './site.ts';

/**
 * What ten and a hundred times the clients cost, with three providers for ten of them and two months of visits. What shows as
 * much as before may take no longer; what shows more may take as much longer as it shows more.
 */
const SIZES = (process.env.BENCH_CLIENTS ?? '200,2000,20000').split(',').map(Number);
const PICTURE = 'docs/img/growth.svg';
/** Calls of a kind: at least so many, and so many more as fit into the time. */
const [LEAST, MOST, WITHIN_MS] = [5, 40, 4_000];

interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly bytes: number;
  /** Processor time of server and PostgreSQL for one call. */
  readonly cpuMs: number;
}
interface Sized {
  readonly clients: number;
  readonly calls: ReadonlyMap<string, Measured>;
  readonly appMb: number;
  readonly postgresMb: number;
  readonly madeMs: number;
  readonly copiedMs: number;
  readonly rows: number;
}

const today = todayIn('America/Denver', Temporal.Now.instant());
const lastMonth = today.toPlainYearMonth().subtract({ months: 1 });
const [from, to] = [lastMonth.toPlainDate({ day: 1 }), lastMonth.toPlainDate({ day: lastMonth.daysInMonth })];
const day = { year: today.year, month: today.month, startDay: today.day, endDay: today.day };

/** Some client with a care plan, which every size has. */
const findSubject = async ({ site }: BenchSite) => {
  const { rows } = await site.pool.query<{ client: number; plan: number }>(
    `select client.id as client, plan.id as plan from people client join care_plans plan on plan.client_id = client.id
     where client.cur = 'y' and client.address_latitude is not null and plan.status = 'Active' order by client.id limit 1`,
  );
  const [subject] = rows;
  if (!subject) throw new Error('the example data has no client with a care plan');
  return subject;
};

/** Calls by name; those of `CONSTANT` show the same whatever the size. */
const callsOf = ({ client, plan }: { client: number; plan: number }): [string, Call, object][] => [
  ['a person', getPeople, { filters: [{ field: 'ID', op: '=', value: String(client) }] }],
  ['save of one field', updatePerson, { id: client, data: { notes: '' } }],
  ['a care plan', readCarePlan, { filters: [{ field: 'ID', op: '=', value: String(plan) }] }],
  ['people', getPeople, { filters: [] }],
  ['care plans', listCarePlans, { status: 'Active', date: today.toPlainYearMonth().toString() }],
  ['a day of visits', getEvvList, day],
  ['notices', listNotices, {}],
  ['possible providers', listPossibleProviders, { id: client }],
  ['not billed yet', listNotAssigned, { date: lastMonth.toString() }],
  ['payroll', getPayMonth, { date: lastMonth.toString() }],
  ['837P preview', previewClaims, { from: from.toString(), to: to.toString(), status: 'Billed' }],
];
const CONSTANT = new Set(['a person', 'save of one field', 'a care plan']);

const measure = async (
  ask: (call: Call, input: object) => Promise<{ status: number; body: Buffer }>,
  [name, call, input]: [string, Call, object],
  processes: () => readonly number[],
): Promise<Measured> => {
  const times: number[] = [];
  let bytes = 0;
  const once = async () => {
    const sent = call === updatePerson ? { ...input, data: { notes: `${performance.now()}` } } : input;
    const begun = performance.now();
    const answer = await ask(call, sent);
    times.push(performance.now() - begun);
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.body}`);
    bytes = answer.body.length;
  };
  await once();
  times.length = 0;
  const before = new Map(processes().map((pid) => [pid, processorOf(pid)]));
  for (
    const begun = performance.now();
    times.length < LEAST || (times.length < MOST && performance.now() - begun < WITHIN_MS);
  )
    await once();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: median(times),
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
    bytes,
    cpuMs: (sum(processes().map((pid) => processorOf(pid) - (before.get(pid) ?? 0))) * 1_000) / times.length,
  };
};

/** The same rows by COPY into the tables of an empty site, with their indexes, without checks and triggers: the least it can take. */
const copyRows = async ({ site, dataDir, empty }: BenchSite) => {
  const { rows: tables } = await site.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migrations' order by 1`,
  );
  const fileOf = (name: string) => join(dataDir, 'postgres', `${name}.copy`);
  for (const { name } of tables) await site.pool.query(`copy "${name}" to '${fileOf(name)}' (format binary)`);
  const target = await empty();
  const client = await target.pool.acquire();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
    const begun = performance.now();
    let rows = 0;
    await client.query('begin');
    for (const { name } of tables) {
      const { rowCount } = await client.query(`copy "${name}" from '${fileOf(name)}' (format binary)`);
      rows += rowCount ?? 0;
    }
    await client.query('commit');
    return { rows, copiedMs: performance.now() - begun };
  } finally {
    client.release();
    await target.close();
    for (const { name } of tables) rmSync(fileOf(name), { force: true });
  }
};

const residentMb = (pids: readonly number[]) =>
  sum(
    pids.map((pid) => {
      const file = `/proc/${pid}/smaps_rollup`;
      const kb = existsSync(file) ? /^Pss:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
      return Number(kb ?? 0) / 1_024;
    }),
  );

const measureSize = async (clients: number): Promise<Sized> => {
  const bench = await benchSite({ clients, providers: Math.round(clients * 0.3), months: 2 });
  try {
    const copied = await copyRows(bench);
    const subject = await findSubject(bench);
    const server = await bench.serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const postgres = () => postgresProcesses(bench.dataDir);
      const processes = () => [server.pid, ...postgres()];
      const ask = (call: Call, input: object) => askOver(server, call, input, { agent });
      const calls = new Map<string, Measured>();
      for (const one of callsOf(subject)) calls.set(one[0], await measure(ask, one, processes));
      return {
        clients,
        calls,
        appMb: memoryOf(server.pid).now(),
        postgresMb: residentMb(postgres()),
        madeMs: bench.madeMs,
        ...copied,
      };
    } finally {
      agent.destroy();
      await server.stop();
    }
  } finally {
    await bench.stop();
  }
};

const kb = (bytes: number) =>
  bytes < 100_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const sizes: Sized[] = [];
for (const clients of SIZES) {
  sizes.push(await measureSize(clients));
  console.log(`${clients} clients measured`);
}
const names = [...(sizes[0]?.calls.keys() ?? [])];
const number = (value: number) => value.toLocaleString('en-US');

console.log(`\n| Call | ${sizes.map(({ clients }) => `${number(clients)} clients`).join(' | ')} |`);
console.log(`|---|${sizes.map(() => '---|').join('')}`);
for (const name of names) {
  const cells = sizes.map(({ calls }) => {
    const one = calls.get(name);
    return one ? `${ms(one.p50)}, ${ms(one.p95)}; ${kb(one.bytes)}; CPU ${ms(one.cpuMs)}` : '';
  });
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
for (const [title, of] of [
  ['memory of the app', ({ appMb }: Sized) => `${appMb.toFixed(0)} MB`],
  ['memory of PostgreSQL', ({ postgresMb }: Sized) => `${postgresMb.toFixed(0)} MB`],
  ['example data', ({ rows, madeMs }: Sized) => `${number(rows)} rows in ${(madeMs / 1_000).toFixed(1)} s`],
  ['COPY of the same rows', ({ copiedMs }: Sized) => `${(copiedMs / 1_000).toFixed(1)} s`],
] as const)
  console.log(`| ${title} | ${sizes.map(of).join(' | ')} |`);

const curves: Curve[] = names.map((name) => ({
  name,
  points: sizes.map(({ clients, calls }) => ({ x: clients, y: calls.get(name)?.p50 ?? 0 })),
}));
if (process.env.UPDATE_PICTURE) writeFileSync(PICTURE, drawGrowth(curves));

const [least, large] = [sizes[0], sizes.at(-1)];
if (!least || !large || least === large) throw new Error('growth needs two sizes');
report([
  ...names.map((name) => {
    const [few, many] = [least.calls.get(name), large.calls.get(name)];
    const slower = (many?.p50 ?? 0) / (few?.p50 ?? 1);
    const larger = CONSTANT.has(name) ? 1 : (many?.bytes ?? 0) / (few?.bytes ?? 1);
    // A call of milliseconds has its noise; what shows a hundred times as much may take a tenth more for each.
    const allowed = CONSTANT.has(name) ? 1.5 : larger * 1.1;
    return {
      name: `${name}: ${larger.toFixed(1)} × shown`,
      here: `${slower.toFixed(1)} × the time`,
      target: `${allowed.toFixed(1)} ×`,
      share: slower / allowed,
    };
  }),
  {
    name: `Example data of ${number(large.clients)} clients: ${number(large.rows)} rows`,
    here: `${(large.madeMs / 1_000).toFixed(1)} s`,
    limit: `COPY ${(large.copiedMs / 1_000).toFixed(1)} s`,
    target: '8 × COPY',
    share: large.madeMs / (8 * large.copiedMs),
  },
]);
