import { getClientMonth } from '@homecare/domain/billing/contract.ts';
import { insertCarePlan, readCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  applyBulk,
  type BulkAnswer,
  getEvvProvider,
  listExceptions,
  rescheduleVisit,
  undoBulk,
  updateVisit,
} from '@homecare/domain/visits/contract.ts';
import type { CloseCode, Visit } from '@homecare/domain/visits/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { removePlannedVisits, removePlannedVisitsFrom, removePlannedVisitsOf } from './queries.ts';

// Friday, November 20, 2026, in Denver. Visits are 10:00 to 12:00; the office looks at them at 13:00.
const MORNING = '2026-11-20T17:00:00Z';
const NOON = '2026-11-20T20:00:00Z';
const DAY = { from: '2026-11-20', to: '2026-11-20' };

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: MORNING, others: ['other'] });
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

let serial = 0;
const addVisit = async (
  of: { readonly provider?: number; readonly client?: number; hours?: [string, string] } = {},
) => {
  serial += 1;
  server.clock.set(MORNING);
  const admin = await server.as('admin');
  const provider = of.provider ?? (await addProvider(server.database.pool, `Caregiver${serial}`));
  const client = of.client ?? (await addClient(server.database.pool, `Client${serial}`));
  await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-19',
      createReason: 'New client',
      week: weekOf({ Fri: of.hours ?? ['10:00', '12:00'] }),
    },
  });
  const { data } = await admin.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day: 20 });
  const visit = data?.at(-1);
  if (!visit) throw new Error('no visit was made');
  server.clock.set(NOON);
  user = await server.as('user');
  return { visit, provider, client };
};
const complete = async (visit: Visit, start = '17:00', end = '19:00') => {
  const startedAt = `2026-11-20T${start}:00Z`;
  const endedAt = `2026-11-20T${end}:00Z`;
  const answer = await user.call(updateVisit, {
    id: visit.id,
    data: { startedAt, endedAt, changeCode: 2 },
  });
  if (!answer.data) throw new Error(answer.text);
  return answer.data;
};
const stored = async ({ id }: Visit) =>
  (await query<Record<string, unknown>>('select * from visits where id = $1', [id]))[0];
const kindsOf = async ({ id }: Visit) => {
  const { data } = await user.call(listExceptions, DAY);
  return data?.visits.find(({ visit }) => visit.id === id)?.exceptions.map(({ kind }) => kind) ?? [];
};
const records = ({ id }: Visit) =>
  query<{ status: string }>(`select status from aggregator_records where type = 'Visit' and record_id = $1`, [
    id,
  ]);

const turn = (switches: object) =>
  query(`update settings set value = value || $1::jsonb where key = 'switches'`, [JSON.stringify(switches)]);

