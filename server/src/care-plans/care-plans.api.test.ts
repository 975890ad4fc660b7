import {
  changePlanVisits,
  getCarePlans,
  getTypes,
  insertCarePlan,
  readCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { createVisitsForPlans } from '../visits/service.ts';

// Friday, November 20, 2026, 10:00 in Denver.
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;
const count = async (table: string) =>
  (await query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n;

let serial = 0;
const pair = async (of: { provider?: object; client?: object } = {}) => {
  serial += 1;
  const [provider, client] = await Promise.all([
    addProvider(server.database.pool, `Provider${serial}`, { ...of.provider }),
    addClient(server.database.pool, `Client${serial}`, { ...of.client }),
  ]);
  return { provider, client };
};

const WEEK = weekOf({ Mon: ['08:00', '10:00'], Wed: ['22:00', '06:00'] });
const fields = (people: { provider: number; client: number }, over: object = {}) => ({
  ProviderID: people.provider,
  ClientID: people.client,
  Type: 'PCP',
  StartDate: '2026-11-01',
  createReason: 'New client',
  week: WEEK,
  ...over,
});
const create = (caller: Caller, people: { provider: number; client: number }, over: object = {}) =>
  caller.call(insertCarePlan, { data: fields(people, over) });

describe('creating a plan', () => {
  test('stores the plan, its visits for 14 days and one log row each', async () => {
    const people = await pair();
    const answer = await create(admin, people, { Remarks: "Key in lockbox, ask for 'Chris'" });
    expect(answer).toMatchObject({ status: 200, Info: 'Success: Careplan created' });
    expect(answer.data?.visits).toEqual({ created: 4, from: '2026-11-20', through: '2026-12-03' });
    const id = answer.insertId ?? 0;
    expect(answer.data?.id).toBe(id);

    const visits = await query<{ date: string }>(
      `select planned_day, date, plan_start, plan_end, status, tasks from visits where care_plan_id = $1 order by date`,
      [id],
    );
    expect(visits.map((visit) => visit.date)).toEqual([
      '2026-11-23',
      '2026-11-25',
      '2026-11-30',
      '2026-12-02',
    ]);
    expect(visits[1]).toEqual({
      planned_day: '2026-11-25',
      date: '2026-11-25',
      plan_start: '22:00',
      plan_end: '06:00',
      status: 'Planned',
      tasks: { WorkingTime: 480, TravelTime: 10, Care: { Bathing: 480 }, Home: {} },
    });
    const log = await query<{ action: string; changes: object }>(
      `select action, changes from change_log where entity = 'carePlan' and entity_id = $1 order by id`,
      [id],
    );
    expect(log.map((row) => row.action)).toEqual(['insert', 'run']);
    expect(log[1]?.changes).toEqual({
      visits: [null, { created: 4, from: '2026-11-20', through: '2026-12-03' }],
    });
  });

  test('returns the plan with totals computed by the server', async () => {
    const people = await pair();
    const sent = { ...WEEK, pcTotal: 1, totalHours: 999 };
    const { insertId } = await create(admin, people, { week: sent });
    const { data: plan } = await admin.call(readCarePlan, { id: insertId ?? 0, filters: [] });
    expect(plan).toMatchObject({
      id: insertId,
      Provider: `Provider${serial}, Pat`,
      Client: `Client${serial}, Chris`,
      Type: 'PCP',
      Status: 'Active',
      StartDate: '2026-11-01',
      EndDate: null,
      Language: 'English',
      isTemporary: false,
      coversPlanId: null,
      rev: 0,
    });
    expect(plan?.week).toMatchObject({
      ...WEEK,
      pcTotal: 600,
      workingHours: 10,
      travelHours: 0.33,
      totalHours: 10.33,
    });
  });

  test('accepts the week as three maps with empty cells, as older clients send it', async () => {
    const { week: _, ...sent } = fields(await pair());
    const answer = await admin.raw({
      method: 'POST',
      url: '/homecare/api/poster.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        cmd: 'care_insert',
        data: JSON.stringify(
          Object.entries({
            ...sent,
            EndDate: '',
            excluded: '',
            Modify: '11-20-2026 F. Forged',
            json: JSON.stringify({
              personalCareItems: [
                { Name: 'Bathing', Mon: '60', Tue: '', Wed: null, Thu: 0, Fri: 0, Sat: 0, Sun: 0 },
              ],
              homeMakingItems: [],
              time: { start: { Mon: '08:00' }, end: { Mon: '09:00' }, travel: { Mon: '15' } },
            }),
          }).map(([field, value]) => ({ field, value })),
        ),
      }).toString(),
    });
    expect(answer.status).toBe(200);
    const { data: plan } = await admin.call(readCarePlan, { id: answer.insertId ?? 0, filters: [] });
    expect(plan?.week.time[1].Mon).toBe('09:00');
    expect(plan?.week).toMatchObject({ workingHours: 1, travelHours: 0.25, totalHours: 1.25 });
    expect(plan?.modifiedAt).toBe('2026-11-20T17:00:00Z');
  });

  test('with an end date makes it Archive with the caller’s stamp', async () => {
    const people = await pair();
    const { insertId } = await create(admin, people, { EndDate: '2026-11-25', ArchiveInfo: 'forged' });
    const { data: plan } = await admin.call(readCarePlan, { id: insertId ?? 0, filters: [] });
    expect(plan).toMatchObject({
      Status: 'Archive',
      EndDate: '2026-11-25',
      ArchiveInfo: '11-20-2026 10:00 AM T.A.',
    });
    const days = await query('select date from visits where care_plan_id = $1', [insertId]);
    expect(days).toEqual([{ date: '2026-11-23' }]);
  });

  test('as excluded makes no visits', async () => {
    const answer = await create(admin, await pair(), { excluded: '2026-10-01' });
    expect(answer.data?.visits.created).toBe(0);
  });

  test('twice with the same request makes one plan', async () => {
    const people = await pair();
    const key = { 'idempotency-key': 'same-plan-1' };
    const first = await admin.call(insertCarePlan, { data: fields(people) }, key);
    const again = await admin.call(insertCarePlan, { data: fields(people) }, key);
    expect(again.insertId).toBe(first.insertId);
    expect(await query('select id from care_plans where provider_id = $1', [people.provider])).toHaveLength(
      1,
    );
  });
});

