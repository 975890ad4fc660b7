import { getClientMonth } from '@homecare/domain/billing/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import {
  insertCarePlan,
  listCarePlans,
  readCarePlan,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { mutate } from '../platform/db/mutate.ts';
import { removeVisitsOf } from '../visits/service.ts';
import { archivePlansOf } from './archive.ts';

// Friday, November 20, 2026, 10:00 in Denver; visits exist through Thursday, December 3.
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.database.pool)).toEqual([]);
});

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

const MORNING = weekOf({ Mon: ['08:00', '10:00'], Wed: ['08:00', '10:00'] });
const NOON = weekOf({ Mon: ['12:00', '14:00'], Wed: ['12:00', '14:00'] });
const EVENING = weekOf({ Mon: ['18:00', '20:00'], Wed: ['18:00', '20:00'] });

let serial = 0;
interface Pair {
  readonly provider: number;
  readonly client: number;
}
const pair = async (provider?: number): Promise<Pair> => {
  serial += 1;
  const { pool } = server.database;
  const people = {
    provider: provider ?? (await addProvider(pool, `Provider${serial}`)),
    client: await addClient(pool, `Client${serial}`),
  };
  await pool.query(
    `insert into change_log (actor, role, call, entity, entity_id, action)
     select 'test', 'job', 'test', 'person', id, 'insert' from unnest($1::int[]) id`,
    [provider ? [people.client] : [people.provider, people.client]],
  );
  return people;
};

type NewPlan = InputOf<typeof insertCarePlan>['data'];
type Change = InputOf<typeof updateCarePlan>['data'];
const create = ({ provider, client }: Pair, over: Partial<NewPlan> = {}) =>
  admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-10-01',
      createReason: 'New client',
      week: MORNING,
      ...over,
    },
  });
const created = async (people: Pair, over: Partial<NewPlan> = {}): Promise<number> => {
  const { insertId, text } = await create(people, over);
  if (insertId === undefined) throw new Error(text);
  return insertId;
};
const change = (id: number, data: Change) => admin.call(updateCarePlan, { id, data });
const planOf = async (id: number) => (await admin.call(readCarePlan, { id, filters: [] })).data;
const firstDaysOf = async (id: number) => (await planOf(id))?.weeks.map(({ from }) => from);
const visitsOf = async (id: number) =>
  (
    await query<{ date: string; plan_start: string }>(
      'select date, plan_start from visits where care_plan_id = $1 and removed is null order by date',
      [id],
    )
  ).map(({ date, plan_start }) => `${date} ${plan_start}`);
const logOf = async (id: number) =>
  (
    await query<{ changes: Record<string, unknown> }>(
      `select changes from change_log where entity = 'carePlan' and entity_id = $1 and action = 'update' order by id`,
      [id],
    )
  ).map(({ changes }) => changes);
const rowsOf = async (people: Pair, date: string) => {
  const { data } = await admin.call(getClientMonth, { clientId: people.client, date });
  return data?.cards.flatMap(({ planned }) => planned.map((row) => `${row.date} ${row.start}`));
};

