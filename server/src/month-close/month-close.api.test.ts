import { deleteWork, getWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { generateClaims } from '@homecare/domain/claims/contract.ts';
import { insertTemplate } from '@homecare/domain/messaging/contract.ts';
import {
  getMonthClose,
  getMonthRun,
  listEarlierMonths,
  listMonthDays,
  remindTimesheets,
  startMonthRun,
  undoMonthRun,
} from '@homecare/domain/month-close/contract.ts';
import { cardsFailed, fileFailed } from '@homecare/domain/month-close/rules.ts';
import { getClientPayers, saveClientPayers } from '@homecare/domain/payers/contract.ts';
import { listTypes, saveTerm } from '@homecare/domain/plan-types/contract.ts';
import { termsOn } from '@homecare/domain/plan-types/rules.ts';
import { makeInvoices, saveTerms, voidInvoice } from '@homecare/domain/private-pay/contract.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addScan } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import {
  addMonth,
  EVERYBODY,
  MONTH,
  MONTH_NOW,
  type MonthClient,
  TROUBLES,
} from '../../testing/month-agency.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';
import { monthCloseJob } from './jobs.ts';
import { MONTH_CLOSE_JOB } from './queries.ts';
import { runMonth } from './running.ts';

let server: TestServer;
let admin: Caller;
let clients: readonly MonthClient[];
const ENTRY = { capabilities: { premium: true, version: 1, maxClients: 0, billing: true } };
beforeAll(async () => {
  server = await testServer({ now: MONTH_NOW, others: ['other'], entry: ENTRY });
  admin = await server.as('admin');
  // Each trouble once.
  clients = await addMonth(server.site.pool, TROUBLES.length * 2, 'api', { troubleEvery: 2 });
});
afterAll(() => server.stop());

const page = async (caller = admin) => (await caller.call(getMonthClose, { date: MONTH, ...EVERYBODY })).data;
const lastRun = async (caller = admin) => (await caller.call(getMonthRun, { date: MONTH })).data ?? undefined;
const work = async (id: number, ending?: AbortSignal) =>
  runMonth(await Scope.startJob(server.site, 'month-close'), id, ending);
const start = async (claims = false) => {
  const { data, text } = await admin.call(startMonthRun, { date: MONTH, ...EVERYBODY, claims });
  if (!data) throw new Error(text);
  return data.id;
};
const cleanOnes = () => clients.filter(({ trouble }) => trouble === null);
const liveCards = async () =>
  (await server.site.pool.query<{ id: number }>('select id from work where deleted is null order by id'))
    .rows;

