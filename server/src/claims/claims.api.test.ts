import { readFileSync } from 'node:fs';
import { savePar } from '@homecare/domain/authorizations/contract.ts';
import { deleteWork, setStatus, updateWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { claimsOf } from '@homecare/domain/claims/claim.ts';
import {
  correctClaim,
  decideParked,
  downloadAnswer,
  downloadBatch,
  generateClaims,
  listAnswers,
  listBatches,
  listDenials,
  listOpenClaims,
  listParked,
  listUnpaid,
  postManualPayment,
  previewClaims,
  printControlSheet,
  rehearseBatch,
  saveDenial,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import { OVERPAID, VOID_INSTEAD } from '@homecare/domain/claims/rules.ts';
import { readClaims } from '@homecare/domain/claims/testing/837p-read.ts';
import { exportBatches, exportDenials } from '@homecare/domain/list-export/contract.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openPayer, startPayer } from '../../../simulators/src/payer.ts';
import type { PayerOutcome } from '../../../simulators/src/payer-books.ts';
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

const newClient = (columns: Record<string, unknown> = {}) => addClaimable(server.site.pool, columns);

interface Billed {
  readonly client: number;
  readonly plan: number;
  readonly card: number;
}
/** A client's month with two hours on each day at $5.00 a unit, which is $40.00 a day. */
const bill = async (
  month: string,
  days: readonly string[],
  { client, ready = true }: { client?: number; ready?: boolean } = {},
): Promise<Billed> => {
  const id = client ?? (await newClient(ready ? {} : { icd10: null }));
  if (client === undefined && ready) await authorise(admin, id);
  const { plan } = await addPlan(server.site.pool, admin, id);
  return { client: id, plan, card: await saveCard(admin, plan, month, days) };
};

type Status = 'Billed' | 'Denied';
const month = (date: string, status: Status = 'Billed', frequency: '1' | '7' = '1') => ({
  from: `${date}-01`,
  to: `${date}-${new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5)), 0)).getUTCDate()}`,
  status,
  frequency,
  // Unproven lines are sent too, because these stories are about what happens to claims.
  unproven: 'send' as const,
});
const upload = (date: string, status: Status = 'Billed', frequency: '1' | '7' = '1', caller = admin) =>
  caller.call(generateClaims, { ...month(date, status, frequency), reason: 'Test', paymentsOnly: false });
const fileOf = async (batch: number | null | undefined) =>
  (await admin.raw(requestOf(downloadBatch, { id: batch ?? 0 }))).text;
const answer = (text: string, { name = 'answer.x12', later = false } = {}, caller = admin) =>
  caller.raw(requestOf(uploadAnswer, { later }, { name, content: text }));
const card = async (id: number) => {
  const { rows } = await server.site.pool.query<{
    status: string;
    denied_reason: string | null;
    rev: number;
  }>('select status, denied_reason, rev from work where id = $1', [id]);
  return rows[0];
};

const NOW = { date: '20261202', time: '1000' };
const payer = openPayer();
const script = (claim: string, outcome: PayerOutcome) => payer.handle({ at: NOW, script: [claim, outcome] });
/** The payer accepts a file; its receipts and then its payment are loaded. */
const settle = async (batch: number | null | undefined) => {
  const answers = payer.handle({ at: NOW, claims: await fileOf(batch) });
  const payments = payer.handle({ at: NOW, pay: true });
  for (const { name, text } of [...answers, ...payments]) {
    const loaded = await answer(text, { name });
    expect([loaded.status, loaded.Info]).toEqual([200, expect.any(String)]);
  }
  return { answers, payments };
};

describe('a month’s upload', () => {
  it('is one file with a line per day, stored byte for byte', async () => {
    const one = await bill('2026-01', ['05', '12', '19']);
    const two = await bill('2026-01', ['06']);
    const seen = await admin.call(previewClaims, month('2026-01'));
    expect(seen.data).toMatchObject({
      claims: 2,
      lines: 4,
      units: 32,
      amount: 16_000,
      refused: [],
      agency: [],
    });
    const made = await upload('2026-01');
    expect(made.data).toMatchObject({
      claims: 2,
      lines: 4,
      units: 32,
      amount: 16_000,
      alreadySent: 0,
      refused: [],
    });
    expect(made.data?.file).toMatch(/^tp11525703_837P_202601_\d{9}_TEST\.x12$/);
    expect(made.Info).toBe(`2 claims in ${made.data?.file}.`);
    const text = await fileOf(made.data?.batch);
    const read = readClaims(text);
    if (!read.ok) throw new Error(read.faults[0].message);
    expect(claimsOf(read.value).map(({ charge, lines }) => [charge, lines.length])).toEqual([
      [12_000, 3],
      [4_000, 1],
    ]);
    const named = async (search: string) =>
      (await admin.call(listBatches, { search })).data?.map(({ id }) => id);
    const file = made.data?.file ?? '';
    expect(await named(file)).toEqual([made.data?.batch]);
    expect(await named(`${made.data?.batch}-2`)).toEqual([made.data?.batch]);
    expect(await named('%')).toEqual([]);
    const batches = await admin.call(listBatches, { search: '' });
    expect(batches.data?.[0]).toMatchObject({
      id: made.data?.batch,
      claims: 2,
      amount: 16_000,
      kind: 'Billed',
    });
    expect([await card(one.card), await card(two.card)]).toMatchObject([
      { status: 'Billed' },
      { status: 'Billed' },
    ]);
    expect(await fileOf(made.data?.batch)).toBe(text);
    const sheet = await admin.raw(requestOf(printControlSheet, { id: made.data?.batch }));
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await admin.raw(requestOf(printControlSheet, { id: 999_999 }))).status).toBe(404);
  });

  it('happens once: a second upload leaves out what was sent and takes what is new', async () => {
    await bill('2026-02', ['02']);
    await upload('2026-02');
    const again = await upload('2026-02');
    expect([again.data, again.Info]).toEqual([
      {
        batch: null,
        file: null,
        claims: 0,
        lines: 0,
        units: 0,
        amount: 0,
        alreadySent: 1,
        leftOut: 0,
        leftOutAmount: 0,
        refused: [],
      },
      'No file was made. 1 billing record was skipped: already sent.',
    ]);
    await bill('2026-02', ['03']);
    expect((await upload('2026-02')).data).toMatchObject({ claims: 1, alreadySent: 1 });
  });

  it('leaves out clients with missing data and names each field', async () => {
    const incomplete = await bill('2026-03', ['02'], { ready: false });
    const seen = await admin.call(previewClaims, month('2026-03'));
    expect(seen.data?.refused.map(({ clientId, field }) => [clientId, field])).toEqual([
      [incomplete.client, 'ICD-10'],
      [incomplete.client, 'PAR'],
    ]);
    const made = await upload('2026-03');
    expect(made.data).toMatchObject({ batch: null, claims: 0 });
    expect(made.data?.refused.map(({ field }) => field)).toEqual(['ICD-10', 'PAR']);
    expect(made.Info).toBe('No file was made. 1 client was skipped: data is missing.');
  });

  it('leaves out private clients', async () => {
    const client = await newClient({ private_client: true, medicaid: null });
    await bill('2026-04', ['06'], { client });
    expect((await upload('2026-04')).data).toMatchObject({ claims: 0, alreadySent: 0, refused: [] });
  });

  it.each([
    [{ from: '2026-01-02', to: '2026-01-31' }, 'Choose the first and last day of one month.'],
    [{ status: '' }, 'Please select status'],
    [{ status: 'Paid' }, 'Enter correct status'],
    [{ from: 'January' }, 'Error: Wrong date, date format (YYYY-MM)'],
  ])('needs a month and a status: %j', async (wrong, message) => {
    const query = new URLSearchParams({ ...month('2026-01'), ...wrong });
    const refused = await admin.raw({ url: `/homecare/api/x12generator.php?${query}` });
    expect([refused.status, refused.Info]).toEqual([400, message]);
  });

  it('twice at the same moment makes one file, with no gap in the numbers', async () => {
    await bill('2026-05', ['04']);
    await bill('2026-05', ['05']);
    const second = await server.atSecondInstance(admin);
    const made = await Promise.all([upload('2026-05'), upload('2026-05', 'Billed', '1', second)]);
    expect(made.map(({ data }) => data?.claims).toSorted()).toEqual([0, 2]);
    expect(made.map(({ data }) => data?.alreadySent).toSorted()).toEqual([0, 2]);
    const { rows } = await server.site.pool.query<{ id: number; interchange: number; group_number: number }>(
      'select id, interchange, group_number from claim_batches order by id',
    );
    const numbers = rows.map((_, index) => index + 1);
    expect(rows.map(({ id }) => id)).toEqual(numbers);
    expect(rows.map(({ interchange }) => interchange)).toEqual(numbers);
    expect(rows.map(({ group_number }) => group_number)).toEqual(numbers);
    const twice = await server.site.pool.query(
      `select card_id from claim_cards where not superseded group by card_id having count(*) > 1`,
    );
    expect(twice.rows).toEqual([]);
  });

  it('marks what has changed since, and does not claim a record twice that was deleted and saved again', async () => {
    const { plan, card: id } = await bill('2026-06', ['01', '08']);
    await upload('2026-06');
    await server.site.pool.query('update work set deleted = now() where id = $1', [id]);
    const anew = await saveCard(admin, plan, '2026-06', ['01']);
    const seen = await admin.call(previewClaims, month('2026-06'));
    expect(seen.data).toMatchObject({ claims: 0, alreadySent: 1 });
    expect(seen.data?.changed).toMatchObject([{ cardId: anew, sent: 8_000, amount: 4_000 }]);
    expect((await upload('2026-06')).data).toMatchObject({ claims: 0, alreadySent: 1 });
  });
});

