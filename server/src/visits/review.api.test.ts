import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  getEvvList,
  getEvvProvider,
  listExceptions,
  markReviewed,
  updateVisit,
} from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, in Denver (UTC-7). Each test's visits are 08:00 to 09:00 and 10:00 to 12:00.
const MORNING = '2026-11-20T14:00:00Z';
const DAY = { year: 2026, month: 11, startDay: 20, endDay: 20 };

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ now: MORNING, others: ['other'] });
});
afterAll(() => server.stop());

/** A caregiver with two visits at the same client's home. */
const setting = async () => {
  server.clock.set(MORNING);
  const { pool } = server.database;
  const [provider, client] = [await addProvider(pool, 'Caregiver'), await addClient(pool, 'Client')];
  const admin = await server.as('admin');
  const weeks = [weekOf({ Fri: ['08:00', '09:00'] }), weekOf({ Fri: ['10:00', '12:00'] })];
  for (const json of weeks) {
    const data = {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-19',
      createReason: 'New',
    };
    const made = await admin.call(insertCarePlan, { data: { ...data, week: json } });
    if (!made.insertId) throw new Error(made.text);
  }
  const schedule = await admin.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day: 20 });
  const [first, second] = schedule.data ?? [];
  if (!first || !second) throw new Error('no visits were made');
  return { provider, first, second };
};

const at = (time: string, role: 'admin' | 'user' | 'evv' = 'user', providerId?: number) => {
  server.clock.set(`2026-11-20T${time}:00Z`);
  return server.as(role, providerId === undefined ? {} : { providerId });
};

const position = (
  metres: number,
  end: 'Start' | 'End',
  Accuracy = 12,
): InputOf<typeof updateVisit>['data'] => ({
  Status: end === 'Start' ? 'Active' : 'Complete',
  [`Address${end}Latitude`]: CLIENT_POINT.latitude + metres / 111_195,
  [`Address${end}Longitude`]: CLIENT_POINT.longitude,
  Accuracy,
});

const listed = async (caller: Caller, { id }: Visit) => {
  const { data } = await caller.call(getEvvList, DAY);
  return data?.find((visit) => visit.id === id);
};
const hintsOf = async (visit: Visit) => {
  const found = await listed(await server.as('user'), visit);
  return found?.ReviewHints.map(({ move, kind, value }) => `${move} ${kind} ${value}`);
};
const exceptionOf = async (caller: Caller, { id }: Visit) => {
  const { data } = await caller.call(listExceptions, { from: '2026-11-20', to: '2026-11-20' });
  return data?.visits.find(({ visit }) => visit.id === id)?.exceptions.find(({ kind }) => kind === 'review');
};

describe('review hints', () => {
  test('do not appear on an honest day', async () => {
    const { provider, first, second } = await setting();
    const move = async (time: string, visit: Visit, metres: number, end: 'Start' | 'End') =>
      (await at(time, 'evv', provider)).call(updateVisit, { id: visit.id, data: position(metres, end) });
    await move('15:00', first, 12, 'Start');
    await move('16:00', first, 31, 'End');
    await move('17:00', second, 22, 'Start');
    expect((await move('19:00', second, 8, 'End')).data?.Status).toBe('Complete');
    expect(await hintsOf(first)).toEqual([]);
    expect(await hintsOf(second)).toEqual([]);
  });

  test('mark a phone with an inexact, repeated or jumping position, which still may check in', async () => {
    const { provider, first, second } = await setting();
    const move = async (time: string, visit: Visit, data: ReturnType<typeof position>) =>
      (await at(time, 'evv', provider)).call(updateVisit, { id: visit.id, data });
    const answer = await move('15:00', first, position(17.3, 'Start', 900));
    // The caregiver's phone gets none of them.
    expect(answer.data).toMatchObject({ Status: 'Active', ReviewHints: [], ReviewSeenBy: null });
    expect(await hintsOf(first)).toEqual(['Check-In accuracy 900']);
    await move('16:00', first, position(40, 'End'));
    await move('17:00', second, position(40, 'Start'));
    expect(await hintsOf(second)).toEqual(['Check-In repeated 1']);
    await move('19:00', second, position(500_000, 'End'));
    expect(await hintsOf(second)).toEqual(['Check-In repeated 1', 'Check-Out speed 250']);
    expect(await listed(await server.as('admin'), second)).toMatchObject({
      Status: 'Complete',
      EndLocationError: true,
    });
    const schedule = await (await server.as('evv', { providerId: provider })).call(getEvvProvider, {
      providerId: provider,
      year: 2026,
      month: 11,
      day: 20,
    });
    expect(schedule.data?.flatMap(({ ReviewHints }) => ReviewHints)).toEqual([]);
  });

  test('check a late arrival at its own time, between those before and after it', async () => {
    const { provider, first, second } = await setting();
    const online = await at('17:00', 'evv', provider);
    await online.call(updateVisit, { id: second.id, data: position(60_000, 'Start') });
    const late = { ...position(20, 'Start'), DeviceTime: '2026-11-20T15:10:00Z' };
    const done = { ...position(25, 'End'), DeviceTime: '2026-11-20T16:50:00Z' };
    expect((await online.call(updateVisit, { id: first.id, data: late })).data?.startedAt).toBe(
      '2026-11-20T15:10:00Z',
    );
    expect(await hintsOf(first)).toEqual([]);
    // 16:50 is outside the window for checking out: it is stored as an attempt and gets no hints.
    expect((await online.call(updateVisit, { id: first.id, data: done })).status).toBe(409);
    const inTime = { ...done, DeviceTime: '2026-11-20T16:15:00Z' };
    await online.call(updateVisit, { id: first.id, data: inTime });
    expect(await hintsOf(first)).toEqual([]);
    server.clock.set('2026-11-20T19:00:00Z');
    const back = await server.as('evv', { providerId: provider });
    await back.call(updateVisit, {
      id: second.id,
      data: { ...position(10, 'End'), DeviceTime: '2026-11-20T18:50:00Z' },
    });
    expect(await hintsOf(second)).toEqual([]);
  });

  test('do not use a time corrected by staff as the time the phone was there', async () => {
    const { provider, first, second } = await setting();
    const evv = await at('15:00', 'evv', provider);
    await evv.call(updateVisit, { id: first.id, data: position(70_000, 'Start') });
    const office = await at('16:59');
    const times = { startedAt: '2026-11-20T16:50:00Z', endedAt: '2026-11-20T16:55:00Z' };
    await office.call(updateVisit, { id: first.id, data: { ...times, changeCode: 2 } });
    const again = await at('17:00', 'evv', provider);
    await again.call(updateVisit, { id: second.id, data: position(20, 'Start') });
    expect(await hintsOf(second)).toEqual([]);
  });
});

