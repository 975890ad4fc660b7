import { getCarePlans, insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { getScanData } from '@homecare/domain/timesheets/contract.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
let client: number;
const day = { year: 2026, month: 11, startDay: 21, endDay: 21 };

beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  const { pool } = server.database;
  const provider = await addProvider(pool, 'Zuniga');
  client = await addClient(pool, 'Baca');
  await addClient(pool, 'Ortiz');
  await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-20',
      createReason: 'Start',
      week: weekOf({ Sat: ['08:00', '10:00'] }),
    },
  });
});
afterAll(() => server.stop());

const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
const people = (since?: string, caller = admin) =>
  caller.call(getPeople, { filters: [], ...(since !== undefined && { since }) });
const visits = (since?: string) => admin.call(getEvvList, { ...day, ...(since !== undefined && { since }) });
const tagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.etag);
const removedOf = ({ text }: { text: string }) => JSON.parse(text).removed;
const rename = (id: number, name: string) =>
  sql('update people set last_name = $2 where id = $1', [id, name]);

test('a followed list returns only a changed person, as the whole list has them, under the tag of the whole list', async () => {
  const known = await people();
  await rename(client, 'Baca Ruiz');
  const changes = await people(tagOf(known));
  const whole = await people();
  expect(changes.data).toEqual(whole.data?.filter(({ ID }) => ID === client));
  expect(removedOf(changes)).toEqual([]);
  expect(tagOf(changes)).toBe(tagOf(whole));
  expect(removedOf(whole)).toBeUndefined();
});

test('a followed list without changes returns no rows, and 304 to anyone who sends its tag', async () => {
  const known = await people();
  expect((await people(tagOf(known))).text).toBe('{"result":"OK","code":200,"data":[],"removed":[]}');
  const unchanged = await admin.call(
    getPeople,
    { filters: [], since: tagOf(known) },
    { 'if-none-match': tagOf(known) },
  );
  expect(unchanged.status).toBe(304);
});

test('a followed list removes a person who no longer matches the filter', async () => {
  const active = { filters: [{ field: 'Cur' as const, op: '=' as const, value: 'y' }] };
  const known = await admin.call(getPeople, active);
  await sql(`update people set cur = 'n' where id = $1`, [client]);
  const changes = await admin.call(getPeople, { ...active, since: tagOf(known) });
  expect(changes.data).toEqual([]);
  expect(removedOf(changes)).toEqual([client]);
  await sql(`update people set cur = 'y' where id = $1`, [client]);
});

test.each([
  ['of another role', () => people(undefined, user)],
  ['that nobody gave', async () => ({ headers: { etag: '"admin.12x"' } })],
  ['of a time to come', async () => ({ headers: { etag: '"admin.999999"' } })],
  ['in other words', async () => ({ headers: { etag: "';drop table people" } })],
])('the whole list is returned for a tag %s', async (_, hold) => {
  const changes = await people(tagOf(await hold()));
  expect(changes.status).toBe(200);
  expect(removedOf(changes)).toBeUndefined();
  expect(changes.data).toHaveLength(3);
});

test('the whole list is returned when more than 500 rows changed at once', async () => {
  const known = await people();
  await sql(`insert into people (kind, last_name, first_name, updated_by)
    select 'Client', 'Many', n::text, 'T.' from generate_series(1, 501) n`);
  expect(removedOf(await people(tagOf(known)))).toBeUndefined();
  const later = await people();
  await rename(client, 'Baca');
  expect(removedOf(await people(tagOf(later)))).toEqual([]);
});

test('the whole list is returned when the changes are too old to be known', async () => {
  const known = await people();
  await rename(client, 'Older');
  await sql('delete from revision_rows');
  await rename(client, 'Baca');
  expect(removedOf(await people(tagOf(known)))).toBeUndefined();
});

test('a tag longer than any of ours is refused', async () => {
  expect((await people('x'.repeat(201))).status).toBe(400);
});

test('when the aggregator updates a person, lists of plans and of scan errors do not change', async () => {
  const [plans, errors] = [
    await admin.call(getCarePlans, { filters: [] }),
    await admin.call(getScanData, {}),
  ];
  await sql(`update people set aggregator_status = 'Pending' where id = $1`, [client]);
  const asKnown = (known: { headers: Record<string, unknown> }) => ({ 'if-none-match': tagOf(known) });
  expect((await admin.call(getCarePlans, { filters: [] }, asKnown(plans))).status).toBe(304);
  expect((await admin.call(getScanData, {}, asKnown(errors))).status).toBe(304);
  await rename(client, 'Baca Ortiz');
  expect((await admin.call(getCarePlans, { filters: [] }, asKnown(plans))).status).toBe(200);
  expect((await admin.call(getScanData, {}, asKnown(errors))).status).toBe(200);
});

test('when the aggregator updates a person, the day’s visits do not change', async () => {
  const known = await visits();
  await sql(`update people set aggregator_status = 'Success' where id = $1`, [client]);
  const again = await admin.call(getEvvList, day, { 'if-none-match': tagOf(known) });
  expect(again.status).toBe(304);
});

/** Columns set automatically, or under constraints together with others. */
const NOT_ALONE = new Set([
  'id',
  'sort_key',
  'kind',
  'cur',
  'archive_date',
  'ssn_cipher',
  'ssn_hmac',
  'ssn_last4',
]);

test('a change of anything a day of visits shows about a person is reported with the visit', async () => {
  const { rows } = await server.database.pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_name = 'people'
      and is_generated = 'NEVER' and data_type in ('text', 'double precision', 'boolean', 'integer', 'date')`,
  );
  const shown: string[] = [];
  for (const { name, type } of rows.filter((column) => !NOT_ALONE.has(column.name))) {
    const known = await visits();
    const value =
      type === 'text' ? "'QX'" : type === 'boolean' ? `not ${name}` : type === 'date' ? "'2027-01-01'" : '7';
    await sql(`update people set ${name} = ${value} where id = $1`, [client]).catch(() => undefined);
    const whole = await visits();
    if (JSON.stringify(whole.data) === JSON.stringify(known.data)) continue;
    shown.push(name);
    const changes = await visits(tagOf(known));
    expect(removedOf(changes), name).toEqual([]);
    expect(changes.data, name).toEqual(whole.data);
  }
  expect(shown).toEqual(
    expect.arrayContaining(['last_name', 'first_name', 'phone', 'address', 'address_latitude']),
  );
});

test('changes of a polled list come with the server’s time, like the whole list', async () => {
  const known = await visits();
  await sql('update visits set rev = rev + 1');
  const changes = await visits(tagOf(known));
  expect(removedOf(changes)).toEqual([]);
  expect(JSON.parse(changes.text).time).toBe(JSON.parse(known.text).time);
});
