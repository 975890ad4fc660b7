import { getWork, updateWork } from '@homecare/domain/billing/contract.ts';
import {
  correctClaim,
  downloadBatch,
  generateClaims,
  getClientProof,
  listDenials,
  previewClaims,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import { proofWords } from '@homecare/domain/claims/proof-words.ts';
import { NOT_CHECKED } from '@homecare/domain/claims/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayer } from '../../../simulators/src/payer.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** Lines that no visit proves are left out or sent with a reason, and can be sent with a later upload. */

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({
    now: '2026-12-02T17:00:00Z',
    entry: WITH_BILLING,
  });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

/** A client's month of three days at $40.00 each. */
const bill = async (month: string) => {
  const { pool } = server.site;
  const client = await addClaimable(pool);
  await authorise(admin, client);
  const { plan, provider } = await addPlan(pool, admin, client);
  return { client, provider, plan, card: await saveCard(admin, plan, month, ['05', '12', '19']) };
};
/** A Complete visit from 8 to 10 in Denver. */
const visit = async ({ plan, client, provider }: Awaited<ReturnType<typeof bill>>, day: string) => {
  const { pool } = server.site;
  const { rows } = await pool.query<{ id: number }>(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status, start_at,
        end_at, tasks, created, edited, edited_by, edited_via)
      values ($1, $4::date, $4::date, '08:00', '10:00', $2, $3, 'Complete', $4::date + time '15:00',
        $4::date + time '17:00', '{}', now(), now(), 'T.', 'app') returning id`,
    [plan, client, provider, day],
  );
  return rows[0]?.id;
};
/** A visit that the aggregator has accepted. */
const prove = async (card: Awaited<ReturnType<typeof bill>>, day: string) => {
  await server.site.pool.query(
    `insert into aggregator_records (type, record_id, status, calls, created, created_by, modified)
     values ('Visit', $1, 'Success', '[{"ProcedureCode": "PRSNL"}]', now(), 'T.', now())`,
    [await visit(card, day)],
  );
};

const monthOf = (month: string, unproven: 'leaveOut' | 'send' = 'leaveOut') => ({
  from: `${month}-01`,
  to: Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: 1 })
    .add({ months: 1 })
    .subtract({ days: 1 })
    .toString(),
  status: 'Billed' as const,
  frequency: '1' as const,
  unproven,
});
const upload = (month: string, unproven: 'leaveOut' | 'send' = 'leaveOut', reason = '') =>
  admin.call(generateClaims, { ...monthOf(month, unproven), reason, paymentsOnly: false });
const fileOf = async (batch: number | null | undefined) =>
  (await admin.raw(requestOf(downloadBatch, { id: batch ?? 0 }))).text;
const stateOf = async (id: number) => (await admin.call(getWork, { id, filters: [] })).data?.[0];
const NOW = { date: '20261202', time: '1000' };
const payer = openPayer();
const load = async (answers: readonly { readonly name: string; readonly text: string }[]) => {
  for (const { name, text } of answers)
    expect((await admin.raw(requestOf(uploadAnswer, { later: false }, { name, content: text }))).status).toBe(
      200,
    );
};
const take = async (batch: number | null | undefined) =>
  load(payer.handle({ at: NOW, claims: await fileOf(batch) }));
const pay = () => load(payer.handle({ at: NOW, pay: true }));

test('the upload shows what will be denied, in dollars, and leaves those days out by default', async () => {
  const card = await bill('2026-01');
  await prove(card, '2026-01-05');
  await prove(card, '2026-01-19');
  const seen = (await admin.call(previewClaims, monthOf('2026-01'))).data;
  expect(seen).toMatchObject({ claims: 1, lines: 2, amount: 8_000, refused: [] });
  expect(seen?.unproven.map(({ day, amount, reason }) => [day, amount, reason])).toEqual([
    ['2026-01-12', 4_000, 'No visit is recorded for this day.'],
  ]);
  expect((await admin.call(previewClaims, monthOf('2026-01', 'send'))).data).toMatchObject({
    lines: 3,
    amount: 12_000,
  });
  const first = await upload('2026-01');
  expect(first.data).toMatchObject({ claims: 1, lines: 2, amount: 8_000, leftOut: 1, alreadySent: 0 });
  expect(first.Info).toMatch(
    /1 line \(\$40\.00\) was not sent: no accepted visit\. HCPF Upload can send it with a reason\.$/,
  );
  const proof = (await admin.call(getClientProof, { clientId: card.client, date: '2026-01' })).data;
  expect(proof?.claimed).toEqual([
    { planId: card.plan, day: '2026-01-05', units: 8 },
    { planId: card.plan, day: '2026-01-19', units: 8 },
  ]);

  // Everything claimed is paid, but the card is only partly paid, because one of its days is not claimed yet.
  await take(first.data?.batch);
  await pay();
  expect(await stateOf(card.card)).toMatchObject({
    status: 'PartPaid',
    deniedReason: 'Some of its days are not claimed yet.',
  });
  expect((await upload('2026-01')).data).toMatchObject({ claims: 0, leftOut: 1, alreadySent: 0 });
  await prove(card, '2026-01-12');
  const second = await upload('2026-01');
  expect(second.data).toMatchObject({ claims: 1, lines: 1, amount: 4_000, leftOut: 0 });
  expect((await upload('2026-01')).data).toMatchObject({ claims: 0, leftOut: 0, alreadySent: 1 });
  await take(second.data?.batch);
  await pay();
  expect(await stateOf(card.card)).toMatchObject({ status: 'Paid', deniedReason: null });
});

test('an older client, which does not choose, sends what is proven and is told what is not', async () => {
  const card = await bill('2026-04');
  await prove(card, '2026-04-05');
  const asked = { from: '2026-04-01', to: '2026-04-30', status: 'Billed', paymentsOnly: '0' };
  const { status, text } = await admin.raw({
    url: `/homecare/api/Billing_generator/x12generator.php?${new URLSearchParams(asked)}`,
  });
  const answer = JSON.parse(text);
  expect([status, answer.code, answer.result]).toEqual([200, 200, 'OK']);
  expect(answer.Info).toMatch(
    /1 claim in .*2 lines \(\$80\.00\) were not sent: no accepted visit\. HCPF Upload can send them with a reason\.$/,
  );
  expect(answer.data).toMatchObject({ lines: 1, amount: 4_000, leftOut: 2, leftOutAmount: 8_000 });
});

test('an agency that sends no visits to an aggregator needs Complete visits, and is told that nobody checked them', async () => {
  const { pool } = server.site;
  const turn = async (on: boolean) => {
    await pool.query(
      `update settings set value = jsonb_set(value, '{sandataEnabled}', to_jsonb($1::boolean)) where key = 'switches'`,
      [on],
    );
  };
  const card = await bill('2026-05');
  await visit(card, '2026-05-05');
  await visit(card, '2026-05-12');
  const unproven = async () => (await admin.call(previewClaims, monthOf('2026-05'))).data;
  expect((await unproven())?.unproven.map(({ reason }) => reason)).toEqual([
    'The visit was never sent to Sandata.',
    'The visit was never sent to Sandata.',
    'No visit is recorded for this day.',
  ]);
  await turn(false);
  const seen = await unproven();
  expect([seen?.provenBy, seen?.lines]).toEqual(['visit', 2]);
  expect(seen?.unproven.map(({ day, reason }) => [day, reason])).toEqual([
    ['2026-05-19', 'No visit is recorded for this day.'],
  ]);
  const made = await upload('2026-05');
  expect(made.Info).toContain('1 line ($40.00) was not sent: no Complete visit.');
  expect(made.Info).toContain(NOT_CHECKED);
  await turn(true);
});

test('everything is sent if a reason is given, which is logged', async () => {
  const card = await bill('2026-02');
  const refused = await upload('2026-02', 'send');
  expect([refused.status, refused.Info]).toEqual([400, proofWords('aggregator').sayWhy]);
  const made = await upload('2026-02', 'send', 'The state was down on those days');
  expect(made.data).toMatchObject({ claims: 1, lines: 3, amount: 12_000, leftOut: 0 });
  const { rows } = await server.site.pool.query(
    `select changes from change_log where entity = 'claims' and changes ? 'reason'`,
  );
  expect(rows).toEqual([
    { changes: { 'sent without proof': [null, 3], reason: [null, 'The state was down on those days'] } },
  ]);
  expect(await stateOf(card.card)).toMatchObject({ status: 'Billed' });
});

test('a void accepted by the payer sets its card to Adjust, and the card is sent again only if chosen', async () => {
  const card = await bill('2026-03');
  const made = await upload('2026-03', 'send', 'Test');
  await take(made.data?.batch);
  await pay();
  expect(await stateOf(card.card)).toMatchObject({ status: 'Paid' });
  const taken = await admin.call(correctClaim, { id: `${made.data?.batch}-1`, how: 'void' });
  expect(taken.data).toMatchObject({ claims: 1 });
  expect(await stateOf(card.card)).toMatchObject({ status: 'Paid' });
  await take(taken.data?.batch);
  expect(await stateOf(card.card)).toMatchObject({ status: 'Adjust', deniedReason: 'void, not billed' });
  await pay();
  expect(await stateOf(card.card)).toMatchObject({ status: 'Adjust', deniedReason: 'void, not billed' });
  expect((await upload('2026-03', 'send', 'Test')).data).toMatchObject({ claims: 0, alreadySent: 0 });
  expect(
    (await admin.call(listDenials, {})).data?.denials.filter(({ clientId }) => clientId === card.client),
  ).toEqual([]);
  await admin.call(updateWork, { id: card.card, data: { status: 'Billed' } });
  expect((await upload('2026-03', 'send', 'Test')).data).toMatchObject({ claims: 1, amount: 12_000 });
});
