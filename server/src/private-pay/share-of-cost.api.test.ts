import { updateWork } from '@homecare/domain/billing/contract.ts';
import { checkBooks, getBooks } from '@homecare/domain/books/contract.ts';
import {
  generateClaims,
  listDenials,
  listSettlements,
  postManualPayment,
} from '@homecare/domain/claims/contract.ts';
import { MATCHED, matchedRemark } from '@homecare/domain/claims/settlements.ts';
import { saveClientPayers, savePayer } from '@homecare/domain/payers/contract.ts';
import { getAccount, makeInvoices, saveTerms, voidInvoice } from '@homecare/domain/private-pay/contract.ts';
import { NOTHING_TO_INVOICE } from '@homecare/domain/private-pay/moves.ts';
import { sum } from '@homecare/domain/sum.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYER } from '../../testing/care.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { booksJob } from '../books/jobs.ts';
import { Scope } from '../platform/auth/scope.ts';

/** A share of cost from the record to the invoice: what Medicaid withholds is what the client is billed. */

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const JUNE = { from: '2026-06-01', through: '2026-06-30' };
const DECEMBER = { from: '2026-12-01', through: '2026-12-31' };
/** A client with $20.00 a month on record. */
const addSharing = async () => {
  const clientId = await addClaimable(server.site.pool);
  await authorise(admin, clientId);
  await admin.call(saveTerms, {
    ...{ clientId, rates: [], rev: 0 },
    shares: [{ from: '2026-01-01', cents: 2_000 }],
  });
  const { plan } = await addPlan(server.site.pool, admin, clientId);
  return { clientId, plan };
};
/** The one claim that is made of records of a month of calculation. */
const claimOf = async ({ from, through }: typeof JUNE) => {
  const asked = { from, to: through, status: 'Billed', frequency: '1' } as const;
  const upload = { ...asked, unproven: 'send', reason: 'Test', paymentsOnly: false } as const;
  const { data } = await admin.call(generateClaims, upload);
  return `${data?.batch}-1`;
};
/** With a claim of two lines of June, $40.00 each. */
const withShare = async () => {
  const { clientId, plan } = await addSharing();
  await saveCard(admin, plan, '2026-06', ['05', '12']);
  return { clientId, claim: await claimOf(JUNE) };
};
let payments = 0;
/** The payer withholds so much of each line of $40.00 for the client's share. */
const payLines = (claim: string, withheld: readonly number[], takesBack = false) => {
  payments += 1;
  const sign = takesBack ? -1 : 1;
  const paid = sum(withheld.map((cents) => 4_000 - cents));
  return admin.call(postManualPayment, {
    ...{ number: `CHK ${payments}`, date: '2026-12-01', method: 'CHK', paid: sign * paid },
    adjustments: [],
    claims: [
      {
        ...{ id: claim, icn: `59${payments}`, takesBack },
        lines: withheld.map((cents, at) => ({
          control: `${claim}-${at + 1}`,
          paid: sign * (4_000 - cents),
          adjustments: cents === 0 ? [] : [{ group: 'PR' as const, reason: '142', amount: sign * cents }],
        })),
      },
    ],
  });
};
const pay = (claim: string, withheld: number, takesBack = false) => payLines(claim, [withheld, 0], takesBack);
const invoice = (clientId: number, span = JUNE) =>
  admin.call(makeInvoices, { ...span, clientIds: [clientId] });
const shareOf = async (clientId: number, asked = '2026-06-01') => {
  const { data } = await admin.call(getAccount, { clientId });
  const of = data?.shares.find(({ month }) => month === asked);
  return of && [of.owed, of.withheld, of.billed, of.isDecided];
};
const isDenied = async (claim: string) =>
  ((await admin.call(listDenials, {})).data?.denials ?? []).some(({ id }) => id === claim);
const checkShares = async () => {
  await admin.call(checkBooks, {});
  await booksJob.run(await Scope.startJob(server.site, booksJob.name), {}, undefined);
  const found = (await admin.call(getBooks, {})).data?.last?.results.find(({ check }) => check === 'shares');
  return {
    broken: found?.broken.map(({ text, record }) => [text, record.kind, record.clientId]),
    parts: found?.parts.map(({ part, value }) => [part, value]),
  };
};

test('what Medicaid withheld within the share on record is the client’s without a press, and all that is invoiced', async () => {
  const { clientId, claim } = await withShare();
  expect(await shareOf(clientId)).toEqual([2_000, 0, 0, false]);
  // Nobody knows yet what Medicaid will withhold of a month that is not over.
  expect(await shareOf(clientId, '2026-12-01')).toEqual([2_000, 0, 0, false]);
  const { data } = await pay(claim, 1_500);
  expect(data?.remarks).toContain(matchedRemark(claim, 1_500));
  expect(await isDenied(claim)).toBe(false);
  const [settled] = (await admin.call(listSettlements, {})).data ?? [];
  expect(settled).toMatchObject({ claim, reason: 'shareOfCost', amount: 1_500, note: MATCHED });
  expect(await shareOf(clientId)).toEqual([2_000, 1_500, 0, true]);
  expect((await invoice(clientId)).data?.total).toBe(1_500);
  expect(await shareOf(clientId)).toEqual([2_000, 1_500, 1_500, true]);
  expect((await invoice(clientId)).Info).toBe(NOTHING_TO_INVOICE);
  expect(await checkShares()).toEqual({ broken: [], parts: [['shareBilled', 1_500]] });
});

