import type { InputOf } from '@homecare/domain/call.ts';
import {
  insertCarePlan,
  readCarePlan,
  setPlanActive,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import type { PlanChanged } from '@homecare/domain/care-plans/schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { type Answer, type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 10:00 in Denver; visits exist through Thursday, December 3.
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.database.pool)).toEqual([]);
});

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

let serial = 0;
interface Pair {
  readonly provider: number;
  readonly client: number;
}
const pair = async (of: { provider?: object; client?: object } = {}): Promise<Pair> => {
  serial += 1;
  const { pool } = server.database;
  const provider = await addProvider(pool, `Provider${serial}`, { ...of.provider });
  const client = await addClient(pool, `Client${serial}`, { ...of.client });
  await pool.query(
    `insert into change_log (actor, role, call, entity, entity_id, action)
     select 'test', 'job', 'test', 'person', id, 'insert' from unnest($1::int[]) id`,
    [[provider, client]],
  );
  return { provider, client };
};

const MONDAYS = weekOf({ Mon: ['08:00', '10:00'], Wed: ['08:00', '10:00'] });
type NewPlan = InputOf<typeof insertCarePlan>['data'];
type Change = InputOf<typeof updateCarePlan>['data'];

const created = async ({ provider, client }: Pair, over: Partial<NewPlan> = {}): Promise<number> => {
  const { insertId, text } = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-10-01',
      createReason: 'New client',
      week: MONDAYS,
      ...over,
    },
  });
  if (insertId === undefined) throw new Error(text);
  return insertId;
};

const change = (id: number, data: Change, by: Caller = admin) => by.call(updateCarePlan, { id, data });
const changed = ({ data, text }: Answer<unknown>): PlanChanged => {
  const isPlan = (value: unknown): value is PlanChanged =>
    typeof value === 'object' && value !== null && 'messages' in value;
  if (!isPlan(data)) throw new Error(text);
  return data;
};
const planOf = async (id: number) => (await admin.call(readCarePlan, { id, filters: [] })).data;
const daysOf = async (id: number) =>
  (
    await query<{ date: string; plan_start: string }>(
      'select date, plan_start from visits where care_plan_id = $1 and removed is null order by date',
      [id],
    )
  ).map(({ date, plan_start }) => `${date} ${plan_start}`);
const setVisit = (id: number, day: string, columns: string) =>
  query(`update visits set ${columns} where care_plan_id = $1 and planned_day = $2`, [id, day]);
const ACTIVE = `status = 'Active', start_at = '2026-11-23T15:00:00Z', edited = now(), edited_by = 'T.', edited_via = 'app'`;
const bill = (id: number, month: string, through: string) =>
  query(
    `insert into work (care_plan_id, client_id, provider_id, type_id, month, start_period, end_period, days, pay_rate,
       working_minutes, travel_minutes, unit, amount, created, modified, modified_by)
     select id, client_id, provider_id, type_id, $2, $2, $3, '[]', 517, 0, 0, 0, 0, now(), now(), 'T.'
     from care_plans where id = $1`,
    [id, `${month}-01`, through],
  );
const logOf = (id: number) =>
  query<{ action: string; changes: Record<string, unknown> }>(
    `select action, changes from change_log where entity = 'carePlan' and entity_id = $1 order by id`,
    [id],
  );

