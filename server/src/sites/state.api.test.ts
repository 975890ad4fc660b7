import { getClientMonth, insertWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { generateClaims, listUnpaid, previewClaims } from '@homecare/domain/claims/contract.ts';
import { previewRequest } from '@homecare/domain/eligibility/contract.ts';
import { getMonthClose, startMonthRun } from '@homecare/domain/month-close/contract.ts';
import { getPayRules } from '@homecare/domain/payroll/run-contract.ts';
import { addType, listTypes, saveTerm } from '@homecare/domain/plan-types/contract.ts';
import { getPayer, getSettings, saveSettings, saveState } from '@homecare/domain/sites/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import {
  NO_SUCH_STATE,
  stateEdited,
  stateKept,
  stateSaved,
  zoneNeeded,
} from '@homecare/domain/sites/rules.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { FIRST_PACK, PACKS } from '@homecare/domain/states/registry.ts';
import { blockedBy, type Purpose, payRulesOf, programWords, rowsOf } from '@homecare/domain/states/rules.ts';
import type { UnitRule } from '@homecare/domain/unit-rules.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClaimable, addPlan } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** An agency in each state bills what is known, and is refused with a sentence where a rule is not. */

const TODAY = '2026-12-02';
const MONTH = '2026-10';
const ZONE = 'America/Chicago';
const siteOf = ({ name }: StatePack) => `in-${name.toLowerCase().replaceAll(' ', '-')}`;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    now: `${TODAY}T17:00:00Z`,
    others: [...PACKS.map(siteOf), 'undecided'],
    otherEntry: WITH_BILLING,
  });
});
afterAll(() => server.stop());

/** Three visits of two hours and seven minutes, counted by hand. */
const UNITS: Readonly<Record<UnitRule, number>> = { up: 26, nearest: 25, down: 25, nearestVisit: 24 };

const typesAt = async (admin: Caller) =>
  (await admin.call(listTypes, {})).data?.map(({ id: _, rev: __, plans: ___, ...type }) => type) ?? [];

const another = (pack: StatePack) => PACKS.find((other) => other !== pack) ?? pack;

test('the first pack is what agencies had before there was a choice', async () => {
  const admin = await server.as('admin');
  const { pool } = server.site;
  const caps = async () =>
    (
      await pool.query(
        'select kind, valid_from, minutes, soft from calculator_caps order by kind, valid_from',
      )
    ).rows;
  const codes = async () => (await pool.query('select * from procedure_codes order by code')).rows;
  const norms = async () => (await pool.query('select * from calculator_norms order by code')).rows;
  const terms = await pool.query<{ day: string; filing: number; again: number; how: string }>(
    `select valid_from as day, filing_days as filing, resubmit_days as again, resend_denied as how
      from payer_terms where payer = 'CO_TXIX' order by 1`,
  );
  const had = [await typesAt(admin), await caps(), await codes(), await norms()];
  expect((await admin.call(capabilities, {})).data?.state).toBe(FIRST_PACK.state);
  // Changing to another state and back loses nothing of the first.
  expect((await admin.call(saveState, { state: another(FIRST_PACK).state, timeZone: ZONE })).status).toBe(
    200,
  );
  expect(await typesAt(admin)).not.toEqual(had[0]);
  expect(await norms()).not.toEqual(had[3]);
  expect((await admin.call(saveState, { state: FIRST_PACK.state, timeZone: '' })).Info).toBe(
    stateSaved(FIRST_PACK.name),
  );
  expect([await typesAt(admin), await caps(), await codes(), await norms()]).toEqual(had);
  expect(terms.rows.map(({ day, filing }) => [day, { days: filing }])).toEqual(
    rowsOf(FIRST_PACK.rules.filing).map(({ from, value }) => [from, value]),
  );
  const [again] = rowsOf(FIRST_PACK.rules.resending);
  expect(terms.rows.map(({ again: days, how: denied }) => ({ days, denied }))).toEqual(
    terms.rows.map(() => again?.value),
  );
});

