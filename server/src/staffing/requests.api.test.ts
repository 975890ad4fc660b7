import { saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { insertCarePlan, readCarePlan } from '@homecare/domain/care-plans/contract.ts';
import * as requests from '@homecare/domain/care-plans/open-requests-contract.ts';
import { previewArchive, updatePerson } from '@homecare/domain/people/contract.ts';
import { listRequestCandidates } from '@homecare/domain/staffing/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 10:00 in Denver. Workweeks begin on Sunday.
let server: TestServer;
let user: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  user = await server.as('user');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const point = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};

let serial = 0;
const caregiver = (name: string, columns: object = {}) => {
  serial += 1;
  return addCaregiver(server.database.pool, `${name}${serial}`, { ...point, ...columns });
};
const client = (name: string) => {
  serial += 1;
  return addClient(server.database.pool, `${name}${serial}`, point);
};
const MORNINGS = weekOf({ Mon: ['08:00', '10:00'], Tue: ['08:00', '10:00'], Thu: ['08:00', '10:00'] });

const draftFor = (ClientID: number, over: object = {}) => ({
  id: null,
  rev: null,
  ClientID,
  Type: 'PCP',
  StartDate: '2026-11-25',
  Remarks: 'Ring twice',
  createReason: 'Discharged home',
  week: MORNINGS,
  ...over,
});
const openOf = async (ClientID: number, status: 'Open' | 'Filled' | 'Withdrawn' = 'Open') =>
  ((await user.call(requests.listOpenRequests, { status })).data ?? []).filter(
    (one) => one.ClientID === ClientID,
  );
const request = async (ClientID: number, over: object = {}) => {
  const answer = await user.call(requests.saveOpenRequest, draftFor(ClientID, over));
  if (!answer.data) throw new Error(answer.text);
  return answer.data.id;
};
const plan = async (ProviderID: number, ClientID: number, over: object = {}) => {
  const answer = await user.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-11-25',
      createReason: 'New client',
      week: MORNINGS,
      ...over,
    },
  });
  return { ...answer, id: answer.insertId ?? 0 };
};

describe('a client who needs a caregiver', () => {
  test('has an open request until it becomes a care plan', async () => {
    const helen = await client('Helen');
    const id = await request(helen);
    expect(await openOf(helen)).toMatchObject([
      {
        id,
        Type: 'PCP',
        StartDate: '2026-11-25',
        town: 'Aurora',
        Remarks: 'Ring twice',
        week: { time: MORNINGS.time },
        status: 'Open',
        carePlanId: null,
      },
    ]);
    const ana = await caregiver('Ana');
    const made = await plan(ana, helen, { openRequestId: id });
    expect(made.status).toBe(200);
    const { rows } = await server.database.pool.query<{ text: string }>(
      'select text from messages where person_id = $1',
      [ana],
    );
    expect(rows.map(({ text }) => text)).toEqual([
      expect.stringContaining('You have new visits, 3 a week, from 11-26-2026, 8:00 AM to 10:00 AM, Aurora.'),
    ]);
    expect(await openOf(helen)).toEqual([]);
    expect(await openOf(helen, 'Filled')).toMatchObject([{ id, carePlanId: made.id }]);
  });

  test('gets one caregiver: a second care plan of the same request is refused', async () => {
    const helen = await client('Helen');
    const id = await request(helen);
    const [first, second] = await Promise.all([
      plan(await caregiver('Ana'), helen, { openRequestId: id }),
      plan(await caregiver('Ben'), helen, {
        openRequestId: id,
        week: weekOf({ Sat: ['08:00', '10:00'] }),
      }),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const refused = first.status === 409 ? first : second;
    expect(refused.text).toContain('was filled by a care plan already');
  });

  test('is not confused with another client', async () => {
    const [helen, ruth] = [await client('Helen'), await client('Ruth')];
    const id = await request(helen);
    const made = await plan(await caregiver('Ana'), ruth, { openRequestId: id });
    expect(made.errors).toMatchObject([{ field: 'ClientID' }]);
    expect(await openOf(helen)).toHaveLength(1);
  });

  test('keeps the request open when the care plan is refused', async () => {
    const helen = await client('Helen');
    const ana = await caregiver('Ana');
    await plan(ana, await client('Other'));
    const id = await request(helen);
    expect((await plan(ana, helen, { openRequestId: id })).status).toBe(409);
    expect(await openOf(helen)).toHaveLength(1);
  });

  test('has a request that follows the rules of the care plan form', async () => {
    const helen = await client('Helen');
    const refused = await user.call(
      requests.saveOpenRequest,
      draftFor(helen, { createReason: ' ', Type: 'NONE', week: weekOf({}) }),
    );
    expect(refused.errors?.map(({ field }) => field)).toEqual(['Type', 'createReason', 'time']);
    const longer = draftFor(helen, { Remarks: 'x'.repeat(286) });
    expect((await user.call(requests.saveOpenRequest, longer)).errors).toMatchObject([{ field: 'Remarks' }]);
    const nobody = await user.call(requests.saveOpenRequest, draftFor(await caregiver('Ana')));
    expect(nobody.errors).toMatchObject([{ field: 'ClientID' }]);
  });

  test('has a request that cannot be changed from an outdated version', async () => {
    const helen = await client('Helen');
    const id = await request(helen);
    const later = { id, rev: 0, StartDate: '2026-12-01' };
    expect((await user.call(requests.saveOpenRequest, draftFor(helen, later))).data).toEqual({ id, rev: 1 });
    expect((await admin.call(requests.saveOpenRequest, draftFor(helen, later))).status).toBe(409);
    expect(await openOf(helen)).toMatchObject([{ StartDate: '2026-12-01', rev: 1 }]);
  });

  test('who needs nobody after all has the request withdrawn, and can have it back', async () => {
    const helen = await client('Helen');
    const id = await request(helen);
    const set = (rev: number, status: 'Open' | 'Withdrawn') =>
      user.call(requests.setOpenRequestStatus, { id, rev, status });
    expect((await set(0, 'Withdrawn')).data).toEqual({ rev: 1 });
    expect(await openOf(helen)).toEqual([]);
    const taken = await plan(await caregiver('Ana'), helen, { openRequestId: id });
    expect(taken.text).toContain('was withdrawn');
    expect((await set(1, 'Open')).data).toEqual({ rev: 2 });
    expect(await openOf(helen)).toHaveLength(1);
  });

  test('is shown only to the office of the client’s own site', async () => {
    const helen = await client('Helen');
    const id = await request(helen);
    const evv = await server.as('evv', { providerId: await caregiver('Ana') });
    expect((await evv.call(requests.listOpenRequests, { status: 'Open' })).status).toBe(403);
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(requests.listOpenRequests, { status: 'Open' })).data).toEqual([]);
    expect((await other.call(listRequestCandidates, { id })).status).toBe(404);
    const moved = await other.call(requests.setOpenRequestStatus, { id, rev: 0, status: 'Withdrawn' });
    expect(moved.status).toBe(404);
  });
});

