import { updateWork } from '@homecare/domain/billing/contract.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { served as day } from '@homecare/domain/billing/testing/served.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import type { PayPeriodRule } from '@homecare/domain/payroll/pay-rules.ts';
import * as calls from '@homecare/domain/payroll/run-contract.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { beforeAll, expect, test } from 'vitest';
import { type BilledCard, billCard } from '../../testing/billed-card.ts';
import { addProvider } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { loadProviderPay } from '../books/due-pay.ts';
import { Scope } from '../platform/auth/scope.ts';

/** Two-week periods across the end of a month, from the setting to a run's correction. Today is 12-02-2026. */

let server: TestServer;
let admin: Caller;
let november: BilledCard;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  const provider = await addProvider(server.site.pool, 'Okafor', { first_name: 'Ada' });
  const rates = { HealthMaintenance: 0, Homemaker: 17, 'Medicaid 131': 0, 'PCP/RPCP': 18 };
  await admin.call(updatePerson, { id: provider, data: { providerPayRate: rates } });
  const work = (dates: readonly string[]): CardDay[] => dates.map((date) => day(date, '08:00', '18:00'));
  // 42 hours from 10-25 to 10-31, and 2 hours on 11-01, a Sunday, on which the next workweek begins.
  const october = work(['2026-10-20', '2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29']);
  await billCard(server.site.pool, admin, provider, [...october, day('2026-10-30', '08:00', '10:00')]);
  november = await billCard(server.site.pool, admin, provider, [
    day('2026-11-01', '08:00', '10:00'),
    day('2026-11-09', '08:00', '12:00'),
  ]);
  return () => server.stop();
});

const savePeriods = async (periods: PayPeriodRule[], by = admin) => {
  const rev = (await admin.call(calls.getPayRules, {})).data?.rev ?? 0;
  return by.call(calls.savePayRules, { rules: { ...COLORADO_PAY_RULES, periods }, rev });
};
const exportRun = (more: Record<string, string>) =>
  admin.raw({
    method: 'POST',
    url: '/homecare/api/Billing_generator/ExportPayroll.php',
    payload: { from: '2026-11', to: '2026-11', ...more },
  });
const TWO_WEEKS: PayPeriodRule[] = [{ validFrom: '2026-10-25', length: 'twoWeeks' }];

test('an admin sets pay periods, and each site has its own', async () => {
  expect((await savePeriods(TWO_WEEKS, await server.as('user'))).status).toBe(403);
  expect((await savePeriods(TWO_WEEKS)).status).toBe(200);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(calls.getPayRules, {})).data?.rules.periods).toEqual([]);
});

test('the page lists the parts of the month', async () => {
  const { data } = await admin.call(getPayMonth, { date: '2026-11', private: 'all' });
  expect(data?.periods.map(({ from, through }) => `${from} ${through}`)).toEqual([
    '2026-11-01 2026-11-07',
    '2026-11-08 2026-11-21',
    '2026-11-22 2026-11-30',
  ]);
  expect(data?.providers[0]?.lines.map(({ half, hours }) => [half, hours.total])).toEqual([
    [0, 200],
    [1, 400],
  ]);
});