describe('notices about a changed week', () => {
  const toldOf = async ({ provider, client }: Pair) => {
    const rows = await query<{ person_id: number; text: string }>(
      'select person_id, text from messages where person_id = any($1) order by id',
      [[provider, client]],
    );
    const of = (id: number) => rows.filter((row) => row.person_id === id).map(({ text }) => text);
    return { caregiver: of(provider), contact: of(client) };
  };
  const withContact = async (provider?: number) => {
    const people = await pair(provider);
    await query("update people set notify_visit = '(303) 555-0171' where id = $1", [people.client]);
    return people;
  };

  test('go to the caregiver and the contact, naming the first visit with other times', async () => {
    const people = await withContact();
    const id = await created(people);
    const evenings = weekOf({ Mon: ['08:00', '10:00'], Wed: ['18:00', '20:00'], Fri: ['18:00', '20:00'] });
    expect(await change(id, { week: evenings, weekFrom: '2026-11-28' })).toMatchObject({ status: 200 });
    expect(await toldOf(people)).toEqual({
      caregiver: [
        expect.stringContaining(
          'Your visits change: 3 a week, from 12-02-2026, 6:00 PM to 8:00 PM, Aurora. Details are in the app.',
        ),
      ],
      contact: [
        expect.stringContaining(
          'regular visits have other times, starting with the visit on 12-02-2026, 6:00 PM to 8:00 PM.',
        ),
      ],
    });
    // When the week before continues, they are told too.
    await change(id, { removeWeek: '2026-11-28' });
    const { caregiver, contact } = await toldOf(people);
    expect(caregiver.at(-1)).toContain('Your visits change: 2 a week, from 12-02-2026, 8:00 AM to 10:00 AM');
    expect(contact).toHaveLength(2);
    const steps = await query('select kind from visit_events where plan_id = $1 and day = $2', [
      id,
      '2026-12-02',
    ]);
    expect(steps).toEqual(Array.from({ length: 4 }, () => ({ kind: 'told' })));
  });

  test('are not sent if only tasks change', async () => {
    const people = await withContact();
    const id = await created(people);
    const [care, ...others] = MORNING.personalCareItems;
    if (!care) throw new Error('a week without tasks');
    const week = { ...MORNING, personalCareItems: [{ ...care, Name: 'Bathing, seated' }, ...others] };
    expect(await change(id, { week })).toMatchObject({ status: 200 });
    expect(await toldOf(people)).toEqual({ caregiver: [], contact: [] });
  });

  test('give the caregiver of a one-day cover the old and the new time', async () => {
    const people = await withContact();
    const id = await created(people);
    const cover = await pair();
    const made = await created(
      { provider: cover.provider, client: people.client },
      { StartDate: '2026-11-25', EndDate: '2026-11-25', coversPlanId: id, isTemporary: true, week: MORNING },
    );
    expect(await change(made, { week: NOON })).toMatchObject({ status: 200 });
    const { caregiver, contact } = await toldOf({ ...cover, client: people.client });
    expect(caregiver.at(-1)).toContain(
      'Your visit on 11-25-2026, 8:00 AM to 10:00 AM, is now on 11-25-2026, 12:00 PM to 2:00 PM.',
    );
    expect(contact.at(-1)).toContain('a visit has another time, now on 11-25-2026, 12:00 PM to 2:00 PM.');
  });

  test('go to the caregiver and the contact once when the plan ends, continues, or is deleted', async () => {
    const people = await withContact();
    const id = await created(people);
    const reached = async (changes: object) => {
      const before = await toldOf(people);
      expect(await change(id, changes)).toMatchObject({ status: 200 });
      const { caregiver, contact } = await toldOf(people);
      return [caregiver.slice(before.caregiver.length), contact.slice(before.contact.length)];
    };
    // The plan ends on Thursday; the next visit would be on Monday.
    expect(await reached({ Status: 'Archive', EndDate: '2026-12-03' })).toEqual([
      [
        expect.stringContaining(
          'The first one you no longer need to come to: 12-07-2026, 8:00 AM to 10:00 AM',
        ),
      ],
      [expect.stringContaining('regular visits no longer take place, starting with the visit on 12-07-2026')],
    ]);
    expect(await reached({ Status: 'Archive', EndDate: '2026-12-10' })).toEqual([
      [
        expect.stringContaining(
          'Your visits continue: 2 a week, from 12-07-2026, 8:00 AM to 10:00 AM, Aurora.',
        ),
      ],
      [expect.stringContaining('regular visits continue, starting with the visit on 12-07-2026')],
    ]);
    // No visit is planned from Thursday through Sunday.
    expect(await reached({ Status: 'Archive', EndDate: '2026-12-12' })).toEqual([[], []]);
    expect(await reached({ Status: 'Active' })).toEqual([
      [expect.stringContaining('Your visits continue: 2 a week, from 12-14-2026')],
      [expect.stringContaining('regular visits continue, starting with the visit on 12-14-2026')],
    ]);
    expect(await reached({ Status: 'Deleted' })).toEqual([
      [expect.stringContaining('The first one you no longer need to come to: 11-23-2026')],
      [expect.stringContaining('regular visits no longer take place, starting with the visit on 11-23-2026')],
    ]);
  });

  test('are not sent when the deleted plan was already over', async () => {
    const people = await withContact();
    const id = await created(people);
    expect(await change(id, { Status: 'Archive', EndDate: '2026-11-20' })).toMatchObject({ status: 200 });
    const ended = await toldOf(people);
    expect(await change(id, { Status: 'Deleted' })).toMatchObject({ status: 200 });
    expect(await toldOf(people)).toEqual(ended);
  });

  test('differ from those about a new regular caregiver, which the contact gets', async () => {
    const people = await withContact();
    await created(people, { StartDate: '2026-11-20' });
    await created(people, { StartDate: '2026-11-20', week: weekOf({ Sat: ['08:00', '10:00'] }) });
    expect((await toldOf(people)).contact).toEqual([
      expect.stringContaining(
        'a new regular caregiver starts with the visit on 11-23-2026, 8:00 AM to 10:00 AM.',
      ),
      expect.stringContaining(
        'regular visits have other times, starting with the visit on 11-21-2026, 8:00 AM to 10:00 AM.',
      ),
    ]);
  });
});