describe('modifying a plan', () => {
  test('with a new week changes Planned visits, adds new days and removes days no longer planned', async () => {
    const id = await created(await pair());
    expect(await daysOf(id)).toEqual([
      '2026-11-23 08:00',
      '2026-11-25 08:00',
      '2026-11-30 08:00',
      '2026-12-02 08:00',
    ]);
    const json = weekOf({ Mon: ['09:00', '11:30'], Fri: ['08:00', '10:00'] });
    const answer = await change(id, { week: json, rev: 0 });
    expect(answer).toMatchObject({ status: 200, Info: 'Success: Careplan modified' });
    expect(changed(answer)).toMatchObject({
      rev: 1,
      Status: 'Active',
      visits: { created: 2, changed: 2, removed: 2 },
      messages: ['Success: Careplan modified', 'Success: EVV records modified'],
    });
    expect(await daysOf(id)).toEqual([
      '2026-11-20 08:00',
      '2026-11-23 09:00',
      '2026-11-27 08:00',
      '2026-11-30 09:00',
    ]);
    const [, , update, run, ...others] = await logOf(id);
    expect(others).toEqual([]);
    expect(update).toMatchObject({
      action: 'update',
      changes: { json: [{ pcTotal: 240 }, { pcTotal: 270 }] },
    });
    expect(run).toEqual({
      action: 'run',
      changes: { visits: [null, { created: 2, changed: 2, removed: 2 }] },
    });
    expect((await planOf(id))?.week).toMatchObject({ pcTotal: 270, workingHours: 4.5 });
  });

  test('leaves visits alone that were rescheduled or have begun', async () => {
    const id = await created(await pair());
    await setVisit(id, '2026-11-23', ACTIVE);
    await setVisit(id, '2026-11-25', `date = '2026-11-26'`);
    await change(id, { week: weekOf({ Thu: ['09:00', '10:00'] }) });
    expect(await daysOf(id)).toEqual([
      '2026-11-23 08:00',
      '2026-11-26 08:00',
      '2026-11-26 09:00',
      '2026-12-03 09:00',
    ]);
    await query(`update visits set status = 'Planned', start_at = null where care_plan_id = $1`, [id]);
  });

  test('with only new remarks changes no visit and no week', async () => {
    const id = await created(await pair());
    const answer = await change(id, { Remarks: 'Key in lockbox', rev: 0 });
    expect(changed(answer).messages).toEqual(['Success: Careplan modified']);
    expect((await logOf(id)).at(-1)).toEqual({
      action: 'update',
      changes: { Remarks: [null, 'Key in lockbox'] },
    });
    expect(changed(await change(id, { Remarks: '' })).rev).toBe(2);
    expect((await planOf(id))?.Remarks).toBeNull();
  });

  test('to excluded leaves a live-in pair without visits to check in, until that ends', async () => {
    const id = await created(await pair());
    expect(changed(await change(id, { excluded: '2026-11-01' })).visits.removed).toBe(4);
    expect(await daysOf(id)).toEqual([]);
    expect(changed(await change(id, { excluded: '' })).visits.created).toBe(4);
    expect((await change(id, { excluded: '2025-12-20' })).Info).toBe(
      'Error: Excluded date must be greater than 11 months, check it before creating careplan',
    );
  });

  test('accepts only the present value of a locked field, and names the field', async () => {
    const people = await pair();
    const other = await pair();
    const id = await created(people);
    const same = {
      ProviderID: people.provider,
      ClientID: people.client,
      Type: 'PCP',
      StartDate: '2026-10-01',
    };
    expect((await change(id, { ...same, createReason: 'New client', Remarks: 'x' })).status).toBe(200);
    const before = await planOf(id);
    for (const [field, sent] of [
      ['ProviderID', { ProviderID: other.provider }],
      ['ClientID', { ClientID: other.client }],
      ['Type', { Type: 'HMK' }],
      ['StartDate', { StartDate: '2026-10-02' }],
      ['createReason', { createReason: 'Another' }],
      ['covidBy', { coversPlanId: id }],
    ] as const) {
      const answer = await change(id, { ...sent, Remarks: 'forged' });
      expect([answer.status, answer.errors.map((error) => error.field)]).toEqual([400, [field]]);
    }
    expect(await planOf(id)).toEqual(before);
  });

  test('with an end date makes it Archive', async () => {
    const id = await created(await pair());
    const answer = await change(id, { week: MONDAYS, EndDate: '2026-11-30' });
    expect(changed(answer)).toMatchObject({
      Status: 'Archive',
      EndDate: '2026-11-30',
      messages: ['Success: Careplan modified', 'Success: EVV records modified'],
    });
    expect(await planOf(id)).toMatchObject({
      ArchiveInfo: expect.stringMatching(/^11-20-2026 10:00 AM \S+/),
    });
    expect(await daysOf(id)).toEqual(['2026-11-23 08:00', '2026-11-25 08:00']);
    expect((await change(id, { Remarks: 'late' })).Info).toBe(
      'This care plan is archived. Set it active first.',
    );
  });

  test.each<[Change, number, string, string]>([
    [{ EndDate: '2026-09-30', week: MONDAYS }, 400, 'EndDate', 'Error: End date cannot be before start date'],
    [
      { Status: 'Archive', EndDate: '', week: MONDAYS },
      400,
      'EndDate',
      'Error: Cant create archive care plan without end date',
    ],
    [{ Remarks: 'x'.repeat(286) }, 400, 'Remarks', 'Remarks can have at most 285 characters.'],
    [
      { week: { ...MONDAYS, personalCareItems: [] } },
      400,
      'Mon',
      'Error: You have time mismatch in Care Plan on Monday',
    ],
    [{ week: weekOf({}) }, 400, 'time', 'Enter Time In and Time Out for at least one day.'],
    [{ week: null }, 400, 'json', 'The week of the plan is missing.'],
  ])('with %j is refused', async (data, status, field, message) => {
    const id = await created(await pair());
    const before = [await planOf(id), await daysOf(id)];
    const answer = await change(id, data);
    expect([answer.status, answer.errors[0], answer.Info]).toEqual([status, { field, message }, message]);
    expect([await planOf(id), await daysOf(id)]).toEqual(before);
  });

  test('refuses a conflict and asks about a gap; a change without times does neither', async () => {
    const people = await pair();
    const elsewhere = await pair();
    const id = await created(people);
    await created(
      { provider: people.provider, client: elsewhere.client },
      { week: weekOf({ Tue: ['10:00', '12:00'] }) },
    );
    const late = await change(id, { week: weekOf({ Tue: ['11:59', '13:00'] }) });
    expect([late.status, late.errors[0]?.field]).toEqual([409, 'Tue']);
    expect(late.Info).toBe(
      `Error: This provider have same time in Tuesday with client Client${serial}, Chris (10:00 – 12:00)`,
    );
    const near = { week: weekOf({ Tue: ['12:05', '13:00'] }) };
    expect((await change(id, { ...near, approvedDays: [] })).Info).toBe(
      'This days have warning: Tuesday. Do you want to continue?',
    );
    expect((await change(id, { ...near, approvedDays: ['Tue'] })).status).toBe(200);
  });

  test('with a stale revision writes nothing and says who saved first', async () => {
    const id = await created(await pair());
    await change(id, { Remarks: 'first', rev: 0 }, await server.as('user'));
    const answer = await change(id, { Remarks: 'second', rev: 0 });
    expect([answer.status, answer.Info]).toEqual([
      409,
      expect.stringMatching(/^Changed by \S+ at 11-20-2026 10:00 AM$/),
    ]);
    expect((await planOf(id))?.Remarks).toBe('first');
  });

  test('twice with the same key returns the first result', async () => {
    const id = await created(await pair());
    const again = () =>
      admin.call(updateCarePlan, { id, data: { Remarks: 'once' } }, { 'idempotency-key': `modify-${id}` });
    const [first, second] = [await again(), await again()];
    expect(second.data).toEqual(first.data);
    expect((await planOf(id))?.rev).toBe(1);
  });
});

