import { savePar } from '@homecare/domain/authorizations/contract.ts';
import { getExcludedData } from '@homecare/domain/care-plans/contract.ts';
import { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import { done } from '@homecare/domain/errors.ts';
import { listNotices, listOwnPapers } from '@homecare/domain/notices/contract.ts';
import { getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { isPerson } from '@homecare/domain/people/schema.ts';
import { getScanData } from '@homecare/domain/timesheets/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { addEligibility } from '../eligibility/service.ts';
import { mutate } from '../platform/db/mutate.ts';
import { addScanErrors } from '../timesheets/service.ts';

// 10 AM on 20 November in Denver.
const NOW = '2026-11-20T17:00:00Z';
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: NOW });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query(text, [...values])).rows;

/** In order on the day of these tests. */
const fine = {
  dob: '1980-05-01',
  id_expiration: '2029-01-01',
  staff_evaluation: '2026-06-01',
  safety_training: '2026-06-01',
  skill_not_need: true,
  covid_vaccine: '1',
  flushot_vaccine: '2026-10',
};
const provider = (name: string, columns: Record<string, unknown> = {}) =>
  addProvider(server.database.pool, name, { ...fine, ...columns });
const client = (name: string, columns: Record<string, unknown> = {}) =>
  addClient(server.database.pool, name, {
    dob: '1940-05-01',
    home_visit: '2026-11-01',
    telehealth_consent: true,
    ...columns,
  });

const plan = async (
  of: { provider: number; client: number; type?: string } & Record<string, unknown>,
): Promise<number> => {
  const { provider: providerId, client: clientId, type = 'PCP', ...columns } = of;
  const row: Record<string, unknown> = {
    provider_id: providerId,
    client_id: clientId,
    start_date: '2026-01-01',
    create_reason: 'Initial care plan',
    status: 'Active',
    json: JSON.stringify(weekOf({ Mon: ['08:00', '10:00'] })),
    created: NOW,
    modified: NOW,
    modified_by: 'T.',
    ...columns,
  };
  const names = Object.keys(row);
  const [made] = await query<{ id: number }>(
    `insert into care_plans (${names.join(', ')}, type_id)
     values (${names.map((_, n) => `$${n + 1}`).join(', ')}, (select id from care_plan_types where code = $${names.length + 1}))
     returning id`,
    [...Object.values(row), type],
  );
  if (!made) throw new Error('no plan was made');
  return made.id;
};

const eligible = (clientId: number, date: string, end: string | null, start = '2020-01-01') =>
  mutate(server.scope, 'test', async (tx, record) => {
    const entry = { clientId, status: 'Active', date, start, end, data: { Plan: 'HCBS EBD' } };
    return done(await addEligibility(tx, server.scope, [entry], record));
  });
const scan = (planId: number, month: string, period: 0 | 1, errors: readonly number[]) =>
  mutate(server.scope, 'test', async (tx, record) =>
    done(await addScanErrors(tx, server.scope, [{ planId, month, period, errors }], record)),
  );

const loaded = async (who: Caller = admin) => {
  const { data, status } = await who.call(listNotices, {});
  if (!data) throw new Error(`notices: ${status}`);
  return data;
};
const saidOf = async (id: number, at = 'person', who: Caller = admin) =>
  (await loaded(who)).notices
    .filter((notice) => notice.id === id && notice.at === at)
    .map(({ menu, text }) => `${menu}: ${text}`);
const markOf = async (id: number) => (await loaded()).marks.find((mark) => mark.id === id);

