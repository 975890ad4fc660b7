import { deleteAccount, resumeAccount, suspendAccount } from '@homecare/domain/accounts/contract.ts';
import { decideTimeOff, saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getFeed, removeFeed, renewFeed } from '@homecare/domain/schedule/contract.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import ICAL from 'ical.js';
import { afterAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { testServer } from '../../testing/server.ts';

// Wednesday, 10:00 AM in Denver; clocks go back on Sunday 11-01.
const server = await testServer({ now: '2026-10-28T16:00:00Z', others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.database;
const user = await server.as('user');

let serial = 0;
const provider = (columns: object = {}) => {
  serial += 1;
  return addProvider(pool, `Zebulon${serial}`, { city: 'Arvada', ...columns });
};
const client = (columns: object = {}) => {
  serial += 1;
  return addClient(pool, `Quimby${serial}`, { city: 'Littleton', address: '77 Hidden Lane', ...columns });
};
const addPlan = async (ProviderID: number, ClientID: number, over: object = {}) => {
  const { insertId, text } = await user.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-10-26',
      createReason: 'New client',
      week: weekOf({ Mon: ['08:00', '10:00'], Fri: ['08:00', '10:00'] }),
      ...over,
    },
  });
  if (!insertId) throw new Error(text);
  return insertId;
};
const makeAddress = async (id: number) => {
  const { data, text } = await user.call(renewFeed, { id });
  if (!data) throw new Error(text);
  return data.url;
};
const fetchFeed = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: new URL(url).pathname,
    headers: { host: 'localhost', ...headers },
  });

/** What a calendar reads. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => {
    const { uid, summary, location, startDate, endDate } = new ICAL.Event(part);
    const at = (time: ICAL.Time) =>
      Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000).toString();
    return { uid, summary, location, from: at(startDate), until: at(endDate) };
  });
/** By which a calendar sees that an event changed. */
const revisionsIn = (text: string) =>
  new Map(
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => {
      const { uid, sequence } = new ICAL.Event(part);
      const [stamp, modified] = ['dtstamp', 'last-modified'].map((name) =>
        String(part.getFirstPropertyValue(name)),
      );
      return [uid, { sequence, stamp, modified }];
    }),
  );
const eventsOf = async (url: string) => eventsIn((await fetchFeed(url)).body);
const startsOf = async (url: string) => (await eventsOf(url)).map(({ from }) => from);

test('a calendar gets hours and towns, correct across the change of clocks, and nothing else', async () => {
  const [ana, helen] = [await provider(), await client()];
  const plan = await addPlan(ana, helen, { EndDate: '2026-11-10' });
  await addPlan(ana, await client({ city: 'Castle Rock; North, Side' }), {
    week: weekOf({ Sat: ['22:00', '06:00'] }),
    EndDate: '2026-11-02',
  });
  const url = await makeAddress(ana);
  const answer = await fetchFeed(url);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(eventsIn(answer.body)).toEqual([
    {
      uid: `visit-${plan}-2026-10-30@localhost`,
      summary: 'Visit · Littleton',
      location: 'Littleton',
      from: '2026-10-30T14:00:00Z',
      until: '2026-10-30T16:00:00Z',
    },
    // The night in which clocks go back has nine hours.
    expect.objectContaining({
      location: 'Castle Rock; North, Side',
      from: '2026-11-01T04:00:00Z',
      until: '2026-11-01T13:00:00Z',
    }),
    expect.objectContaining({ from: '2026-11-02T15:00:00Z', until: '2026-11-02T17:00:00Z' }),
    expect.objectContaining({ from: '2026-11-06T15:00:00Z' }),
    expect.objectContaining({ from: '2026-11-09T15:00:00Z' }),
  ]);
  for (const word of ['Quimby', 'Zebulon', 'Hidden', 'PCP']) expect(answer.body).not.toContain(word);
});

test('Spanish speakers get Spanish', async () => {
  const ana = await provider({ language: 'Spanish' });
  await addPlan(ana, await client());
  expect((await eventsOf(await makeAddress(ana)))[0]?.summary).toBe('Visita · Littleton');
});