describe('a change of the week', () => {
  test('applies from today on: earlier days keep their times, on cards too', async () => {
    const people = await pair();
    const id = await created(people);
    expect(await change(id, { week: NOON })).toMatchObject({ status: 200 });
    expect(await rowsOf(people, '2026-11')).toEqual([
      '2026-11-02 08:00',
      '2026-11-04 08:00',
      '2026-11-09 08:00',
      '2026-11-11 08:00',
      '2026-11-16 08:00',
      '2026-11-18 08:00',
      '2026-11-23 12:00',
      '2026-11-25 12:00',
      '2026-11-30 12:00',
    ]);
    expect(await firstDaysOf(id)).toEqual(['2026-10-01', '2026-11-20']);
    expect((await logOf(id)).at(-1)).toMatchObject({ weekFrom: [null, '2026-11-20'] });
  });

  test('applies from a later day on: earlier visits stay, and the plan shows today’s week', async () => {
    const id = await created(await pair());
    await change(id, { week: NOON, weekFrom: '2026-11-30' });
    expect(await visitsOf(id)).toEqual([
      '2026-11-23 08:00',
      '2026-11-25 08:00',
      '2026-11-30 12:00',
      '2026-12-02 12:00',
    ]);
    expect((await planOf(id))?.week.time[0].Mon).toBe('08:00');
  });

  test('on past days leaves a missed visit alone that was closed with a reason', async () => {
    const id = await created(await pair());
    const miss = (from: string, day: string, closed: boolean) =>
      query(
        `update visits set date = $3, planned_day = $3, closed_code = case when $4 then 'hospital' end,
           closed_by = case when $4 then 'T.' end, closed = case when $4 then now() end
         where care_plan_id = $1 and date = $2`,
        [id, from, day, closed],
      );
    await miss('2026-11-23', '2026-11-16', true);
    await miss('2026-11-25', '2026-11-18', false);
    await change(id, { week: NOON, weekFrom: '2026-11-10' });
    expect((await visitsOf(id)).slice(0, 2)).toEqual(['2026-11-16 08:00', '2026-11-18 12:00']);
    await change(id, { week: weekOf({ Fri: ['12:00', '14:00'] }), weekFrom: '2026-11-10' });
    expect((await visitsOf(id))[0]).toBe('2026-11-16 08:00');
  });

  test('with the same first day replaces the one before; a later one stays until it is removed', async () => {
    const id = await created(await pair());
    await change(id, { week: NOON, weekFrom: '2026-11-30' });
    await change(id, { week: EVENING, weekFrom: '2026-11-30' });
    expect(await firstDaysOf(id)).toEqual(['2026-10-01', '2026-11-30']);
    await change(id, { week: NOON, weekFrom: '2026-11-25' });
    expect(await visitsOf(id)).toEqual([
      '2026-11-23 08:00',
      '2026-11-25 12:00',
      '2026-11-30 18:00',
      '2026-12-02 18:00',
    ]);
    expect(await change(id, { removeWeek: '2026-11-30' })).toMatchObject({ status: 200 });
    expect(await firstDaysOf(id)).toEqual(['2026-10-01', '2026-11-25']);
    expect((await visitsOf(id)).at(-1)).toBe('2026-12-02 12:00');
    expect((await logOf(id)).at(-1)).toMatchObject({ removeWeek: ['2026-11-30', null] });
    await change(id, { removeWeek: '2026-11-25' });
    expect((await planOf(id))?.weeks).toEqual([]);
    expect((await visitsOf(id))[1]).toBe('2026-11-25 08:00');
  });

  test.each([
    [
      'before the plan',
      { weekFrom: '2026-09-30' },
      'This care plan starts 10-01-2026: choose that day or a later one.',
    ],
    [
      'of a day on which no week begins',
      { week: undefined, removeWeek: '2026-11-21' },
      'No later week of this care plan begins on 11-21-2026.',
    ],
  ])('with %s is refused with a sentence', async (_, data, message) => {
    const id = await created(await pair());
    const answer = await change(id, { week: NOON, ...data });
    expect([answer.status, answer.errors.map((error) => error.message)]).toEqual([400, [message]]);
  });

  test('is compared with other plans only on the days it applies to', async () => {
    const people = await pair();
    const id = await created(people);
    await created(await pair(people.provider), { StartDate: '2026-10-01', week: NOON });
    expect(await change(id, { week: NOON })).toMatchObject({ status: 409 });
    const late = await created(await pair(people.provider), { StartDate: '2026-12-14', week: EVENING });
    expect(late).toBeGreaterThan(0);
    expect(await change(id, { week: EVENING, weekFrom: '2026-11-23' })).toMatchObject({ status: 409 });
    // The evening is free until the second plan begins.
    await change(id, { week: weekOf({ Mon: ['06:00', '07:00'] }), weekFrom: '2026-12-14' });
    expect(await change(id, { week: EVENING, weekFrom: '2026-11-23' })).toMatchObject({ status: 200 });
    expect(
      await create(await pair(people.provider), { StartDate: '2026-12-01', week: EVENING }),
    ).toMatchObject({ status: 409 });
    expect(
      await create(await pair(people.provider), { StartDate: '2026-12-15', week: MORNING }),
    ).toMatchObject({ status: 200 });
  });

  test('cannot let a night shift reach into the first visit of the next week', async () => {
    const id = await created(await pair(), { week: weekOf({ Sun: ['22:00', '06:00'] }) });
    const early = weekOf({ Mon: ['05:00', '07:00'] });
    const answer = await change(id, { week: early, weekFrom: '2026-11-23' });
    expect([answer.status, answer.errors[0]?.message]).toEqual([
      400,
      'Error: The visit of Sunday 11-22-2026 ends at 06:00, after the first visit of the changed week starts at 05:00',
    ]);
    expect(await change(id, { week: early, weekFrom: '2026-11-24' })).toMatchObject({ status: 200 });
  });
});

