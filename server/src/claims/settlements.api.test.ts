import { deleteWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import type { LinePayment } from '@homecare/domain/claims/835.ts';
import {
  COVERED,
  LATE_AGREEMENT,
  NO_AGREEMENT,
  NO_AMOUNTS,
  NO_SHARE,
} from '@homecare/domain/claims/bill-client.ts';
import {
  correctClaim,
  generateClaims,
  getClientProof,
  listDenials,
  listSettlements,
  listUnpaid,
  listUnpaidItems,
  postManualPayment,
  previewClaims,
  settleClaims,
  undoSettlements,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import { CORRECTIONS_CHANGED } from '@homecare/domain/claims/rules.ts';
import {
  billedBefore,
  isPaidAnyway,
  settledInfo,
  settlementInvoiced,
} from '@homecare/domain/claims/settlements.ts';
import { writeRemittances } from '@homecare/domain/claims/testing/remittance-file.ts';
import type { Adjustment } from '@homecare/domain/claims/x12/adjustments.ts';
import { saveClientPayers } from '@homecare/domain/payers/contract.ts';
import {
  getInvoice,
  makeInvoices,
  previewInvoices,
  saveTerms,
  voidInvoice,
} from '@homecare/domain/private-pay/contract.ts';
import { NOTHING_TO_INVOICE } from '@homecare/domain/private-pay/moves.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const month = (date: string) => ({
  from: `${date}-01`,
  to: `${date}-${new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5)), 0)).getUTCDate()}`,
  frequency: '1' as const,
  unproven: 'send' as const,
});
/** A claim of two lines of $40.00 each, for a new client. */
const claimed = async (date: string) => {
  const client = await addClaimable(server.site.pool);
  await authorise(admin, client);
  const { plan } = await addPlan(server.site.pool, admin, client);
  const card = await saveCard(admin, plan, date, ['05', '12']);
  const made = await admin.call(generateClaims, {
    ...month(date),
    status: 'Billed',
    reason: 'Test',
    paymentsOnly: false,
  });
  return { client, plan, card, claim: `${made.data?.batch}-1` };
};
let payments = 0;
type Adjusted = readonly [group: 'CO' | 'PR', reason: string, amount: number];
/** What the payer pays for each line and why not more: a reason at the agency's expense, or a group and amount for each. */
const pay = (
  claim: string,
  lines: readonly (readonly [paid: number, why: string | readonly Adjusted[] | null])[],
  date = '2026-12-01',
  takesBack = false,
) => {
  payments += 1;
  return admin.call(postManualPayment, {
    number: `CHK ${payments}`,
    date,
    method: 'CHK',
    paid: lines.reduce((sum, [paid]) => sum + paid, 0),
    claims: [
      {
        id: claim,
        icn: `59${payments}`,
        takesBack,
        lines: lines.map(([paid, why], index) => ({
          control: `${claim}-${index + 1}`,
          paid,
          adjustments: (typeof why === 'string' ? [['CO', why, 4_000 - paid] as const] : (why ?? [])).map(
            ([group, reason, amount]) => ({ group, reason, amount }),
          ),
        })),
      },
    ],
    adjustments: [],
  });
};
const denials = async () => ((await admin.call(listDenials, {})).data?.denials ?? []).map(({ id }) => id);
const settle = (id: string, values: Partial<InputOf<typeof settleClaims>> = {}) =>
  admin.call(settleClaims, {
    ids: [id],
    kind: 'writeOff',
    reason: 'late',
    note: '',
    agreed: null,
    ...values,
  });

