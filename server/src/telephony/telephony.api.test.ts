import * as calls from '@homecare/domain/telephony/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { listExceptions } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMarkup } from '../../../simulators/src/twilio-voice.ts';
import {
  callIn,
  type Keys,
  numberOf,
  PHONE_PIN,
  type PhoneVisit,
  phoneServer,
  phoneVisit,
  pressing,
  setPin,
} from '../../testing/phone-agency.ts';
import type { Caller, TestServer } from '../../testing/server.ts';
import { codeOfDay } from './device-code.ts';

// It is a Friday; Denver is UTC-7. Each visit is 10:00 to 12:00.
const DAY = '2026-11-20';
const START = '2026-11-20T17:00:00Z';
const END = '2026-11-20T19:00:00Z';
const TIMES = ['10:00', '12:00'] as const;

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await phoneServer(START, ['other']);
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

let serial = 0;
const someone = async (): Promise<PhoneVisit> => {
  serial += 1;
  server.clock.set(START);
  admin = await server.as('admin');
  const visit = await phoneVisit(server, admin, serial, { day: DAY, times: TIMES });
  await setPin(admin, visit.providerId);
  return visit;
};
const keysOf = ({ providerId }: PhoneVisit, move: Keys['move'], more: Partial<Keys> = {}): Keys => ({
  number: numberOf(providerId),
  pin: PHONE_PIN,
  move,
  ...more,
});
const call = (visit: PhoneVisit, move: Keys['move'], more: Partial<Keys> & { readonly from?: string } = {}) =>
  callIn(server, { from: more.from ?? visit.home, keys: pressing(keysOf(visit, move, more)) });
const stored = async ({ visitId }: PhoneVisit) =>
  (await query<Record<string, unknown>>('select * from visits where id = $1', [visitId]))[0];
const exceptionsOf = async ({ visitId }: PhoneVisit) => {
  const found = await (await server.as('admin')).call(listExceptions, { from: DAY, to: DAY });
  return found.data?.visits.find(({ visit }) => visit.id === visitId)?.exceptions ?? [];
};

test('a caregiver checks in and out from the client’s phone, and names tasks', async () => {
  const visit = await someone();
  server.clock.set('2026-11-20T17:03:20.500Z');
  const arrived = await call(visit, 'in');
  expect(arrived.heard.at(-1)).toBe('You checked in with Chris at 10:03 AM. Goodbye.');
  server.clock.set('2026-11-20T18:58:00Z');
  const left = await call(visit, 'out', { tasks: '1' });
  expect(left.heard.slice(-2)).toEqual([
    'You checked out with Chris at 11:58 AM. Now the tasks that you did. Bathing, 1. Enter their numbers, then press pound. If you did none, press pound.',
    'Tasks recorded: Bathing. Goodbye.',
  ]);
  expect(left.isComplete).toBe(true);
  const row = await stored(visit);
  expect(row).toMatchObject({
    status: 'Complete',
    start_at: '2026-11-20T17:03:20Z',
    end_at: '2026-11-20T18:58:00Z',
    start_location_error: false,
    end_location_error: false,
    edited_via: 'call',
    edited_by: 'P.C.',
    iobse: '11100',
  });
  const story = await (await server.as('user')).call(getVisitStory, {
    planId: Number(row?.care_plan_id),
    day: DAY,
  });
  expect(story.data?.checkIn).toMatchObject({
    isPhone: false,
    recordedAt: '2026-11-20T17:03:20Z',
    call: { caller: visit.home, place: 'phone', tasks: [] },
  });
  expect(story.data?.checkOut?.call).toEqual({ caller: visit.home, place: 'phone', tasks: ['Bathing'] });
  expect((await exceptionsOf(visit)).map(({ kind }) => kind)).toEqual(['notAccepted']);
});

test('a call in Spanish confirms in Spanish what was recorded', async () => {
  const visit = await someone();
  const arrived = await call(visit, 'in', { language: 'es' });
  expect(arrived.heard.at(-1)).toBe('Su llegada quedó registrada con Chris, 10:00 a. m. Adiós.');
  expect(arrived.languages.slice(-2)).toEqual(['es-US', 'es-US']);
});

