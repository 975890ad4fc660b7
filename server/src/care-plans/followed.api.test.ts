import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { listOpenRequests } from '@homecare/domain/care-plans/open-requests-contract.ts';
import { comparePlans } from '@homecare/domain/care-plans/order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

/** The care plan list for clients that have an older answer (docs/rules/calls.md, rule 20). */
let server: TestServer;
let admin: Caller;
let provider: number;
let other: number;
let client: number;
const plans: number[] = [];
const asked = { status: 'Active', date: null, showTemp: false } as const;

/** Inserts a plan directly, because overlapping weeks do not matter here. */
const addPlan = async (providerId: number, clientId: number, start: string): Promise<number> => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `insert into care_plans (provider_id, client_id, type_id, start_date, status, create_reason, json, created, modified,
        modified_by)
      select $1, $2, id, $3, 'Active', 'Start', $4, now(), now(), 'T.' from care_plan_types order by id limit 1
      returning id`,
    [providerId, clientId, start, JSON.stringify(weekOf({ Sat: ['08:00', '10:00'] }))],
  );
  return rows[0]?.id ?? 0;
};

beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
  const { pool } = server.database;
  provider = await addProvider(pool, 'Zuniga');
  other = await addProvider(pool, 'Abeyta');
  client = await addClient(pool, 'Baca');
  plans.push(await addPlan(provider, client, '2026-11-01'));
  plans.push(await addPlan(other, await addClient(pool, 'Ortiz'), '2026-11-02'));
});
afterAll(() => server.stop());

const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
const list = (since?: string, headers = {}) =>
  admin.call(listCarePlans, { ...asked, ...(since !== undefined && { since }) }, headers);
const tagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.etag);
const removedOf = ({ text }: { text: string }) => JSON.parse(text).removed;
const idsOf = ({ data }: { data?: readonly { id: number }[] | undefined }) => data?.map(({ id }) => id);

/** Applying the changes since `held` gives the whole list. */
const expectFollowed = async (known: Awaited<ReturnType<typeof list>>) => {
  const changes = await list(tagOf(known));
  const followed = listCarePlans.followed?.applyChanges(
    known.data ?? [],
    changes.data ?? [],
    removedOf(changes) ?? [],
  );
  expect(followed).toEqual((await list()).data);
  return changes;
};

test('a new plan of a pair is sent with the plans it is numbered with, and nothing else', async () => {
  const known = await list();
  const secondary = await addPlan(provider, client, '2026-11-09');
  const changes = await expectFollowed(known);
  expect(idsOf(changes)).toEqual([plans[0], secondary]);
  expect(changes.data?.[0]?.compared.map(({ ID }) => ID)).toEqual([secondary]);
  expect(removedOf(changes)).toEqual([]);
});

test('when a plan moves to another client, the rest of its former pair is sent too', async () => {
  const known = await list();
  const moved = idsOf(known)?.at(-1) ?? 0;
  await sql('update care_plans set client_id = $2 where id = $1', [
    moved,
    await addClient(server.database.pool, 'Quinn'),
  ]);
  const changes = await expectFollowed(known);
  expect(idsOf(changes)?.toSorted()).toEqual([plans[0], moved].toSorted());
});

test('an ended plan is removed, a scan error is sent with its plan, and a name with all of its plans', async () => {
  const ended = await list();
  const moved = idsOf(ended)?.at(-1);
  await sql(
    `update care_plans set status = 'Archive', archive_info = 'T.', end_date = '2026-11-10' where id = $1`,
    [moved],
  );
  expect(removedOf(await expectFollowed(ended))).toEqual([moved]);

  const scanned = await list();
  await sql(
    `insert into scan_errors (plan_id, month, period, errors, created, created_by, modified, modified_by)
      values ($1, '2026-11', 0, '{1}', now(), 'T.', now(), 'T.')`,
    [plans[1]],
  );
  const withError = await expectFollowed(scanned);
  expect(withError.data?.map(({ id, tserror }) => [id, tserror])).toEqual([[plans[1], 1]]);

  const renamed = await list();
  await sql(`update people set last_name = 'Aaron' where id = $1`, [provider]);
  expect(idsOf(await expectFollowed(renamed))).toEqual([plans[0]]);
});

test('when the aggregator updates a person, the list does not change', async () => {
  const known = await list();
  await sql(`update people set aggregator_status = 'Success' where id = $1`, [client]);
  expect((await list(undefined, { 'if-none-match': tagOf(known) })).status).toBe(304);
});

test('people with the same name are told apart by the whole list', async () => {
  // Rows contain no middle name, and a comma in a last name looks like its end.
  const alike = await addProvider(server.database.pool, 'Aaron');
  await sql(
    `update people set first_name = (select first_name from people where id = $2), middle_name = 'Bea'
    where id = $1`,
    [alike, provider],
  );
  plans.push(await addPlan(alike, client, '2026-10-01'));
  const known = await list();
  await sql('update care_plans set rev = rev + 1 where id = $1', [plans[0]]);
  expect((await expectFollowed(known)).data).toHaveLength(3);
  await sql(`update people set last_name = 'Aaron, Jr' where id = $1`, [alike]);
  const comma = await list();
  await sql('update care_plans set rev = rev + 1 where id = $1', [plans[1]]);
  expect((await expectFollowed(comma)).data).toHaveLength(3);
});

test('the rows are in the database’s order', async () => {
  await sql(`update people set last_name = 'Ávila', middle_name = null where last_name like 'Aaron, Jr'`);
  const { data = [] } = await list();
  expect(data.toSorted(comparePlans)).toEqual(data);
});

test('changes of open requests are sent alone, of withdrawn ones the whole list', async () => {
  for (const day of ['2026-12-02', '2026-12-01'])
    await sql(
      `insert into open_requests (client_id, type_id, start_date, create_reason, json, opened, updated, updated_by)
        select $1, type_id, $2, 'Start', json, now(), now(), 'T.' from care_plans order by id limit 1`,
      [client, day],
    );
  const requests = (status: 'Open' | 'Withdrawn', since?: string) =>
    admin.call(listOpenRequests, { status, ...(since !== undefined && { since }) });
  const [open, withdrawn] = [await requests('Open'), await requests('Withdrawn')];
  const [first, second] = idsOf(open) ?? [];
  await sql("update open_requests set status = 'Withdrawn', rev = rev + 1 where id = $1", [first]);
  await sql("update open_requests set start_date = '2026-12-03', rev = rev + 1 where id = $1", [second]);
  const changes = await requests('Open', tagOf(open));
  expect(idsOf(changes)).toEqual([second]);
  expect(removedOf(changes)).toEqual([first]);
  const others = await requests('Withdrawn', tagOf(withdrawn));
  expect(idsOf(others)).toEqual([first]);
  expect(removedOf(others)).toBeUndefined();
});