describe('the payer’s answer', () => {
  it('that it paid makes the cards Paid; receipts alone leave them Billed', async () => {
    const { card: id } = await bill('2026-07', ['06', '13']);
    const { data } = await upload('2026-07');
    const { payments } = await settle(data?.batch);
    expect(await card(id)).toMatchObject({ status: 'Paid', denied_reason: null });
    const [batch] = (await admin.call(listBatches, { search: '' })).data ?? [];
    expect(batch).toMatchObject({ accepted: 1, refused: 0, answered: 1, paid: 8_000 });
    const before = await card(id);
    const again = await answer(payments[0]?.text ?? '', { name: 'again.835' });
    expect([again.status, again.Info]).toEqual([200, 'This file was loaded before. Nothing was changed.']);
    // The same payment in another file, with other bytes and another control number.
    const copy = (payments[0]?.text ?? '').replace(/~\nIEA/, '~\n\nIEA');
    const copied = await answer(copy, { name: 'copy.835' });
    expect([copied.status, copied.Info]).toEqual([
      200,
      '835 read: it was posted before. Nothing was changed.',
    ]);
    expect(uploadAnswer.output.parse(copied.data).remarks).toEqual([
      expect.stringMatching(/^Payment EFT\d+: 1 claim posted before\.$/),
    ]);
    expect(await card(id)).toEqual(before);
  });

  it('that it denied comes with its reason in plain words and an owner, and one click corrects the claim', async () => {
    const { card: id, client } = await bill('2026-08', ['03', '10']);
    const { data } = await upload('2026-08');
    script(`${data?.batch}-1`, 'denied');
    await settle(data?.batch);
    expect((await card(id))?.status).toBe('Denied');
    expect((await card(id))?.denied_reason).toContain('CO 197');
    const [denial] =
      (await admin.call(listDenials, {})).data?.denials.filter((one) => one.clientId === client) ?? [];
    expect(denial).toMatchObject({ state: 'Denied', charge: 8_000, paid: 0, fixed: null, month: '2026-08' });
    expect(denial?.lines.map(({ day: on, charge, paid }) => [on, charge, paid])).toEqual([
      ['2026-08-03', 4_000, 0],
      ['2026-08-10', 4_000, 0],
    ]);
    const owner = { id: denial?.id ?? '', ownerId: admin.accountId, note: 'Ask the case manager', rev: 0 };
    expect((await admin.call(saveDenial, owner)).data).toEqual({ rev: 1 });
    expect((await admin.call(saveDenial, owner)).status).toBe(409);
    const made = await admin.call(correctClaim, { id: denial?.id ?? '', how: 'replace' });
    expect(made.data).toMatchObject({ claims: 1, lines: 2, amount: 8_000 });
    expect(await fileOf(made.data?.batch)).toMatch(/\*12:B:7\*/);
    expect((await card(id))?.status).toBe('Billed');
    const once = await admin.call(correctClaim, { id: denial?.id ?? '', how: 'replace' });
    expect([once.status, once.Info]).toEqual([
      409,
      `Claim ${made.data?.batch}-1 was sent in its place before.`,
    ]);
    const open = (await admin.call(listDenials, {})).data?.denials.filter((one) => one.clientId === client);
    expect(open).toEqual([]);
    expect((await upload('2026-08')).data).toMatchObject({ claims: 0, alreadySent: 1 });
    await settle(made.data?.batch);
    expect((await card(id))?.status).toBe('Adjust');
  });

  it('that it denied lets the next upload of Denied send the card as a new claim, or as a replacement if chosen', async () => {
    const { card: id } = await bill('2026-09', ['07']);
    const first = await upload('2026-09');
    script(`${first.data?.batch}-1`, 'denied');
    await settle(first.data?.batch);
    expect((await upload('2026-09', 'Billed')).data).toMatchObject({ claims: 0, alreadySent: 0 });
    const seen = await admin.call(previewClaims, month('2026-09', 'Denied', '7'));
    expect(seen.data).toMatchObject({ claims: 1, amount: 4_000 });
    const again = await upload('2026-09', 'Denied', '7');
    expect(await fileOf(again.data?.batch)).toMatch(/\*12:B:7\*/);
    await settle(again.data?.batch);
    expect((await card(id))?.status).toBe('Adjust');
  });

  it('that it refused a claim leaves the card Billed and marked, and the next upload sends it again', async () => {
    const { card: id, client } = await bill('2026-10', ['05']);
    const first = await upload('2026-10');
    script(`${first.data?.batch}-1`, 'refused');
    await settle(first.data?.batch);
    expect((await card(id))?.status).toBe('Billed');
    const [denial] =
      (await admin.call(listDenials, {})).data?.denials.filter((one) => one.clientId === client) ?? [];
    expect(denial).toMatchObject({ state: 'Refused', fixed: expect.stringContaining('next upload') });
    const again = await upload('2026-10');
    expect(again.data).toMatchObject({ claims: 1, alreadySent: 0 });
    await settle(again.data?.batch);
    expect((await card(id))?.status).toBe('Paid');
  });

  /** A month on two authorizations: one claim of the 5th and the 12th, and one of the 19th. */
  const billTwoPars = async (date: string) => {
    const client = await newClient();
    const par = { id: null, clientId: client, type: 'PCP', units: 4_000, rev: null };
    await admin.call(savePar, { ...par, number: '11', from: '2026-01-01', through: `${date}-15` });
    await admin.call(savePar, { ...par, number: '12', from: `${date}-16`, through: '2026-12-31' });
    const billed = await bill(date, ['05', '12', '19'], { client });
    const { data } = await upload(date);
    const ofDays = async () => {
      const { rows } = await server.site.pool.query<{ id: string; par: string }>(
        'select id, par from claims where batch_id = $1 and client_id = $2',
        [data?.batch, client],
      );
      return rows;
    };
    const [first = '', second = ''] = (await ofDays())
      .toSorted((a, b) => (a.par < b.par ? -1 : 1))
      .map(({ id }) => id);
    const addDay = (day: string) =>
      admin.call(updateWork, {
        id: billed.card,
        data: {
          payRate: 5,
          days: ['05', '12', '19', day].map((one) => served(`${date}-${one}`, '08:00', '10:00')),
        },
      });
    return { ...billed, batch: data?.batch, first, second, addDay };
  };
  const denialsOf = async (client: number) =>
    ((await admin.call(listDenials, {})).data?.denials ?? [])
      .filter(({ clientId }) => clientId === client)
      .map(({ id }) => id);

  it('that it denied a claim remains when another day of its record is sent, without the denied days', async () => {
    const { client, card: id, batch, first, addDay } = await billTwoPars('2026-02');
    script(first, 'denied');
    await settle(batch);
    expect((await card(id))?.status).toBe('PartPaid');
    await addDay('26');
    expect((await upload('2026-02')).data).toMatchObject({ claims: 1, lines: 1, amount: 4_000 });
    expect(await denialsOf(client)).toEqual([first]);
    expect((await upload('2026-02')).data).toMatchObject({ claims: 0, lines: 0 });
    const made = await admin.call(correctClaim, { id: first, how: 'replace' });
    expect(made.data).toMatchObject({ claims: 1, lines: 2, amount: 8_000 });
  });

  it('that it denied two claims allows correcting one without losing days of the other, or days added later', async () => {
    const { client, card: id, batch, first, second, addDay } = await billTwoPars('2026-03');
    script(first, 'denied');
    script(second, 'refused');
    await settle(batch);
    expect((await denialsOf(client)).toSorted()).toEqual([first, second].toSorted());
    // No visit proves the 19th, which is on the refused claim, so a correction does not add it.
    const made = await admin.call(correctClaim, { id: first, how: 'replace' });
    expect(made.data).toMatchObject({ claims: 1, lines: 2, amount: 8_000 });
    expect(await denialsOf(client)).toEqual([second]);
    await settle(made.data?.batch);
    expect((await card(id))?.status).toBe('Adjust');
    const waiting = async () =>
      ((await admin.call(listUnpaid, {})).data?.blocked ?? [])
        .filter(({ key }) => key === `record ${id}`)
        .map(({ open }) => open);
    expect(await waiting()).toEqual([4_000]);
    await addDay('26');
    expect(await waiting()).toEqual([8_000]);
    const rest = await upload('2026-03');
    expect(rest.data).toMatchObject({ claims: 1, lines: 2, amount: 8_000 });
    expect([await waiting(), await denialsOf(client)]).toEqual([[], []]);
    await settle(rest.data?.batch);
    expect((await upload('2026-03')).data).toMatchObject({ claims: 0, lines: 0 });
  });

  const claimsOfClient = async (client: number, batch: number | null | undefined) => {
    const { rows } = await server.site.pool.query<{ id: string }>(
      'select id from claims where batch_id = $1 and client_id = $2 order by number',
      [batch, client],
    );
    return rows.map(({ id }) => id);
  };
  const setDays = async (id: number, date: string, days: readonly string[]) => {
    const rows = days.map((day) => served(`${date}-${day}`, '08:00', '10:00'));
    expect((await admin.call(updateWork, { id, data: { payRate: 5, days: rows } })).status).toBe(200);
  };
  /** A paid month, with its claim. */
  const billPaid = async (date: string, days: readonly string[]) => {
    const billed = await bill(date, days);
    const { data } = await upload(date);
    await settle(data?.batch);
    const [claim = ''] = await claimsOfClient(billed.client, data?.batch);
    return { ...billed, claim };
  };

  it('to a replacement concerns its day alone: that day is on no other claim of the file', async () => {
    const one = await bill('2026-07', ['05']);
    const two = await bill('2026-07', ['06'], { client: one.client });
    const first = await upload('2026-07');
    await settle(first.data?.batch);
    const [claim = '', ...others] = await claimsOfClient(one.client, first.data?.batch);
    expect(others).toEqual([]);
    const again = await admin.call(correctClaim, { id: claim, how: 'replace' });
    await settle(again.data?.batch);
    expect([(await card(one.card))?.status, (await card(two.card))?.status]).toEqual(['Adjust', 'Adjust']);
    await setDays(one.card, '2026-07', ['05', '12']);
    await admin.call(updateWork, { id: one.card, data: { status: 'Billed' } });
    await setDays(two.card, '2026-07', ['06', '20']);
    const made = await upload('2026-07', 'Billed', '7');
    expect(made.data).toMatchObject({ claims: 1, lines: 4, amount: 16_000 });
    expect(await claimsOfClient(one.client, made.data?.batch)).toHaveLength(1);
  });

  it('to a void must arrive before any day of the record is sent again', async () => {
    const { client, card: id, claim } = await billPaid('2026-08', ['05', '12']);
    const corrected = await admin.call(correctClaim, { id: claim, how: 'replace' });
    await settle(corrected.data?.batch);
    expect((await card(id))?.status).toBe('Adjust');
    await setDays(id, '2026-08', ['05', '12', '19']);
    const lines = async () => (await admin.call(previewClaims, month('2026-08'))).data?.lines;
    expect(await lines()).toBe(1);
    const [replacement = ''] = await claimsOfClient(client, corrected.data?.batch);
    const taken = await admin.call(correctClaim, { id: replacement, how: 'void' });
    expect(await lines()).toBe(0);
    await settle(taken.data?.batch);
    expect([(await card(id))?.status, await lines()]).toEqual(['Adjust', 0]);
  });

  it('that it refused a correction names the record as sent and changed', async () => {
    const { client, card: id, claim } = await billPaid('2026-10', ['05', '12']);
    await setDays(id, '2026-10', ['05']);
    const corrected = await admin.call(correctClaim, { id: claim, how: 'replace' });
    const [replacement = ''] = await claimsOfClient(client, corrected.data?.batch);
    script(replacement, 'refused');
    await settle(corrected.data?.batch);
    expect((await card(id))?.status).toBe('Billed');
    const { data } = await admin.call(previewClaims, month('2026-10'));
    expect(data).toMatchObject({ lines: 0, alreadySent: 1 });
    expect(data?.changed).toMatchObject([{ cardId: id, sent: 8_000, amount: 4_000 }]);
  });

  it('that it refused a correction leaves that to be sent, even when a new claim asks for one of its days', async () => {
    const { client, card: id, claim } = await billPaid('2026-04', ['05', '12']);
    const rows = [served('2026-04-05', '08:00', '11:00'), served('2026-04-12', '08:00', '10:00')];
    const days = [...rows, served('2026-04-19', '08:00', '10:00')];
    await admin.call(updateWork, { id, data: { payRate: 5, days, status: 'Billed' } });
    const corrected = await upload('2026-04', 'Billed', '7');
    expect(corrected.data).toMatchObject({ claims: 1, lines: 3, amount: 14_000 });
    const [correction = ''] = await claimsOfClient(client, corrected.data?.batch);
    script(correction, 'refused');
    await settle(corrected.data?.batch);

    // Only the 19th is sent as a new claim. The longer 5th still needs the correction and is shown until then.
    const added = await upload('2026-04');
    expect(added.data).toMatchObject({ claims: 1, lines: 1, amount: 4_000 });
    expect(await denialsOf(client)).toEqual([correction]);
    await settle(added.data?.batch);
    expect([(await card(id))?.status, await denialsOf(client)]).toEqual(['PartPaid', [correction]]);
    const again = await upload('2026-04', 'Billed', '7');
    expect(again.data).toMatchObject({ lines: 3, amount: 14_000 });
    expect(await denialsOf(client)).toEqual([]);
    const { rows: replaced } = await server.site.pool.query(
      'select replaces from claims where batch_id = $1 order by replaces',
      [again.data?.batch],
    );
    expect(replaced.map(({ replaces }) => replaces)).toContain(claim);
  });

  it('that arrives while payments wait to be posted makes no claims until they are', async () => {
    const { card: id } = await bill('2026-11', ['02']);
    const { data } = await upload('2026-11');
    payer.handle({ at: NOW, claims: await fileOf(data?.batch) });
    const [payment] = payer.handle({ at: NOW, pay: true });
    const kept = await answer(payment?.text ?? '', { name: 'later.835', later: true });
    expect(kept.Info).toBe('835 kept: its payments wait to be posted.');
    expect((await card(id))?.status).toBe('Billed');
    const posted = await admin.call(generateClaims, { ...month('2026-11'), reason: '', paymentsOnly: true });
    expect(posted.data).toMatchObject({ batch: null, file: null, claims: 1, amount: 4_000 });
    expect(posted.Info).toBe('1 payment posted for 1 claim.');
    expect((await card(id))?.status).toBe('Paid');
    const none = await admin.call(generateClaims, { ...month('2026-11'), reason: '', paymentsOnly: true });
    expect(none.Info).toBe('No remittance waits to be posted.');
    const [row] = (await admin.call(listAnswers, { search: '' })).data ?? [];
    // The remittance is found by a claim in it, as its file is, but not by a number that only looks similar.
    const found = await admin.call(listAnswers, { search: `${data?.batch}-1` });
    expect(found.data?.map((one) => one.id)).toEqual([row?.id]);
    expect((await admin.call(listAnswers, { search: 'later.835' })).data).toHaveLength(1);
    expect((await admin.call(listAnswers, { search: 'later_835' })).data).toEqual([]);
    const stored = await admin.raw(requestOf(downloadAnswer, { id: row?.id ?? 0 }));
    expect(stored.text).toBe(payment?.text);
  });

  it('that it paid a record deleted since is listed as overpaid until the claim is voided', async () => {
    const client = await newClient({ last_name: '-Lopez' });
    await authorise(admin, client);
    const { card: id } = await bill('2026-09', ['14'], { client });
    const { data } = await upload('2026-09');
    await settle(data?.batch);
    expect((await card(id))?.status).toBe('Paid');
    const ofClient = async () =>
      (await admin.call(listDenials, {})).data?.denials.filter((one) => one.clientId === client);
    expect(await ofClient()).toEqual([]);
    await admin.call(deleteWork, { id, data: {} });
    const [claim] = (await ofClient()) ?? [];
    expect(claim).toMatchObject({ state: 'Overpaid', reason: OVERPAID, paid: 4_000, fixed: null });
    // The exported list renders a malicious name harmless.
    const listed = (await admin.call(exportDenials, { format: 'csv' })).text.split('\r\n');
    expect(listed[0]).toContain(
      '"State","Charge","Paid by insurers","Paid","Written off or billed","Open","Reason","Owner","Note"',
    );
    expect(listed.find((line) => line.startsWith(`"${claim?.id}"`))).toBe(
      `"${claim?.id}","${client}","'-Lopez, Chris","2026-09","09-14-2026","09-14-2026","Overpaid","40.00","0.00","40.00","0.00","-40.00","${OVERPAID}","",""`,
    );
    const files = (await admin.call(exportBatches, { format: 'csv' })).text.split('\r\n');
    expect(files.find((line) => line.startsWith(`"${data?.batch}"`))).toContain(
      '"2026-09","Billed","1","40.00","1 of 1 decided","40.00"',
    );
    const corrected = await admin.call(correctClaim, { id: claim?.id ?? '', how: 'replace' });
    expect([corrected.status, corrected.Info]).toEqual([409, VOID_INSTEAD(claim?.id ?? '')]);
    const made = await admin.call(correctClaim, { id: claim?.id ?? '', how: 'void' });
    expect(await fileOf(made.data?.batch)).toMatch(/\*12:B:8\*/);
    expect(await ofClient()).toEqual([]);
  });

  it('to a void takes the payment back', async () => {
    const { card: id } = await bill('2026-11', ['03']);
    const { data } = await upload('2026-11');
    const early = await admin.call(correctClaim, { id: `${data?.batch}-1`, how: 'void' });
    expect(early.status).toBe(409);
    await settle(data?.batch);
    const made = await admin.call(correctClaim, { id: `${data?.batch}-1`, how: 'void' });
    expect(await fileOf(made.data?.batch)).toMatch(/\*12:B:8\*/);
    await settle(made.data?.batch);
    expect((await card(id))?.status).toBe('Adjust');
  });

  it.each([
    ['no X12 at all', 'Dear agency, all is well.'],
    [
      'a cut file',
      'ISA*00*          *00*          *ZZ*COMEDASSISTPROG*ZZ*11525703       *261202*1000*^*00501*000000001*0*T*:~\n',
    ],
    ['bytes', '%PDF-1.7\0\0'],
  ])('that is broken (%s) is refused with words, and stored once with the reason', async (name, text) => {
    const count = async () =>
      (await server.site.pool.query<{ n: number }>('select count(*)::int as n from claim_answer_files'))
        .rows[0] ?? { n: 0 };
    const before = await count();
    const refused = await answer(text, { name });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(refused.Info?.length).toBeGreaterThan(10);
    expect((await answer(text, { name })).Info).toBe(refused.Info);
    expect(await count()).toEqual({ n: before.n + 1 });
    const [row] = (await admin.call(listAnswers, { search: '' })).data ?? [];
    expect(row).toMatchObject({ name, state: 'refused', kinds: [], claims: 0 });
    expect(row?.faults[0]).toBe(refused.Info);
    expect((await admin.raw(requestOf(downloadAnswer, { id: row?.id ?? 0 }))).text).toBe(text);
  });

  it.each([
    ['accepted.277ca', 200],
    ['ta1_and_rejected.999', 200],
    ['accepted.999', 400],
    ['managed-care.835', 200],
    ['secondary-payment.835', 200],
  ])(
    'in sample file %s of others is read, or refused with words, and lists what is not ours',
    async (name, status) => {
      const loaded = await answer(sample(name), { name });
      expect([loaded.status, (loaded.Info ?? '').length > 10]).toEqual([status, true]);
      if (status !== 200) return;
      const row = uploadAnswer.output.parse(loaded.data);
      expect([row.claims, row.unmatched.length > 0]).toEqual([0, true]);
    },
  );

  it('in a sample that refuses a group with our number refuses its claims, which are sent again', async () => {
    const { card: id } = await bill('2026-10', ['07']);
    const { data } = await upload('2026-10');
    const text = sample('ta1_and_rejected.999')
      .replace(/AK1\*HC\*\d+/, `AK1*HC*${data?.batch}`)
      .replace(/TA1\*\d+/, `TA1*${String(data?.batch).padStart(9, '0')}`);
    const loaded = await answer(text, { name: 'refused.999' });
    expect(uploadAnswer.output.parse(loaded.data)).toMatchObject({ claims: 1, refused: 1, unmatched: [] });
    expect((await card(id))?.status).toBe('Billed');
    expect((await upload('2026-10')).data).toMatchObject({ claims: 1, amount: 4_000 });
  });
});