test('an agency that changes its state leaves its payer and time zone behind, and cannot change once it has edited its rules', async () => {
  const site = server.siteNamed('undecided');
  const admin = await server.as('admin', { site });
  const to = another(FIRST_PACK);
  const zoneless = await admin.call(saveState, { state: to.state, timeZone: ' ' });
  expect(zoneless.errors).toEqual([{ field: 'timeZone', message: zoneNeeded(to.name) }]);
  const had = (await admin.call(getPayer, {})).data;
  expect([had?.payerId, had?.receiver, had?.tpid]).not.toContain('');
  expect((await admin.call(saveState, { state: to.state, timeZone: ZONE })).status).toBe(200);
  const left = (await admin.call(getPayer, {})).data;
  expect(left).toMatchObject({ npi: had?.npi, payerId: '', receiver: '', tpid: '' });
  expect(left?.lacks).toContain('The payer id is missing.');
  expect((await admin.call(getSettings, {})).data?.switches.timeZone).toBe(ZONE);
  const { rows } = await site.pool.query<{ call: string }>(
    "select call, entity from change_log where call = 'sites.saveState' order by id",
  );
  expect(rows.map((row) => Object.values(row)[1])).toEqual(['siteSettings', 'sitePayer', 'siteSettings']);
  // Nothing is done twice: choosing the present state only confirms it.
  expect((await admin.call(saveState, { state: to.state, timeZone: '' })).Info).toBe(stateSaved(to.name));
  expect((await admin.call(addType, { Name: 'Attendant', Code: 'ATT', likeId: null })).status).toBe(200);
  const kept = await admin.call(saveState, { state: FIRST_PACK.state, timeZone: '' });
  expect([kept.status, kept.Info]).toEqual([409, stateEdited(to.name, ['care plan types'])]);
  expect((await typesAt(admin)).map(({ Code }) => Code)).toContain('ATT');
});

test('a state without a pack is refused, and so is everyone but an admin', async () => {
  const admin = await server.as('admin');
  const refused = await admin.call(saveState, { state: 'ZZ', timeZone: '' });
  expect(refused.errors).toEqual([{ field: 'state', message: NO_SUCH_STATE }]);
  const user = await server.as('user');
  expect((await user.call(saveState, { state: FIRST_PACK.state, timeZone: '' })).status).toBe(403);
});