describe('what the toolbar shows', () => {
  test('an expired date is a warning, one that expires soon a notification, and both mark the row', async () => {
    const expired = await provider('Anderson', { background_check: '2023-11-19' });
    const soon = await provider('Fischer', { id_expiration: '2026-12-04' });
    const visit = await client('Baca', { home_visit: '2026-09-01' });
    expect(await saidOf(expired)).toEqual(['warning: Background check expired']);
    expect(await saidOf(soon)).toEqual(['notifications: DL/ID expires 12-04']);
    expect(await markOf(expired)).toEqual({
      id: expired,
      tone: 'danger',
      reasons: ['Background check expired'],
    });
    expect(await markOf(soon)).toEqual({ id: soon, tone: 'warn', reasons: ['DL/ID expires 12-04'] });
    expect(await markOf(visit)).toEqual({ id: visit, tone: 'warn', reasons: ['Home visit due 12-01'] });
    const { notices, today } = await loaded();
    expect(today).toBe('2026-11-20');
    expect(notices.find((notice) => notice.id === expired)).toMatchObject({
      name: 'Anderson, Pat',
      at: 'person',
      tone: 'danger',
      day: '2026-11-19',
    });
  });

  test('the two papers that stop work and pay are reported, and a row tells all its reasons', async () => {
    const alien = await provider('Okafor', {
      work_authorization_expiration: '2026-11-19',
      id_expiration: '2026-12-04',
    });
    expect(await markOf(alien)).toEqual({
      id: alien,
      tone: 'danger',
      reasons: ['Work authorization expired', 'DL/ID expires 12-04'],
    });
    const field = (await loaded()).notices.find(({ id }) => id === alien)?.field;
    expect(field).toBe('Work Authorization Expiration');
    const of = await client('Lucero', { par_expiration: '2026-11-19' });
    expect(await saidOf(of)).toEqual(['warning: PAR expired']);
  });

  test('a prior authorization is told by the table: the one that ends first of the types that are planned', async () => {
    const of = await client('Montoya');
    const by = await provider('Reyes');
    await plan({ provider: by, client: of, type: 'PCP' });
    await plan({ provider: by, client: of, type: 'HMK' });
    const par = (type: string, from: string, through: string, number: string) =>
      admin.call(savePar, { id: null, clientId: of, type, number, from, through, units: null, rev: null });
    const readExpiration = async () => {
      const filters = [{ field: 'ID' as const, op: '=' as const, value: String(of) }];
      const [person] = (await admin.call(getPeople, { filters })).data ?? [];
      return person && isPerson(person) ? person['PAR Expiration'] : undefined;
    };
    expect((await par('PCP', '2026-01-01', '2026-12-31', 'A1')).status).toBe(200);
    expect(await saidOf(of)).toEqual(['notifications: PAR expires 12-31']);
    // Renewed for one type, the other has ended: that one is reported, and the field keeps the last day of the table.
    await par('PCP', '2027-01-01', '2027-12-31', 'A2');
    expect(await saidOf(of)).toEqual([]);
    await par('HMK', '2026-01-01', '2026-10-31', 'B1');
    expect(await saidOf(of)).toEqual(['warning: PAR expired']);
    expect(await readExpiration()).toBe('2027-12-31');
    const typed = await admin.call(updatePerson, { id: of, data: { 'PAR Expiration': '2030-01-01' } });
    expect([typed.status, typed.errors]).toEqual([
      400,
      [
        {
          field: 'PAR Expiration',
          message: 'PAR Expiration follows the prior authorizations. Change it there',
        },
      ],
    ]);
    const [logged] = await query<{ changes: Record<string, unknown> }>(
      "select changes from change_log where entity = 'person' and entity_id = $1 and changes ? 'PAR Expiration' order by id desc limit 1",
      [of],
    );
    expect(logged?.changes['PAR Expiration']).toEqual(['2026-12-31', '2027-12-31']);
  });

  test('nobody who is archived is mentioned', async () => {
    const gone = await provider('Gone', { background_check: '2001-01-01', cur: 'n' });
    expect(await saidOf(gone)).toEqual([]);
    expect(await markOf(gone)).toBeUndefined();
  });

  test('skill validation, vaccines, telehealth and birthdays', async () => {
    const someone = await provider('Le', {
      skill_not_need: false,
      covid_vaccine: '0',
      flushot_vaccine: null,
      dob: '1985-11-30',
    });
    expect(await saidOf(someone)).toEqual([
      'warning: Skill Validation date needed',
      'notifications: No covid vaccine',
      'notifications: No flu shot',
      'birthdayProvider: Birthday on 11-30',
    ]);
    const patient = await client('Jaramillo', { telehealth_consent: false, dob: '1940-11-20' });
    expect(await saidOf(patient)).toEqual([
      'telehealthWarning: No telehealth consent',
      'birthdayClient: Birthday today',
    ]);
    expect(await markOf(patient)).toBeUndefined();
  });

  test('the newest request for eligibility counts, and of that day the span that ends last', async () => {
    const renewed = await client('Renewed');
    await eligible(renewed, '2026-05-01', '2026-06-30');
    expect(await saidOf(renewed)).toEqual(['eligibility: HCBS Expired']);
    expect(await markOf(renewed)).toEqual({ id: renewed, tone: 'danger', reasons: ['HCBS Expired'] });
    await eligible(renewed, '2026-11-01', '2026-12-20');
    expect(await saidOf(renewed)).toEqual(['eligibility: HCBS Expired soon']);
    await eligible(renewed, '2026-11-01', '2026-12-21');
    expect(await saidOf(renewed)).toEqual([]);
    const open = await client('Open');
    await eligible(open, '2026-11-01', '2026-11-05');
    await eligible(open, '2026-11-01', null);
    expect(await saidOf(open)).toEqual([]);
  });

  test('the share form is asked of clients with an active IHSS plan', async () => {
    const [who, carer] = [await client('Share'), await provider('Carer')];
    const id = await plan({ provider: carer, client: who, type: 'IHSSPC' });
    expect(await saidOf(who)).toEqual(['warning: Wrong IHSS share form date']);
    await query("update people set field2 = '2022-08-31' where id = $1", [who]);
    expect(await saidOf(who)).toEqual(['warning: Wrong IHSS share form date']);
    await query("update people set field2 = '2022-09-01' where id = $1", [who]);
    expect(await saidOf(who)).toEqual([]);
    await query('update people set field2 = null where id = $1', [who]);
    await query(
      "update care_plans set status = 'Archive', end_date = '2026-11-01', archive_info = 'T.' where id = $1",
      [id],
    );
    expect(await saidOf(who)).toEqual([]);
  });

  test('excluded time and timesheet errors lead to the plan', async () => {
    const [who, carer] = [await client('Live'), await provider('Inn')];
    const id = await plan({ provider: carer, client: who, excluded: '2025-11-20' });
    await scan(id, '2026-10', 0, [1, 3]);
    expect(await saidOf(id, 'plan')).toEqual([
      'warning: Excluded time ended',
      'tsErrors: 2026-10, 1st half: Missing Signature, Missing Initials',
    ]);
    expect((await loaded()).notices.find((notice) => notice.menu === 'tsErrors')).toMatchObject({
      id,
      name: 'Inn, Pat for Live, Chris',
      month: '2026-10',
    });
  });
});