describe('a write-off', () => {
  it('leaves denials and uploads, can be undone, and is mentioned when the payer pays anyway', async () => {
    const { claim, card } = await claimed('2026-03');
    await pay(claim, [
      [0, '29'],
      [0, '29'],
    ]);
    expect(await denials()).toContain(claim);
    const made = await settle(claim);
    expect(made.Info).toBe('1 claim written off ($80.00).');
    expect(await denials()).not.toContain(claim);
    expect((await settle(claim)).Info).toBe(CORRECTIONS_CHANGED);
    const again = { ...month('2026-03'), status: 'Denied' as const };
    expect((await admin.call(previewClaims, again)).data).toMatchObject({ claims: 0, alreadySent: 0 });

    const [row] = (await admin.call(listSettlements, {})).data ?? [];
    await admin.call(undoSettlements, { ids: [row?.id ?? 0] });
    expect(await denials()).toContain(claim);
    expect((await admin.call(undoSettlements, { ids: [row?.id ?? 0] })).Info).toBe(CORRECTIONS_CHANGED);
    await settle(claim);

    const paid = await pay(claim, [
      [4_000, null],
      [4_000, null],
    ]);
    expect(paid.data?.remarks.filter(isPaidAnyway)).toEqual([
      `Paid after it was settled: claim ${claim}, $80.00 written off on 12-02-2026. The payment of $80.00 was posted. Undo the write-off under Unpaid if all of it was paid.`,
    ]);
    const [now] = (await admin.call(listSettlements, {})).data ?? [];
    expect(now).toMatchObject({ claim, amount: 8_000, recovered: 8_000 });
    const { rows } = await server.site.pool.query('select status from work where id = $1', [card]);
    expect(rows).toEqual([{ status: 'Paid' }]);
  });

  it('needs a reason in words if none in the list applies', async () => {
    const refused = await settle('1-1', { reason: 'other' });
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, 'note']);
  });
});

describe('billing the client', () => {
  it('is refused for what Medicaid covers', async () => {
    const { claim } = await claimed('2026-04');
    await pay(claim, [
      [0, '197'],
      [0, '197'],
    ]);
    const refused = await settle(claim, { kind: 'billClient', reason: 'notCovered', agreed: '2026-01-01' });
    expect([refused.status, refused.errors]).toEqual([409, [{ field: 'reason', message: COVERED }]]);
    expect(await denials()).toContain(claim);
  });

  it('for a service not covered needs an agreement signed beforehand, and stores its day', async () => {
    const { claim } = await claimed('2026-05');
    await pay(claim, [
      [4_000, null],
      [0, [['PR', '204', 4_000]]],
    ]);
    const ask = (agreed: string | null) =>
      settle(claim, { kind: 'billClient', reason: 'notCovered', agreed });
    expect((await ask(null)).errors?.[0]?.message).toBe(NO_AGREEMENT);
    expect((await ask('2026-05-13')).errors?.[0]?.message).toBe(LATE_AGREEMENT);
    expect((await ask('2026-05-11')).Info).toBe(settledInfo('billClient', 1, 4_000));
    expect((await admin.call(listSettlements, {})).data?.[0]).toMatchObject({
      claim,
      kind: 'billClient',
      agreed: '2026-05-11',
      amount: 4_000,
    });
    expect(await denials()).not.toContain(claim);
  });

  it('takes the payer’s amount for share of cost and leaves the rest to be written off', async () => {
    const { claim } = await claimed('2026-06');
    await pay(claim, [
      [
        2_000,
        [
          ['PR', '142', 800],
          ['CO', '45', 1_200],
        ],
      ],
      [0, '142'],
    ]);
    const made = await settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
    expect(made.data).toEqual({ changed: 1, amount: 800 });
    const denial = (await admin.call(listDenials, {})).data?.denials.find(({ id }) => id === claim);
    expect(denial).toMatchObject({ charge: 8_000, paid: 2_000, settled: 800 });
    expect((await settle(claim)).data).toEqual({ changed: 1, amount: 5_200 });
  });

  it('takes nothing from a payment that the payer took back', async () => {
    const { claim } = await claimed('2026-08');
    await pay(claim, [
      [4_000, null],
      [0, [['PR', '142', 4_000]]],
    ]);
    await pay(
      claim,
      [
        [-4_000, null],
        [0, [['PR', '142', -4_000]]],
      ],
      '2026-12-02',
      true,
    );
    const refused = await settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
    expect([refused.status, refused.errors]).toEqual([409, [{ field: 'reason', message: NO_SHARE }]]);
  });

  it('reads amounts from the file if an answer was stored without them, and is refused otherwise', async () => {
    const { claim } = await claimed('2026-09');
    const line = (paid: number, index: number, adjustments: Adjustment[]): LinePayment => ({
      ...{ at: 0, charge: 4_000, paid, adjustments, control: `${claim}-${index}`, units: null, remarks: [] },
      ...{ from: null, through: null, procedure: { qualifier: 'HC', code: 'T1019', modifiers: [] } },
    });
    const because = (group: string, reason: string, amount: number) => ({
      group,
      reason,
      amount,
      quantity: null,
    });
    const lines = [
      line(1_000, 1, [because('CO', '45', 2_500), because('PR', '142', 500)]),
      line(4_000, 2, []),
    ];
    const text = writeRemittances([
      {
        ...{ control: '0001', at: 0, paid: 5_000, method: 'ACH', date: '2026-12-01', trace: 'EFT 900' },
        ...{ payer: { name: 'PAYER', id: '1' }, payee: { name: 'AGENCY', id: '1999999984' }, unreadable: [] },
        adjustments: [],
        claims: [
          {
            ...{ at: 0, id: claim, status: '1', charge: 8_000, paid: 5_000, patientShare: 0, icn: '5900' },
            ...{ frequency: null, patient: null, memberId: null, adjustments: [], remarks: [] },
            ...{ unreadable: [], lines },
          },
        ],
      },
    ]);
    await admin.raw(requestOf(uploadAnswer, { later: false }, { name: 'old.835', content: text }));
    await server.site.pool.query(
      `update claim_answers set lines = (select jsonb_agg(line - 'adjustments') from jsonb_array_elements(lines) line)
        where claim_id = $1 and lines is not null`,
      [claim],
    );
    const ask = () => settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
    const { rows } = await server.site.pool.query<{ id: number; key: string; sha256: Buffer }>(
      'select id, stored_key as key, sha256 from claim_answer_files where name = $1',
      ['old.835'],
    );
    const keep = (key: string | null, sha256: Buffer | null) =>
      server.site.pool.query('update claim_answer_files set stored_key = $2, sha256 = $3 where id = $1', [
        rows[0]?.id,
        key,
        sha256,
      ]);
    await keep(null, null);
    const refused = await ask();
    expect([refused.status, refused.errors]).toEqual([409, [{ field: 'reason', message: NO_AMOUNTS }]]);
    await keep(rows[0]?.key ?? null, rows[0]?.sha256 ?? null);
    expect((await ask()).data).toEqual({ changed: 1, amount: 500 });
    await settle(claim);
  });
});

