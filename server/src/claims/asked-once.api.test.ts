import { updateWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import {
  correctClaim,
  generateClaims,
  listDenials,
  listUnpaid,
  postManualPayment,
  previewClaims,
} from '@homecare/domain/claims/contract.ts';
import { getPayer, savePayer } from '@homecare/domain/sites/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** Unclaimed amounts appear among what holds up money, whatever was claimed before. */

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', entry: WITH_BILLING });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const june = {
  from: '2026-06-01',
  to: '2026-06-30',
  status: 'Billed',
  frequency: '1',
  unproven: 'send',
} as const;
const days = (...list: readonly string[]) => list.map((day) => served(`2026-06-${day}`, '08:00', '10:00'));
/** A claim of two days at $40.00 each. */
const claimed = async () => {
  const client = await addClaimable(server.site.pool);
  await authorise(admin, client);
  const { plan } = await addPlan(server.site.pool, admin, client);
  const card = await saveCard(admin, plan, '2026-06', ['05', '12']);
  const { data } = await admin.call(generateClaims, { ...june, reason: 'Test', paymentsOnly: false });
  return { card, claim: `${data?.batch}-1` };
};
const denial = { group: 'CO' as const, reason: '197', amount: 4_000 };
/** The first line is paid, the second denied. */
const payHalf = (claim: string) =>
  admin.call(postManualPayment, {
    ...{ number: `CHK ${claim}`, date: '2026-12-01', method: 'CHK', paid: 4_000, adjustments: [] },
    claims: [
      {
        ...{ id: claim, icn: `59${claim}`, takesBack: false },
        lines: [4_000, 0].map((paid, at) => ({
          control: `${claim}-${at + 1}`,
          paid,
          adjustments: paid === 0 ? [denial] : [],
        })),
      },
    ],
  });
const blocked = async () =>
  ((await admin.call(listUnpaid, {})).data?.blocked ?? []).map(({ key, open }) => [key, open]);
const denied = async () => ((await admin.call(listDenials, {})).data?.denials ?? []).map(({ id }) => id);

test('once files are for real, a claim of a test file is no denial and its record waits to be claimed', async () => {
  const { card, claim } = await claimed();
  const refused = `refused_by = '277CA', refused_reason = 'A test' where`;
  expect(await blocked()).toEqual([]);
  await server.site.pool.query(
    `update claims set ${refused} id = '${claim}'; update claim_cards set ${refused} claim_id = '${claim}'`,
  );
  expect(await denied()).toEqual([claim]);
  const { data } = await admin.call(getPayer, {});
  if (!data) throw new Error('no payer');
  const { lacks: _, ...payer } = data;
  expect((await admin.call(savePayer, { ...payer, usage: 'P' })).status).toBe(200);
  expect([await denied(), await blocked()]).toEqual([[], [[`record ${card}`, 8_000]]]);
  const sent = await admin.call(generateClaims, { ...june, reason: 'For real', paymentsOnly: false });
  expect(sent.data).toMatchObject({ claims: 1, amount: 8_000 });
  expect(await blocked()).toEqual([]);
});

test('a correction expects only what is still open, even after the payer rejects it', async () => {
  const { claim } = await claimed();
  await payHalf(claim);
  const total = async () => (await admin.call(listUnpaid, {})).data?.total;
  const open = await total();
  const corrected = await admin.call(correctClaim, { id: claim, how: 'replace' });
  expect([corrected.data?.amount, await total()]).toEqual([8_000, open]);
  const refused = `refused_by = '277CA', refused_reason = 'No' where`;
  const id = `${corrected.data?.batch}-1`;
  await server.site.pool.query(
    `update claims set ${refused} id = '${id}'; update claim_cards set ${refused} claim_id = '${id}'`,
  );
  expect([(await denied()).toSorted(), await total()]).toEqual([[claim, id].toSorted(), open]);
});

test('a day added while a correction is pending waits to be claimed separately', async () => {
  const { card, claim } = await claimed();
  await payHalf(claim);
  const corrected = await admin.call(correctClaim, { id: claim, how: 'replace' });
  expect(corrected.data).toMatchObject({ claims: 1, lines: 2 });
  await admin.call(updateWork, { id: card, data: { payRate: 5, days: days('05', '12', '19') } });
  expect(await blocked()).toContainEqual([`record ${card}`, 4_000]);
  expect((await admin.call(previewClaims, june)).data).toMatchObject({ lines: 1, amount: 4_000 });
});