describe('bulk actions', () => {
  test('one call sends nine unsent visits and names those that cannot be sent', async () => {
    const nine = [];
    for (let n = 0; n < 9; n += 1) nine.push(await complete((await addVisit()).visit));
    const { visit: missed } = await addVisit();
    const ids = [...nine, missed].map(({ id }) => id);
    const { data } = await user.call(applyBulk, { action: 'send', ids });
    expect(data?.done).toEqual(nine.map(({ id }) => id));
    expect(data?.refused).toEqual([
      {
        id: missed.id,
        name: `${missed.ProviderName}, 11-20-2026, 10:00 AM – 12:00 PM`,
        reason: 'Only a complete visit can be sent.',
      },
    ]);
    for (const visit of nine) {
      expect(await records(visit)).toEqual([{ status: 'Planned' }]);
      expect((await stored(visit))?.aggregator_status).toBe('Pending');
    }
    // A second time they are already being sent.
    const again = await user.call(applyBulk, { action: 'send', ids: [ids[0] ?? 0] });
    expect(again.data).toMatchObject({ bulk: null, done: [], refused: [{ id: ids[0] }] });
  });

  test('Undo takes back what has not left yet and names what has', async () => {
    const [left, waiting] = [
      await complete((await addVisit()).visit),
      await complete((await addVisit()).visit),
    ];
    await query(
      `insert into aggregator_records (type, record_id, status, created, created_by, modified)
       values ('Visit', $1, 'Success', now(), '', now())`,
      [waiting.id],
    );
    const { data } = await user.call(applyBulk, { action: 'send', ids: [left.id, waiting.id] });
    await query(
      `update aggregator_records set status = 'Pending', sends = 1, sent_at = $2, sequence_id = 1
       where record_id = $1 and status = 'Planned'`,
      [left.id, NOON],
    );
    const undo = { bulk: data?.bulk ?? 0 };
    const undone = await user.call(undoBulk, undo);
    expect(undone.data).toMatchObject({
      done: [waiting.id],
      refused: [{ id: left.id, reason: 'Already sent to Sandata.' }],
    });
    // It shows the earlier answer again.
    expect((await stored(waiting))?.aggregator_status).toBe('Success');
    expect(await records(waiting)).toEqual([{ status: 'Success' }]);
    expect((await user.call(undoBulk, undo)).status).toBe(409);
    expect((await (await server.as('admin')).call(undoBulk, undo)).status).toBe(404);
  });

  test('no record that was sent can be deleted', async () => {
    const visit = await complete((await addVisit()).visit);
    await user.call(applyBulk, { action: 'send', ids: [visit.id] });
    await query(`update aggregator_records set sends = 1 where record_id = $1 and type = 'Visit'`, [
      visit.id,
    ]);
    await expect(query('delete from aggregator_records where record_id = $1', [visit.id])).rejects.toThrow(
      'never deleted',
    );
  });

  test('a site that sends nothing refuses to send', async () => {
    await turn({ sandataEnabled: false });
    const caller = await server.as('user');
    expect((await caller.call(applyBulk, { action: 'send', ids: [1] })).status).toBe(403);
    await turn({ sandataEnabled: true });
  });

  test('caregivers may not use them, and another site reaches nothing', async () => {
    const { visit, provider } = await addVisit();
    const close = { action: 'close' as const, ids: [visit.id], closeCode: 'absent' as const };
    const evv = await server.as('evv', { providerId: provider });
    expect((await evv.call(applyBulk, close)).status).toBe(403);
    expect((await evv.call(undoBulk, { bulk: 1 })).status).toBe(403);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await stranger.call(applyBulk, close)).data).toEqual({ bulk: null, done: [], refused: [] });
    expect((await stored(visit))?.closed_code).toBeNull();
  });
});