const sample = (name: string) =>
  readFileSync(new URL(`../../../domain/src/claims/samples/${name}`, import.meta.url), 'latin1');

/** Two clients' months in one payment of the payer. */
const payTwo = async (date: string) => {
  const [one, two] = [await bill(date, ['02']), await bill(date, ['03', '10'])];
  const { data } = await upload(date);
  const batch = data?.batch ?? 0;
  for (const { text } of payer.handle({ at: NOW, claims: await fileOf(batch) })) await answer(text);
  const [payment] = payer.handle({ at: NOW, pay: true });
  return { one, two, batch, text: payment?.text ?? '' };
};
const parkedOf = async (batch: number) =>
  (await admin.call(listParked, {})).data?.filter(({ claim }) => claim.startsWith(`${batch}-`)) ?? [];

describe('a claim whose payment does not balance', () => {
  it('waits by name while the others are posted, until a person posts it; the same payment again changes nothing', async () => {
    const { one, two, batch, text } = await payTwo('2026-06');
    const wrong = text
      .replace(`CLP*${batch}-1*1*40*40*`, `CLP*${batch}-1*1*40*39*`)
      .replace(`CLP*${batch}-1*1*40.00*40.00*`, `CLP*${batch}-1*1*40.00*39.00*`);
    expect(wrong).not.toBe(text);
    const loaded = await answer(wrong, { name: 'wrong.835' });
    expect([loaded.status, loaded.Info]).toEqual([
      200,
      '835 read: 1 claim answered. 1 claim does not balance: review it under Parked claims.',
    ]);
    expect([(await card(one.card))?.status, (await card(two.card))?.status]).toEqual(['Billed', 'Paid']);
    const [parked] = await parkedOf(batch);
    expect(parked).toMatchObject({
      claim: `${batch}-1`,
      charge: 4_000,
      paid: 3_900,
      fixed: null,
      state: 'parked',
    });
    expect(parked?.reasons.at(-1)).toBe('The payment leaves $40.00 for this claim.');
    // The reasons speak of claims and lines; segments are only in a detail.
    for (const reason of parked?.reasons ?? []) expect(reason).not.toMatch(/segment|CLP|SVC|BPR/i);
    expect(parked?.detail).toMatch(
      /^Claim: segment \d+ of the file \(CLP\)\. Service lines: [\d, ]+ \(SVC\)\.$/,
    );
    const ids = [parked?.id ?? 0];
    const discarded = await admin.call(decideParked, { ids, decision: 'discard', note: 'Asked the payer' });
    expect([discarded.data, discarded.Info]).toEqual([{ changed: 1 }, '1 claim discarded.']);
    expect((await admin.call(decideParked, { ids, decision: 'post', note: '' })).status).toBe(409);
    expect((await admin.call(decideParked, { ids, decision: 'restore', note: '' })).status).toBe(200);
    // In another file it is not parked a second time.
    await answer(`${wrong}\n`, { name: 'again.835' });
    expect(await parkedOf(batch)).toHaveLength(1);
    const posted = await admin.call(decideParked, { ids, decision: 'post', note: 'The bank shows 39.00' });
    expect(posted.Info).toBe('1 claim posted.');
    expect((await card(one.card))?.status).toBe('PartPaid');
    expect(await parkedOf(batch)).toMatchObject([{ state: 'posted', note: 'The bank shows 39.00' }]);
    await answer(`${wrong}\n\n`, { name: 'third.835' });
    expect([(await card(one.card))?.status, (await parkedOf(batch)).length]).toEqual(['PartPaid', 1]);
  });

  it('is settled by a file in which it is correct', async () => {
    const { one, batch, text } = await payTwo('2026-07');
    const line = text.split('\n').findIndex((segment) => segment.startsWith(`CLP*${batch}-1*`));
    const lines = text.split('\n');
    const service = lines.findIndex((segment, at) => at > line && segment.startsWith('SVC'));
    const wrong = lines.map((segment, at) =>
      at === service ? segment.replace(/^(SVC\*[^*]*\*)[\d.]+/, '$150') : segment,
    );
    await answer(wrong.join('\n'), { name: 'line.835' });
    expect((await parkedOf(batch)).map(({ state }) => state)).toEqual(['parked']);
    await answer(text, { name: 'right.835' });
    expect([(await card(one.card))?.status, (await parkedOf(batch)).map(({ state }) => state)]).toEqual([
      'Paid',
      ['posted'],
    ]);
  });

  it('makes all claims of a payment wait if the payment itself is wrong, and then posts them together', async () => {
    const { one, two, batch, text } = await payTwo('2026-04');
    await answer(text.replace(/BPR\*I\*[\d.]+/, 'BPR*I*130'), { name: 'payment.835' });
    const parked = await parkedOf(batch);
    expect(parked).toHaveLength(2);
    expect((await card(one.card))?.status).toBe('Billed');
    const ids = parked.map(({ id }) => id);
    await admin.call(decideParked, { ids, decision: 'post', note: '' });
    expect([(await card(one.card))?.status, (await card(two.card))?.status]).toEqual(['Paid', 'Paid']);
  });

  it('cannot be posted if it is not one of ours', async () => {
    const text = sample('managed-care.835').replace('*1*800.00*450.00', '*1*800.00*449.00');
    await answer(text, { name: 'managed.835' });
    const [parked] = (await admin.call(listParked, {})).data ?? [];
    expect(parked?.fixed).toMatch(/not one of your claims/);
    const ids = [parked?.id ?? 0];
    const refused = await admin.call(decideParked, { ids, decision: 'post', note: '' });
    expect([refused.status, refused.Info]).toEqual([409, parked?.fixed]);
    expect((await admin.call(decideParked, { ids, decision: 'discard', note: '' })).status).toBe(200);
    expect((await admin.call(decideParked, { ids: [999_999], decision: 'post', note: '' })).status).toBe(404);
  });
});

