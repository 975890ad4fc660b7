import { generateClaims, postManualPayment, settleClaims } from '@homecare/domain/claims/contract.ts';
import * as calls from '@homecare/domain/margin/contract.ts';
import { MARGIN_DIMENSIONS, MARGIN_PARTS } from '@homecare/domain/margin/schema.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import {
  makeInvoices,
  previewInvoices,
  saveTerms,
  voidInvoice,
} from '@homecare/domain/private-pay/contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BilledYear, centsOf, makeBilledYear } from '../../testing/billed-year.ts';
import { setPayRates } from '../../testing/care.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** The margin of a year billed over HTTP, compared with its cards and the payroll page. */

const MONTHS = { from: '2026-03', to: '2026-05' } as const;
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
  year = await makeBilledYear(server.site.pool, admin, { clients: 5, seed: 'margin' });
  for (const { id } of year.providers)
    await setPayRates(server.site.pool, id, { 'PCP/RPCP': 2013, Homemaker: 1907, HealthMaintenance: 2111 });
});
afterAll(() => server.stop());

const marginBy = async (by: (typeof MARGIN_DIMENSIONS)[number]) => {
  const { data } = await admin.call(calls.getMargin, { ...MONTHS, by });
  if (!data) throw new Error('no margin');
  return data;
};

test('income equals the cards and pay equals the payroll page, to the cent', async () => {
  const { total } = await marginBy('client');
  const cards = year.cards.filter(
    ({ calculation, plan }) =>
      MONTHS.from <= calculation && calculation <= MONTHS.to && !plan.client.isPrivate,
  );
  expect(total.income).toBe(sum(cards.map(centsOf)));
  let [straight, premium] = [0, 0];
  for (const date of ['2026-03', '2026-04', '2026-05']) {
    const { data } = await admin.call(getPayMonth, { date, private: 'all' });
    for (const { lines, overtime } of data?.providers ?? []) {
      straight += sum(lines.map(({ amount }) => amount));
      premium += sum((overtime ?? []).map((week) => week.premium));
    }
  }
  expect(straight).toBeGreaterThan(0);
  expect([0 - total.straight - total.travel, 0 - total.overtime]).toEqual([straight, premium]);
  expect(total.margin).toBe(total.income + total.unpaid - straight - premium);
});

test('the lines behind every number add up to it, by each dimension', async () => {
  for (const by of MARGIN_DIMENSIONS) {
    const { groups, total } = await marginBy(by);
    expect(sum(groups.map(({ margin }) => margin))).toBe(total.margin);
    for (const group of [groups[0], groups.at(-1)]) {
      if (!group) throw new Error('no group');
      const { data } = await admin.call(calls.listMarginLines, { ...MONTHS, by, key: group.key });
      expect(data).toHaveLength(group.lines);
      for (const part of [...MARGIN_PARTS, 'margin'] as const)
        expect(sum((data ?? []).map((line) => line[part]))).toBe(group[part]);
    }
  }
});

test('work for a private payer is worth what its invoices charge, even before there are any', async () => {
  // The cards of this year have no visits.
  const { rows } = await server.site.pool.query<{ code: string }>(
    'update care_plan_types set evv_needed = false returning code',
  );
  const rates = rows.map(({ code }) => ({ type: code, from: '2026-01-01', cents: 3_800 }));
  const before = (await marginBy('month')).total.income;
  const clientIds = year.clients.flatMap(({ id, isPrivate }) => (isPrivate ? [id] : []));
  for (const clientId of clientIds) await admin.call(saveTerms, { clientId, rates, shares: [], rev: 0 });
  const { data } = await admin.call(previewInvoices, {
    from: '2026-01-01',
    through: '2026-12-31',
    clientIds,
  });
  const cards = year.cards.filter(
    ({ calculation, plan }) =>
      MONTHS.from <= calculation && calculation <= MONTHS.to && plan.client.isPrivate,
  );
  const income = (await marginBy('month')).total.income;
  expect(data?.total).toBeGreaterThan(0);
  expect(cards.length).toBeGreaterThan(0);
  expect(income - before).toBeGreaterThan(0);
  await admin.call(makeInvoices, { from: '2026-01-01', through: '2026-12-31', clientIds });
  expect((await marginBy('month')).total.income).toBe(income);
});

