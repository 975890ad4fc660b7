import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  acceptAttempts,
  applyBulk,
  getEvvList,
  getEvvProvider,
  listExceptions,
  undoBulk,
  updateVisit,
} from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026; Denver is UTC-7. Each test's visit is 10:00 to 12:00.
const START = '2026-11-20T17:00:00Z';
const DAY = { year: 2026, month: 11, day: 20 };
const clock = (local: string) =>
  `2026-11-20T${String(Number(local.slice(0, 2)) + 7).padStart(2, '0')}${local.slice(2)}:00Z`;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ now: START, others: ['other'] });
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

interface Setting {
  readonly provider: number;
  readonly visit: Visit;
}
let serial = 0;
const setting = async (): Promise<Setting> => {
  serial += 1;
  server.clock.set(START);
  const admin = await server.as('admin');
  const provider = await addProvider(server.database.pool, `Caregiver${serial}`);
  const client = await addClient(server.database.pool, `Client${serial}`);
  const data = {
    ...{ ProviderID: provider, ClientID: client, Type: 'PCP', StartDate: '2026-11-19' },
    ...{ createReason: 'New client', week: weekOf({ Fri: ['10:00', '12:00'] }) },
  };
  await admin.call(insertCarePlan, { data });
  const { data: visits } = await admin.call(getEvvProvider, { providerId: provider, ...DAY });
  const [visit] = visits ?? [];
  if (!visit) throw new Error('no visit was made');
  return { provider, visit };
};

/** The caregiver presses at this time of the day, 40 m north of the client if a position is sent. */
const press = async (
  { provider, visit }: Setting,
  local: string,
  Status: 'Active' | 'Complete',
  more: Partial<InputOf<typeof updateVisit>['data']> = {},
) => {
  server.clock.set(clock(local));
  const evv = await server.as('evv', { providerId: provider });
  const end = Status === 'Active' ? 'Start' : 'End';
  const place = {
    [`Address${end}Latitude`]: CLIENT_POINT.latitude + 0.00036,
    [`Address${end}Longitude`]: CLIENT_POINT.longitude,
  };
  return evv.call(updateVisit, { id: visit.id, data: { Status, ...place, Accuracy: 9, ...more } });
};
const office = (local: string, role: 'admin' | 'user' = 'user') => {
  server.clock.set(clock(local));
  return server.as(role);
};
const look = async (caller: Caller, { provider }: Setting) =>
  (await caller.call(getEvvProvider, { providerId: provider, ...DAY })).data?.[0];
const accept = (caller: Caller, { id }: Visit, attempts: readonly number[], rev?: number) =>
  caller.call(acceptAttempts, { id, attempts: [...attempts], ...(rev !== undefined && { rev }) });
const many = (caller: Caller, ids: readonly number[]) =>
  caller.call(applyBulk, { action: 'accept', ids: [...ids] });
const recordedOf = (visit: Visit | undefined) => visit?.Attempts.map(({ id }) => id) ?? [];