test('all interchanges in one file are read', async () => {
  const { card: id } = await bill('2026-05', ['04']);
  const { data } = await upload('2026-05');
  const answers = payer.handle({ at: NOW, claims: await fileOf(data?.batch) });
  const payments = payer.handle({ at: NOW, pay: true });
  const loaded = await answer([...answers, ...payments].map(({ text }) => text).join('\n'), {
    name: 'all.x12',
  });
  expect(uploadAnswer.output.parse(loaded.data)).toMatchObject({ claims: 1, kinds: ['999', '277CA', '835'] });
  expect((await card(id))?.status).toBe('Paid');
});

describe('a payment on paper', () => {
  const entered = async (date: string, days: readonly string[]) => {
    const { card: id } = await bill(date, days);
    const { data } = await upload(date);
    const [claim] = (await admin.call(listOpenClaims, { search: `${data?.batch}-1` })).data ?? [];
    if (!claim) throw new Error('the claim is not offered');
    const input = (paid: readonly number[], total = paid.reduce((a, b) => a + b, 0), number = 'CHK 77') => ({
      number,
      date: '2026-12-01',
      method: 'CHK' as const,
      paid: total,
      claims: [
        {
          id: claim.id,
          icn: '',
          takesBack: false,
          lines: claim.lines.map(({ control, charge }, at) => ({
            control,
            paid: paid[at] ?? 0,
            adjustments:
              charge === paid[at]
                ? []
                : [{ group: 'CO' as const, reason: '197', amount: charge - (paid[at] ?? 0) }],
          })),
        },
      ],
      adjustments: [],
    });
    return { id, batch: data?.batch ?? 0, claim, input };
  };

  it('is posted once, by the rules of a remittance', async () => {
    const { id, claim, input } = await entered('2026-05', ['04', '11']);
    const short = await admin.call(postManualPayment, input([4_000, 0], 5_000));
    expect([short.status, short.errors]).toEqual([
      400,
      [{ field: 'paid', message: '$10.00 of the payment is not assigned to a claim.' }],
    ]);
    const unexplained = input([4_000, 0]);
    for (const line of unexplained.claims[0]?.lines ?? []) line.adjustments = [];
    const refused = await admin.call(postManualPayment, unexplained);
    expect(refused.errors.map(({ field }) => field)).toEqual([`claims.0.lines.${claim.id}-2`]);
    expect((await card(id))?.status).toBe('Billed');
    const posted = await admin.call(postManualPayment, input([4_000, 0]));
    expect([posted.status, posted.Info, posted.data?.kinds]).toEqual([
      200,
      'Payment CHK 77 posted for 1 claim.',
      ['By hand'],
    ]);
    expect(await card(id)).toMatchObject({
      status: 'PartPaid',
      denied_reason: expect.stringContaining('CO 197'),
    });
    const { rows } = await server.site.pool.query(
      "select entity_id, action, changes from change_log where entity = 'claims' and changes -> 'claim' ->> 1 = $1",
      [claim.id],
    );
    expect(rows).toEqual([
      {
        entity_id: Number(claim.id.split('-')[0]),
        action: 'update',
        changes: { claim: [claim.id, claim.id], paid: [null, 4_000] },
      },
    ]);
    const again = await admin.call(postManualPayment, input([4_000, 0]));
    expect([again.status, again.Info]).toEqual([
      409,
      `Payment CHK 77 of claim ${claim.id} was posted before. Nothing was changed.`,
    ]);
    expect((await admin.raw(requestOf(downloadAnswer, { id: posted.data?.id ?? 0 }))).status).toBe(404);
  });

  it('and its later remittance are posted once, whichever comes first', async () => {
    const { id, batch, input } = await entered('2026-06', ['01']);
    payer.handle({ at: NOW, claims: await fileOf(batch) });
    const [payment] = payer.handle({ at: NOW, pay: true });
    const trace = /TRN\*1\*([^*~]+)/.exec(payment?.text ?? '')?.[1] ?? '';
    expect((await admin.call(postManualPayment, input([4_000], 4_000, trace))).status).toBe(200);
    const loaded = await answer(payment?.text ?? '', { name: 'later.835' });
    expect(uploadAnswer.output.parse(loaded.data)).toMatchObject({
      claims: 0,
      remarks: [`Payment ${trace}: 1 claim posted before.`],
    });
    expect((await card(id))?.status).toBe('Paid');
    const other = await entered('2026-07', ['01']);
    await settle(other.batch);
    const { rows } = await server.site.pool.query<{ trace: string }>(
      'select key::jsonb ->> 1 as trace from claim_answers where claim_id = $1 and key is not null',
      [other.claim.id],
    );
    const late = await admin.call(postManualPayment, other.input([4_000], 4_000, rows[0]?.trace));
    expect(late.status).toBe(409);
  });

  it('can take an earlier payment back', async () => {
    const { id, claim, input } = await entered('2026-04', ['05']);
    await admin.call(postManualPayment, input([4_000]));
    const back = {
      ...input([-4_000], -4_000, 'CHK 78'),
      claims: [
        {
          id: claim.id,
          icn: '',
          takesBack: true,
          lines: [{ control: `${claim.id}-1`, paid: -4_000, adjustments: [] }],
        },
      ],
    };
    expect((await admin.call(postManualPayment, back)).status).toBe(200);
    expect((await card(id))?.status).toBe('Adjust');
  });
});

