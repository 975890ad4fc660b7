import { Agent } from 'node:http';
import type { Call } from '@homecare/domain/call.ts';
import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, report } from './report.ts';
import { benchSite } from './site.ts';

/**
 * Lists in which one row changed, asked for by whoever holds the list as it was: beside the same poll of an unchanged list, in
 * turn, on one connection.
 */
const PEOPLE = { clients: 3_300, providers: 1_700 };
const ROUNDS = 400;

const bench = await benchSite(PEOPLE);
const server = await bench.serve();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const { pool } = bench.site;

const ask = async (call: Call, input: object, tag?: string, isKnown = false) => {
  const [url, options] = overHttp(server.url, requestOf(call, { ...input, ...(tag && { since: tag }) }));
  const headers = { ...options.headers, cookie: server.cookie, ...(isKnown && { 'if-none-match': tag }) };
  const begun = performance.now();
  const answer = await request(url, { ...options, headers, agent });
  return { ...answer, took: performance.now() - begun, tag: String(answer.headers.etag) };
};

const { rows } = await pool.query<{ date: string; id: number }>(
  `select date::text, min(id) as id from visits where removed is null group by date order by count(*) desc limit 1`,
);
const [busiest] = rows;
if (!busiest) throw new Error('the example data has no visits');
const day = Temporal.PlainDate.from(busiest.date);

interface Answered {
  readonly notices: readonly { readonly id: number; readonly at: string }[];
  readonly caregivers: readonly unknown[];
}

interface List {
  readonly name: string;
  readonly call: Call;
  readonly input: object;
  readonly change: (n: number) => Promise<unknown>;
  /** Where the answer is not a list of rows. */
  readonly rowsOf?: (data: Answered) => readonly unknown[];
}

/** With BENCH_LIST one of them alone, by its name. */
const ONLY = process.env.BENCH_LIST;

const LISTS: readonly List[] = [
  {
    name: 'people',
    call: getPeople,
    input: { filters: [] },
    change: (n: number) =>
      pool.query('update people set rev = rev + 1 where id = (select min(id) + $1 % 5000 from people)', [
        n * 7,
      ]),
  },
  {
    name: 'visits of a day',
    call: getEvvList,
    input: { year: day.year, month: day.month, startDay: day.day, endDay: day.day },
    change: () => pool.query('update visits set rev = rev + 1 where id = $1', [busiest.id]),
  },
  {
    // One that is compared with no other: a pair's plans come together.
    name: 'care plans',
    call: listCarePlans,
    input: { status: 'Active', date: null, showTemp: false },
    change: () =>
      pool.query(`update care_plans set rev = rev + 1 where id = (select min(id) from care_plans one
        where status = 'Active' and end_date is null and not exists (select from care_plans other where other.id <> one.id
          and (other.provider_id, other.client_id) = (one.provider_id, one.client_id)))`),
  },
  {
    name: 'people with notices',
    call: listNotices,
    input: {},
    change: () =>
      pool.query(
        `update people set rev = rev + 1 where id = (select min(id) from people where kind = 'Client')`,
      ),
    rowsOf: ({ notices }: Answered) => [
      ...new Set(notices.flatMap(({ at, id }) => (at === 'person' ? id : []))),
    ],
  },
  {
    name: 'caregivers on the board of a week',
    call: getBoard,
    input: { from: day.toString(), through: day.add({ days: 6 }).toString() },
    change: () => pool.query('update visits set rev = rev + 1 where id = $1', [busiest.id]),
    rowsOf: ({ caregivers }: Answered) => caregivers,
  },
];

try {
  for (const { name, call, input, change, rowsOf } of LISTS.filter(({ name }) => !ONLY || name === ONLY)) {
    const whole = await ask(call, input);
    const countOf = (data: Answered) => [rowsOf ? rowsOf(data) : data].flat().length;
    const count = countOf(JSON.parse(whole.body.toString()).data);
    let { tag } = whole;
    const took = { changed: [] as number[], unchanged: [] as number[] };
    let bytes = 0;
    let row = 0;
    for (let n = 0; n < ROUNDS; n += 1) {
      await change(n);
      const changed = await ask(call, input, tag, true);
      const { data, removed } = JSON.parse(changed.body.toString());
      if (countOf(data) + removed.length !== 1) throw new Error(`${countOf(data)} rows changed, not 1`);
      const unchanged = await ask(call, input, changed.tag, true);
      if (unchanged.status !== 304) throw new Error(`an unchanged list answered ${unchanged.status}`);
      ({ tag } = changed);
      bytes = changed.body.length;
      row = Buffer.byteLength(JSON.stringify(rowsOf ? data : data[0]));
      took.changed.push(changed.took);
      took.unchanged.push(unchanged.took);
    }
    const [changed, unchanged] = [median(took.changed), median(took.unchanged)];
    report([
      {
        name: `One of ${count} ${name} changed: what changed, ${bytes} bytes (the whole list ${whole.body.length})`,
        here: `${ms(changed)} = ${(changed / unchanged).toFixed(2)} × the unchanged poll`,
        limit: ms(unchanged),
        target: 'at most 1.5 × the unchanged poll',
        share: changed / unchanged / 1.5,
      },
      {
        name: `The same, bytes beside those of the row`,
        here: `${bytes}`,
        limit: `${row}`,
        target: 'at most twice the row',
        share: bytes / row / 2,
      },
    ]);
  }
} finally {
  agent.destroy();
  await server.stop();
  await bench.stop();
}