test('a call outside its window records the time for the office once, however often the answer is repeated', async () => {
  const visit = await someone();
  server.clock.set('2026-11-20T17:30:00Z');
  const arrived = await callIn(server, {
    from: visit.home,
    keys: pressing(keysOf(visit, 'in')),
    ways: () => 'twice',
  });
  expect(arrived.heard.at(-1)).toContain('Your time, 10:30 AM, is recorded, and your office can accept it.');
  const attempts = await query<{ move: string; at: string }>(
    'select move, at, location_error from visit_attempts where visit_id = $1',
    [visit.visitId],
  );
  expect(attempts).toEqual([{ move: 'Check-In', at: '2026-11-20T17:30:00Z', location_error: false }]);
  expect((await exceptionsOf(visit)).map(({ kind }) => kind)).toEqual(['attempt']);
});

test('a second call after a dropped one changes nothing and says so', async () => {
  const visit = await someone();
  const dropped = await callIn(server, {
    from: visit.home,
    keys: pressing(keysOf(visit, 'in')),
    ways: (turn) => (turn === 4 ? 'dropped' : 'well'),
  });
  expect(dropped.isComplete).toBe(false);
  expect(await stored(visit)).toMatchObject({ status: 'Active', rev: 1 });
  server.clock.set('2026-11-20T17:05:00Z');
  const again = await call(visit, 'in');
  expect(again.heard.at(-1)).toBe('Your check-in with Chris was recorded before, at 10:00 AM. Goodbye.');
  expect(await stored(visit)).toMatchObject({ status: 'Active', rev: 1, start_at: START });
  expect(await query('select from visit_attempts where visit_id = $1', [visit.visitId])).toEqual([]);
});

test('a call from another phone is an exception that names the number, unless the code of the day proves the place', async () => {
  const away = await someone();
  const arrived = await call(away, 'in', { from: '+13035559999' });
  expect(arrived.heard.at(-1)).toBe(
    'You checked in with Chris at 10:00 AM. Your office will see that this was not the phone of your client. Goodbye.',
  );
  expect(await exceptionsOf(away)).toMatchObject([
    {
      kind: 'locationError',
      detail: 'Check-In called from (303) 555-9999, which is not the client’s phone',
    },
  ]);
  const home = await someone();
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const added = await admin.call(calls.addDevice, { clientId: home.clientId, secret });
  expect(added.status, added.text).toBe(200);
  const code = codeOfDay(secret, Temporal.PlainDate.from(DAY));
  const wrong = codeOfDay(secret, Temporal.PlainDate.from('2026-11-19'));
  const yesterday = await call(home, 'in', { from: '+13035559999', code: wrong });
  expect(yesterday.heard.filter((said) => said.includes('That is not the code of today.'))).toHaveLength(2);
  expect(await stored(home)).toMatchObject({ status: 'Active', start_location_error: true });
  server.clock.set(END);
  await call(home, 'out', { from: '+13035559999', code });
  expect(await stored(home)).toMatchObject({ status: 'Complete', end_location_error: false });
  const listed = await (await server.as('user')).call(calls.listCalls, { from: DAY, through: DAY });
  expect(listed.data?.calls[0]).toMatchObject({
    caller: '+13035559999',
    callerIs: null,
    place: 'device',
    outcome: 'moved',
    move: 'Check-Out',
  });
});

test('the fifth wrong PIN, over several calls, locks it until the office sets a new one', async () => {
  const visit = await someone();
  const first = await call(visit, 'in', { pin: '111112' });
  expect(first.heard.at(-1)).toBe('That number and PIN do not match. Goodbye.');
  const second = await callIn(server, {
    from: visit.home,
    keys: pressing(keysOf(visit, 'in', { pin: '222223' })),
    ways: () => 'twice',
  });
  expect(second.heard.at(-1)).toBe('Your PIN is locked. Call your office to get another one. Goodbye.');
  const right = await call(visit, 'in');
  expect(right.heard.at(-1)).toContain('Your PIN is locked.');
  expect(await stored(visit)).toMatchObject({ status: 'Planned' });
  const office = await server.as('user');
  const caregiver = async () =>
    (await office.call(calls.getTelephony, {})).data?.caregivers.find(
      ({ providerId }) => providerId === visit.providerId,
    );
  expect(await caregiver()).toMatchObject({ isLocked: true });
  await setPin(office, visit.providerId, '880412');
  expect(await caregiver()).toMatchObject({ isLocked: false, number: numberOf(visit.providerId) });
  const opened = await call(visit, 'in', { pin: '880412' });
  expect(opened.heard.at(-1)).toContain('You checked in');
});

