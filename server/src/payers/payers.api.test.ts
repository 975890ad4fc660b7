import { updateWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { claimsOf } from '@homecare/domain/claims/claim.ts';
import {
  downloadBatch,
  generateClaims,
  listAnswers,
  listDenials,
  listUnpaid,
  postManualPayment,
  previewClaims,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import { SAME_FILE } from '@homecare/domain/claims/rules.ts';
import { readClaims } from '@homecare/domain/claims/testing/837p-read.ts';
import { getMargin } from '@homecare/domain/margin/contract.ts';
import { listMonthDays } from '@homecare/domain/month-close/contract.ts';
import {
  getClientPayers,
  listPayers,
  saveClientPayers,
  savePayer,
} from '@homecare/domain/payers/contract.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { MEDICAID_LAST, NOT_AN_INSURER, UNKNOWN_PAYER } from '@homecare/domain/payers/rules.ts';
import { previewInvoices, saveTerms } from '@homecare/domain/private-pay/contract.ts';
import { WAITS_FOR_INSURER } from '@homecare/domain/private-pay/invoicing.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { storyChecks } from '@homecare/domain/visit-story/story.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient, PAYER } from '../../testing/care.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { insurerRemittance } from '../../testing/insurer.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({
    now: '2026-12-02T17:00:00Z',
    others: ['other'],
    entry: WITH_BILLING,
  });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
const add = async (more: Partial<typeof PAYER> = {}) => {
  serial += 1;
  const made = await admin.call(savePayer, {
    ...PAYER,
    name: `Payer ${serial}`,
    ...more,
    id: null,
    rev: null,
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};
const entry = (payerId: number, from = '2026-01-01', through: string | null = null) => ({
  payerId,
  from,
  through,
  memberId: 'W1',
  groupNumber: '',
});

describe('a payer', () => {
  it('is added, listed with today’s clients, changed, and logged', async () => {
    const id = await add({ name: 'Elm Trust' });
    const client = await addClient(server.site.pool, 'Listed');
    await admin.call(saveClientPayers, { clientId: client, payers: [entry(id)], rev: 0 });
    const seen = (await admin.call(listPayers, {})).data?.find((payer) => payer.id === id);
    expect(seen).toMatchObject({ name: 'Elm Trust', clients: 1, rev: 0 });
    const changed = await admin.call(savePayer, { ...PAYER, name: 'Elm Trust', termsDays: 30, id, rev: 0 });
    expect(changed.data).toEqual({ id, rev: 1 });
    const { rows } = await server.database.pool.query(
      "select action, changes -> 'termsDays' as terms from change_log where entity = 'payer' and entity_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual([
      { action: 'insert', terms: [null, 15] },
      { action: 'update', terms: [15, 30] },
    ]);
  });

  it('is refused with a name in use, a changed kind, or an outdated revision', async () => {
    const id = await add({ name: 'Oak Trust' });
    const input = { ...PAYER, name: 'oak trust' };
    expect((await admin.call(savePayer, { ...input, id: null, rev: null })).status).toBe(409);
    expect((await admin.call(savePayer, { ...input, kind: 'Medicaid', id, rev: 0 })).status).toBe(400);
    await admin.call(savePayer, { ...input, id, rev: 0 });
    expect((await admin.call(savePayer, { ...input, id, rev: 0 })).reason).toBe('stale');
    expect((await admin.call(savePayer, { ...input, id: 900_000, rev: 0 })).status).toBe(404);
  });
});

const MARCH = {
  from: '2026-03-01',
  to: '2026-03-31',
  status: 'Billed',
  frequency: '1',
  unproven: 'send',
} as const;

describe('payers of a client', () => {
  it('are saved as a list, and refused if Medicaid would pay before others', async () => {
    const [medicaid, other] = [
      await add({ kind: 'Medicaid' }),
      await add({ kind: 'Other', payerNumber: 'X1' }),
    ];
    const clientId = await addClient(server.site.pool, 'Ordered');
    const wrong = await admin.call(saveClientPayers, {
      clientId,
      payers: [entry(medicaid), entry(other), entry(900_000)],
      rev: 0,
    });
    expect(wrong.errors.map(({ field, message }) => [field, message])).toEqual([
      ['payers.1.payerId', MEDICAID_LAST],
      ['payers.2.payerId', UNKNOWN_PAYER],
    ]);
    const list = [entry(other), entry(medicaid)];
    expect((await admin.call(saveClientPayers, { clientId, payers: list, rev: 0 })).data).toEqual({ rev: 1 });
    expect((await admin.call(getClientPayers, { clientId })).data).toEqual({ payers: list, rev: 1 });
    expect((await admin.call(saveClientPayers, { clientId, payers: [], rev: 0 })).reason).toBe('stale');
  });

  it('can be changed only by admins of the agency', async () => {
    const clientId = await addClient(server.site.pool, 'Ours');
    const user = await server.as('user');
    expect((await user.call(getClientPayers, { clientId })).status).toBe(403);
    expect((await user.call(saveClientPayers, { clientId, payers: [], rev: 0 })).status).toBe(403);
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(getClientPayers, { clientId })).status).toBe(404);
    expect((await other.call(saveClientPayers, { clientId, payers: [], rev: 0 })).status).toBe(404);
  });

  it('decide which cards are claimed from Medicaid', async () => {
    const clientId = await addClaimable(server.site.pool);
    await authorise(admin, clientId);
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    await saveCard(admin, plan, '2026-03', ['05']);
    const lines = async () => (await admin.call(previewClaims, MARCH)).data?.lines;
    expect(await lines()).toBe(1);
    const [medicaid, other] = [
      await add({ kind: 'Medicaid' }),
      await add({ kind: 'Other', payerNumber: 'X1' }),
    ];
    const save = (payers: ReturnType<typeof entry>[], rev: number) =>
      admin.call(saveClientPayers, { clientId, payers, rev });
    await save([entry(other), entry(medicaid)], 0);
    expect(await lines()).toBe(0);
    await save([entry(other, '2026-01-01', '2026-02-28'), entry(medicaid)], 1);
    expect(await lines()).toBe(1);
    await save([entry(await add())], 2);
    expect(await lines()).toBe(0);
  });
});

