import { Agent } from 'node:http';
import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { addClient, addProvider, weekOf } from '../server/testing/care.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, report } from './report.ts';
import { benchSite } from './site.ts';

/** Saving a plan over HTTP, checked against 40 others of its provider and client, with visits of two weeks and log rows. */
const OTHERS = 40;
const ROUNDS = 9;
const SAVES = 12;

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const everyDay = (from: string, to: string) => {
  const times: Partial<Record<Weekday, readonly [string, string]>> = {};
  for (const day of WEEKDAYS) times[day] = [from, to];
  return weekOf(times);
};

const bench = await benchSite({ clients: 300, providers: 150 });
const { pool } = bench.site;
const today = bench.scope.today();
const checks = { background_check: today.toString(), caps_check: today.toString() };
const provider = await addProvider(pool, 'Busy', checks);
const client = await addClient(pool, 'Busy');

const server = await bench.serve();
const agent = new Agent({ keepAlive: true });
let serial = 0;
/** As our own client saves: with a key of its own, gaps approved. */
const save = async (clientId: number, from: number, to: number) => {
  serial += 1;
  const call = requestOf(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: clientId,
      Type: 'PCP',
      StartDate: today.toString(),
      createReason: 'Bench',
      Remarks: 'Ask for the key',
      week: everyDay(clock(from), clock(to)),
      approvedDays: [...WEEKDAYS],
    },
  });
  const [url, options] = overHttp(server.url, call);
  const headers = { ...options.headers, cookie: server.cookie, 'idempotency-key': `bench-${serial}` };
  const answer = await request(url, { ...options, headers, agent });
  if (answer.status !== 200) throw new Error(answer.body.toString());
  const { insert_id: id }: { insert_id: number } = JSON.parse(answer.body.toString());
  return id;
};

/** The bare rows of a saved plan, by one statement for each table, in one transaction. */
const COLUMNS = {
  care_plans:
    'provider_id, client_id, type_id, start_date, remarks, create_reason, status, json, created, modified, modified_by',
  visits: 'care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created',
  change_log: 'account_id, actor, role, address, call, entity, entity_id, action, changes',
  idempotency_keys: 'account_id, key, call, answer',
};
type Table = keyof typeof COLUMNS;
const rowsOf = async (table: Table, condition: string, id: number | string) => {
  const columns = COLUMNS[table].split(', ').map((column) => `${column}::text`);
  const { rows } = await pool.query<unknown[]>({
    text: `select ${columns.join(', ')} from ${table} where ${condition}`,
    values: [id],
    rowMode: 'array',
  });
  return rows;
};
const insertOf = (table: Table, rows: readonly (readonly unknown[])[]) => {
  const width = COLUMNS[table].split(', ').length;
  const row = (n: number) =>
    `(${Array.from({ length: width }, (_, column) => `$${n * width + column + 1}`).join(', ')})`;
  return `insert into ${table} (${COLUMNS[table]}) values ${rows.map((_, n) => row(n)).join(', ')}`;
};

let bareKeys = 0;
const bareInsert = async (id: number) => {
  const plans = await rowsOf('care_plans', 'id = $1', id);
  const visits = await rowsOf('visits', 'care_plan_id = $1', id);
  const log = await rowsOf('change_log', `entity = 'carePlan' and entity_id = $1`, id);
  const keys = await rowsOf('idempotency_keys', 'key = $1', `bench-${serial}`);
  const texts = {
    plan: `${insertOf('care_plans', plans)} returning id`,
    visits: insertOf('visits', visits),
    log: insertOf('change_log', log),
    key: insertOf('idempotency_keys', keys),
  };
  const run = async () => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      const { rows } = await connection.query<{ id: number }>(texts.plan, plans.flat());
      const made = rows[0]?.id;
      await connection.query(
        texts.visits,
        visits.flatMap(([, ...row]) => [made, ...row]),
      );
      await connection.query(
        texts.log,
        log.flatMap((row) => row.map((value, n) => (n === 6 ? made : value))),
      );
      bareKeys += 1;
      await connection.query(
        texts.key,
        keys.flatMap(([account, , ...row]) => [account, `bare-${bareKeys}`, ...row]),
      );
      await connection.query('commit');
      return made ?? 0;
    } finally {
      connection.release();
    }
  };
  return { run, texts, count: `1 plan, ${visits.length} visits, ${log.length} log rows, ${keys.length} key` };
};

/** Out of the way of the next one: 40 others, never more. */
const putAway = (id: number) =>
  pool.query(`update care_plans set status = 'Deleted', delete_info = 'bench' where id = $1`, [id]);

const timed = async (work: () => Promise<number>): Promise<number> => {
  const begun = performance.now();
  const id = await work();
  const took = performance.now() - begun;
  await putAway(id);
  return took;
};

try {
  // 20 of the provider with other clients, 20 with this client, each at another time of the day.
  for (let n = 0; n < OTHERS; n += 1)
    await save(n % 2 === 0 ? client : await addClient(pool, `Other${n}`), n * 30, n * 30 + 10);
  const here = () => save(client, 1_320, 1_380);
  const sample = await here();
  const bare = await bareInsert(sample);
  await putAway(sample);
  const sides = { here, limit: bare.run };
  for (let n = 0; n < 10; n += 1) for (const side of ['here', 'limit'] as const) await timed(sides[side]);

  const rounds = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      const saves: number[] = [];
      for (let n = 0; n < SAVES; n += 1) saves.push(await timed(sides[side]));
      rounds[side].push(median(saves));
    }
  const [ours, limit] = [median(rounds.here), median(rounds.limit)];
  console.log(`\nThe limit, in one transaction, without HTTP:`);
  for (const text of Object.values(bare.texts)) console.log(`  | ${text.slice(0, 160)} ...`);
  report([
    {
      name: `Save of ${bare.count}, checked against ${OTHERS} plans, over HTTP`,
      here: `${ms(ours)} = ${(ours / limit).toFixed(2)} ×`,
      limit: ms(limit),
      target: 'at most 2 × the limit',
      share: ours / limit / 2,
    },
  ]);
} finally {
  agent.destroy();
  await server.stop();
  await bench.stop();
}
