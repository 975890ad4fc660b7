import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import {
  getCarePlans,
  insertCarePlan,
  listCarePlans,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { exportPeople, exportPlans } from '@homecare/domain/list-export/contract.ts';
import { queueSms } from '@homecare/domain/messaging/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { getPeople, listFirstPeople } from '@homecare/domain/people/contract.ts';
import { printCarePlan, printTimesheet } from '@homecare/domain/plan-documents/contract.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import type { SiteSwitches } from '@homecare/domain/sites/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

/** The switches and limits that an admin sets, as enforced by the server. */

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const set = async (change: Partial<SiteSwitches>) => {
  const who = await server.as('admin');
  const { data } = await who.call(getSettings, {});
  if (!data) throw new Error('no settings');
  const { rev, switches, paper } = data;
  return who.call(saveSettings, { rev, paper, switches: { ...switches, ...change } });
};

describe('the idle time', () => {
  test('ends a session after the minutes the admin has set, including sessions that exist already', async () => {
    const user = await server.as('user');
    expect((await user.call(touchSession, {})).data?.idleMinutes).toBe(30);
    await set({ idleMinutes: 10 });
    expect((await user.call(touchSession, {})).data?.idleMinutes).toBe(10);
    server.clock.advance({ minutes: 9 });
    expect((await user.call(touchSession, {})).status).toBe(200);
    server.clock.advance({ minutes: 10, seconds: 1 });
    expect((await user.call(touchSession, {})).status).toBe(401);

    await set({ idleMinutes: 120 });
    const other = await server.as('user');
    server.clock.advance({ minutes: 119 });
    expect((await other.call(touchSession, {})).status).toBe(200);
    await set({ idleMinutes: 30 });
    server.clock.set('2026-11-20T17:00:00Z');
  });

  test('must be 10 to 120 minutes', async () => {
    for (const idleMinutes of [9, 121, 0])
      expect((await set({ idleMinutes })).errors).toEqual([
        { field: 'switches.idleMinutes', message: 'The idle time is 10 to 120.' },
      ]);
  });
});

const WEEK = weekOf({ Mon: ['08:00', '10:00'] });
const plan = (provider: number, client: number, over: object = {}) => ({
  ProviderID: provider,
  ClientID: client,
  Type: 'PCP',
  StartDate: '2026-11-01',
  createReason: 'New client',
  week: WEEK,
  ...over,
});

test('a temporary plan must be within the window the admin has set', async () => {
  const { pool } = server.database;
  const [regular, stand, client] = await Promise.all([
    addProvider(pool, 'Regular'),
    addProvider(pool, 'Standin'),
    addClient(pool, 'Covered'),
  ]);
  const { insertId: coversPlanId } = await admin.call(insertCarePlan, { data: plan(regular, client) });
  const cover = (StartDate: string, EndDate: string) =>
    admin.call(insertCarePlan, { data: plan(stand, client, { coversPlanId, StartDate, EndDate }) });
  await set({ temporaryBack: 3, temporaryAhead: 5, temporaryLength: 7 });
  const early = await cover('2026-11-16', '2026-11-18');
  expect(early.errors).toEqual([
    { field: 'StartDate', message: 'A temporary plan starts at most 3 days back and 5 days ahead.' },
  ]);
  expect((await cover('2026-11-26', '2026-11-27')).errors).toMatchObject([{ field: 'StartDate' }]);
  expect((await cover('2026-11-17', '2026-11-24')).errors).toEqual([
    { field: 'EndDate', message: 'A temporary plan lasts at most 7 days.' },
  ]);
  const made = await cover('2026-11-17', '2026-11-23');
  expect(made.status).toBe(200);
  const longer = await admin.call(updateCarePlan, {
    id: made.insertId ?? 0,
    data: { EndDate: '2026-11-24', Status: 'Archive', week: WEEK, Remarks: '' },
  });
  expect(longer.errors).toMatchObject([{ message: 'A temporary plan lasts at most 7 days.' }]);
  await set({ temporaryBack: 14, temporaryAhead: 90, temporaryLength: 90 });
});

test('the daily number of messages is limited to what the admin has set', async () => {
  const id = await addProvider(server.database.pool, 'Texted', { phone: '(303) 555-0171' });
  expect(id).toBeGreaterThan(0);
  const user = await server.as('user');
  const text = () => user.call(queueSms, { sms: [{ number: '+13035550171', text: 'Hello' }] });
  // Automatic messages to caregivers about covers count too.
  const { rows } = await server.database.pool.query<{ count: number }>(
    'select count(*)::int as count from messages',
  );
  const most = (rows[0]?.count ?? 0) + 2;
  await set({ messagesPerDay: most });
  expect((await text()).status).toBe(200);
  expect((await text()).status).toBe(200);
  const third = await text();
  expect([third.status, third.Info]).toEqual([429, `Your agency sends at most ${most} messages a day.`]);
  await set({ messagesPerDay: 10_000 });
  expect((await text()).status).toBe(200);
});

describe('role Employee on a site that restricts it', () => {
  const arrange = async () => {
    const { pool } = server.database;
    const [mine, other, own, past, foreign] = await Promise.all([
      addProvider(pool, 'Mine'),
      addProvider(pool, 'Colleague', { dob: '1980-11-22' }),
      addClient(pool, 'Own'),
      addClient(pool, 'Past'),
      addClient(pool, 'Foreign', { dob: '1950-11-22' }),
    ]);
    const insert = async (provider: number, client: number, over: object = {}) => {
      const { insertId } = await admin.call(insertCarePlan, { data: plan(provider, client, over) });
      if (!insertId) throw new Error('no plan was made');
      return insertId;
    };
    const plans = {
      own: await insert(mine, own),
      past: await insert(mine, past, {
        StartDate: '2026-10-01',
        EndDate: '2026-11-10',
        Status: 'Archive',
        week: weekOf({ Thu: ['08:00', '10:00'] }),
      }),
      foreign: await insert(other, foreign, { StartDate: '2026-11-02' }),
    };
    return {
      mine,
      other,
      own,
      past,
      foreign,
      plans,
      employee: await server.as('provider', { providerId: mine }),
    };
  };

  test('sees their own record and the clients of their current plans, in every call', async () => {
    const { mine, other, own, past, foreign, plans, employee } = await arrange();
    const everyone = await employee.call(getPeople, { filters: [] });
    const tag = { 'if-none-match': String(everyone.headers.etag) };
    const ids = (data: readonly { readonly ID: number }[] | undefined) => data?.map(({ ID }) => ID) ?? [];
    expect(ids(everyone.data)).toEqual(expect.arrayContaining([mine, other, own, past, foreign]));
    expect((await employee.call(getPeople, { filters: [] }, tag)).status).toBe(304);

    await set({ ownClientsOnly: true });
    // The browser has the longer list, so it must not be told that nothing changed.
    const narrowed = await employee.call(getPeople, { filters: [] }, tag);
    expect(narrowed.status).toBe(200);
    expect(ids(narrowed.data).toSorted((a, b) => a - b)).toEqual([mine, own].toSorted((a, b) => a - b));
    const one = async (id: number) => ids((await employee.call(getPeople, { id, filters: [] })).data);
    expect(await one(own)).toEqual([own]);
    expect(await one(foreign)).toEqual([]);
    expect(await one(past)).toEqual([]);
    const first = await employee.call(listFirstPeople, {});
    expect(ids(first.data?.rows).toSorted((a, b) => a - b)).toEqual([mine, own].toSorted((a, b) => a - b));
    expect(first.data?.counts.All).toBe(2);

    const listed = await employee.call(listCarePlans, { status: 'Active', date: null, showTemp: false });
    expect(listed.data?.map(({ id }) => id)).toEqual([plans.own]);
    const all = await employee.call(getCarePlans, { filters: [] });
    expect(all.data?.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([plans.own, plans.past]);

    expect((await employee.call(printCarePlan, { id: plans.own })).status).toBe(200);
    expect((await employee.call(printCarePlan, { id: plans.foreign })).status).toBe(404);
    const sheet = {
      id: plans.foreign,
      year: 2026,
      month: 11,
      group: '',
      excluded: 'all',
      showTemp: false,
    } as const;
    const flags = { covidts: false, timeNeeded: false, mreport: false };
    expect((await employee.call(printTimesheet, { ...sheet, ...flags })).status).toBe(404);

    const people = await employee.call(exportPeople, {
      tab: 'All',
      search: '',
      showArchived: true,
      format: 'csv',
    });
    expect(people.text).toContain('Own, Chris');
    expect(people.text).not.toContain('Foreign');
    const exported = await employee.call(exportPlans, {
      search: '',
      month: null,
      group: '',
      excluded: 'All',
      showDeleted: true,
      showArchived: true,
      showTemp: true,
      covidList: false,
      clientFirst: false,
      format: 'csv',
    });
    expect(exported.text).toContain('Own, Chris');
    expect(exported.text).not.toContain('Foreign');

    const birthdays = async (who: Caller) =>
      (await who.call(listNotices, {})).data?.notices.map(({ id }) => id) ?? [];
    expect(await birthdays(admin)).toEqual(expect.arrayContaining([other, foreign]));
    const shown = await birthdays(employee);
    expect(shown).not.toContain(foreign);
    expect(shown).not.toContain(other);

    // A new plan of their own shows its client at once.
    const again = { 'if-none-match': String(narrowed.headers.etag) };
    expect((await employee.call(getPeople, { filters: [] }, again)).status).toBe(304);
    await admin.call(insertCarePlan, {
      data: plan(mine, foreign, { week: weekOf({ Tue: ['08:00', '10:00'] }) }),
    });
    const wider = await employee.call(getPeople, { filters: [] }, again);
    expect(ids(wider.data)).toContain(foreign);
    // Nothing changes for anyone else.
    expect(ids((await admin.call(getPeople, { filters: [] })).data)).toContain(past);
    await set({ ownClientsOnly: false });
    expect(ids((await employee.call(getPeople, { filters: [] })).data)).toContain(past);
  });
});