it('an amount billed to the client is on one invoice, and open again only when that is voided', async () => {
  const { client, claim } = await claimed('2026-06');
  await pay(claim, [
    [4_000, null],
    [
      0,
      [
        ['PR', '142', 1_000],
        ['CO', '45', 3_000],
      ],
    ],
  ]);
  await settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
  await settle(claim);
  const invoice = () =>
    admin.call(makeInvoices, { from: '2026-11-01', through: '2026-11-30', clientIds: [client] });
  const made = await invoice();
  expect(made.data).toMatchObject({ invoices: 1, total: 1_000 });
  expect((await invoice()).Info).toBe(NOTHING_TO_INVOICE);
  const { data: first } = await admin.call(getInvoice, { id: made.data?.ids[0] ?? 0 });
  expect(first?.lines).toMatchObject([
    {
      kind: 'Share of a claim',
      day: '2026-06-01',
      service: `Share of cost, June 2026, claim ${claim}`,
      amount: 1_000,
    },
  ]);

  const row = (await admin.call(listSettlements, {})).data?.find(
    (one) => one.claim === claim && one.kind === 'billClient',
  );
  const undo = () => admin.call(undoSettlements, { ids: [row?.id ?? 0] });
  const held = await undo();
  expect([held.status, held.Info]).toEqual([409, settlementInvoiced([first?.number ?? ''])]);
  await admin.call(voidInvoice, { id: first?.id ?? 0, reason: 'Wrong', rev: first?.rev ?? 0 });
  expect((await undo()).status).toBe(200);
  expect((await invoice()).Info).toBe(NOTHING_TO_INVOICE);
});

