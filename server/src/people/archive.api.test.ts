import type { InputOf } from '@homecare/domain/call.ts';
import { changePlanVisits, insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getPeople, previewArchive, updatePerson } from '@homecare/domain/people/contract.ts';
import { isPerson, type Person } from '@homecare/domain/people/schema.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { createVisitsForPlans } from '../visits/service.ts';

// Friday, November 20, 2026, 10:00 in Denver.
let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

type Data = InputOf<typeof updatePerson>['data'];
const DATE = '2026-11-24';
const leaving: Data = { Cur: 'n', archiveDate: DATE, 'DC Date': '2026-11-23', 'DC Reason': 'Moved away' };
const MESSAGES = [
  'Success: Record get to archive',
  'Success: Care Plan archived',
  'Success: Evv records deleted',
];
const update = (who: Caller, id: number, data: Data) => who.call(updatePerson, { id, data });

let serial = 0;
const pair = async () => {
  serial += 1;
  const [provider, client] = await Promise.all([
    addProvider(server.database.pool, `Provider${serial}`),
    addClient(server.database.pool, `Client${serial}`),
  ]);
  return { provider, client };
};

/** A visit every day from 08:00 to 10:00, so a plan gets its 14 visits from today through 13 days ahead. */
const EVERY_DAY = weekOf({
  Mon: ['08:00', '10:00'],
  Tue: ['08:00', '10:00'],
  Wed: ['08:00', '10:00'],
  Thu: ['08:00', '10:00'],
  Fri: ['08:00', '10:00'],
  Sat: ['08:00', '10:00'],
  Sun: ['08:00', '10:00'],
});
const planFor = async ({ provider, client }: { provider: number; client: number }, more: object = {}) => {
  const made = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-01',
      createReason: 'New client',
      week: EVERY_DAY,
      ...more,
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};

const planOf = async (id: number) =>
  (
    await query<{ status: string; end_date: string | null; archive_info: string; delete_info: string }>(
      'select status, end_date, archive_info, delete_info from care_plans where id = $1',
      [id],
    )
  )[0];
const daysOf = async (plan: number) =>
  (
    await query<{ date: string }>(
      'select date from visits where care_plan_id = $1 and removed is null order by date',
      [plan],
    )
  ).map(({ date }) => date);
const read = async (id: number): Promise<Person> => {
  const answer = await admin.call(getPeople, { filters: [{ field: 'ID', op: '=', value: String(id) }] });
  const [person] = answer.data ?? [];
  if (!person || !isPerson(person)) throw new Error(answer.text);
  return person;
};
const begin = (plan: number, date: string, status: 'Active' | 'Complete') =>
  query(
    `update visits set status = $3, start_at = $2::date, end_at = case when $3 = 'Complete' then $2::date end
     where care_plan_id = $1 and date = $2`,
    [plan, date, status],
  );

