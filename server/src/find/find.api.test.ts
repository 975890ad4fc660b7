import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { LONGEST_SEARCH, search } from '@homecare/domain/find/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 14:04 in Denver.
const capabilities = { premium: true, version: 1, maxClients: 100, billing: true };
let server: TestServer;
let admin: Caller;
let user: Caller;
let dolores: number;
let planId: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T21:04:00Z', others: ['other'], entry: { capabilities } });
  admin = await server.as('admin');
  user = await server.as('user');
  const { pool } = server.database;
  dolores = await addProvider(pool, 'Martínez', { first_name: 'Dolores', phone: '(720) 555-0160' });
  const helen = await addClient(pool, 'Stavropoulos', { first_name: 'Helen', city: 'Lakewood' });
  await addClient(pool, 'Hollingsworth-Martinez', { first_name: 'Nadia' });
  const archived = { cur: 'n', archive_date: '2026-08-12' };
  await addClient(pool, 'Martin', { first_name: 'Joyce', ...archived });
  await addClient(pool, 'Zuñiga', { first_name: 'Ana', ...archived });
  await addClient(pool, 'Đỗ', { first_name: 'An' });
  const plan = await user.call(insertCarePlan, {
    data: {
      ProviderID: dolores,
      ClientID: helen,
      Type: 'PCP',
      StartDate: '2026-11-01',
      createReason: 'New client',
      week: weekOf({ Wed: ['13:00', '15:00'], Thu: ['13:00', '15:00'], Fri: ['13:00', '15:00'] }),
    },
  });
  planId = plan.insertId ?? 0;
  const batch = `insert into claim_batches (id, kind, month, interchange, group_number, usage, file_name, file, sets,
      claims, lines, units, amount, created, created_by)
    values (7, 'Billed', '2026-10-01', 1, 1, 'P', 'a.x12', 'x', '[]', 1, 1, 4, 1000, now(), 'T.U.')`;
  await pool.query(batch);
  await pool.query(
    `insert into claims (id, batch_id, number, client_id, place, frequency, charge, units, lines, icn, paid)
      values ('B7-1', 7, 1, $1, '12', '1', 110720, 40, '[]', '2226307744', 110720)`,
    [helen],
  );
  await pool.query("insert into invoice_numbers (range, last) values ('2026', 12)");
  const run = await pool.query(
    "insert into invoice_runs (from_day, through_day, made, made_by) values ('2026-10-01', '2026-10-31', now(), 'T.U.') returning id",
  );
  await pool.query(
    `insert into invoices (range, number, run_id, client_id, bill_to, from_day, through_day, issued, due, total, created, created_by)
      values ('2026', 12, $2, $1, '{}', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-16', 9900, now(), 'T.U.')`,
    [helen, run.rows[0]?.id],
  );
});
afterAll(() => server.stop());

const found = async (text: string, caller = admin) => {
  const answer = await caller.call(search, { text });
  expect(answer.status).toBe(200);
  if (!answer.data) throw new Error('nothing was answered');
  return answer.data;
};
const namesOf = async (text: string) =>
  (await found(text)).people.rows.map(({ LastName, FirstName }) => `${LastName}, ${FirstName}`);

test('people are found by names in any order and without accents, archived ones last', async () => {
  expect(await namesOf('MARTIN')).toEqual([
    'Martínez, Dolores',
    'Hollingsworth-Martinez, Nadia',
    'Martin, Joyce',
  ]);
  expect((await found('martin')).people).toMatchObject({ active: 2, archived: 1 });
  expect(await namesOf('dolores mart')).toEqual(['Martínez, Dolores']);
  expect(await namesOf('do an')).toEqual(['Đỗ, An']);
  expect(await namesOf('100% _')).toEqual([]);
});

test('people are found by the digits of a phone and by their number', async () => {
  expect(await namesOf('720-555-0160')).toEqual(['Martínez, Dolores']);
  expect(await namesOf('0160')).toEqual(['Martínez, Dolores']);
  expect(await namesOf(`ID=${dolores}`)).toEqual(['Martínez, Dolores']);
});

test('if only archived people match, they are counted and not shown', async () => {
  expect((await found('zuniga')).people).toEqual({ rows: [], active: 0, archived: 1 });
});