describe('refusals', () => {
  const refused = async (people: { provider: number; client: number }, over: object) => {
    const before = [await count('care_plans'), await count('visits'), await count('change_log')];
    const answer = await create(admin, people, over);
    expect(answer.status).not.toBe(200);
    expect([await count('care_plans'), await count('visits'), await count('change_log')]).toEqual(before);
    return answer;
  };

  test.each<[string, { provider?: object; client?: object }, object, string, string]>([
    ['no provider', {}, { ProviderID: null }, 'ProviderID', 'Please select provider and client'],
    [
      'an old background check',
      { provider: { background_check: '2023-12-19' } },
      {},
      'ProviderID',
      'Error: Wrong Background check date. Check it before creating care plan.',
    ],
    [
      'no CAPS check',
      { provider: { caps_check: null } },
      {},
      'ProviderID',
      'Error: Wrong CAPS Check date. Check it before creating care plan.',
    ],
    [
      'an archived client',
      { client: { cur: 'n', archive_date: '2026-11-01' } },
      {},
      'ClientID',
      'Please select provider and client',
    ],
    [
      'IHSS without Start IHSS',
      {},
      { Type: 'IHSSPC' },
      'ProviderID',
      'Error: Wrong Start IHSS Date, add it before creating careplan',
    ],
    ['an unknown type', {}, { Type: 'NOPE' }, 'Type', 'Type is required.'],
    [
      'an old excluded date',
      {},
      { excluded: '2025-12-20' },
      'excluded',
      'Error: Excluded date must be greater than 11 months, check it before creating careplan',
    ],
    [
      'the end before the start',
      {},
      { EndDate: '2026-10-31' },
      'EndDate',
      'Error: End date cannot be before start date',
    ],
    [
      'archive without an end',
      {},
      { Status: 'Archive' },
      'EndDate',
      'Error: Cant create archive care plan without end date',
    ],
    [
      'minutes that do not fill the span',
      {},
      { week: { ...WEEK, personalCareItems: [] } },
      'Mon',
      'Error: You have time mismatch in Care Plan on Monday',
    ],
    [
      'a week without any time',
      {},
      { week: weekOf({}) },
      'time',
      'Enter Time In and Time Out for at least one day.',
    ],
    [
      'a temporary plan that covers none',
      {},
      { isTemporary: true },
      'covidBy',
      'A temporary plan names the plan that it covers.',
    ],
    ['no reason', {}, { createReason: '' }, 'createReason', 'Create reason is required.'],
    ['a field that is not one', {}, { Language: 'x' }, 'Language', 'Language is not a field of this call.'],
  ])('%s', async (_, of, over, field, message) => {
    const answer = await refused(await pair(of), over);
    expect(answer).toMatchObject({ status: 400, Info: message });
    expect(answer.errors[0]).toEqual({ field, message });
  });

  test('a plan cannot overlap the provider’s other plan, the client’s other provider or daycare', async () => {
    const people = await pair({
      client: {
        daycare: true,
        daycare_name: 'Sunrise',
        daycare_days: '["Fri"]',
        daycare_time_from: '09:00',
        daycare_time_to: '15:00',
      },
    });
    await create(admin, people);
    const other = await pair();
    const sameProvider = await refused(
      { ...other, provider: people.provider },
      { week: weekOf({ Mon: ['09:59', '11:00'] }) },
    );
    expect(sameProvider).toMatchObject({ status: 409, reason: 'timesTaken' });
    expect(sameProvider.errors[0]?.field).toBe('Mon');
    expect(sameProvider.Info).toMatch(
      /^Error: This provider have same time in Monday with client Client\d+, Chris \(08:00 – 10:00\)$/,
    );
    const sameClient = await refused(
      { ...other, client: people.client },
      { week: weekOf({ Thu: ['05:00', '07:00'] }) },
    );
    expect(sameClient.Info).toMatch(
      /^Error: This client have same time in Thursday with provider Provider\d+, Pat \(22:00 – 06:00\)$/,
    );
    const daycare = await refused(
      { ...other, client: people.client },
      { week: weekOf({ Fri: ['14:00', '16:00'] }) },
    );
    expect(daycare.Info).toBe('Error: This client have same time in Friday with Sunrise (09:00 – 15:00)');
  });

  test('time errors of a week have a separate reason; a week without times has none', async () => {
    const people = await pair();
    const mismatch = await refused(people, { week: { ...WEEK, personalCareItems: [] } });
    expect(mismatch).toMatchObject({ status: 400, reason: 'weekRejected' });
    const empty = await refused(people, { week: weekOf({}) });
    expect(empty).toMatchObject({ status: 400, reason: 'badInput' });
  });

  test('a short gap needs its day approved, if the client sends approvals', async () => {
    const people = await pair();
    await create(admin, people, { week: weekOf({ Fri: ['08:00', '08:50'] }) });
    const next = { ...(await pair()), provider: people.provider };
    const week = { week: weekOf({ Fri: ['09:00', '11:00'] }) };
    const asked = await refused(next, { ...week, approvedDays: [] });
    expect(asked).toMatchObject({
      status: 409,
      reason: 'shortGaps',
      Info: 'This days have warning: Friday. Do you want to continue?',
    });
    expect(asked.errors[0]?.field).toBe('Fri');
    expect((await create(admin, next, { ...week, approvedDays: ['Fri'] })).status).toBe(200);
  });

  test('when two overlapping plans are saved at once, one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = await pair();
      const others = await Promise.all([pair(), pair(), pair()]);
      const answers = await Promise.all(
        others.map((other) => create(admin, { ...other, provider: people.provider })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    }
  });
});

