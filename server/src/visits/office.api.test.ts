import { readFile } from 'node:fs/promises';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  getCallReport,
  getEvvList,
  getEvvProvider,
  listExceptions,
  rescheduleVisit,
  updateVisit,
} from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { rollForwardJob } from './jobs.ts';

// Friday, November 20, 2026, in Denver. Each test's visit is 10:00 to 12:00; the office looks at it at 13:00.
const MORNING = '2026-11-20T17:00:00Z';
const NOON = '2026-11-20T20:00:00Z';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: MORNING, others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

const archive = (values: unknown[]) =>
  query(`update people set archive_date = $2, cur = 'n' where id = $1`, values);

let serial = 0;
const addPair = async () => {
  serial += 1;
  return {
    provider: await addProvider(server.database.pool, `Caregiver${serial}`),
    client: await addClient(server.database.pool, `Client${serial}`),
  };
};

const planOf = async (
  { provider, client }: { provider: number; client: number },
  week: Parameters<typeof weekOf>[0],
) => {
  const created = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-19',
      createReason: 'New client',
      week: weekOf(week),
    },
  });
  if (!created.insertId) throw new Error(created.text);
  return created.insertId;
};

const scheduleOf = async (provider: number, day: number) => {
  const { data } = await admin.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day });
  return data ?? [];
};

const setting = async (week: Parameters<typeof weekOf>[0] = { Fri: ['10:00', '12:00'] }) => {
  server.clock.set(MORNING);
  admin = await server.as('admin');
  const pair = await addPair();
  const plan = await planOf(pair, week);
  const [visit] = await scheduleOf(pair.provider, 20);
  if (!visit) throw new Error('no visit was made');
  server.clock.set(NOON);
  admin = await server.as('admin');
  return { ...pair, plan, visit };
};

type Fields = InputOf<typeof updateVisit>['data'];
const edit = (visit: Visit, data: Fields, caller = admin) => caller.call(updateVisit, { id: visit.id, data });
const times = (start: string, end: string) => ({
  startedAt: `2026-11-20T${start}:00Z`,
  endedAt: `2026-11-20T${end}:00Z`,
});
const stored = async (visit: Visit) =>
  (await query<Record<string, unknown>>('select * from visits where id = $1', [visit.id]))[0];
const queued = (visit: Visit) =>
  query<{ status: string; resend: boolean }>(
    `select status, resend from aggregator_records where type = 'Visit' and record_id = $1 order by id`,
    [visit.id],
  );

