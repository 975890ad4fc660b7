import {
  type ComparedPlan,
  checkCarePlan,
  checkWeek,
  findConflicts,
  gapWarnings,
  outsideServices,
} from '@homecare/domain/care-plans/rules.ts';
import { ssnDigits } from '@homecare/domain/formats.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { listRuns, previewRun } from '@homecare/domain/payroll/run-contract.ts';
import type { PayMonth } from '@homecare/domain/payroll/schema.ts';
import { checkArchive, checkPerson } from '@homecare/domain/people/rules.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { checkWindow } from '@homecare/domain/visits/rules.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { loadTypes } from '../care-plans/reading.ts';
import { Scope } from '../platform/auth/scope.ts';
import { prepareDemo } from './demo.ts';
import { readDemoSize } from './demo-command.ts';
import { addExampleData, createExampleData } from './example-data.ts';
import { castOf, examplePerson } from './example-people.ts';
import { readPlaces } from './example-places.ts';
import { demoDay, examplePlans, type Placed } from './example-plans.ts';

const places = readPlaces();
const NOW = '2026-11-20T17:00:00Z';
const say = () => undefined;

const nameOf = ({ LastName, FirstName }: PersonDraft) => `${LastName}, ${FirstName}`;

const placed = (
  kind: 'Provider' | 'Client',
  count: number,
  from: number,
  today: Temporal.PlainDate,
): Placed[] =>
  Array.from({ length: count }, (_, n) => ({
    id: from + n,
    serial: from + n,
    draft: examplePerson(
      kind,
      from + n,
      { today, places, reach: 1 },
      from < 10_000 ? castOf(kind)[n] : undefined,
    ),
  }));

describe('example people', () => {
  test.each(['2026-11-20', '2028-02-29', '2027-01-01', '2026-03-31'])(
    'satisfy the record form on %s',
    (day) => {
      const today = Temporal.PlainDate.from(day);
      const people = [...placed('Provider', 700, 1, today), ...placed('Client', 900, 20_000, today)];
      const faults = people.flatMap(({ serial, draft }) => {
        const kind = draft['Provider or Client'] === 'Provider' ? 'Provider' : 'Client';
        return [
          ...checkPerson(draft, { kind, mode: 'insert', today }),
          ...(draft.Cur === 'n' ? checkArchive(draft) : []),
        ].map((error) => `${serial} ${error.field}: ${error.message}`);
      });
      expect(faults).toEqual([]);
    },
  );

  test('have unique numbers that were never issued to anyone', () => {
    const today = Temporal.PlainDate.from('2026-11-20');
    const people = [...placed('Provider', 4_000, 1, today), ...placed('Client', 6_000, 20_000, today)];
    const numbers = people.flatMap(({ draft }) => draft['SSI #'] ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
    // After a 9, groups from 50 up are taxpayer numbers.
    expect(numbers.filter((ssn) => !/^9\d\d-[0-4]\d-\d{4}$/.test(ssn) || /-00-|-0000$/.test(ssn))).toEqual(
      [],
    );
    const medicaid = people.flatMap(({ draft }) => draft.Medicaid ?? []);
    expect(new Set(medicaid).size).toBe(medicaid.length);
  });

  test('are as varied as a real agency’s: archived, without apartment, with daycare, notes, accents, expired checks', () => {
    const today = Temporal.PlainDate.from('2026-11-20');
    const people = [...placed('Provider', 1_000, 10_000, today), ...placed('Client', 1_000, 20_000, today)];
    const share = (is: (person: PersonDraft) => boolean) =>
      people.filter(({ draft }) => is(draft)).length / people.length;
    expect(share((person) => person.Cur === 'n')).toBeCloseTo(0.08, 1);
    expect(share((person) => !person.Address2)).toBeGreaterThan(0.3);
    expect(share((person) => person.Daycare === true)).toBeGreaterThan(0.02);
    expect(share((person) => Boolean(person.notes))).toBeCloseTo(0.25, 1);
    expect(share((person) => /[^ -~]/.test(nameOf(person)))).toBeGreaterThan(0.1);
    expect(share((person) => (person['ID Expiration'] ?? '9') < today.toString())).toBeGreaterThan(0.005);
    expect(share((person) => person.AddressApproximate === true)).toBeCloseTo(0.05, 1);
    expect(new Set(people.map(({ draft }) => draft.PostalCode)).size).toBeGreaterThan(100);
  });

  test('live at addresses whose points are in Colorado', () => {
    expect(places.length).toBeGreaterThan(400);
    for (const { lat, lon, county } of places) {
      expect(lat).toBeGreaterThan(36.99);
      expect(lat).toBeLessThan(41.01);
      expect(lon).toBeGreaterThan(-109.06);
      expect(lon).toBeLessThan(-102.04);
      expect(county).not.toBe('');
    }
  });
});

describe('the day of the demo caregiver', () => {
  test('has visits in order, with time in between, and one to check in to now', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
        const now = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
        const [earlier, near, later] = demoDay(now);
        const spans = [earlier, near, later].filter((span) => span !== undefined);
        for (const [index, [start, end]] of spans.entries()) {
          const before = spans[index - 1];
          expect(end).toBeGreaterThan(start);
          expect(start % 5).toBe(0);
          if (before) expect(start - before[1]).toBeGreaterThanOrEqual(15);
        }
        if (minute < 1435) expect(Math.abs((near?.[0] ?? 9_999) - minute)).toBeLessThanOrEqual(5);
        if (earlier) expect(earlier[1]).toBeLessThan(minute);
        if (minute >= 120) expect(earlier).toBeDefined();
        if (minute <= 20 * 60) expect(later).toBeDefined();
      }),
    );
  });
});

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (now = NOW) => {
  server = await testServer({ now });
  return server;
};
const count = async ({ site }: TestServer, table: string): Promise<number> => {
  const { rows } = await site.pool.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n ?? -1;
};

