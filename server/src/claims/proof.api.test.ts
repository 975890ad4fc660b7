import { insertWork } from '@homecare/domain/billing/contract.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getClientProof, listProof } from '@homecare/domain/claims/contract.ts';
import { proveCard } from '@homecare/domain/claims/proof.ts';
import type { ClientProof } from '@homecare/domain/claims/schema.ts';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let client: number;
let plan: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  const { pool } = server.site;
  client = await addClient(pool, 'Proven');
  const ProviderID = await addProvider(pool, 'Proving');
  const made = await admin.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-01-05',
      createReason: 'New',
      week: weekOf({ Mon: ['08:00', '10:00'] }),
    },
  });
  if (!made.insertId) throw new Error(made.text);
  plan = made.insertId;
  const { rows } = await pool.query<{ id: number; date: string }>(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status, start_at,
        end_at, tasks, created, edited, edited_by, edited_via)
      select $1, day, day, '08:00', '10:00', $2, $3, 'Complete', day + time '15:00', day + time '17:00', '{}', now(), now(),
        'T.', 'app' from unnest(array['2026-10-26', '2026-11-02', '2026-11-09']::date[]) as day returning id, date`,
    [plan, client, ProviderID],
  );
  const [, first, second] = rows;
  // A failed correction outweighs the acceptance before it.
  await pool.query(
    `insert into aggregator_records (type, record_id, status, message, calls, created, created_by, modified)
     select 'Visit', id, status, message, '[{"ProcedureCode": "PRSNL"}]', now(), 'T.', now()
     from (values ($1::int, 'Success', null), ($2, 'Success', null), ($2, 'Failed', 'No client.')) as x (id, status, message)`,
    [first?.id, second?.id],
  );
});
afterAll(() => server.stop());

const ofMonth = (date = '2026-11', caller = admin) => caller.call(getClientProof, { clientId: client, date });
const visitsOf = (proof: ClientProof | null | undefined) => proof?.visits ?? [];

it('shows for each visit of the month the aggregator’s latest answer, and for each type what it requires', async () => {
  const { data } = await ofMonth();
  expect(
    visitsOf(data).map(({ planId, date, sent, message, code }) => [planId, date, sent, message, code]),
  ).toEqual([
    [plan, '2026-11-02', 'Success', null, 'PRSNL'],
    [plan, '2026-11-09', 'Failed', 'No client.', 'PRSNL'],
  ]);
  expect(data?.types.find(({ code }) => code === 'PCP')).toMatchObject({
    evvNeeded: true,
    aggregatorCode: 'PRSNL',
    terms: [expect.objectContaining({ procedureCode: 'T1019' })],
  });
  expect(visitsOf((await ofMonth('2026-12')).data).filter(({ planId }) => planId !== plan)).toEqual([]);
});

it('validates a card before it is saved by the rules the upload uses later', async () => {
  const day = (date: string) => ({
    date,
    start: '08:00',
    end: '10:00',
    travel: 0,
    billing: true,
    payroll: true,
  });
  const rows = ['2026-11-02', '2026-11-09', '2026-11-16'].map(day);
  const { data } = await ofMonth();
  const type = data?.types.find(({ code }) => code === 'PCP');
  if (!type) throw new Error('no type');
  const draft = {
    id: 0,
    planId: plan,
    clientId: client,
    providerId: 1,
    typeCode: 'PCP',
    planStatus: 'Active',
    date: '2026-11',
    customDate: null,
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-30',
    payRate: 500,
    rateKind: null,
    unitRule: 'up',
    status: 'Billed',
    excluded: null,
  } as const;
  const proven = proveCard(
    { card: { ...draft, rates: [], days: rows }, terms: type.terms, pars: [] },
    type,
    visitsOf(data).filter(({ planId }) => planId === plan),
    { zone: server.scope.settings.timeZone, by: data?.provenBy ?? 'visit' },
  );
  expect(proven.map(({ verdict: result, reason }) => [result, reason])).toEqual([
    ['accepted', null],
    ['deny', 'Sandata rejected the visit: No client.'],
    ['deny', 'No visit is recorded for this day.'],
  ]);

  const made = await admin.call(insertWork, {
    data: {
      planId: plan,
      date: '2026-11',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-30',
      payRate: 5,
      days: rows,
    },
  });
  expect(made.status).toBe(200);
  const asked = { from: '2026-11-01', to: '2026-11-30', status: 'Billed' as const, clientId: client };
  const { data: listed } = await admin.call(listProof, { ...asked, willDeny: false });
  expect(
    listed?.lines.map(({ day: date, units, amount, verified, code, verdict, reason }) => ({
      day: date,
      code,
      units,
      amount,
      verified,
      verdict,
      reason,
    })),
  ).toEqual(proven);
  const { data: denied } = await admin.call(listProof, { ...asked, willDeny: true });
  expect([denied?.lines.length, denied?.accepted, denied?.deny]).toEqual([2, 1, 2]);
  expect(denied?.amounts).toEqual({ accepted: 4_000, exempt: 0, deny: 8_000 });
});

test.each(['user', 'provider', 'evv'] as const)('role %s may not see proof', async (role) => {
  expect((await ofMonth('2026-11', await server.as(role))).status).toBe(403);
});

it('shows nothing of another site, and refuses an invalid month', async () => {
  const there = await server.as('admin', { site: server.siteNamed('other') });
  const { status, data } = await ofMonth('2026-11', there);
  expect([status, visitsOf(data)]).toEqual([200, []]);
  const refused = await ofMonth('2026-13');
  expect([refused.status, refused.Info]).toEqual([400, 'Error: Wrong date, date format (YYYY-MM)']);
});