describe('archiving a plan', () => {
  test('removes visits from the end date on; one that was moved past it returns to its day', async () => {
    const id = await created(await pair());
    await setVisit(id, '2026-11-25', `date = '2026-12-01'`);
    const answer = await change(id, { Status: 'Archive', EndDate: '2026-11-30', rev: 0 });
    expect(answer.Info).toBe('Success: Care Plan archived');
    expect(changed(answer)).toMatchObject({
      rev: 1,
      visits: { created: 1, changed: 0, removed: 3 },
      messages: [
        'Success: Care Plan archived',
        'Success: EVV records deleted',
        'Success: EVV records created',
      ],
    });
    expect(await daysOf(id)).toEqual(['2026-11-23 08:00', '2026-11-25 08:00']);
    const plan = await planOf(id);
    expect([plan?.Status, plan?.EndDate]).toEqual(['Archive', '2026-11-30']);
    expect(plan?.ArchiveInfo).toMatch(/^11-20-2026 10:00 AM \S+/);
    const again = await change(id, { Status: 'Archive', EndDate: '2026-11-30', rev: 0 });
    expect([again.status, changed(again).rev]).toEqual([200, 1]);
    expect(changed(again).messages).toEqual(['Success: Care Plan archived']);
    // With another date the move is not a repetition: the window did not know about the first one.
    const other = await change(id, { Status: 'Archive', EndDate: '2026-11-28', rev: 0 });
    expect(other.status).toBe(409);
  });

  test.each<[string, Change, number, string]>([
    ['no date', { Status: 'Archive' }, 400, 'Error: Incorrect Date'],
    ['an empty date', { Status: 'Archive', EndDate: '' }, 400, 'Error: Incorrect Date'],
    [
      'an end before the start',
      { Status: 'Archive', EndDate: '2026-09-30' },
      400,
      'Error: End date cannot be before start date',
    ],
  ])('%s', async (_, data, status, info) => {
    const id = await created(await pair());
    const answer = await change(id, data);
    expect([answer.status, answer.Info]).toEqual([status, info]);
    expect((await planOf(id))?.rev).toBe(0);
  });

  test('is refused while billing records end after the date', async () => {
    const id = await created(await pair());
    await bill(id, '2026-10', '2026-10-31');
    const late = await change(id, { Status: 'Archive', EndDate: '2026-10-30' });
    expect([late.status, late.Info]).toEqual([
      409,
      "Error: Can't delete Care plan with active billing record after End Date",
    ]);
    expect((await change(id, { Status: 'Archive', EndDate: '2026-10-31' })).status).toBe(200);
  });

  test('that is primary is refused while its compared plans run, at any time', async () => {
    const people = await pair();
    const primary = await created(people, { StartDate: '2026-05-01' });
    const second = await created(people, { week: weekOf({ Tue: ['08:00', '10:00'] }) });
    const end = { Status: 'Archive', EndDate: '2027-01-31' } as const;
    const blocked = await change(primary, end);
    expect([blocked.status, blocked.Info]).toEqual([
      409,
      "Can't archive primary Care plan with active compared. Archive compared first.",
    ]);
    expect((await change(second, end)).status).toBe(200);
    expect((await change(primary, end)).status).toBe(200);
  });
});

