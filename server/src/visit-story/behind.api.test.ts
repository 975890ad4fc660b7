import { getAuthorization, savePar } from '@homecare/domain/authorizations/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { generateClaims, listOpenClaims, postManualPayment } from '@homecare/domain/claims/contract.ts';
import { exportPayroll } from '@homecare/domain/payroll/run-contract.ts';
import { makeInvoices, savePayment, saveTerms } from '@homecare/domain/private-pay/contract.ts';
import { getVisitStory, listVisitsBehind } from '@homecare/domain/visit-story/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

// Wednesday, December 2, 2026. A client has two visits of two hours on the November card, which is claimed and paid out.
let server: TestServer;
let admin: Caller;
let client: number;
let provider: number;
let plan: number;
let card: number;
let par: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  client = await addClaimable(server.site.pool);
  par = await authorise(admin, client);
  ({ provider, plan } = await addPlan(server.site.pool, admin, client));
  card = await saveCard(admin, plan, '2026-11', ['03', '10']);
});
afterAll(() => server.stop());

const ask = (caller: Caller, asked: InputOf<typeof listVisitsBehind>) => caller.call(listVisitsBehind, asked);
const behind = async (asked: InputOf<typeof listVisitsBehind>) => {
  const { data, text } = await ask(admin, asked);
  if (!data) throw new Error(text);
  return data;
};
const days = ({ rows }: Awaited<ReturnType<typeof behind>>) => rows.map(({ day }) => day);
const NOVEMBER = ['2026-11-03', '2026-11-10'];

test('behind a billing record are its days, and each opens its story', async () => {
  const found = await behind({ of: 'card', id: String(card) });
  expect(found).toMatchObject({
    total: 2,
    minutes: 240,
    rows: [
      { planId: plan, day: '2026-11-03', ClientID: client, Type: 'PCP', minutes: 120 },
      { planId: plan },
    ],
  });
  for (const { planId, day } of found.rows) {
    const { data } = await admin.call(getVisitStory, { planId, day });
    expect(data?.cards).toMatchObject([{ id: card, minutes: 120 }]);
  }
});

test('behind a caregiver’s pay are the paid days of the month, or of a week', async () => {
  const of = { of: 'caregiver', id: String(provider) } as const;
  expect(days(await behind({ ...of, month: '2026-11' }))).toEqual(NOVEMBER);
  expect(days(await behind({ ...of, month: '2026-10' }))).toEqual([]);
  expect(days(await behind({ ...of, from: '2026-11-08', through: '2026-11-14' }))).toEqual(['2026-11-10']);
});

test('behind the numbers of an authorization are visits whose units add up to them', async () => {
  const { data } = await admin.call(getAuthorization, { id: par });
  const of = { of: 'authorization', id: String(par) } as const;
  expect(data?.row.worked).toBeGreaterThan(0);
  expect(data?.row.planned).toBeGreaterThan(0);
  expect((await behind({ ...of, part: 'worked' })).units).toBe(data?.row.worked);
  expect((await behind({ ...of, part: 'planned' })).units).toBe(data?.row.planned);
  for (const { month, worked, planned } of data?.months ?? []) {
    expect((await behind({ ...of, month, part: 'worked' })).units).toBe(worked);
    expect((await behind({ ...of, month, part: 'planned' })).units).toBe(planned);
  }
});

test('behind an authorization’s missing units are the days it does not cover', async () => {
  const tight = await addClaimable(server.site.pool);
  await addPlan(server.site.pool, admin, tight);
  const december = { from: '2026-12-01', through: '2026-12-31', units: 3 };
  const { insertId: id = 0 } = await admin.call(savePar, {
    ...{ id: null, clientId: tight, type: 'PCP', number: 'T1', rev: null },
    ...december,
  });
  const { data } = await admin.call(getAuthorization, { id });
  const beyond = await behind({ of: 'authorization', id: String(id), part: 'short' });
  expect(data?.row.short).toBeGreaterThan(0);
  expect([beyond.units, beyond.minutes, days(beyond)[0]]).toEqual([data?.row.short, null, data?.row.runsOut]);
});

test('behind a line without an authorization are the days on which none is valid', async () => {
  const without = await addClaimable(server.site.pool);
  const { plan: bare } = await addPlan(server.site.pool, admin, without);
  await saveCard(admin, bare, '2026-11', ['04']);
  const found = await behind({ of: 'client', id: String(without), type: 'PCP' });
  expect(days(found)).toContain('2026-11-04');
  const beyond = await behind({ of: 'client', id: String(client), type: 'PCP' });
  expect(days(beyond).filter((day) => day < '2027-01-01')).toEqual([]);
  expect(days(await behind({ of: 'client', id: String(client), month: '2026-11' }))).toEqual(
    expect.arrayContaining(NOVEMBER),
  );
});