describe('a closed missed visit', () => {
  test('stays Planned with its reason, is no exception, and can be reopened', async () => {
    const { visit } = await addVisit();
    expect(await kindsOf(visit)).toEqual(['missed']);
    const close = {
      action: 'close' as const,
      ids: [visit.id],
      closeCode: 'hospital' as const,
      memo: 'since Monday',
    };
    const { data } = await user.call(applyBulk, close);
    expect(data).toMatchObject({ done: [visit.id], refused: [] });
    expect(await stored(visit)).toMatchObject({
      status: 'Planned',
      closed_code: 'hospital',
      closed_memo: 'since Monday',
    });
    expect(await kindsOf(visit)).toEqual([]);
    const log = await query<{ changes: object }>(
      `select changes from change_log where entity = 'visit' and entity_id = $1 order by id desc limit 1`,
      [visit.id],
    );
    expect(log).toEqual([{ changes: { closed: [null, 'hospital'], closedMemo: [null, 'since Monday'] } }]);
    const times = {
      startedAt: '2026-11-20T17:00:00Z',
      endedAt: '2026-11-20T19:00:00Z',
      changeCode: 2,
    };
    const edit = await user.call(updateVisit, { id: visit.id, data: times });
    expect(edit).toMatchObject({ status: 400, Info: 'This visit is closed. Reopen it first.' });
    const move = { careId: visit.CareID, id: visit.id, fromDate: '2026-11-20', startDate: '2026-11-21' };
    expect((await user.call(rescheduleVisit, { ...move, startTime: '20:00' })).Info).toBe(
      'This visit is closed. Reopen it first.',
    );
    const again = await user.call(applyBulk, close);
    expect(again.data?.refused[0]?.reason).toBe('This visit is already closed.');
    expect((await user.call(undoBulk, { bulk: data?.bulk ?? 0 })).data?.done).toEqual([visit.id]);
    expect(await kindsOf(visit)).toEqual(['missed']);
  });

  test('leaves the card’s planned days with its reason in words, and stays when its plan changes or ends', async () => {
    const { visit, client, provider } = await addVisit();
    const admin = await server.as('admin');
    const card = async () =>
      (await admin.call(getClientMonth, { clientId: client, date: '2026-11' })).data?.cards[0];
    const planned = async () => (await card())?.planned.map(({ date }) => date);
    expect(await planned()).toContain(visit.Date);
    const close = { action: 'close' as const, ids: [visit.id], closeCode: 'hospital' as const };
    await user.call(applyBulk, close);
    expect(await planned()).not.toContain(visit.Date);
    expect((await card())?.visits).toMatchObject([{ plannedDay: visit.Date, ClosedCode: 'hospital' }, {}]);
    const { data: plan } = await admin.call(readCarePlan, { id: visit.CareID, filters: [] });
    const change = { week: weekOf({ Mon: ['10:00', '12:00'] }), rev: plan?.rev };
    await admin.call(updateCarePlan, { id: visit.CareID, data: { ...change, weekFrom: visit.Date } });
    expect(await stored(visit)).toMatchObject({ removed: null, closed_code: 'hospital' });
    await server.scope.site.db.transaction().execute(async (tx) => {
      const [from, through] = ['2026-11-01', '2026-11-30'];
      await removePlannedVisitsFrom(tx, visit.CareID, from, NOON);
      await removePlannedVisits(tx, visit.CareID, { from, through }, NOON);
      await removePlannedVisitsOf(tx, provider, { from, through: null }, NOON);
    });
    expect(await stored(visit)).toMatchObject({ removed: null, closed_code: 'hospital' });
  });

  test('cannot be reopened, by Reopen or Undo, if its plan no longer covers the day', async () => {
    const [first, second] = [await addVisit(), await addVisit()];
    const ids = [first.visit.id, second.visit.id];
    const { data: closing } = await user.call(applyBulk, { action: 'close', ids, closeCode: 'hospital' });
    await query(`update care_plans set status = 'Archive', archive_info = 'x', end_date = $2 where id = $1`, [
      first.visit.CareID,
      first.visit.Date,
    ]);
    const reason = 'The care plan no longer covers this day, so the visit stays closed.';
    const { data: opened } = await user.call(applyBulk, { action: 'reopen', ids: [first.visit.id] });
    expect(opened).toMatchObject({ done: [], refused: [{ id: first.visit.id, reason }] });
    const { data: undone } = await user.call(undoBulk, { bulk: closing?.bulk ?? 0 });
    expect(undone).toMatchObject({ done: [second.visit.id], refused: [{ id: first.visit.id, reason }] });
    expect(await stored(first.visit)).toMatchObject({ closed_code: 'hospital' });
    expect(await stored(second.visit)).toMatchObject({ closed_code: null });
  });

  test('closed before it starts is announced to its caregiver and the contact once, and so is the Undo', async () => {
    const { visit: missed, client: other } = await addVisit({ hours: ['10:00', '11:00'] });
    const client = await addClient(server.database.pool, 'Awaited');
    const ahead = await addVisit({ client, hours: ['15:00', '16:00'] });
    const later = await addVisit({ client, provider: ahead.provider, hours: ['17:00', '18:00'] });
    await query("update people set notify_visit = '(303) 555-0171' where id = any($1)", [[client, other]]);
    const ids = [missed.id, ahead.visit.id, later.visit.id];
    const { data: closing } = await user.call(applyBulk, { action: 'close', ids, closeCode: 'hospital' });
    expect(closing?.refused).toEqual([]);
    const textsTo = async (person: number) =>
      (
        await query<{ text: string }>('select text from messages where person_id = $1 order by id', [person])
      ).map(({ text }) => text);
    expect(await textsTo(other)).toEqual([]);
    const days = 'on 11-20-2026';
    expect(await textsTo(client)).toEqual([expect.stringContaining(`canceled: 2 visits ${days}`)]);
    expect(await textsTo(ahead.provider)).toEqual([
      expect.stringContaining(`You no longer need to come to 2 visits ${days}`),
    ]);
    await user.call(undoBulk, { bulk: closing?.bulk ?? 0 });
    expect((await textsTo(client)).slice(1)).toEqual([
      expect.stringContaining(`not canceled after all: 2 visits ${days}`),
    ]);
    expect((await textsTo(ahead.provider)).slice(1)).toEqual([
      expect.stringContaining(`2 visits ${days} are yours again`),
    ]);
    expect(await textsTo(other)).toEqual([]);
  });

  test('must not have begun; before its start only the client’s cancellation closes it, because an absent caregiver calls out', async () => {
    const { visit: done } = await addVisit();
    const { visit: ahead, provider } = await addVisit({ hours: ['12:50', '13:30'] });
    await complete(done);
    const close = (closeCode: CloseCode) =>
      user.call(applyBulk, { action: 'close', ids: [done.id, ahead.id], closeCode });
    const reasonsOf = (data: BulkAnswer | undefined) => data?.refused.map(({ reason }) => reason);
    const notPlanned = 'Only a planned visit can be closed; this one is Complete.';
    expect(reasonsOf((await close('absent')).data)).toEqual([
      notPlanned,
      'The caregiver can still check in. If they cannot come, enter a call-out instead.',
    ]);
    const phone = await server.as('evv', { providerId: provider });
    const seen = () => phone.call(getEvvProvider, { providerId: provider, year: 2026, month: 11, day: 20 });
    expect((await seen()).data).toHaveLength(1);
    expect(reasonsOf((await close('cancelled')).data)).toEqual([notPlanned]);
    expect(await stored(ahead)).toMatchObject({ removed: null, closed_code: 'cancelled' });
    expect((await seen()).data).toEqual([]);
    const { errors } = await user.call(applyBulk, { action: 'close', ids: [done.id] });
    expect(errors[0]?.field).toBe('closeCode');
  });

  test('reopens automatically if the caregiver was there after all', async () => {
    const { visit, provider } = await addVisit();
    await user.call(applyBulk, { action: 'close', ids: [visit.id], closeCode: 'absent' });
    const evv = await server.as('evv', { providerId: provider });
    const [AddressStartLatitude, AddressStartLongitude] = [CLIENT_POINT.latitude, CLIENT_POINT.longitude];
    const tap = {
      Status: 'Active',
      AddressStartLatitude,
      AddressStartLongitude,
      DeviceTime: MORNING,
    } as const;
    const { data } = await evv.call(updateVisit, { id: visit.id, data: tap });
    expect(data).toMatchObject({ Status: 'Active', ClosedCode: null });
    expect(await stored(visit)).toMatchObject({ closed_code: null, closed: null });
  });
});