test('halves can no longer be exported, a period can, with one row across the end of the month', async () => {
  const refused = await exportRun({ half: 'both' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Choose a pay period')]);
  const made = await exportRun({ period: '2026-10-25' });
  expect([made.status, made.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('payroll_2026-11_2026-10-25_1.csv'),
  ]);
  const [head = '', row = '', ...others] = made.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(others).toEqual([]);
  const cells = row.slice(1, -1).split('","');
  const values = new Map(
    head
      .slice(1, -1)
      .split('","')
      .map((name, at) => [name, cells[at]]),
  );
  expect(
    ['kind', 'period_start', 'period_end', 'total_hours', 'overtime_hours', 'straight_amount'].map((name) =>
      values.get(name),
    ),
  ).toEqual(['Pay', '2026-10-25', '2026-11-07', '44.00', '2.00', '792.00']);
});

test('a run shows its days, and its totals equal those of its file', async () => {
  const { data } = await admin.call(calls.getRun, { number: 1 });
  expect(data).toMatchObject({
    month: '2026-11',
    period: { from: '2026-10-25', through: '2026-11-07' },
    pay: { rows: 1, hours: 4_400, straight: 79_200, premium: 1_800 },
  });
  expect(data?.lines).toHaveLength(1);
});

test('what was paid keeps its days; later periods may change', async () => {
  const moved = await savePeriods([{ validFrom: '2026-10-26', length: 'week' }]);
  expect([moved.status, moved.Info]).toEqual([400, expect.stringContaining('was exported')]);
  expect((await savePeriods([])).status).toBe(400);
  const later: PayPeriodRule = { validFrom: '2026-11-22', length: 'halves' };
  expect((await savePeriods([...TWO_WEEKS, later])).status).toBe(200);
});

test('a later change is a correction of the period in the next run', async () => {
  await admin.call(updateWork, {
    id: november.id,
    data: { days: [day('2026-11-01', '08:00', '11:00'), day('2026-11-09', '08:00', '12:00')] },
  });
  const { data } = await admin.call(calls.previewRun, {
    date: '2026-11',
    half: 'both',
    period: '2026-11-08',
    layout: 'own',
  });
  expect(data?.rows.map(({ kind, period, now, old }) => [kind, period?.from, old, now])).toEqual([
    ['Pay', '2026-11-08', 0, 400],
    ['Correction', '2026-10-25', 200, 300],
  ]);
});

test('a period across the end of a month is exported whole; records missing at the run become a correction', async () => {
  expect((await savePeriods(TWO_WEEKS)).status).toBe(200);
  const { pool } = server.site;
  const provider = await addProvider(pool, 'Quaye', { first_name: 'Efua' });
  const rates = { HealthMaintenance: 0, Homemaker: 17, 'Medicaid 131': 0, 'PCP/RPCP': 18 };
  await admin.call(updatePerson, { id: provider, data: { providerPayRate: rates } });
  await billCard(pool, admin, provider, [day('2026-11-23', '08:00', '10:00')]);
  expect((await exportRun({ period: '2026-11-22' })).status).toBe(200);
  // December is saved after the run that paid through the 5th.
  const december = { startPeriod: '2026-12-01', endPeriod: '2026-12-31', date: '2026-12' };
  await billCard(pool, admin, provider, [day('2026-12-01', '08:00', '11:00')], december);
  const next = await admin.call(calls.previewRun, {
    date: '2026-12',
    half: 'both',
    period: '2026-12-06',
    layout: 'own',
  });
  const own = next.data?.rows.filter(({ providerId }) => providerId === provider) ?? [];
  expect(own.map(({ kind, period, old, now }) => [kind, period?.from, old, now])).toEqual([
    ['Correction', '2026-11-22', 0, 300],
  ]);
  // The books find it with arithmetic of their own, as what the next run corrects.
  const scope = await Scope.startJob(server.site, 'books');
  const asked = { months: ['2026-12'], ids: [provider] };
  const found = await server.site.db.transaction().execute((tx) => loadProviderPay(tx, scope, asked));
  expect(
    found[0]?.parts.map(({ due, exported, isWatched }) => [due.hours, exported?.hours, isWatched]),
  ).toEqual([[300, 0, true]]);
});

test('what an earlier release left out is a correction of the next run; anything else no run has considered belongs to its period', async () => {
  const { pool } = server.site;
  const provider = await addProvider(pool, 'Sowah', { first_name: 'Kojo' });
  await pool.query(
    `insert into pay_rates (provider_id, category, valid_from, rate, set_by, set_at)
    values ($1, 'PCP/RPCP', null, 1800, 'T.', '2026-01-01')`,
    [provider],
  );
  await billCard(pool, admin, provider, [day('2026-12-02', '00:00', '02:00')], {
    ...{ startPeriod: '2026-12-01', endPeriod: '2026-12-31', date: '2026-12' },
  });
  /** Saved before the last run, which took its part of the period for not exported. */
  const saveLongAgo = (...days: CardDay[]) =>
    pool.query(`update work set modified = '2026-11-20', days = $2 where provider_id = $1`, [
      provider,
      JSON.stringify(days),
    ]);
  await saveLongAgo(day('2026-12-02', '00:00', '02:00'));
  await pool.query(`alter table payroll_runs disable trigger user; update payroll_runs set whole_periods = false;
    alter table payroll_runs enable trigger user`);
  const scope = await Scope.startJob(server.site, 'books');
  const inBooks = async () => {
    const asked = { months: ['2026-12'], ids: [provider] };
    const found = await server.site.db.transaction().execute((tx) => loadProviderPay(tx, scope, asked));
    return found[0]?.parts.map(({ due, exported, isWatched }) => [due.hours, exported?.hours, isWatched]);
  };
  const corrected = async (period: string) => {
    const asked = { date: '2026-12', half: 'both', period, layout: 'own' } as const;
    const { data } = await admin.call(calls.previewRun, asked);
    return data?.rows.flatMap((row) =>
      row.providerId === provider ? [[row.kind, row.period?.from, row.old, row.now]] : [],
    );
  };
  expect(await inBooks()).toEqual([[200, 0, true]]);
  expect(await corrected('2026-12-06')).toEqual([['Correction', '2026-11-22', 0, 200]]);
  expect((await exportRun({ from: '2026-12', to: '2026-12', period: '2026-12-06' })).status).toBe(200);
  expect(await inBooks()).toEqual([[200, 200, false]]);
  expect(await corrected('2026-12-06')).toEqual([]);

  await saveLongAgo(day('2026-12-02', '00:00', '03:00'));
  expect(await inBooks()).toEqual([[300, 200, false]]);
  expect(await corrected('2026-11-22')).toEqual([['Correction', '2026-11-22', 200, 300]]);
  expect((await exportRun({ from: '2026-12', to: '2026-12', period: '2026-11-22' })).status).toBe(200);
  expect(await inBooks()).toEqual([[300, 300, false]]);
});
