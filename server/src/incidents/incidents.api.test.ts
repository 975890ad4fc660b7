import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import * as calls from '@homecare/domain/incidents/contract.ts';
import { getIncidentLog } from '@homecare/domain/record-log/contract.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { fallOn, newIncidentOn, toldAt } from '../../testing/incidents.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let clientId: number;
let providerId: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T20:00:00Z', others: ['other'] });
  admin = await server.as('admin');
  clientId = await addClient(server.database.pool, 'Baca', { first_name: 'Guadalupe', state: 'CO' });
  providerId = await addProvider(server.database.pool, 'Bekele', { first_name: 'Tigist' });
});
afterAll(() => server.stop());

const DAY = '2026-11-20';
const add = (over: Parameters<typeof fallOn>[1] = {}) =>
  admin.call(calls.saveIncident, newIncidentOn(DAY, clientId, over));
const logOf = async (id: number) => (await admin.call(getIncidentLog, { id })).data?.entries ?? [];
const rowOf = async (id: number) =>
  (await admin.call(calls.listIncidents, {})).data?.find((row) => row.id === id);

test('an incident has a deadline until somebody was told, and is closed with what came of it', async () => {
  const made = await add();
  const id = made.insertId ?? 0;
  expect(made.data).toMatchObject({
    ...{ client: 'Baca, Guadalupe', via: 'office', isClosed: false, rev: 0 },
    duties: [{ whom: 'caseManager', due: '2026-11-21T17:00:00Z', state: 'open' }],
  });
  expect(await rowOf(id)).toMatchObject({ steps: [{ words: 'Tell the case manager' }], isClosed: false });
  const today = (await admin.call(getToday, {})).data?.rows.find(({ key }) => key === `incident:${id}`);
  expect(today).toMatchObject({
    ...{ kind: 'incident', part: 'now', tone: 'warn', title: 'Guadalupe Baca: Tell the case manager' },
    mend: { by: 'incident', id },
  });

  const close = (rev: number, resolution: string | null) =>
    admin.call(calls.closeIncident, { id, rev, resolution });
  expect((await close(0, 'Nothing more')).errors[0]?.message).toContain('First record that you told');
  expect((await close(0, ' ')).errors[0]?.field).toBe('resolution');
  const told = await admin.call(calls.saveNotice, {
    id,
    rev: 0,
    no: null,
    notice: toldAt('2026-11-20T19:00:00Z'),
  });
  expect(told.data).toMatchObject({ duties: [{ state: 'told' }], notices: [{ no: 1, by: 'T.A.' }], rev: 1 });
  const planned = { what: 'Put down a mat', who: 'Ana', until: '2026-11-24', result: null };
  await admin.call(calls.saveFollowUp, { id, rev: 1, no: null, followUp: planned });
  expect((await close(2, 'A mat is there')).errors[0]?.message).toContain('open follow-ups');
  await admin.call(calls.saveFollowUp, {
    id,
    rev: 2,
    no: 1,
    followUp: { ...planned, result: 'It lies there' },
  });
  expect((await close(3, 'A mat is there')).data).toMatchObject({
    isClosed: true,
    resolution: 'A mat is there',
  });
  const late = toldAt('2026-11-20T19:00:00Z', { whom: 'family' });
  expect((await admin.call(calls.saveNotice, { id, rev: 4, no: null, notice: late })).reason).toBe(
    'conflict',
  );
  // What is closed is not amended either: a critical one would have a deadline that nobody sees.
  const amended = { ...newIncidentOn(DAY, clientId, { kind: 'abuse' }), id, rev: 4 };
  expect((await admin.call(calls.saveIncident, amended)).reason).toBe('conflict');
  expect((await close(4, null)).data).toMatchObject({ isClosed: false });
  expect((await admin.call(calls.saveIncident, { ...amended, rev: 5 })).status).toBe(200);
});