test('a calendar has the caregiver’s covers and 42 days ahead, without visits covered, closed or called out of', async () => {
  const [usual, stand, helen] = [await provider(), await provider(), await client()];
  const plan = await addPlan(usual, helen);
  const cover = { StartDate: '2026-11-06', EndDate: '2026-11-06', covidBy: plan };
  await addPlan(stand, helen, cover);
  const [own, others] = [await makeAddress(usual), await makeAddress(stand)];
  expect(await startsOf(others)).toEqual(['2026-11-06T15:00:00Z']);
  const before = await startsOf(own);
  expect(before).not.toContain('2026-11-06T15:00:00Z');
  expect(before).toHaveLength(11);
  expect(before.at(-1)).toBe('2026-12-07T15:00:00Z');
  await pool.query(
    "update visits set closed_code = 'hospital', closed = now(), closed_by = 'T.' where care_plan_id = $1 and date = '2026-11-02'",
    [plan],
  );
  const said = await user.call(callOut, {
    ProviderID: usual,
    from: '2026-11-09T00:00:00Z',
    until: '2026-11-10T00:00:00Z',
    note: '',
  });
  expect(said.status).toBe(200);
  expect(before.filter((start) => !['2026-11-02T15:00:00Z', '2026-11-09T15:00:00Z'].includes(start))).toEqual(
    await startsOf(own),
  );
});

test('a calendar leaves out visits in approved time off, and no others', async () => {
  const ana = await provider();
  await addPlan(ana, await client(), { EndDate: '2026-11-10' });
  const url = await makeAddress(ana);
  const days = { from: '2026-11-02', through: '2026-11-02', fromTime: null, throughTime: null };
  const asked = { id: null, rev: null, providerId: ana, ...days, reason: null };
  const { insertId: id = 0 } = await user.call(saveTimeOff, { ...asked, status: 'Requested' });
  expect(await startsOf(url)).toContain('2026-11-02T15:00:00Z');
  await user.call(decideTimeOff, { items: [{ id, rev: 0 }], status: 'Approved' });
  expect(await startsOf(url)).toEqual([
    '2026-10-30T14:00:00Z',
    '2026-11-06T15:00:00Z',
    '2026-11-09T15:00:00Z',
  ]);
});

test('the secret address is in no log', async () => {
  const url = await makeAddress(await provider());
  const secret =
    new URL(url).pathname
      .split('/')
      .at(-1)
      ?.replace(/\.ics$/, '') ?? '';
  expect(secret.length).toBeGreaterThan(20);
  await fetchFeed(url);
  await fetchFeed(url.replace(secret, `x${secret}`));
  expect(server.log.filter((line) => line.includes(secret))).toEqual([]);
});

test('a moved visit keeps its id, and its revision rises', async () => {
  const ana = await provider();
  const plan = await addPlan(ana, await client());
  const url = await makeAddress(ana);
  const uid = `visit-${plan}-2026-11-06@localhost`;
  const before = revisionsIn((await fetchFeed(url)).body);
  await pool.query(
    `update visits set date = '2026-11-05', edited = '2026-10-28T16:05:00Z'
     where care_plan_id = $1 and planned_day = '2026-11-06'`,
    [plan],
  );
  const text = (await fetchFeed(url)).body;
  const moved = eventsIn(text).find(({ from }) => from === '2026-11-05T15:00:00Z');
  expect(moved?.uid).toBe(uid);
  const after = revisionsIn(text);
  expect(after.get(uid)?.sequence).toBeGreaterThan(before.get(uid)?.sequence ?? Number.NaN);
  expect(after.get(uid)).toMatchObject({ stamp: '2026-10-28T16:05:00Z', modified: '2026-10-28T16:05:00Z' });
  const other = `visit-${plan}-2026-11-02@localhost`;
  expect(after.get(other)).toEqual(before.get(other));
});

test('unchanged visits answer 304, and the answer is private', async () => {
  const ana = await provider();
  const plan = await addPlan(ana, await client());
  const url = await makeAddress(ana);
  const { headers } = await fetchFeed(url);
  expect(headers['cache-control']).toBe('private, no-cache');
  const again = { 'if-none-match': String(headers.etag) };
  const same = await fetchFeed(url, again);
  expect([same.statusCode, same.body]).toEqual([304, '']);
  await pool.query("update visits set plan_end = '10:30' where care_plan_id = $1 and date = '2026-10-30'", [
    plan,
  ]);
  expect((await fetchFeed(url, again)).statusCode).toBe(200);
});