describe('permissions', () => {
  test.each(['user', 'provider', 'evv'] as const)('%s', async (role) => {
    const { rows } = await server.site.pool.query<{ id: number }>(
      "select id from people where kind = 'Provider' limit 1",
    );
    const caller = await server.as(role, role === 'evv' ? { providerId: rows[0]?.id ?? 0 } : {});
    expect((await upload('2026-01', 'Billed', '1', caller)).status).toBe(403);
    expect((await answer('x', {}, caller)).status).toBe(403);
    expect((await caller.call(listDenials, {})).status).toBe(403);
    expect((await caller.call(listParked, {})).status).toBe(403);
    expect((await caller.call(listOpenClaims, { search: '' })).status).toBe(403);
    expect((await caller.call(decideParked, { ids: [1], decision: 'post', note: '' })).status).toBe(403);
    expect((await caller.call(exportDenials, { format: 'csv' })).status).toBe(403);
    expect((await caller.call(exportBatches, { format: 'csv' })).status).toBe(403);
  });

  test('another site sees none of it', async () => {
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(listBatches, { search: '' })).data).toEqual([]);
    expect((await other.call(listParked, {})).data).toEqual([]);
    expect((await other.call(listOpenClaims, { search: '' })).data).toEqual([]);
    expect((await other.call(decideParked, { ids: [1], decision: 'discard', note: '' })).status).toBe(404);
    expect((await other.call(exportBatches, { format: 'csv' })).text.split('\r\n')).toHaveLength(2);
    expect((await other.raw(requestOf(downloadBatch, { id: 1 }))).status).toBe(404);
  });

  test('a page of another origin cannot make a file', async () => {
    const query = new URLSearchParams({ from: '2026-01-01', to: '2026-01-31', status: 'Billed' });
    const forged = await admin.raw({
      url: `/homecare/api/Billing_generator/x12generator.php?${query}`,
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    });
    expect(forged.status).toBe(403);
  });
});