it('an amount billed to the client counts in the month of the services, even if their records were calculated later', async () => {
  const client = await addClaimable(server.site.pool);
  await authorise(admin, client);
  const { plan } = await addPlan(server.site.pool, admin, client);
  await saveCard(admin, plan, '2026-03', ['05', '12'], { customDate: '2026-04' });
  const upload = { ...month('2026-04'), status: 'Billed' as const, reason: 'Test', paymentsOnly: false };
  const { data } = await admin.call(generateClaims, upload);
  const { rows } = await server.site.pool.query<{ id: string }>(
    'select id from claims where batch_id = $1 and client_id = $2',
    [data?.batch, client],
  );
  const claim = rows[0]?.id ?? '';
  await pay(claim, [
    [4_000, null],
    [0, [['PR', '142', 4_000]]],
  ]);
  await settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
  const made = await admin.call(makeInvoices, {
    from: '2026-03-01',
    through: '2026-03-31',
    clientIds: [client],
  });
  const { data: invoice } = await admin.call(getInvoice, { id: made.data?.ids[0] ?? 0 });
  expect(invoice?.lines).toMatchObject([
    { kind: 'Share of a claim', day: '2026-03-01', service: `Share of cost, March 2026, claim ${claim}` },
  ]);
  // An older invoice, which named the month of the file, reduces the share of that month.
  await server.site.pool.query("update invoice_lines set day = '2026-04-01' where client_id = $1", [client]);
  const shares = [{ from: '2026-03-01', cents: 5_000 }];
  await admin.call(saveTerms, { clientId: client, rates: [], shares, rev: 0 });
  // There is work in March that is on no claim yet, so nobody knows what Medicaid will withhold for it.
  const { plan: other } = await addPlan(server.site.pool, admin, client);
  await saveCard(admin, other, '2026-03', ['19']);
  const march = { from: '2026-03-01', through: '2026-03-31', clientIds: [client] };
  expect((await admin.call(previewInvoices, march)).data?.total).toBe(1_000);
  await admin.call(voidInvoice, { id: invoice?.id ?? 0, reason: 'Done', rev: invoice?.rev ?? 0 });
});

it('the client is not billed twice for the days of a claim that was sent again', async () => {
  const { claim } = await claimed('2026-05');
  const share: readonly Adjusted[] = [
    ['PR', '142', 500],
    ['CO', '197', 3_500],
  ];
  await pay(claim, [
    [0, share],
    [0, '197'],
  ]);
  expect((await settle(claim, { kind: 'billClient', reason: 'shareOfCost' })).status).toBe(200);
  const { data } = await admin.call(correctClaim, { id: claim, how: 'replace' });
  const again = `${data?.batch}-1`;
  await pay(again, [
    [0, share],
    [0, '197'],
  ]);
  const bill = () => settle(again, { kind: 'billClient', reason: 'shareOfCost' });
  const refused = await bill();
  expect([refused.status, refused.Info]).toEqual([409, billedBefore(claim)]);
  const first = (await admin.call(listSettlements, {})).data?.find((one) => one.claim === claim);
  await admin.call(undoSettlements, { ids: [first?.id ?? 0] });
  expect((await bill()).data).toEqual({ changed: 1, amount: 500 });
});

it('Medicaid is not asked to pay what the client was billed for', async () => {
  const { claim } = await claimed('2026-07');
  await pay(claim, [
    [0, [['PR', '142', 4_000]]],
    [0, [['PR', '142', 4_000]]],
  ]);
  const again = { ...month('2026-07'), status: 'Denied' as const };
  expect((await admin.call(previewClaims, again)).data).toMatchObject({ claims: 1 });
  await settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
  expect((await admin.call(previewClaims, again)).data).toMatchObject({ claims: 0, alreadySent: 0 });
});

it('a line billed to the client is left out of corrections and later uploads until that is undone', async () => {
  const { claim, card } = await claimed('2026-01');
  await pay(claim, [
    [0, [['PR', '142', 4_000]]],
    [0, '197'],
  ]);
  await settle(claim, { kind: 'billClient', reason: 'shareOfCost' });
  const { data } = await admin.call(correctClaim, { id: claim, how: 'replace' });
  expect(data).toMatchObject({ claims: 1, lines: 1, amount: 4_000 });
  const uploads = async () => {
    const { data: later } = await admin.call(previewClaims, { ...month('2026-01'), status: 'Billed' });
    return [later?.claims, later?.changed.some(({ cardId }) => cardId === card)];
  };
  expect(await uploads()).toEqual([0, false]);
  const [row] = (await admin.call(listSettlements, {})).data ?? [];
  await admin.call(undoSettlements, { ids: [row?.id ?? 0] });
  expect((await uploads())[0]).toBe(1);
});

