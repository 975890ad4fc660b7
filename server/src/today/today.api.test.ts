import { readFile } from 'node:fs/promises';
import { saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { markRead } from '@homecare/domain/messaging/delivery-contract.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import { assignRow, getToday, listMarks, snoozeRow } from '@homecare/domain/today/contract.ts';
import type { Today } from '@homecare/domain/today/schema.ts';
import { listExceptions } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday 20 November 2026, 10:00 in Denver.
const NOW = '2026-11-20T17:00:00Z';
let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  // Before the first visits: those of the past are not made.
  server = await testServer({ now: '2026-11-20T12:04:00Z', others: ['other'] });
  await signIn();
});
const signIn = async () => {
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
};
afterAll(() => server.stop());

const fine = { id_expiration: '2029-01-01', staff_evaluation: '2026-06-01', safety_training: '2026-06-01' };
let serial = 0;
const caregiver = (name: string, columns: object = {}) => {
  serial += 1;
  return addProvider(server.database.pool, `${name}${serial}`, { ...fine, skill_not_need: true, ...columns });
};
const plan = async (ProviderID: number, days: Parameters<typeof weekOf>[0]) => {
  serial += 1;
  const ClientID = await addClient(server.database.pool, `Client${serial}`, {
    home_visit: '2026-11-01',
    telehealth_consent: true,
  });
  const made = await admin.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-11-20',
      createReason: 'New client',
      week: weekOf(days),
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};