describe('a review by staff', () => {
  const hinted = async () => {
    const { provider, first } = await setting();
    const evv = await at('15:00', 'evv', provider);
    await evv.call(updateVisit, { id: first.id, data: position(20, 'Start', 0) });
    const visit = await listed(await server.as('user'), first);
    if (!visit) throw new Error('the visit is not listed');
    return { provider, visit };
  };
  const log = async ({ id }: Visit) =>
    (
      await server.database.pool.query<{ who: string; changes: object }>(
        `select changes from change_log where entity = 'visit' and entity_id = $1 and call = 'visits.markReviewed'`,
        [id],
      )
    ).rows;

  test('happens once, is recorded, and removes the visit from the exceptions', async () => {
    const { visit } = await hinted();
    const user = await server.as('user');
    expect(await exceptionOf(user, visit)).toEqual({
      kind: 'review',
      detail: 'Check-In: accuracy of 0 m, which no phone reports',
      fix: 'seen',
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => user.call(markReviewed, { id: visit.id, rev: visit.rev })),
    );
    expect(new Set(answers.map(({ status, data }) => `${status} ${data?.ReviewSeenBy}`))).toEqual(
      new Set(['200 T.U.']),
    );
    expect(await log(visit)).toHaveLength(1);
    expect(await exceptionOf(user, visit)).toBeUndefined();
    // The visit itself has not changed, so the caregiver can check out as usual.
    expect(await listed(user, visit)).toMatchObject({
      rev: visit.rev,
      EditedVia: 'app',
      ReviewSeenBy: 'T.U.',
    });
  });

  test('does not mark a hint that arrived after the page was loaded', async () => {
    const { provider, visit } = await hinted();
    const evv = await at('16:00', 'evv', provider);
    await evv.call(updateVisit, { id: visit.id, data: position(30, 'End', 0) });
    const user = await server.as('user');
    expect((await user.call(markReviewed, { id: visit.id, rev: visit.rev })).status).toBe(409);
    expect(await log(visit)).toHaveLength(0);
    expect((await exceptionOf(user, visit))?.detail).toContain('Check-Out');
    expect((await user.call(markReviewed, { id: visit.id, rev: visit.rev + 1 })).status).toBe(200);
  });

  test('is needed again after a check-out with its own hints', async () => {
    const { provider, visit } = await hinted();
    await (await server.as('user')).call(markReviewed, { id: visit.id });
    const evv = await at('16:00', 'evv', provider);
    await evv.call(updateVisit, { id: visit.id, data: position(30, 'End', 700) });
    expect(await listed(await server.as('user'), visit)).toMatchObject({ ReviewSeenBy: null });
    expect(await hintsOf(visit)).toEqual(['Check-In accuracy 0', 'Check-Out accuracy 700']);
  });

  test('is not for caregivers and not for another site', async () => {
    const { provider, visit } = await hinted();
    const evv = await server.as('evv', { providerId: provider });
    expect((await evv.call(markReviewed, { id: visit.id })).status).toBe(403);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await stranger.call(markReviewed, { id: visit.id })).status).toBe(404);
    expect(await log(visit)).toHaveLength(0);
  });
});

test('a visit that the aggregator rejected says why until it is sent again', async () => {
  const { first } = await setting();
  const { pool } = server.database;
  await pool.query(
    `insert into aggregator_records (type, record_id, status, message, created, created_by, modified)
     values ('Visit', $1, 'Failed', 'ClientMedicaidID: is not known.', now(), 'T.', now())`,
    [first.id],
  );
  const user = await server.as('user');
  expect(await listed(user, first)).toMatchObject({
    aggregatorStatus: 'Failed',
    aggregatorMessage: 'ClientMedicaidID: is not known.',
  });
  await pool.query(
    `insert into aggregator_records (type, record_id, created, created_by, modified) values ('Visit', $1, now(), 'T.', now())`,
    [first.id],
  );
  expect(await listed(user, first)).toMatchObject({ aggregatorStatus: 'Pending', aggregatorMessage: null });
});
