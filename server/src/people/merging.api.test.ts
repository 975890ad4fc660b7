import { createHash, randomBytes } from 'node:crypto';
import { getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import {
  keepApart,
  listMerges,
  mergePeople,
  previewMerge,
  undoMerge,
} from '@homecare/domain/people/merge-contract.ts';
import { MERGED_AWAY } from '@homecare/domain/people/merging.ts';
import { isPerson } from '@homecare/domain/people/schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, setPayRates, weekOf } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { KEPT_COLUMNS, MOVED_COLUMNS } from './person-columns.ts';

const NOW = '2026-11-20T17:00:00Z';
let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: NOW, others: ['other'] });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const rows = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query(text, [...values])).rows;
const one = async <T>(text: string, values: readonly unknown[] = []): Promise<T> => {
  const [row] = await rows<T>(text, values);
  if (row === undefined) throw new Error(`no row: ${text}`);
  return row;
};

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

// ---- rows of every table

const BY_TYPE: Record<string, () => unknown> = {
  int4: () => 0,
  int2: () => 0,
  int8: () => 0,
  float8: () => 0,
  text: () => 'x',
  date: () => '2026-11-02',
  timestamptz: () => NOW,
  time: () => '10:00',
  bool: () => false,
  jsonb: () => '[]',
  bytea: () => createHash('sha256').update(`bytes ${next()}`).digest(),
  _int4: () => [],
  _int2: () => [],
  _text: () => [],
};
/** Inserts a row with the given values; anything else a column requires does not matter. */
const insert = async (table: string, given: Record<string, unknown>): Promise<Record<string, never>> => {
  const needed = await rows<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const all = {
    ...Object.fromEntries(
      needed.map(({ name, type }) => [name, name === 'id' ? 1000 + next() : (BY_TYPE[type]?.() ?? null)]),
    ),
    ...given,
  };
  const names = Object.keys(all);
  return one(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
    Object.values(all),
  );
};
const idOf = (row: Record<string, unknown>) => Number(row.id);

/** A plan on one weekday with a visit and a card on Monday, November 2, at the given hour. */
const addPlan = async (
  providerId: number,
  clientId: number,
  hour: number,
  more: Record<string, unknown> = {},
) => {
  const clock = (at: number) => `${String(at).padStart(2, '0')}:00`;
  const plan = await insert('care_plans', {
    provider_id: providerId,
    client_id: clientId,
    type_id: 1,
    start_date: '2026-10-01',
    status: 'Active',
    json: JSON.stringify(weekOf({ Mon: [clock(hour), clock(hour + 1)] })),
    ...more,
  });
  const people = { care_plan_id: idOf(plan), provider_id: providerId, client_id: clientId };
  const visit = await insert('visits', {
    ...people,
    planned_day: '2026-11-02',
    date: '2026-11-02',
    plan_start: clock(hour),
    plan_end: clock(hour + 1),
  });
  const day = {
    date: '2026-11-02',
    start: clock(hour),
    end: clock(hour + 1),
    travel: 0,
    billing: true,
    payroll: true,
  };
  const card = await insert('work', {
    ...people,
    type_id: 1,
    month: '2026-11-01',
    start_period: '2026-11-01',
    end_period: '2026-11-30',
    days: JSON.stringify([day]),
    status: 'Billed',
  });
  return { plan: idOf(plan), visit: idOf(visit), card: idOf(card) };
};

const account = async (providerId: number | null, role = 'provider') =>
  idOf(
    await insert('accounts', {
      login: `login${next()}`,
      password_hash: 'x',
      role,
      provider_id: providerId,
    }),
  );
const message = async (personId: number) =>
  idOf(
    await insert('messages', {
      channel: 'SMS',
      recipient: '+17205550189',
      person_id: personId,
      request: `request ${next()}`,
      status: 'recorded',
    }),
  );
const candidate = (providerId: number) =>
  insert('candidates', { name: `Applicant ${next()}`, status: 'Archive', hired_as: providerId });