describe('archiving a person', () => {
  it('needs a date, a discharge date and a reason, and is for admins', async () => {
    const { provider } = await pair();
    for (const name of ['archiveDate', 'DC Date', 'DC Reason'])
      expect((await update(admin, provider, { ...leaving, [name]: null })).Info).toBe(
        'Error: Enter correct date and reason',
      );
    expect((await update(user, provider, { Cur: 'n' })).status).toBe(403);
    expect((await read(provider)).Cur).toBe('y');
  });

  it.each(['provider', 'client'] as const)(
    '(a %s) ends the plans and removes what is planned',
    async (who) => {
      const people = await pair();
      const running = await planFor(people);
      const later = await planFor(people, {
        StartDate: '2026-11-25',
        week: weekOf({ Mon: ['14:00', '15:00'] }),
      });
      const answer = await update(admin, people[who], { ...leaving, rev: 0 });
      // November 24 through December 3 in one plan, and November 30 in the other.
      expect(answer.data).toEqual({
        rev: 1,
        messages: MESSAGES,
        archived: { plans: 1, plansDeleted: 1, visits: 11, requests: 0 },
      });
      expect(await read(people[who])).toMatchObject(leaving);
      expect(await planOf(running)).toMatchObject({ status: 'Archive', end_date: DATE });
      expect((await planOf(running))?.archive_info).toMatch(/^11-20-2026 10:00 AM \S+$/);
      expect(await planOf(later)).toMatchObject({ status: 'Deleted', end_date: null });
      expect((await planOf(later))?.delete_info).toMatch(/^11-20-2026 10:00 AM \S+$/);
      expect(await daysOf(running)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']);
      expect(await daysOf(later)).toEqual([]);
      // The other person of the plans is not archived.
      expect((await read(people[who === 'client' ? 'provider' : 'client'])).Cur).toBe('y');
      // The nightly job does not recreate anything.
      await createVisitsForPlans(server.scope, [running, later]);
      expect(await daysOf(running)).toHaveLength(4);
    },
  );

  it('leaves visits that have begun, and shows them beforehand', async () => {
    const people = await pair();
    const plan = await planFor(people);
    await begin(plan, '2026-11-20', 'Complete');
    await begin(plan, '2026-11-21', 'Active');
    await begin(plan, '2026-11-22', 'Complete');
    const preview = await admin.call(previewArchive, { id: people.client, archiveDate: '2026-11-21' });
    expect(preview.data).toMatchObject({
      plans: 1,
      plansDeleted: 0,
      visits: 11,
      kept: 2,
      keptVisits: [
        { Date: '2026-11-21', Status: 'Active', With: `Provider${serial}, Pat` },
        { Date: '2026-11-22', Status: 'Complete', With: `Provider${serial}, Pat` },
      ],
    });
    expect((await read(people.client)).Cur).toBe('y');
    const answer = await update(admin, people.client, { ...leaving, archiveDate: '2026-11-21' });
    expect(answer.data?.archived).toEqual({ plans: 1, plansDeleted: 0, visits: 11, requests: 0 });
    expect(await daysOf(plan)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  });

  it('previews exactly what it does, whatever the date', async () => {
    for (const archiveDate of ['2026-10-15', '2026-11-01', '2026-11-26', '2027-01-01']) {
      const people = await pair();
      await planFor(people);
      await planFor(people, { StartDate: '2026-12-20', week: weekOf({ Mon: ['14:00', '15:00'] }) });
      const preview = await admin.call(previewArchive, { id: people.provider, archiveDate });
      const requestable = preview.data?.requestable ?? [];
      const wish = { ...leaving, archiveDate, openRequests: requestable.map(({ id }) => id) };
      const { requests, ...archived } = (await update(admin, people.provider, wish)).data?.archived ?? {};
      expect(requestable).toHaveLength(requests ?? 0);
      expect(preview.data).toEqual({
        ...archived,
        requestable,
        billed: 0,
        kept: 0,
        keptVisits: [],
        logins: [],
      });
    }
    expect((await admin.call(previewArchive, { id: 999999, archiveDate: DATE })).status).toBe(404);
  });

  it('keeps a plan that has completed visits after the date, without any remaining day', async () => {
    const people = await pair();
    const plan = await planFor(people, { StartDate: '2026-11-18' });
    await begin(plan, '2026-11-20', 'Complete');
    const { data } = await update(admin, people.client, { ...leaving, archiveDate: '2026-11-10' });
    expect(data?.archived).toEqual({ plans: 1, plansDeleted: 0, visits: 13, requests: 0 });
    expect(await planOf(plan)).toMatchObject({ status: 'Archive', end_date: '2026-11-18' });
    expect(await daysOf(plan)).toEqual(['2026-11-20']);
  });

  it('is refused while billing records end after the date', async () => {
    const people = await pair();
    const plan = await planFor(people);
    await query(
      `insert into work (care_plan_id, client_id, provider_id, type_id, month, start_period, end_period, days, pay_rate,
         working_minutes, travel_minutes, unit, amount, created, modified, modified_by)
       values ($1, $2, $3, 1, '2026-11-01', '2026-11-01', '2026-11-25', '[]', 500, 120, 0, 8, 4000, now(), now(), 'T.')`,
      [plan, people.client, people.provider],
    );
    for (const id of [people.client, people.provider]) {
      expect((await admin.call(previewArchive, { id, archiveDate: DATE })).data?.billed).toBe(1);
      const refused = await update(admin, id, leaving);
      expect([refused.status, refused.Info]).toEqual([
        409,
        "Error: Can't delete Care plan with active billing record after End Date",
      ]);
      expect((await read(id)).Cur).toBe('y');
    }
    expect(await planOf(plan)).toMatchObject({ status: 'Active' });
    expect(await daysOf(plan)).toHaveLength(14);
    const later = await update(admin, people.client, { ...leaving, archiveDate: '2026-11-25' });
    expect(later.data?.messages).toEqual(MESSAGES);
    await query('update work set deleted = now() where care_plan_id = $1', [plan]);
    expect((await update(admin, people.provider, leaving)).status).toBe(200);
  });

  it('gives a substitute’s visits back to the covered plan', async () => {
    const people = await pair();
    const covered = await planFor(people);
    const substitute = await addProvider(server.database.pool, `Substitute${serial}`);
    const cover = await planFor(
      { provider: substitute, client: people.client },
      { StartDate: '2026-11-21', EndDate: '2026-11-30', coversPlanId: covered, isTemporary: true },
    );
    expect(await daysOf(covered)).toEqual(['2026-11-20', '2026-12-01', '2026-12-02', '2026-12-03']);
    await update(admin, substitute, leaving);
    // A temporary plan includes its end date, so its last day is the one before the archive date.
    expect(await planOf(cover)).toMatchObject({ status: 'Archive', end_date: '2026-11-23' });
    expect(await daysOf(cover)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    expect(await daysOf(covered)).toHaveLength(11);
    expect(await daysOf(covered)).toContain(DATE);
  });

  it('together with the person they cover for leaves neither of them a later visit', async () => {
    for (let round = 0; round < 3; round += 1) {
      const people = await pair();
      const covered = await planFor(people);
      const substitute = await addProvider(server.database.pool, `Substitute${serial}`);
      const cover = await planFor(
        { provider: substitute, client: people.client },
        { StartDate: '2026-11-21', EndDate: '2026-11-30', coversPlanId: covered, isTemporary: true },
      );
      const answers = await Promise.all(
        [substitute, people.provider].map((id) => update(admin, id, leaving)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const days = [...(await daysOf(covered)), ...(await daysOf(cover))];
      expect(days.filter((day) => day >= DATE)).toEqual([]);
    }
  });

  it('20 times in parallel has one effect', async () => {
    const people = await pair();
    const plan = await planFor(people);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => update(admin, people.client, leaving)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ data }) => data?.messages.length === 3)).toHaveLength(1);
    expect(await read(people.client)).toMatchObject({ ...leaving, rev: 1 });
    const log = await query<{ entity: string; action: string }>(
      `select entity, action from change_log where (entity = 'person' and entity_id = $1
         or entity = 'carePlan' and entity_id = $2) and changes <> '{}' and action <> 'read' order by id`,
      [people.client, plan],
    );
    expect(log.slice(-4)).toEqual([
      { entity: 'person', action: 'update' },
      { entity: 'carePlan', action: 'update' },
      { entity: 'carePlan', action: 'run' },
      { entity: 'person', action: 'run' },
    ]);
    expect(log.filter(({ entity, action }) => entity === 'person' && action === 'run')).toHaveLength(1);
  });

  it('together with the other person of a plan ends the plan once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = await pair();
      const plan = await planFor(people);
      const answers = await Promise.all([
        update(admin, people.client, leaving),
        update(admin, people.provider, { ...leaving, archiveDate: '2026-11-22' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await planOf(plan)).toMatchObject({ status: 'Archive', end_date: '2026-11-22' });
      expect(await daysOf(plan)).toEqual(['2026-11-20', '2026-11-21']);
    }
  });

  it('leaves no visit behind when the plan’s visits are created at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = await pair();
      const plan = await planFor(people);
      await query('update visits set removed = now() where care_plan_id = $1', [plan]);
      await Promise.all([update(admin, people.client, leaving), createVisitsForPlans(server.scope, [plan])]);
      expect((await daysOf(plan)).filter((day) => day >= DATE)).toEqual([]);
    }
  });

  it.each(['care_plans', 'visits', 'change_log'])(
    'changes nothing if its statement on %s fails',
    async (table) => {
      const people = await pair();
      const plan = await planFor(people);
      const state = async () => ({
        person: await query('select * from people where id = $1', [people.client]),
        plan: await planOf(plan),
        days: await daysOf(plan),
        log: await query('select count(*) from change_log'),
      });
      const before = await state();
      const event = table === 'change_log' ? 'insert' : 'update';
      await query(`create function fail_here() returns trigger language plpgsql as $$
      begin raise exception 'the power went out'; end $$`);
      await query(
        `create trigger fail_here before ${event} on ${table} for each row execute function fail_here()`,
      );
      try {
        expect((await update(admin, people.client, leaving)).status).toBe(500);
      } finally {
        await query('drop function fail_here cascade');
      }
      expect(await state()).toEqual(before);
      expect((await update(admin, people.client, leaving)).data?.messages).toEqual(MESSAGES);
    },
  );
});