describe('setting a plan active', () => {
  const archived = async (people: Pair) => {
    const id = await created(people);
    await change(id, { Status: 'Archive', EndDate: '2026-11-20' });
    return id;
  };

  test('removes the end date and creates visits for 14 days', async () => {
    const id = await archived(await pair());
    expect(await daysOf(id)).toEqual([]);
    const answer = await admin.call(setPlanActive, { id });
    expect(answer.Info).toBe('Success: Care Plan activated');
    expect(changed(answer)).toMatchObject({
      Status: 'Active',
      EndDate: null,
      visits: { created: 4 },
      messages: ['Success: Care Plan activated', 'Success: EVV records created'],
    });
    expect(await planOf(id)).toMatchObject({ Status: 'Active', EndDate: null, ArchiveInfo: null, rev: 2 });
    const again = await admin.call(setPlanActive, { id, rev: 1 });
    expect([again.status, again.Info]).toEqual([200, 'Success: Care Plan activated']);
    expect((await planOf(id))?.rev).toBe(2);
  });

  test('accepts a same-origin GET of older clients and no other GET', async () => {
    const id = await archived(await pair());
    const url = `/homecare/api/CP_TS_generator/setActive.php?id=${id}`;
    const foreign = { 'x-requested-with': '', 'sec-fetch-site': 'cross-site' };
    expect((await admin.raw({ method: 'GET', url, headers: foreign })).status).toBe(403);
    const own = { 'x-requested-with': '', 'sec-fetch-site': 'same-origin' };
    const answer = await admin.raw({ method: 'GET', url, headers: own });
    expect([answer.status, answer.Info]).toEqual([200, 'Success: Care Plan activated']);
  });

  test('checks again, because someone else may have the time by now', async () => {
    const people = await pair();
    const id = await archived(people);
    const other = await pair();
    await created({ provider: people.provider, client: other.client }, { StartDate: '2026-11-20' });
    const answer = await change(id, { Status: 'Active' });
    expect([answer.status, answer.errors.map(({ field }) => field)]).toEqual([409, ['Mon', 'Wed']]);
    expect(answer.Info).toMatch(/^Error: This provider have same time in Monday with client /);
    expect((await planOf(id))?.Status).toBe('Archive');
  });

  test.each<[string, string, string]>([
    [
      'an old background check',
      `background_check = '2023-12-19'`,
      'Error: Wrong Background check date. Check it before creating care plan.',
    ],
    [
      'no CAPS check',
      'caps_check = null',
      'Error: Wrong CAPS Check date. Check it before creating care plan.',
    ],
    [
      'an archived provider',
      `cur = 'n', archive_date = '2026-11-20'`,
      'The provider of this care plan is archived. Set the provider active first.',
    ],
  ])('is refused with %s', async (_, columns, info) => {
    const people = await pair();
    const id = await archived(people);
    await query(`update people set ${columns} where id = $1`, [people.provider]);
    const answer = await admin.call(setPlanActive, { id });
    expect([answer.status, answer.Info, answer.errors[0]?.field]).toEqual([409, info, 'ProviderID']);
  });

  test('is refused for an archived client and a deleted plan', async () => {
    const people = await pair();
    const id = await archived(people);
    await query(`update people set cur = 'n', archive_date = '2026-11-20' where id = $1`, [people.client]);
    expect((await admin.call(setPlanActive, { id })).Info).toBe(
      'The client of this care plan is archived. Set the client active first.',
    );
    await change(id, { Status: 'Deleted' });
    expect((await admin.call(setPlanActive, { id })).Info).toBe('This care plan is deleted.');
    expect((await admin.call(setPlanActive, { id: 999_999 })).status).toBe(404);
  });
});