const bulkSend = async () =>
  idOf(
    await insert('bulk_sends', {
      channel: 'SMS',
      state: 'done',
      total: 1,
      queued: 1,
      ended: NOW,
      account_id: await account(null),
    }),
  );
let common: Promise<number> | undefined;
const sendToAll = () => {
  common ??= bulkSend();
  return common;
};

const skill = async () => idOf(await insert('skills', { name: `Skill ${next()}` }));
let shared: Promise<number> | undefined;
/** A skill that both records have. */
const commonSkill = () => {
  shared ??= skill();
  return shared;
};

/** Rows around a person in every table that can refer to one; `hour` keeps the plans of two people apart. */
const surround = async (id: number, kind: 'Client' | 'Provider', hour: number) => {
  const { pool } = server.database;
  const other =
    kind === 'Client' ? await addProvider(pool, `Helper${next()}`) : await addClient(pool, `Served${next()}`);
  const care = await (kind === 'Client' ? addPlan(other, id, hour) : addPlan(id, other, hour));
  const file = async (name: string) => {
    const hash = createHash('sha256').update(`file ${next()}`).digest('hex');
    const key = `${hash.slice(0, 2)}/${hash.slice(2)}`;
    await insert('stored_files', { key, size: 1 });
    await insert('person_files', { person_id: id, name, stored_key: key });
  };
  await file('Card');
  await file(`Letter ${next()}`);
  await message(id);
  // One bulk send reached both records, another only this one.
  for (const bulk of [await sendToAll(), await bulkSend()])
    await insert('bulk_recipients', {
      bulk_id: bulk,
      place: id,
      person_id: id,
      state: 'queued',
      message_id: await message(id),
    });
  await insert('email_confirmations', { person_id: id, message_id: await message(id) });
  await insert('people_history', { person_id: id, field: 'LastName', value: 'Before' });
  if (kind === 'Provider') {
    await setPayRates(pool, id, { Homemaker: 1800 + serial });
    await insert('payroll_employees', { layout: 'csv', provider_id: id, number: String(next()) });
    await account(id);
    await candidate(id);
    await insert('caregiver_hours', { provider_id: id, wished_minutes: 600 });
    await insert('calendar_feeds', {
      provider_id: id,
      token_hash: randomBytes(32),
      created: '2026-11-01T00:00:00Z',
      created_by: 'T.',
    });
    await insert('caregiver_skills', { provider_id: id, skill_id: await commonSkill() });
    await insert('caregiver_skills', { provider_id: id, skill_id: await skill() });
    await insert('time_off', {
      provider_id: id,
      from_day: '2026-12-01',
      through_day: '2026-12-03',
      status: 'Requested',
    });
    await insert('pair_preferences', { provider_id: id, client_id: other, side: 'client', kind: 'never' });
  } else {
    await insert('client_needs', { client_id: id, languages: '{Spanish}' });
    await insert('pair_preferences', {
      provider_id: other,
      client_id: id,
      side: 'caregiver',
      kind: 'preferred',
    });
    await insert('client_pars', {
      client_id: id,
      type_id: 1,
      number: 'P1',
      from_date: '2026-01-01',
      through_date: '2026-12-31',
    });
    await insert('client_pars', {
      client_id: id,
      type_id: 1,
      number: `P${next()}`,
      from_date: '2026-01-01',
      through_date: '2027-06-30',
    });
    const batch = idOf(
      await insert('claim_batches', {
        kind: 'Billed',
        usage: 'T',
        month: '2026-11-01',
        interchange: 1000 + next(),
        group_number: 1000 + serial,
        created: '2026-11-03T00:00:00Z',
      }),
    );
    await insert('claims', {
      id: `${batch}-${next()}`,
      batch_id: batch,
      number: serial,
      client_id: id,
      frequency: '1',
    });
    await insert('eligibility_entries', {
      client_id: id,
      status: 'Active',
      source: 'manual',
      data: '{}',
    });
    const request = idOf(
      await insert('eligibility_requests', {
        interchange: 5000 + next(),
        group_number: 5000 + serial,
        usage: 'T',
      }),
    );
    await insert('eligibility_members', { request_id: request, place: 1, client_id: id });
    await insert('calculator_runs', { client_id: id, request: '{}', at: NOW });
  }
  return care;
};