it('counts the month, names what holds it up, and lists the days behind each number', async () => {
  const data = await page();
  const stages = new Map(data?.stages.map((stage) => [stage.stage, stage]));
  expect(data?.ready.clients).toBe(cleanOnes().length);
  expect(data?.notReady).toBe(TROUBLES.length);
  expect(stages.get('card')?.count).toBe(0);
  const stopping = data?.holdups.map(({ cause }) => cause).toSorted();
  expect(stopping).toEqual([...TROUBLES].toSorted());
  for (const { cause, count, cents, waiting } of data?.holdups ?? []) {
    const listed = await admin.call(listMonthDays, {
      date: MONTH,
      ...EVERYBODY,
      cause,
      waiting: true,
      from: 0,
      whole: false,
    });
    expect([listed.data?.total, listed.data?.cents]).toEqual([count + waiting, cents]);
  }
  const worked = await admin.call(listMonthDays, {
    date: MONTH,
    ...EVERYBODY,
    stage: 'worked',
    waiting: false,
    from: 200,
    whole: false,
  });
  expect(worked.data?.total).toBe(stages.get('worked')?.count);
  expect(worked.data?.rows).toHaveLength(200);
  const none = await admin.call(getMonthClose, { date: MONTH, private: 'private', payer: 'all' });
  expect(none.data?.stages.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

it('names the client whom the aggregator rejected, for whom visits wait', async () => {
  const { pool } = server.site;
  const [client] = cleanOnes();
  const { rows } = await pool.query<{ id: number }>(
    `update aggregator_records set status = 'Planned' where id = (select record.id from aggregator_records record
       join visits on visits.id = record.record_id where record.type = 'Visit' and visits.client_id = $1
       order by record.id limit 1) returning id`,
    [client?.id],
  );
  await pool.query(
    `insert into aggregator_records (type, record_id, status, message, created, created_by, modified)
     values ('Client', $1, 'Failed', 'The city is missing.', now(), 'T.', now())`,
    [client?.id],
  );
  const rejected = async () => (await page())?.holdups.find(({ cause }) => cause === 'clientRejected');
  expect(await rejected()).toMatchObject({
    part: 'City',
    title: 'Client rejected by Sandata: The city is missing',
    count: 1,
    first: { clientId: client?.id, part: 'The city is missing.' },
    caregiverCount: 1,
  });
  const { method, url } = requestOf(listMonthDays, {
    date: MONTH,
    ...EVERYBODY,
    part: 'The city is missing.',
  });
  expect([method, url]).toEqual(['POST', '/homecare/api/month-close/list-days']);
  await pool.query("update aggregator_records set status = 'Success' where id = $1", [rows[0]?.id]);
  expect(await rejected()).toBeUndefined();
});

it('shows the cards of one payer, presses for their clients alone, and gives all days to be saved', async () => {
  const { pool } = server.site;
  const insurer = (
    await pool.query<{ id: number }>(
      `insert into payers (kind, name, address, city, state, zip, terms_days, payer_number, updated, updated_by)
       values ('Other', 'Aspen Health', '1 Main St', 'Denver', 'CO', '80202', 15, 'ASPEN', now(), 'T.') returning id`,
    )
  ).rows[0]?.id;
  const [client] = cleanOnes();
  const of = { clientId: client?.id ?? 0 };
  const given = await admin.call(getClientPayers, of);
  await admin.call(saveClientPayers, {
    ...of,
    payers: [{ payerId: insurer ?? 0, from: '2026-01-01', through: null, memberId: 'M1', groupNumber: '' }],
    rev: given.data?.rev ?? 0,
  });
  const all = await page();
  expect(all?.payers).toEqual([
    { key: 'Medicaid', name: 'Health First Colorado' },
    { key: String(insurer), name: 'Aspen Health' },
  ]);
  const input = { date: MONTH, private: 'all', payer: String(insurer) } as const;
  const insured = (await admin.call(getMonthClose, input)).data;
  expect(insured?.ready.clients).toBe(1);
  expect(insured?.stages[0]?.count).toBeLessThan(all?.stages[0]?.count ?? 0);
  const { data } = await admin.call(startMonthRun, { ...input, claims: false });
  await work(data?.id ?? 0);
  const made = await pool.query('select distinct client_id from work where deleted is null');
  expect(made.rows).toEqual([{ client_id: client?.id }]);
  // An insurer is asked, and not Medicaid: nothing of it waits for a file.
  const proven = await admin.call(listMonthDays, {
    ...input,
    cause: 'insurer',
    waiting: false,
    from: 0,
    whole: true,
  });
  expect(proven.data?.total).toBe((await admin.call(getMonthClose, input)).data?.stages[4]?.count);
  const whole = await admin.call(listMonthDays, {
    date: MONTH,
    ...EVERYBODY,
    waiting: false,
    from: 0,
    whole: true,
  });
  expect(whole.data?.rows).toHaveLength(all?.stages[0]?.count ?? 0);
  await admin.call(undoMonthRun, { id: data?.id ?? 0 });
  await admin.call(saveClientPayers, { ...of, payers: [], rev: 1 });
});

it('tells in a later month what of this one was never claimed', async () => {
  const earlier = async (date: string, caller = admin) =>
    (await caller.call(listEarlierMonths, { date, ...EVERYBODY })).data;
  const now = await page();
  expect(await earlier('2026-11')).toMatchObject([
    { month: MONTH, cents: now?.waitingCents, clientCount: clients.length, claimBy: '2027-10-01' },
  ]);
  expect(await earlier(MONTH)).toEqual([]);
  // Payers take nothing so late.
  expect(await earlier('2027-12')).toEqual([]);
  expect(await earlier('2026-11', await server.as('admin', { site: server.siteNamed('other') }))).toEqual([]);
});

it('takes units of an authorization that a card of another month has', async () => {
  const { pool } = server.site;
  const [client] = cleanOnes();
  const id = await start();
  await work(id);
  const cards = await pool.query<{ units: number }>(
    'select sum(unit - no_billing_unit)::int as units from work where client_id = $1 and deleted is null group by type_id',
    [client?.id],
  );
  await admin.call(undoMonthRun, { id });
  const most = Math.max(...cards.rows.map(({ units }) => units));
  const ready = (await page())?.ready.clients;
  const limit = (units: number) =>
    pool.query('update client_pars set units = $2 where client_id = $1', [client?.id, units]);
  await limit(most);
  expect((await page())?.ready.clients).toBe(ready);
  await limit(most - 1);
  expect((await page())?.ready.clients).toBe((ready ?? 0) - 1);
  await limit(4_000);
});

it('refuses other roles, and another agency knows no run', async () => {
  const user = await server.as('user');
  const refused = await user.call(startMonthRun, { date: MONTH, ...EVERYBODY, claims: false });
  expect(refused.reason).toBe('forbidden');
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  const id = await start();
  expect((await elsewhere.call(undoMonthRun, { id })).reason).toBe('notFound');
  expect(await lastRun(elsewhere)).toBeUndefined();
  await work(id);
  await admin.call(undoMonthRun, { id });
});

it('refuses a month that is not over, and one in which nobody is ready', async () => {
  const early = await admin.call(startMonthRun, { date: '2026-11', ...EVERYBODY, claims: false });
  expect(early.Info).toBe('November is not over yet. Its cards are made from the next day on.');
  const nobody = await admin.call(startMonthRun, { date: '2025-01', ...EVERYBODY, claims: false });
  expect(nobody.Info).toBe('No client is ready. Fix what is holding up payment first.');
});

it('lets one of two presses at once begin', async () => {
  const both = await Promise.all(
    [1, 2].map(() => admin.call(startMonthRun, { date: MONTH, ...EVERYBODY, claims: false })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const id = both.find(({ data }) => data)?.data?.id ?? 0;
  expect((await admin.call(undoMonthRun, { id })).Info).toBe('Wait until the run has ended, then undo it.');
  await work(id);
  await admin.call(undoMonthRun, { id });
  expect(await liveCards()).toEqual([]);
});

it('makes the cards, keeps those that were changed by hand when it is undone, and makes the others again', async () => {
  const id = await start();
  // The server stops: the job leaves the clients to the next one.
  await work(id, AbortSignal.abort());
  expect(await lastRun()).toMatchObject({ state: 'cards', done: 0, secondsLeft: null });
  await work(id);
  // A job that comes a second time does nothing.
  await work(id);
  const run = await lastRun();
  expect(run).toMatchObject({ state: 'done', canUndo: true, made: cleanOnes().length, withClaims: false });
  expect(run?.exceptions.map(({ cause }) => cause)).toEqual([...TROUBLES]);
  const cards = await liveCards();
  expect(cards).toHaveLength(cleanOnes().length * 3);
  const [changed, deleted] = cards;
  const before = await admin.call(getWork, { id: changed?.id ?? 0, filters: [] });
  await admin.call(updateWork, { id: changed?.id ?? 0, data: { remarks: 'By hand', rev: 0 } });
  await admin.call(deleteWork, { id: deleted?.id ?? 0, data: {} });

  const undone = await admin.call(undoMonthRun, { id });
  expect(undone.data).toEqual({ removed: cards.length - 2, kept: 2 });
  expect((await liveCards()).map((card) => card.id)).toEqual([changed?.id]);
  const after = await lastRun();
  expect(after).toMatchObject({ state: 'undone', canUndo: false });
  expect(after?.kept.map(({ cardId }) => cardId)).toEqual([changed?.id, deleted?.id]);
  expect((await admin.call(undoMonthRun, { id })).Info).toBe('This run was undone before.');

  const again = await start();
  await work(again);
  expect((await lastRun())?.cards).toBe(cards.length - 1);
  const kept = await admin.call(getWork, { id: changed?.id ?? 0, filters: [] });
  expect(kept.data?.[0]).toEqual({ ...before.data?.[0], remarks: 'By hand', rev: 1 });
  const broken = await brokenInvariants(server.site.pool);
  expect(broken.filter((line) => /card|claim|month close/.test(line))).toEqual([]);
});

describe('what fails on the server', () => {
  const failing = async (table: 'work' | 'claim_batches', where: string, act: () => Promise<void>) => {
    const { pool } = server.site;
    await pool.query(`create function fail_for_a_test() returns trigger language plpgsql as $$
      begin raise exception 'division by zero' using errcode = '22012'; end $$`);
    await pool.query(`create trigger fail_for_a_test before insert on ${table} for each row when (${where})
      execute function fail_for_a_test()`);
    await act();
    await pool.query('drop function fail_for_a_test() cascade');
  };

  it('with one client stops that client alone, which is named with where the log tells more', async () => {
    const { id: earlier = 0 } = (await lastRun()) ?? {};
    await admin.call(undoMonthRun, { id: earlier });
    const [, client] = cleanOnes();
    const id = await start();
    await failing('work', `new.client_id = ${client?.id}`, () => work(id));
    const run = await lastRun();
    expect(run).toMatchObject({ state: 'done', made: cleanOnes().length - 1 });
    const own = run?.exceptions.find(({ clientId }) => clientId === client?.id);
    const reference = /month run \d+, client \d+/.exec(own?.reason ?? '')?.[0];
    expect(own).toMatchObject({ cause: 'refusedCard', reason: cardsFailed(reference ?? '') });
    const logged = server.log.filter((line) => line.includes(`"reference":"${reference}"`));
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toContain(client?.name);
    await admin.call(undoMonthRun, { id });
  });

  it('with the claim file ends the run without one', async () => {
    const id = await start(true);
    await failing('claim_batches', 'true', () => work(id));
    expect(await lastRun()).toMatchObject({
      state: 'done',
      batch: null,
      info: fileFailed(`month run ${id}, file`, 'HCPF Upload'),
    });
    await admin.call(undoMonthRun, { id });
  });

  it('so often that the job was given up is taken up again within the hour', async () => {
    const id = await start();
    const { pool } = server.site;
    const key = `${MONTH_CLOSE_JOB} ${id}`;
    const tries = async () =>
      (await pool.query('select attempts from graphile_worker.jobs where key = $1', [key])).rows;
    await pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
      key,
    ]);
    await monthCloseJob.run(await Scope.startJob(server.site, MONTH_CLOSE_JOB), {});
    expect(await tries()).toEqual([{ attempts: 0 }]);
    await work(id);
    expect((await lastRun())?.state).toBe('done');
  });
});

it('is undone whole after new terms of a type have repriced its cards', async () => {
  const { id: earlier = 0 } = (await lastRun()) ?? {};
  const undone = await admin.call(undoMonthRun, { id: earlier });
  expect(undone.data?.kept).toBe(0);
  const id = await start();
  await work(id);
  const made = (await lastRun())?.cards;
  const type = (await admin.call(listTypes, {})).data?.find(({ Code }) => Code === 'PCP');
  const term = type && termsOn(type.terms, `${MONTH}-01`);
  if (!term) throw new Error('no terms');
  const dearer = { ...term, rateCents: (term.rateCents ?? 0) + 10 };
  const changed = await admin.call(saveTerm, { id: type.id, rev: type.rev, isNew: false, ...dearer });
  expect(changed.status, changed.text).toBe(200);
  const { rows } = await server.site.pool.query('select from work where deleted is null and repriced > 0');
  expect(rows.length).toBeGreaterThan(0);
  expect((await admin.call(undoMonthRun, { id })).data).toEqual({ removed: made, kept: 0 });
  const broken = await brokenInvariants(server.site.pool);
  expect(broken.filter((line) => /card|claim|month close/.test(line))).toEqual([]);
});

const waiting = async () => {
  const { rows } = await server.site.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
};

it('keeps the cards whose work is on an invoice when it is undone', async () => {
  const { pool } = server.site;
  const id = await start();
  await work(id);
  const made = (await lastRun())?.cards ?? 0;
  const clientId = cleanOnes()[1]?.id ?? 0;
  const { rows: types } = await pool.query<{ code: string }>('select code from care_plan_types');
  await pool.query('update people set private_client = true where id = $1', [clientId]);
  const rates = types.map(({ code }) => ({ type: code, from: '2026-01-01', cents: 3_800 }));
  await admin.call(saveTerms, { clientId, rates, shares: [], rev: 0 });
  const span = { from: `${MONTH}-01`, through: `${MONTH}-28`, clientIds: [clientId] };
  const [invoice = 0] = (await admin.call(makeInvoices, span)).data?.ids ?? [];
  expect((await admin.call(undoMonthRun, { id })).data).toEqual({ removed: made - 3, kept: 3 });
  expect((await lastRun())?.kept.map((one) => one.clientId)).toEqual([clientId, clientId, clientId]);
  await admin.call(voidInvoice, { id: invoice, reason: 'Wrong client', rev: 0 });
  await pool.query('update people set private_client = false where id = $1', [clientId]);
  const own = await pool.query<{ id: number }>(
    'select id from work where client_id = $1 and deleted is null',
    [clientId],
  );
  for (const card of own.rows) await admin.call(deleteWork, { id: card.id, data: {} });
});

it('waits for an upload that is under way, and is refused as that has claimed its cards', async () => {
  const id = await start();
  await work(id);
  const before = await liveCards();
  // The upload has its cards and cannot store their claims yet.
  const holder = await server.site.pool.connect();
  await holder.query('begin');
  await holder.query('lock table claims in share mode');
  const uploading = admin.call(generateClaims, {
    from: `${MONTH}-01`,
    to: `${MONTH}-31`,
    status: 'Billed',
    frequency: '1',
    unproven: 'leaveOut',
    reason: '',
    paymentsOnly: false,
  });
  await expect.poll(waiting, { timeout: 4_000 }).toBe(1);
  const undoing = admin.call(undoMonthRun, { id });
  await expect.poll(waiting, { timeout: 4_000 }).toBe(2);
  await holder.query('rollback');
  holder.release();
  expect((await uploading).status).toBe(200);
  expect((await undoing).Info).toMatch(
    /^\d+ cards of this run are on a claim\. It can no longer be undone\.$/,
  );
  expect(await liveCards()).toEqual(before);
});

it('is not undone once a card of it is claimed', async () => {
  const { id = 0 } = (await lastRun()) ?? {};
  expect((await lastRun())?.canUndo).toBe(false);
  expect((await admin.call(undoMonthRun, { id })).Info).toMatch(/can no longer be undone\.$/);
  const data = await page();
  const claimed = data?.stages.find(({ stage }) => stage === 'claimed');
  expect(claimed?.cents).toBe(data?.stages.find(({ stage }) => stage === 'card')?.cents);
});

it('looks at many earlier months with the queries of one, and tells of each what its own page does', async () => {
  const { pool } = server.site;
  const [client] = cleanOnes();
  const { rows } = await pool.query<{ id: number }>(
    `insert into visits overriding system value
      select (jsonb_populate_record(visit, jsonb_build_object('id', visit.id + 1000000, 'date', visit.date - 28,
        'planned_day', visit.planned_day - 28, 'start_at', visit.start_at - interval '28 days',
        'end_at', visit.end_at - interval '28 days'))).*
      from visits visit where client_id = $1 and date between '2026-10-01' and '2026-10-20' returning id`,
    [client?.id],
  );
  expect(rows.length).toBeGreaterThan(0);
  const asked = async (date: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const months = (await admin.call(listEarlierMonths, { date, ...EVERYBODY })).data ?? [];
    const statements = query.mock.calls.length;
    query.mockRestore();
    return { months, statements };
  };
  const [one, two] = [await asked('2026-10'), await asked('2026-11')];
  expect(one.months.map(({ month }) => month)).toEqual(['2026-09']);
  expect(two.months.map(({ month }) => month).toSorted()).toEqual(['2026-09', MONTH]);
  expect(two.statements).toBe(one.statements);
  for (const { month, cents } of two.months) {
    const own = await admin.call(getMonthClose, { date: month, ...EVERYBODY });
    expect([month, cents]).toEqual([month, own.data?.waitingCents]);
  }
});

it('with the scan feature on makes no card of a half whose timesheet is missing, and makes it once that came', async () => {
  const scanning = await testServer({
    now: MONTH_NOW,
    entry: { capabilities: { ...ENTRY.capabilities, version: 2 } },
  });
  try {
    const { pool } = scanning.site;
    const caller = await scanning.as('admin');
    const [missing, scanned] = await addMonth(pool, 2, 'scans', { plans: 1, weekdays: ['Mon'] });
    const { rows: plans } = await pool.query<{ id: number; clientId: number }>(
      'select id, client_id as "clientId" from care_plans order by id',
    );
    const scan = async (clientId: number | undefined, period: 0 | 1) => {
      for (const plan of plans) if (plan.clientId === clientId) await addScan(pool, plan.id, MONTH, period);
    };
    await scan(scanned?.id, 0);
    await scan(scanned?.id, 1);
    await scan(missing?.id, 0);
    const month = async () => (await caller.call(getMonthClose, { date: MONTH, ...EVERYBODY })).data;
    const press = async () => {
      const { data } = await caller.call(startMonthRun, { date: MONTH, ...EVERYBODY, claims: false });
      await runMonth(await Scope.startJob(scanning.site, MONTH_CLOSE_JOB), data?.id ?? 0);
      return (await caller.call(getMonthRun, { date: MONTH })).data;
    };
    const carded = async () =>
      (
        await pool.query<{ id: number }>(
          'select client_id as id from work where deleted is null order by client_id',
        )
      ).rows;

    expect(await month()).toMatchObject({ ready: { clients: 1 }, notReady: 1 });
    expect((await month())?.holdups.map(({ cause, clients: of }) => [cause, of])).toEqual([
      ['noScan', [{ id: missing?.id, name: missing?.name }]],
    ]);
    expect((await press())?.exceptions).toEqual([
      { clientId: missing?.id, client: missing?.name, cause: 'noScan', reason: '2nd half has no scan.' },
    ]);
    expect(await carded()).toEqual([{ id: scanned?.id }]);

    // Each caregiver who owes the timesheet is written to once for what is missing.
    const remind = () => caller.call(remindTimesheets, { date: MONTH, ...EVERYBODY });
    const owed = async () => (await month())?.holdups.find(({ cause }) => cause === 'noScan');
    expect((await remind()).Info).toMatch(/^There is no template named Missing timesheet/);
    await caller.call(insertTemplate, { data: { name: 'Missing timesheet', text: 'Hi %username%' } });
    expect(await owed()).toMatchObject({ askedIds: [expect.any(Number)], reminded: [] });
    expect((await remind()).data).toEqual({ queued: 1, skipped: [] });
    const [id] = (await owed())?.askedIds ?? [];
    expect((await owed())?.reminded).toEqual([{ id, name: expect.any(String), at: expect.any(String) }]);
    expect((await remind()).data).toMatchObject({
      queued: 0,
      skipped: [{ id, reason: 'was reminded before' }],
    });
    const written = async () =>
      (
        await pool.query<{ id: number; text: string }>(
          "select person_id as id, text from messages where text like 'Hi %' order by id",
        )
      ).rows;
    const lines = async () => (await written()).map((one) => [one.id, one.text.split('\n').slice(1)]);
    const plan = plans.find(({ clientId }) => clientId === missing?.id)?.id;
    const second = `Care plan ${plan}, 2nd half of October 2026: we have no timesheet.`;
    expect(await lines()).toEqual([[id, [second]]]);
    expect((await written())[0]?.text).not.toContain(missing?.name.split(',')[0]);
    // What is missing since is asked for, and not what was asked for before.
    await pool.query("update scan_pages set deleted = now(), deleted_by = 'T.' where plan_id = $1", [plan]);
    expect((await owed())?.reminded).toEqual([]);
    expect((await remind()).data).toEqual({ queued: 1, skipped: [] });
    const first = `Care plan ${plan}, 1st half of October 2026: we have no timesheet.`;
    expect(await lines()).toEqual([
      [id, [second]],
      [id, [first]],
    ]);
    expect((await owed())?.reminded.map((one) => one.id)).toEqual([id]);
    await scan(missing?.id, 0);
    const user = await scanning.as('user');
    expect((await user.call(remindTimesheets, { date: MONTH, ...EVERYBODY })).status).toBe(403);

    await scan(missing?.id, 1);
    expect((await press())?.exceptions).toEqual([]);
    expect(await carded()).toEqual([{ id: missing?.id }, { id: scanned?.id }]);
  } finally {
    await scanning.stop();
  }
});