describe('deleting a plan', () => {
  test('that is archived removes every Planned visit and keeps completed ones', async () => {
    const id = await created(await pair());
    await change(id, { Status: 'Archive', EndDate: '2026-12-31' });
    const answer = await change(id, { Status: 'Deleted' });
    expect(answer.Info).toBe('Success: Care Plan deleted');
    expect(changed(answer).messages).toEqual(['Success: Care Plan deleted', 'Success: EVV records deleted']);
    expect(await daysOf(id)).toEqual([]);
    expect(await planOf(id)).toMatchObject({
      Status: 'Deleted',
      DeleteInfo: expect.stringMatching(/^11-20-2026 10:00 AM \S+/),
    });
    expect((await logOf(id)).some(({ action }) => action === 'delete')).toBe(true);
    expect((await change(id, { Status: 'Deleted' })).status).toBe(200);
    expect((await change(id, { Remarks: 'x' })).Info).toBe('This care plan is deleted.');
  });

  test('works for an active plan without billing and without visits past Planned', async () => {
    const id = await created(await pair());
    await setVisit(id, '2026-11-23', ACTIVE);
    const begun = await change(id, { Status: 'Deleted' });
    expect([begun.status, begun.Info]).toEqual([
      409,
      "Can't delete Care plan with visits that were begun or done. Archive it instead.",
    ]);
    await setVisit(id, '2026-11-23', `status = 'Planned', start_at = null`);
    expect((await change(id, { Status: 'Deleted' })).status).toBe(200);
  });

  test('is refused if it has a billing record', async () => {
    const id = await created(await pair());
    await bill(id, '2026-10', '2026-10-31');
    for (const step of [
      { Status: 'Deleted' },
      { Status: 'Archive', EndDate: '2026-11-30' },
      { Status: 'Deleted' },
    ] as const) {
      const answer = await change(id, step);
      if (step.Status === 'Archive') expect(answer.status).toBe(200);
      else
        expect([answer.status, answer.Info]).toEqual([
          409,
          "Can't delete Care plan with active billing record",
        ]);
    }
  });

  test('that is primary is refused until its compared plans are deleted', async () => {
    const people = await pair();
    const primary = await created(people, { StartDate: '2026-05-01' });
    const second = await created(people, { week: weekOf({ Tue: ['08:00', '10:00'] }) });
    for (const id of [second, primary]) await change(id, { Status: 'Archive', EndDate: '2026-12-31' });
    const blocked = await change(primary, { Status: 'Deleted' });
    expect([blocked.status, blocked.Info]).toEqual([
      409,
      "Can't delete primary Care plan with active compared. Delete compared first.",
    ]);
    expect((await change(second, { Status: 'Deleted' })).status).toBe(200);
    expect((await change(primary, { Status: 'Deleted' })).status).toBe(200);
  });

  test('ignores all other fields', async () => {
    const id = await created(await pair());
    expect((await change(id, { Status: 'Deleted', week: MONDAYS })).status).toBe(400);
    expect((await planOf(id))?.Status).toBe('Active');
  });
});