describe('example care plans', () => {
  test('satisfy the form and never overlap each other, a daycare or another service', async () => {
    const { scope } = await start();
    const types = await loadTypes(scope);
    if (!types.ok) throw new Error(types.info);
    const today = scope.today();
    const now = scope.now().toZonedDateTimeISO('America/Denver').toPlainDateTime();
    const people = {
      providers: placed('Provider', 150, 1, today),
      clients: placed('Client', 320, 5_000, today),
    };
    const plans = examplePlans(people.providers, people.clients, { types: types.data, now, hasCast: true });
    expect(plans.length).toBeGreaterThan(280);
    expect(new Set(plans.map(({ type }) => type.Code)).size).toBeGreaterThan(5);
    const compared = plans.map(
      ({ draft, week, client, provider }, id): ComparedPlan => ({
        id,
        ProviderID: provider.id,
        Provider: nameOf(provider.draft),
        ClientID: client.id,
        Client: nameOf(client.draft),
        StartDate: draft.StartDate ?? '',
        EndDate: draft.EndDate,
        Status: draft.Status,
        coversPlanId: null,
        week: week,
      }),
    );
    const faults = plans.flatMap(({ draft, week, client, provider, type }, id) => {
      const plan = compared[id];
      if (!plan) throw new Error('no plan');
      const others = compared.filter(
        (other) =>
          other.id !== id && (other.ProviderID === plan.ProviderID || other.ClientID === plan.ClientID),
      );
      const c = client.draft;
      const services = outsideServices({
        Daycare: c.Daycare ?? false,
        DaycareName: c.DaycareName ?? null,
        DaycareDays: c.DaycareDays ?? null,
        DaycareTimeFrom: c.DaycareTimeFrom ?? null,
        DaycareTimeTo: c.DaycareTimeTo ?? null,
        otherService: c.otherService ?? null,
      });
      const p = provider.draft;
      const facts = {
        today,
        provider: {
          Cur: 'y',
          'Provider or Client': 'Provider',
          BackgroundCheck: p.BackgroundCheck ?? null,
          capsCheck: p.capsCheck ?? null,
          'Start IHSS': p['Start IHSS'] ?? null,
        },
        // A plan of an archived client was made while the client was active.
        client: { Cur: 'y', 'Provider or Client': 'Client' },
        type,
        covered: null,
      } as const;
      return [
        ...checkCarePlan(draft, facts),
        ...checkWeek(week),
        ...findConflicts(plan, others, services),
        ...gapWarnings(plan, others),
        ...(p.Cur === 'n' ? [{ message: 'the caregiver is archived' }] : []),
      ].map(({ message }) => `${draft.Type} of ${plan.Client}: ${message}`);
    });
    expect(faults).toEqual([]);
  });
});