describe('an edit', () => {
  test('adds the times of a missed visit with a reason, and the status follows', async () => {
    const { visit } = await setting();
    const answer = await edit(visit, { ...times('17:05', '19:02'), changeCode: 2, rev: 0 });
    expect(answer).toMatchObject({ status: 200, Info: 'Success: Record edited' });
    expect(answer.data).toMatchObject({
      Status: 'Complete',
      startedAt: '2026-11-20T17:05:00Z',
      endedAt: '2026-11-20T19:02:00Z',
      StartEdited: true,
      EndEdited: true,
      IOBSE: '11111',
      EditedVia: 'admin',
      aggregatorStatus: null,
      rev: 1,
    });
    expect(await queued(visit)).toHaveLength(0);
    const log = await query<{ call: string; changes: object }>(
      `select call, changes from change_log where entity = 'visit' and entity_id = $1`,
      [visit.id],
    );
    expect(log).toMatchObject([
      { call: 'visits.edit', changes: { Status: ['Planned', 'Complete'], changeCode: [null, 2] } },
    ]);
  });

  test('can exclude a visit from billing, and sets no other flag', async () => {
    const { visit } = await setting();
    await edit(visit, { ...times('17:05', '19:02'), changeCode: 2 });
    const answer = await edit(visit, { IOBSE: '11011', changeCode: 14, changeReason: 'Private visit' });
    expect(answer.data).toMatchObject({ IOBSE: '11011', Status: 'Complete' });
    expect(await stored(visit)).toMatchObject({
      bill_visit: false,
      change_code: 14,
      change_reason: 'Private visit',
    });
    // Flags other than the bill flag are computed, whatever is sent.
    const notes = await edit(visit, { IOBSE: '11000', Notes: 'Seen', changeCode: 1 });
    expect(notes.data).toMatchObject({ IOBSE: '11011', Notes: 'Seen' });
  });

  test.each<[string, Fields, string]>([
    ['no reason', times('17:05', '19:02'), 'changeCode'],
    ['no memo', { ...times('17:05', '19:02'), changeCode: 16 }, 'changeReason'],
    [
      'a long memo',
      { ...times('17:05', '19:02'), changeCode: 16, changeReason: 'x'.repeat(255) },
      'changeReason',
    ],
    ['an end before the start', { ...times('19:05', '19:02'), changeCode: 1 }, 'FactEndTime'],
    ['the future', { ...times('17:05', '20:01'), changeCode: 1 }, 'FactEndTime'],
    ['what is no time', { startedAt: 'ten', changeCode: 1 }, 'FactStartTime'],
    ['what are no flags', { IOBSE: '2', changeCode: 1 }, 'IOBSE'],
    ['sending what is not complete', { aggregatorStatus: 'Pending' }, 'SunDataStatus'],
  ])('is refused for %s', async (_, data, field) => {
    const { visit } = await setting();
    const answer = await edit(visit, data);
    expect([answer.status, answer.errors[0]?.field]).toEqual([400, field]);
    expect(await stored(visit)).toMatchObject({ rev: 0, status: 'Planned' });
  });

  test('can resend a complete visit: Pending at once, queued in the same transaction', async () => {
    const { visit } = await setting();
    const again = { ...times('17:05', '19:02'), changeCode: 2, aggregatorStatus: 'Pending' } as const;
    const answer = await edit(visit, again);
    expect(answer.data?.aggregatorStatus).toBe('Pending');
    expect(await queued(visit)).toEqual([{ status: 'Planned', resend: false }]);
    // It waits in the queue; the record is read when it is sent.
    await edit(visit, { Notes: 'x', changeCode: 2, aggregatorStatus: 'Pending' });
    expect(await queued(visit)).toEqual([{ status: 'Planned', resend: false }]);
  });

  test('of a visit that is being sent automatically queues it once more', async () => {
    const { visit } = await setting();
    await edit(visit, { ...times('17:05', '19:02'), changeCode: 2 });
    await edit(visit, { aggregatorStatus: 'Pending' });
    // It has not been sent yet, so the worker will read it as it is then.
    await edit(visit, { Notes: 'x', changeCode: 2 });
    expect(await queued(visit)).toEqual([{ status: 'Planned', resend: false }]);
    await query(`update aggregator_records set status = 'Pending' where type = 'Visit' and record_id = $1`, [
      visit.id,
    ]);
    await edit(visit, { Notes: 'x', changeCode: 2 });
    expect(await queued(visit)).toEqual([{ status: 'Pending', resend: false }]);
    await edit(visit, { Notes: 'y', changeCode: 2 });
    expect(await queued(visit)).toEqual([{ status: 'Pending', resend: true }]);
  });

  test('with a stale revision is refused by name; a repeated save succeeds', async () => {
    const { visit } = await setting();
    const data = { ...times('17:05', '19:02'), changeCode: 2, rev: 0 };
    expect((await edit(visit, data)).status).toBe(200);
    const again = await edit(visit, data);
    expect(again).toMatchObject({ status: 200, data: { rev: 1 } });
    const stale = await edit(visit, { ...data, Notes: 'late' });
    expect(stale.status).toBe(409);
    expect(stale.Info).toBe('This visit was changed by T.A. at 11-20-2026 01:00 PM.');
  });

  test('at the same time as another with the same revision: one is written', async () => {
    const { visit } = await setting();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((Notes) => edit(visit, { Notes, changeCode: 1, rev: 0 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await stored(visit)).toMatchObject({ rev: 1 });
  });

  test('is not for caregivers, providers and other sites', async () => {
    const { visit, provider } = await setting();
    const evv = await server.as('evv', { providerId: provider });
    expect((await edit(visit, { startedAt: MORNING }, evv)).errors[0]?.field).toBe('Status');
    const asProvider = await server.as('provider', { providerId: provider });
    expect((await edit(visit, { Notes: 'x', changeCode: 1 }, asProvider)).status).toBe(403);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await edit(visit, { Notes: 'x', changeCode: 1 }, stranger)).status).toBe(404);
    expect(await stored(visit)).toMatchObject({ rev: 0 });
  });
});