describe('an insurer that pays before Medicaid', () => {
  const MAY = { ...MARCH, from: '2026-05-01', to: '2026-05-31' };
  const upload = (payerId: number | undefined, content: string) =>
    admin.raw(
      requestOf(
        uploadAnswer,
        { later: true, ...(payerId !== undefined && { payerId }) },
        { name: 'insurer.835', content },
      ),
    );

  it('holds up the claim until its remittance, and then Medicaid is asked for the rest', async () => {
    const clientId = await addClaimable(server.site.pool);
    await authorise(admin, clientId);
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    await saveCard(admin, plan, '2026-05', ['05', '06']);
    const insurer = await add({ kind: 'Other', name: 'Aetna', payerNumber: '60054' });
    const medicaid = await add({ kind: 'Medicaid' });
    const payers = [{ ...entry(insurer), memberId: 'W-77' }, entry(medicaid)];
    await admin.call(saveClientPayers, { clientId, payers, rev: 0 });
    const waits = (await admin.call(previewClaims, MAY)).data;
    expect(waits?.lines).toBe(0);
    expect(waits?.refused.map(({ field, message }) => [field, message])).toEqual([
      ['Other payer', 'Aetna pays first and has not answered for 05-05-2026.'],
      ['Other payer', 'Aetna pays first and has not answered for 05-06-2026.'],
    ]);
    const both = ['2026-05-05', '2026-05-06'].map((day) => ({ day, charge: 4_000, paid: 3_000 }));
    const first = insurerRemittance('W-77', both);
    // The insurer is recognized by the payer ID in the file, without being chosen.
    const loaded = await upload(undefined, first);
    expect([loaded.status, loaded.Info]).toEqual([200, '2 lines of Aetna read.']);
    const again = await upload(insurer, first);
    expect([again.status, again.Info]).toEqual([200, SAME_FILE]);
    const [row] = (await admin.call(listAnswers, { search: '' })).data ?? [];
    expect(row).toMatchObject({
      payerId: insurer,
      state: 'posted',
      kinds: ['835'],
      unmatched: [],
      parked: 0,
    });
    expect((await admin.call(previewClaims, MAY)).data?.lines).toBe(2);

    await upload(insurer, insurerRemittance('W-77', both.slice(0, 1), '22'));
    expect((await admin.call(previewClaims, MAY)).data?.refused).toHaveLength(1);
    await upload(insurer, insurerRemittance('W-77', [{ day: '2026-05-05', charge: 4_000, paid: 2_500 }]));

    const made = await admin.call(generateClaims, { ...MAY, reason: 'Test', paymentsOnly: false });
    const file = (await admin.raw(requestOf(downloadBatch, { id: made.data?.batch ?? 0 }))).text;
    const read = readClaims(file);
    if (!read.ok) throw new Error('the file cannot be read');
    expect(read.value.sets[0]?.providers[0]?.subscribers[0]?.coverage.responsibility).toBe('S');
    const [claim] = claimsOf(read.value);
    expect(claim?.otherPayers[0]?.amounts).toEqual([{ qualifier: 'D', cents: 5_500 }]);
    expect(claim?.lines.map(({ adjudications }) => adjudications[0]?.paid)).toEqual([2_500, 3_000]);
  });

  /** A claim to Medicaid for a day of $40.00 of which the insurer paid this much. */
  const claimAfter = async (month: string, paid: number) => {
    const clientId = await addClaimable(server.site.pool);
    await authorise(admin, clientId);
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    const card = await saveCard(admin, plan, month, ['05']);
    const insurer = await add({ kind: 'Other', payerNumber: `I${month}` });
    const payers = [{ ...entry(insurer), memberId: `W-${month}` }, entry(await add({ kind: 'Medicaid' }))];
    await admin.call(saveClientPayers, { clientId, payers, rev: 0 });
    await upload(insurer, insurerRemittance(`W-${month}`, [{ day: `${month}-05`, charge: 4_000, paid }]));
    const last = Temporal.PlainYearMonth.from(month).daysInMonth;
    const span = { ...MARCH, from: `${month}-01`, to: `${month}-${last}` };
    const made = await admin.call(generateClaims, { ...span, reason: 'Test', paymentsOnly: false });
    return { clientId, card, claim: `${made.data?.batch}-1` };
  };
  /** Medicaid repeats what the insurer paid (OA-23) and says why it does not pay the rest. */
  const answer = (claim: string, insured: number, paid: number) => {
    const adjustments = [
      { group: 'OA' as const, reason: '23', amount: insured },
      { group: 'CO' as const, reason: '197', amount: 4_000 - insured - paid },
    ].filter(({ amount }) => amount > 0);
    const line = { control: `${claim}-1`, paid, adjustments };
    return admin.call(postManualPayment, {
      ...{ number: `CHK ${claim}`, date: '2026-12-01', method: 'CHK', paid, adjustments: [] },
      claims: [{ id: claim, icn: `59${claim}`, takesBack: false, lines: [line] }],
    });
  };
  const unpaid = async () => (await admin.call(listUnpaid, {})).data;

  it.each([
    ['2026-07', 3_000, 1_000, 'Paid', 0],
    ['2026-08', 4_000, 0, 'Paid', 0],
    ['2026-09', 3_000, 0, 'Denied', 1_000],
    ['2026-10', 1_000, 2_000, 'PartPaid', 1_000],
  ])(
    'leaves only the rest to Medicaid: %s, %d cents before, %d after, %s',
    async (month, insured, paid, status, open) => {
      const before = (await unpaid())?.total ?? 0;
      const { clientId, card, claim } = await claimAfter(month, insured);
      expect(((await unpaid())?.total ?? 0) - before).toBe(4_000 - insured);
      expect((await answer(claim, insured, paid)).status).toBe(200);

      const { rows } = await server.site.pool.query('select status from work where id = $1', [card]);
      expect(rows).toEqual([{ status }]);
      const denial = (await admin.call(listDenials, {})).data?.denials.find(({ id }) => id === claim);
      expect(denial ? openOf(denial) : 0).toBe(open);
      expect(denial?.lines[0]?.reason ?? 'CO 197').toMatch(/^CO 197/);
      const after = await unpaid();
      expect((after?.total ?? 0) - before).toBe(open);
      expect(after?.underpaid.filter((line) => line.claim === claim).map(({ expected }) => expected)).toEqual(
        status === 'PartPaid' ? [3_000] : [],
      );
      const days = {
        date: month,
        private: 'all',
        payer: EVERY_PAYER,
        waiting: false,
        from: 0,
        whole: true,
      } as const;
      const denied = await admin.call(listMonthDays, { ...days, cause: 'denied' });
      expect(denied.data?.total).toBe(status === 'Denied' ? 1 : 0);
      const margin = await admin.call(getMargin, { from: month, to: month, by: 'client' });
      const own = margin.data?.groups.find(({ key }) => key === String(clientId));
      expect([own?.income, 0 - (own?.unpaid ?? 0)]).toEqual([4_000, open]);
      const story = (await admin.call(getVisitStory, { cardId: card, day: `${month}-05` })).data;
      expect(story?.claims.map(({ cents, insured: before }) => [cents, before])).toEqual([[4_000, insured]]);
      const checks = story ? storyChecks(story).filter(({ words }) => words.includes('by insurers')) : [];
      expect(checks.map(({ passes }) => passes)).toEqual([open === 0]);
    },
  );

  it('limits the share of cost to what Medicaid is asked for, and to zero until that is known', async () => {
    const { clientId } = await claimAfter('2026-11', 3_000);
    const shares = [{ from: '2026-01-01', cents: 5_000 }];
    await admin.call(saveTerms, { clientId, rates: [], shares, rev: 0 });
    const span = { from: '2026-11-01', through: '2026-11-30', clientIds: [clientId] };
    expect((await admin.call(previewInvoices, span)).data?.total).toBe(1_000);
    // Another card of the month waits for the insurer.
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    await saveCard(admin, plan, '2026-11', ['06']);
    const { data } = await admin.call(previewInvoices, span);
    expect([data?.total, data?.leftOut.map(({ reason }) => reason.startsWith(WAITS_FOR_INSURER))]).toEqual([
      0,
      [true],
    ]);
  });

  const shareOf = async (clientId: number, month: string) => {
    const last = Temporal.PlainYearMonth.from(month).daysInMonth;
    const span = { from: `${month}-01`, through: `${month}-${last}`, clientIds: [clientId] };
    const { data } = await admin.call(previewInvoices, span);
    return [data?.total, data?.leftOut.some(({ reason }) => reason.startsWith(WAITS_FOR_INSURER))];
  };

  it('and begins within a record limits the share of cost once all its days are known', async () => {
    const clientId = await addClaimable(server.site.pool);
    await authorise(admin, clientId);
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    const card = await saveCard(admin, plan, '2026-06', ['05', '12']);
    const insurer = await add({ kind: 'Other', payerNumber: 'I-LATER' });
    const medicaid = await add({ kind: 'Medicaid' });
    const payers = [{ ...entry(insurer, '2026-06-10'), memberId: 'W-LATER' }, entry(medicaid)];
    await admin.call(saveClientPayers, { clientId, payers, rev: 0 });
    await admin.call(saveTerms, {
      clientId,
      rates: [],
      shares: [{ from: '2026-01-01', cents: 7_000 }],
      rev: 0,
    });
    expect(await shareOf(clientId, '2026-06')).toEqual([0, true]);
    const decided = [{ day: '2026-06-12', charge: 4_000, paid: 3_500 }];
    await upload(insurer, insurerRemittance('W-LATER', decided));
    const span = { ...MARCH, from: '2026-06-01', to: '2026-06-30' };
    await admin.call(generateClaims, { ...span, reason: 'Test', paymentsOnly: false });
    expect(await shareOf(clientId, '2026-06')).toEqual([4_500, false]);
    const days = ['05', '12', '19'].map((day) => served(`2026-06-${day}`, '08:00', '10:00'));
    await admin.call(updateWork, { id: card, data: { payRate: 5, days } });
    expect(await shareOf(clientId, '2026-06')).toEqual([0, true]);
  });

  it('does not hold up the share of cost for a record that Medicaid will never be asked about', async () => {
    const { clientId } = await claimAfter('2026-02', 3_000);
    const shares = [{ from: '2026-01-01', cents: 5_000 }];
    await admin.call(saveTerms, { clientId, rates: [], shares, rev: 0 });
    const unbilled = await addPlan(server.site.pool, admin, clientId);
    const row = served('2026-02-06', '08:00', '10:00');
    await saveCard(admin, unbilled.plan, '2026-02', [], { days: [{ ...row, billing: false }] });
    expect(await shareOf(clientId, '2026-02')).toEqual([1_000, false]);
    const other = await addPlan(server.site.pool, admin, clientId);
    const card = await saveCard(admin, other.plan, '2026-02', ['07']);
    expect(await shareOf(clientId, '2026-02')).toEqual([0, true]);
    await server.site.pool.query("update work set status = 'Paid' where id = $1", [card]);
    expect(await shareOf(clientId, '2026-02')).toEqual([1_000, false]);
  });

  it('does not count as a denial in the denial rate: one of four decisions was', async () =>
    expect((await unpaid())?.denialRate.now).toBe(25));

  it('sends remittances that are read; what matches nobody is named', async () => {
    const insurer = await add({ kind: 'Other', payerNumber: 'X9' });
    const nobody = await upload(
      insurer,
      insurerRemittance('W-NOBODY', [{ day: '2026-05-05', charge: 1, paid: 1 }]),
    );
    expect(nobody.data).toMatchObject({
      payerId: insurer,
      unmatched: ['Claim OUR-1: no client has this member number.'],
    });
    expect((await upload(insurer, 'Dear agency')).status).toBe(400);
    const other = insurerRemittance('W-OTHER', [{ day: '2026-05-05', charge: 1, paid: 1 }]);
    expect((await upload(await add({ kind: 'Medicaid' }), other)).Info).toBe(NOT_AN_INSURER);
    expect((await upload(900_000, other)).status).toBe(404);
  });
});
