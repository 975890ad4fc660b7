import { IS_MISTAKE, PHOTO_GONE } from '@homecare/domain/agency-forms/answers.ts';
import * as calls from '@homecare/domain/agency-forms/contract.ts';
import { ONLY_ON_PHONE } from '@homecare/domain/agency-forms/definition.ts';
import type { FormDefinition } from '@homecare/domain/agency-forms/schema.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { compareKeys } from '@homecare/domain/compare.ts';
import * as incidents from '@homecare/domain/incidents/contract.ts';
import { mergePeople } from '@homecare/domain/people/merge-contract.ts';
import { getFilledFormLog } from '@homecare/domain/record-log/contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fallCheck, goodAnswers } from '../../testing/agency-forms.ts';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { newIncidentOn } from '../../testing/incidents.ts';
import { readPdf } from '../../testing/pdf.ts';
import { pngOf } from '../../testing/pictures.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { sweepPhotos } from './photos.ts';

const DAY = '2026-11-20';
let server: TestServer;
let admin: Caller;
let clientId: number;
let providerId: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T20:00:00Z', others: ['other'] });
  admin = await server.as('admin');
  const { pool } = server.database;
  clientId = await addClient(pool, 'Baca', { first_name: 'Guadalupe', doctor: 'Dr. Chen' });
  providerId = await addProvider(pool, 'Bekele', { first_name: 'Tigist' });
});
afterAll(() => server.stop());

const build = async (over: Partial<FormDefinition> = {}) => {
  const { data } = await admin.call(calls.saveForm, {
    ...{ id: null, rev: null },
    definition: fallCheck('2026-11-01', { when: { kind: 'hand' }, ...over }),
  });
  if (!data) throw new Error('the form was refused');
  return { formId: data.id, versionId: data.versions[0]?.id ?? 0, form: data };
};
const fill = (versionId: number, over: object = {}) =>
  admin.call(calls.fillForm, {
    ...{ versionId, personId: clientId, visitId: null, day: DAY, answers: goodAnswers() },
    ...over,
  });
const read = async (id: number) => (await admin.call(calls.getFilled, { id })).data;
const name = (digit: string) => digit.repeat(32);
const upload = (by: Caller, photo: string, content: string | Buffer = pngOf(0xff)) =>
  by.raw(requestOf(calls.uploadPhoto, { photo }, { name: 'photo.png', content }));

test('a form is built, filled, and keeps the version by which it was filled', async () => {
  const { formId, versionId, form } = await build();
  const made = await fill(versionId);
  const id = made.data?.id ?? 0;
  expect(await read(id)).toMatchObject({
    ...{ person: 'Baca, Guadalupe', via: 'office', day: DAY, version: 1, corrections: 0 },
    answers: [
      { key: 'qname', kind: 'field', text: 'Baca, Guadalupe' },
      { key: 'qday', text: '' },
      { key: 'qwhat', text: 'A loose rug in the hall.' },
      { key: 'qsteady', chosen: ['With help'] },
      { key: 'qpulse', number: 72 },
    ],
  });
  const definition = fallCheck('2026-11-01', {
    title: 'Fall check, long',
    when: { kind: 'hand' },
    questions: form.versions[0]?.definition.questions.slice(0, 4) ?? [],
  });
  const next = await admin.call(calls.saveForm, { id: formId, rev: 0, definition });
  expect(next.data?.versions.map(({ no }) => no)).toEqual([2, 1]);
  expect(await read(id)).toMatchObject({ title: 'Fall check', version: 1 });
  expect((await admin.call(calls.saveForm, { id: formId, rev: 0, definition })).reason).toBe('stale');
  // What is saved as it is makes no version.
  const same = await admin.call(calls.saveForm, { id: formId, rev: 1, definition });
  expect(same.data?.versions).toHaveLength(2);
  const row = (await admin.call(calls.listForms, {})).data?.find((one) => one.id === formId);
  expect(row).toMatchObject({ title: 'Fall check, long', version: 2, filled: 1, questions: 1 });
});

