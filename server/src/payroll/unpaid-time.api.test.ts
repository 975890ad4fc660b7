import { savePar } from '@homecare/domain/authorizations/contract.ts';
import { getWork, payRecordedTime } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { listNorms, saveLimitRule } from '@homecare/domain/calculator/contract.ts';
import type { LimitRule } from '@homecare/domain/calculator/limit-rules.ts';
import { saveClientPayers, savePayer } from '@homecare/domain/payers/contract.ts';
import { getPayRules, savePayRules } from '@homecare/domain/payroll/run-contract.ts';
import { listOwnTime, listUnpaidTime } from '@homecare/domain/payroll/unpaid-contract.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { beforeEach, expect, test } from 'vitest';
import { type BilledCard, billCard } from '../../testing/billed-card.ts';
import { addProvider, addRecordedVisit, PAYER, setPayRates } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** Recorded work that is paid for less time than was worked. Today is 11-20-2026, in Denver. */

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
const unpaid = async (date = '2026-11') => (await admin.call(listUnpaidTime, { date })).data?.days ?? [];
const unbilled = async (date: string) => (await admin.call(listUnpaidTime, { date })).data?.unbilled;

test('an admin sees each day paid for less time than worked, with the reason and dollars, the largest first', async () => {
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
});

test('work without a billing record is one line per month, however many days it is', async () => {
  const card = await bill([day('2026-11-02')]);
  for (const date of ['2026-10-05', '2026-10-06', '2026-10-07']) await work(card, date, 60);
  expect(await unpaid('2026-10')).toEqual([]);
  expect(await unbilled('2026-10')).toEqual([{ month: '2026-10', days: 3, clients: 1, minutes: 180 }]);
  // A visit without a check-out must be corrected before it can be billed.
  await server.site.pool.query(
    "update visits set status = 'Active', end_at = null where date = '2026-10-07'",
  );
  expect((await unpaid('2026-10')).map(({ date, why }) => [date, why])).toEqual([
    ['2026-10-07', 'noCheckOut'],
  ]);
  expect((await unbilled('2026-10'))?.map(({ days }) => days)).toEqual([2]);
  expect(await unbilled('2026-11')).toEqual([]);
});

test('a caregiver sees each own day as worked and paid, with the reason, and nobody else’s', async () => {
  const card = await bill([day('2026-11-02'), day('2026-11-03')]);
  await work(card, '2026-11-02', 120);
  await work(card, '2026-11-03', 135);
  await work(card, '2026-10-05', 60);
  const phone = await server.as('evv', { providerId: provider });
  const { data } = await phone.call(listOwnTime, {});
  // Five weeks back; October 5 is too long ago.
  expect(data?.map(({ date, worked, paid, why }) => [date, worked, paid, why])).toEqual([
    ['2026-11-03', 135, 120, 'beyondPlan'],
    ['2026-11-02', 120, 120, null],
  ]);
  const other = await server.as('evv', { providerId: await addProvider(server.site.pool, 'Other') });
  expect((await other.call(listOwnTime, {})).data).toEqual([]);
});