describe('a temporary plan', () => {
  const covering = async (over: Partial<NewPlan> = {}) => {
    const people = await pair();
    const covered = await created(people);
    const cover = { ...people, provider: (await pair()).provider };
    const temporary = await created(cover, {
      StartDate: '2026-11-24',
      EndDate: '2026-11-30',
      isTemporary: true,
      coversPlanId: covered,
      ...over,
    });
    return { covered, temporary };
  };

  test('takes over its days, and gives them back when it ends early', async () => {
    const { covered, temporary } = await covering();
    expect(await planOf(temporary)).toMatchObject({
      Status: 'Archive',
      isTemporary: true,
      coversPlanId: covered,
    });
    expect(await daysOf(covered)).toEqual(['2026-11-23 08:00', '2026-12-02 08:00']);
    expect(await daysOf(temporary)).toEqual(['2026-11-25 08:00', '2026-11-30 08:00']);
    const answer = changed(await change(temporary, { Status: 'Archive', EndDate: '2026-11-25' }));
    expect(answer).toMatchObject({
      Status: 'Archive',
      EndDate: '2026-11-25',
      visits: { removed: 1 },
      coveredVisits: { created: 1 },
      messages: [
        'Success: Care Plan archived',
        'Success: EVV records deleted',
        'Success: EVV records created',
      ],
    });
    expect(await daysOf(temporary)).toEqual(['2026-11-25 08:00']);
    expect(await daysOf(covered)).toEqual(['2026-11-23 08:00', '2026-11-30 08:00', '2026-12-02 08:00']);
  });

  test('takes over more days when it is extended', async () => {
    const { covered, temporary } = await covering();
    expect(changed(await change(temporary, { EndDate: '2026-12-02' }))).toMatchObject({
      visits: { created: 1 },
      coveredVisits: { removed: 1 },
      messages: ['Success: Careplan modified', 'Success: EVV records modified'],
    });
    expect(await daysOf(covered)).toEqual(['2026-11-23 08:00']);
    expect((await change(temporary, { EndDate: '2027-02-22' })).Info).toBe(
      'A temporary plan lasts at most 90 days.',
    );
    expect((await change(temporary, { EndDate: '' })).Info).toBe('A temporary plan needs an end date.');
  });

  test('can be modified until it is over', async () => {
    const { temporary } = await covering();
    const json = weekOf({ Wed: ['12:00', '14:00'] });
    expect(changed(await change(temporary, { week: json })).visits).toEqual({
      created: 0,
      changed: 1,
      removed: 1,
    });
    await query(`update care_plans set start_date = '2026-11-10', end_date = '2026-11-19' where id = $1`, [
      temporary,
    ]);
    await query('update visits set removed = now() where care_plan_id = $1', [temporary]);
    await query(
      `update open_visits set cover_id = null, covered_at = null, covered_via = null where cover_id = $1`,
      [temporary],
    );
    expect((await change(temporary, { Remarks: 'x' })).Info).toBe('This temporary plan is over.');
    expect((await admin.call(setPlanActive, { id: temporary })).Info).toBe(
      'A temporary plan runs until its end date: create a new one.',
    );
  });

  test('gives everything back when it is deleted', async () => {
    const { covered, temporary } = await covering();
    const answer = changed(await change(temporary, { Status: 'Deleted' }));
    expect(answer).toMatchObject({ visits: { removed: 2 }, coveredVisits: { created: 2 } });
    expect(await daysOf(temporary)).toEqual([]);
    expect(await daysOf(covered)).toHaveLength(4);
  });

  test('gives up the days on which the plan it covers no longer runs', async () => {
    const { covered, temporary } = await covering();
    const ended = changed(await change(covered, { Status: 'Archive', EndDate: '2026-11-30' }));
    expect(ended.coveredVisits).toMatchObject({ removed: 1 });
    expect(ended.messages.at(-1)).toBe('Success: 1 temporary plan ended with it');
    expect(await planOf(temporary)).toMatchObject({ Status: 'Archive', EndDate: '2026-11-29' });
    expect(await daysOf(temporary)).toEqual(['2026-11-25 08:00']);
    const earlier = changed(await change(covered, { EndDate: '2026-11-24' }));
    expect(earlier.coveredVisits).toMatchObject({ removed: 1 });
    expect(await planOf(temporary)).toMatchObject({ Status: 'Deleted' });
    expect(await daysOf(covered)).toEqual(['2026-11-23 08:00']);
  });

  test('is deleted with the plan it covers, but keeps the days through its last visit that has begun', async () => {
    const { covered, temporary } = await covering();
    await setVisit(temporary, '2026-11-25', ACTIVE);
    changed(await change(covered, { Status: 'Archive', EndDate: '2026-11-24' }));
    expect(await planOf(temporary)).toMatchObject({ Status: 'Archive', EndDate: '2026-11-25' });
    expect(await daysOf(temporary)).toEqual(['2026-11-25 08:00']);
    await setVisit(temporary, '2026-11-25', `status = 'Planned', start_at = null`);
    changed(await change(covered, { Status: 'Deleted' }));
    expect(await planOf(temporary)).toMatchObject({ Status: 'Deleted' });
  });

  test('keeps the day on which its visit has begun', async () => {
    const { covered, temporary } = await covering({
      StartDate: '2026-11-19',
      week: weekOf({ Fri: ['08:00', '10:00'] }),
    });
    await setVisit(temporary, '2026-11-20', ACTIVE);
    await query(`update care_plans set json = $2 where id = $1`, [
      covered,
      JSON.stringify((await planOf(temporary))?.week),
    ]);
    await change(temporary, { Status: 'Archive', EndDate: '2026-11-19' });
    expect(await daysOf(covered)).toEqual(['2026-11-27 08:00']);
    expect(await daysOf(temporary)).toEqual(['2026-11-20 08:00']);
    await setVisit(temporary, '2026-11-20', `status = 'Planned', start_at = null, removed = now()`);
  });
});

