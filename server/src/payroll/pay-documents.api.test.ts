import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { grossOf } from '@homecare/domain/payroll/month.ts';
import { previewReport } from '@homecare/domain/reports/contract.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf.ts';
import {
  type MadeAgency,
  type MadeCard,
  type MadePlan,
  makeAgency,
  minutesOn,
  paidHoursOf,
  plannedOn,
} from '../../testing/report-agency.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen, tableIn } from '../../testing/workbook.ts';

/**
 * A year of pay (docs/rules/payroll.md, rule 21): page and documents are compared with each other, and with plain loops over the
 * list the agency was made from. Today is 11-20-2026; names are hostile.
 */

/** Minutes on each planned day of a made week. */
const TRAVEL = 10;
const MONTHS = monthsBetween('2025-12-01', '2026-11-30');
const TODAY = '2026-11-20';
const YEAR = { from: '2025-12', to: '2026-11' };

let server: TestServer;
let admin: Caller;
let agency: MadeAgency;
beforeAll(async () => {
  server = await testServer({ others: ['elsewhere'] });
  const { pool, secrets } = server.site;
  agency = await makeAgency(pool, MONTHS);
  await pool.query('update people set ssn_cipher = $1 where ssn_cipher is not null', [
    secrets.encrypt('123-45-6789'),
  ]);
  // Some have no rate for homemaker; all others got a raise within a half.
  await pool.query(`insert into pay_rates (provider_id, category, valid_from, rate)
    select id, category, valid_from::date, cents from people cross join lateral (values
      ('PCP/RPCP', null, 1800 + id % 7 * 25), ('HealthMaintenance', null, 1900),
      ('Homemaker', null, 1700), ('Homemaker', '2026-10-08', 1750)) as made (category, valid_from, cents)
    where kind = 'Provider' and (category <> 'Homemaker' or id % 3 > 0)`);
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const load = (file: string, query: Record<string, string>, caller = admin, host = 'localhost') =>
  server.app.inject({
    method: 'GET',
    url: `/homecare/api/Billing_generator/${file}.php?${new URLSearchParams(query)}`,
    headers: { host, cookie: caller.cookie ?? '' },
  });
const bookOf = async (file: string, query: Record<string, string>) => {
  const answer = await load(file, { ...query, export: 'xls' });
  expect(`${file} ${answer.statusCode}`).toBe(`${file} 200`);
  const { formulas } = await reopen(answer.rawPayload);
  return { ...(await tableIn(answer.rawPayload)), formulas: Object.values(formulas[0] ?? {}) };
};
const paper = async (file: string, query: Record<string, string>) => {
  const answer = await load(file, query);
  expect(answer.headers['content-type']).toBe('application/pdf');
  return (await readPdf(answer.rawPayload, 0.1)).map(({ text }) => text.replace(/\s+/g, ' '));
};

const sum = (values: readonly number[]) => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const isCalculatedIn = (from: string, to: string) => (card: MadeCard) =>
  from <= card.calculation && card.calculation <= to;
const paidIn = (from: string, to: string) =>
  sum(agency.cards.filter(isCalculatedIn(from, to)).map(paidHoursOf)) / 100;

const pageOf = async (date: string, group: 'all' | 'private' | 'nonprivate' = 'all') => {
  const { data, text } = await admin.call(getPayMonth, { date, private: group });
  if (!data) throw new Error(text);
  const all = data.providers.map((pay) => grossOf(pay));
  return {
    providers: data.providers,
    working: sum(all.map(({ straight }) => straight.hours.work)) / 100,
    travel: sum(all.map(({ straight }) => straight.hours.travel)) / 100,
    total: sum(all.map(({ straight }) => straight.hours.total)) / 100,
    amount: sum(all.map(({ straight }) => straight.amount)) / 100,
    overtime: sum(all.map(({ overtimeHours }) => overtimeHours ?? 0)) / 100,
    premium: sum(all.map(({ premium }) => premium ?? 0)) / 100,
    gross: sum(all.map(({ gross }) => gross)) / 100,
  };
};

describe('a year of pay', () => {
  test('is the same on the page, in List Monthly Report and in Month Report, month by month and in total', async () => {
    const pages: Awaited<ReturnType<typeof pageOf>>[] = [];
    for (const month of MONTHS) {
      const page = await pageOf(month);
      pages.push(page);
      expect(page.total).toBeCloseTo(paidIn(month, month), 6);
    }
    const year = (pick: (page: (typeof pages)[number]) => number) => sum(pages.map(pick));
    expect(year(({ premium }) => premium)).toBeGreaterThan(0);
    expect(year(({ gross }) => gross)).toBeCloseTo(
      year(({ amount }) => amount) + year(({ premium }) => premium),
      6,
    );

    const flat = await bookOf('FlatPayroll', YEAR);
    expect(flat.totals['Paid working']).toBeCloseTo(
      year(({ working }) => working),
      6,
    );
    expect(flat.totals['Paid travel']).toBeCloseTo(
      year(({ travel }) => travel),
      6,
    );
    expect(flat.totals['Paid total']).toBeCloseTo(
      year(({ total }) => total),
      6,
    );
    expect(number(flat.totals['1st paid total']) + number(flat.totals['2nd paid total'])).toBeCloseTo(
      number(flat.totals['Paid total']),
      6,
    );
    expect(flat.totals['Straight pay']).toBeCloseTo(
      year(({ amount }) => amount),
      6,
    );
    expect(flat.totals['Overtime hours']).toBeCloseTo(
      year(({ overtime }) => overtime),
      6,
    );
    expect(flat.totals['Overtime premium']).toBeCloseTo(
      year(({ premium }) => premium),
      6,
    );
    expect(flat.totals.Gross).toBeCloseTo(
      year(({ gross }) => gross),
      6,
    );

    const all = await bookOf('AllPayroll', YEAR);
    for (const title of ['Paid working', 'Paid travel', 'Paid total', 'Straight pay', 'Gross'])
      expect(all.totals[title]).toBeCloseTo(number(flat.totals[title]), 6);
    expect(all.totals['Paid hours']).toBeCloseTo(number(flat.totals['Paid total']), 6);
    expect(all.totals['Overtime hours']).toBeCloseTo(number(flat.totals['Overtime hours']), 6);
    expect(all.totals['Overtime premium']).toBeCloseTo(number(flat.totals['Overtime premium']), 6);
    // Hostile names stay text: the only formulas are the sums.
    for (const { formulas } of [flat, all])
      expect(formulas.every((formula) => formula.startsWith('SUM('))).toBe(true);
    expect(flat.rows.some(({ Provider }) => String(Provider).startsWith('=SUM(A1)'))).toBe(true);
  });

  test('is the same on the page and in all Provider Reports together', async () => {
    const pages = [];
    for (const month of MONTHS) pages.push(await pageOf(month));
    const ids = new Set(agency.cards.map(({ plan }) => plan.provider.id));
    const [paid, hours, gross] = [[], [], []] as [number[], number[], number[]];
    for (const id of ids) {
      const { totals, summary } = await bookOf('Provider', { ...YEAR, id: String(id) });
      paid.push(number(totals.Paid));
      const lineOf = (title: string) => summary.findIndex(({ A }) => A === title);
      const total = summary.slice(lineOf('Pay by category')).find(({ A }) => A === 'Total');
      hours.push(number(total?.F));
      gross.push(sum(summary.slice(lineOf('Gross') + 2).map(({ D }) => number(D))));
    }
    const total = sum(pages.map((page) => page.total));
    expect(sum(paid)).toBeCloseTo(total, 6);
    expect(sum(hours)).toBeCloseTo(total, 6);
    expect(sum(gross)).toBeCloseTo(sum(pages.map((page) => page.gross)), 6);
  });

  test('has the paid minutes of the cards: worked less what is not paid', async () => {
    const { rows } = await server.site.pool.query<{ month: string; hours: string }>(
      `select to_char(coalesce(custom_month, month), 'YYYY-MM') as month, sum(
          round((working_minutes - no_payroll_working_minutes) / 60.0, 2)
          + round((travel_minutes - no_payroll_travel_minutes) / 60.0, 2)) as hours
        from work where deleted is null group by 1 order by 1`,
    );
    expect(rows.map(({ month }) => month)).toEqual(MONTHS);
    for (const { month, hours } of rows) expect((await pageOf(month)).total).toBeCloseTo(Number(hours), 6);
  });

  test('has lines of printed hours × rate, and no rate pays nothing', async () => {
    const { rows } = await bookOf('AllPayroll', YEAR);
    const lines = rows.filter(({ Line }) => Line === 'Pay');
    for (const { 'Paid hours': Hours, Rate, 'Straight pay': Amount } of lines)
      expect(Math.round(number(Amount) * 100)).toBe(
        Math.round(Math.round(number(Hours) * 100 * number(Rate) * 100) / 100),
      );
    const unpaid = lines.filter(({ Rate }) => Rate === 'no rate');
    expect(unpaid.length).toBeGreaterThan(0);
    expect(unpaid.every((line) => line['Straight pay'] === 0)).toBe(true);
    // The raise on 10-08 splits October's first half.
    const october = await bookOf('AllPayroll', { month: '2026-10' });
    const rates = october.rows
      .filter((row) => row.Line === 'Pay' && row.Category === 'Homemaker' && row.Half === '1st half')
      .map(({ Rate }) => Rate);
    expect(new Set(rates)).toEqual(new Set(['no rate', 17, 17.5]));
  });

  test('adds up over groups of clients, without overtime', async () => {
    const [own, others, all] = [
      await pageOf('2026-10', 'private'),
      await pageOf('2026-10', 'nonprivate'),
      await pageOf('2026-10'),
    ];
    expect(own.total + others.total).toBeCloseTo(all.total, 6);
    expect(own.providers.every(({ overtime }) => overtime === null)).toBe(true);
    const { totals } = await bookOf('FlatPayroll', { month: '2026-10', private: 'private' });
    expect(totals['Paid total']).toBeCloseTo(own.total, 6);
    expect((await paper('FlatPayroll', { month: '2026-10', private: 'private' }))[0]).toContain(
      'Overtime is calculated across all clients',
    );
  });
});

test('the printed payroll starts with problems, lists halves and overtime by provider, and has a line for approval', async () => {
  const pages = await paper('AllPayroll', { from: '2026-11-01', to: '2026-11-30' });
  expect(pages[0]).toMatch(/no rate for Homemaker, \d+\.\d\d h are not paid/);
  const words = pages.join(' ');
  for (const word of ['1st half', '2nd half', 'Together', 'late 2026-10']) expect(words).toContain(word);
  // Each page is signed separately.
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toMatch(/Approved by Date/);
  const flat = (await paper('FlatPayroll', { month: '2026-11' })).join(' ');
  expect(flat).toContain('no rate');
  expect(flat).toContain('***-**-00');
  expect(flat).not.toContain('123-45-6789');
  const provider = agency.cards.find(({ calculation }) => calculation === '2026-11')?.plan.provider.id ?? 0;
  const report = (await paper('Provider', { month: '2026-11', id: String(provider) })).join(' ');
  for (const word of ['Pay by category', 'Gross', 'Straight pay']) expect(report).toContain(word);
});

test('Est. Payroll counts cards, work without a card, and days ahead, but no missed days', async () => {
  const { rows, totals } = await bookOf('EstPayroll', { month: '2026-11' });
  const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);
  const hoursOf = (plan: MadePlan, days: readonly string[]) =>
    hundredths(sum(days.map((day) => minutesOn(plan, day)))) + hundredths(days.length * TRAVEL);
  const served = agency.cards.filter(({ month }) => month === '2026-11');
  let [planned, worked, rest] = [0, 0, 0];
  for (const plan of agency.plans) {
    const days = plannedOn(plan, '2026-11-01', '2026-11-30');
    const card = served.find((one) => one.plan.id === plan.id);
    planned += hoursOf(plan, days);
    const open = days.filter((day) => !card || day < card.from || day > card.through);
    const isDone = (day: string) =>
      agency.visits.some((visit) => visit.plan === plan && visit.date === day && visit.status === 'Complete');
    // A missed day is neither, because nobody is paid for it.
    const isExempt = plan.excluded !== null;
    worked += hoursOf(
      plan,
      open.filter((day) => (isExempt ? day <= TODAY : isDone(day))),
    );
    rest += hoursOf(
      plan,
      open.filter((day) => (isExempt ? day > TODAY : day >= TODAY)),
    );
  }
  expect(totals['Planned with travel']).toBeCloseTo(planned / 100, 6);
  expect(totals['Worked, no card']).toBeCloseTo(worked / 100, 6);
  expect(totals['Rest by plan']).toBeCloseTo(rest / 100, 6);
  expect(planned).toBeGreaterThan(worked + rest);
  expect(totals['Carded hours']).toBeCloseTo(sum(served.map(paidHoursOf)) / 100, 6);
  for (const row of rows) {
    expect(row['Est. hours']).toBeCloseTo(
      number(row['Carded hours']) + number(row['Worked, no card']) + number(row['Rest by plan']),
      6,
    );
    expect(row['Est. pay']).toBeCloseTo(number(row['Est. straight pay']) + number(row['Est. overtime']), 6);
    expect(row.Difference).toBeCloseTo(number(row['Est. pay']) - number(row['Its pay']), 6);
    expect(row['Closed month']).toBe('2026-10');
  }
  const { providers } = await pageOf('2026-10');
  const listed = new Set(rows.map(({ Provider }) => Provider));
  const closed = providers.filter((pay) => listed.has(pay.Provider)).map((pay) => grossOf(pay).gross / 100);
  expect(totals['Its pay']).toBeCloseTo(sum(closed), 6);
  expect((await paper('EstPayroll', { month: '2026-11' })).join(' ')).toContain(
    'A missed day is in neither and is not estimated.',
  );
});

test('Secure Saving shows the month’s gross pay to admins only', async () => {
  const ask = async (caller: Caller) =>
    (await caller.call(previewReport, { file: 'SecureSaving', month: '2026-10' })).data;
  const seen = await ask(admin);
  const at = (title: string) => seen?.columns.findIndex((column) => column.title === title) ?? -1;
  const { providers } = await pageOf('2026-10');
  for (const row of seen?.rows ?? []) {
    const pay = providers.find(({ ID }) => String(ID) === row[at('Provider ID')]);
    expect(row[at('Gross')]).toBe(pay ? grossOf(pay).gross : 0);
  }
  expect(seen?.rows.some((row) => number(row[at('Gross')]) > 0)).toBe(true);
  expect((await ask(await server.as('user')))?.columns.some(({ title }) => title === 'Gross')).toBe(false);
});

describe('New or Return Employee Forms', () => {
  const span = { from: '2026-01', to: '2026-11' };
  test('have a sheet for everyone hired or returned in the months', async () => {
    const isIn = (day: string | null) => day !== null && day >= '2026-01-01' && day <= '2026-11-30';
    const { rows, formulas } = await bookOf('NewEpmPayroll', span);
    const formsOf = (form: string) => rows.filter((row) => row.Form === form).map(({ ID }) => ID);
    const made = (pick: (person: MadeAgency['providers'][number]) => string | null) =>
      agency.providers.filter((person) => isIn(pick(person))).map(({ id }) => id);
    expect(formsOf('New').toSorted()).toEqual(made(({ start }) => start).toSorted());
    expect(formsOf('Return').toSorted()).toEqual(made(({ returned }) => returned).toSorted());
    expect(formulas).toEqual([]);
    expect(rows.some((row) => row['SSI #'] === '123-45-6789')).toBe(true);
    const pages = await paper('NewEpmPayroll', span);
    expect(pages.filter((page) => page.includes('Routing number'))).toHaveLength(rows.length);
    expect(pages[0]).toContain(`${rows.length} forms`);
  });
  test('are logged as sensitive, and empty if nobody was hired', async () => {
    await paper('NewEpmPayroll', span);
    const { rows } = await server.site.pool.query<{ sensitive: boolean }>(
      `select sensitive from document_log where kind = 'New or Return Employee Forms' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ sensitive: true }]);
    expect((await paper('NewEpmPayroll', { month: '2020-01' }))[0]).toContain('No records for the chosen');
  });
});

test('pay documents are for admins, need a month and a provider, and show only their own site', async () => {
  const site = server.siteNamed('elsewhere');
  const elsewhere = await server.as('admin', { site });
  for (const file of ['FlatPayroll', 'AllPayroll', 'EstPayroll', 'NewEpmPayroll', 'Provider']) {
    const asked = { month: '2026-11', ...(file === 'Provider' && { id: '1' }) };
    for (const role of ['user', 'provider', 'evv'] as const)
      expect((await load(file, asked, await server.as(role))).statusCode).toBe(403);
    const answer = await load(file, {});
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Please select month');
    expect((await load(file, { month: '2026-11-31', from: '' })).statusCode).toBe(400);
    const other = await load(file, { ...asked, export: 'xls' }, elsewhere, site.hosts[0]);
    if (file === 'Provider') expect(other.statusCode).toBe(404);
    else expect((await reopen(other.rawPayload)).rows[0]).toHaveLength(2);
  }
  expect((await load('Provider', { month: '2026-11' })).body).toContain('Please select provider');
});