test('one click pays a day as recorded, and the record log has who, old and new', async () => {
  const card = await bill([day('2026-11-03')]);
  await work(card, '2026-11-03', 135);
  const asked = { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
  const paid = await admin.call(payRecordedTime, asked);
  expect([paid.status, paid.data]).toEqual([200, { id: card.id, minutes: 15, claimed: false }]);
  expect(await unpaid()).toEqual([]);
  const { data } = await admin.call(getWork, { filters: [{ field: 'ID', op: '=', value: String(card.id) }] });
  expect(data?.[0]?.days).toEqual([day('2026-11-03', { end: '12:15' })]);
  const { rows } = await server.site.pool.query<{ account: number; changes: unknown }>(
    `select account_id as account, changes from change_log where entity = 'work' and entity_id = $1 and action = 'update'`,
    [card.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.account).toBe(admin.accountId);
  // A second click with the earlier figures pays nothing twice.
  const again = await admin.call(payRecordedTime, asked);
  expect([again.status, again.reason]).toEqual([409, 'stale']);
});

test('what was not shown, not recorded, or is corrected elsewhere is not paid', async () => {
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

const rowsOf = async ({ id }: BilledCard) =>
  (await admin.call(getWork, { filters: [{ field: 'ID', op: '=', value: String(id) }] })).data?.[0]?.days;

test('a visit in progress is not unpaid until its check-out window has ended', async () => {
  const card = await bill([day('2026-11-03')]);
  await work(card, '2026-11-19', 60);
  await server.site.pool.query(
    `update visits set status = 'Active', end_at = null, plan_start = '22:00', plan_end = '06:00' where date = '2026-11-19'`,
  );
  const phone = await server.as('evv', { providerId: provider });
  const seen = async (denver: string) => {
    server.clock.set(denver);
    const own = await phone.call(listOwnTime, {});
    return [(await unpaid()).map(({ why }) => why), own.data?.map(({ why }) => why)];
  };
  expect(await seen('2026-11-20T00:30:00-07:00')).toEqual([[], []]);
  expect(await seen('2026-11-20T06:16:00-07:00')).toEqual([['noCheckOut'], ['noCheckOut']]);
});

test('the record gets the times of the visit, and no row becomes shorter', async () => {
  const card = await bill([
    served('2026-11-03', '08:00', '10:00'),
    served('2026-11-04', '08:00', '12:00', { payroll: false }),
  ]);
  await work(card, '2026-11-03', 135);
  await work(card, '2026-11-04', 120);
  expect((await unpaid()).map(({ date, why }) => [date, why])).toEqual([
    ['2026-11-04', 'longerRow'],
    ['2026-11-03', 'beyondPlan'],
  ]);
  const short = await admin.call(payRecordedTime, {
    planId: card.plan,
    date: '2026-11-04',
    worked: 120,
    paid: 0,
  });
  expect([short.status, short.Info]).toEqual([
    409,
    'Not marked for payroll, and longer on the billing record.',
  ]);
  await admin.call(payRecordedTime, { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 });
  expect(await rowsOf(card)).toEqual([
    served('2026-11-03', '10:00', '12:15'),
    served('2026-11-04', '08:00', '12:00', { payroll: false }),
  ]);
});

const claim = (card: BilledCard, usage: 'T' | 'P') =>
  server.site.pool.query(
    `with batch as (insert into claim_batches (id, kind, month, interchange, group_number, usage, file_name, file, sets,
        claims, lines, units, amount, created, created_by)
      values (1, 'Billed', '2026-11-01', 1, 1, $2, 'F', '', '[]', 1, 1, 8, 4136, now(), 'T.')),
     claim as (insert into claims (id, batch_id, number, client_id, place, frequency, charge, units, lines)
       select '1-1', 1, 1, client_id, '12', '1', 4136, 8, '[]' from work where id = $1)
     insert into claim_cards (claim_id, card_id, units, charge) values ('1-1', $1, 8, 4136)`,
    [card.id, usage],
  );

test('the need for a corrected claim is shown before and after if the payer has already been asked', async () => {
  const [sent, paid, open] = [
    await bill([day('2026-11-02')]),
    await bill([served('2026-11-03', '10:00', '12:00')]),
    await bill([day('2026-11-04'), day('2026-11-05', { billing: false })]),
  ];
  await claim(sent, 'P');
  await server.site.pool.query(`update work set status = 'Paid' where id = $1`, [paid.id]);
  await work(sent, '2026-11-02', 135);
  await work(paid, '2026-11-03', 135);
  await work(open, '2026-11-04', 135);
  await work(open, '2026-11-05', 135);
  const said = (await unpaid()).map(({ date, claimed }) => [date, claimed]);
  expect(said).toEqual([
    ['2026-11-02', true],
    ['2026-11-03', true],
    ['2026-11-04', false],
    ['2026-11-05', false],
  ]);
  const pay = async ({ plan }: BilledCard, date: string) => {
    const { data, Info } = await admin.call(payRecordedTime, { planId: plan, date, worked: 135, paid: 120 });
    return [data?.claimed, Info?.endsWith('The record was claimed: a corrected claim is needed.')];
  };
  expect(await pay(sent, '2026-11-02')).toEqual([true, true]);
  expect(await pay(paid, '2026-11-03')).toEqual([true, true]);
  expect(await pay(open, '2026-11-04')).toEqual([false, false]);
  expect(await pay(open, '2026-11-05')).toEqual([false, false]);
});

test('a record paid by a private payer needs no corrected claim, whatever the client’s record says', async () => {
  const [family, member] = [
    await bill([day('2026-11-02')]),
    await bill([served('2026-11-03', '10:00', '12:00')]),
  ];
  const clientOf = async ({ id }: BilledCard) => {
    const { rows } = await server.site.pool.query<{ client: number }>(
      `update work set status = 'Paid' where id = $1 returning client_id as client`,
      [id],
    );
    return rows[0]?.client ?? 0;
  };
  const payers = { from: '2026-01-01', through: null, memberId: '', groupNumber: '' };
  const trust = await admin.call(savePayer, { ...PAYER, id: null, rev: null });
  await admin.call(saveClientPayers, {
    clientId: await clientOf(family),
    payers: [{ ...payers, payerId: trust.insertId ?? 0 }],
    rev: 0,
  });
  // Medicaid pays for a client whose record still says Private Client.
  const medicaid = await admin.call(savePayer, {
    ...{ ...PAYER, kind: 'Medicaid' as const, name: 'Health First Colorado' },
    ...{ id: null, rev: null },
  });
  const clientId = await clientOf(member);
  await server.site.pool.query('update people set private_client = true where id = $1', [clientId]);
  await admin.call(saveClientPayers, {
    clientId,
    payers: [{ ...payers, payerId: medicaid.insertId ?? 0 }],
    rev: 0,
  });
  await work(family, '2026-11-02', 135);
  await work(member, '2026-11-03', 135);
  expect((await unpaid()).map(({ date, claimed }) => [date, claimed])).toEqual([
    ['2026-11-02', false],
    ['2026-11-03', true],
  ]);
});

test('hours billed for the caregiver elsewhere need a confirmation, and are then paid once', async () => {
  const card = await bill([day('2026-11-03', { billing: false })]);
  await work(card, '2026-11-03', 135);
  await bill([served('2026-11-03', '12:00', '13:00', { payroll: false })]);
  const asked = { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
  const refused = await admin.call(payRecordedTime, asked);
  expect([refused.status, refused.reason]).toEqual([409, 'hoursElsewhere']);
  const allowed = await admin.call(payRecordedTime, { ...asked, allowOverlap: true });
  expect(allowed.status).toBe(200);
  expect(await rowsOf(card)).toEqual([day('2026-11-03', { billing: false, end: '12:15' })]);
});

const setRule = async (rule: LimitRule) => {
  const { data } = await admin.call(listNorms, {});
  const rev = data?.rules.find(({ limit }) => limit === 'planUnits')?.rev ?? null;
  expect((await admin.call(saveLimitRule, { limit: 'planUnits', rule, rev })).status).toBe(200);
};

/** Eight units are authorized for November and billed; the visit had nine. */
const beyondUnits = async () => {
  const card = await bill([day('2026-11-03')]);
  const { rows } = await server.site.pool.query<{ client: number }>(
    'select client_id as client from work where id = $1',
    [card.id],
  );
  const par = { id: null, clientId: rows[0]?.client ?? 0, type: 'PCP', number: 'N1', units: 8, rev: null };
  expect((await admin.call(savePar, { ...par, from: '2026-11-01', through: '2026-11-30' })).status).toBe(200);
  await work(card, '2026-11-03', 135);
  return { planId: card.plan, date: '2026-11-03', worked: 135, paid: 120 };
};

test('units beyond a limit are paid with a justification if the agency asks for one', async () => {
  const asked = await beyondUnits();
  await setRule('justify');
  const refused = await admin.call(payRecordedTime, asked);
  expect([refused.status, refused.reason, refused.errors?.length]).toEqual([409, 'justificationMissing', 1]);
  const paid = await admin.call(payRecordedTime, { ...asked, limitJustification: 'Fell ill, stayed on' });
  expect(paid.status).toBe(200);
  expect(await unpaid()).toEqual([]);
});

test('units beyond a blocking limit are refused, with the way to pay them unbilled', async () => {
  const asked = await beyondUnits();
  await setRule('block');
  const refused = await admin.call(payRecordedTime, asked);
  expect([refused.status, refused.reason]).toEqual([409, 'overLimit']);
  expect(refused.Info).toContain('Clear Billing on the days beyond it: they are still paid.');
});

test('the list covers the days of the chosen run, even across the end of a month', async () => {
  const [november, october] = [await bill([day('2026-11-03')]), await bill([day('2026-10-30')])];
  await work(november, '2026-11-03', 135);
  await work(november, '2026-11-16', 60);
  await work(october, '2026-10-30', 135);
  const dates = async (choice: { half?: '1' | '2' | 'both'; period?: string }) =>
    (await admin.call(listUnpaidTime, { date: '2026-11', ...choice })).data?.days
      .map(({ date }) => date)
      .toSorted();
  expect(await dates({ half: '1' })).toEqual(['2026-11-03']);
  expect(await dates({ half: '2' })).toEqual(['2026-11-16']);
  expect(await dates({ half: 'both' })).toEqual(['2026-11-03', '2026-11-16']);
  const { data } = await admin.call(getPayRules, {});
  const periods = [{ validFrom: '2026-10-25', length: 'twoWeeks' as const }];
  const rules = { ...COLORADO_PAY_RULES, periods };
  expect((await admin.call(savePayRules, { rules, rev: data?.rev ?? 0 })).status).toBe(200);
  expect(await dates({ period: '2026-10-25' })).toEqual(['2026-10-30', '2026-11-03']);
  expect(await dates({ period: '2026-11-08' })).toEqual(['2026-11-16']);
  const wrong = await admin.call(listUnpaidTime, { date: '2026-11', half: '1' });
  expect([wrong.status, wrong.reason]).toEqual([400, 'badInput']);
});

test('only admins see and pay unpaid time, for their own agency', async () => {
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
  expect((await elsewhere.call(listUnpaidTime, { date: '2026-11' })).data).toEqual({
    days: [],
    unbilled: [],
  });
  expect((await elsewhere.call(payRecordedTime, asked)).status).toBe(404);
});