test('what the payer denies reduces income', async () => {
  const before = (await marginBy('month')).total;
  const { pool } = server.site;
  const [card] = year.cards.filter(
    ({ calculation, plan }) => calculation === MONTHS.from && !plan.client.isPrivate,
  );
  if (!card) throw new Error('no card');
  const charge = centsOf(card);
  await pool.query(
    `insert into claim_batches (id, kind, month, interchange, group_number, usage, file_name, file, sets, claims, lines, units, amount, created, created_by)
     values (900, 'Billed', $1, 900, 900, 'P', 'x', '', '[]', 1, 1, 1, $2, now(), 'T.')`,
    [`${card.month}-01`, charge],
  );
  await pool.query(
    `insert into claims (id, batch_id, number, client_id, place, frequency, charge, units, lines, paid)
     values ('900-1', 900, 1, $1, '12', '1', $2, 1, $3, 0)`,
    [
      card.plan.client.id,
      charge,
      JSON.stringify([
        {
          control: '900-1-1',
          day: card.from,
          procedureCode: 'T1019',
          modifiers: [],
          units: 1,
          charge,
          shares: [{ cardId: card.id, units: 1, amount: charge }],
        },
      ]),
    ],
  );
  await pool.query(
    `insert into claim_cards (claim_id, card_id, units, charge, paid) values ('900-1', $1, 1, $2, 0)`,
    [card.id, charge],
  );
  const { total } = await marginBy('month');
  expect([total.income, total.unpaid, total.margin]).toEqual([
    before.income,
    before.unpaid - charge,
    before.margin - charge,
  ]);
});

test('a share of cost counts once: what the payer leaves to the client returns when it is invoiced', async () => {
  const { pool } = server.site;
  const clientId = await addClaimable(pool, { medicaid: 'Q990010' });
  await authorise(admin, clientId);
  const { plan } = await addPlan(pool, admin, clientId);
  for (const month of ['2026-06', '2026-07']) await saveCard(admin, plan, month, ['05', '12']);
  const marginOf = async (month: string) => {
    const { data } = await admin.call(calls.getMargin, { from: month, to: month, by: 'client' });
    const group = data?.groups.find(({ key }) => key === String(clientId));
    return [group?.income, 0 - (group?.unpaid ?? 0)];
  };
  const shares = [{ from: '2026-01-01', cents: 2_000 }];
  await admin.call(saveTerms, { clientId, rates: [], shares, rev: 0 });
  const invoice = (from: string, through: string) =>
    admin.call(makeInvoices, { from, through, clientIds: [clientId] });

  // Medicaid has not decided yet, so the record counts in full and the invoice is part of it.
  expect((await invoice('2026-07-01', '2026-07-31')).data?.total).toBe(2_000);
  expect(await marginOf('2026-07')).toEqual([8_000, 0]);

  const span = { from: '2026-06-01', to: '2026-06-30', status: 'Billed', frequency: '1' } as const;
  await admin.call(generateClaims, { ...span, unproven: 'send', reason: 'Test', paymentsOnly: false });
  const { rows } = await pool.query<{ id: string }>('select id from claims where client_id = $1', [clientId]);
  const claim = rows[0]?.id ?? '';
  const cut = (cents: number) =>
    cents === 0 ? [] : [{ group: 'PR' as const, reason: '142', amount: cents }];
  await admin.call(postManualPayment, {
    ...{ number: 'CHK 1', date: '2027-01-10', method: 'CHK', paid: 5_500, adjustments: [] },
    claims: [
      {
        ...{ id: claim, icn: '59', takesBack: false },
        lines: [2_500, 0].map((cents, at) => ({
          control: `${claim}-${at + 1}`,
          paid: 4_000 - cents,
          adjustments: cut(cents),
        })),
      },
    ],
  });
  expect(await marginOf('2026-06')).toEqual([8_000, 2_500]);
  const monthly = await invoice('2026-06-01', '2026-06-30');
  expect(await marginOf('2026-06')).toEqual([8_000, 500]);

  // Without a monthly share, the one the payer named on the claim is invoiced instead.
  await admin.call(voidInvoice, { id: monthly.data?.ids[0] ?? 0, reason: 'No share by month', rev: 0 });
  await admin.call(saveTerms, { clientId, rates: [], shares: [], rev: 1 });
  const billed = { kind: 'billClient', reason: 'shareOfCost', note: '', agreed: null } as const;
  await admin.call(settleClaims, { ids: [claim], ...billed });
  expect((await invoice('2026-06-01', '2026-06-30')).data?.total).toBe(2_500);
  expect(await marginOf('2026-06')).toEqual([8_000, 0]);
});

test('an invalid span is refused, managers see no margin, and another agency has its own', async () => {
  const back = { from: '2026-05', to: '2026-03', by: 'client' } as const;
  expect(await admin.call(calls.getMargin, back)).toMatchObject({ status: 400, errors: [{ field: 'to' }] });
  const long = { from: '2025-01', to: '2026-03', by: 'client' } as const;
  expect(await admin.call(calls.getMargin, long)).toMatchObject({ status: 400, errors: [{ field: 'to' }] });
  const user = await server.as('user');
  expect((await user.call(calls.getMargin, { ...MONTHS, by: 'client' })).status).toBe(403);
  expect((await user.call(calls.listMarginLines, { ...MONTHS, by: 'client', key: '1' })).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(calls.getMargin, { ...MONTHS, by: 'client' })).data).toMatchObject({
    groups: [],
    total: { margin: 0, lines: 0 },
  });
});
