import { deleteWork, getClientMonth, getWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { savedRate } from '@homecare/domain/billing/rates.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { claimsOf } from '@homecare/domain/claims/claim.ts';
import { downloadBatch, generateClaims, previewClaims } from '@homecare/domain/claims/contract.ts';
import { readClaims } from '@homecare/domain/claims/testing/837p-read.ts';
import { listTypes, saveTerm } from '@homecare/domain/plan-types/contract.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { getBillingLog } from '@homecare/domain/record-log/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** How a rate that changes within a month appears on the page, on the wire, in the log and in claims. */

let server: TestServer;
let admin: Caller;
let plan: number;
let client: number;

const TERM: Omit<Term, 'validFrom'> = {
  procedureCode: 'T1019',
  modifiers: ['U1'],
  unitRule: 'up',
  rateCents: 500,
  addrateCents: 600,
  payCategory: 'PCP/RPCP',
  source: 'Fee schedule',
};
const setTerm = async (validFrom: string, of: Partial<Term>, isNew = true) => {
  const type = (await admin.call(listTypes, {})).data?.find(({ Code }) => Code === 'PCP');
  const sent = await admin.call(saveTerm, {
    id: type?.id ?? 0,
    rev: type?.rev ?? 0,
    isNew,
    ...TERM,
    ...of,
    validFrom,
  });
  expect(sent.status).toBe(200);
};

beforeAll(async () => {
  server = await testServer({
    now: '2026-11-02T17:00:00Z',
    entry: WITH_BILLING,
  });
  admin = await server.as('admin');
  await server.site.pool.query(
    `update care_plan_type_terms set procedure_code = 'T1019', modifiers = '{U1}', rate = 500, addrate = 600
     where type_id = (select id from care_plan_types where code = 'PCP')`,
  );
  client = await addClaimable(server.site.pool);
  await authorise(admin, client);
  ({ plan } = await addPlan(server.site.pool, admin, client));
});
afterAll(() => server.stop());

const day = (date: string) => served(date, '08:00', '10:00');
const save = (
  month: string,
  days: readonly string[],
  rate: { payRate: number; rateKind?: 'inside' | null },
) => saveCard(admin, plan, month, days, rate);
const stored = async (id: number) => {
  const { rows } = await server.site.pool.query(
    'select pay_rate, rate_kind, amount::int, rates from work where id = $1',
    [id],
  );
  return rows[0];
};
const october = {
  from: '2026-10-01',
  to: '2026-10-31',
  status: 'Billed',
  frequency: '1',
  unproven: 'send',
} as const;

test('new terms reach a card that waits to be claimed: a day’s amount, code and modifiers change together', async () => {
  // An older client sends only the dollars of the first billed day.
  const id = await save('2026-10', ['05', '12', '19'], { payRate: 5 });
  expect(await stored(id)).toMatchObject({ pay_rate: 500, rate_kind: 'inside', amount: 12_000 });
  await setTerm('2026-10-16', { rateCents: 550, modifiers: ['U2'] });
  expect(await stored(id)).toMatchObject({ pay_rate: 500, rate_kind: 'inside', amount: 16 * 500 + 8 * 550 });
  const [work] = (await admin.call(getWork, { id, filters: [] })).data ?? [];
  expect([work?.payRate, work?.rateKind]).toEqual([5, 'inside']);
  const page = (await admin.call(getClientMonth, { clientId: client, date: '2026-10' })).data?.cards[0];
  expect(page?.saved && savedRate(page.saved, undefined).rates).toEqual(page?.rates.inside);
  const log = await admin.call(getBillingLog, { id: plan, date: '2026-10' });
  expect(log.data?.entries[0]?.fields).toEqual([
    { field: 'Rates', old: '$5.00', new: '$5.00, $5.50 from 10-16' },
  ]);

  const made = await admin.call(generateClaims, { ...october, reason: 'Test', paymentsOnly: false });
  expect(made.data).toMatchObject({ lines: 3, units: 24, amount: 16 * 500 + 8 * 550 });
  const file = readClaims((await admin.raw(requestOf(downloadBatch, { id: made.data?.batch ?? 0 }))).text);
  if (!file.ok) throw new Error(file.faults[0].message);
  const lines = claimsOf(file.value).flatMap((claim) => claim.lines);
  expect(lines.map(({ from, procedure, charge }) => [from, procedure.modifiers, charge])).toEqual([
    ['2026-10-05', ['U1'], 4_000],
    ['2026-10-12', ['U1'], 4_000],
    ['2026-10-19', ['U2'], 4_400],
  ]);

  // What was sent never changes.
  await setTerm('2026-10-16', { rateCents: 575, modifiers: ['U2'] }, false);
  expect(await stored(id)).toMatchObject({ amount: 16 * 500 + 8 * 550 });
});

test('an own rate applies to the whole card, whatever the terms are', async () => {
  const id = await save('2026-09', ['07', '21'], { payRate: 5, rateKind: null });
  await setTerm('2026-09-16', { rateCents: 520, modifiers: ['U3'] });
  expect(await stored(id)).toMatchObject({ pay_rate: 500, rate_kind: null, amount: 8_000, rates: [] });
  // Sent back unchanged, it still applies to the whole card.
  await admin.call(updateWork, { id, data: { payRate: 5, days: [day('2026-09-07')] } });
  expect(await stored(id)).toMatchObject({ rate_kind: null, amount: 4_000 });
  await admin.call(updateWork, { id, data: { rateKind: 'inside', days: [day('2026-09-21')] } });
  expect(await stored(id)).toMatchObject({ pay_rate: 520, rate_kind: 'inside', amount: 8 * 520 });
  await admin.call(deleteWork, { id, data: {} });
});

test('a card whose rate changed since it was saved is named before it is sent', async () => {
  const id = await save('2026-08', ['03', '17'], { payRate: 5, rateKind: 'inside' });
  // As an upgrade from an edition without dated rates leaves it.
  await server.site.pool.query(
    `insert into care_plan_type_terms (type_id, valid_from, procedure_code, modifiers, unit_rule, rate, source)
     select id, '2026-08-16', 'T1019', '{U4}', 'up', 510, 'test' from care_plan_types where code = 'PCP'`,
  );
  const seen = await admin.call(previewClaims, { ...october, from: '2026-08-01', to: '2026-08-31' });
  expect(seen.data).toMatchObject({ claims: 0 });
  expect(seen.data?.refused.map(({ field, message }) => [field, message])).toEqual([
    [
      'Rate',
      'The rate for PCP on 08-17-2026 changed after its billing record was saved: open it in Billing, press Modify and Save.',
    ],
  ]);
  await admin.call(updateWork, {
    id,
    data: { rateKind: 'inside', days: [day('2026-08-03'), day('2026-08-17')] },
  });
  const again = await admin.call(previewClaims, { ...october, from: '2026-08-01', to: '2026-08-31' });
  expect(again.data).toMatchObject({ claims: 1, refused: [], amount: 8 * 500 + 8 * 510 });
});
