import { updateWork } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { checkBooks, getBooks } from '@homecare/domain/books/contract.ts';
import { generateClaims } from '@homecare/domain/claims/contract.ts';
import { exportPayroll } from '@homecare/domain/payroll/run-contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BilledYear, centsOf, makeBilledYear } from '../../testing/billed-year.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';
import { runJobs } from '../platform/jobs/jobs.ts';
import { booksJob } from './jobs.ts';

/** The books of a year that was billed, claimed and paid over HTTP; then somebody reaches the database by hand. */

let server: TestServer;
let admin: Caller;
let year: BilledYear;
beforeAll(async () => {
  server = await testServer({
    now: '2027-01-15T17:00:00Z',
    others: ['other'],
    entry: WITH_BILLING,
  });
  admin = await server.as('admin');
  year = await makeBilledYear(server.site.pool, admin, { clients: 4, seed: 'books' });
  for (const month of ['2026-03', '2026-04', '2026-05'])
    await admin.call(generateClaims, {
      from: `${month}-01`,
      to: `${month}-${month === '2026-04' ? '30' : '31'}`,
      status: 'Billed',
      frequency: '1',
      unproven: 'send',
      reason: 'Test',
      paymentsOnly: false,
    });
  await server.site.pool.query(`insert into pay_rates (provider_id, category, valid_from, rate, set_by, set_at)
    select person.id, category, null, 1900, 'T.', '2026-01-01' from people person,
      unnest(array['Homemaker', 'PCP/RPCP']) as category where person.kind = 'Provider'
    on conflict do nothing`);
  const run = await admin.raw(
    requestOf(exportPayroll, {
      from: '2026-03-01',
      to: '2026-03-31',
      half: 'both',
    }),
  );
  expect(run.status).toBe(200);
});
afterAll(() => server.stop());

const runJob = async () => booksJob.run(await Scope.startJob(server.site, booksJob.name), {}, undefined);
const check = async () => {
  await admin.call(checkBooks, {});
  await runJob();
  const { data } = await admin.call(getBooks, {});
  if (!data?.last) throw new Error('the check did not end');
  return data.last;
};
const texts = async () => (await check()).results.flatMap(({ broken }) => broken.map(({ text }) => text));

test('what all caregivers have in common is read once, not again for every few of them', async () => {
  const { rows } = await server.site.pool.query<{ count: number }>(
    'select count(distinct provider_id)::int as count from work',
  );
  expect(rows[0]?.count).toBeGreaterThan(3);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await check();
  const asked = query.mock.calls.map(([one]) => JSON.stringify(one));
  query.mockRestore();
  const readings = (text: string) => asked.filter((one) => one.includes(text)).length;
  expect([readings('touched.provider_id'), readings('select distinct to_char(month')]).toEqual([1, 1]);
});

test('books that only the product has written are in order, and every part is in its total', async () => {
  const run = await check();
  expect(run.results.flatMap(({ broken }) => broken)).toEqual([]);
  expect(run).toMatchObject({ brokenCount: 0, askedBy: 'T.A.' });
  const amounts = run.results.find((one) => one.check === 'amounts');
  expect(amounts?.total).toBe(sum(year.cards.map(centsOf)));
  const { rows } = await server.site.pool.query<{ sent: number }>(
    'select sum(charge)::float8 as sent from claims',
  );
  for (const name of ['payments', 'files'] as const)
    expect(run.results.find((one) => one.check === name)?.total).toBe(rows[0]?.sent);
  expect(amounts?.parts.find(({ part }) => part === 'claimed')?.value).toBe(rows[0]?.sent);
  for (const { total, parts } of run.results) expect(total).toBe(sum(parts.map(({ value }) => value)));
});

test('the records that a check lists are named by their clients', async () => {
  const { data } = await admin.call(getBooks, {});
  const listed = data?.last?.results.flatMap(({ parts }) => parts.flatMap(({ records }) => records)) ?? [];
  expect(listed.length).toBeGreaterThan(0);
  const names = new Map(data?.clients.map(({ id, name }) => [id, name]));
  for (const { clientId } of listed) expect(names.get(clientId ?? 0)).toMatch(/, /);
});

const FAULTS = [
  [
    'a stored amount',
    'update work set amount = amount + 1 where id = (select min(id) from work where deleted is null)',
  ],
  [
    'the days of a billing record',
    `update work set days = jsonb_set(days, '{0,travel}', '90') where id = (select max(id) from work
      where deleted is null and (days -> 0 ->> 'billing')::boolean and days -> 0 ->> 'date' >= start_period::text)`,
  ],
  [
    'what a claim asks for',
    `update claims set charge = charge - 100 where id = (select min(id) from claims)`,
  ],
  ['what was paid', `update claims set paid = 1 where id = (select max(id) from claims)`],
  [
    'the part of a billing record',
    `update claim_cards set units = units + 1 where claim_id = (select min(claim_id) from claim_cards)`,
  ],
  [
    'the bytes of a file',
    `update claim_batches set file = convert_to(replace(convert_from(file, 'LATIN1'), 'CLM*1-1*', 'CLM*1-9*'), 'LATIN1')
      where id = 1`,
  ],
  ['the totals of a file', 'update claim_batches set amount = amount + 5 where id = 2'],
] as const;