describe('permissions', () => {
  test('provider and evv cannot create plans, and nothing is written', async () => {
    const people = await pair();
    const before = await count('care_plans');
    for (const role of ['provider', 'evv'] as const) {
      const answer = await create(await server.as(role, { providerId: people.provider }), people);
      expect(answer.status).toBe(403);
    }
    expect((await create(server.anonymous(), people)).status).toBe(401);
    expect(await count('care_plans')).toBe(before);
  });

  test('a user may create plans', async () => {
    expect((await create(await server.as('user'), await pair())).status).toBe(200);
  });

  test('evv sees only their own provider’s plans', async () => {
    const people = await pair();
    const { insertId } = await create(admin, people);
    const foreign = await pair();
    const { insertId: foreignId } = await create(admin, foreign);
    const evv = await server.as('evv', { providerId: people.provider });
    expect((await evv.call(getCarePlans, { filters: [] })).data?.map((plan) => plan.id)).toEqual([insertId]);
    expect((await evv.call(readCarePlan, { id: foreignId ?? 0, filters: [] })).status).toBe(404);
    const without = await server.as('evv');
    expect((await without.call(getCarePlans, { filters: [] })).data).toEqual([]);
  });

  test('a session of another site reaches no plan here', async () => {
    const people = await pair();
    const { insertId } = await create(admin, people);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await stranger.call(getCarePlans, { filters: [] })).data).toEqual([]);
    expect(
      (await server.withCookie(stranger.cookie ?? '').call(readCarePlan, { id: insertId ?? 0, filters: [] }))
        .status,
    ).toBe(401);
  });
});