describe('a first start', () => {
  test.each([
    ['in the morning', NOW, ['Complete', 'Planned', 'Planned']],
    ['just after midnight', '2026-11-20T07:10:00Z', ['Planned', 'Planned']],
    ['just before midnight', '2026-11-21T06:40:00Z', ['Complete', 'Planned']],
    ['on a Sunday', '2026-11-22T20:00:00Z', ['Complete', 'Planned', 'Planned']],
  ])('on %s leaves the demo caregiver something to do', async (_, now, statuses) => {
    const demo = await start(now);
    const { providerId } = await createExampleData(demo.scope, {
      clients: 24,
      providers: 12,
      months: 1,
      say,
    });
    const evv = await demo.as('evv', { providerId });
    const today = demo.scope.today();
    const { rows } = await demo.site.pool.query<{ name: string }>(
      `select last_name || ', ' || first_name as name from people where id = $1`,
      [providerId],
    );
    expect(rows[0]?.name).toBe('Bekele, Tigist');
    const visits = await demo.site.pool.query<{
      id: number;
      status: string;
      begins: string;
      approximate: boolean;
      lat: number;
      lon: number;
    }>(
      `select visit.id, status, (date + plan_start) at time zone 'America/Denver' as begins,
         client.address_approximate as approximate, client.address_latitude as lat, client.address_longitude as lon
       from visits visit join people client on client.id = client_id
       where visit.provider_id = $1 and date = $2 order by plan_start`,
      [providerId, today.toString()],
    );
    expect(visits.rows.map(({ status }) => status)).toEqual(statuses);
    expect(visits.rows.filter(({ approximate }) => approximate)).toEqual([]);
    const open = visits.rows.find(({ status, begins }) => {
      const { from, through } = checkWindow(Temporal.Instant.from(begins));
      const at = Temporal.Instant.from(now);
      return (
        status === 'Planned' &&
        Temporal.Instant.compare(from, at) <= 0 &&
        Temporal.Instant.compare(at, through) <= 0
      );
    });
    if (!open) throw new Error('no visit can be checked in to');
    const answer = await evv.raw({
      method: 'POST',
      url: '/homecare/api/poster.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        cmd: 'evv_update',
        id: String(open.id),
        data: JSON.stringify([
          { field: 'Status', value: 'Active' },
          { field: 'AddressStartLatitude', value: open.lat },
          { field: 'AddressStartLongitude', value: open.lon },
        ]),
      }).toString(),
    });
    expect(answer.code).toBe(200);
    const checked = await demo.site.pool.query<{ status: string; error: boolean }>(
      'select status, start_location_error as error from visits where id = $1',
      [open.id],
    );
    expect(checked.rows[0]).toEqual({ status: 'Active', error: false });
  });

  test('links the demo’s mobile login to its provider', async () => {
    const demo = await start();
    // Like a site at its first start.
    await demo.site.pool.query('delete from settings');
    await prepareDemo(demo.site, { password: undefined, loopback: true, say });
    const { rows } = await demo.site.pool.query<{ login: string }>(
      'select a.login from accounts a join people p on p.mobile_user_id = a.id and a.provider_id = p.id',
    );
    expect(rows).toEqual([{ login: 'evv' }]);
  });

  test('has its switches on as soon as it is prepared, whatever was read before', async () => {
    const demo = await start();
    await demo.site.pool.query('delete from settings');
    expect((await demo.site.readSettings()).capabilities).toMatchObject({
      smsEnabled: false,
      sandataEnabled: false,
    });
    await prepareDemo(demo.site, { password: undefined, loopback: true, say });
    expect((await demo.site.readSettings()).capabilities).toMatchObject({
      smsEnabled: true,
      emailEnabled: true,
      sandataEnabled: true,
      eligibility: true,
    });
  });

  test('adds nothing to a site that has people, however often or simultaneously it runs', async () => {
    const demo = await start();
    const size = { clients: 24, providers: 12, months: 1, say };
    const [first, second] = await Promise.all([
      createExampleData(demo.scope, size),
      createExampleData(demo.scope, size),
    ]);
    const third = await createExampleData(demo.scope, size);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await count(demo, 'people')).toBe(36);
  });

  test('seals the numbers, keeps past visits in order and logs what it did', async () => {
    const demo = await start();
    await createExampleData(demo.scope, { clients: 24, providers: 12, months: 1, say });
    const { pool, secrets } = demo.site;
    const sealed = await pool.query<{ ssn_cipher: Buffer; ssn_hmac: Buffer; ssn_last4: string }>(
      'select ssn_cipher, ssn_hmac, ssn_last4 from people where ssn_cipher is not null',
    );
    expect(sealed.rows.length).toBeGreaterThan(30);
    for (const row of sealed.rows) {
      const ssn = secrets.decrypt(row.ssn_cipher);
      expect(row.ssn_last4).toBe(ssn.slice(-4));
      expect(row.ssn_hmac.equals(secrets.fingerprint(ssnDigits(ssn)))).toBe(true);
    }
    const { rows } = await pool.query<{ status: string; n: number }>(
      `select status, count(*) as n from visits where date < $1 group by status order by n desc`,
      [demo.scope.today().toString()],
    );
    expect(rows[0]?.status).toBe('Complete');
    expect(rows[0]?.n).toBeGreaterThan(200);
    const odd = await pool.query(
      `select id from visits where (status = 'Complete' and (end_at <= start_at or end_at > $1))
         or (date > $2 and status <> 'Planned') or (start_distance > 70 and not start_location_error)
         or exists (select from people where people.id in (client_id, provider_id) and archive_date <= date)
         or exists (select from visits other where other.provider_id = visits.provider_id and other.id <> visits.id
           and date_trunc('minute', other.start_at) < visits.end_at and date_trunc('minute', visits.start_at) < other.end_at)`,
      [NOW, demo.scope.today().toString()],
    );
    expect(odd.rows).toEqual([]);
    // Needed by 'Send message…' of Non existing billing.
    const templates = await pool.query('select name from message_templates');
    expect(templates.rows).toEqual([{ name: 'Missing timesheet' }]);
    const logged = await pool.query<{ n: number }>(
      `select count(distinct entity_id) as n from change_log where entity = 'person' and action = 'insert'`,
    );
    expect(logged.rows[0]?.n).toBe(36);
  });
});