/** The answer once nothing is being counted any more. */
const settled = async (who: Caller): Promise<Today> => {
  for (let look = 0; look < 600; look += 1) {
    const { data, text } = await who.call(getToday, {});
    if (!data) throw new Error(text);
    if (!data.isCounting) return data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it is still being counted');
};
const rowOf = async (who: Caller, key: string) => (await settled(who)).rows.find((row) => row.key === key);

describe('the list', () => {
  test('names who is late with their phone, and who is no longer there once the visit has begun', async () => {
    const chidi = await caregiver('Okafor', { first_name: 'Chidi', phone: '(303) 555-0171' });
    const planId = await plan(chidi, { Fri: ['09:15', '11:30'] });
    const kinds = async () => (await settled(admin)).rows.map(({ kind }) => kind);
    expect(await kinds()).not.toContain('late');
    server.clock.set(NOW);
    await signIn();
    expect((await settled(admin)).rows[0]).toMatchObject({
      kind: 'late',
      part: 'now',
      title: expect.stringContaining('Chidi Okafor'),
      figure: { main: '45 min late' },
      mend: { by: 'call', phone: '(303) 555-0171' },
    });
    await server.database.pool.query(
      `update visits set status = 'Active', start_at = $2 where care_plan_id = $1`,
      [planId, '2026-11-20T16:40:00Z'],
    );
    expect(await kinds()).not.toContain('late');
    const { hours } = await settled(admin);
    expect(hours).toContainEqual({ hour: 9, state: 'inProgress', count: 1 });
  });

  test('shows a call-out at once: the visit of today first, those of later days as one row', async () => {
    const dolores = await caregiver('Martinez', { first_name: 'Dolores' });
    const planId = await plan(dolores, { Fri: ['13:00', '15:30'], Sat: ['13:00', '15:00'] });
    await settled(user);
    const told = await user.call(callOut, {
      ProviderID: dolores,
      from: NOW,
      until: '2026-11-22T07:00:00Z',
      note: 'flu',
    });
    expect(told.status).toBe(200);
    const { rows, nextOpen, out } = await settled(user);
    const mine = rows.filter(({ kind }) => kind === 'open' || kind === 'openSoon');
    expect(mine).toMatchObject([
      { key: `open:${planId}:2026-11-20`, title: '1:00 PM visit needs a caregiver', button: 'Cover' },
      { key: 'openSoon', title: '1 visit needs a caregiver tomorrow', button: 'Plan 1' },
    ]);
    expect(nextOpen).toBe('2026-11-20');
    expect(out).toMatchObject([{ id: dolores, why: 'calledOut', through: '2026-11-21', open: 1 }]);
  });

  test('offers a request for time off to be approved, and has it no more once it is', async () => {
    const kofi = await caregiver('Boateng', { first_name: 'Kofi' });
    const phone = await server.as('evv', { providerId: kofi });
    const asked = await phone.call(saveTimeOff, {
      id: null,
      rev: null,
      providerId: kofi,
      from: '2026-12-03',
      through: '2026-12-04',
      fromTime: null,
      throughTime: null,
      status: 'Requested',
      reason: null,
    });
    expect(await rowOf(user, `timeOff:${asked.insertId}`)).toMatchObject({
      title: expect.stringContaining('asks for time off'),
      mend: {
        by: 'approve',
        asked: { id: asked.insertId, rev: 0, providerId: kofi, from: '2026-12-03', through: '2026-12-04' },
      },
    });
    const approved = await user.raw({
      method: 'POST',
      url: '/homecare/api/availability/decide-time-off',
      payload: { items: [{ id: asked.insertId, rev: 0 }], status: 'Approved' },
    });
    expect(approved.status).toBe(200);
    expect(await rowOf(user, `timeOff:${asked.insertId}`)).toBeUndefined();
  });

  test('has an expired paper for who may renew it, until it is renewed', async () => {
    const id = await caregiver('Yoder', { first_name: 'Caleb', id_expiration: '2026-11-18' });
    const { rows } = await settled(admin);
    expect(rows.find(({ kind }) => kind === 'expired')).toMatchObject({
      mend: { by: 'record', id, field: 'ID Expiration' },
      place: { list: 'people', ids: [id] },
      placeCount: 1,
    });
    expect((await settled(user)).rows.map(({ kind }) => kind)).not.toContain('expired');
    const renewed = await admin.call(updatePerson, { id, data: { 'ID Expiration': '2030-01-01' } });
    expect(renewed.status).toBe(200);
    expect((await settled(admin)).rows.map(({ kind }) => kind)).not.toContain('expired');
  });

  test('counts what the aggregator is missing as the exceptions view lists it', async () => {
    const planId = await plan(await caregiver('Bekele'), { Thu: ['08:00', '10:00'] });
    await server.database.pool.query(
      `insert into visits (care_plan_id, provider_id, client_id, planned_day, date, plan_start, plan_end, status,
        start_at, end_at, aggregator_status, aggregator_message, created, tasks)
       select plan.id, plan.provider_id, plan.client_id, day, day, '08:00', '10:00', 'Complete',
        day + time '15:00' at time zone 'UTC', day + time '17:00' at time zone 'UTC', made.state, message, now(),
        '{"WorkingTime":120,"TravelTime":0,"Care":{},"Home":{}}'
       from care_plans plan, (values (date '2026-11-12', 'Failed', 'Member ID not found'), (date '2026-11-13', null, null))
         as made (day, state, message) where plan.id = $1`,
      [planId],
    );
    const row = await rowOf(user, 'unaccepted');
    expect(row).toMatchObject({
      title: 'Sandata rejected 1 visit',
      text: 'Member ID not found. 1 more is not sent',
      count: 2,
    });
    if (row?.place.list !== 'exceptions') throw new Error('it leads to another list');
    const { from, to, kind } = row.place;
    const listed = await user.call(listExceptions, { from, to });
    const found = listed.data?.visits.filter(({ exceptions }) => exceptions.some((one) => one.kind === kind));
    expect(found).toHaveLength(row.placeCount);
  });
});

test('Today says which texts are unread until they are read, who owes, and whether the books add up', async () => {
  const { pool } = server.database;
  const ana = await caregiver('Archuleta', { first_name: 'Ana', phone: '(303) 555-0188' });
  await pool.query(
    `insert into messages (direction, channel, status, recipient, sender, sid, text, person_id, request, place, created, created_by)
     values ('in', 'SMS', 'received', '+13035550110', '+13035550188', 'SM1', 'On my way', $1, 'in SM1', 0, $2, '')`,
    [ana, NOW],
  );
  const client = await addClient(pool, 'Overdue');
  await pool.query(`insert into invoice_numbers (range, last) values ('2026', 9002)`);
  await pool.query(
    `with run as (insert into invoice_runs (from_day, through_day, made, made_by)
       values ('2026-09-01', '2026-09-30', $2, 'T.A.') returning id)
     insert into invoices (range, number, run_id, client_id, bill_to, from_day, through_day, issued, due, total, created, created_by)
     select '2026', 9000 + n, run.id, $1, '{}', '2026-09-01', '2026-09-30', '2026-10-01', due, 5000, $2, 'T.A.'
     from run, (values (1, date '2026-10-31'), (2, date '2026-11-20')) as made (n, due)`,
    [client, NOW],
  );
  await pool.query(`insert into book_runs (asked, ended, broken_count, results) values ($1, $1, 2, '[]')`, [
    NOW,
  ]);
  // Invoices and checks of the books are looked for each minute.
  server.clock.set('2026-11-20T17:01:00Z');
  expect(await rowOf(user, 'texts')).toMatchObject({ title: '1 text is unread', placeCount: 1 });
  expect(await rowOf(admin, 'overdue')).toMatchObject({
    count: 1,
    cents: 5_000,
    text: 'The oldest was due Oct 31',
  });
  expect(await rowOf(admin, 'books')).toMatchObject({ count: 2 });
  const read = await user.call(markRead, { personId: ana, number: null, upTo: 2_000_000_000 });
  expect(read.data).toEqual({ read: 1 });
  expect(await rowOf(user, 'texts')).toBeUndefined();
  expect(await rowOf(user, 'overdue')).toBeUndefined();
  server.clock.set(NOW);
});

describe('a row', () => {
  test('is put off until a time by one and by nobody else undone, with who and when in the log', async () => {
    const until = '2026-11-21T15:00:00Z';
    expect((await user.call(snoozeRow, { keys: ['openSoon'], until })).status).toBe(200);
    const { rows, snoozed } = await settled(admin);
    expect(rows.map(({ key }) => key)).not.toContain('openSoon');
    expect(snoozed).toMatchObject([{ key: 'openSoon', snoozed: { until, by: 'T.U.' } }]);
    const { rows: log } = await server.database.pool.query(
      `select call, actor, changes from change_log where entity = 'todayRow' order by id`,
    );
    expect(log).toMatchObject([
      { call: 'today.snooze', changes: { row: ['openSoon', 'openSoon'], snoozedUntil: [null, until] } },
    ]);
    expect((await user.call(snoozeRow, { keys: ['openSoon'], until: null })).status).toBe(200);
    expect((await settled(admin)).rows.map(({ key }) => key)).toContain('openSoon');
  });

  test('that was put off is there again once more has come to it, and not for what was there', async () => {
    const until = '2026-11-21T15:00:00Z';
    expect((await user.call(snoozeRow, { keys: ['openSoon'], until })).status).toBe(200);
    expect(await rowOf(admin, 'openSoon')).toBeUndefined();
    const bo = await caregiver('Ray', { first_name: 'Bo' });
    await plan(bo, { Sat: ['08:00', '10:00'] });
    expect(await rowOf(admin, 'openSoon')).toBeUndefined();
    const out = { ProviderID: bo, from: NOW, until: '2026-11-22T07:00:00Z', note: '' };
    expect((await user.call(callOut, out)).status).toBe(200);
    expect(await rowOf(admin, 'openSoon')).toMatchObject({ count: 2, snoozed: null });
    const unseen = await user.call(snoozeRow, { keys: ['openSoon'], until, seen: { openSoon: 1 } });
    expect(unseen.status).toBe(409);
    expect(await rowOf(admin, 'openSoon')).toMatchObject({ count: 2 });
    // Put off once more it is all of that.
    const all = { keys: ['openSoon'], until, seen: { openSoon: 2 } };
    expect((await user.call(snoozeRow, all)).status).toBe(200);
    expect(await rowOf(admin, 'openSoon')).toBeUndefined();
    expect((await user.call(snoozeRow, { keys: ['openSoon'], until: null })).status).toBe(200);
  });

  test('that is there again by itself keeps nothing of what it stood for', async () => {
    expect((await user.call(snoozeRow, { keys: ['openSoon'], until: '2026-11-20T17:01:00Z' })).status).toBe(
      200,
    );
    const covers = async () =>
      (await server.database.pool.query('select row_key from today_marks where snoozed_covers is not null'))
        .rows;
    expect(await covers()).toEqual([{ row_key: 'openSoon' }]);
    server.clock.set('2026-11-20T17:02:00Z');
    expect(await rowOf(admin, 'openSoon')).toMatchObject({ snoozed: null });
    expect((await user.call(snoozeRow, { keys: ['forms'], until: null })).status).toBe(200);
    expect(await covers()).toEqual([]);
    server.clock.set(NOW);
  });

  test('that was put off before it was kept what it stood for is shown again by the migration, no notice is', async () => {
    const { pool } = server.database;
    await pool.query(`insert into today_marks (row_key, snoozed_until, snoozed_by)
      select key, '2026-11-30T17:00:00Z', 'M.R.' from unnest(array['scans', 'notice:homeVisit:person-8']) as given (key)`);
    await pool.query(
      await readFile(new URL('../../migrations/0172_today_old_snoozes.sql', import.meta.url), 'utf8'),
    );
    const { rows } = await pool.query('select row_key from today_marks where snoozed_until is not null');
    expect(rows).toEqual([{ row_key: 'notice:homeVisit:person-8' }]);
  });

  test('is put off and given away with others at once, also notices of the inbox', async () => {
    const keys = ['notice:homeVisit:person-7', 'notice:scan:plan-9-2026-10'];
    const [until, other] = [
      '2026-11-21T15:00:00Z',
      await server.as('admin', { site: server.siteNamed('other') }),
    ];
    const tag = String((await user.call(listMarks, {})).headers.etag);
    expect((await user.call(snoozeRow, { keys, until })).status).toBe(200);
    expect((await user.call(listMarks, {}, { 'if-none-match': tag })).status).toBe(200);
    const [somebody] = (await user.call(listMarks, {})).data?.people ?? [];
    expect((await user.call(assignRow, { keys, accountId: somebody?.id ?? 0 })).status).toBe(200);
    const marksOf = async (who: typeof user) =>
      (await who.call(listMarks, {})).data?.marks.filter(({ key }) => keys.includes(key));
    expect(await marksOf(admin)).toEqual(
      keys.map((key) => ({
        key,
        snoozed: { until, by: 'T.U.' },
        assigned: expect.objectContaining({ id: somebody?.id }),
      })),
    );
    expect(await marksOf(other)).toEqual([]);
    expect((await user.call(snoozeRow, { keys, until: null })).status).toBe(200);
    expect((await marksOf(admin))?.map(({ snoozed }) => snoozed)).toEqual([null, null]);
  });

  test.each(['2026-11-20T16:59:00Z', '2027-01-20T17:00:00Z'])('is not put off until %s', async (until) => {
    const answer = await user.call(snoozeRow, { keys: ['openSoon'], until });
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'until' }] });
  });

  test('is given to somebody of the office, whom all of them see', async () => {
    const { people } = await settled(user);
    const [somebody] = people;
    if (!somebody) throw new Error('nobody is in the office');
    expect((await user.call(assignRow, { keys: ['openSoon'], accountId: somebody.id })).status).toBe(200);
    expect(await rowOf(admin, 'openSoon')).toMatchObject({
      assigned: { id: somebody.id, name: somebody.name, by: 'T.U.' },
    });
    expect((await admin.call(assignRow, { keys: ['openSoon'], accountId: null })).status).toBe(200);
    expect(await rowOf(user, 'openSoon')).toMatchObject({ assigned: null });
  });

  test('is not given to a caregiver, or to nobody that there is', async () => {
    const phone = await server.as('evv', { providerId: await caregiver('Nobody') });
    for (const accountId of [phone.accountId ?? 0, 2_000_000_000])
      expect(await user.call(assignRow, { keys: ['openSoon'], accountId })).toMatchObject({
        status: 400,
        errors: [{ field: 'accountId' }],
      });
  });

  test('has a key of a kind and numbers alone', async () => {
    const answer = await user.raw({
      method: 'POST',
      url: '/homecare/api/today/snooze',
      payload: { keys: ["x'); drop"], until: null },
    });
    expect(answer.status).toBe(400);
  });
});