describe('who sees what', () => {
  test('the office alike, a provider birthdays only', async () => {
    const born = await provider('Birthday', { dob: '1990-11-25', background_check: '2001-01-01' });
    const manager = await server.as('user');
    expect(await loaded(manager)).toEqual(await loaded());
    const employee = await server.as('provider', { providerId: born });
    const { notices, marks } = await loaded(employee);
    expect(marks).toEqual([]);
    expect(new Set(notices.map(({ menu }) => menu))).toEqual(new Set(['birthdayProvider', 'birthdayClient']));
    expect(await saidOf(born, 'person', employee)).toEqual(['birthdayProvider: Birthday on 11-25']);
  });

  test('a site without premium has no telehealth, no eligibility and few soon notices', async () => {
    const poor = await testServer({
      now: NOW,
      entry: { capabilities: { premium: false, version: 1, maxClients: 0, billing: false } },
    });
    try {
      const { pool } = poor.database;
      await addProvider(pool, 'Soon', { ...fine, staff_evaluation: '2025-12-01' });
      await addProvider(pool, 'Late', { ...fine, staff_evaluation: '2025-01-01' });
      await addClient(pool, 'Client', { dob: '1940-01-01', home_visit: '2026-09-01' });
      const { data } = await (await poor.as('admin')).call(listNotices, {});
      expect(data?.notices.map(({ text }) => text)).toEqual(['Staff evaluation expired']);
      expect(data?.marks.map(({ tone }) => tone)).toEqual(['danger']);
    } finally {
      await poor.stop();
    }
  });
});