test('without the billing capability there are no claims', async () => {
  const off = await testServer({
    entry: { capabilities: { premium: true, version: 1, maxClients: 10_000, billing: false } },
  });
  try {
    const caller = await off.as('admin');
    expect((await caller.call(listBatches, { search: '' })).status).toBe(403);
    expect((await upload('2026-01', 'Billed', '1', caller)).status).toBe(403);
  } finally {
    await off.stop();
  }
});

// A status set by staff stays until the payer answers about money.
test('a status set by hand is not changed by receipts', async () => {
  const { card: id } = await bill('2026-11', ['04']);
  const { data } = await upload('2026-11');
  const rev = (await card(id))?.rev ?? 0;
  await admin.call(updateWork, { id, data: { status: 'Pending', rev } });
  for (const { text } of payer.handle({ at: NOW, claims: await fileOf(data?.batch) })) await answer(text);
  expect((await card(id))?.status).toBe('Pending');
  for (const { text } of payer.handle({ at: NOW, pay: true })) await answer(text);
  expect((await card(id))?.status).toBe('Paid');
  expect(
    (await admin.call(setStatus, { date: '2026-11', fromStatus: 'Paid', toStatus: 'Billed' })).status,
  ).toBe(200);
  expect((await upload('2026-11')).data).toMatchObject({ claims: 0 });
});