describe.each(PACKS.map((pack) => ({ name: pack.name, pack })))('an agency in $name', ({ pack }) => {
  let admin: Caller;
  let client = 0;
  let planId = 0;
  let rounding: UnitRule = 'up';
  const pool = () => server.siteNamed(siteOf(pack)).pool;
  const why = (purpose: Purpose, day = TODAY) => blockedBy(pack, purpose, day);

  beforeAll(async () => {
    admin = await server.as('admin', { site: server.siteNamed(siteOf(pack)) });
    expect((await admin.call(saveState, { state: pack.state, timeZone: ZONE })).Info).toBe(
      stateSaved(pack.name),
    );
    // There are no types for another state, so the agency adds what it needs.
    const added = await admin.call(addType, { Name: 'Attendant', Code: 'ATT', likeId: null });
    rounding = (await typesAt(admin)).find(({ Code }) => Code === 'ATT')?.terms[0]?.unitRule ?? 'up';
    expect(added.status).toBe(200);
    client = await addClaimable(pool());
    planId = (await addPlan(pool(), admin, client, 'ATT')).plan;
    // It came from another system.
    await pool().query(`update care_plans set start_date = '2019-01-01' where id = $1`, [planId]);
  });

  it('begins with its state’s types and pay rules', async () => {
    const codes = rowsOf(pack.rules.codes).flatMap(({ value }) => value.map(({ code }) => code));
    expect((await typesAt(admin)).map(({ Code }) => Code)).toEqual([...codes, 'PRIVATE', 'ATT']);
    expect((await admin.call(getPayRules, {})).data?.rules).toEqual(payRulesOf(pack));
    expect((await admin.call(capabilities, {})).data).toMatchObject({
      state: pack.state,
      sandataEnabled: pack.rules.aggregator !== 'unknown',
    });
  });

  it('bills by its state’s units, and waits for rules that are not known', async () => {
    const card = (month: string) => ({
      planId,
      date: month,
      startPeriod: `${month}-01`,
      endPeriod: `${month}-28`,
      payRate: 5,
      days: ['05', '12', '19'].map((day) => served(`${month}-${day}`, '08:00', '10:07')),
    });
    const saved = await admin.call(insertWork, { data: card(MONTH) });
    expect(saved.status, saved.text).toBe(200);
    const { rows } = await pool().query('select amount from work where id = $1', [saved.insertId]);
    expect(rows).toEqual([{ amount: UNITS[rounding] * 500 }]);
    const early = why('cards', '2019-09-01');
    if (early === undefined) return;
    expect((await admin.call(insertWork, { data: card('2019-09') })).Info).toBe(early);
    const shown = (await admin.call(getClientMonth, { clientId: client, date: '2019-09' })).data;
    expect(shown?.cards.map(({ unitRule }) => unitRule)).toEqual([null]);
    // What the agency enters itself counts.
    const type = (await admin.call(listTypes, {})).data?.find(({ Code }) => Code === 'ATT');
    const [term] = type?.terms ?? [];
    if (!type || !term) throw new Error('the type has no terms');
    const own = { ...term, id: type.id, rev: type.rev, isNew: true, validFrom: '2019-01-01' };
    expect((await admin.call(saveTerm, { ...own, unitRule: 'down' })).status).toBe(200);
    const entered = await admin.call(insertWork, { data: card('2019-09') });
    const amount = await pool().query('select amount from work where id = $1', [entered.insertId]);
    expect(amount.rows, entered.text).toEqual([{ amount: UNITS.down * 500 }]);
  });

  it('makes files, previews them and closes a month only if every rule is known', async () => {
    const month = {
      from: `${MONTH}-01`,
      to: `${MONTH}-31`,
      status: 'Billed',
      frequency: '1',
      unproven: 'leaveOut',
    } as const;
    const shown = { date: MONTH, private: 'all', payer: 'all' } as const;
    const blocked = why('claims', `${MONTH}-01`);
    const answers = [
      await admin.call(previewClaims, month),
      await admin.call(generateClaims, { ...month, reason: '', paymentsOnly: false }),
      ...(blocked === undefined ? [] : [await admin.call(startMonthRun, { ...shown, claims: true })]),
    ];
    for (const answer of answers)
      expect([answer.status, answer.Info ?? '']).toEqual(
        blocked === undefined ? [200, expect.any(String)] : [409, blocked],
      );
    const asked = await admin.call(previewRequest, { clientIds: null, day: TODAY });
    const unasked = why('questions');
    expect([asked.status, asked.Info]).toEqual(unasked === undefined ? [200, undefined] : [409, unasked]);
  });

  it('works in everything else', async () => {
    const shown = { date: MONTH, private: 'all', payer: 'all' } as const;
    expect((await admin.call(getMonthClose, shown)).status).toBe(200);
    const unpaid = await admin.call(listUnpaid, {});
    expect(unpaid.data?.payers[0]).toEqual({ key: 'Medicaid', name: programWords(pack, TODAY).medicaid });
  });

  it('can only turn on sending visits if it is known how', async () => {
    const { data } = await admin.call(getSettings, {});
    if (!data) throw new Error('no settings');
    const { switches, paper, rev } = data;
    const answer = await admin.call(saveSettings, {
      paper,
      rev,
      switches: { ...switches, sandataEnabled: true },
    });
    const blocked = why('visits');
    expect(answer.errors).toEqual(
      blocked === undefined ? [] : [{ field: 'switches.sandataEnabled', message: blocked }],
    );
  });

  it('keeps its state once there are records', async () => {
    const { people } = (await pool().query<{ people: number }>('select count(*)::int as people from people'))
      .rows[0] ?? { people: 0 };
    const refused = await admin.call(saveState, { state: another(pack).state, timeZone: ZONE });
    expect([refused.status, refused.Info]).toEqual([409, stateKept(pack.name, people)]);
    expect((await admin.call(capabilities, {})).data?.state).toBe(pack.state);
  });
});
