import type { Call, InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { clientMaximum, medicaidTaken, ssnTaken } from '@homecare/domain/people/rules.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { addClient, addProvider, CLIENT_POINT, weekOf } from './care.ts';
import { brokenInvariants } from './invariants.ts';
import { sampleClient, sampleProvider, sampleSsn } from './sample-people.ts';
import { type Answer, type Caller, type TestServer, testServer } from './server.ts';

/**
 * F9, L4: the same thing asked 20 times at once, in turn at two instances of the app on one database. RACE_ROUNDS
 * lengthens it (the long proof: 200).
 */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 5);
const AT_ONCE = 20;
const NOW = '2026-11-20T17:00:00Z';

let server: TestServer;
let admin: readonly [Caller, Caller];
beforeAll(async () => {
  server = await testServer({ now: NOW });
  admin = await atBoth(await server.as('admin'));
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.database.pool)).toEqual([]);
});

const atBoth = async (caller: Caller): Promise<readonly [Caller, Caller]> => [
  caller,
  await server.atSecondInstance(caller),
];

const race = <I extends z.ZodType, O extends z.ZodType>(
  both: readonly [Caller, Caller],
  call: Call<I, O>,
  input: (n: number) => z.output<I>,
  headers?: Record<string, string>,
): Promise<Answer<z.output<O>>[]> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      (n % 2 === 0 ? both[0] : both[1]).call(call, input(n), headers),
    ),
  );

const today = Temporal.PlainDate.from('2026-11-20');
let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const rows = async <T>(text: string, values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

/** How often each outcome came: 'OK', or status and message of the refusal. */
const outcomes = (answers: readonly Answer<unknown>[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status, Info }) => (status === 200 ? 'OK' : `${status} ${Info}`))
      .entries()
      .map(([outcome, list]) => [outcome, list.length]),
  );

const rounds = Array.from({ length: ROUNDS }, (_, n) => n + 1);

test.each(rounds)('20 inserts of one SSN: one person (round %i)', async () => {
  const ssn = sampleSsn(next());
  const answers = await race(admin, insertPerson, () => ({ data: sampleProvider('Twin', ssn, today) }));
  expect(outcomes(answers)).toEqual({ OK: 1, [`409 ${ssnTaken('Twin, Robin', false)}`]: 19 });
  expect(answers.flatMap(({ errors }) => errors.map(({ field }) => field))).toEqual(
    Array.from({ length: 19 }, () => 'SSI #'),
  );
});

test.each(rounds)(
  '20 clients with one Medicaid number, in upper and lower case: one client (round %i)',
  async () => {
    const number = 100_000 + next();
    const answers = await race(admin, insertPerson, (n) => ({
      data: sampleClient('Twin', today, {
        PrivateClient: false,
        Medicaid: `${n % 2 === 0 ? 'y' : 'Y'}${number}`,
      }),
    }));
    expect(outcomes(answers)).toEqual({ OK: 1, [`409 ${medicaidTaken('Twin, Robin', false)}`]: 19 });
  },
);

test.each(rounds)(
  '20 changes made on the same revision: one is saved, 19 hear who was first (round %i)',
  async () => {
    const id = await addClient(server.database.pool, 'Shared');
    await server.database.pool.query(
      `insert into change_log (actor, role, call, entity, entity_id, action) values ('test', 'job', 'test', 'person', $1, 'insert')`,
      [id],
    );
    const answers = await race(admin, updatePerson, (n) => ({ id, data: { notes: `version ${n}`, rev: 0 } }));
    const { OK, ...refused } = outcomes(answers);
    expect(OK).toBe(1);
    expect(Object.entries(refused)).toEqual([[expect.stringMatching(/^409 Changed by .+ at /), 19]]);
    expect(await rows('select rev from people where id = $1', [id])).toEqual([{ rev: 1 }]);
  },
);

