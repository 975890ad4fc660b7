import { insertWork } from '@homecare/domain/billing/contract.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, setPayRates, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 14:04 in Denver. A visit from 1 to 3 PM was entered by hand and is on a billing record.
const DAY = '2026-11-20';
let server: TestServer;
let admin: Caller;
let user: Caller;
let planId: number;
let cardId: number;
let visitId: number;
beforeAll(async () => {
  server = await testServer({
    now: '2026-11-20T22:04:00Z',
    others: ['other'],
    entry: { capabilities: { premium: true, version: 1, maxClients: 100, billing: true } },
  });
  admin = await server.as('admin');
  user = await server.as('user');
  const { pool } = server.database;
  const provider = await addProvider(pool, 'Archuleta');
  await setPayRates(pool, provider, { 'PCP/RPCP': 2100 });
  const client = await addClient(pool, 'Stavropoulos', { city: 'Littleton' });
  const plan = await user.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-01',
      createReason: 'New client',
      week: weekOf({ Fri: ['13:00', '15:00'] }),
    },
  });
  planId = plan.insertId ?? 0;
  const day = { providerId: provider, year: 2026, month: 11, day: 20 };
  const [visit] = (await user.call(getEvvProvider, day)).data ?? [];
  visitId = visit?.id ?? 0;
  const saved = await user.call(updateVisit, {
    id: visitId,
    data: {
      startedAt: '2026-11-20T20:00:00Z',
      endedAt: '2026-11-20T22:00:00Z',
      changeCode: 16,
      changeReason: 'Phone was broken',
    },
  });
  expect(saved.status).toBe(200);
  const card = await admin.call(insertWork, {
    data: {
      planId,
      date: '2026-11',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-30',
      payRate: 6.92,
      days: [{ date: DAY, start: '13:00', end: '15:00', travel: 0, billing: true, payroll: true }],
    },
  });
  cardId = card.insertId ?? 0;
  expect(cardId).toBeGreaterThan(0);
});
afterAll(() => server.stop());

test('the story of a visit has its plan, correction, billing record and pay', async () => {
  const { data } = await admin.call(getVisitStory, { planId, day: DAY });
  expect(data).toMatchObject({
    planId,
    day: DAY,
    visitId,
    status: 'Complete',
    town: 'Littleton',
    start: '13:00',
    plan: { id: planId, version: 1, versions: 1, coverId: null },
    tasks: ['Bathing'],
    checkIn: { recordedAt: '2026-11-20T20:00:00Z', isPhone: false },
    cards: [{ id: cardId, month: '2026-11', minutes: 120, units: 8, cents: 8 * 692 }],
    pay: { minutes: 120, rate: 2100, cents: 4200, run: null },
    claims: [],
    invoices: [],
  });
  expect(data?.changes.at(-1)?.changed).toContainEqual({
    field: 'changeReason',
    old: null,
    now: 'Phone was broken',
  });
});

test('a check’s record has the time the server got it and the phone’s own time', async () => {
  const ends = async () => (await user.call(getVisitStory, { planId, day: DAY })).data;
  expect((await ends())?.checkIn).toMatchObject({ receivedAt: null, deviceAt: null, accuracy: null });
  await server.database.pool.query(
    `update visits set start_received_at = '2026-11-20T20:05:00Z', start_device_at = '2026-11-20T20:00:10Z',
       start_accuracy = 24.6 where id = $1`,
    [visitId],
  );
  expect((await ends())?.checkIn).toMatchObject({
    receivedAt: '2026-11-20T20:05:00Z',
    deviceAt: '2026-11-20T20:00:10Z',
    accuracy: 25,
  });
});

test('a manager reads the same story without money', async () => {
  const { data } = await user.call(getVisitStory, { planId, day: DAY });
  expect(data?.cards).toMatchObject([{ units: 8, cents: null }]);
  expect(data?.pay).toMatchObject({ minutes: 120, rate: null, cents: null });
});