test('in a rehearsal the simulated payer takes the demo site’s file and answers it, once', async () => {
  const simulated = await startPayer({ now: () => NOW });
  const rehearsing = await testServer({
    now: '2026-12-02T17:00:00Z',
    entry: WITH_BILLING,
    payer: simulated.url,
  });
  try {
    const [before, own] = [server, admin];
    server = rehearsing;
    admin = await rehearsing.as('admin');
    const { card: id } = await bill('2026-10', ['05']);
    const { data } = await upload('2026-10');
    const batch = { id: data?.batch ?? 0 };
    const answered = await admin.call(rehearseBatch, batch, { 'idempotency-key': 'rehearsal-1' });
    expect(answered.Info).toBe('The simulated payer answered with 3 files.');
    expect(answered.data?.map(({ kinds }) => kinds[0])).toEqual(['999', '277CA', '835']);
    expect((await card(id))?.status).toBe('Paid');
    expect((await admin.call(rehearseBatch, batch)).status).toBe(409);

    // Two clicks submit it once. Answers left at the payer by an interrupted try are loaded with the next one.
    const { card: other } = await bill('2026-11', ['05']);
    const second = await upload('2026-11');
    const again = { id: second.data?.batch ?? 0 };
    const twice = await Promise.all([admin.call(rehearseBatch, again), admin.call(rehearseBatch, again)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await card(other))?.status).toBe('Paid');
    const { card: third } = await bill('2026-09', ['03']);
    const made = await upload('2026-09');
    const file = await fileOf(made.data?.batch);
    await fetch(`${simulated.url}/claims`, { method: 'POST', body: file });
    await fetch(`${simulated.url}/pay`, { method: 'POST' });
    const left = await admin.call(rehearseBatch, { id: made.data?.batch ?? 0 });
    expect(left.data?.map(({ kinds }) => kinds[0])).toEqual(['999', '277CA', '835']);
    expect((await card(third))?.status).toBe('Paid');
    [server, admin] = [before, own];
    const none = await admin.call(rehearseBatch, { id: 1 });
    expect([none.status, none.Info]).toEqual([409, 'This site has no simulated payer.']);
  } finally {
    await rehearsing.stop();
    await simulated.stop();
  }
});