test.each(FAULTS)(
  '%s changed by hand is found, and found no more once it is put right',
  async (_, statement) => {
    const { pool } = server.site;
    const client = await pool.connect();
    const table = /update (\w+)/.exec(statement)?.[1] ?? '';
    await client.query(`create temporary table before as select * from ${table}`);
    try {
      expect((await client.query(statement)).rowCount).toBe(1);
      expect((await texts()).length).toBeGreaterThan(0);
    } finally {
      const { rows } = await client.query<{ list: string }>(
        `select string_agg(format('%1$I = before.%1$I', attname), ', ') as list from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and attname not in ('id', 'claim_id', 'card_id')`,
        [table],
      );
      const key = table === 'claim_cards' ? '(claim_id, card_id)' : 'id';
      const same =
        table === 'claim_cards'
          ? 'now.claim_id = before.claim_id and now.card_id = before.card_id'
          : `now.${key} = before.${key}`;
      await client.query(`update ${table} now set ${rows[0]?.list} from before where ${same}`);
      await client.query('drop table before');
      client.release();
    }
    expect(await texts()).toEqual([]);
  },
);

const dueIn = ({ results }: Awaited<ReturnType<typeof check>>) => {
  const due = results.find((one) => one.check === 'due');
  return {
    value: (name: string) => due?.parts.find(({ part }) => part === name)?.value ?? 0,
    broken: due?.broken ?? [],
  };
};

test('a run paid what its billing records and rates come to; later months are not exported yet', async () => {
  const due = dueIn(await check());
  const { rows } = await server.site.pool.query<{ pay: { straight: number; premium: number } }>(
    'select pay from payroll_runs',
  );
  expect(due.value('exported')).toBe((rows[0]?.pay.straight ?? 0) + (rows[0]?.pay.premium ?? 0));
  expect(due.value('exported')).toBeGreaterThan(50_000);
  expect(due.value('notExported')).toBeGreaterThan(100_000);
  expect(due.broken).toEqual([]);
});

test('what changes after a run is listed for the next one; what was changed by hand does not add up', async () => {
  const { pool } = server.site;
  const { rows } = await pool.query<{ id: number; provider: number }>(
    `select id, provider_id as provider from work where deleted is null and month = '2026-03-01' and custom_month is null
      and working_minutes > no_payroll_working_minutes order by id limit 1`,
  );
  const { id = 0, provider = 0 } = rows[0] ?? {};
  const days = await pool.query<{ days: CardDay[] }>('select days from work where id = $1', [id]);
  const before = days.rows[0]?.days ?? [];
  const unpaid = before.map((day) => ({ ...day, payroll: false }));
  expect((await admin.call(updateWork, { id, data: { days: unpaid } })).status).toBe(200);
  const changed = dueIn(await check());
  expect([changed.value('toCorrect') < 0, changed.broken]).toEqual([true, []]);
  expect((await admin.call(updateWork, { id, data: { days: before } })).status).toBe(200);
  expect(dueIn(await check()).value('toCorrect')).toBe(0);
  // Nobody has changed this record, as far as anything but its days tells.
  await pool.query(`update work set modified = '2026-03-20', days = $2 where id = $1`, [
    id,
    JSON.stringify(unpaid),
  ]);
  await pool.query(`update work set modified = '2026-03-20' where provider_id = $1`, [provider]);
  const { broken } = dueIn(await check());
  expect(broken.map(({ record }) => [record.kind, record.id])).toContainEqual(['pay', String(provider)]);
  expect(broken.every(({ text }) => text.includes('no run will correct it'))).toBe(true);
  const { data } = await admin.call(getBooks, {});
  expect(data?.clients.find((one) => one.id === provider)?.name).toMatch(/, /);
  await pool.query('update work set days = $2 where id = $1', [id, JSON.stringify(before)]);
  expect(dueIn(await check()).broken).toEqual([]);
});

test('a check that is under way is not begun twice, and one that was cut off is begun anew', async () => {
  const first = await admin.call(checkBooks, {});
  expect((await admin.call(checkBooks, {})).data).toEqual(first.data);
  const { data } = await admin.call(getBooks, {});
  expect(data?.running).toMatchObject({ id: first.data?.id, ended: null });
  const ended = AbortSignal.abort();
  await booksJob.run(await Scope.startJob(server.site, booksJob.name), {}, ended);
  expect((await admin.call(getBooks, {})).data?.running?.id).toBe(first.data?.id);
  await runJob();
  const after = await admin.call(getBooks, {});
  expect([after.data?.running, after.data?.last?.id]).toEqual([null, first.data?.id]);
});

test('a check is made by itself once a night', async () => {
  const count = async () =>
    (await server.site.pool.query<{ n: number }>('select count(*)::int as n from book_runs')).rows[0]?.n;
  const before = (await count()) ?? 0;
  await runJob();
  expect(await count()).toBe(before);
  server.clock.set('2027-01-16T08:30:00Z');
  await runJob();
  expect(await count()).toBe(before);
  server.clock.set('2027-01-16T09:30:00Z');
  await runJob();
  await runJob();
  expect(await count()).toBe(before + 1);
  // Nobody stays signed in for so long.
  admin = await server.as('admin');
  expect((await admin.call(getBooks, {})).data?.last).toMatchObject({ askedBy: null, brokenCount: 0 });
});

test('what was asked for is checked as soon as the jobs run', async () => {
  const runner = await runJobs(server.site, [booksJob]);
  try {
    const { data } = await admin.call(checkBooks, {});
    await expect.poll(async () => (await admin.call(getBooks, {})).data?.last?.id).toBe(data?.id);
  } finally {
    await runner.stop();
  }
});

test('only an admin sees the books, and another agency has its own', async () => {
  const user = await server.as('user');
  expect((await user.call(getBooks, {})).code).toBe(403);
  expect((await user.call(checkBooks, {})).code).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(getBooks, {})).data).toEqual({
    last: null,
    running: null,
    earlier: [],
    clients: [],
  });
});