test('an incident is amended, and the log keeps who said what before', async () => {
  const id = (await add()).insertId ?? 0;
  const facts = fallOn(DAY, { harm: 'hospital', what: 'Slipped and broke her wrist.' });
  const input = { id, rev: 0, clientId, providerId, facts };
  expect((await admin.call(calls.saveIncident, input)).data).toMatchObject({
    provider: 'Bekele, Tigist',
    rev: 1,
  });
  expect((await admin.call(calls.saveIncident, input)).reason).toBe('stale');
  const [change] = await logOf(id);
  expect(change).toMatchObject({ who: 'Test admin', action: 'update' });
  expect(change?.fields).toEqual(
    expect.arrayContaining([
      { field: 'Harm', old: 'First aid', new: 'Needed a hospital' },
      { field: 'What happened', old: 'Slipped on the wet floor beside the sink.', new: facts.what },
    ]),
  );
  await expect(server.database.pool.query('delete from incidents')).rejects.toThrow();
});

test('what is missing is named, and so is somebody who is no client', async () => {
  expect((await add({ what: ' ' })).errors[0]?.field).toBe('what');
  const wrong = await admin.call(calls.saveIncident, newIncidentOn(DAY, providerId));
  expect(wrong.errors[0]?.field).toBe('clientId');
});

test('a notice that was entered by mistake stays, and the deadline is open again', async () => {
  const id = (await add()).insertId ?? 0;
  const notice = toldAt('2026-11-20T19:00:00Z');
  await admin.call(calls.saveNotice, { id, rev: 0, no: null, notice });
  const mistaken = { ...notice, memo: 'It was another client', isMistake: true };
  const taken = await admin.call(calls.saveNotice, { id, rev: 1, no: 1, notice: mistaken });
  expect(taken.data).toMatchObject({ notices: [{ no: 1, isMistake: true }], duties: [{ state: 'open' }] });
  expect((await admin.call(calls.saveNotice, { id, rev: 2, no: 7, notice })).status).toBe(404);
});

test('nobody whom a rule names was told before the agency knew of it', async () => {
  const id = (await add()).insertId ?? 0;
  const save = (at: string) => admin.call(calls.saveNotice, { id, rev: 0, no: null, notice: toldAt(at) });
  expect((await save('2026-11-19T19:00:00Z')).errors[0]?.field).toBe('at');
  await save('2026-11-20T19:00:00Z');
  const later = { ...newIncidentOn(DAY, clientId, { knownAt: '2026-11-20T19:30:00Z' }), id, rev: 1 };
  expect((await admin.call(calls.saveIncident, later)).errors[0]?.field).toBe('knownAt');
});

test('somebody has to be told also where no deadline is known, and Today says so', async () => {
  const stateless = await addClient(server.database.pool, 'Nowhere', { first_name: 'Ana', state: null });
  const made = await admin.call(calls.saveIncident, newIncidentOn(DAY, stateless, { kind: 'death' }));
  const today = (await admin.call(getToday, {})).data?.rows;
  expect(today?.find(({ key }) => key === `incident:${made.insertId}`)).toMatchObject({
    ...{ part: 'now', title: 'Ana Nowhere: Tell the case manager' },
    figure: { main: 'unknown', note: 'the deadline' },
  });
});

const visitOn = async (data: { ProviderID: number; ClientID: number; week: ReturnType<typeof weekOf> }) => {
  const plan = { Type: 'PCP', StartDate: DAY, createReason: 'New', ...data };
  const { insertId } = await admin.call(insertCarePlan, { data: plan });
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select id from visits where care_plan_id = $1 and date = $2',
    [insertId, DAY],
  );
  return rows[0]?.id ?? 0;
};
const reportOf = (visitId: number) => ({
  ...{ visitId, kind: 'fall' as const, time: '09:15', what: 'She fell', harm: 'none' as const },
  measures: 'Helped her up',
  // The clock of the phone is ahead of the server's.
  at: '2026-11-20T20:01:00Z',
});