test('a new address ends the old one, a removed one is gone, and all unknown ones look alike', async () => {
  const ana = await provider();
  await addPlan(ana, await client());
  const first = await makeAddress(ana);
  const second = await makeAddress(ana);
  expect(second).not.toBe(first);
  const [gone, unknown] = [await fetchFeed(first), await fetchFeed(`https://x/l/${'A'.repeat(43)}`)];
  expect([gone.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(gone.body).toBe(unknown.body);
  expect((await fetchFeed(second)).statusCode).toBe(200);
  const { rows } = await pool.query<{ kept: string }>(
    'select row_to_json(calendar_feeds)::text as kept from calendar_feeds',
  );
  expect(rows.map(({ kept }) => kept).join()).not.toContain(second.slice(-43));
  expect((await user.call(getFeed, { id: ana })).data).toEqual({
    created: '2026-10-28T16:00:00Z',
    fetched: '2026-10-28T16:00:00Z',
  });
  expect((await user.call(removeFeed, { id: ana })).status).toBe(200);
  expect((await fetchFeed(second)).body).toBe(unknown.body);
  expect((await user.call(removeFeed, { id: ana })).status).toBe(404);
});

test('an archived caregiver’s feed is gone, and nobody can make another', async () => {
  const ana = await provider();
  const url = await makeAddress(ana);
  expect((await fetchFeed(url)).statusCode).toBe(200);
  await pool.query("update people set cur = 'n', archive_date = '2026-10-28' where id = $1", [ana]);
  expect((await fetchFeed(url)).statusCode).toBe(404);
  expect((await user.call(renewFeed, { id: ana })).status).toBe(404);
});

test('suspending or deleting an account ends its caregiver’s session and feed in every process at once', async () => {
  const ana = await provider();
  const evv = await server.as('evv', { providerId: ana });
  const elsewhere = await server.atSecondInstance(evv);
  const admin = await server.as('admin');
  const { data } = await evv.call(renewFeed, { id: ana });
  const path = new URL(data?.url ?? 'https://x/').pathname;
  const statuses = async () => [
    (await elsewhere.call(getFeed, { id: ana })).status,
    (await elsewhere.raw({ method: 'GET', url: path })).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  const revOf = async () => {
    const { rows } = await pool.query<{ rev: number }>('select rev from accounts where id = $1', [
      evv.accountId,
    ]);
    return { id: evv.accountId ?? 0, rev: rows[0]?.rev ?? 0 };
  };
  expect((await admin.call(suspendAccount, await revOf())).status).toBe(200);
  expect(await statuses()).toEqual([401, 404]);
  expect((await admin.call(resumeAccount, await revOf())).status).toBe(200);
  expect(await statuses()).toEqual([401, 200]);
  server.clock.advance({ minutes: 1 });
  expect((await admin.call(deleteAccount, { id: evv.accountId ?? 0, data: {} })).status).toBe(200);
  expect(await statuses()).toEqual([401, 404]);
  server.clock.advance({ minutes: 1 });
  expect((await fetchFeed(await makeAddress(ana))).statusCode).toBe(200);
});

test('caregivers make only their own, other roles none, and another agency finds neither caregiver nor address', async () => {
  const [ana, bea] = [await provider(), await provider()];
  const evv = await server.as('evv', { providerId: ana });
  const { data } = await evv.call(renewFeed, { id: ana });
  expect((await fetchFeed(data?.url ?? 'https://x/')).statusCode).toBe(200);
  const manager = await server.as('provider');
  for (const caller of [evv, manager]) {
    expect((await caller.call(getFeed, { id: bea })).status).toBe(403);
    expect((await caller.call(renewFeed, { id: bea })).status).toBe(403);
    expect((await caller.call(removeFeed, { id: bea })).status).toBe(403);
  }
  const other = await server.as('user', { site: server.siteNamed('other') });
  expect((await other.call(renewFeed, { id: ana })).status).toBe(404);
  expect((await fetchFeed(data?.url ?? '', { host: 'other.agency.test' })).statusCode).toBe(404);
  expect((await user.call(renewFeed, { id: await client() })).status).toBe(404);
});

test('the night in which clocks go forward has seven hours', async () => {
  const ana = await provider();
  server.clock.set('2027-03-12T17:00:00Z');
  const late = await server.as('user');
  const { insertId } = await late.call(insertCarePlan, {
    data: {
      ProviderID: ana,
      ClientID: await client(),
      Type: 'PCP',
      StartDate: '2027-03-12',
      EndDate: '2027-03-16',
      createReason: 'New client',
      week: weekOf({ Sat: ['22:00', '06:00'], Mon: ['08:00', '10:00'] }),
    },
  });
  expect(insertId).toBeDefined();
  const { data } = await late.call(renewFeed, { id: ana });
  expect(await eventsOf(data?.url ?? '')).toMatchObject([
    { from: '2027-03-14T05:00:00Z', until: '2027-03-14T12:00:00Z' },
    { from: '2027-03-15T14:00:00Z', until: '2027-03-15T16:00:00Z' },
  ]);
});