describe('the follow-up calls of older clients', () => {
  const remove = (id: number, key: 'CareID' | 'ProviderID' | 'ClientID', dateFrom = DATE) =>
    admin.call(changePlanVisits, { action: 'delete', id, key, dateFrom });
  const archive = (id: number, customId: 'ProviderID' | 'ClientID') =>
    admin.call(updateCarePlan, {
      id,
      customId,
      data: { Status: 'Archive', EndDate: '2026-11-02', ArchiveInfo: 'forged' },
    });

  it('succeed without anything left to do', async () => {
    const people = await pair();
    const plan = await planFor(people);
    await update(admin, people.client, leaving);
    const before = [await planOf(plan), await daysOf(plan)];
    const plans = await archive(people.client, 'ClientID');
    expect([plans.status, plans.Info, plans.data]).toEqual([
      200,
      'Success: Care Plan archived',
      { archived: 0, deleted: 0 },
    ]);
    const visits = await remove(people.client, 'ClientID');
    expect([visits.status, visits.Info, visits.data]).toEqual([
      200,
      'Success: Evv records deleted',
      { removed: 0 },
    ]);
    expect((await remove(plan, 'CareID', '2000-01-01')).data).toEqual({ removed: 0 });
    expect([await planOf(plan), await daysOf(plan)]).toEqual(before);
  });

  it('do nothing for people and plans that continue', async () => {
    const people = await pair();
    const plan = await planFor(people);
    expect((await archive(people.provider, 'ProviderID')).status).toBe(409);
    expect((await remove(people.provider, 'ProviderID')).status).toBe(409);
    expect((await remove(plan, 'CareID')).Info).toBe('This care plan is active. Archive it first.');
    expect((await remove(999999, 'CareID')).status).toBe(404);
    expect((await admin.call(updateCarePlan, { id: plan, data: { Status: 'Archive' } })).status).toBe(400);
    expect(await planOf(plan)).toMatchObject({ status: 'Active', end_date: null });
    expect(await daysOf(plan)).toHaveLength(14);
  });
});