test('a caregiver reports what happened at an own visit, once however often it is sent', async () => {
  const week = weekOf({ Fri: ['08:00', '10:00'] });
  const visitId = await visitOn({ ProviderID: providerId, ClientID: clientId, week });
  const report = reportOf(visitId);
  const headers = { 'idempotency-key': 'one-report-of-a-fall' };
  const phone = await server.as('evv', { providerId });
  const first = await phone.call(calls.reportIncident, report, headers);
  const again = await phone.call(calls.reportIncident, report, headers);
  expect(again.insertId).toBe(first.insertId);
  const found = await admin.call(calls.getIncident, { id: first.insertId ?? 0 });
  expect(found.data).toMatchObject({
    ...{ via: 'phone', visitId, client: 'Baca, Guadalupe', provider: 'Bekele, Tigist' },
    facts: { critical: 'undecided', date: DAY, reporter: 'Bekele, Tigist', knownAt: '2026-11-20T20:00:00Z' },
  });
  expect((await phone.call(calls.reportIncident, { ...report, what: ' ' })).errors[0]?.field).toBe('what');
  expect((await phone.call(calls.reportIncident, { ...report, time: '13:30' })).errors[0]?.field).toBe(
    'time',
  );
  const other = await server.as('evv', { providerId: await addProvider(server.database.pool, 'Other') });
  expect((await other.call(calls.reportIncident, report)).status).toBe(404);
  expect((await admin.call(calls.reportIncident, report)).status).toBe(403);
});

test('the paper has what is known, and the table every incident', async () => {
  const id = (await add()).insertId ?? 0;
  const printed = await admin.raw(requestOf(calls.printIncident, { id }));
  expect(printed.status).toBe(200);
  expect(printed.headers['content-type']).toContain('application/pdf');
  const table = await admin.raw(requestOf(calls.exportIncidents, { format: 'csv' }));
  expect(table.text).toContain('"Baca, Guadalupe"');
  expect(table.text).toContain('"Tell the case manager by Nov 21, 10:00 AM"');
});

test('readers and caregivers see none of it, and another agency has its own', async () => {
  const id = (await add()).insertId ?? 0;
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(calls.listIncidents, {})).status).toBe(403);
    expect((await caller.call(calls.getIncident, { id })).status).toBe(403);
  }
  const other = await server.as('user', { site: server.siteNamed('other') });
  expect((await other.call(calls.listIncidents, {})).data).toEqual([]);
  expect((await other.call(calls.getIncident, { id })).status).toBe(404);
  expect((await other.call(calls.closeIncident, { id, rev: 0, resolution: 'x' })).status).toBe(404);
});

test('a report of a night is of the day on which it happened, known since then at the earliest', async () => {
  const night = { ProviderID: await addProvider(server.database.pool, 'Night'), ClientID: clientId };
  const visitId = await visitOn({ ...night, week: weekOf({ Fri: ['22:00', '06:00'] }) });
  server.clock.set('2026-11-21T14:00:00Z');
  // Who was signed in the day before is signed out.
  const [phone, office] = [
    await server.as('evv', { providerId: night.ProviderID }),
    await server.as('admin'),
  ];
  const sent = async (time: string, at: string) => {
    const { insertId } = await phone.call(calls.reportIncident, { ...reportOf(visitId), time, at });
    return (await office.call(calls.getIncident, { id: insertId ?? 0 })).data?.facts;
  };
  // 2:30 AM in Denver, told at 3:00, and sent in the morning.
  expect(await sent('02:30', '2026-11-21T10:00:00Z')).toMatchObject({
    ...{ date: '2026-11-21', time: '02:30', knownAt: '2026-11-21T10:00:00Z' },
  });
  expect(await sent('22:40', '2026-11-21T10:00:00Z')).toMatchObject({ date: DAY });
  // Clocks of phones: a day behind, and four days.
  for (const at of ['2026-11-20T10:00:00Z', '2026-11-17T10:00:00Z'])
    expect(await sent('02:30', at)).toMatchObject({ knownAt: '2026-11-21T14:00:00Z' });
});