describe('more example data', () => {
  const print = async ({ site }: TestServer) => {
    const { rows } = await site.pool.query<{ text: string }>(
      `select concat_ws(' ', person.id, kind, last_name, first_name, dob, address, phone, plan.start_date, plan.json->>'time',
         (select string_agg(concat_ws(' ', date, status, start_at), ', ' order by date) from visits where care_plan_id = plan.id))
         as text
       from people person left join care_plans plan on client_id = person.id order by person.id, plan.id`,
    );
    return rows.map(({ text }) => text);
  };

  test('is the same on every machine', async () => {
    const first = await start();
    await addExampleData(first.scope, { clients: 30, providers: 20, months: 1, say });
    const one = await print(first);
    await first.stop();
    const second = await start();
    await addExampleData(second.scope, { clients: 30, providers: 20, months: 1, say });
    expect(await print(second)).toEqual(one);
  });

  test('continues where the last run ended, and reports progress', async () => {
    const demo = await start();
    const lines: string[] = [];
    await createExampleData(demo.scope, { clients: 24, providers: 12, months: 0, say });
    const added = await addExampleData(demo.scope, {
      clients: 40,
      providers: 25,
      months: 0,
      say: (line) => lines.push(line),
    });
    expect(added.ok).toBe(true);
    expect(await count(demo, 'people')).toBe(36 + 65);
    // Most of the new clients have authorizations too, like the earlier ones.
    const { rows } = await demo.site.pool.query<{ clients: number }>(
      'select count(distinct client_id)::int as clients from client_pars where client_id > 36',
    );
    expect(rows[0]?.clients).toBeGreaterThan(20);
    expect(lines[0]).toBe('25 providers, 40 clients');
    expect(lines.at(-1)).toMatch(/^\d+ visits$/);
  });

  test('shows no aggregator outcome without a log row that says nothing was sent', async () => {
    const demo = await start();
    const { pool } = demo.site;
    // As at a first start, where the switches are set after the people are made.
    await pool.query(
      `update settings set value = value || '{"sandataEnabled": false}' where key = 'switches'`,
    );
    await pool.query(`insert into people (kind, cur, last_name, first_name, updated_by)
      values ('Client', 'y', 'Real', 'Person', 'T.')`);
    const scope = await Scope.startJob(demo.site, 'test');
    const added = await addExampleData(scope, { clients: 24, providers: 12, months: 1, say });
    expect(added.ok).toBe(true);
    const { rows } = await pool.query<Record<string, unknown>>(`
      select log.type, shown.status, shown.status = log.status as same, log.message, count(*) as n from (
        select 'Visit' as type, id, aggregator_status as status from visits where aggregator_status is not null
        union all select kind, id, aggregator_status from people where last_name <> 'Real') as shown
      left join aggregator_records log on log.type = shown.type and log.record_id = shown.id
      group by 1, 2, 3, 4 order by 1, 2`);
    const nothing = 'Example data: nothing was sent.';
    expect(rows.map(({ n, ...row }) => row)).toEqual([
      { type: 'Client', status: 'Success', same: true, message: nothing },
      { type: 'Provider', status: 'Success', same: true, message: nothing },
      {
        type: 'Visit',
        status: 'Failed',
        same: true,
        message: `${nothing} A real rejection shows its reason here.`,
      },
      { type: 'Visit', status: 'Success', same: true, message: nothing },
    ]);
    const real = await pool.query(`select aggregator_status from people where last_name = 'Real'`);
    expect(real.rows).toEqual([{ aggregator_status: null }]);
  });

  test('is refused as a whole if it would exceed the maximum of clients', async () => {
    server = await testServer({
      now: NOW,
      entry: { capabilities: { premium: true, version: 2, maxClients: 10, billing: true } },
    });
    const added = await addExampleData(server.scope, { clients: 30, providers: 5, months: 1, say });
    expect(added).toMatchObject({
      ok: false,
      info: 'Your agency has reached its maximum of 10 active clients.',
    });
    expect(await count(server, 'people')).toBe(0);
    expect(await count(server, 'visits')).toBe(0);
  });
});