describe('rescheduling', () => {
  const moveOf = (visit: Visit, startDate: string, startTime: string) => ({
    careId: visit.CareID,
    id: visit.id,
    fromDate: visit.Date,
    startDate,
    startTime,
    rev: visit.rev,
  });

  test('moves a planned visit at its length, once', async () => {
    const { visit, provider } = await setting();
    const move = moveOf(visit, '2026-11-21', '13:00');
    const answer = await admin.call(rescheduleVisit, move);
    expect(answer).toMatchObject({ status: 200, Info: 'Visit was rescheduled to 11-21-2026 01:00 PM' });
    expect(answer.data).toMatchObject({
      Date: '2026-11-21',
      PlanStartTime: '13:00',
      PlanEndTime: '15:00',
      rev: 1,
    });
    const again = await admin.call(rescheduleVisit, move);
    expect(again).toMatchObject({ status: 200, data: { rev: 1 } });
    expect(await scheduleOf(provider, 20)).toHaveLength(0);
    expect(await scheduleOf(provider, 21)).toHaveLength(1);
    // The nightly run does not create it again.
    await rollForwardJob.run(server.scope, null);
    expect(await scheduleOf(provider, 20)).toHaveLength(0);
  });

  test('by an earlier release, which left no mark, is found in the log if the visit is still there', async () => {
    const [one, other] = [await setting(), await setting()];
    for (const { visit } of [one, other])
      expect((await admin.call(rescheduleVisit, moveOf(visit, '2026-11-21', '13:00'))).status).toBe(200);
    const { pool } = server.database;
    const ids = [one.visit.id, other.visit.id];
    await pool.query('update visits set rescheduled = false where id = any($1)', [ids]);
    // Its plan has put this one elsewhere since.
    await pool.query(`update visits set plan_start = '08:00' where id = $1`, [other.visit.id]);
    const migration = new URL('../../migrations/0160_visits.sql', import.meta.url);
    await pool.query(await readFile(migration, 'utf8'));
    const { rows } = await pool.query('select rescheduled from visits where id = any($1) order by id', [ids]);
    expect(rows).toEqual([{ rescheduled: true }, { rescheduled: false }]);
  });

  test('tells the client’s contact the new time, once', async () => {
    const { visit, client } = await setting();
    await query("update people set notify_visit = '(303) 555-0188' where id = $1", [client]);
    const move = moveOf(visit, '2026-11-21', '13:00');
    await admin.call(rescheduleVisit, move);
    await admin.call(rescheduleVisit, move);
    const texts = await query<{ text: string }>('select text from messages where person_id = $1', [client]);
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringContaining('a visit has another time, now on 11-21-2026, 1:00 PM to 3:00 PM.'),
    ]);
  });

  test('by an older client names plan and day, and the end it computed', async () => {
    const { visit } = await setting();
    const { id, rev, ...move } = moveOf(visit, '2026-11-21', '23:00');
    const wrong = await admin.call(rescheduleVisit, { ...move, endDate: '2026-11-22', endTime: '02:00' });
    expect([wrong.status, wrong.Info]).toEqual([
      400,
      'The visit keeps its length: it ends 11-22-2026 01:00.',
    ]);
    const right = await admin.call(rescheduleVisit, {
      ...move,
      endDate: '2026-11-22',
      endTime: '01:00',
      initials: 'X.Y.',
    });
    expect(right.data).toMatchObject({ Date: '2026-11-21', PlanEndTime: '01:00', EditedBy: 'T.A.' });
  });

  test('refuses a time at which the provider or the client has another visit', async () => {
    const { visit, provider, client } = await setting({ Fri: ['10:00', '12:00'], Sat: ['14:00', '16:00'] });
    const overlap = await admin.call(rescheduleVisit, moveOf(visit, '2026-11-21', '12:01'));
    expect([overlap.status, overlap.Info]).toEqual([
      409,
      'The provider has another visit then: 11-21-2026, 2:00 PM – 4:00 PM.',
    ]);
    const other = await addPair();
    await planOf({ provider: other.provider, client }, { Sat: ['08:00', '09:00'] });
    const ofClient = await admin.call(rescheduleVisit, moveOf(visit, '2026-11-21', '08:59'));
    expect(ofClient.Info).toBe('The client has another visit then: 11-21-2026, 8:00 AM – 9:00 AM.');
    expect((await admin.call(rescheduleVisit, moveOf(visit, '2026-11-21', '12:00'))).status).toBe(200);
    expect(await scheduleOf(provider, 21)).toHaveLength(2);
  });

  test('cannot move two visits of a provider to the same time at once', async () => {
    const first = await setting();
    const other = await addPair();
    await planOf({ provider: first.provider, client: other.client }, { Fri: ['14:00', '15:00'] });
    const second = (await scheduleOf(first.provider, 20)).find(({ ClientID }) => ClientID === other.client);
    if (!second) throw new Error('no second visit');
    const answers = await Promise.all(
      [first.visit, second].map((one) => admin.call(rescheduleVisit, moveOf(one, '2026-11-22', '09:00'))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([
    ['2026-11-19', '13:00', 400],
    ['2026-12-04', '13:00', 200],
    ['2026-12-05', '13:00', 400],
    ['2026-11-20', '12:44', 400],
    ['2026-11-20', '12:45', 200],
    ['2026-11-20', '10:00', 200],
  ])('to %s %s answers %d', async (date, start, status) => {
    const { visit } = await setting();
    expect((await admin.call(rescheduleVisit, moveOf(visit, date, start))).status).toBe(status);
  });

  test('refuses visits that have begun, stale views, archived people and other roles', async () => {
    const { visit, client, provider } = await setting();
    const move = moveOf(visit, '2026-11-24', '13:00');
    await archive([client, '2026-11-24']);
    expect((await admin.call(rescheduleVisit, move)).Info).toBe('The client is archived by then.');
    await query(`update people set archive_date = null, cur = 'y' where id = $1`, [client]);
    expect((await admin.call(rescheduleVisit, { ...move, rev: 7 })).status).toBe(409);
    expect((await admin.call(rescheduleVisit, { ...move, careId: move.careId + 1 })).status).toBe(404);
    const evv = await server.as('evv', { providerId: provider });
    expect((await evv.call(rescheduleVisit, move)).status).toBe(403);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await stranger.call(rescheduleVisit, move)).status).toBe(404);
    await edit(visit, { startedAt: MORNING, changeCode: 1 });
    const begun = await admin.call(rescheduleVisit, { ...move, rev: 1 });
    expect(begun.Info).toBe('Only a Planned visit can be rescheduled; this one is Active.');
  });
});