const plan = (provider: number, client: number) => ({
  data: {
    ProviderID: provider,
    ClientID: client,
    Type: 'PCP',
    StartDate: today.toString(),
    createReason: 'Race',
    json: weekOf({ Fri: ['10:00', '12:00'] }),
  },
});

const pair = async () => {
  const { pool } = server.database;
  const provider = await addProvider(pool, `Caregiver${next()}`);
  const client = await addClient(pool, `Client${serial}`);
  await pool.query(
    `insert into change_log (actor, role, call, entity, entity_id, action)
     select 'test', 'job', 'test', 'person', id, 'insert' from unnest($1::int[]) id`,
    [[provider, client]],
  );
  return { provider, client };
};

test.each(rounds)(
  'overlapping plans of one caregiver, saved at once: one plan and its visits (round %i)',
  async () => {
    const { provider, client } = await pair();
    const other = await pair();
    const answers = await race(admin, insertCarePlan, (n) =>
      plan(provider, n % 3 === 0 ? client : other.client),
    );
    const { OK, ...refused } = outcomes(answers);
    expect(OK).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(Object.keys(refused).join()).toMatch(/(provider|client) have same time in Friday/);
    expect(
      await rows(
        `select count(distinct plan.id)::int as plans, count(visit.id)::int as visits from care_plans plan
       join visits visit on visit.care_plan_id = plan.id where plan.provider_id = $1`,
        [provider],
      ),
    ).toEqual([{ plans: 1, visits: 2 }]);
  },
);

type Changing = InputOf<typeof updateCarePlan>;

/** Own provider and client, one plan; each of 20 changes would be right by itself. */
const onePlan = async () => {
  const { provider, client } = await pair();
  const { insertId = 0 } = await admin[0].call(insertCarePlan, plan(provider, client));
  return { id: insertId, provider, client };
};

test.each(rounds)('20 changes of one plan on one revision: one is saved (round %i)', async () => {
  const { id } = await onePlan();
  const answers = await race(admin, updateCarePlan, (n) => ({ id, data: { Remarks: `no. ${n}`, rev: 0 } }));
  const { OK, ...refused } = outcomes(answers);
  expect(OK).toBe(1);
  expect(Object.entries(refused)).toEqual([[expect.stringMatching(/^409 Changed by .+ at /), 19]]);
});

test.each(rounds)('two plans grow into one another at once: one may, whoever it is (round %i)', async () => {
  const first = await onePlan();
  const { provider } = await pair();
  const other = await admin[0].call(insertCarePlan, {
    data: { ...plan(provider, first.client).data, json: weekOf({ Fri: ['13:00', '14:00'] }) },
  });
  const ids = [first.id, other.insertId ?? 0];
  const answers = await race(admin, updateCarePlan, (n) => ({
    id: ids[n % 2] ?? 0,
    data: { json: weekOf({ Fri: n % 2 === 0 ? ['10:00', '12:45'] : ['12:15', '14:00'] }) },
  }));
  const saved = answers.flatMap(({ status }, n) => (status === 200 ? [n % 2] : []));
  expect(saved).toHaveLength(10);
  expect(new Set(saved).size).toBe(1);
});

test.each(rounds)(
  'archive, delete, set active and modify at once: the plan ends in one of these states (round %i)',
  async () => {
    const { id } = await onePlan();
    const changes: readonly Changing['data'][] = [
      { Status: 'Archive', EndDate: '2026-11-27' },
      { Status: 'Active' },
      { json: weekOf({ Fri: ['10:00', '13:00'] }) },
      { Status: 'Deleted' },
    ];
    const answers = await race(admin, updateCarePlan, (n) => ({ id, data: changes[n % 4] ?? {} }));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await rows('select status from care_plans where id = $1', [id])).toEqual([{ status: 'Deleted' }]);
  },
);

