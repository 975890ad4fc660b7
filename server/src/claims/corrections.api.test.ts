import { listPars, savePar } from '@homecare/domain/authorizations/contract.ts';
import {
  correctClaim,
  deleteDenialReason,
  deletePayerTerms,
  downloadBatch,
  generateClaims,
  listDenialGroups,
  listDenials,
  listPayerRules,
  prepareCorrections,
  previewCorrections,
  saveDenialReason,
  savePayerTerms,
  sendCorrections,
  undoCorrections,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import { NOTHING_CHANGED } from '@homecare/domain/claims/denial-groups.ts';
import { LAST_TERMS, REASON_DELETED, TERMS_DELETED } from '@homecare/domain/claims/payer-rules.ts';
import { CORRECTIONS_CHANGED, NO_CORRECTIONS, SENT_AS_NEW } from '@homecare/domain/claims/rules.ts';
import { readClaims } from '@homecare/domain/claims/testing/837p-read.ts';
import { listMonthDays } from '@homecare/domain/month-close/contract.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayer } from '../../../simulators/src/payer.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { PAYER_TERMS } from '../../testing/payer-rules.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const NOW = { date: '20261202', time: '1000' };
const payer = openPayer();
const fileOf = async (batch: number) => (await admin.raw(requestOf(downloadBatch, { id: batch }))).text;
const load = (text: string, name: string) =>
  admin.raw(requestOf(uploadAnswer, { later: false }, { name, content: text }));

/** A client's denied claim of $80.00. */
const denied = async (month: string) => {
  const client = await addClaimable(server.site.pool);
  await authorise(admin, client);
  const { plan } = await addPlan(server.site.pool, admin, client);
  const card = await saveCard(admin, plan, month, ['05', '12']);
  return { client, card };
};
const deny = async (month: string, count: number, edit = (text: string) => text) => {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const made = await admin.call(generateClaims, {
    from: `${month}-01`,
    to: `${month}-${last}`,
    status: 'Billed',
    frequency: '1',
    unproven: 'send',
    reason: 'Test',
    paymentsOnly: false,
  });
  const batch = made.data?.batch ?? 0;
  for (let claim = 1; claim <= count; claim += 1)
    payer.handle({ at: NOW, script: [`${batch}-${claim}`, 'denied'] });
  const answers = payer.handle({ at: NOW, claims: await fileOf(batch) });
  for (const { name, text } of [...answers, ...payer.handle({ at: NOW, pay: true })])
    await load(edit(text), name);
  return batch;
};
const changePar = async (client: number, number: string) => {
  const [par] = (await admin.call(listPars, { clientId: client })).data ?? [];
  if (!par) throw new Error('no PAR');
  const { used: _, ...rest } = par;
  await admin.call(savePar, { ...rest, clientId: client, number });
};
const groups = async () => (await admin.call(listDenialGroups, {})).data;
const rowOf = async (id: string) =>
  (await groups())?.groups.flatMap(({ rows }) => rows).find((row) => row.id === id);
const claimsIn = async (batch: number | null | undefined) => {
  const read = readClaims(await fileOf(batch ?? 0));
  if (!read.ok) throw new Error(read.faults[0].message);
  return read.value.sets.flatMap(({ providers }) =>
    providers.flatMap(({ subscribers }) => subscribers.flatMap(({ claims }) => claims)),
  );
};

describe('denials by reason', () => {
  it('show what is fixed, and can be corrected in bulk, taken back, and sent as replacements in one file', async () => {
    const [one, two] = [await denied('2026-09'), await denied('2026-09')];
    const batch = await deny('2026-09', 2);
    const [first, second] = [`${batch}-1`, `${batch}-2`];
    const before = await groups();
    expect(before?.groups).toMatchObject([
      { code: '197', title: 'No authorization on the day', open: 16_000, rows: [{}, {}] },
    ]);
    expect(await rowOf(first)).toMatchObject({ why: NOTHING_CHANGED, changes: [], by: '2027-09-05' });

    await changePar(one.client, '7777777777');
    expect(await rowOf(first)).toMatchObject({
      why: null,
      frequency: '7',
      changes: [{ field: 'PAR', from: '1234567890', to: '7777777777' }],
    });
    const prepared = await admin.call(prepareCorrections, { ids: [first, second] });
    expect(prepared.Info).toBe(
      '2 claims corrected. Send the file when you are ready; you can undo until then.',
    );
    const waiting = await groups();
    expect([waiting?.groups, waiting?.waiting.map(({ id, open }) => [id, open])]).toEqual([
      [],
      [
        [first, 8_000],
        [second, 8_000],
      ],
    ]);
    expect((await admin.call(listDenials, {})).data?.denials).toEqual([]);
    expect((await admin.call(prepareCorrections, { ids: [first] })).Info).toBe(CORRECTIONS_CHANGED);

    expect((await admin.call(undoCorrections, { ids: [second] })).Info).toBe('1 claim is back in the list.');
    expect((await admin.call(undoCorrections, { ids: [second] })).Info).toBe(CORRECTIONS_CHANGED);
    // Both are shown as they would be sent, the waiting one and the other one; nothing is made.
    const seen = await admin.call(previewCorrections, { ids: [first, second] });
    expect(seen.data).toMatchObject([
      {
        month: '2026-09',
        claims: 2,
        amount: 16_000,
        sent: [
          { clientId: one.client, replaces: first, earlier: [first], charge: 8_000 },
          { clientId: two.client, replaces: second, charge: 8_000 },
        ],
        refused: [],
      },
    ]);
    expect((await admin.call(previewCorrections, { ids: ['999-1'] })).Info).toBe(CORRECTIONS_CHANGED);
    const sent = await admin.call(sendCorrections, {});
    expect(sent.data).toMatchObject([{ claims: 1, amount: 8_000 }]);
    const [claim] = await claimsIn(sent.data?.[0]?.batch);
    expect([claim?.frequency, claim?.charge, claim?.references.map(({ value }) => value)]).toEqual([
      '7',
      8_000,
      expect.arrayContaining(['7777777777']),
    ]);
    expect((await groups())?.waiting).toEqual([]);
    expect(await rowOf(first)).toBeUndefined();
    expect((await admin.call(sendCorrections, {})).Info).toBe(NO_CORRECTIONS);
    expect(two.client).toBeGreaterThan(one.client);
  });

  it('count all days of a claim under the claim’s reason, also in the month close', async () => {
    const { client } = await denied('2026-05');
    // The second day is denied for a different reason than the first.
    const batch = await deny('2026-05', 1, (text) => {
      const at = text.lastIndexOf('CAS*CO*197*');
      return at < 0 ? text : `${text.slice(0, at)}CAS*CO*4*${text.slice(at + 'CAS*CO*197*'.length)}`;
    });
    const own = (await groups())?.groups.find(({ rows }) => rows.some(({ id }) => id === `${batch}-1`));
    const days = { date: '2026-05', private: 'all', payer: EVERY_PAYER } as const;
    const listed = await admin.call(listMonthDays, {
      ...days,
      cause: 'denied',
      waiting: false,
      from: 0,
      whole: true,
    });
    const rows = listed.data?.rows.filter(({ clientId }) => clientId === client) ?? [];
    expect(rows.map(({ reason }) => reason.slice(0, 6))).toEqual(['CO 197', 'CO 4 (']);
    expect(rows.map(({ part }) => part)).toEqual([own?.code, own?.code]);
  });

  it('are sent again as new claims if the payer’s terms of the day say so', async () => {
    const { card } = await denied('2026-08');
    const batch = await deny('2026-08', 1);
    await admin.call(savePayerTerms, {
      ...PAYER_TERMS,
      validFrom: '2026-12-01',
      filingDays: 120,
      resubmitDays: 60,
      id: null,
      rev: null,
    });
    await admin.call(prepareCorrections, { ids: [`${batch}-1`] });
    const sent = await admin.call(sendCorrections, {});
    const [claim] = await claimsIn(sent.data?.[0]?.batch);
    expect([claim?.frequency, claim?.references.some(({ qualifier }) => qualifier === 'F8')]).toEqual([
      '1',
      false,
    ]);
    const { rows } = await server.site.pool.query<{ status: string; superseded: boolean }>(
      `select work.status, part.superseded from work join claim_cards part on part.card_id = work.id
        where work.id = $1 order by part.claim_id collate "C"`,
      [card],
    );
    expect(rows).toEqual([
      { status: 'Billed', superseded: true },
      { status: 'Billed', superseded: false },
    ]);
  });

  it('are sent one by one at once as the payer’s terms say, and no longer wait', async () => {
    await denied('2026-06');
    const batch = await deny('2026-06', 1);
    const id = `${batch}-1`;
    await admin.call(prepareCorrections, { ids: [id] });
    expect(await rowOf(id)).toBeUndefined();
    const sent = await admin.call(correctClaim, { id, how: 'replace' });
    const [claim] = await claimsIn(sent.data?.batch);
    expect([claim?.frequency, claim?.references.some(({ qualifier }) => qualifier === 'F8')]).toEqual([
      '1',
      false,
    ]);
    expect((await groups())?.waiting).toEqual([]);
    expect((await admin.call(sendCorrections, {})).Info).toBe(NO_CORRECTIONS);
    const twice = await admin.call(correctClaim, { id, how: 'replace' });
    expect([twice.status, twice.Info]).toEqual([409, SENT_AS_NEW]);
    const { rows } = await server.site.pool.query(
      'select batch_id from claim_corrections where claim_id = $1',
      [id],
    );
    expect(rows).toEqual([{ batch_id: sent.data?.batch }]);
  });

  it('refuse a claim that cannot be sent, and say why', async () => {
    const { client } = await denied('2026-07');
    const batch = await deny('2026-07', 1);
    await server.site.pool.query('update people set icd10 = null where id = $1', [client]);
    expect(await rowOf(`${batch}-1`)).toMatchObject({ isBlocked: true });
    const refused = await admin.call(prepareCorrections, { ids: [`${batch}-1`] });
    expect([refused.status, refused.Info]).toEqual([
      409,
      `Claim ${batch}-1: The ICD-10 code of the diagnosis is missing.`,
    ]);
  });
});

describe('rules of the payer', () => {
  const rules = async () => (await admin.call(listPayerRules, {})).data;
  it('are added, changed and deleted, and an outdated change is refused', async () => {
    const before = await rules();
    const of = { ...PAYER_TERMS, id: null, rev: null };
    const { data } = await admin.call(savePayerTerms, of);
    const id = data?.id ?? 0;
    const twice = await admin.call(savePayerTerms, of);
    expect(twice.errors.map(({ field }) => field)).toEqual(['validFrom']);
    expect((await admin.call(savePayerTerms, { ...of, id, rev: 0, filingDays: 90 })).data).toEqual({
      id,
      rev: 1,
    });
    expect((await admin.call(savePayerTerms, { ...of, id, rev: 0 })).reason).toBe('stale');
    expect((await rules())?.terms[0]).toEqual({ ...PAYER_TERMS, filingDays: 90, id, rev: 1 });
    expect((await admin.call(deletePayerTerms, { id, rev: 0 })).reason).toBe('stale');
    expect((await admin.call(deletePayerTerms, { id, rev: 1 })).Info).toBe(TERMS_DELETED);
    expect(await rules()).toEqual(before);
  });

  it('keep the last terms', async () => {
    const terms = (await rules())?.terms ?? [];
    const [last, ...others] = terms.toReversed();
    for (const { id, rev } of others) await admin.call(deletePayerTerms, { id, rev });
    const kept = await admin.call(deletePayerTerms, { id: last?.id ?? 0, rev: last?.rev ?? 0 });
    expect(kept.Info).toBe(LAST_TERMS);
    for (const { id: _, rev: __, ...facts } of others)
      await admin.call(savePayerTerms, { ...facts, id: null, rev: null });
  });

  it('give a denial its meaning from the day they are saved', async () => {
    const known = (await rules())?.reasons.find(({ code }) => code === '197');
    if (!known) throw new Error('reason 197 is not known');
    const title = async () => (await groups())?.groups.find(({ code }) => code === '197')?.title;
    const { id, rev, ...facts } = known;
    expect(await title()).toBe(facts.title);
    const own = { ...facts, validFrom: '2026-11-01', title: 'PAR is missing', id: null, rev: null };
    const saved = (await admin.call(saveDenialReason, own)).data;
    expect(await title()).toBe('PAR is missing');
    const taken = await admin.call(saveDenialReason, own);
    expect(taken.errors.map(({ field }) => field)).toEqual(['validFrom']);
    expect((await admin.call(deleteDenialReason, { id: saved?.id ?? 0, rev: 0 })).Info).toBe(REASON_DELETED);
    expect(await title()).toBe(facts.title);
    expect((await admin.call(saveDenialReason, { ...facts, id, rev, cause: '' })).errors).toHaveLength(1);
  });
});

it('are for admins of the site only', async () => {
  const user = await server.as('user');
  const there = await server.as('admin', { site: server.siteNamed('other') });
  const calls = [
    (caller: Caller) => caller.call(prepareCorrections, { ids: ['1-1'] }),
    (caller: Caller) => caller.call(undoCorrections, { ids: ['1-1'] }),
    (caller: Caller) => caller.call(sendCorrections, {}),
  ];
  const rows = [
    (caller: Caller) => caller.call(deletePayerTerms, { id: 999, rev: 0 }),
    (caller: Caller) => caller.call(deleteDenialReason, { id: 999, rev: 0 }),
  ];
  for (const call of calls) {
    expect((await call(user)).status).toBe(403);
    expect((await call(there)).status).toBe(409);
  }
  for (const call of rows) {
    expect((await call(user)).status).toBe(403);
    expect((await call(there)).status).toBe(404);
  }
  expect((await user.call(listDenialGroups, {})).status).toBe(403);
  expect((await there.call(listDenialGroups, {})).data).toEqual({ groups: [], waiting: [] });
});