describe('the list of who can take a request', () => {
  const rankedFor = async (id: number, caller = user) => {
    const { data } = await caller.call(listRequestCandidates, { id });
    return (of: number) => data?.candidates.find(({ ProviderID }) => ProviderID === of);
  };

  test('checks every visit through the first whole workweek', async () => {
    const helen = await client('Helen');
    const [free, busy] = [await caregiver('Free'), await caregiver('Busy')];
    await plan(busy, await client('Other'), { week: weekOf({ Tue: ['08:30', '09:30'] }) });
    const never = await caregiver('Lapsed', { work_authorization_expiration: '2026-11-19' });
    const of = await rankedFor(await request(helen));
    // From Wednesday the 25th: Thursday the 26th, then Monday, Tuesday and Thursday of the week of the 29th.
    expect(of(free)).toMatchObject({ visits: 4, taken: 4, misses: [], obstacle: null });
    expect(of(busy)).toMatchObject({
      visits: 4,
      taken: 0,
      obstacle: 'working',
    });
    expect(of(never)).toMatchObject({ taken: 0, obstacle: 'documents', score: null, cost: null });
  });

  test('leaves out a visit that has begun', async () => {
    // It is Friday, 10:00 AM: today's visit began at 7:15.
    const free = await caregiver('Free');
    const week = weekOf({ Fri: ['07:15', '10:30'] });
    const of = await rankedFor(await request(await client('Helen'), { StartDate: '2026-11-20', week }));
    expect(of(free)).toMatchObject({ visits: 1, taken: 1 });
  });

  test('names the days on which a caregiver has time off', async () => {
    const helen = await client('Helen');
    const part = await caregiver('Part');
    const day = { from: '2026-12-01', through: '2026-12-01', fromTime: null, throughTime: null };
    const off = await user.call(saveTimeOff, {
      id: null,
      rev: null,
      providerId: part,
      ...day,
      reason: null,
      status: 'Approved',
    });
    expect(off.status).toBe(200);
    const found = (await rankedFor(await request(helen)))(part);
    expect(found).toMatchObject({ visits: 4, taken: 3, obstacle: null });
    expect(found?.misses).toMatchObject([{ days: ['2026-12-01'] }]);
  });

  test('shows no pay and no travel for visits that are all before the whole workweek', async () => {
    const helen = await client('Helen');
    const leaving = await caregiver('Leaving', { work_authorization_expiration: '2026-11-28' });
    expect((await rankedFor(await request(helen), admin))(leaving)).toMatchObject({
      visits: 4,
      taken: 1,
      cost: null,
      extraMinutes: null,
    });
  });

  test('adds up the hours of the week, so overtime is that of all its visits', async () => {
    const helen = await client('Helen');
    const full = await caregiver('Full');
    const long = (day: 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri') => weekOf({ [day]: ['10:00', '18:00'] });
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu'] as const)
      await plan(full, await client(day), { week: long(day) });
    const id = await request(helen, {
      week: weekOf({ Mon: ['05:00', '09:00'], Tue: ['05:00', '09:00'], Thu: ['05:00', '09:00'] }),
    });
    const found = (await rankedFor(id, admin))(full);
    // 32 hours and 12 more, and 10 minutes of paid travel to each of 7 visits: 310 minutes are over 40 hours.
    expect(found?.cost).toMatchObject({ overtimeMinutes: 310, payCents: 3 * 8333 });
    const plain = (await rankedFor(id))(full);
    expect(plain?.cost).toEqual({ payCents: null, overtimeCents: null, overtimeMinutes: 310 });
  });
});

describe('archiving a caregiver', () => {
  const archive = (id: number, over: object = {}) =>
    admin.call(updatePerson, {
      id,
      data: { Cur: 'n', archiveDate: '2026-11-30', 'DC Date': '2026-11-30', 'DC Reason': 'Moved', ...over },
    });

  test('leaves open requests for the clients if the office wants that', async () => {
    const ana = await caregiver('Ana');
    const [helen, ruth] = [await client('Helen'), await client('Ruth')];
    const kept = await plan(ana, helen, { Remarks: 'Ring twice' });
    const later = await plan(ana, ruth, {
      StartDate: '2026-12-10',
      week: weekOf({ Fri: ['12:00', '14:00'] }),
    });
    const shown = await admin.call(previewArchive, { id: ana, archiveDate: '2026-11-30' });
    expect(shown.data).toMatchObject({
      plans: 1,
      plansDeleted: 1,
      requestable: [
        {
          id: kept.id,
          Type: 'Personal Care',
          from: '2026-11-30',
          week: expect.stringContaining('8:00 AM – 10:00 AM'),
        },
        { id: later.id, from: '2026-12-10', week: 'Fri 12:00 PM – 2:00 PM' },
      ],
    });
    const done = await archive(ana, { openRequests: shown.data?.requestable.map(({ id }) => id) });
    expect(done.data?.archived).toMatchObject({ plans: 1, plansDeleted: 1, requests: 2 });
    expect(await openOf(helen)).toMatchObject([
      { StartDate: '2026-11-30', Remarks: 'Ring twice', week: { time: MORNINGS.time } },
    ]);
    expect(await openOf(ruth)).toMatchObject([{ StartDate: '2026-12-10' }]);
    expect((await user.call(readCarePlan, { id: kept.id, filters: [] })).data?.EndDate).toBe('2026-11-30');
    expect(later.status).toBe(200);
  });

  test('leaves one request for each plan the office chose, and none for another caregiver’s plan', async () => {
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    const [helen, ruth, earl] = [await client('Helen'), await client('Ruth'), await client('Earl')];
    await plan(ana, helen);
    const wished = await plan(ana, ruth, { week: weekOf({ Fri: ['12:00', '14:00'] }) });
    const other = await plan(bhim, earl);
    const openRequests = [wished.id, other.id];
    expect((await archive(ana, { openRequests })).data?.archived).toMatchObject({ plans: 2, requests: 1 });
    expect(await openOf(helen)).toEqual([]);
    expect(await openOf(ruth)).toHaveLength(1);
    expect(await openOf(earl)).toEqual([]);
  });

  test('leaves no requests otherwise', async () => {
    const ana = await caregiver('Ana');
    const helen = await client('Helen');
    await plan(ana, helen);
    expect((await archive(ana)).data?.archived).toMatchObject({ plans: 1, requests: 0 });
    expect(await openOf(helen)).toEqual([]);
  });

  test('leaves none for archived clients, whose own requests are withdrawn', async () => {
    const helen = await client('Helen');
    await request(helen);
    expect((await archive(helen)).status).toBe(200);
    expect(await openOf(helen)).toEqual([]);
    expect(await openOf(helen, 'Withdrawn')).toHaveLength(1);
  });
});