describe('exceptions', () => {
  const period = { from: '2026-11-01', to: '2026-11-20' };
  const kindsOf = async (visit: Visit) => {
    const { data } = await admin.call(listExceptions, period);
    return data?.visits
      .find((row) => row.visit.id === visit.id)
      ?.exceptions.map(({ kind, detail, fix }) => [kind, detail, fix]);
  };

  test('list what will not bill, and how to fix it', async () => {
    const { visit, provider, plan } = await setting();
    server.clock.set('2026-11-20T16:40:00Z');
    const evv = await server.as('evv', { providerId: provider });
    await evv.call(updateVisit, { id: visit.id, data: { Status: 'Active' } });
    server.clock.set(NOON);
    admin = await server.as('admin');
    expect(await kindsOf(visit)).toEqual([
      ['attempt', 'Check-In 9:40 AM, 20 min before plan, location error', 'accept'],
    ]);
    await edit(visit, { ...times('17:05', '19:02'), changeCode: 2 });
    expect(await kindsOf(visit)).toEqual([['notAccepted', 'Not sent yet', 'send']]);
    await query(
      `update visits set start_location_error = true, start_distance = 1500, change_code = null where id = $1`,
      [visit.id],
    );
    expect(await kindsOf(visit)).toEqual([
      ['locationError', 'Check-In 1,500 m away', 'reason'],
      ['noReason', null, 'reason'],
      ['notAccepted', 'Not sent yet', 'send'],
    ]);
    await edit(visit, { IOBSE: '11011', changeCode: 15, changeReason: 'Parking lot' });
    expect(await kindsOf(visit)).toBeUndefined();
    await query('update visits set iobse = null, status = status where id = $1', [visit.id]);
    expect(await kindsOf(visit)).toBeDefined();
    await query(`update care_plans set excluded = '2026-11-19' where id = $1`, [plan]);
    expect(await kindsOf(visit)).toBeUndefined();
  });

  test('point to the client the aggregator rejected, for whom the visit waits in the queue', async () => {
    const { visit, client } = await setting();
    await edit(visit, { ...times('17:00', '19:00'), changeCode: 2 });
    await query(
      `insert into aggregator_records (type, record_id, status, message, created, created_by, modified)
       values ('Client', $1, 'Failed', 'The city is missing.', now(), 'T.', now()),
         ('Visit', $2, 'Planned', null, now(), 'T.', now())`,
      [client, visit.id],
    );
    expect(await kindsOf(visit)).toEqual([['personRejected', 'The city is missing.', 'fixClient']]);
    // Once a client was accepted, a later rejection does not hold visits back.
    await query(
      `insert into aggregator_records (type, record_id, status, sends, created, created_by, modified)
       values ('Client', $1, 'Success', 1, now(), 'T.', now()), ('Client', $1, 'Failed', 1, now(), 'T.', now())`,
      [client],
    );
    expect(await kindsOf(visit)).toBeUndefined();
  });

  test('cover at most 31 days, for admins and users of this site', async () => {
    expect((await admin.call(listExceptions, { from: '2026-10-20', to: '2026-11-20' })).status).toBe(400);
    expect((await admin.call(listExceptions, { from: '2026-11-20', to: '2026-11-19' })).status).toBe(400);
    expect((await admin.call(listExceptions, { from: '2026-10-21', to: '2026-11-20' })).status).toBe(200);
    const asProvider = await server.as('provider', { providerId: (await addPair()).provider });
    expect((await asProvider.call(listExceptions, period)).status).toBe(403);
    const stranger = await server.as('user', { site: server.siteNamed('other') });
    expect((await stranger.call(listExceptions, period)).data).toEqual({ visits: [], more: false });
  });
});