test.each(rounds)(
  'a temporary plan ends while the plan that it covers changes: each day has its one visit (round %i)',
  async () => {
    const { id, client } = await onePlan();
    const { provider } = await pair();
    const cover = await admin[0].call(insertCarePlan, {
      data: { ...plan(provider, client).data, EndDate: '2026-12-10', covid: true, covidBy: id },
    });
    const grow = (end: string) => ({ id, data: { json: weekOf({ Fri: ['10:00', end] }) } });
    const end: Changing = {
      id: cover.insertId ?? 0,
      data: { Status: 'Archive', EndDate: '2026-11-25' },
    };
    const changes: readonly Changing[] = [grow('13:00'), end, grow('14:00'), end];
    const answers = await race(admin, updateCarePlan, (n) => changes[n % 4] ?? end);
    expect(outcomes(answers)).toEqual({ OK: 20 });
    expect(
      await rows(
        `select planned_day as day, care_plan_id = $1 as own from visits
         where client_id = $2 and removed is null order by planned_day`,
        [id, client],
      ),
    ).toEqual([
      { day: '2026-11-20', own: false },
      { day: '2026-11-27', own: true },
    ]);
  },
);

test.each(rounds)(
  '20 taps on Check-In, 20 on Check-Out: one move each, everyone hears it (round %i)',
  async () => {
    const { provider, client } = await pair();
    await admin[0].call(insertCarePlan, plan(provider, client));
    const schedule = await admin[0].call(getEvvProvider, {
      providerId: provider,
      year: 2026,
      month: 11,
      day: 20,
    });
    const id = schedule.data?.[0]?.id ?? 0;
    const at = { latitude: CLIENT_POINT.latitude, longitude: CLIENT_POINT.longitude };
    const tap = async (Status: 'Active' | 'Complete', end: 'Start' | 'End') => {
      const caregiver = await atBoth(await server.as('evv', { providerId: provider }));
      const answers = await race(caregiver, updateVisit, () => ({
        id,
        data: { Status, [`Address${end}Latitude`]: at.latitude, [`Address${end}Longitude`]: at.longitude },
      }));
      expect(outcomes(answers)).toEqual({ OK: 20 });
      expect(new Set(answers.map(({ data }) => data?.Status))).toEqual(new Set([Status]));
    };
    server.clock.set(NOW);
    await tap('Active', 'Start');
    server.clock.set('2026-11-20T19:00:00Z');
    await tap('Complete', 'End');
    server.clock.set(NOW);
    expect(
      await rows(
        `select changes -> 'Status' as move from change_log where entity = 'visit' and entity_id = $1 order by id`,
        [id],
      ),
    ).toEqual([{ move: ['Planned', 'Active'] }, { move: ['Active', 'Complete'] }]);
    expect(await rows('select status, rev from visits where id = $1', [id])).toEqual([
      { status: 'Complete', rev: 2 },
    ]);
  },
);

test.each(rounds)('one Idempotency-Key 20 times: one row, 20 equal answers (round %i)', async () => {
  const name = `Once${next()}`;
  const answers = await race(admin, insertPerson, () => ({ data: sampleClient(name, today) }), {
    'idempotency-key': `race-key-${serial}`,
  });
  expect(outcomes(answers)).toEqual({ OK: 20 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await rows('select id from people where last_name = $1', [name])).toEqual([
    { id: answers[0]?.insertId },
  ]);
});

test('20 new clients where the agency has 3 places: 3 clients', async () => {
  const full = await testServer({
    now: NOW,
    entry: { capabilities: { premium: true, version: 2, maxClients: 3, billing: true } },
  });
  try {
    const first = await full.as('admin');
    const both = [first, await full.atSecondInstance(first)] as const;
    const answers = await race(both, insertPerson, (n) => ({ data: sampleClient(`Guest${n}`, today) }));
    expect(outcomes(answers)).toEqual({ OK: 3, [`409 ${clientMaximum(3)}`]: AT_ONCE - 3 });
    const { rows: stored } = await full.database.pool.query('select id from people');
    expect(stored).toHaveLength(3);
  } finally {
    await full.stop();
  }
});