describe('the demo command line', () => {
  test('takes the three numbers', () => {
    expect(readDemoSize(['--clients', '2400', '--providers=2000', '--months', '1'])).toEqual({
      clients: 2_400,
      providers: 2_000,
      months: 1,
    });
    expect(readDemoSize(['--clients', '5'])).toEqual({ clients: 5, providers: 0, months: 1 });
  });
  test.each([
    [[], 'Say how many people to add.'],
    [['--clients', '-3'], '--clients'],
    [['--clients', 'many'], '--clients is a whole number from 0 to 20,000.'],
    [['--months', '99', '--clients', '1'], '--months is a whole number from 0 to 24.'],
    [['--sites', '3'], "Unknown option '--sites'"],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(() => readDemoSize(args)).toThrow(sentence);
  });
});

test.each([
  [NOW, '2026-10'],
  ['2027-03-01T17:00:00Z', '2027-02'],
  ['2026-08-31T17:00:00Z', '2026-07'],
])(
  'a first start on %s has overtime, a low week, paid hours of a private client, a run and a correction',
  async (now, month) => {
    const demo = await start(now);
    const size = { clients: 24, providers: 12, months: 2, say };
    await createExampleData(demo.scope, size);
    const admin = await demo.as('admin');
    const { data: page } = await admin.call(getPayMonth, { date: month, private: 'all' });
    const hasOvertime = (pay: PayMonth['providers'][number]) =>
      (pay.overtime ?? []).some(({ hours }) => hours > 0);
    expect(page?.providers.some(hasOvertime)).toBe(true);
    expect(page?.providers.some(({ lowWeeks }) => lowWeeks.length > 0)).toBe(true);
    const { data: ofPrivate } = await admin.call(getPayMonth, { date: month, private: 'private' });
    const paid = ofPrivate?.providers.flatMap(({ lines }) => lines) ?? [];
    expect(paid.filter(({ category, rate }) => category !== 'Private duty' || !rate)).toEqual([]);
    expect(paid.some(({ hours }) => hours.total > 0)).toBe(true);
    expect((await admin.call(listRuns, {})).data).toMatchObject([{ number: 1, month, halves: [0] }]);
    const { data: next } = await admin.call(previewRun, { date: month, half: 'both', layout: 'own' });
    expect(next?.pay.rows).toBeGreaterThan(0);
    expect(next?.corrections).toMatchObject({ rows: 1, hours: 0 });
    expect(next?.corrections.straight).toBeGreaterThan(0);
    // Everything stays as it is when the site starts again.
    await createExampleData(demo.scope, size);
    expect((await admin.call(listRuns, {})).data).toHaveLength(1);
  },
);