describe('lists of plans and types', () => {
  test('are filtered by field and operator; a plan without an end date counts as running', async () => {
    const people = await pair();
    const open = (await create(admin, people)).insertId;
    const ended = (await create(admin, people, { StartDate: '2026-01-01', EndDate: '2026-06-01' })).insertId;
    const ids = async (
      ...filters: {
        field: 'ClientID' | 'Status' | 'EndDate' | 'StartDate' | 'ID' | 'ProviderID' | 'Type';
        op: '=' | '!' | '<=' | '>=';
        value: string;
      }[]
    ) =>
      (
        await admin.call(getCarePlans, {
          filters: [{ field: 'ClientID', op: '=', value: String(people.client) }, ...filters],
        })
      ).data?.map((plan) => plan.id);
    expect(await ids()).toEqual([open, ended]);
    expect(await ids({ field: 'Status', op: '!', value: 'Archive' })).toEqual([open]);
    expect(await ids({ field: 'EndDate', op: '>=', value: '2026-11-01' })).toEqual([open]);
    expect(await ids({ field: 'StartDate', op: '<=', value: '2026-01-01' })).toEqual([ended]);
    expect(await ids({ field: 'Type', op: '=', value: 'HMK' })).toEqual([]);
    const refused = await admin.raw({
      method: 'POST',
      url: '/homecare/api/poster.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `cmd=care_get&data=${encodeURIComponent('[{"field":"Remarks","value":"<x"}]')}`,
    });
    expect(refused.status).toBe(400);
  });

  test('show types with their terms, with rates for admins only', async () => {
    await query(
      `update care_plan_type_terms set rate = 517, addrate = 620 where type_id = (select id from care_plan_types where code = 'PCP')`,
    );
    await query(
      `insert into care_plan_type_terms select type_id, '2026-11-21', procedure_code, modifiers, unit_rule, 600, 700, 'a later contract'
       from care_plan_type_terms where type_id = (select id from care_plan_types where code = 'PCP')`,
    );
    const of = async (caller: Caller) =>
      (await caller.call(getTypes, { filters: [] })).data?.find((type) => type.Code === 'PCP');
    expect(await of(admin)).toMatchObject({
      Name: 'Personal Care',
      rate: 5.17,
      addrate: 6.2,
      procedureCode: 'T1019',
      modifiers: ['U1'],
      evvNeeded: true,
      aggregatorCode: 'PRSNL',
    });
    expect((await of(admin))?.taskOptions.pcItems).toHaveLength(15);
    expect(await of(await server.as('user'))).toMatchObject({ rate: null, addrate: null });
    expect((await (await server.as('evv')).call(getTypes, { filters: [] })).status).toBe(403);
  });
});

describe('visit records of plans', () => {
  test('are made once when requested again, and a removed one returns', async () => {
    const { insertId } = await create(admin, await pair());
    const again = () => admin.call(changePlanVisits, { action: 'create', id: insertId ?? 0 });
    expect((await again()).data).toMatchObject({ created: 0 });
    await query('update visits set removed = now() where care_plan_id = $1', [insertId]);
    expect((await again()).data).toMatchObject({ created: 4 });
    expect(
      await query('select from visits where care_plan_id = $1 and removed is null', [insertId]),
    ).toHaveLength(4);
    expect((await admin.call(changePlanVisits, { action: 'create', id: 999_999 })).status).toBe(404);
  });

  test('of a temporary plan take over its days', async () => {
    const people = await pair();
    const { insertId: covered } = await create(admin, people);
    const cover = { ...people, provider: (await pair()).provider };
    const temporary = await create(admin, cover, {
      StartDate: '2026-11-24',
      EndDate: '2026-11-30',
      coversPlanId: covered,
      isTemporary: true,
    });
    expect(temporary.status).toBe(200);
    const days = async (plan: number | undefined) =>
      (
        await query<{ date: string }>(
          'select date from visits where care_plan_id = $1 and removed is null order by date',
          [plan],
        )
      ).map((row) => row.date);
    expect(await days(covered)).toEqual(['2026-11-23', '2026-12-02']);
    expect(await days(temporary.insertId)).toEqual(['2026-11-25', '2026-11-30']);
  });

  test('are made for many plans at once, with a new revision for each changed day', async () => {
    const plans: number[] = [];
    for (let n = 0; n < 6; n += 1) plans.push((await create(admin, await pair())).insertId ?? 0);
    await query('update visits set removed = now() where care_plan_id = any($1)', [plans]);
    const revision = async () =>
      (
        await query<{ rev: number }>(`select rev from revisions where kind = 'visits' and key = '2026-11-25'`)
      )[0]?.rev;
    const before = (await revision()) ?? 0;
    const made = await createVisitsForPlans(server.scope, plans);
    expect(made).toMatchObject({ ok: true, data: { created: 24 } });
    expect(await revision()).toBe(before + 1);
  });
});