test('an unchanged answer is not read again, until something is put off', async () => {
  await settled(user);
  const first = await user.call(getToday, {});
  const tag = String(first.headers.etag);
  expect((await user.call(getToday, {}, { 'if-none-match': tag })).status).toBe(304);
  await user.call(snoozeRow, { keys: ['openSoon'], until: '2026-11-21T15:00:00Z' });
  expect((await user.call(getToday, {}, { 'if-none-match': tag })).status).toBe(200);
});

test('providers and caregivers have no such list', async () => {
  const provider = await server.as('provider');
  const phone = await server.as('evv', { providerId: await caregiver('Phone') });
  for (const who of [provider, phone]) {
    expect((await who.call(getToday, {})).status).toBe(403);
    expect((await who.call(listMarks, {})).status).toBe(403);
    expect((await who.call(snoozeRow, { keys: ['openSoon'], until: null })).status).toBe(403);
    expect((await who.call(assignRow, { keys: ['openSoon'], accountId: null })).status).toBe(403);
  }
});

test('another agency has nothing of it', async () => {
  const stranger = await server.as('admin', { site: server.siteNamed('other') });
  const { rows, snoozed, hours, people } = await settled(stranger);
  // It is to be set up yet.
  expect(rows.map(({ key }) => key)).toEqual(['setUp']);
  expect({ snoozed, hours }).toEqual({ snoozed: [], hours: [] });
  expect(people.map(({ id }) => id)).not.toContain(user.accountId);
});

test('what nobody did of a day stays after its midnight, in a list that has as many', async () => {
  server.clock.set('2026-11-21T16:00:00Z');
  await signIn();
  const missed = await rowOf(user, 'missed');
  if (missed?.place.list !== 'exceptions') throw new Error('it leads to another list');
  const { from, to, kind } = missed.place;
  const { data } = await user.call(listExceptions, { from, to });
  const found = data?.visits.filter(({ exceptions }) => exceptions.some((one) => one.kind === kind));
  expect(found).toHaveLength(missed.placeCount);
});