describe('a change of past days', () => {
  test('must be confirmed when something was done on them; visits that have begun stay', async () => {
    const id = await created(await pair(), { StartDate: '2026-11-09' });
    await query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
       select id, day, day, '08:00', '10:00', client_id, provider_id, '{}', now()
       from care_plans, unnest('{2026-11-16,2026-11-18}'::date[]) as day where id = $1`,
      [id],
    );
    await query(
      `update visits set status = 'Complete', start_at = '2026-11-16T15:00:00Z', end_at = '2026-11-16T17:00:00Z',
         edited = now(), edited_by = 'T.', edited_via = 'app' where care_plan_id = $1 and planned_day = '2026-11-16'`,
      [id],
    );
    const sent = { week: NOON, weekFrom: '2026-11-16' };
    const asked = await change(id, sent);
    expect(asked.reason).toBe('pastDays');
    expect([asked.status, asked.errors]).toEqual([
      409,
      [
        {
          field: 'weekFrom',
          message:
            'This changes days that are over, from 11-16-2026 on: 1 visit that has started keeps its times. Reprinted timesheets show the new week. Save anyway?',
        },
      ],
    ]);
    expect((await planOf(id))?.weeks).toEqual([]);
    expect(await change(id, { ...sent, pastApproved: true })).toMatchObject({ status: 200 });
    expect((await visitsOf(id)).slice(0, 3)).toEqual([
      '2026-11-16 08:00',
      '2026-11-18 12:00',
      '2026-11-23 12:00',
    ]);
  });

  test('is saved at once when nothing was done, and creates no past visits', async () => {
    const id = await created(await pair(), { StartDate: '2026-11-09' });
    expect(await change(id, { week: NOON, weekFrom: '2026-11-09' })).toMatchObject({ status: 200 });
    expect((await planOf(id))?.weeks).toEqual([]);
    expect((await visitsOf(id))[0]).toBe('2026-11-23 12:00');
  });
});

describe('a week that begins after the end of its plan', () => {
  test('ends with the plan, is announced and recorded, and does not return with a later end', async () => {
    const id = await created(await pair());
    await change(id, { week: NOON, weekFrom: '2026-11-25' });
    await change(id, { week: EVENING, weekFrom: '2026-11-30' });
    const ended = await change(id, { Status: 'Archive', EndDate: '2026-11-30' });
    expect(ended.status).toBe(200);
    expect(ended.data).toMatchObject({
      messages: expect.arrayContaining([
        'The week from 11-30-2026 was removed: the plan ends before it begins.',
      ]),
    });
    expect(await firstDaysOf(id)).toEqual(['2026-10-01', '2026-11-25']);
    expect((await logOf(id)).at(-1)).toMatchObject({ endedWeeks: ['11-30-2026', null] });
    await change(id, { EndDate: '2026-12-03' });
    expect((await visitsOf(id)).at(-1)).toBe('2026-12-02 12:00');
    await change(id, { EndDate: '2026-11-25' });
    expect(await planOf(id)).toMatchObject({ weeks: [], EndDate: '2026-11-25' });
  });

  test('also ends when the client or provider is archived', async () => {
    const people = await pair();
    const id = await created(people);
    await change(id, { week: NOON, weekFrom: '2026-11-25' });
    const ended = await mutate(server.scope, 'test', async (tx, record) => {
      const days = { from: '2026-11-23', through: null };
      await removeVisitsOf(tx, server.scope, people.client, days, record);
      const leaves = { personId: people.client, date: days.from, requested: [] };
      return archivePlansOf(tx, server.scope, leaves, record);
    });
    expect(ended.ok).toBe(true);
    expect(await planOf(id)).toMatchObject({ weeks: [], EndDate: '2026-11-23' });
    expect((await logOf(id)).at(-1)).toMatchObject({ endedWeeks: ['11-25-2026', null] });
  });
});

test('a second window that saves an older plan is refused, whatever its first day', async () => {
  const id = await created(await pair());
  await change(id, { week: NOON, weekFrom: '2026-11-30', rev: 0 });
  expect(await change(id, { week: EVENING, weekFrom: '2026-12-07', rev: 0 })).toMatchObject({ status: 409 });
});

describe('an archived plan that ends in the future', () => {
  const listed = async (status: 'Active' | 'Archive') =>
    (await admin.call(listCarePlans, { status, date: null, showTemp: false })).data?.map(({ id }) => id);

  test('keeps its visits and its place in the list until then, and can end on another day', async () => {
    const people = await pair();
    const id = await created(people);
    await change(id, { Status: 'Archive', EndDate: '2026-11-30' });
    expect(await visitsOf(id)).toEqual(['2026-11-23 08:00', '2026-11-25 08:00']);
    expect([(await listed('Active'))?.includes(id), (await listed('Archive'))?.includes(id)]).toEqual([
      true,
      false,
    ]);
    expect(await change(id, { Status: 'Archive', EndDate: '2026-12-03' })).toMatchObject({
      status: 200,
      Info: 'Success: End date of the care plan changed',
    });
    expect((await visitsOf(id)).at(-1)).toBe('2026-12-02 08:00');
    await change(id, { EndDate: '2026-11-25' });
    expect(await visitsOf(id)).toEqual(['2026-11-23 08:00']);
    expect(await change(id, { week: NOON })).toMatchObject({ status: 409 });
    expect(await change(id, { EndDate: '2026-12-01', StartDate: '2026-10-02' })).toMatchObject({
      status: 400,
    });
  });

  test('can neither end before a saved billing record, nor overlap another plan through a later end', async () => {
    const people = await pair();
    const id = await created(people);
    await change(id, { Status: 'Archive', EndDate: '2026-12-01' });
    await query(
      `insert into work (care_plan_id, client_id, provider_id, type_id, month, start_period, end_period, days, pay_rate,
         amount, working_minutes, travel_minutes, unit, created, modified, modified_by)
       select id, client_id, provider_id, type_id, '2026-11-01', '2026-11-01', '2026-11-30', '[]', 517, 0, 0, 0, 0, now(),
         now(), 'T.' from care_plans where id = $1`,
      [id],
    );
    expect(await change(id, { EndDate: '2026-11-20' })).toMatchObject({ status: 409 });
    await created(await pair(people.provider), { StartDate: '2026-12-07', week: MORNING });
    expect(await change(id, { EndDate: '2026-12-15' })).toMatchObject({ status: 409 });
    expect(await change(id, { EndDate: '2026-12-07' })).toMatchObject({ status: 200 });
    await query('update work set deleted = now() where care_plan_id = $1', [id]);
  });

  test('is listed among the archived ones once it has ended', async () => {
    const id = await created(await pair());
    await change(id, { Status: 'Archive', EndDate: '2026-11-20' });
    expect([(await listed('Active'))?.includes(id), (await listed('Archive'))?.includes(id)]).toEqual([
      false,
      true,
    ]);
    expect(await change(id, { Status: 'Archive', EndDate: '2026-12-01' })).toMatchObject({
      status: 409,
      Info: 'This care plan has ended. Set it active first.',
    });
  });
});