describe('an unchanged answer is not sent again', () => {
  const again = async (tag: unknown, who = admin) => {
    const request = requestOf(listNotices, {});
    return who.raw({ ...request, headers: { ...request.headers, 'if-none-match': String(tag) } });
  };

  test('until a person, a plan, eligibility or a scan changes', async () => {
    const [who, carer] = [await client('Tag'), await provider('Tagger')];
    const id = await plan({ provider: carer, client: who });
    const changes = [
      () => query('update people set rev = rev + 1 where id = $1', [who]),
      () => query('update care_plans set rev = rev + 1 where id = $1', [id]),
      () => eligible(who, '2026-11-01', null),
      () => scan(id, '2026-09', 1, [6]),
    ];
    for (const change of changes) {
      const before = (await again('none')).headers.etag;
      expect((await again(before)).status).toBe(304);
      await change();
      expect((await again(before)).status).toBe(200);
    }
  });

  test('and the day is that of the site: midnight in Denver', async () => {
    server.clock.set('2026-11-21T06:59:00Z');
    const late = await server.as('admin');
    expect((await loaded(late)).today).toBe('2026-11-20');
    const before = (await again('none', late)).headers.etag;
    server.clock.set('2026-11-21T07:00:00Z');
    expect((await again(before, late)).status).toBe(200);
    expect((await loaded(late)).today).toBe('2026-11-21');
    server.clock.set(NOW);
  });
});