test('an arrival and a departure outside their windows are accepted with one click, at their recorded times and places', async () => {
  const care = await setting();
  expect((await press(care, '10:31', 'Active')).status).toBe(409);
  const refused = await press(care, '12:50', 'Complete');
  expect(refused).toMatchObject({ reason: 'attemptRecorded', errors: [{ field: 'attempt' }] });

  const user = await office('13:00');
  const seen = await look(user, care);
  expect(seen).toMatchObject({
    Status: 'Planned',
    Attempts: [
      { move: 'Check-In', at: clock('10:31'), locationError: false },
      { move: 'Check-Out', at: clock('12:50'), locationError: false },
    ],
  });
  const { data: exceptions } = await user.call(listExceptions, { from: '2026-11-20', to: '2026-11-20' });
  expect(exceptions?.visits.find(({ visit }) => visit.id === care.visit.id)?.exceptions[0]).toEqual({
    kind: 'attempt',
    detail: 'Check-In 10:31 AM, 31 min after plan; Check-Out 12:50 PM, 50 min after plan',
    fix: 'accept',
  });

  const answer = await accept(user, care.visit, recordedOf(seen), seen?.rev);
  expect(answer.Info).toBe('Success: Check-In 10:31 AM and Check-Out 12:50 PM accepted');
  expect(answer.data).toMatchObject({
    Status: 'Complete',
    startedAt: clock('10:31'),
    endedAt: clock('12:50'),
    AddressStartLatitude: CLIENT_POINT.latitude + 0.00036,
    StartEdited: false,
    EndEdited: false,
    StartLocationError: false,
    EditedVia: 'admin',
    IOBSE: '11100',
    Attempts: [],
  });
  const [row] = await query<Record<string, unknown>>('select * from visits where id = $1', [care.visit.id]);
  expect(row).toMatchObject({
    start_received_at: clock('10:31'),
    start_accuracy: 9,
    change_code: 14,
    change_reason:
      'Recorded on the phone: Check-In 10:31 AM, 31 min after plan; Check-Out 12:50 PM, 50 min after plan',
  });
  const log = await query<{ call: string; changes: Record<string, unknown> }>(
    `select call, changes from change_log where entity = 'visit' and entity_id = $1 and call = 'visits.acceptAttempts'
      order by id`,
    [care.visit.id],
  );
  expect(log.map(({ changes }) => changes.accepted)).toEqual([
    [null, 'Check-In 10:31 AM, 31 min after plan'],
    [null, 'Check-Out 12:50 PM, 50 min after plan'],
  ]);
});

test('a recorded time appears in the day’s lists at once, for the office and the caregiver', async () => {
  const care = await setting();
  const user = await office('10:20');
  const days = { year: 2026, month: 11, startDay: 20, endDay: 20 };
  const before = await user.call(getEvvList, days);
  await press(care, '10:21', 'Active');
  const after = await user.call(getEvvList, days, { 'if-none-match': String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(after.data?.find(({ id }) => id === care.visit.id)?.Attempts).toHaveLength(1);
  const evv = await server.as('evv', { providerId: care.provider });
  expect((await look(evv, care))?.Attempts).toMatchObject([{ move: 'Check-In', at: clock('10:21') }]);
});

test('an arrival sent later for lack of coverage keeps its reason', async () => {
  const care = await setting();
  await press(care, '13:00', 'Active', { DeviceTime: clock('10:40') });
  const user = await office('13:05');
  const answer = await accept(user, care.visit, recordedOf(await look(user, care)));
  expect(answer.data).toMatchObject({ Status: 'Active', startedAt: clock('10:40'), StartLate: true });
  const [row] = await query<Record<string, unknown>>(
    'select change_code, change_reason from visits where id = $1',
    [care.visit.id],
  );
  expect(row).toEqual({ change_code: 10, change_reason: null });
});

test('of 10 simultaneous clicks on Accept one counts, and all get the visit as it is then', async () => {
  const care = await setting();
  await press(care, '10:40', 'Active');
  const user = await office('10:45');
  const attempts = recordedOf(await look(user, care));
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(user, care.visit, attempts)));
  expect(new Set(answers.map(({ status, data }) => `${status} ${data?.Status} ${data?.rev}`))).toEqual(
    new Set(['200 Active 1']),
  );
});

test('a recorded time is refused if the visit has moved on, was changed, or would end before it starts', async () => {
  const care = await setting();
  await press(care, '09:30', 'Active');
  const user = await office('09:40');
  const arrivals = recordedOf(await look(user, care));
  expect((await press(care, '10:00', 'Active')).status).toBe(200);
  const later = await office('10:05');
  expect(await accept(later, care.visit, arrivals)).toMatchObject({ status: 409 });
  await press(care, '10:06', 'Complete', { DeviceTime: clock('09:50') });
  const departure = await query<{ id: number }>(
    `select id from visit_attempts where visit_id = $1 and move = 'Check-Out'`,
    [care.visit.id],
  );
  const last = await office('10:10');
  const early = await accept(
    last,
    care.visit,
    departure.map(({ id }) => id),
  );
  expect(early).toMatchObject({ status: 409, Info: 'The actual end must be after the actual start.' });
  expect((await look(last, care))?.Status).toBe('Active');

  const other = await setting();
  await press(other, '10:40', 'Active');
  const now = await office('10:45');
  const recorded = await look(now, other);
  expect(await accept(now, other.visit, recordedOf(recorded), (recorded?.rev ?? 0) + 1)).toMatchObject({
    status: 409,
  });
});