test('a story is found by its billing record and by its visit’s id', async () => {
  const whole = (await admin.call(getVisitStory, { planId, day: DAY })).data;
  expect((await admin.call(getVisitStory, { cardId, day: DAY })).data).toEqual(whole);
  expect((await admin.call(getVisitStory, { planId, day: DAY, visitId })).data).toEqual(whole);
  expect(await admin.call(getVisitStory, { day: DAY })).toMatchObject({
    status: 400,
    errors: [{ field: 'planId' }],
  });
});

test('a story has the places of its checks and the address they were compared with', async () => {
  const address = { latitude: CLIENT_POINT.latitude, longitude: CLIENT_POINT.longitude };
  const places = async () => (await user.call(getVisitStory, { planId, day: DAY })).data?.where;
  expect(await places()).toEqual({ address, checkIn: null, checkOut: null });
  await server.database.pool.query(
    `update visits set start_latitude = 39.61, start_longitude = -105.02, place_latitude = 39.6, place_longitude = -105
     where id = $1`,
    [visitId],
  );
  expect(await places()).toEqual({
    address: { latitude: 39.6, longitude: -105 },
    checkIn: { latitude: 39.61, longitude: -105.02 },
    checkOut: null,
  });
});

test('the usual days to a decision are in the agency’s time zone, not the server’s', async () => {
  // Sent at 10 PM on November 1 in Denver, which is November 2 in UTC, and decided at noon on the 9th.
  await server.database.pool.query(
    `with batch as (insert into claim_batches (id, kind, month, interchange, group_number, usage, file_name, file, sets,
         claims, lines, units, amount, created, created_by)
       values (1, 'Billed', '2026-10-01', 1, 1, 'P', 'claims.txt', '', '[]', 5, 5, 5, 500, '2026-11-02T05:00:00Z', 'T.')
       returning id),
     claim as (insert into claims (id, batch_id, number, client_id, place, frequency, charge, units, lines)
       select '1-' || number, batch.id, number, (select client_id from care_plans where id = $1), '12', '1', 100, 1, '[]'
       from batch, generate_series(1, 5) as number returning id),
     file as (insert into claim_answer_files (name, kinds, state, payments, remarks, received, received_by)
       values ('835', '{835}', 'posted', '[]', '[]', '2026-11-09T19:00:00Z', 'T.') returning id)
     insert into claim_answers (file_id, claim_id, source, outcome, paid)
       select file.id, claim.id, '835', 'paid', 100 from file, claim`,
    [planId],
  );
  expect((await user.call(getVisitStory, { planId, day: DAY })).data?.usualDays).toBe(8);
});

test('a future day without a created visit has only its plan', async () => {
  const { data } = await admin.call(getVisitStory, { planId, day: '2026-12-18' });
  expect(data).toMatchObject({
    visitId: null,
    status: 'Planned',
    start: '13:00',
    end: '15:00',
    checkIn: null,
    cards: [],
    pay: null,
  });
});

test('caregivers read no story, and another agency has none', async () => {
  for (const role of ['provider', 'evv'] as const)
    expect((await (await server.as(role)).call(getVisitStory, { planId, day: DAY })).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(getVisitStory, { planId, day: DAY })).status).toBe(404);
});

test('a visit proves its minutes once the aggregator accepted it, or by itself if none is required', async () => {
  const { pool } = server.database;
  const verified = async () => (await user.call(getVisitStory, { planId, day: DAY })).data?.verifiedMinutes;
  const answer = (status: 'Success' | 'Failed') =>
    pool.query(
      `insert into aggregator_records (type, record_id, status, created, created_by, modified)
       values ('Visit', $1, $2, now(), 'T.', now())`,
      [visitId, status],
    );
  expect(await verified()).toBeNull();
  await answer('Success');
  expect(await verified()).toBe(120);
  await answer('Failed');
  expect(await verified()).toBeNull();
  await pool.query(`update settings set value = value || '{"sandataEnabled": false}' where key = 'switches'`);
  expect(await verified()).toBe(120);
});