test('a found person shows what is happening now', async () => {
  const { pool } = server.database;
  await pool.query(
    "update visits set status = 'Active', start_at = '2026-11-20T20:00:00Z' where care_plan_id = $1 and date = '2026-11-20'",
    [planId],
  );
  await pool.query(
    `insert into time_off (provider_id, from_day, through_day, status, requested, requested_by, decided, decided_by, updated, updated_by)
      values ($1, '2026-11-19', '2026-11-21', 'Approved', now(), 'T.U.', now(), 'T.U.', now(), 'T.U.')`,
    [dolores],
  );
  const [person] = (await found('dolores')).people.rows;
  expect(person).toMatchObject({ visitUntil: '15:00', offThrough: '2026-11-21', kind: 'Provider' });
  // Called out through the 22nd, which the span ends without.
  await pool.query(
    `insert into call_outs (provider_id, from_at, until_at, via, called_at, called_by)
      values ($1, '2026-11-20T12:00:00Z', '2026-11-23T07:00:00Z', 'office', now(), 'T.U.')`,
    [dolores],
  );
  expect((await found('dolores')).people.rows[0]).toMatchObject({ offThrough: '2026-11-22' });
});

test('plans and today’s visits are found by both people, and a plan by its number', async () => {
  const { plans, visits } = await found('stavro martinez');
  expect(plans).toMatchObject([
    { id: planId, days: 'Wed-Fri', isOver: false, Client: 'Stavropoulos, Helen' },
  ]);
  expect(visits).toMatchObject([{ planId, day: '2026-11-20', start: '13:00', end: '15:00' }]);
  expect((await found(`plan ${planId}`)).plans).toMatchObject([{ id: planId }]);
});

test('a canceled visit is not found as a planned one, and one without check-out is not found forever', async () => {
  const { pool } = server.database;
  const ofToday = "where care_plan_id = $1 and date = '2026-11-20'";
  await pool.query(`update visits set plan_end = '13:01' ${ofToday}`, [planId]);
  const [person] = (await found('dolores')).people.rows;
  expect(person).toMatchObject({ visitUntil: null });
  await pool.query(
    `update visits set status = 'Planned', start_at = null, closed_code = 'cancelled', closed_by = 'T.U.', closed = now(), plan_end = '15:00' ${ofToday}`,
    [planId],
  );
  expect((await found('stavro martinez')).visits).toMatchObject([{ status: 'Canceled' }]);
  await pool.query(`update visits set closed_code = null, closed_by = null, closed = null ${ofToday}`, [
    planId,
  ]);
});

test('claims and invoices are found by client and number', async () => {
  const claim = { id: 'B7-1', icn: '2226307744', month: '2026-10', state: 'paid', cents: 110720 };
  expect((await found('helen')).claims).toMatchObject([claim]);
  expect((await found('22263')).claims).toMatchObject([claim]);
  expect((await found('2026-0012')).invoices).toMatchObject([{ number: '2026-0012', cents: 9900 }]);
  expect((await found('stavro')).invoices).toHaveLength(1);
});

test('a manager finds no money, and a site without those features finds no claims and visits', async () => {
  const { people, plans, claims, invoices } = await found('stavro', user);
  expect(people.rows).toHaveLength(1);
  expect(plans).toHaveLength(1);
  expect([claims, invoices]).toEqual([[], []]);
});

test('the answer is limited, whatever is typed', async () => {
  const { people } = await found('a');
  expect(people.rows.length).toBeLessThanOrEqual(6);
  for (const text of ['', ' ', 'x'.repeat(LONGEST_SEARCH + 1)])
    expect((await admin.call(search, { text })).status).toBe(400);
});

test('providers and caregivers cannot search, and another agency finds nothing of this one', async () => {
  for (const role of ['provider', 'evv'] as const)
    expect((await (await server.as(role)).call(search, { text: 'martin' })).status).toBe(403);
  expect((await server.anonymous().call(search, { text: 'martin' })).status).toBe(401);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await found('martin', other)).people).toEqual({ rows: [], active: 0, archived: 0 });
});

test('search terms are in no line of the log', async () => {
  await found('stavropoulos helen');
  expect(server.log.filter((line) => /stavropoulos/i.test(line))).toEqual([]);
});