test('nobody else can accept: not the caregiver, not another site, and no recorded times of another visit', async () => {
  const care = await setting();
  const other = await setting();
  await press(care, '10:40', 'Active');
  const admin = await office('10:45', 'admin');
  const attempts = recordedOf(await look(admin, care));
  const evv = await server.as('evv', { providerId: care.provider });
  expect((await accept(evv, care.visit, attempts)).status).toBe(403);
  expect((await accept(admin, other.visit, attempts)).status).toBe(409);
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await accept(elsewhere, care.visit, attempts)).status).toBe(404);
  expect((await look(admin, care))?.Status).toBe('Planned');
});

test('a check-out in the same second as the check-in, or before it, is refused with a sentence; a second later it counts', async () => {
  const late = await setting();
  await press(late, '10:10', 'Active');
  await query('update visits set start_at = $2 where id = $1', [late.visit.id, clock('11:50')]);
  for (const local of ['11:50', '11:49']) {
    const answer = await press(late, local, 'Complete');
    expect(answer).toMatchObject({
      status: 409,
      Info: 'Check-Out must be after the Check-In. Check out again when the visit is over.',
      errors: [],
    });
  }
  server.clock.set('2026-11-20T18:50:01Z');
  const evv = await server.as('evv', { providerId: late.provider });
  const out = { AddressEndLatitude: CLIENT_POINT.latitude, AddressEndLongitude: CLIENT_POINT.longitude };
  const { data } = await evv.call(updateVisit, { id: late.visit.id, data: { Status: 'Complete', ...out } });
  expect(data?.Status).toBe('Complete');
});

describe('recorded times of many visits', () => {
  const rowOf = async ({ visit }: Setting) =>
    (await query<Record<string, unknown>>('select * from visits where id = $1', [visit.id]))[0];
  const changing = new Set(['rev', 'edited', 'edited_by', 'edited_via']);
  const withoutEdit = (row: Record<string, unknown> | undefined) =>
    Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !changing.has(name)));

  test('are accepted with one call, which names a visit without one', async () => {
    const [whole, begun, none] = [await setting(), await setting(), await setting()];
    await press(whole, '10:31', 'Active');
    await press(begun, '10:32', 'Active');
    await press(whole, '12:40', 'Complete');
    const caller = await office('13:00');
    const { data } = await many(caller, [whole.visit.id, begun.visit.id, none.visit.id]);
    expect(data?.done).toEqual([whole.visit.id, begun.visit.id]);
    expect(data?.refused).toMatchObject([
      { id: none.visit.id, reason: 'No recorded time is waiting to be accepted.' },
    ]);
    expect(await look(caller, whole)).toMatchObject({
      Status: 'Complete',
      startedAt: clock('10:31'),
      endedAt: clock('12:40'),
      Attempts: [],
    });
    expect(await look(caller, begun)).toMatchObject({ Status: 'Active', startedAt: clock('10:32') });
  });

  test('wait again after an undo and can be accepted a second time; what was sent stays sent', async () => {
    const [care, sent] = [await setting(), await setting()];
    for (const one of [care, sent]) {
      await press(one, '10:31', 'Active');
      await press(one, '12:40', 'Complete');
    }
    const before = await rowOf(care);
    const caller = await office('13:00');
    const { data } = await many(caller, [care.visit.id, sent.visit.id]);
    await query(
      `insert into aggregator_records (type, record_id, status, created, created_by, modified, sends, sent_at, sequence_id)
       values ('Visit', $1, 'Pending', now(), '', now(), 1, $2, 1)`,
      [sent.visit.id, clock('13:01')],
    );
    const undone = await caller.call(undoBulk, { bulk: data?.bulk ?? 0 });
    expect(undone.data?.done).toEqual([care.visit.id]);
    expect(undone.data?.refused).toMatchObject([{ id: sent.visit.id, reason: 'Already sent to Sandata.' }]);
    expect(withoutEdit(await rowOf(care))).toEqual(withoutEdit(before));
    expect(recordedOf(await look(caller, care))).toHaveLength(2);
    expect((await many(caller, [care.visit.id])).data?.done).toEqual([care.visit.id]);
    expect(await look(caller, care)).toMatchObject({ Status: 'Complete', endedAt: clock('12:40') });
  });
});