test('what is missing is named by its question, and nothing is stored', async () => {
  const { versionId } = await build();
  const [what, ...others] = goodAnswers();
  const refused = await fill(versionId, { answers: others });
  expect(refused.errors).toEqual([{ field: what?.key, message: 'Answer this question.' }]);
  expect((await fill(versionId, { day: '2026-11-21' })).errors[0]?.field).toBe('day');
  expect((await fill(versionId, { personId: providerId })).errors[0]?.field).toBe('personId');
  const wrong = await admin.call(calls.saveForm, {
    ...{ id: null, rev: null },
    definition: fallCheck('2026-11-01', { title: ' ' }),
  });
  expect(wrong.errors[0]?.field).toBe('title');
  expect((await admin.call(calls.listFilled, { formId: versionId })).data).toEqual([]);
});

test('a correction has its reason, and the record log what was answered before', async () => {
  const { versionId } = await build();
  const id = (await fill(versionId)).data?.id ?? 0;
  const answers = goodAnswers().map((answer) =>
    answer.kind === 'number' ? { ...answer, number: 92 } : answer,
  );
  const correct = (rev: number, reason: string) =>
    admin.call(calls.correctForm, { id, rev, answers, reason });
  expect((await correct(0, ' ')).errors[0]?.field).toBe('reason');
  expect((await correct(0, 'Read from the wrong line')).data).toMatchObject({
    corrections: 1,
    corrected: [{ no: 1, reason: 'Read from the wrong line', by: 'T.A.' }],
  });
  expect((await correct(0, 'Again')).reason).toBe('stale');
  expect((await correct(1, 'Nothing')).Info).toBe('No answer is another one.');
  const [change] = (await admin.call(getFilledFormLog, { id })).data?.entries ?? [];
  expect(change?.fields.toSorted((a, b) => compareKeys(a.field, b.field))).toEqual([
    { field: '7. Pulse (bpm)', old: '72', new: '92' },
    { field: 'Why it was corrected', old: null, new: 'Read from the wrong line' },
  ]);
  const { pool } = server.database;
  await expect(pool.query(`update filled_forms set answers = '[]'`)).rejects.toThrow(
    'corrected, not changed',
  );
  await expect(pool.query('delete from filled_forms')).rejects.toThrow();
  await expect(pool.query('delete from filled_form_corrections')).rejects.toThrow();
});

const visitOn = async (people: { ProviderID: number; ClientID: number }) => {
  const data = {
    ...{ Type: 'PCP', StartDate: DAY, createReason: 'New', ...people },
    week: weekOf({ Fri: ['08:00', '10:00'] }),
  };
  const { insertId } = await admin.call(insertCarePlan, { data });
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select id from visits where care_plan_id = $1 and date = $2',
    [insertId, DAY],
  );
  return rows[0]?.id ?? 0;
};

test('a caregiver fills it at an own visit with photo and signature, once however often it is sent', async () => {
  const client = await addClient(server.database.pool, 'Lopez', { first_name: 'Maria' });
  const visitId = await visitOn({ ProviderID: providerId, ClientID: client });
  const { versionId } = await build({ title: 'Home check' });
  const phone = await server.as('evv', { providerId });
  const own = (await phone.call(calls.listOwnForms, {})).data;
  expect(own?.forms.map(({ title }) => title)).toContain('Home check');
  const photo = name('a');
  for (let time = 0; time < 2; time += 1) expect((await upload(phone, photo)).status).toBe(200);
  const answers = goodAnswers([
    { kind: 'photo', key: 'qphoto', photo },
    { kind: 'signature', key: 'qsign', name: 'Maria Lopez', ink: '10,10 300,40 500,90' },
  ]);
  // The phone kept it for three hours.
  const input = { versionId, visitId, answers, at: '2026-11-20T17:00:00Z' };
  const headers = { 'idempotency-key': 'one-home-check' };
  const first = await phone.call(calls.fillOnPhone, input, headers);
  const again = await phone.call(calls.fillOnPhone, input, headers);
  expect(again.data).toEqual(first.data);
  const id = first.data?.id ?? 0;
  expect(await read(id)).toMatchObject({
    ...{ via: 'phone', visitId, person: 'Lopez, Maria', day: DAY, at: '2026-11-20T17:00:00Z' },
  });
  expect((await admin.call(calls.listFilled, { visitId })).data).toHaveLength(1);
  const picture = await admin.raw(requestOf(calls.getPhoto, { id, photo }));
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  const printed = await admin.raw(requestOf(calls.printFilled, { id }));
  expect(printed.headers['content-type']).toContain('application/pdf');
  expect(printed.text).toContain('%PDF');

  const other = await server.as('evv', { providerId: await addProvider(server.database.pool, 'Other') });
  expect((await other.call(calls.fillOnPhone, { ...input, answers: goodAnswers() })).status).toBe(404);
  // A photo of somebody else's form is nobody's to use.
  const stolen = goodAnswers([{ kind: 'photo', key: 'qphoto', photo }]);
  expect((await fill(versionId, { answers: stolen })).errors).toEqual([
    { field: 'qphoto', message: PHOTO_GONE },
  ]);
});