describe('a reason without a change', () => {
  test('of code 15 with a memo explains the place and changes no time', async () => {
    const visit = await complete((await addVisit()).visit);
    await query('update visits set start_location_error = true where id = $1', [visit.id]);
    expect(await kindsOf(visit)).toEqual(['locationError', 'notAccepted']);
    const reason = { changeCode: 15, changeReason: 'Met at the day center' };
    expect((await user.call(updateVisit, { id: visit.id, data: { changeCode: 15 } })).errors[0]?.field).toBe(
      'changeReason',
    );
    const { data } = await user.call(updateVisit, { id: visit.id, data: { ...reason, rev: visit.rev } });
    expect(data).toMatchObject({ startedAt: visit.startedAt, endedAt: visit.endedAt });
    expect(await stored(visit)).toMatchObject({ change_code: 15, change_reason: 'Met at the day center' });
    expect(await kindsOf(visit)).toEqual(['notAccepted']);
  });

  test('can be given to many visits at once; Undo restores each one’s own', async () => {
    const visits = [await complete((await addVisit()).visit), await complete((await addVisit()).visit)];
    const { visit: missed } = await addVisit();
    const ids = [...visits, missed].map(({ id }) => id);
    const { data } = await user.call(applyBulk, { action: 'reason', ids, changeCode: 14, memo: 'Storm' });
    expect(data?.refused).toMatchObject([
      { id: missed.id, reason: 'Nobody checked in: close the visit or enter its times.' },
    ]);
    for (const visit of visits)
      expect(await stored(visit)).toMatchObject({ change_code: 14, change_reason: 'Storm' });
    const [first, second] = visits;
    if (!first || !second) throw new Error('two visits were made');
    await user.call(updateVisit, { id: second.id, data: { Notes: 'Called', changeCode: 1 } });
    const undone = await user.call(undoBulk, { bulk: data?.bulk ?? 0 });
    expect(undone.data).toMatchObject({
      done: [first.id],
      refused: [{ id: second.id, reason: 'Changed since then by T.U..' }],
    });
    expect(await stored(first)).toMatchObject({ change_code: 2, change_reason: null, explained: null });
  });
});