describe('permissions', () => {
  test('provider and evv change nothing, and a user everything except the override', async () => {
    const people = await pair();
    const id = await created(people);
    for (const role of ['provider', 'evv'] as const) {
      const caller = await server.as(role, { providerId: people.provider });
      for (const data of [
        { Remarks: 'x' },
        { Status: 'Archive', EndDate: '2026-12-01' },
        { Status: 'Deleted' },
      ] as const)
        expect((await change(id, data, caller)).status).toBe(403);
      expect((await caller.call(setPlanActive, { id })).status).toBe(403);
    }
    expect((await planOf(id))?.rev).toBe(0);
    const user = await server.as('user');
    expect((await change(id, { Status: 'Archive', EndDate: '2026-12-01' }, user)).status).toBe(200);
    expect((await user.call(setPlanActive, { id })).status).toBe(200);
    expect((await change(id, { Status: 'Deleted' }, user)).status).toBe(200);
  });

  test('another site reaches nothing here', async () => {
    const id = await created(await pair());
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await change(id, { Remarks: 'x' }, stranger)).status).toBe(404);
    expect((await change(id, { Remarks: 'x' }, server.withCookie(stranger.cookie ?? ''))).status).toBe(401);
    expect((await planOf(id))?.Remarks).toBeNull();
  });

  test('a change must name a plan that exists', async () => {
    expect((await admin.call(updateCarePlan, { data: { Remarks: 'x' } })).status).toBe(400);
    expect((await change(999_999, { Remarks: 'x' })).status).toBe(404);
  });
});