test('a caregiver whose visit was removed or given to somebody else while the phone had no network is heard', async () => {
  const client = await addClient(server.database.pool, 'Trujillo');
  const gone = await addProvider(server.database.pool, 'Quintana');
  const visitId = await visitOn({ ProviderID: gone, ClientID: client });
  const { versionId } = await build({ title: 'Home check, late' });
  await server.database.pool.query('update visits set removed = now(), rev = rev + 1 where id = $1', [
    visitId,
  ]);
  const input = { versionId, visitId, answers: goodAnswers(), at: '2026-11-20T17:00:00Z' };
  const other = await server.as('evv', { providerId: await addProvider(server.database.pool, 'Other') });
  expect((await other.call(calls.fillOnPhone, input)).status).toBe(404);
  const phone = await server.as('evv', { providerId: gone });
  const { data } = await phone.call(calls.fillOnPhone, input);
  expect(await read(data?.id ?? 0)).toMatchObject({ via: 'phone', visitId, personId: client });
});

test('a photo without a form is gone after a week', async () => {
  const [photo, file] = [name('b'), name('c')];
  expect((await upload(admin, photo)).status).toBe(200);
  expect((await upload(admin, file, 'not a picture')).status).toBe(400);
  const before = server.clock.now();
  server.clock.set('2026-11-27T21:00:00Z');
  expect(await sweepPhotos(server.scope)).toMatchObject({ ok: true, data: 1 });
  server.clock.set(before.toString());
});

test('what is due is asked for at the office, on the phone and on Today, until it is filled', async () => {
  const { pool } = server.database;
  const client = await addClient(pool, 'Vigil', { first_name: 'Rosa', start_of_care: '2026-11-10' });
  const nurse = await addProvider(pool, 'Ortiz', { first_name: 'Luz' });
  const visitId = await visitOn({ ProviderID: nurse, ClientID: client });
  const start = await build({ title: 'First assessment', when: { kind: 'start', days: 5 } });
  const falls = await build({ title: 'After the fall', when: { kind: 'fall', days: 2 } });
  const dueOf = async () =>
    ((await admin.call(calls.listDue, {})).data?.due ?? [])
      .filter(({ personId }) => personId === client)
      .map(({ title, due }) => [title, due]);
  expect(await dueOf()).toEqual([['First assessment', '2026-11-15']]);
  await admin.call(incidents.saveIncident, newIncidentOn(DAY, client));
  expect(await dueOf()).toEqual([
    ['First assessment', '2026-11-15'],
    ['After the fall', '2026-11-22'],
  ]);
  const phone = await server.as('evv', { providerId: nurse });
  const dueOnPhone = async () =>
    ((await phone.call(calls.listOwnForms, {})).data?.due ?? [])
      .filter((one) => one.visitId === visitId)
      .map(({ versionId }) => versionId);
  expect(await dueOnPhone()).toEqual([start.versionId, falls.versionId]);
  const today = (await admin.call(getToday, {})).data?.rows.find(({ kind }) => kind === 'forms');
  expect(today).toMatchObject({ part: 'today', tone: 'danger', count: 1 });

  const { id = 0 } = (await fill(start.versionId, { personId: client })).data ?? {};
  const at = '2026-11-20T19:30:00Z';
  await phone.call(calls.fillOnPhone, { versionId: falls.versionId, visitId, answers: goodAnswers(), at });
  expect([await dueOf(), await dueOnPhone()]).toEqual([[], []]);
  // What was entered by mistake answers nothing, until it counts again.
  await admin.call(calls.markMistake, { id, rev: 0, isMistake: true, reason: 'Another client' });
  expect([await dueOf(), await dueOnPhone()]).toEqual([
    [['First assessment', '2026-11-15']],
    [start.versionId],
  ]);
  await admin.call(calls.markMistake, { id, rev: 1, isMistake: false, reason: 'It was hers' });
  expect([await dueOf(), await dueOnPhone()]).toEqual([[], []]);
  await admin.call(calls.retireForm, { id: start.formId, rev: 0, isRetired: true });
  expect((await fill(start.versionId)).reason).toBe('conflict');
  await admin.call(calls.retireForm, { id: falls.formId, rev: 0, isRetired: true });
});