it('an unclaimed day is sent when the claim was written off, and the days written off never are', async () => {
  const { claim, card } = await claimed('2026-02');
  await pay(claim, [
    [0, '29'],
    [0, '29'],
  ]);
  await settle(claim);
  const days = ['05', '12', '19'].map((day) => served(`2026-02-${day}`, '08:00', '10:00'));
  await admin.call(updateWork, { id: card, data: { payRate: 5, days } });
  const upload = (status: 'Billed' | 'Denied') =>
    admin.call(generateClaims, { ...month('2026-02'), status, reason: 'Test', paymentsOnly: false });
  const rest = await upload('Denied');
  expect(rest.data).toMatchObject({ claims: 1, lines: 1, amount: 4_000 });
  expect((await upload('Billed')).data).toMatchObject({ claims: 0, lines: 0 });
  // The payer pays the rest; the days written off are still not claimed.
  await pay(`${rest.data?.batch}-1`, [[4_000, null]]);
  expect((await upload('Billed')).data).toMatchObject({ claims: 0, lines: 0 });
  // Earlier releases let a claim of other days replace one that was written off; its days stay settled.
  await server.site.pool.query('update claim_cards set superseded = true where claim_id = $1', [claim]);
  expect((await upload('Billed')).data).toMatchObject({ claims: 0, lines: 0 });
});