describe('odd times', () => {
  test('are exceptions until someone explains them: a length far from the plan, and visits at the same time', async () => {
    const { visit, provider, client } = await addVisit();
    const { visit: other } = await addVisit({ provider, hours: ['12:30', '14:30'] });
    const { visit: second } = await addVisit({ client, hours: ['14:45', '15:45'] });
    await complete(visit, '17:00', '17:40');
    await complete(other, '17:30', '19:30');
    await complete(second, '17:35', '18:30');
    expect(await kindsOf(visit)).toEqual(['length', 'overlap', 'notAccepted']);
    expect(await kindsOf(other)).toEqual(['overlap', 'notAccepted']);
    expect(await kindsOf(second)).toEqual(['overlap', 'notAccepted']);
    const { data } = await user.call(listExceptions, DAY);
    const found = data?.visits.find((one) => one.visit.id === visit.id);
    expect(found?.exceptions.map(({ detail }) => detail)).toEqual([
      '40 min, 33% of the planned 2 h',
      `The caregiver was also with ${other.ClientName}, 11-20-2026 10:30 AM – 11-20-2026 12:30 PM; ` +
        `${second.ProviderName} was there too, 11-20-2026 10:35 AM – 11-20-2026 11:30 AM`,
      'Not sent yet',
    ]);
    await user.call(applyBulk, { action: 'reason', ids: [visit.id], changeCode: 7 });
    expect(await kindsOf(visit)).toEqual(['notAccepted']);
    // New times need a new explanation.
    await complete(visit, '17:00', '17:41');
    expect(await kindsOf(visit)).toEqual(['length', 'overlap', 'notAccepted']);
  });

  test('a check that the phone reported more than 15 minutes late is an exception', async () => {
    const { visit, provider } = await addVisit();
    server.clock.set('2026-11-20T17:20:01Z');
    const evv = await server.as('evv', { providerId: provider });
    const at = { AddressStartLatitude: CLIENT_POINT.latitude, AddressStartLongitude: CLIENT_POINT.longitude };
    await evv.call(updateVisit, {
      id: visit.id,
      data: { Status: 'Active', ...at, DeviceTime: '2026-11-20T17:05:00Z' },
    });
    user = await server.as('user');
    expect(await kindsOf(visit)).toEqual(['late', 'review']);
  });
});