test('what was entered by mistake stays, marked, out of the report, and is not corrected', async () => {
  const { formId, versionId } = await build({ title: 'Weight' });
  const id = (await fill(versionId)).data?.id ?? 0;
  const mark = (rev: number, isMistake: boolean, reason = 'Of somebody else') =>
    admin.call(calls.markMistake, { id, rev, isMistake, reason });
  const span = { formId, from: DAY, through: DAY };
  const counted = async () => [
    (await admin.call(calls.reportForm, span)).data?.rows.length,
    (await admin.call(calls.listForms, {})).data?.find((one) => one.id === formId)?.filled,
  ];
  expect((await mark(0, true, ' ')).errors[0]?.field).toBe('reason');
  expect((await mark(0, false)).reason).toBe('conflict');
  expect((await mark(0, true)).data).toMatchObject({
    ...{ isMistake: true, corrections: 0 },
    corrected: [{ kind: 'mistake', reason: 'Of somebody else', by: 'T.A.' }],
  });
  expect(await counted()).toEqual([0, 0]);
  expect((await mark(0, true)).reason).toBe('stale');
  const correction = { id, rev: 1, answers: goodAnswers().slice(0, 2), reason: 'No pulse' };
  expect((await admin.call(calls.correctForm, correction)).Info).toBe(IS_MISTAKE);
  const [row] = (await admin.call(calls.listFilled, { formId })).data ?? [];
  expect(row).toMatchObject({ id, isMistake: true });
  const [change] = (await admin.call(getFilledFormLog, { id })).data?.entries ?? [];
  expect(change?.fields.toSorted((a, b) => compareKeys(a.field, b.field))).toEqual([
    { field: 'Entered by mistake', old: 'No', new: 'Yes' },
    { field: 'Why it was entered by mistake', old: null, new: 'Of somebody else' },
  ]);
  expect(
    (await (await server.as('evv')).call(calls.markMistake, { ...correction, isMistake: false })).status,
  ).toBe(403);
  expect((await mark(1, false)).data).toMatchObject({ isMistake: false });
  expect(await counted()).toEqual([1, 1]);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  const elsewhere = { id, rev: 2, isMistake: true, reason: 'x' };
  expect((await other.call(calls.markMistake, elsewhere)).status).toBe(404);
});