test('a correct PIN clears four wrong tries, and an unknown number sounds like a wrong PIN', async () => {
  const visit = await someone();
  for (let n = 0; n < 2; n += 1) {
    await callIn(server, {
      from: visit.home,
      keys: (heard, turn) => (turn > 4 ? null : pressing(keysOf(visit, 'in', { pin: '111112' }))(heard)),
    });
    await call(visit, 'out');
  }
  const { rows } = await server.database.pool.query<{ tries: number; pin_hash: string }>(
    'select tries, pin_hash from telephony_pins where person_id = $1',
    [visit.providerId],
  );
  expect(rows[0]?.tries).toBe(0);
  expect(rows[0]?.pin_hash).toMatch(/^\$argon2id\$/);
  const unknown = await call(visit, 'in', { number: '99999999' });
  expect(unknown.heard.at(-1)).toBe('That number and PIN do not match. Goodbye.');
});

/** Tries wrong PINs from a phone, three per call. */
const guess = async (visit: PhoneVisit, from: string, calls: number, pin = '111112') => {
  const said: string[] = [];
  for (let n = 0; n < calls; n += 1) said.push((await call(visit, 'in', { from, pin })).heard.at(-1) ?? '');
  return said;
};
const triesOf = async ({ providerId }: PhoneVisit) =>
  (await query<{ tries: number }>('select tries from telephony_pins where person_id = $1', [providerId]))[0]
    ?.tries;

test('unknown phones lock no caregiver, learn nothing about numbers, and get few tries', async () => {
  const visit = await someone();
  const said = await guess(visit, '+13035550777', 3);
  expect(new Set(said)).toEqual(new Set(['That number and PIN do not match. Goodbye.']));
  expect(await triesOf(visit)).toBe(0);
  // Five were wrong, so from this phone even the correct one fails until tomorrow.
  const right = await call(visit, 'in', { from: '+13035550777' });
  expect(right.heard.at(-1)).toBe('That number and PIN do not match. Goodbye.');
  expect(await stored(visit)).toMatchObject({ status: 'Planned' });
  expect((await call(visit, 'in')).heard.at(-1)).toContain('You checked in');
});

test('many unknown phones together get few tries per caregiver', async () => {
  const visit = await someone();
  for (let n = 0; n < 4; n += 1) await guess(visit, `+1303555080${n}`, 1);
  const right = await call(visit, 'in', { from: '+13035550810' });
  expect(right.heard.at(-1)).toContain('do not match');
  expect((await call(visit, 'in')).heard.at(-1)).toContain('You checked in');
});

test('correct PINs in between do not give a known phone more than 20 wrong ones a day', async () => {
  const visit = await someone();
  for (let n = 0; n < 6; n += 1) {
    await guess(visit, visit.home, 1);
    await call(visit, 'out');
  }
  await guess(visit, visit.home, 1);
  expect((await call(visit, 'in')).heard.at(-1)).toContain('do not match');
  server.clock.set('2026-11-21T17:30:00Z');
  expect((await call(visit, 'in')).heard.at(-1)).not.toContain('do not match');
});

test('the fifth try of an unassigned number sounds like that of a caregiver’s', async () => {
  const visit = await someone();
  const nobody = { ...visit, providerId: 77_777_777 };
  expect(await guess(nobody, visit.home, 2)).toEqual([
    'That number and PIN do not match. Goodbye.',
    'Your PIN is locked. Call your office to get another one. Goodbye.',
  ]);
});

test('an answer that was refused for a locked PIN is refused again', async () => {
  const visit = await someone();
  await query('update telephony_pins set tries = 5 where person_id = $1', [visit.providerId]);
  const before = await query('select from telephony_tries where person_id = $1', [visit.providerId]);
  expect((await call(visit, 'in')).heard.at(-1)).toContain('Your PIN is locked.');
  expect(await query('select from telephony_tries where person_id = $1', [visit.providerId])).toEqual(before);
});

