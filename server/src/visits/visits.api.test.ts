import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getEvvList, getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026; Denver is UTC-7. Each test's visit is 10:00 to 12:00.
const START = '2026-11-20T17:00:00Z';
const END = '2026-11-20T19:00:00Z';
const DAY = { year: 2026, month: 11, startDay: 20, endDay: 20 };

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: START, others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

interface Setting {
  readonly provider: number;
  readonly client: number;
  readonly plan: number;
  readonly evv: Caller;
  readonly visit: Visit;
}
let serial = 0;
const setting = async (
  over: { client?: object; week?: Parameters<typeof weekOf>[0] } = {},
): Promise<Setting> => {
  serial += 1;
  server.clock.set(START);
  const provider = await addProvider(server.database.pool, `Caregiver${serial}`);
  const client = await addClient(server.database.pool, `Client${serial}`, { ...over.client });
  const created = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-19',
      createReason: 'New client',
      week: weekOf(over.week ?? { Fri: ['10:00', '12:00'] }),
    },
  });
  const evv = await server.as('evv', { providerId: provider });
  const schedule = await evv.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day: 20 });
  const [visit] = schedule.data ?? [];
  if (!visit) throw new Error(`no visit was made: ${created.text}`);
  return { provider, client, plan: created.insertId ?? 0, evv, visit };
};

/** Hours later the caregiver signs in again, because sessions end after half an hour without use. */
const later = (now: string, { provider }: Setting) => {
  server.clock.set(now);
  return server.as('evv', { providerId: provider });
};

type Fields = InputOf<typeof updateVisit>['data'];
const here = { latitude: CLIENT_POINT.latitude, longitude: CLIENT_POINT.longitude };
/** This many meters north of the client. */
const north = (metres: number) => ({
  latitude: here.latitude + (metres / 6_371_008.8) * (180 / Math.PI),
  longitude: here.longitude,
});
const checkIn = (at: typeof here | null, more: Partial<Fields> = {}): Fields => ({
  Status: 'Active',
  ...(at && { AddressStartLatitude: at.latitude, AddressStartLongitude: at.longitude, Accuracy: 12 }),
  ...more,
});
const checkOut = (at: typeof here | null, more: Partial<Fields> = {}): Fields => ({
  Status: 'Complete',
  ...(at && { AddressEndLatitude: at.latitude, AddressEndLongitude: at.longitude, Accuracy: 12 }),
  ...more,
});
const send = (caller: Caller, visit: Visit, data: Fields, headers?: Record<string, string>) =>
  caller.call(updateVisit, { id: visit.id, data }, headers);
const stored = async (visit: Visit) =>
  (await query<Record<string, unknown>>('select * from visits where id = $1', [visit.id]))[0];
const attempts = (visit: Visit) =>
  query<{ move: string; refusal: string; late: boolean }>(
    'select * from visit_attempts where visit_id = $1 order by id',
    [visit.id],
  );

