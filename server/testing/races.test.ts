import { savePar } from '@homecare/domain/authorizations/contract.ts';
import { insertWork } from '@homecare/domain/billing/contract.ts';
import { CARD_EXISTS } from '@homecare/domain/billing/rules.ts';
import type { Call, InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { downloadBatch, generateClaims, uploadAnswer } from '@homecare/domain/claims/contract.ts';
import { SAME_FILE } from '@homecare/domain/claims/rules.ts';
import { clientMaximum } from '@homecare/domain/people/client-maximum.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { medicaidTaken, ssnTaken } from '@homecare/domain/people/rules.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { openPayer } from '../../simulators/src/payer.ts';
import { addClient, addProvider, addScan, CLIENT_POINT, weekOf } from './care.ts';
import { brokenInvariants } from './invariants.ts';
import { requestOf } from './requests.ts';
import { sampleClient, sampleProvider, sampleSsn } from './sample-people.ts';
import { type Answer, type Caller, type TestServer, testServer } from './server.ts';

/** The same request 20 times at once, alternating between two processes on one database. RACE_ROUNDS lengthens it (the long proof: 200). */
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

test.each(rounds)('20 inserts of one SSN make one person (round %i)', async () => {
  const ssn = sampleSsn(next());
  const answers = await race(admin, insertPerson, () => ({ data: sampleProvider('Twin', ssn, today) }));
  expect(outcomes(answers)).toEqual({ OK: 1, [`409 ${ssnTaken('Twin, Robin', false)}`]: 19 });
  expect(answers.flatMap(({ errors }) => errors.map(({ field }) => field))).toEqual(
    Array.from({ length: 19 }, () => 'SSI #'),
  );
});

test.each(rounds)(
  '20 clients with one Medicaid number, in upper and lower case, make one client (round %i)',
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
  'of 20 changes on the same revision one is saved, and 19 are told who was first (round %i)',
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
    week: weekOf({ Fri: ['10:00', '12:00'] }),
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
  'overlapping plans of one caregiver, saved at once, make one plan with its visits (round %i)',
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

/** A new provider and client with one plan; each of 20 changes would be valid alone. */
const onePlan = async () => {
  const { provider, client } = await pair();
  const { insertId = 0 } = await admin[0].call(insertCarePlan, plan(provider, client));
  return { id: insertId, provider, client };
};

test.each(rounds)('of 20 changes of one plan on one revision one is saved (round %i)', async () => {
  const { id } = await onePlan();
  const answers = await race(admin, updateCarePlan, (n) => ({ id, data: { Remarks: `no. ${n}`, rev: 0 } }));
  const { OK, ...refused } = outcomes(answers);
  expect(OK).toBe(1);
  expect(Object.entries(refused)).toEqual([[expect.stringMatching(/^409 Changed by .+ at /), 19]]);
});

test.each(rounds)('of two plans extended into each other at once one is saved (round %i)', async () => {
  const first = await onePlan();
  const { provider } = await pair();
  const other = await admin[0].call(insertCarePlan, {
    data: { ...plan(provider, first.client).data, week: weekOf({ Fri: ['13:00', '14:00'] }) },
  });
  const ids = [first.id, other.insertId ?? 0];
  const answers = await race(admin, updateCarePlan, (n) => ({
    id: ids[n % 2] ?? 0,
    data: { week: weekOf({ Fri: n % 2 === 0 ? ['10:00', '12:45'] : ['12:15', '14:00'] }) },
  }));
  const saved = answers.flatMap(({ status }, n) => (status === 200 ? [n % 2] : []));
  expect(saved).toHaveLength(10);
  expect(new Set(saved).size).toBe(1);
});

test.each(rounds)(
  'archive, delete, set active and modify at once leave the plan in one of these states (round %i)',
  async () => {
    const { id } = await onePlan();
    const changes: readonly Changing['data'][] = [
      { Status: 'Archive', EndDate: '2026-11-27' },
      { Status: 'Active' },
      { week: weekOf({ Fri: ['10:00', '13:00'] }) },
      { Status: 'Deleted' },
    ];
    const answers = await race(admin, updateCarePlan, (n) => ({ id, data: changes[n % 4] ?? {} }));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await rows('select status from care_plans where id = $1', [id])).toEqual([{ status: 'Deleted' }]);
  },
);

test.each(rounds)(
  'a temporary plan ends while the plan it covers changes, and each day has its one visit (round %i)',
  async () => {
    const { id, client } = await onePlan();
    const { provider } = await pair();
    const cover = await admin[0].call(insertCarePlan, {
      data: { ...plan(provider, client).data, EndDate: '2026-12-10', isTemporary: true, coversPlanId: id },
    });
    const grow = (end: string) => ({ id, data: { week: weekOf({ Fri: ['10:00', end] }) } });
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
  '20 taps on Check-In and 20 on Check-Out make one move each, and all get it as answer (round %i)',
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

/** A November card that can be saved and claimed, calculated in a separate month. */
const billable = async () => {
  const { provider, client } = await pair();
  const { pool } = server.database;
  await pool.query(
    `update people set private_client = false, medicaid = $2, icd10 = 'I10', dob = '1950-02-03', gender = 'Female'
     where id = $1`,
    [client, `R${100_000 + next()}`],
  );
  const par = { id: null, rev: null, units: null, from: '2026-01-01', through: '2026-12-31' };
  await admin[0].call(savePar, { ...par, clientId: client, type: 'PCP', number: `P${serial}` });
  const { insertId: planId = 0 } = await admin[0].call(insertCarePlan, plan(provider, client));
  for (const period of [0, 1] as const) await addScan(pool, planId, '2026-11', period);
  const month = Temporal.PlainYearMonth.from('2030-01').add({ months: serial });
  const row = { date: '2026-11-20', start: '10:00', end: '12:00', travel: 0, billing: true, payroll: true };
  const days = { startPeriod: '2026-11-20', endPeriod: '2026-11-30', days: [row] };
  const data = { planId, date: '2026-11', customDate: month.toString(), payRate: 5.17, ...days };
  const first = month.toPlainDate({ day: 1 });
  const whole = { from: first.toString(), to: first.with({ day: month.daysInMonth }).toString() };
  return {
    data,
    upload: {
      ...whole,
      status: 'Billed',
      frequency: '1',
      unproven: 'send',
      reason: 'Test',
      paymentsOnly: false,
    } as const,
  };
};

test.each(rounds)('20 saves of one card make one record (round %i)', async () => {
  const { data } = await billable();
  const answers = await race(admin, insertWork, (n) => ({ data: { ...data, remarks: `no. ${n}` } }));
  expect(outcomes(answers)).toEqual({ OK: 1, [`409 ${CARD_EXISTS}`]: 19 });
  expect(await rows('select id from work where care_plan_id = $1', [data.planId])).toHaveLength(1);
});

test.each(rounds)(
  '20 uploads of one month at once make one file without a gap in numbers; its payment sent 20 times is posted once (round %i)',
  async () => {
    const { data, upload } = await billable();
    await admin[0].call(insertWork, { data });
    const made = await race(admin, generateClaims, () => upload);
    expect(outcomes(made)).toEqual({ OK: AT_ONCE });
    expect(made.map(({ data: of }) => [of?.claims, of?.alreadySent]).toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => [0, 1]),
      [1, 0],
    ]);
    const batch = made.flatMap(({ data: of }) => of?.batch ?? [])[0] ?? 0;
    const payer = openPayer();
    const at = { date: '20261120', time: '1000' };
    payer.handle({ at, claims: (await admin[0].raw(requestOf(downloadBatch, { id: batch }))).text });
    const [payment] = payer.handle({ at, pay: true });
    const content = (payment?.text ?? '').replace(/TRN\*1\*[^*~]*/, `TRN*1*RACE${batch}`);
    const file = requestOf(uploadAnswer, { later: false }, { name: 'paid.835', content });
    const posted = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => admin[n % 2 === 0 ? 0 : 1].raw(file)),
    );
    expect(posted.map(({ status }) => status)).toEqual(posted.map(() => 200));
    expect(posted.filter(({ Info }) => Info === SAME_FILE)).toHaveLength(AT_ONCE - 1);
    expect(await rows('select status from work where care_plan_id = $1', [data.planId])).toEqual([
      { status: 'Paid' },
    ]);
    expect(await rows('select paid from claims where batch_id = $1', [batch])).toEqual([{ paid: 4_136 }]);
  },
);

test.each(rounds)(
  'two months uploaded by two people at once leave no gap and no repeated number (round %i)',
  async () => {
    const cards = [await billable(), await billable()];
    for (const { data } of cards) await admin[0].call(insertWork, { data });
    const made = await Promise.all(
      cards.map(({ upload }, n) => admin[n === 0 ? 0 : 1].call(generateClaims, upload)),
    );
    expect(made.map(({ data }) => data?.claims)).toEqual([1, 1]);
    const [one = 0, other = 0] = made.map(({ data }) => data?.batch ?? 0).toSorted((a, b) => a - b);
    expect(other).toBe(one + 1);
  },
);

test.each(rounds)(
  'one Idempotency-Key sent 20 times makes one row and 20 equal answers (round %i)',
  async () => {
    const name = `Once${next()}`;
    const answers = await race(admin, insertPerson, () => ({ data: sampleClient(name, today) }), {
      'idempotency-key': `race-key-${serial}`,
    });
    expect(outcomes(answers)).toEqual({ OK: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await rows('select id from people where last_name = $1', [name])).toEqual([
      { id: answers[0]?.insertId },
    ]);
  },
);

test('20 new clients in an agency with 3 places make 3 clients', async () => {
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