describe('what is unpaid', () => {
  it('is shown by age, deadline, line and week, and adds up to what cards show', async () => {
    const { claim, client, plan } = await claimed('2026-10');
    await pay(claim, [
      [3_000, '45'],
      [0, '197'],
    ]);
    const open = await claimed('2026-11');
    const { data } = await admin.call(listUnpaid, {});
    expect(data?.underpaid).toEqual([
      expect.objectContaining({ claim, day: '2026-10-05', expected: 4_000, paid: 3_000 }),
    ]);
    expect(data?.blocked.find(({ key }) => key === claim)).toMatchObject({
      claim,
      open: 5_000,
      by: '2027-10-05',
      daysLeft: 307,
    });
    const [row] = data?.ageing ?? [];
    expect(row?.buckets.reduce((a, b) => a + b, 0)).toBe(data?.total);
    // 11-12 is 20 days ago, 10-12 is 51.
    expect([row?.buckets[0], row?.buckets[1]]).toEqual([8_000, 5_000]);
    // Each number opens what it counts.
    const listed = async (age?: number) =>
      (await admin.call(listUnpaidItems, { payer: 'Medicaid', ...(age !== undefined && { age }) })).data;
    expect(await listed(0)).toMatchObject([{ kind: 'claim', id: open.claim, open: 8_000, days: 20 }]);
    expect(await listed(1)).toMatchObject([{ kind: 'denial', id: claim, clientId: client, open: 5_000 }]);
    expect((await listed())?.reduce((all, one) => all + one.open, 0)).toBe(row?.total);
    expect(data?.weeks).toHaveLength(12);
    expect(data?.weeks.at(-1)?.toClaim).toBeGreaterThan(0);
    const { data: proof } = await admin.call(getClientProof, { clientId: client, date: '2026-10' });
    expect(proof?.money).toEqual([
      { planId: plan, charged: 8_000, insured: 0, paid: 3_000, adjusted: 5_000, undecided: 0 },
    ]);
    const { data: later } = await admin.call(getClientProof, { clientId: open.client, date: '2026-11' });
    expect(later?.money).toEqual([
      { planId: open.plan, charged: 8_000, insured: 0, paid: 0, adjusted: 0, undecided: 8_000 },
    ]);
  });

  it('counts the days to the first money by the payment’s date, and no denial as a payment', async () => {
    const { claim } = await claimed('2026-08');
    await server.site.pool.query(
      "update claim_batches set created = '2026-11-12T17:00:00Z' where id = (select batch_id from claims where id = $1)",
      [claim],
    );
    const ofWeek = async () =>
      (await admin.call(listUnpaid, {})).data?.weeks.find(({ week }) => week === '2026-11-23')?.toPayment;
    const denied = [0, '16'] as const;
    await pay(claim, [denied, denied], '2026-11-23');
    expect(await ofWeek()).toBeNull();
    const paid = [4_000, null] as const;
    await pay(claim, [paid, paid], '2026-11-25');
    expect(await ofWeek()).toBe(13);
  });

  it('includes a record that is on no claim, until it is claimed', async () => {
    const client = await addClaimable(server.site.pool);
    const { plan } = await addPlan(server.site.pool, admin, client);
    const card = await saveCard(admin, plan, '2026-02', ['02'], { customDate: '2026-03' });
    const { data } = await admin.call(listUnpaid, {});
    expect(data?.blocked.find(({ key }) => key === `record ${card}`)).toMatchObject({
      claim: null,
      month: '2026-02',
      upload: { month: '2026-03', status: 'Billed' },
      what: 'Not claimed yet',
      open: 4_000,
      by: '2027-02-01',
    });
  });

  it.each([
    // An upload does not take it: it is billed elsewhere, or someone must decide first.
    ...(['Paid', 'PartPaid', 'Adjust', 'Pending', 'Problem'] as const).map(
      (status) => [status, false] as const,
    ),
    ['Denied', true],
  ] as const)(
    'includes a %s record without a claim exactly if an upload takes it',
    async (status, counts) => {
      const { plan } = await addPlan(server.site.pool, admin, await addClaimable(server.site.pool));
      const card = await saveCard(admin, plan, '2026-01', ['02']);
      await admin.call(updateWork, { id: card, data: { status } });
      const { data } = await admin.call(listUnpaid, {});
      expect(data?.blocked.some(({ key }) => key === `record ${card}`)).toBe(counts);
      await admin.call(deleteWork, { id: card, data: {} });
    },
  );

  it('leaves out clients without claims on the day: with a private payer, or only an insurer', async () => {
    const { pool } = server.site;
    const { rows } = await pool.query<{ id: number; kind: string }>(
      `insert into payers (kind, name, address, city, state, zip, terms_days, payer_number, updated, updated_by)
       values ('Private', 'Family', '1 Main St', 'Denver', 'CO', '80202', 15, '', now(), 'T.'),
         ('Other', 'Aspen Health', '1 Main St', 'Denver', 'CO', '80202', 15, 'ASPEN', now(), 'T.') returning id, kind`,
    );
    for (const { id: payerId, kind } of rows) {
      const clientId = await addClaimable(pool);
      const { plan } = await addPlan(pool, admin, clientId);
      const [before, since] = [
        await saveCard(admin, plan, '2026-03', ['02']),
        await saveCard(admin, plan, '2026-04', ['02']),
      ];
      const given = await admin.call(saveClientPayers, {
        clientId,
        payers: [{ payerId, from: '2026-04-01', through: null, memberId: 'M1', groupNumber: '' }],
        rev: 0,
      });
      expect(given.status, kind).toBe(200);
      const blocked = (await admin.call(listUnpaid, {})).data?.blocked ?? [];
      const own = blocked.filter((one) => one.clientId === clientId).map(({ cardId }) => cardId);
      expect(own, kind).toEqual([before]);
      expect(own).not.toContain(since);
    }
  });

  it('warns about lines whose client the payer does not cover', async () => {
    const client = await addClaimable(server.site.pool);
    await authorise(admin, client);
    const { plan } = await addPlan(server.site.pool, admin, client);
    await saveCard(admin, plan, '2026-01', ['05', '12']);
    await server.site.pool.query(
      `insert into eligibility_entries (client_id, status, request_date, start_date, end_date, created, created_by)
        values ($1, 'Not eligible', '2026-02-01', '2026-01-10', '2026-01-31', now(), 'T')`,
      [client],
    );
    const { data } = await admin.call(previewClaims, { ...month('2026-01'), status: 'Billed' });
    expect(data?.predicted.map(({ day, reason }) => [day, reason])).toEqual([
      ['2026-01-12', 'The client is not covered on this day.'],
    ]);
  });
});

it('the list of what is unpaid is for admins of the site only', async () => {
  const user = await server.as('user');
  const there = await server.as('admin', { site: server.siteNamed('other') });
  const input = {
    ids: ['1-1'],
    kind: 'writeOff' as const,
    reason: 'late' as const,
    note: '',
    agreed: null,
  };
  for (const [caller, status] of [
    [user, 403],
    [there, 409],
  ] as const) {
    expect((await caller.call(settleClaims, input)).status).toBe(status);
    expect((await caller.call(undoSettlements, { ids: [1] })).status).toBe(status);
  }
  expect((await user.call(listSettlements, {})).status).toBe(403);
  expect((await user.call(listUnpaid, {})).status).toBe(403);
  expect((await user.call(listUnpaidItems, { payer: 'all' })).status).toBe(403);
  expect((await there.call(listSettlements, {})).data).toEqual([]);
  expect((await there.call(listUnpaid, {})).data).toMatchObject({ total: 0, blocked: [] });
  expect((await there.call(listUnpaidItems, { payer: 'all' })).data).toEqual([]);
});