test('a suspended caregiver cannot call in, and a PIN from before a deletion does not work', async () => {
  const visit = await someone();
  await query(
    `insert into accounts (login, password_hash, full_name, role, initials, provider_id, suspended)
     values ($1, '', 'Pat Caregiver', 'provider', 'P.C.', $2, $3)`,
    [`suspended${visit.providerId}`, visit.providerId, START],
  );
  expect((await call(visit, 'in')).heard.at(-1)).toContain('do not match');
  await query('update accounts set suspended = null, deleted = $2::timestamptz where provider_id = $1', [
    visit.providerId,
    '2026-11-20T17:00:01Z',
  ]);
  expect(await stored(visit)).toMatchObject({ status: 'Planned' });
  expect((await call(visit, 'in')).heard.at(-1)).not.toContain('You checked in');
  server.clock.set('2026-11-20T17:00:02Z');
  await setPin(await server.as('admin'), visit.providerId);
  expect((await call(visit, 'in')).heard.at(-1)).toContain('You checked in');
});

test('a number that the telephone network calls forged proves nothing', async () => {
  const visit = await someone();
  const forged = await callIn(server, {
    from: visit.home,
    attestation: 'TN-Validation-Failed-C',
    keys: pressing(keysOf(visit, 'in')),
  });
  expect(forged.heard.at(-1)).toContain('this was not the phone of your client');
  expect(await query('select caller, place from telephony_calls where sid = $1', [forged.sid])).toEqual([
    { caller: 'hidden', place: 'unknown' },
  ]);
  const [log] = await query<{ changes: unknown }>(
    "select changes from change_log where call = 'telephonyHooks.takeCall' order by id desc limit 1",
  );
  expect(log?.changes).toMatchObject({ forged: [null, visit.home] });
});

test('a caregiver without a visit, or who has not checked in, is told so, and nothing is recorded', async () => {
  const visit = await someone();
  expect((await call(visit, 'out')).heard.at(-1)).toContain('You have not checked in to this visit.');
  server.clock.set('2026-11-22T17:00:00Z');
  expect((await call(visit, 'in')).heard.at(-1)).toContain('We found no visit of yours for now.');
  expect(await stored(visit)).toMatchObject({ status: 'Planned', rev: 0 });
});

test('two clients with one phone are asked for by name', async () => {
  const visit = await someone();
  const other = await phoneVisit(server, admin, 90_000 + serial, { day: DAY, times: ['10:15', '11:00'] });
  await query('update visits set provider_id = $2, client_id = $3 where id = $1', [
    other.visitId,
    visit.providerId,
    other.clientId,
  ]);
  await query(
    "update people set phone = (select phone from people where id = $1), first_name = 'Ida' where id = $2",
    [visit.clientId, other.clientId],
  );
  const asked = await call(visit, 'in', { visit: '2' });
  expect(asked.heard.at(-2)).toBe('To check in with Chris, press 1. To check in with Ida, press 2.');
  expect(asked.heard.at(-1)).toContain('You checked in with Ida');
  expect(await stored(visit)).toMatchObject({ status: 'Planned' });
  // The other visit is only likely because Ida's has begun, so it is named before it begins.
  const second = await call(visit, 'in');
  expect(second.heard.at(-2)).toBe(
    'Your check-in with Ida was recorded before, at 10:00 AM. To check in with Chris, press 1.',
  );
});

test('silence gets the question again and then ends the call', async () => {
  const visit = await someone();
  const silent = await callIn(server, { from: visit.home, keys: () => '' });
  expect(silent.heard).toHaveLength(4);
  expect(silent.heard.at(-1)).toBe('We received no answer. Goodbye.');
  const [last] = await query<{ outcome: string; ended: string | null }>(
    'select outcome, ended from telephony_calls where sid = $1',
    [silent.sid],
  );
  expect(last).toMatchObject({ outcome: 'noAnswer', ended: expect.any(String) });
});

test('a call without the provider’s signature is refused', async () => {
  const visit = await someone();
  const forged = await callIn(server, { from: visit.home, keys: () => '1' }, 'guessed');
  expect(forged.error).toBe('11200 HTTP 403');
  expect(await query('select from telephony_calls where sid = $1', [forged.sid])).toEqual([]);
});