const personOf = async (id: number, by = admin) =>
  (await by.call(getPeople, { id, filters: [] })).data?.find(isPerson);
const revOf = async (id: number) =>
  (await one<{ rev: number }>('select rev from people where id = $1', [id])).rev;
const merge = async (
  keepId: number,
  awayId: number,
  more: { take?: string[]; confirmed?: string[]; by?: Caller; headers?: Record<string, string> } = {},
) =>
  (more.by ?? admin).call(
    mergePeople,
    {
      keepId,
      awayId,
      keepRev: await revOf(keepId),
      awayRev: await revOf(awayId),
      take: more.take ?? [],
      confirmed: more.confirmed ?? [],
    },
    more.headers,
  );
const preview = async (keepId: number, awayId: number) =>
  (await admin.call(previewMerge, { keepId, awayId })).data;

test('merging knows every column that refers to a person', async () => {
  const known = new Set([
    ...MOVED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(KEPT_COLUMNS),
  ]);
  const keys = await rows<{ name: string }>(
    `select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.confrelid = 'people'::regclass`,
  );
  expect(keys.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  // Number columns without a foreign key: each refers to a person, or is listed here as referring to something else.
  const OTHERS = [
    'access_log.account_id',
    'aggregator_records.sequence_id',
    'change_log.account_id',
    'document_log.account_id',
    'idempotency_keys.account_id',
    'messages.account_id',
    'messages.candidate_id',
    'people.mobile_user_id',
    'plan_override_failures.account_id',
    'visit_attempts.account_id',
    'visit_bulks.account_id',
    'webhook_deliveries.change_id',
  ];
  const bare = await rows<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('int4', '_int4', 'int8', '_int8')
       and c.column_name ~ '_ids?$' and not exists (select from pg_constraint f join pg_attribute a
         on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
         where f.contype = 'f' and f.conrelid = c.table_name::regclass and a.attname = c.column_name)`,
  );
  expect(bare.map(({ name }) => name).filter((name) => !known.has(name) && !OTHERS.includes(name))).toEqual(
    [],
  );
  // The list contains no column that no longer exists.
  for (const name of known) {
    const [table = '', column = ''] = name.split('.');
    const found = await rows(
      'select from information_schema.columns where table_name = $1 and column_name = $2',
      [table, column],
    );
    expect(found, name).toHaveLength(1);
  }
});

/** Every row of every table, without the stamps of people's last change. */
const everything = async () => {
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('change_log', 'revisions', 'revision_rows', 'people_merges', 'idempotency_keys', 'sessions') order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const row =
      name === 'people'
        ? `to_jsonb(t) - 'rev' - 'updated' - 'updated_by' - 'field1' - 'aggregator_status'`
        : 'to_jsonb(t)';
    const kept =
      name === 'aggregator_records' ? `where status <> 'Planned' or created < '${NOW}'::timestamptz` : '';
    found[name] = (
      await rows<{ row: unknown }>(`select ${row} as row from ${name} t ${kept} order by (${row})::text`)
    ).map((line) => line.row);
  }
  return found;
};

const value = fc.option(fc.stringMatching(/^[A-Z][a-z]{2,8}$/), { nil: null });
const PERSON = fc.record({
  first_name: fc.constantFrom('Ana', 'Anna', 'Bea'),
  middle_name: value,
  language: value,
  county: value,
  email: fc.option(fc.emailAddress(), { nil: null }),
  emergency_contact: value,
  notes: value,
  doctor: value,
  hrs_tt: fc.boolean(),
  services: fc.constantFrom(null, '["PRSNL"]', '["HMKR"]'),
  dob: fc.constantFrom(null, '1950-02-03', '1951-02-03'),
  address_latitude: fc.double({ min: -80, max: 80, noNaN: true }),
});

test('after merging and undoing, every row of every table is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Client' as const, 'Provider' as const),
      PERSON,
      PERSON,
      fc.boolean(),
      fc.subarray(['LastName', 'Language', 'DOB', 'Doctor', 'Email', 'Services']),
      async (kind, left, right, hasMobile, take) => {
        const { pool } = server.database;
        const add = kind === 'Client' ? addClient : addProvider;
        const columns = (person: typeof left) => (kind === 'Client' ? person : { ...person, services: null });
        const keep = await add(pool, `Kept${next()}`, columns(left));
        const away = await add(pool, `Away${next()}`, {
          ...columns(right),
          medicaid: kind === 'Client' ? `M${next()}` : null,
        });
        if (hasMobile && kind === 'Provider')
          await pool.query('update people set mobile_user_id = $2 where id = $1', [
            away,
            await account(away),
          ]);
        await surround(keep, kind, 8);
        const care = await surround(away, kind, 14);
        await insert('aggregator_records', { type: kind, record_id: away, created: '2026-11-01T00:00:00Z' });
        const before = await everything();
        const done = await merge(keep, away, {
          take,
          confirmed: (await preview(keep, away))?.questions ?? [],
        });
        expect(done.status, done.text).toBe(200);
        // What stays is what the other record has too, and the message of the bulk send that reached both.
        const stays: Record<string, number> = {
          bulk_recipients: 1,
          messages: 1,
          email_confirmations: 1,
          ...(kind === 'Client'
            ? { client_pars: 1, client_needs: 1 }
            : {
                pay_rates: 1,
                payroll_employees: 1,
                caregiver_hours: 1,
                calendar_feeds: 1,
                caregiver_skills: 1,
              }),
        };
        for (const { table, column } of MOVED_COLUMNS) {
          const left = await one<{ n: number }>(
            `select count(*)::int as n from ${table} where ${column} = $1`,
            [away],
          );
          expect(left.n, `${table}.${column}`).toBe(stays[table] ?? 0);
        }
        expect(await brokenInvariantsWithoutSamples()).toEqual([]);
        const since = await one<{ n: number }>('select count(*)::int as n from visits where id = $1', [
          care.visit,
        ]);
        expect(since.n).toBe(1);
        const undone = await admin.call(undoMerge, { id: done.data?.mergeId ?? 0 });
        expect(undone.status, undone.text).toBe(200);
        expect(await everything()).toEqual(before);
      },
    ),
    { numRuns: 8 },
  );
});
/** The rows of this test are bare, so only the invariants that a merge could break are checked. */
const brokenInvariantsWithoutSamples = async () =>
  (await brokenInvariants(server.database.pool)).filter((line) => line.startsWith('a merged record'));

const doubles = async (kind: 'Client' | 'Provider' = 'Client') => {
  const { pool } = server.database;
  const add = kind === 'Client' ? addClient : addProvider;
  const keep = await add(pool, `Baca${next()}`);
  const away = await add(pool, `Baca${serial}`, { first_name: 'Lupe' });
  return { keep, away };
};

describe('a merge', () => {
  test('is for admins', async () => {
    const { keep, away } = await doubles();
    expect((await merge(keep, away, { by: user })).status).toBe(403);
    expect((await user.call(previewMerge, { keepId: keep, awayId: away })).status).toBe(403);
    expect((await user.call(undoMerge, { id: 1 })).status).toBe(403);
    const provider = await server.as('provider');
    expect((await provider.call(listMerges, { id: keep })).status).toBe(403);
    expect((await provider.call(keepApart, { id: keep, otherId: away })).status).toBe(403);
  });

  test('on another site finds nobody', async () => {
    const { keep, away } = await doubles();
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await merge(keep, away, { by: stranger })).status).toBe(404);
    const done = await merge(keep, away);
    expect((await stranger.call(undoMerge, { id: done.data?.mergeId ?? 0 })).status).toBe(404);
    expect((await stranger.call(listMerges, { id: keep })).data).toEqual([]);
  });

  test('moves everything, says what, and removes the merged record from the lists', async () => {
    const { keep, away } = await doubles();
    await surround(keep, 'Client', 8);
    const care = await surround(away, 'Client', 14);
    const previewed = await preview(keep, away);
    expect(previewed?.moves).toEqual(
      expect.arrayContaining(['1 care plan', '1 visit', '1 billing record', '1 claim', '2 documents']),
    );
    expect(previewed?.notes[0]).toContain('prior authorization');
    const done = await merge(keep, away);
    expect(done.data?.message).toContain('is now part of this record: 1 care plan, 1 visit');
    expect(await one('select client_id from care_plans where id = $1', [care.plan])).toEqual({
      client_id: keep,
    });
    const list = (await admin.call(getPeople, { filters: [] })).data ?? [];
    expect(list.map(({ ID }) => ID)).toContain(keep);
    expect(list.map(({ ID }) => ID)).not.toContain(away);
    expect((await personOf(away))?.mergedInto).toBe(keep);
    const files = await rows<{ name: string }>(
      'select name from person_files where person_id = $1 order by name',
      [keep],
    );
    expect(files.map(({ name }) => name)).toContain(`Card (from ID ${away})`);
    const log = await rows<{ entity_id: number; fields: string[] }>(
      `select entity_id, array(select jsonb_object_keys(changes)) as fields from change_log
       where call = 'people.mergePeople' and entity = 'person' and entity_id = any($1) order by id`,
      [[keep, away]],
    );
    const fieldsOf = (id: number) => log.flatMap((row) => (row.entity_id === id ? row.fields : []));
    expect(fieldsOf(keep)).toContain('Merged with');
    expect(fieldsOf(away)).toContain('Merged into');
    expect((await admin.call(listMerges, { id: keep })).data).toMatchObject([
      { kept: { ID: keep }, away: { ID: away }, undone: null },
    ]);
  });

  test('takes the chosen values, fills empty ones and joins the notes', async () => {
    const { pool } = server.database;
    const keep = await addClient(pool, `Ruiz${next()}`, {
      doctor: 'Dr. A',
      notes: 'Key at the door',
      email: null,
    });
    const away = await addClient(pool, `Ruiz${serial}`, {
      doctor: 'Dr. B',
      notes: 'Has a dog',
      email: 'a@example.org',
      phone: '(720) 555-0111',
    });
    const previewed = await preview(keep, away);
    expect(previewed?.fields).toMatchObject([
      { name: 'Phone', outcome: 'differs', keep: '(303) 555-0200', away: '(720) 555-0111' },
      { name: 'Email', outcome: 'fills', keep: null, away: 'a@example.org' },
      { name: 'Doctor', outcome: 'differs', keep: 'Dr. A', away: 'Dr. B' },
    ]);
    expect((await merge(keep, away, { take: ['Doctor'] })).status).toBe(200);
    expect(await one('select doctor, email, phone, notes from people where id = $1', [keep])).toEqual({
      doctor: 'Dr. B',
      email: 'a@example.org',
      phone: '(303) 555-0200',
      notes: 'Key at the door\n\nHas a dog',
    });
    expect((await admin.call(listMerges, { id: keep })).data?.[0]?.former).toEqual([
      { label: 'Phone', value: '(720) 555-0111' },
    ]);
  });

  test('asks which of two birth dates is right', async () => {
    const { pool } = server.database;
    const keep = await addClient(pool, `Vega${next()}`, { dob: '1950-01-02' });
    const away = await addClient(pool, `Vega${serial}`, { dob: '1951-01-02' });
    const refused = await merge(keep, away);
    expect(refused.status).toBe(409);
    const [question = ''] = (await preview(keep, away))?.questions ?? [];
    expect(question).toContain('birth date 01-02-1950');
    expect(refused.errors.map(({ message }) => message)).toEqual([question]);
    expect((await merge(keep, away, { confirmed: [question] })).status).toBe(200);
  });

  test('requested twice or at the same moment happens once', async () => {
    const { keep, away } = await doubles();
    await addPlan(await addProvider(server.database.pool, `H${next()}`), away, 9);
    const second = await server.as('admin');
    const [a, b] = await Promise.all([merge(keep, away), merge(keep, away, { by: second })]);
    expect([a.status, b.status].toSorted()).toEqual([200, 409]);
    expect([a, b].find(({ status }) => status === 409)?.Info).toContain('was merged into');
    const pair = await doubles();
    const headers = { 'idempotency-key': `merge-${next()}` };
    const input = { keepId: pair.keep, awayId: pair.away, keepRev: 0, awayRev: 0, take: [], confirmed: [] };
    const first = await admin.call(mergePeople, input, headers);
    expect((await admin.call(mergePeople, input, headers)).data).toEqual(first.data);
    expect(await rows('select id from people_merges where away_id = $1', [pair.away])).toHaveLength(1);
  });

  test('freezes the merged record, and is refused if one record changed since the comparison', async () => {
    const { keep, away } = await doubles();
    const input = { keepId: keep, awayId: away, keepRev: 7, awayRev: 0, take: [], confirmed: [] };
    expect((await admin.call(mergePeople, input)).code).toBe(409);
    await merge(keep, away);
    expect((await admin.call(updatePerson, { id: away, data: { notes: 'x' } })).Info).toBe(MERGED_AWAY);
    // A write for the merged record at this moment fails and must be repeated for the one that stayed.
    const late = addPlan(await addProvider(server.database.pool, `H${next()}`), away, 9);
    await expect(late).rejects.toThrow('was merged');
  });

  test.each<[string, (pair: { keep: number; away: number }) => Promise<unknown>, string]>([
    [
      'a visit in progress',
      async ({ away }) => {
        const { visit } = await addPlan(await addProvider(server.database.pool, `H${next()}`), away, 9);
        await server.database.pool.query(`update visits set status = 'Active', start_at = $2 where id = $1`, [
          visit,
          NOW,
        ]);
      },
      'has a visit in progress on 11-02-2026',
    ],
    [
      'plans at the same time',
      async ({ keep, away }) => {
        await addPlan(await addProvider(server.database.pool, `H${next()}`), keep, 9);
        await addPlan(await addProvider(server.database.pool, `H${next()}`), away, 9);
      },
      'take place at the same time: plan',
    ],
    [
      'hours that would be billed twice',
      async ({ keep, away }) => {
        for (const id of [keep, away])
          await addPlan(await addProvider(server.database.pool, `H${next()}`), id, 9, {
            status: 'Archive',
            end_date: '2026-11-05',
            archive_info: 'Over',
          });
      },
      'would count the same hours twice',
    ],
    [
      'visits that were worked at the same time',
      async ({ keep, away }) => {
        for (const id of [keep, away]) {
          const { visit, card } = await addPlan(
            await addProvider(server.database.pool, `H${next()}`),
            id,
            9,
            {
              status: 'Archive',
              end_date: '2026-11-05',
              archive_info: 'Over',
            },
          );
          await server.database.pool.query(
            `update visits set status = 'Complete', start_at = '2026-11-02T16:00:00Z', end_at = '2026-11-02T17:00:00Z' where id = $1`,
            [visit],
          );
          await server.database.pool.query('update work set deleted = now() where id = $1', [card]);
        }
      },
      'took place at the same time: 11-02-2026',
    ],
    [
      'a record on its way to the aggregator',
      async ({ away }) =>
        insert('aggregator_records', { type: 'Client', record_id: away, status: 'Pending' }),
      'is being sent to Sandata',
    ],
    [
      'an archived record that would stay',
      async ({ keep }) =>
        server.database.pool.query(`update people set cur = 'n', archive_date = '2026-11-01' where id = $1`, [
          keep,
        ]),
      'Keep the active record',
    ],
  ])('is refused: %s', async (_, arrange, sentence) => {
    const pair = await doubles();
    await arrange(pair);
    expect((await preview(pair.keep, pair.away))?.blocked.join(' ')).toContain(sentence);
    const answer = await merge(pair.keep, pair.away);
    expect([answer.status, answer.Info]).toEqual([409, expect.stringContaining(sentence)]);
  });

  test('of a client and a provider, or of two phone logins, is refused', async () => {
    const { pool } = server.database;
    const client = await addClient(pool, `C${next()}`);
    const provider = await addProvider(pool, `C${serial}`);
    expect((await merge(client, provider)).Info).toBe('A provider and a client cannot be merged.');
    const pair = await doubles('Provider');
    for (const id of [pair.keep, pair.away]) await account(id, 'evv');
    expect((await merge(pair.keep, pair.away)).Info).toContain('Deactivate one of them first');
  });

  test('keeps the record with exported pay', async () => {
    const pair = await doubles('Provider');
    const run = await insert('payroll_runs', {
      number: next(),
      month: '2026-10-01',
      made: '2026-11-01T00:00:00Z',
      layout: 'csv',
      halves: [0],
    });
    const pay = (id: number, position: number) =>
      insert('payroll_run_rows', {
        run: Number(run.number),
        position,
        provider_id: id,
        month: '2026-10-01',
        half: 0,
        kind: 'Pay',
        row: '{}',
        state: '{}',
      });
    await pay(pair.away, 0);
    expect((await preview(pair.keep, pair.away))?.suggested).toBe(pair.away);
    expect((await merge(pair.keep, pair.away)).Info).toContain('Keep that record');
    expect((await merge(pair.away, pair.keep)).status).toBe(200);
    const both = await doubles('Provider');
    await pay(both.keep, 1);
    await pay(both.away, 2);
    expect((await merge(both.keep, both.away)).Info).toContain('Pay was exported for both records');
  });
});

describe('undoing a merge', () => {
  const merged = async (kind: 'Client' | 'Provider' = 'Client') => {
    const pair = await doubles(kind);
    const { pool } = server.database;
    const care =
      kind === 'Client'
        ? await addPlan(await addProvider(pool, `H${next()}`), pair.away, 9)
        : await addPlan(pair.away, await addClient(pool, `S${next()}`), 9);
    const done = await merge(pair.keep, pair.away);
    expect(done.status, done.text).toBe(200);
    return { ...pair, ...care, id: done.data?.mergeId ?? 0 };
  };
  const undo = (id: number) => admin.call(undoMerge, { id });

  test('keeps what was added and changed since', async () => {
    const of = await merged();
    const helper = await addProvider(server.database.pool, `H${next()}`);
    const own = await addPlan(helper, of.keep, 15);
    const later = await insert('visits', {
      care_plan_id: of.plan,
      provider_id: helper,
      client_id: of.keep,
      planned_day: '2026-11-23',
      date: '2026-11-23',
      plan_end: '11:00',
    });
    await server.database.pool.query(`update people set doctor = 'Dr. New' where id = $1`, [of.keep]);
    expect((await undo(of.id)).status).toBe(200);
    expect(await one('select client_id from care_plans where id = $1', [own.plan])).toEqual({
      client_id: of.keep,
    });
    // A visit of a returning plan goes with it.
    expect(await one('select client_id from visits where id = $1', [idOf(later)])).toEqual({
      client_id: of.away,
    });
    expect(await one('select doctor from people where id = $1', [of.keep])).toEqual({ doctor: 'Dr. New' });
    expect((await undo(of.id)).Info).toBe('This merge was already undone.');
    expect((await personOf(of.away))?.mergedInto).toBeUndefined();
    expect((await merge(of.keep, of.away)).status).toBe(200);
  });

  test('is refused after 30 days', async () => {
    const of = await merged();
    server.clock.set('2026-12-20T16:59:00Z');
    const open = (await (await server.as('admin')).call(listMerges, { id: of.keep })).data?.[0];
    expect(open?.undoUntil).toBe('2026-12-20T17:00:00Z');
    server.clock.set('2026-12-20T17:00:00Z');
    const late = await server.as('admin');
    expect((await late.call(undoMerge, { id: of.id })).Info).toContain('for 30 days');
    server.clock.set(NOW);
  });

  test('is refused if something moved belongs to someone else, was claimed or was paid', async () => {
    const { pool } = server.database;
    const given = await merged();
    await pool.query('update care_plans set client_id = $2 where id = $1', [
      given.plan,
      await addClient(pool, `X${next()}`),
    ]);
    expect((await undo(given.id)).Info).toContain(
      '1 of the care plans that were moved belong to someone else now',
    );
    const claimed = await merged();
    const batch = await insert('claim_batches', {
      kind: 'Billed',
      usage: 'T',
      month: '2026-11-01',
      interchange: 9000 + next(),
      group_number: 9000 + serial,
      created: NOW,
    });
    const claim = String(
      (
        await insert('claims', {
          id: `late-${next()}`,
          batch_id: idOf(batch),
          number: 1,
          client_id: claimed.keep,
          frequency: '1',
        })
      ).id,
    );
    await insert('claim_cards', { claim_id: claim, card_id: claimed.card });
    expect((await undo(claimed.id)).Info).toContain(`Claim ${claim} was made`);
    const paid = await merged('Provider');
    const run = await insert('payroll_runs', {
      number: 100 + next(),
      month: '2026-11-01',
      made: NOW,
      layout: 'csv',
      halves: [0],
    });
    await insert('payroll_run_rows', {
      run: Number(run.number),
      position: 0,
      provider_id: paid.keep,
      month: '2026-11-01',
      half: 0,
      kind: 'Pay',
      row: '{}',
      state: '{}',
    });
    expect((await undo(paid.id)).Info).toContain('paid the merged record');
  });

  test('is refused if the agency has reached its maximum of clients', async () => {
    const small = await testServer({
      now: NOW,
      entry: { capabilities: { premium: true, version: 2, maxClients: 2, billing: true } },
    });
    try {
      const { pool } = small.database;
      const [keepId, awayId] = [await addClient(pool, 'Baca'), await addClient(pool, 'Vaca')];
      const who = await small.as('admin');
      const input = { keepId, awayId, keepRev: 0, awayRev: 0, take: [], confirmed: [] };
      const { data } = await who.call(mergePeople, input);
      const id = data?.mergeId ?? 0;
      const third = await addClient(pool, 'Third');
      const full = await who.call(undoMerge, { id });
      expect([full.status, full.Info]).toEqual([
        409,
        'Your agency has reached its maximum of 2 active clients. Archive one before you undo the merge.',
      ]);
      await pool.query(`update people set cur = 'n', archive_date = '2026-11-20' where id = $1`, [third]);
      expect((await who.call(undoMerge, { id })).status).toBe(200);
    } finally {
      await small.stop();
    }
  });

  test('reports visits sent since for the record that stayed', async () => {
    const of = await merged();
    const sent = (sent_at: string, status: string) =>
      insert('aggregator_records', { type: 'Visit', record_id: of.visit, status, sent_at, created: NOW });
    const sentSince = async () => (await admin.call(listMerges, { id: of.keep })).data?.[0]?.sentSince;
    await sent('2026-11-20T16:00:00Z', 'Success');
    expect(await sentSince()).toBe(0);
    await sent('2026-11-20T17:30:00Z', 'Failed');
    await sent('2026-11-20T18:00:00Z', 'Success');
    expect(await sentSince()).toBe(1);
  });

  test('is refused if someone else has the number by now', async () => {
    const { pool } = server.database;
    const number = `N${next()}`;
    const keep = await addClient(pool, `K${serial}`, { medicaid: `K${serial}` });
    const away = await addClient(pool, `K${serial}`, { medicaid: number });
    const questions = (await preview(keep, away))?.questions ?? [];
    const done = await merge(keep, away, { confirmed: questions });
    await addClient(pool, `Third${next()}`, { medicaid: number });
    expect((await undo(done.data?.mergeId ?? 0)).Info).toContain(
      'has the Medicaid number that would be given back',
    );
  });
});

test('two people who look alike can be confirmed as different, on record', async () => {
  const { keep, away } = await doubles();
  expect((await user.call(keepApart, { id: keep, otherId: away })).status).toBe(200);
  expect((await user.call(keepApart, { id: away, otherId: keep })).status).toBe(200);
  expect((await personOf(keep, user))?.notDoubles).toEqual([away]);
  expect((await personOf(away, user))?.notDoubles).toEqual([keep]);
  expect(
    await rows(`select from change_log where call = 'people.keepApart' and entity_id = $1`, [keep]),
  ).toHaveLength(2);
});
