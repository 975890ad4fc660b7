import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { applyBulk, getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { listWeekCases, listWeekFigures } from '@homecare/domain/week-figures/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

/** A week of visits as caregivers recorded them, with the office's changes. */

const SUNDAY = '2026-11-15';
// Friday at 1:00 PM in Denver.
const FRIDAY = '2026-11-20T20:00:00Z';

let server: TestServer;
let admin: Caller;
let late: number;
let long: number;
const daysOf = async (provider: number) => {
  const visits = [16, 17, 18, 19, 20].map(async (day) => {
    const { data } = await admin.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day });
    const [visit] = data ?? [];
    if (!visit) throw new Error(`no visit on the ${day}th`);
    return visit.id;
  });
  return Promise.all(visits);
};

const plan = async (name: string, times: readonly [string, string]) => {
  const { pool } = server.database;
  const [ProviderID, ClientID] = [await addProvider(pool, name), await addClient(pool, `${name}’s client`)];
  const days = { Mon: times, Tue: times, Wed: times, Thu: times, Fri: times };
  const data = {
    ProviderID,
    ClientID,
    Type: 'PCP',
    StartDate: SUNDAY,
    createReason: 'New',
    week: weekOf(days),
  };
  const made = await admin.call(insertCarePlan, { data });
  if (!made.insertId) throw new Error(made.text);
  return ProviderID;
};

/** Recorded by the phone, this many minutes after the planned start. */
const record = (id: number | undefined, minutes: number) =>
  server.database.pool.query(
    `update visits set status = 'Complete', start_at = (date + plan_start) at time zone 'America/Denver' + make_interval(mins => $2),
      end_at = (date + plan_end) at time zone 'America/Denver' where id = $1`,
    [id, minutes],
  );

beforeAll(async () => {
  server = await testServer({ now: '2026-11-15T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  late = await plan('Late', ['10:00', '12:00']);
  long = await plan('Long', ['08:00', '17:00']);
  server.clock.set(FRIDAY);
  admin = await server.as('admin');
  const [monday, tuesday, wednesday, thursday] = await daysOf(late);
  await record(monday, 15);
  await record(tuesday, 20);
  const times = { startedAt: '2026-11-18T17:05:00Z', endedAt: '2026-11-18T19:00:00Z' };
  await admin.call(updateVisit, { id: wednesday ?? 0, data: { ...times, changeCode: 2 } });
  await admin.call(applyBulk, { action: 'close', ids: [thursday ?? 0], closeCode: 'refused' });
  for (const id of (await daysOf(long)).slice(0, 4)) await record(id, 0);
});
afterAll(() => server.stop());

const thisWeek = async (caller: Caller) => (await caller.call(listWeekFigures, {})).data?.weeks.at(-1);

test('the office sees the present week after eleven others, each figure with what it counts', async () => {
  const { data } = await admin.call(listWeekFigures, {});
  expect(data?.weeks.map(({ week }) => week)).toEqual(
    Array.from({ length: 12 }, (_, n) => Temporal.PlainDate.from('2026-08-30').add({ weeks: n }).toString()),
  );
  expect(data?.weeks.at(-1)).toEqual({
    week: SUNDAY,
    // Of ten visits the client refused one, and nobody has come to today's yet.
    fill: { part: 7, whole: 9 },
    onTime: { part: 6, whole: 9 },
    unedited: { part: 6, whole: 7 },
    overtime: { part: 0, whole: 105 + 100 + 115 + 4 * 540 },
    toClaim: null,
    denied: { part: 0, whole: 0 },
  });
});

test('an earlier week comes with the eleven before it, and says when it was computed', async () => {
  const { data } = await admin.call(listWeekFigures, { through: '2026-11-08' });
  expect([data?.weeks.length, data?.weeks.at(-1)?.week, data?.countedAt]).toEqual([12, '2026-11-08', FRIDAY]);
  for (const through of ['2026-11-16', '2026-11-22'])
    expect((await admin.call(listWeekFigures, { through })).errors).toEqual([
      { field: 'through', message: 'Choose the first day of a week, a Sunday.' },
    ]);
});

test('a role that may not read claims sees only the figures of visits', async () => {
  expect(Object.keys((await thisWeek(await server.as('user'))) ?? {})).toEqual([
    'week',
    'fill',
    'onTime',
    'unedited',
    'overtime',
  ]);
});

test('what counts against a figure is listed, and matches its number', async () => {
  const listed = async (figure: 'onTime' | 'unedited') =>
    (await admin.call(listWeekCases, { figure, week: SUNDAY })).data?.visits.map((one) => [
      one.date,
      one.caregiver.split(',')[0],
      figure === 'onTime' ? one.minutesLate : one.changeCode,
    ]);
  expect(await listed('onTime')).toEqual([
    ['2026-11-20', 'Late', null],
    ['2026-11-20', 'Long', null],
    ['2026-11-17', 'Late', 20],
  ]);
  expect(await listed('unedited')).toEqual([['2026-11-18', 'Late', 2]]);
});

test('overtime is listed with the visit that causes it, by caregiver', async () => {
  const [, , , , friday] = await daysOf(long);
  await record(friday, 0);
  const { data } = await admin.call(listWeekCases, { figure: 'overtime', week: SUNDAY });
  expect(data).toEqual({
    visits: [],
    overtime: [{ caregiverId: long, caregiver: expect.stringContaining('Long'), part: 300, whole: 2700 }],
  });
  expect((await thisWeek(admin))?.overtime.part).toBe(300);
});

test('a week is computed again once one of its visits has changed', async () => {
  const [monday] = await daysOf(late);
  const times = { startedAt: '2026-11-16T17:00:00Z', endedAt: '2026-11-16T19:00:00Z' };
  const before = (await thisWeek(admin))?.unedited;
  await admin.call(updateVisit, { id: monday ?? 0, data: { ...times, changeCode: 2 } });
  expect([before, (await thisWeek(admin))?.unedited]).toEqual([
    { part: 7, whole: 8 },
    { part: 6, whole: 8 },
  ]);
});

test('another agency sees its own weeks, caregivers and readers see none, and a week begins on Sunday', async () => {
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await thisWeek(other))?.onTime).toEqual({ part: 0, whole: 0 });
  expect((await other.call(listWeekCases, { figure: 'onTime', week: SUNDAY })).data?.visits).toEqual([]);
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(listWeekFigures, {})).status).toBe(403);
    expect((await caller.call(listWeekCases, { figure: 'onTime', week: SUNDAY })).status).toBe(403);
  }
  const wrong = await admin.call(listWeekCases, { figure: 'onTime', week: '2026-11-16' });
  expect(wrong.errors).toEqual([{ field: 'week', message: 'Choose the first day of a week, a Sunday.' }]);
});