describe('the lists behind', () => {
  test('eligibility of one client or of all, the newest request first', async () => {
    const who = await client('Entries');
    await eligible(who, '2026-01-05', '2026-06-30', '2026-01-01');
    await eligible(who, '2026-07-05', '2027-06-30', '2026-07-01');
    const { data } = await admin.call(getEligibility, { id: who });
    expect(data).toEqual([
      expect.objectContaining({
        clientId: who,
        name: 'Entries, Chris',
        status: 'Active',
        date: '2026-07-05',
        start: '2026-07-01',
        end: '2027-06-30',
        data: { Plan: 'HCBS EBD' },
      }),
      expect.objectContaining({ date: '2026-01-05', end: '2026-06-30' }),
    ]);
    const all = (await admin.call(getEligibility, {})).data ?? [];
    expect(all.length).toBeGreaterThan(2);
    expect(all.map(({ date }) => date)).toEqual(
      all
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    expect((await admin.raw({ url: '/homecare/api/modules/getEligibility.php?id=x' })).status).toBe(400);
  });

  test('scan errors that are open, one row for each plan, month and half', async () => {
    const [who, carer] = [await client('Scans'), await provider('Scanner')];
    const id = await plan({ provider: carer, client: who });
    await scan(id, '2026-08', 1, [2, 4]);
    await expect(scan(id, '2026-08', 1, [1])).rejects.toThrow(/scan_errors_plan_id_month_period_key/);
    await scan(id, '2026-08', 0, [1]);
    await query('update scan_errors set archived = true where plan_id = $1 and period = 0', [id]);
    const mine = (await admin.call(getScanData, {})).data?.filter(({ CareID }) => CareID === id);
    expect(mine).toEqual([
      expect.objectContaining({
        Provider: 'Scanner, Pat',
        Client: 'Scans, Chris',
        date: '2026-08',
        period: 1,
        tsdate: '2026-08-16',
        error: '2,4',
        archive: false,
        DateCreated: NOW,
      }),
    ]);
  });

  test('pairs that are exempt from visit verification', async () => {
    const [who, carer] = [await client('Exempt'), await provider('Lives')];
    const id = await plan({ provider: carer, client: who, excluded: '2026-05-01' });
    const { data } = await admin.call(getExcludedData, {});
    expect(data?.find((row) => row.id === id)).toEqual({
      id,
      ClientID: who,
      Client: 'Exempt, Chris',
      ProviderID: carer,
      Provider: 'Lives, Pat',
      excluded: '2026-05-01',
    });
  });

  test('the change log knows what was entered', async () => {
    const rows = await query<{ entity: string }>(
      "select distinct entity from change_log where entity in ('eligibility', 'scanError') order by entity",
    );
    expect(rows.map(({ entity }) => entity)).toEqual(['eligibility', 'scanError']);
  });
});

test('the list of notices is followed: anyone who holds it gets those of whom a change touches', async () => {
  const id = await client('Yazzie', { home_visit: '2026-09-01' });
  const expired = { type: 'PCP', number: 'P1', from: '2026-01-01', through: '2026-10-31', units: null };
  const known = await admin.call(listNotices, {});
  await admin.call(savePar, { clientId: id, id: null, ...expired, rev: null });
  const since = String(known.headers.etag);
  const changes = await admin.call(listNotices, { since });
  expect(new Set(changes.data?.notices.map((notice) => notice.id))).toEqual(new Set([id]));
  expect(JSON.parse(changes.text).removed).toEqual([]);
  if (!known.data || !changes.data) throw new Error(changes.text);
  expect(listNotices.followed?.applyChanges(known.data, changes.data, [])).toEqual(await loaded());

  // Nothing is said of an archived client any more.
  await query("update people set cur = 'n', archive_date = '2026-11-19' where id = $1", [id]);
  expect(JSON.parse((await admin.call(listNotices, { since })).text).removed).toEqual([id]);
});

test('what is said at care plans comes again where names change, and not for any other change of a person', async () => {
  const since = String((await admin.call(listNotices, {})).headers.etag);
  const placesSince = async () =>
    (await admin.call(listNotices, { since })).data?.notices.map(({ at }) => at) ?? [];
  const [plan] = await query<{ client: number }>(
    "select client_id as client from care_plans where status = 'Active' and excluded is not null order by id desc limit 1",
  );
  await query('update people set home_visit = null, rev = rev + 1 where id = $1', [plan?.client]);
  expect(await placesSince()).not.toContain('plan');
  await query("update people set last_name = 'Renamed' where id = $1", [plan?.client]);
  expect(await placesSince()).toContain('plan');
});

test('a caregiver sees their own papers that expire or are missing, without birthday and vaccines', async () => {
  const id = await provider('Papers', {
    dob: '1980-11-22',
    covid_vaccine: null,
    id_expiration: '2026-12-10',
    safety_training: '2025-11-01',
    skill_not_need: false,
  });
  await provider('Other', { id_expiration: '2026-11-01' });
  const phone = await server.as('evv', { providerId: id });
  expect((await phone.call(listOwnPapers, {})).data).toEqual([
    { rule: 'skillValidation', tone: 'danger', day: null },
    { rule: 'safetyTraining', tone: 'danger', day: '2026-11-01' },
    { rule: 'idExpiration', tone: 'warn', day: '2026-12-10' },
  ]);
  expect((await admin.call(listOwnPapers, {})).status).toBe(403);
  const fineOne = await server.as('evv', { providerId: await provider('Fine') });
  expect((await fineOne.call(listOwnPapers, {})).data).toEqual([]);
});