describe('a site that sends complete visits automatically', () => {
  test('sends those in order, and leaves exceptions to a person', async () => {
    const [{ visit: fine }, { visit: short }, { visit: off }] = [
      await addVisit(),
      await addVisit(),
      await addVisit(),
    ];
    await complete(off);
    await turn({ sendsCompleteVisits: true });
    await complete(fine);
    await complete(short, '17:00', '17:20');
    await turn({ sendsCompleteVisits: false });
    expect(await records(fine)).toEqual([{ status: 'Planned' }]);
    expect(await records(short)).toEqual([]);
    expect(await records(off)).toEqual([]);
  });
});

test('the overlaps found among 300 generated visits are those a comparison of all pairs finds', async () => {
  const { visit } = await addVisit();
  const { pool } = server.database;
  const people = async (add: typeof addClient, name: string) =>
    Promise.all([1, 2, 3, 4, 5, 6].map((n) => add(pool, `${name}${n}`)));
  const [clients, providers] = [await people(addClient, 'Busy'), await people(addProvider, 'Hurried')];
  const pick = (list: readonly number[], n: number) => list[n % list.length] ?? 0;
  // A fixed series of numbers, so that a failure can be repeated.
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  const first = Temporal.Instant.from('2026-10-06T00:00:00Z');
  const made = Array.from({ length: 300 }, (_, n) => {
    const start = first.add({ minutes: random(9 * 1440) });
    const isOpen = random(12) === 0;
    const end = isOpen ? null : start.add({ minutes: 1 + random(random(9) === 0 ? 1300 : 150) });
    return { id: 0, n, start, end, client: pick(clients, random(6)), provider: pick(providers, random(6)) };
  });
  const visits = await Promise.all(
    made.map(async (one) => {
      const day = one.start.toZonedDateTimeISO('America/Denver').toPlainDate().toString();
      const [row] = await query<{ id: number }>(
        `with plan as (insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified, modified_by)
           select $1, $2, type_id, '2026-01-01', 'New', 'Active', json, now(), now(), 'T.' from care_plans where id = $7 returning id)
         insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created, status,
           start_at, end_at, edited, edited_by, edited_via, iobse)
         select plan.id, $3, $3, '08:00', '10:00', $2, $1, $8, now(), $4, $5, $6, now(), 'T.', 'app', '11100' from plan returning id`,
        [
          one.provider,
          one.client,
          day,
          one.end ? 'Complete' : 'Active',
          one.start.toString(),
          one.end?.toString() ?? null,
          visit.CareID,
          JSON.stringify(visit.Tasks),
        ],
      );
      return { ...one, id: row?.id ?? 0, day };
    }),
  );
  const second = { seconds: 1 };
  const meets = (a: (typeof visits)[number], b: (typeof visits)[number]) =>
    a.id !== b.id &&
    (a.client === b.client || a.provider === b.provider) &&
    Temporal.Instant.compare(a.start, b.end ?? b.start.add(second)) < 0 &&
    Temporal.Instant.compare(b.start, a.end ?? a.start.add(second)) < 0;
  const period = { from: '2026-10-05', to: '2026-10-16' };
  const { data } = await user.call(listExceptions, period);
  const overlapping = data?.visits.filter(({ exceptions }) =>
    exceptions.some(({ kind }) => kind === 'overlap'),
  );
  const found = visits.filter((one) => visits.some((other) => meets(one, other))).map(({ id }) => id);
  expect(found.length).toBeGreaterThan(30);
  expect(found.length).toBeLessThan(270);
  expect(overlapping?.map((row) => row.visit.id).toSorted((a, b) => a - b)).toEqual(
    found.toSorted((a, b) => a - b),
  );
});