test('the paper of a corrected form has what was signed, then each correction with its reason', async () => {
  const { versionId } = await build({ title: 'Signed check' });
  const signature = { kind: 'signature' as const, key: 'qsign', name: 'Maria Lopez', ink: null };
  const id = (await fill(versionId, { answers: goodAnswers([signature]) })).data?.id ?? 0;
  const answers = goodAnswers([signature]).map((one) =>
    one.kind === 'number' ? { ...one, number: 92 } : one,
  );
  await admin.call(calls.correctForm, { id, rev: 0, answers, reason: 'Read from the wrong line' });
  const { bytes } = await admin.raw(requestOf(calls.printFilled, { id }));
  const words = (await readPdf(bytes, 0.1)).map(({ text }) => text).join(' ');
  const inOrder = [
    ...['Corrected 1 time', '72', 'Maria Lopez', 'signed the answers above'],
    ...['Corrected by T.A.', 'Read from the wrong line', 'Before: Pulse (bpm)', '92'],
  ];
  const places = inOrder.map((one) => words.indexOf(one));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('who has no start of care on record is said to the office, until the day is entered', async () => {
  const { pool } = server.database;
  const personId = await addClient(pool, 'Unknown', { start_of_care: null });
  const { formId } = await build({ title: 'Welcome', when: { kind: 'start', days: 5 } });
  const known = async () => (await admin.call(calls.listDue, { personId })).data;
  expect(await known()).toMatchObject({ due: [], withoutStart: [{ formId, personId, about: 'client' }] });
  await pool.query("update people set start_of_care = '2026-11-18' where id = $1", [personId]);
  expect(await known()).toMatchObject({ due: [{ formId, due: '2026-11-23' }], withoutStart: [] });
  await admin.call(calls.retireForm, { id: formId, rev: 0, isRetired: true });
});

test('what caregivers alone fill is not filled at the office', async () => {
  const { formId, versionId } = await build({ title: 'On the phone', by: 'phone' });
  const begun = await admin.call(calls.beginForm, { formId, personId: clientId, visitId: null });
  expect([begun.reason, begun.Info]).toEqual(['conflict', ONLY_ON_PHONE]);
  expect((await fill(versionId)).Info).toBe(ONLY_ON_PHONE);
});

test('a phone reads what is on record of its own clients, however many others there are', async () => {
  const { pool } = server.database;
  const [providerOne, mine] = [await addProvider(pool, 'Only'), await addClient(pool, 'Mine')];
  await visitOn({ ProviderID: providerOne, ClientID: mine });
  const monthly = await build({
    title: 'Each month',
    when: { kind: 'every', months: 1 },
    since: '2026-10-20',
  });
  const phone = await server.as('evv', { providerId: providerOne });
  const rowsRead = async () => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    await phone.call(calls.listOwnForms, {});
    const answers = await Promise.all(queries.mock.results.map(({ value }) => value));
    queries.mockRestore();
    return sum(answers.map((answer) => answer?.rowCount ?? 0));
  };
  const before = await rowsRead();
  for (let more = 0; more < 30; more += 1) {
    const personId = await addClient(pool, `Other${more}`);
    await fill(monthly.versionId, { personId });
    await admin.call(incidents.saveIncident, newIncidentOn(DAY, personId));
  }
  expect(await rowsRead()).toBe(before);
  expect(before).toBeGreaterThan(0);
  await admin.call(calls.retireForm, { id: monthly.formId, rev: 0, isRetired: true });
});

test('a report has every answer to a form as a table, and as a file', async () => {
  const { formId, versionId } = await build({ title: 'Pulse' });
  await fill(versionId);
  await fill(versionId, { day: '2026-11-02' });
  const span = { formId, from: '2026-11-10', through: '2026-11-20' };
  const report = (await admin.call(calls.reportForm, span)).data;
  expect(report?.columns.map(({ title }) => title)).toEqual([
    ...['Client', 'Visit', 'What did you see?', 'How does the client walk?', 'Since when?'],
    ...['Pulse (bpm)', 'Signature of the client', 'Photo of the floor'],
  ]);
  expect(report?.rows.map(({ day, cells }) => [day, cells[3], cells[5]])).toEqual([[DAY, 'With help', '72']]);
  const table = await admin.raw(requestOf(calls.exportReport, { ...span, format: 'csv' }));
  expect(table.text).toContain('"With help"');
  const blank = await admin.raw(requestOf(calls.printBlank, { id: formId }));
  expect(blank.headers['content-type']).toContain('application/pdf');
});

test('two records of one person become one with all filled forms', async () => {
  const { pool } = server.database;
  const [keepId, awayId] = [await addClient(pool, 'Twin'), await addClient(pool, 'Twin')];
  const { versionId } = await build();
  const id = (await fill(versionId, { personId: awayId })).data?.id ?? 0;
  const pair = { keepId, awayId, keepRev: 0, awayRev: 0, take: [], confirmed: [] };
  expect((await admin.call(mergePeople, pair)).status).toBe(200);
  expect(await read(id)).toMatchObject({ personId: keepId });
});

test('readers and caregivers see none of it, managers build none, and another agency has its own', async () => {
  const { formId, versionId } = await build();
  const id = (await fill(versionId)).data?.id ?? 0;
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(calls.listFilled, {})).status).toBe(403);
    expect((await caller.call(calls.getFilled, { id })).status).toBe(403);
  }
  const manager = await server.as('user');
  expect((await manager.call(calls.getFilled, { id })).status).toBe(200);
  const definition = fallCheck('2026-11-01');
  expect((await manager.call(calls.saveForm, { id: null, rev: null, definition })).status).toBe(403);
  const other = await server.as('user', { site: server.siteNamed('other') });
  expect((await other.call(calls.listForms, {})).data).toEqual([]);
  expect((await other.call(calls.getFilled, { id })).status).toBe(404);
  expect((await other.call(calls.beginForm, { formId, personId: clientId, visitId: null })).status).toBe(404);
});