describe('a rejected time', () => {
  const reject = (caller: Caller, ids: number[]) => caller.call(applyBulk, { action: 'reject', ids });
  const stored = async ({ visit }: Setting) =>
    (await query<Record<string, unknown>>('select * from visits where id = $1', [visit.id]))[0];

  test('changes nothing in the visit, no longer waits, is on record, and the caregiver is told', async () => {
    const care = await setting();
    await press(care, '08:10', 'Active');
    await press(care, '12:40', 'Complete');
    const caller = await office('13:00');
    const before = recordedOf(await look(caller, care));
    const { data } = await reject(caller, [care.visit.id]);
    expect(data).toMatchObject({ done: [care.visit.id], refused: [] });
    expect(await stored(care)).toMatchObject({ status: 'Planned', start_at: null, end_at: null });
    const seen = await look(caller, care);
    expect([recordedOf(seen), seen?.RejectedAttempts.map(({ id }) => id)]).toEqual([[], before]);
    const { data: exceptions } = await caller.call(listExceptions, { from: '2026-11-20', to: '2026-11-20' });
    const own = exceptions?.visits.find(({ visit }) => visit.id === care.visit.id);
    expect(own?.exceptions.map(({ kind }) => kind)).toEqual(['missed']);
    const log = await query<{ changes: object }>(
      `select changes from change_log where entity = 'visit' and entity_id = $1 order by id desc limit 1`,
      [care.visit.id],
    );
    expect(log).toEqual([
      {
        changes: {
          rejected: [null, 'Check-In 8:10 AM, 110 min before plan; Check-Out 12:40 PM, 40 min after plan'],
        },
      },
    ]);
    const evv = await server.as('evv', { providerId: care.provider });
    expect((await look(evv, care))?.RejectedAttempts).toMatchObject([
      { move: 'Check-In', at: clock('08:10') },
      { move: 'Check-Out', at: clock('12:40') },
    ]);
    const late = await accept(await office('13:01'), care.visit, before);
    expect(late.status).toBe(409);
    expect((await reject(caller, [care.visit.id])).data?.refused).toMatchObject([
      { reason: 'No recorded time is waiting to be accepted.' },
    ]);
  });

  test('waits again after an undo; times recorded since are checked separately', async () => {
    const [care, again] = [await setting(), await setting()];
    for (const one of [care, again]) await press(one, '08:10', 'Active');
    const caller = await office('12:30');
    const { data } = await reject(caller, [care.visit.id, again.visit.id]);
    await press(again, '12:40', 'Active');
    expect((await look(caller, again))?.Attempts).toMatchObject([{ at: clock('12:40') }]);
    const undone = await caller.call(undoBulk, { bulk: data?.bulk ?? 0 });
    expect(undone.data?.done).toContain(care.visit.id);
    expect(recordedOf(await look(caller, care))).toHaveLength(1);
    expect((await many(caller, [care.visit.id])).data?.done).toEqual([care.visit.id]);
    expect(await look(caller, care)).toMatchObject({ Status: 'Active', startedAt: clock('08:10') });
  });

  test('of 10 simultaneous clicks on Accept and Reject, one counts', async () => {
    const care = await setting();
    await press(care, '10:31', 'Active');
    const caller = await office('13:00');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0 ? reject(caller, [care.visit.id]) : many(caller, [care.visit.id]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ data }) => data?.done.length === 1)).toHaveLength(1);
  });

  test('can be rejected only by the office: not by the caregiver, and not from another site', async () => {
    const care = await setting();
    await press(care, '10:31', 'Active');
    const evv = await server.as('evv', { providerId: care.provider });
    expect((await reject(evv, [care.visit.id])).status).toBe(403);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await reject(stranger, [care.visit.id])).data?.done).toEqual([]);
    expect(recordedOf(await look(await office('13:00'), care))).toHaveLength(1);
  });
});