describe('the call report', () => {
  const addressOf = (filter: string) => `/homecare/api/EVV/getCallReport.php?${filter}`;
  const report = (caller: Caller, filter: string) => caller.raw({ method: 'GET', url: addressOf(filter) });
  const pagesOf = async (caller: Caller, filter: string) => {
    const headers = { host: 'localhost', cookie: caller.cookie ?? '' };
    const answer = await server.app.inject({ method: 'GET', url: addressOf(filter), headers });
    expect(answer.headers['content-type']).toBe('application/pdf');
    return readPdf(new Uint8Array(answer.rawPayload));
  };

  test('prints every visit with what was recorded and what counts', async () => {
    const { visit, provider, client } = await setting({
      Fri: ['10:00', '12:00'],
      Sat: ['10:00', '12:00'],
    });
    server.clock.set(MORNING);
    const evv = await server.as('evv', { providerId: provider });
    const far = {
      AddressStartLatitude: CLIENT_POINT.latitude + 0.01,
      AddressStartLongitude: CLIENT_POINT.longitude,
    };
    await evv.call(updateVisit, { id: visit.id, data: { Status: 'Active', ...far, Accuracy: 5 } });
    server.clock.set(NOON);
    const office = await server.as('user');
    await edit(visit, { ...times('17:10', '19:00'), Notes: 'Phone was empty', changeCode: 8 }, office);
    const filter = `client=${client}&provider=&from=2026-11-01&to=2026-11-30`;
    const [page, ...others] = await pagesOf(office, filter);
    expect(others).toHaveLength(0);
    expect(page && page.width > page.height).toBe(true);
    const text = page?.text.replace(/\s+/g, ' ') ?? '';
    for (const said of [
      'EVV Call Report',
      `Caregiver${serial}, Pat`,
      '11-20-2026',
      '10:00 Mobile',
      '12:00 Manual',
      '10:10',
      '1.83',
      '! 1,112 away',
      'Notes: Phone was empty',
      '8 Cell phone not charged',
      '11111',
    ])
      expect(text).toContain(said);
    const [logged] = await query<{ kind: string; outcome: string }>(
      `select kind, outcome from document_log order by id desc limit 1`,
    );
    expect(logged).toMatchObject({ kind: 'CallReport', outcome: 'done' });
  });

  test.each([
    ['client=1&provider=&from=&to=2026-11-30', 400, 'Error: Incorrect start/end period'],
    ['client=1&from=2026-11-30&to=2026-11-01', 400, 'Error: Incorrect start/end period'],
    [
      'client=1&from=2025-11-01&to=2026-11-02',
      400,
      'Error: Time between from to date cannot be more that one year',
    ],
    ['from=2026-11-01&to=2026-11-02', 400, 'Error: You must select provider, client or both'],
    ['client=999999&from=2026-11-01&to=2026-11-02', 404, 'This record was not found.'],
  ])('%s', async (filter, status, info) => {
    const answer = await report(admin, filter);
    expect([answer.status, answer.Info]).toEqual([status, info]);
  });

  test('has a page that says so when it is empty', async () => {
    const { client } = await addPair();
    const [page] = await pagesOf(admin, `client=${client}&from=2026-11-01&to=2026-11-02`);
    expect(page?.text).toContain('No records for the chosen parameters.');
  });

  test('is not for caregivers, and does not find people of another site', async () => {
    const { provider } = await addPair();
    const filter = `provider=${provider}&from=2026-11-01&to=2026-11-02`;
    const evv = await server.as('evv', { providerId: provider });
    expect((await report(evv, filter)).status).toBe(403);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await report(stranger, filter)).status).toBe(404);
  });
});

