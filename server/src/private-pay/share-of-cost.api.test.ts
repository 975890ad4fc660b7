import { checkBooks, getBooks } from '@homecare/domain/books/contract.ts';
import {
  generateClaims,
  listDenials,
  listSettlements,
  postManualPayment,
} from '@homecare/domain/claims/contract.ts';
import { MATCHED, matchedRemark } from '@homecare/domain/claims/settlements.ts';
import { getAccount, makeInvoices, saveTerms, voidInvoice } from '@homecare/domain/private-pay/contract.ts';
import { NOTHING_TO_INVOICE } from '@homecare/domain/private-pay/moves.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
/** A client with $20.00 a month on record, and a claim of two lines of June, $40.00 each. */
const withShare = async () => {
  const clientId = await addClaimable(server.site.pool);
  await authorise(admin, clientId);
  await admin.call(saveTerms, {
    ...{ clientId, rates: [], rev: 0 },
    shares: [{ from: '2026-01-01', cents: 2_000 }],
  });
  const { plan } = await addPlan(server.site.pool, admin, clientId);
  await saveCard(admin, plan, '2026-06', ['05', '12']);
  const asked = { from: '2026-06-01', to: '2026-06-30', status: 'Billed', frequency: '1' } as const;
  const upload = { ...asked, unproven: 'send', reason: 'Test', paymentsOnly: false } as const;
  const { data } = await admin.call(generateClaims, upload);
  return { clientId, claim: `${data?.batch}-1` };
};
let payments = 0;
/** The payer withholds so much of the first line for the client's share. */
const pay = (claim: string, withheld: number, takesBack = false) => {
  payments += 1;
  const sign = takesBack ? -1 : 1;
  return admin.call(postManualPayment, {
    ...{ number: `CHK ${payments}`, date: '2026-12-01', method: 'CHK', paid: sign * (8_000 - withheld) },
    adjustments: [],
    claims: [
      {
        ...{ id: claim, icn: `59${payments}`, takesBack },
        lines: [withheld, 0].map((cents, at) => ({
          control: `${claim}-${at + 1}`,
          paid: sign * (4_000 - cents),
          adjustments: cents === 0 ? [] : [{ group: 'PR' as const, reason: '142', amount: sign * cents }],
        })),
      },
    ],
  });
};
const invoice = (clientId: number) => admin.call(makeInvoices, { ...JUNE, clientIds: [clientId] });
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