describe('Set Active', () => {
  it('brings a provider back with a return date, and a client without one', async () => {
    const { provider, client } = await pair();
    await update(admin, provider, leaving);
    await update(admin, client, leaving);
    expect((await update(user, provider, { Cur: 'y', archiveDate: '' })).errors).toEqual([
      { field: 'Return Date', message: 'Return Date is required' },
    ]);
    const back = await update(user, provider, { Cur: 'y', archiveDate: '', 'Return Date': '2026-11-20' });
    expect(back.data?.messages).toEqual(['Success: Person Activated']);
    expect(await read(provider)).toMatchObject({
      Cur: 'y',
      archiveDate: null,
      'Return Date': '2026-11-20',
    });
    expect((await update(user, client, { Cur: 'y' })).data?.messages).toEqual(['Success: Person Activated']);
    expect(await read(client)).toMatchObject({ Cur: 'y', archiveDate: null });
  });

  it('does not restart the ended care plans', async () => {
    const people = await pair();
    const plan = await planFor(people);
    await update(admin, people.client, leaving);
    await update(admin, people.client, { Cur: 'y' });
    expect(await planOf(plan)).toMatchObject({ status: 'Archive', end_date: DATE });
    expect(await daysOf(plan)).toHaveLength(4);
  });
});

test('Set Active respects the maximum of clients, even for two at the same time', async () => {
  const small = await testServer({
    entry: { capabilities: { premium: true, version: 2, maxClients: 2, billing: true } },
  });
  try {
    const office = await small.as('admin');
    await addClient(small.database.pool, 'There');
    const away = await Promise.all(
      ['One', 'Two'].map((name) => addClient(small.database.pool, name, { cur: 'n', archive_date: DATE })),
    );
    const answers = await Promise.all(
      away.map((id) => office.call(updatePerson, { id, data: { Cur: 'y' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.Info).toBe(
      'Your agency has reached its maximum of 2 active clients.',
    );
  } finally {
    await small.stop();
  }
});
