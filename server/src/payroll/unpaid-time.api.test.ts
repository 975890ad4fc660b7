import { getWork, payRecordedTime } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { listOwnTime, listUnpaidTime } from '@homecare/domain/payroll/unpaid-contract.ts';
import { beforeEach, expect, test } from 'vitest';
import { type BilledCard, billCard } from '../../testing/billed-card.ts';
import { addProvider, addRecordedVisit, setPayRates } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** Recorded work that is paid shorter than it was worked. Today is 11-20-2026, in Denver. */

let server: TestServer;
let admin: Caller;
let provider: number;
beforeEach(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  provider = await addProvider(server.site.pool, 'Okafor');
  await setPayRates(server.site.pool, provider, { 'PCP/RPCP': 2_000 });
  return () => server.stop();
});

const day = (date: string, more: Partial<CardDay> = {}) => served(date, '10:00', '12:00', more);
const bill = (days: readonly CardDay[]) => billCard(server.site.pool, admin, provider, days);

const work = ({ plan }: Pick<BilledCard, 'plan'>, date: string, minutes: number) =>
  addRecordedVisit(server.site.pool, plan, date, minutes);
const unpaid = async (date = '2026-11') => (await admin.call(listUnpaidTime, { date })).data ?? [];

test('an admin sees each day that is paid shorter than it was worked, with why and dollars, the dearest first', async () => {
  const card = await bill([day('2026-11-02'), day('2026-11-03'), day('2026-11-04', { payroll: false })]);
  await work(card, '2026-11-02', 120);
  await work(card, '2026-11-03', 135);
  await work(card, '2026-11-04', 120);
  await work(card, '2026-10-05', 60);
  const rows = await unpaid();
  expect(
    rows.map(({ date, worked, planned, paid, why, cents }) => [date, worked, planned, paid, why, cents]),
  ).toEqual([
    ['2026-11-04', 120, 120, 0, 'notMarked', 4_000],
    ['2026-11-03', 135, 120, 120, 'beyondPlan', 500],
  ]);
  expect(rows[0]).toMatchObject({ ID: provider, Provider: 'Okafor, Pat', planId: card.plan });
  await work(card, '2026-11-05', 60);
  await server.site.pool.query(
    "update visits set status = 'Active', end_at = null where date = '2026-11-05'",
  );
  expect((await unpaid()).find(({ why }) => why === 'noCheckOut')).toMatchObject({
    date: '2026-11-05',
    worked: 0,
    paid: 0,
  });
  expect((await unpaid('2026-10')).map(({ date, why }) => [date, why])).toEqual([['2026-10-05', 'noRecord']]);
});

test('a caregiver sees each day as worked and paid, with the reason, and nobody else’s', async () => {
  const card = await bill([day('2026-11-02'), day('2026-11-03')]);
  await work(card, '2026-11-02', 120);
  await work(card, '2026-11-03', 135);
  await work(card, '2026-10-05', 60);
  const phone = await server.as('evv', { providerId: provider });
  const { data } = await phone.call(listOwnTime, {});
  // Five weeks back; October 5 is longer ago.
  expect(data?.map(({ date, worked, paid, why }) => [date, worked, paid, why])).toEqual([
    ['2026-11-03', 135, 120, 'beyondPlan'],
    ['2026-11-02', 120, 120, null],
  ]);
  const other = await server.as('evv', { providerId: await addProvider(server.site.pool, 'Other') });
  expect((await other.call(listOwnTime, {})).data).toEqual([]);
});

test('one press pays a day as recorded, and the record log has who, old and new', async () => {
  const card = await bill([day('2026-11-03')]);
  await work(card, '2026-11-03', 135);
  const asked = { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
  const paid = await admin.call(payRecordedTime, asked);
  expect([paid.status, paid.data]).toEqual([200, { id: card.id, minutes: 15 }]);
  expect(await unpaid()).toEqual([]);
  const { data } = await admin.call(getWork, { filters: [{ field: 'ID', op: '=', value: String(card.id) }] });
  expect(data?.[0]?.days).toEqual([day('2026-11-03', { end: '12:15' })]);
  const { rows } = await server.site.pool.query<{ account: number; changes: unknown }>(
    `select account_id as account, changes from change_log where entity = 'work' and entity_id = $1 and action = 'update'`,
    [card.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.account).toBe(admin.accountId);
  // A second press with what was shown before pays nothing twice.
  const again = await admin.call(payRecordedTime, asked);
  expect([again.status, again.reason]).toEqual([409, 'stale']);
});

test('nothing is paid that was not shown, not recorded, or is mended elsewhere', async () => {
  const card = await bill([day('2026-11-03'), day('2026-11-04')]);
  await work(card, '2026-11-03', 135);
  const asked = { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
  expect((await admin.call(payRecordedTime, { ...asked, worked: 300 })).reason).toBe('stale');
  expect((await admin.call(payRecordedTime, { ...asked, date: '2026-11-04' })).reason).toBe('stale');
  expect((await admin.call(payRecordedTime, { ...asked, date: '2026-10-05' })).reason).toBe('conflict');
  expect((await admin.call(payRecordedTime, { ...asked, planId: 999_999 })).status).toBe(404);
  await server.site.pool.query(
    `update visits set end_at = end_at + interval '1 day' where care_plan_id = $1 and date = '2026-11-03'`,
    [card.plan],
  );
  const long = await admin.call(payRecordedTime, { ...asked, worked: 135 + 1_440 });
  expect([long.status, long.Info]).toEqual([409, 'A visit of a day or longer: correct its times first.']);
  expect((await unpaid()).map(({ worked, paid, why }) => [worked, paid, why])).toEqual([
    [1_575, 120, 'tooLong'],
  ]);
});

test('hours of another record are not paid a second time', async () => {
  const card = await bill([day('2026-11-03')]);
  await work(card, '2026-11-03', 135);
  await bill([served('2026-11-03', '12:00', '13:00')]);
  const asked = { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
  const refused = await admin.call(payRecordedTime, asked);
  expect([refused.status, refused.reason]).toEqual([409, 'hoursTaken']);
  expect((await unpaid()).map(({ paid }) => paid)).toEqual([120]);
});

test('only an admin sees and pays, and another agency has its own', async () => {
  const card = await bill([day('2026-11-03')]);
  await work(card, '2026-11-03', 135);
  const asked = { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
  for (const role of ['user', 'provider', 'evv'] as const) {
    const by = await server.as(role, { providerId: provider });
    expect((await by.call(listUnpaidTime, { date: '2026-11' })).status).toBe(403);
    expect((await by.call(payRecordedTime, asked)).status).toBe(403);
  }
  expect((await admin.call(listOwnTime, {})).status).toBe(403);
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await elsewhere.call(listUnpaidTime, { date: '2026-11' })).data).toEqual([]);
  expect((await elsewhere.call(payRecordedTime, asked)).status).toBe(404);
});
