import { insertWork } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served as day } from '@homecare/domain/billing/testing/served.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { HALVES } from '@homecare/domain/plan-documents/rules.ts';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { addClient, addProvider, addScan, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

/** A month's pay over HTTP. Today is 12-02-2026. */

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let plans = 0;
const bill = async (
  provider: number,
  json: readonly CardDay[],
  more: Partial<InputOf<typeof insertWork>['data']> & {
    readonly Type?: string;
    readonly client?: number;
  } = {},
) => {
  const { Type = 'PCP', client, ...data } = more;
  plans += 1;
  const hour = String(plans).padStart(2, '0');
  const plan = await admin.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client ?? (await addClient(server.site.pool, 'Client')),
      Type,
      StartDate: '2026-01-05',
      createReason: 'New',
      // At separate times, because a provider can only be in one place.
      week: weekOf({ Sun: [`${hour}:00`, `${hour}:30`] }),
    },
  });
  if (!plan.insertId) throw new Error(plan.text);
  const month = json[0]?.date.slice(0, 7) ?? '';
  for (const half of HALVES) await addScan(server.site.pool, plan.insertId, month, half);
  const saved = await admin.call(insertWork, {
    data: {
      planId: plan.insertId,
      date: month,
      startPeriod: `${month}-01`,
      endPeriod: `${month}-30`,
      payRate: 5.17,
      days: [...json],
      ...data,
    },
  });
  if (!saved.insertId) throw new Error(saved.text);
  return saved.insertId;
};
const linesOf = async (input: Omit<InputOf<typeof getPayMonth>, 'private'>) => {
  const { data } = await admin.call(getPayMonth, { private: 'all', ...input });
  return data?.providers.map(({ Provider, lines, late }) => [
    Provider,
    lines.map(({ category, half, rate, hours, amount }) => [category, half, rate, hours.total, amount]),
    late,
  ]);
};

it('hours are paid by category and half, in the month of calculation, at the rates of their days', async () => {
  const provider = await addProvider(server.site.pool, 'Okafor', { middle_name: 'Émile' });
  const rates = { HealthMaintenance: 0, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 18 };
  await admin.call(updatePerson, { id: provider, data: { providerPayRate: rates } });
  await bill(provider, [
    day('2026-11-03', '08:00', '12:00', { travel: 15 }),
    day('2026-11-17', '08:00', '10:00'),
  ]);
  await bill(provider, [day('2026-10-20', '08:00', '09:00')], { customDate: '2026-11' });
  // Billed in December, so it is paid then.
  await bill(provider, [day('2026-11-20', '20:00', '21:00')], { customDate: '2026-12' });
  // A raise typed into the record counts from today, a first rate for all days.
  await admin.call(updatePerson, { id: provider, data: { providerPayRate: { ...rates, 'PCP/RPCP': 19 } } });
  expect(await linesOf({ date: '2026-11', id: provider })).toEqual([
    [
      'Okafor, Pat É',
      [
        ['PCP/RPCP', 0, 1800, 425, 7650],
        ['PCP/RPCP', 1, 1800, 300, 5400],
      ],
      ['2026-10'],
    ],
  ]);
  expect(await linesOf({ date: '2026-12', id: provider })).toEqual([
    ['Okafor, Pat É', [['PCP/RPCP', 1, 1800, 100, 1800]], ['2026-11']],
  ]);
});

it('payroll shows the chosen group, and leaves out people without a paid hour', async () => {
  const [both, unpaid] = [
    await addProvider(server.site.pool, 'Both'),
    await addProvider(server.site.pool, 'Unpaid'),
  ];
  const own = await addClient(server.site.pool, 'Own', { private_client: true });
  await bill(both, [day('2026-09-03', '08:00', '09:00')]);
  await bill(both, [day('2026-09-03', '10:00', '12:00')], { client: own });
  await bill(unpaid, [day('2026-09-03', '08:00', '09:00', { payroll: false })]);
  const hoursIn = async (group: 'all' | 'private' | 'nonprivate') =>
    (await admin.call(getPayMonth, { date: '2026-09', private: group })).data?.providers.map(
      ({ Provider, lines }) => [Provider, lines.map(({ hours, rate }) => [hours.total, rate])],
    );
  expect(await hoursIn('all')).toEqual([['Both, Pat', [[300, null]]]]);
  expect(await hoursIn('private')).toEqual([['Both, Pat', [[200, null]]]]);
  expect(await hoursIn('nonprivate')).toEqual([['Both, Pat', [[100, null]]]]);
});

test('payroll is for admins only, describes the month, and is separate for each site', async () => {
  for (const role of ['user', 'provider', 'evv'] as const)
    expect(
      (await (await server.as(role)).call(getPayMonth, { date: '2026-11', private: 'all' })).status,
    ).toBe(403);
  const wrong = await admin.call(getPayMonth, { date: '2026-13', private: 'all' });
  expect([wrong.status, wrong.Info]).toEqual([400, 'Error: Wrong date, date format (YYYY-MM)']);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(getPayMonth, { date: '2026-11', private: 'all' })).data?.providers).toEqual([]);
});