test('without premium the office sees no visits; caregivers keep theirs', async () => {
  const plain = await testServer({
    now: NOON,
    entry: { capabilities: { premium: false, version: 2, maxClients: 10, billing: true } },
  });
  try {
    const { pool } = plain.database;
    const pair = { provider: await addProvider(pool, 'Plain'), client: await addClient(pool, 'Plain') };
    const { rows } = await pool.query<{ id: number }>(
      `with plan as (insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created,
           modified, modified_by)
         values ($1, $2, 1, '2026-11-19', 'New', 'Active', $3, now(), now(), 'T.') returning id)
       insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
       select id, '2026-11-20', '2026-11-20', '10:00', '12:00', $2, $1, $4, now() from plan returning id`,
      [
        pair.provider,
        pair.client,
        weekOf({ Fri: ['10:00', '12:00'] }),
        JSON.stringify({ WorkingTime: 120, TravelTime: 0, Care: {}, Home: {} }),
      ],
    );
    const id = rows[0]?.id ?? 0;
    const caller = await plain.as('admin');
    const period = { from: '2026-11-01', to: '2026-11-20' };
    const day = { year: 2026, month: 11 };
    const refused = [
      await caller.call(getEvvList, { ...day, startDay: 20, endDay: 20 }),
      await caller.call(listExceptions, period),
      await caller.call(getCallReport, { ...pair, ...period }),
      await caller.call(updateVisit, { id, data: { Status: 'Active', changeCode: 1 } }),
      await caller.call(updateVisit, { id, data: { Notes: 'x', changeCode: 1 } }),
      await caller.call(rescheduleVisit, {
        careId: 1,
        fromDate: '2026-11-20',
        startDate: '2026-11-21',
        startTime: '10:00',
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const schedule = await caller.call(getEvvProvider, { providerId: pair.provider, ...day, day: 20 });
    expect(schedule.data).toMatchObject([{ id, Status: 'Planned', Notes: null }]);
  } finally {
    await plain.stop();
  }
});

describe('the nightly run', () => {
  const run = () => rollForwardJob.run(server.scope, null);
  const daysOf = async (plan: number) =>
    (
      await query<{ date: string }>(
        'select planned_day as date from visits where care_plan_id = $1 and removed is null order by 1',
        [plan],
      )
    ).map(({ date }) => date);

  test('adds the day that entered the window, even after missed nights, and once', async () => {
    const { plan } = await setting({ Fri: ['10:00', '12:00'], Sun: ['10:00', '12:00'] });
    expect(await daysOf(plan)).toEqual(['2026-11-20', '2026-11-22', '2026-11-27', '2026-11-29']);
    // Just before and after midnight in Denver.
    server.clock.set('2026-11-21T06:59:59Z');
    await run();
    expect(await daysOf(plan)).toHaveLength(4);
    server.clock.set('2026-11-24T07:00:00Z');
    await run();
    await run();
    expect((await daysOf(plan)).slice(4)).toEqual(['2026-12-04', '2026-12-06']);
    const runs = await query(
      `select from change_log where call = 'visits.rollForward' and changes::text like '%11-24%'`,
    );
    expect(runs).toHaveLength(1);
  });

  test('creates what an interrupted run left out, and nothing for people who have left', async () => {
    server.clock.set('2026-11-25T12:00:00Z');
    admin = await server.as('admin');
    const pair = await addPair();
    const plan = await planOf(pair, { Fri: ['10:00', '12:00'] });
    await query(`update visits set removed = now() where care_plan_id = $1`, [plan]);
    await archive([pair.client, '2026-12-04']);
    server.clock.set('2026-11-26T12:00:00Z');
    await Promise.all([run(), run()]);
    expect(await daysOf(plan)).toEqual(['2026-11-27']);
    const { data } = await (await server.as('admin')).call(getEvvList, {
      year: 2026,
      month: 11,
      startDay: 27,
      endDay: 27,
    });
    expect(data?.filter(({ CareID }) => CareID === plan)).toHaveLength(1);
  });
});