test('the office sets many PINs at once: faults name their row, and each number belongs to one caregiver', async () => {
  const [one, two] = [await someone(), await someone()];
  const office = await server.as('user');
  const save = (pins: { providerId: number; number: string; pin: string }[]) =>
    office.call(calls.savePins, { pins });
  const weak = await save([{ providerId: one.providerId, number: '4411', pin: '123456' }]);
  expect(weak.errors[0]?.field).toBe('pin');
  const same = await save([
    { providerId: one.providerId, number: '4411', pin: '704921' },
    { providerId: two.providerId, number: '4411', pin: '704922' },
  ]);
  expect(same.errors).toEqual([{ field: 'pins.1.number', message: 'Another caregiver has this number.' }]);
  const swapped = await save([
    { providerId: one.providerId, number: numberOf(two.providerId), pin: '704921' },
    { providerId: two.providerId, number: numberOf(one.providerId), pin: '704922' },
  ]);
  expect(swapped.status, swapped.text).toBe(200);
  const taken = await save([{ providerId: one.providerId, number: numberOf(one.providerId), pin: '704921' }]);
  expect(taken.errors).toEqual([{ field: 'number', message: 'Another caregiver has this number.' }]);
  expect((await save([{ providerId: one.clientId, number: '4412', pin: '704921' }])).status).toBe(404);
  const { rows } = await server.database.pool.query<{ changes: unknown }>(
    "select changes from change_log where call = 'telephony.savePins' order by id desc limit 1",
  );
  expect(JSON.stringify(rows)).not.toContain('704922');
  expect((await office.call(calls.removePin, { providerId: one.providerId })).status).toBe(200);
  expect((await office.call(calls.removePin, { providerId: one.providerId })).status).toBe(404);
});

test('the line’s number is stored once for everyone, and a call can be marked as reviewed', async () => {
  const visit = await someone();
  await call(visit, 'in', { from: '+13035559999' });
  const office = await server.as('user');
  const { rev = 0 } = (await office.call(calls.getTelephony, {})).data ?? {};
  expect((await office.call(calls.saveLine, { line: '12', rev })).status).toBe(400);
  const saved = await office.call(calls.saveLine, { line: '3035550110', rev });
  expect(saved.status).toBe(200);
  expect((await office.call(calls.saveLine, { line: '', rev })).reason).toBe('stale');
  expect((await office.call(calls.getTelephony, {})).data?.line).toBe('(303) 555-0110');
  const latest = async () => (await office.call(calls.listCalls, { from: DAY, through: DAY })).data?.calls[0];
  const id = (await latest())?.id ?? 0;
  expect((await office.call(calls.markCallSeen, { id })).status).toBe(200);
  expect((await office.call(calls.markCallSeen, { id })).status).toBe(200);
  expect((await latest())?.seenBy).toBe('T.U.');
  expect((await office.call(calls.markCallSeen, { id: 999_999 })).status).toBe(404);
  expect((await office.call(calls.listCalls, { from: DAY, through: '2026-12-31' })).status).toBe(400);
});

test('caregivers and readers see none of it, and another agency has its own', async () => {
  const visit = await someone();
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(calls.getTelephony, {})).status).toBe(403);
    expect((await caller.call(calls.listCalls, { from: DAY, through: DAY })).status).toBe(403);
  }
  await call(visit, 'in');
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(calls.listCalls, { from: DAY, through: DAY })).data?.calls).toEqual([]);
  expect((await other.call(calls.getTelephony, {})).data?.caregivers).toEqual([]);
});

test('device codes equal the published values', () => {
  // RFC 4226, appendix D: counters 0 to 9 of the ASCII secret 12345678901234567890.
  const published = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  const first = Temporal.PlainDate.from('1970-01-01');
  expect(
    published.map((_, n) => codeOfDay('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', first.add({ days: n }))),
  ).toEqual(published);
});

test('the simulator refuses markup that would end a real call', () => {
  expect(() => parseMarkup('<Response><Say>Hello</Response>')).toThrow('12100');
  expect(() => parseMarkup('<Say>Hello & goodbye</Say>')).toThrow('12100');
  expect(parseMarkup('<Response><Say>a &amp; b</Say></Response>').children[0]?.text).toBe('a & b');
});