test('behind a claim, and behind its file, are the days that were claimed', async () => {
  const made = await admin.call(generateClaims, {
    from: '2026-11-01',
    to: '2026-11-30',
    status: 'Billed',
    frequency: '1',
    unproven: 'send',
    reason: 'Test',
    paymentsOnly: false,
  });
  expect(made.status).toBe(200);
  const { rows } = await server.site.pool.query<{ id: string; batch_id: number }>(
    'select id, batch_id from claims where client_id = $1',
    [client],
  );
  const [claim] = rows;
  const asked = await behind({ of: 'claim', id: claim?.id ?? '' });
  expect([days(asked), asked.units, asked.minutes]).toEqual([NOVEMBER, 16, null]);
  expect(asked.rows.map(({ claimId }) => claimId)).toEqual([claim?.id, claim?.id]);
  expect(days(await behind({ of: 'batch', id: String(claim?.batch_id) }))).toEqual(
    expect.arrayContaining(NOVEMBER),
  );

  const of = { of: 'authorization', id: String(par) } as const;
  expect((await behind({ ...of, part: 'claimed' })).rows).toMatchObject([
    { day: '2026-11-03', units: 8, claimId: claim?.id },
    { day: '2026-11-10', units: 8, claimId: claim?.id },
  ]);
  for (const part of ['paid', 'denied'] as const)
    expect(await behind({ ...of, part })).toMatchObject({ total: 0, units: 0 });
});

test('behind a payer’s payment, and behind its file, are the days of the claims it is about', async () => {
  const [claim] = (await admin.call(listOpenClaims, { search: '' })).data ?? [];
  if (!claim) throw new Error('no claim is open');
  const paid = await admin.call(postManualPayment, {
    ...{ number: 'CHK 77', date: '2026-12-01', method: 'CHK', paid: claim.charge, adjustments: [] },
    claims: [
      {
        ...{ id: claim.id, icn: '', takesBack: false },
        lines: claim.lines.map(({ control, charge }) => ({ control, paid: charge, adjustments: [] })),
      },
    ],
  });
  expect(paid.status, paid.text).toBe(200);
  const asked = await behind({ of: 'claim', id: claim.id });
  expect(asked.total).toBeGreaterThan(0);
  expect(await behind({ of: 'answer', id: String(paid.data?.id) })).toEqual(asked);
  expect(await behind({ of: 'remittance', id: 'CHK 77' })).toEqual(asked);
  expect((await behind({ of: 'remittance', id: 'CHK 78' })).total).toBe(0);
  expect((await behind({ of: 'claim', id: `${claim.id},999-1` })).rows).toEqual(asked.rows);
  const { data } = await admin.call(getAuthorization, { id: par });
  expect(data?.row.paid).toBeGreaterThan(0);
  const ofPar = await behind({ of: 'authorization', id: String(par), part: 'paid' });
  expect([ofPar.units, ofPar.rows[0]?.claimId]).toEqual([data?.row.paid, claim.id]);
});

test('behind a care plan are its visits, and not those of the client’s other plan', async () => {
  const { plan: second } = await addPlan(server.site.pool, admin, client);
  const found = await behind({ of: 'plan', id: String(plan) });
  expect(days(found)).toEqual(expect.arrayContaining(NOVEMBER));
  const inOrder = found.rows.map(({ day }) => day);
  expect(inOrder).toEqual(inOrder.toSorted().toReversed());
  expect(found.rows.every(({ planId }) => planId === plan)).toBe(true);
  const other = await behind({ of: 'plan', id: String(second) });
  expect(days(other).some((day) => day > '2026-12-02')).toBe(true);
  expect(days(other)).not.toContain('2026-11-03');
  expect((await behind({ of: 'plan', id: '99999' })).total).toBe(0);
});

test('behind a payroll run are the days it paid', async () => {
  const run = await admin.raw(
    requestOf(exportPayroll, { from: '2026-11', to: '2026-11', half: 'both', export: 'csv' }),
  );
  expect(run.status).toBe(200);
  const paid = (await behind({ of: 'run', id: '1' })).rows.filter(({ planId }) => planId === plan);
  expect(paid.map(({ day, minutes }) => [day, minutes])).toEqual(NOVEMBER.map((day) => [day, 120]));
});

test('behind an invoice, and behind its payment, is its work', async () => {
  const payer = await addClient(server.site.pool, 'Olsen', { private_client: true });
  const { plan: own } = await addPlan(server.site.pool, admin, payer);
  await saveCard(admin, own, '2026-11', ['05', '12']);
  await server.site.pool.query("update care_plan_types set evv_needed = false where code = 'PCP'");
  const rates = [{ type: 'PCP', from: '2020-01-01', cents: 3_800 }];
  await admin.call(saveTerms, { clientId: payer, rates, shares: [], rev: 0 });
  const span = { from: '2026-11-01', through: '2026-11-30', clientIds: [payer] };
  const [invoice] = (await admin.call(makeInvoices, span)).data?.ids ?? [];
  const found = await behind({ of: 'invoice', id: String(invoice) });
  expect([days(found), found.minutes]).toEqual([['2026-11-05', '2026-11-12'], 240]);
  const paid = await admin.call(savePayment, {
    clientId: payer,
    day: '2026-12-01',
    method: 'Cash',
    reference: '',
    cents: 1_000,
    parts: null,
  });
  expect(days(await behind({ of: 'payment', id: String(paid.insertId) }))).toEqual(days(found));
});

test('an unknown row has no visits, caregivers cannot ask, and another agency has its own', async () => {
  expect(await behind({ of: 'run', id: '77' })).toMatchObject({ total: 0, rows: [] });
  expect(await behind({ of: 'card', id: 'x' })).toMatchObject({ total: 0, rows: [] });
  const asked = { of: 'card', id: String(card) } as const;
  expect((await ask(await server.as('user'), asked)).data?.total).toBe(2);
  for (const role of ['provider', 'evv'] as const)
    expect((await ask(await server.as(role), asked)).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await ask(other, asked)).data).toMatchObject({ total: 0, rows: [] });
});