test('a share that was invoiced before Medicaid decided, and is above what it withheld, does not add up until it is made again', async () => {
  const { clientId, claim } = await withShare();
  const made = await invoice(clientId);
  expect(made.data?.total).toBe(2_000);
  expect((await checkShares()).parts).toContainEqual(['shareUndecided', 2_000]);
  await pay(claim, 1_200);
  expect(await shareOf(clientId)).toEqual([2_000, 1_200, 2_000, true]);
  expect((await checkShares()).broken).toEqual([
    [
      'The client was billed $20.00 as the share of cost of June 2026; Medicaid withheld $12.00.',
      'account',
      clientId,
    ],
  ]);
  await admin.call(voidInvoice, { id: made.data?.ids[0] ?? 0, reason: 'Too much', rev: 0 });
  expect((await invoice(clientId)).data?.total).toBe(1_200);
  expect((await checkShares()).broken).toEqual([]);
});

test('more than is on record waits for a person, and a share that was paid all the same is withheld no more', async () => {
  const { clientId, claim } = await withShare();
  await pay(claim, 2_500);
  expect([await isDenied(claim), await shareOf(clientId)]).toEqual([true, [2_000, 2_500, 0, true]]);
  await pay(claim, 2_500, true);
  expect(await shareOf(clientId)).toEqual([2_000, 0, 0, false]);
  await pay(claim, 0);
  expect(await shareOf(clientId)).toEqual([2_000, 0, 0, true]);
  expect((await invoice(clientId)).Info).toBe(NOTHING_TO_INVOICE);
});

test('a claim of two months is billed as Medicaid withheld of each, and no press after it adds to that', async () => {
  const { clientId, plan } = await addSharing();
  await saveCard(admin, plan, '2026-06', ['26'], { customDate: '2026-07' });
  await saveCard(admin, plan, '2026-07', ['03']);
  const claim = await claimOf({ from: '2026-07-01', through: '2026-07-31' });
  const { data } = await payLines(claim, [1_000, 1_000]);
  expect(data?.remarks).toContain(matchedRemark(claim, 2_000));
  const both = { from: '2026-06-01', through: '2026-07-31' };
  expect((await invoice(clientId, both)).data?.total).toBe(2_000);
  expect((await invoice(clientId, both)).Info).toBe(NOTHING_TO_INVOICE);
  for (const month of ['2026-06-01', '2026-07-01'])
    expect(await shareOf(clientId, month)).toEqual([2_000, 1_000, 1_000, true]);
});

test('what a client paid for until Medicaid began keeps no month undecided', async () => {
  const { clientId, plan } = await addSharing();
  const entries = (['Private', 'Medicaid'] as const).map(async (kind) => {
    const name = `${kind} of ${clientId}`;
    const { insertId } = await admin.call(savePayer, { ...PAYER, kind, name, id: null, rev: null });
    const days =
      kind === 'Private'
        ? { from: '2026-01-01', through: '2026-06-14' }
        : { from: '2026-06-15', through: null };
    return { payerId: insertId ?? 0, ...days, memberId: '', groupNumber: '' };
  });
  await admin.call(saveClientPayers, { clientId, payers: await Promise.all(entries), rev: 0 });
  const { plan: second } = await addPlan(server.site.pool, admin, clientId);
  await saveCard(admin, plan, '2026-06', ['05']);
  await saveCard(admin, second, '2026-06', ['19', '26'], { startPeriod: '2026-06-15' });
  const claim = await claimOf(JUNE);
  expect(await shareOf(clientId)).toEqual([2_000, 0, 0, false]);
  await pay(claim, 1_200);
  expect(await shareOf(clientId)).toEqual([2_000, 1_200, 0, true]);
  expect((await invoice(clientId)).data?.total).toBe(1_200);
});

test('a month that is not over is invoiced as it is on record, and is undecided in the books too', async () => {
  const { clientId, plan } = await addSharing();
  await saveCard(admin, plan, '2026-12', ['01']);
  await payLines(await claimOf(DECEMBER), [1_500]);
  expect((await invoice(clientId, DECEMBER)).data?.total).toBe(2_000);
  expect(await shareOf(clientId, DECEMBER.from)).toEqual([2_000, 1_500, 2_000, false]);
  const { broken, parts } = await checkShares();
  expect(broken).toEqual([]);
  expect(parts).toContainEqual(['shareUndecided', 500]);
});

test('a month of which a record was set to Paid without a claim is undecided: what was withheld of it is not known here', async () => {
  const { clientId, claim } = await withShare();
  const { plan } = await addPlan(server.site.pool, admin, clientId);
  const id = await saveCard(admin, plan, '2026-06', ['19']);
  await admin.call(updateWork, { id, data: { status: 'Paid' } });
  await pay(claim, 1_500);
  expect(await shareOf(clientId)).toEqual([2_000, 1_500, 0, false]);
  expect((await invoice(clientId)).data?.total).toBe(2_000);
  expect((await checkShares()).broken).toEqual([]);
  // It is claimed here after all.
  await admin.call(updateWork, { id, data: { status: 'Billed' } });
  await payLines(await claimOf(JUNE), [0]);
  expect(await shareOf(clientId)).toEqual([2_000, 1_500, 2_000, true]);
});