describe('a caregiver’s day', () => {
  test('includes checking in and out at the client’s door', async () => {
    const care = await setting();
    const { evv, visit } = care;
    server.clock.set('2026-11-20T17:03:20.500Z');
    const started = await send(evv, visit, checkIn(north(20)));
    expect(started.data).toMatchObject({
      Status: 'Active',
      startedAt: '2026-11-20T17:03:20Z',
      StartLocationError: false,
      StartEdited: false,
      EditedBy: 'T.E.',
      EditedVia: 'app',
      IOBSE: '11100',
      AddressLatitude: here.latitude,
      rev: 1,
    });
    const done = await send(await later('2026-11-20T18:58:00Z', care), visit, checkOut(north(70.1)));
    expect(done.data).toMatchObject({
      Status: 'Complete',
      endedAt: '2026-11-20T18:58:00Z',
      EndLocationError: true,
      IOBSE: '11100',
      rev: 2,
    });
    const row = await stored(visit);
    expect(row?.start_distance).toBeCloseTo(20, 1);
    expect(row).toMatchObject({
      start_accuracy: 12,
      start_late: false,
      end_received_at: '2026-11-20T18:58:00Z',
    });
    const log = await query<{ changes: object }>(
      `select changes from change_log where entity = 'visit' and entity_id = $1 order by id`,
      [visit.id],
    );
    expect(log.map((entry) => entry.changes)).toMatchObject([
      { Status: ['Planned', 'Active'] },
      { Status: ['Active', 'Complete'] },
    ]);
  });

  test.each([
    [
      '15:01 before',
      '2026-11-20T16:44:59Z',
      409,
      'Check-In from 9:45 AM. Your time is recorded, and the office can accept it.',
    ],
    ['15:00 before', '2026-11-20T16:45:00Z', 200, undefined],
    ['15:00 after', '2026-11-20T17:15:00Z', 200, undefined],
    [
      '15:01 after',
      '2026-11-20T17:15:01Z',
      409,
      'Check-In was possible until 10:15 AM. Your time is recorded, and the office can accept it.',
    ],
  ])('a check-in %s', async (_, now, status, info) => {
    const { evv, visit } = await setting();
    server.clock.set(now);
    const answer = await send(evv, visit, checkIn(here));
    expect(answer).toMatchObject({ status, Info: info });
    expect((await stored(visit))?.status).toBe(status === 200 ? 'Active' : 'Planned');
    expect(await attempts(visit)).toHaveLength(status === 200 ? 0 : 1);
  });

  test.each([
    ['69.9 m away', north(69.9), {}, {}, false],
    ['70.1 m away', north(70.1), {}, {}, true],
    ['without a position', null, {}, {}, true],
    ['at an approximate address', here, { address_approximate: true }, {}, true],
    ['at an address without a point', here, { address_latitude: null, address_longitude: null }, {}, true],
    ['when the phone itself reports an error', here, {}, { StartLocationError: true }, true],
    ['when a far phone claims to be fine', north(5000), {}, { StartLocationError: false }, true],
  ])('location %s', async (_, at, client, more, error) => {
    const { evv, visit } = await setting({ client });
    const answer = await send(evv, visit, checkIn(at, more));
    expect(answer.data?.StartLocationError).toBe(error);
  });

  test('check-out opens at the planned end and needs a check-in', async () => {
    const care = await setting();
    const { evv, visit } = care;
    const tooSoon = await send(await later(END, care), visit, checkOut(here));
    expect(tooSoon).toMatchObject({ status: 409 });
    expect(await attempts(visit)).toMatchObject([{ move: 'Check-Out' }]);
    server.clock.set(START);
    expect((await send(evv, visit, checkIn(here))).status).toBe(200);
    const early = await later('2026-11-20T18:44:59Z', care);
    expect((await send(early, visit, checkOut(here))).Info).toMatch(/^Check-Out from 11:45 AM/);
    const last = await later('2026-11-20T19:15:00Z', care);
    expect((await send(last, visit, checkOut(here))).data?.Status).toBe('Complete');
  });

  test('times, stamps and flags sent by the phone are ignored', async () => {
    const { evv, visit } = await setting();
    const forged = { startedAt: '2026-11-20T10:00:00Z', EditedTS: '2020-01-01', EditedBy: 'A.D.' };
    const { data } = await send(evv, visit, checkIn(here, forged));
    expect(data).toMatchObject({
      startedAt: '2026-11-20T17:00:00Z',
      EditedTS: '2026-11-20T17:00:00Z',
      EditedBy: 'T.E.',
    });
    const notes = await send(evv, visit, checkIn(here, { Notes: 'x' }));
    expect(notes.status).toBe(403);
  });

  test('an overnight visit of yesterday is still on today’s schedule', async () => {
    const { evv, provider, visit } = await setting({
      week: { Thu: ['22:00', '06:00'], Fri: ['10:00', '12:00'] },
    });
    // The plan was saved on Friday, so Thursday's visit is created by hand here.
    await query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
       select care_plan_id, '2026-11-19', '2026-11-19', '22:00', '06:00', client_id, provider_id, tasks, now()
       from visits where id = $1`,
      [visit.id],
    );
    const { data } = await evv.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day: 20 });
    expect(data?.map((row) => `${row.Date} ${row.PlanStartTime}`)).toEqual([
      '2026-11-19 22:00',
      '2026-11-20 10:00',
    ]);
  });
});

describe('repeated, simultaneous and late checks', () => {
  test('20 simultaneous check-ins are one check-in, and all get the same answer', async () => {
    const { evv, visit } = await setting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(evv, visit, checkIn(here))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => `${answer.data?.Status} ${answer.data?.rev}`))).toEqual(
      new Set(['Active 1']),
    );
    const log = await query(`select from change_log where entity = 'visit' and entity_id = $1`, [visit.id]);
    expect(log).toHaveLength(1);
  });

  test('a request repeated much later gets the visit as it is then', async () => {
    const care = await setting();
    const { evv, visit } = care;
    await send(evv, visit, checkIn(here));
    const again = await send(await later('2026-11-20T18:00:00Z', care), visit, checkIn(null));
    expect(again.data).toMatchObject({
      Status: 'Active',
      startedAt: START,
      StartLocationError: false,
      rev: 1,
    });
    expect(await attempts(visit)).toHaveLength(0);
  });

  test('the same attempt sent twice is stored once', async () => {
    const { evv, visit } = await setting();
    server.clock.set('2026-11-20T16:00:00Z');
    const key = { 'idempotency-key': 'tap-0001' };
    const first = await send(evv, visit, checkIn(here), key);
    const again = await send(evv, visit, checkIn(here), key);
    expect([first.status, again.status]).toEqual([409, 409]);
    expect(again.Info).toBe(first.Info);
    expect(await attempts(visit)).toHaveLength(1);
  });

  test('a tap without coverage counts at its own time and is marked late', async () => {
    const care = await setting();
    const { visit } = care;
    const back = await later('2026-11-20T23:00:00Z', care);
    const { data } = await send(back, visit, checkIn(here, { DeviceTime: '2026-11-20T17:04:00.250Z' }));
    expect(data).toMatchObject({ Status: 'Active', startedAt: '2026-11-20T17:04:00Z' });
    expect(await stored(visit)).toMatchObject({
      start_late: true,
      change_code: 10,
      start_received_at: '2026-11-20T23:00:00Z',
    });
  });

  test('a punctual tap that was delayed by a minute counts at its own time and is not late', async () => {
    const care = await setting();
    const { visit } = care;
    const back = await later('2026-11-20T17:15:40Z', care);
    const { data } = await send(back, visit, checkIn(here, { DeviceTime: '2026-11-20T17:14:50Z' }));
    expect(data).toMatchObject({ Status: 'Active', startedAt: '2026-11-20T17:14:50Z' });
    expect(await stored(visit)).toMatchObject({
      start_late: false,
      start_received_at: '2026-11-20T17:15:40Z',
    });
  });

  test('a late tap outside the window, or older than 72 hours, is stored without a move', async () => {
    const care = await setting();
    const { visit } = care;
    const outside = await send(
      await later('2026-11-20T23:00:00Z', care),
      visit,
      checkIn(here, { DeviceTime: '2026-11-20T17:15:01Z' }),
    );
    expect(outside.status).toBe(409);
    const old = await send(
      await later('2026-11-23T17:00:01Z', care),
      visit,
      checkIn(here, { DeviceTime: '2026-11-20T17:00:00Z' }),
    );
    expect(old.status).toBe(409);
    expect(await attempts(visit)).toMatchObject([{ late: true }, { late: false }]);
    expect((await stored(visit))?.status).toBe('Planned');
  });

  test('a stale revision writes nothing and names who saved first', async () => {
    const { evv, visit } = await setting();
    await query(`update visits set rev = 1, edited = $2, edited_by = 'A.B.' where id = $1`, [
      visit.id,
      START,
    ]);
    const answer = await send(evv, visit, checkIn(here, { rev: 0 }));
    expect(answer).toMatchObject({
      status: 409,
      Info: 'This visit was changed by A.B. at 11-20-2026 10:00 AM.',
    });
    expect((await stored(visit))?.status).toBe('Planned');
  });
});

describe('the office', () => {
  test('sets a visit active and complete with a reason', async () => {
    const { visit } = await setting();
    server.clock.set('2026-11-20T17:10:00Z');
    const user = await server.as('user');
    expect((await send(user, visit, { Status: 'Active' })).errors[0]?.field).toBe('changeCode');
    expect((await send(user, visit, { Status: 'Active', changeCode: 14 })).errors[0]?.field).toBe(
      'changeReason',
    );
    const active = await send(user, visit, { Status: 'Active', changeCode: 2, Notes: 'Called in' });
    expect(active).toMatchObject({ status: 200, Info: 'Success: Record set to Active' });
    expect(active.data).toMatchObject({
      startedAt: '2026-11-20T17:10:00Z',
      StartEdited: true,
      EndEdited: false,
      IOBSE: '11110',
      EditedVia: 'admin',
      Notes: 'Called in',
    });
    server.clock.set('2026-11-20T19:00:00Z');
    const complete = await send(await server.as('user'), visit, {
      Status: 'Complete',
      changeCode: 14,
      changeReason: 'Phone lost',
      rev: 1,
    });
    expect(complete.data).toMatchObject({
      Status: 'Complete',
      EndEdited: true,
      IOBSE: '11111',
      Notes: 'Called in',
    });
  });

  test('must enter the start itself when the planned one is more than 15 minutes away', async () => {
    const { visit } = await setting();
    server.clock.set('2026-11-20T17:15:01Z');
    const user = await server.as('user');
    const refused = await send(user, visit, { Status: 'Active', changeCode: 2 });
    expect(refused).toMatchObject({
      status: 400,
      Info: 'It is more than 15 minutes from the planned start: choose the actual start.',
    });
    expect(refused.errors[0]?.field).toBe('FactStartTime');
    const startedAt = '2026-11-20T17:05:00Z';
    const { data } = await send(user, visit, { Status: 'Active', changeCode: 2, startedAt });
    expect(data).toMatchObject({ Status: 'Active', startedAt, StartEdited: true });
  });

  test('never ends yesterday’s visit at the time of the click', async () => {
    const { visit } = await setting();
    await send(admin, visit, { Status: 'Active', changeCode: 2 });
    // 19 h 21 min after the start.
    server.clock.set('2026-11-21T12:21:00Z');
    const user = await server.as('user');
    const complete = { Status: 'Complete', changeCode: 2 } as const;
    expect(await send(user, visit, complete)).toMatchObject({
      status: 400,
      Info: 'It is more than 15 minutes from the planned end: choose the actual end.',
    });
    const refused = async (endedAt: string) => {
      const { errors } = await send(user, visit, { ...complete, endedAt });
      return errors.map(({ field, message }) => `${field}: ${message}`);
    };
    expect(await refused('2026-11-20T17:00:00Z')).toEqual([
      'FactEndTime: The actual end must be after the actual start.',
    ]);
    expect(await refused('2026-11-21T12:22:00Z')).toEqual(['FactEndTime: The actual end is in the future.']);
    expect((await stored(visit))?.status).toBe('Active');
    const { data } = await send(user, visit, { ...complete, endedAt: '2026-11-20T19:00:00Z' });
    expect(data).toMatchObject({ Status: 'Complete', endedAt: '2026-11-20T19:00:00Z' });
  });

  test('gives a missed visit both times at once, even if the time of day is near the plan', async () => {
    const { visit } = await setting();
    // Two days later, in the very minute of the planned start.
    server.clock.set('2026-11-22T17:00:00Z');
    const user = await server.as('user');
    const active = { Status: 'Active', changeCode: 2 } as const;
    const refused = await send(user, visit, active);
    expect(refused.errors.map(({ field }) => field)).toEqual(['FactStartTime', 'FactEndTime']);
    expect(refused.Info).toBe('Nobody checked in, and the visit is over: choose the actual start and end.');
    const alone = await send(user, visit, { ...active, startedAt: START });
    expect(alone.errors.map(({ field }) => field)).toEqual(['FactEndTime']);
    expect((await stored(visit))?.status).toBe('Planned');
    const both = { startedAt: START, endedAt: END };
    const answer = await send(user, visit, { ...active, ...both });
    expect(answer).toMatchObject({ status: 200, Info: 'Success: Record set to Complete' });
    expect(answer.data).toMatchObject({ Status: 'Complete', ...both, IOBSE: '11111' });
  });

  test('cannot skip a step or set a visit of tomorrow', async () => {
    const { visit, provider } = await setting();
    expect((await send(admin, visit, { Status: 'Complete', changeCode: 2 })).status).toBe(409);
    const next = await admin.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day: 27 });
    const [future] = next.data ?? [];
    expect(future && (await send(admin, future, { Status: 'Active', changeCode: 2 })).status).toBe(409);
  });

  test('sees the day with names, phones and addresses', async () => {
    const { visit, provider, client } = await setting();
    const { data } = await admin.call(getEvvList, DAY);
    expect(data?.find((row) => row.id === visit.id)).toMatchObject({
      ProviderID: provider,
      ClientID: client,
      ProviderName: `Caregiver${serial}, Pat`,
      ClientName: `Client${serial}, Chris`,
      ProviderPhone: '(303) 555-0100',
      ClientPhone: '(303) 555-0200',
      ClientAddress: '1450 S Havana St, Unit 310, Aurora, CO 80012',
      ClientAddressApproximate: false,
      PlanStartTime: '10:00',
      PlanEndTime: '12:00',
      Tasks: { WorkingTime: 120, TravelTime: 10, Care: { Bathing: 120 }, Home: {} },
      aggregatorStatus: null,
      IOBSE: null,
    });
    const times = data?.map((row) => row.PlanStartTime) ?? [];
    expect(times).toEqual(times.toSorted());
  });

  test('both spellings of the paths work, with the server’s time', async () => {
    for (const path of ['EVV/getEVVList.php', 'modules/EVV/getEVVList.php']) {
      const answer = await admin.raw({
        method: 'GET',
        url: `/homecare/api/${path}?year=2026&month=11&startDay=20&endDay=20`,
      });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text).time).toBe(server.clock.now().toString());
    }
  });

  test.each([[{ ...DAY, endDay: 31 }], [{ ...DAY, startDay: 21 }], [{ ...DAY, month: 13 }]])(
    'days that do not exist are refused: %o',
    async (input) => {
      expect((await admin.call(getEvvList, input)).status).toBe(400);
    },
  );
});

describe('polling', () => {
  let care: Setting;
  beforeEach(async () => {
    care = await setting();
  });

  test('an unchanged day answers 304; a check-in on that day does not', async () => {
    const first = await admin.call(getEvvList, DAY);
    const tag = String(first.headers.etag);
    expect((await admin.call(getEvvList, DAY, { 'if-none-match': tag })).status).toBe(304);
    await send(care.evv, care.visit, checkIn(here));
    const next = await admin.call(getEvvList, DAY, { 'if-none-match': tag });
    expect(next.data?.find((row) => row.id === care.visit.id)?.Status).toBe('Active');
  });

  test('a change on another day keeps the tag; a new phone number changes it', async () => {
    const monday = { ...DAY, startDay: 23, endDay: 23 };
    const tag = String((await admin.call(getEvvList, monday)).headers.etag);
    await send(care.evv, care.visit, checkIn(here));
    expect((await admin.call(getEvvList, monday, { 'if-none-match': tag })).status).toBe(304);
    await query(`update people set phone = '(303) 555-0299' where id = $1`, [care.client]);
    expect((await admin.call(getEvvList, monday, { 'if-none-match': tag })).status).toBe(200);
  });
});

describe('permissions', () => {
  test('a caregiver sees and moves only their own visits', async () => {
    const mine = await setting();
    const foreign = await setting();
    const day = { year: 2026, month: 11, day: 20 };
    expect((await mine.evv.call(getEvvProvider, { providerId: foreign.provider, ...day })).status).toBe(403);
    expect((await send(mine.evv, foreign.visit, checkIn(here))).status).toBe(404);
    expect((await stored(foreign.visit))?.status).toBe('Planned');
    expect(await attempts(foreign.visit)).toHaveLength(0);
    const withoutProvider = await server.as('evv');
    expect((await send(withoutProvider, foreign.visit, checkIn(here))).status).toBe(404);
  });

  test('the day list is not for caregivers and providers; role provider moves nothing', async () => {
    const { evv, visit, provider } = await setting();
    const asProvider = await server.as('provider', { providerId: provider });
    expect((await evv.call(getEvvList, DAY)).status).toBe(403);
    expect((await asProvider.call(getEvvList, DAY)).status).toBe(403);
    expect((await send(asProvider, visit, checkIn(here))).status).toBe(403);
    expect((await send(server.anonymous(), visit, checkIn(here))).status).toBe(401);
    expect((await stored(visit))?.status).toBe('Planned');
  });

  test('a session of another site reaches no visit here', async () => {
    const { visit, provider } = await setting();
    const stranger = await server.as('evv', { providerId: provider, site: server.siteNamed('other') });
    expect((await send(stranger, visit, checkIn(here))).status).toBe(404);
    expect((await send(server.withCookie(stranger.cookie ?? ''), visit, checkIn(here))).status).toBe(401);
    expect((await stored(visit))?.status).toBe('Planned');
  });

  test('an impossible id or time is refused and causes no failure', async () => {
    const { evv, visit } = await setting();
    const huge = await evv.call(updateVisit, { id: Number.MAX_SAFE_INTEGER, data: checkIn(here) });
    expect(huge.status).toBe(400);
    expect((await send(evv, visit, checkIn(here, { DeviceTime: '0000-01-01T00:00:00Z' }))).status).toBe(400);
    expect((await send(evv, visit, checkIn(here, { rev: Number.MAX_SAFE_INTEGER }))).status).toBe(400);
    expect((await stored(visit))?.status).toBe('Planned');
  });

  test('no visit is ever deleted', async () => {
    const { visit } = await setting();
    await expect(query('delete from visits where id = $1', [visit.id])).rejects.toThrow('never deleted');
  });
});
