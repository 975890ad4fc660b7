import { weekdayOf } from '@homecare/domain/calendar.ts';
import { previewReport } from '@homecare/domain/reports/contract.ts';
import type { ReportFile } from '@homecare/domain/reports/list.ts';
import type { CellValue, ReportPreview } from '@homecare/domain/reports/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  lastOf,
  lengthOf,
  type MadeAgency,
  type MadeCard,
  type MadePerson,
  type MadePlan,
  makeAgency,
  minutesOn,
  paidHoursOf,
  plannedOn,
  unitsOf,
} from '../platform/testing/report-agency.ts';
import { type Caller, type TestServer, testServer } from '../platform/testing/server.ts';

/** The figures of each report against plain loops over the lists that the agency was made from. Today is 2026-11-20. */

let server: TestServer;
let admin: Caller;
let agency: MadeAgency;
beforeAll(async () => {
  server = await testServer();
  agency = await makeAgency(server.site.pool);
  const { secrets } = server.site;
  await server.site.pool.query('update people set ssn_cipher = $1 where ssn_cipher is not null', [
    secrets.encrypt('123-45-6789'),
  ]);
  admin = await server.as('admin');
}, 60_000);
afterAll(() => server.stop());

const ask = async (
  file: ReportFile,
  input: Record<string, string>,
  caller = admin,
): Promise<ReportPreview> => {
  const { data, text } = await caller.call(previewReport, { file, ...input });
  if (!data) throw new Error(`${file}: ${text}`);
  return data;
};
const columnOf = (report: ReportPreview, title: string): CellValue[] => {
  const at = report.columns.findIndex((column) => column.title === title);
  expect(`${title} ${at >= 0}`).toBe(`${title} true`);
  return report.rows.map((row) => row[at] ?? null);
};
const totalOf = (report: ReportPreview, title: string) =>
  report.totals[report.columns.findIndex((column) => column.title === title)];
const sum = (values: readonly number[]) => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);
const sorted = (values: readonly CellValue[]) => values.map(String).toSorted();

const isActive = ({ start, archived, returned }: MadePerson, day: string) => {
  const from = archived !== null && returned !== null && returned > archived ? returned : start;
  return from <= day && (archived === null || day < archived || from === returned);
};
const runs = ({ start, end }: MadePlan, day: string) => start <= day && (end === null || day < end);
const weekOf = ({ week }: MadePlan) =>
  hundredths(sum(Object.values(week).map(([start, end]) => lengthOf({ start, end }))));
const ofMonth = (month: string) => agency.cards.filter((card) => card.month === month);
const amountOf = (card: MadeCard) => unitsOf(card) * card.rate;

describe('people', () => {
  test('Client Start Of Care: everybody whose care began in the range', async () => {
    const report = await ask('ClientStartOfCare', {
      dateFrom: '2025-03-01',
      dateTo: '2026-06-30',
      type: 'private',
    });
    const made = agency.clients.filter(
      ({ start, isPrivate }) => isPrivate && start >= '2025-03-01' && start <= '2026-06-30',
    );
    expect(sorted(columnOf(report, 'Name'))).toEqual(sorted(made.map(({ name }) => name)));
    expect(columnOf(report, 'StartOfCare')).toEqual(made.map(({ start }) => start).toSorted());
    const months = new Map<string, number>();
    for (const { start } of made) months.set(start.slice(0, 7), (months.get(start.slice(0, 7)) ?? 0) + 1);
    expect(report.summaries[0]?.rows).toEqual([...months].toSorted());
  });

  test('Clients Active and Providers Active on the last day of October', async () => {
    const day = '2026-10-31';
    for (const [file, people, keyOf] of [
      ['ClientsActive', agency.clients, ({ client }: MadePlan) => client.id],
      ['ProvidersActive', agency.providers, ({ provider }: MadePlan) => provider.id],
    ] as const) {
      const report = await ask(file, { date: day });
      const active = people.filter((person) => isActive(person, day));
      expect(sorted(columnOf(report, 'Name'))).toEqual(sorted(active.map(({ name }) => name)));
      const plans = agency.plans.filter(
        (plan) => runs(plan, day) && active.some(({ id }) => id === keyOf(plan)),
      );
      expect(totalOf(report, 'Hours a week')).toBe(sum(plans.map(weekOf)));
    }
  });

  test('Providers Start: the first plan and the first paid day', async () => {
    const report = await ask('ProvidersStart', { dateFrom: '2024-01-01', dateTo: '2026-12-31' });
    const days = agency.providers.map(({ id, name }) => {
      const paid = agency.cards
        .filter(({ plan }) => plan.provider.id === id)
        .flatMap((card) => card.days.filter(({ payroll }) => payroll).map(({ date }) => date));
      const plans = agency.plans.filter(({ provider }) => provider.id === id).map(({ start }) => start);
      return [name, plans.toSorted()[0] ?? null, paid.toSorted()[0] ?? null];
    });
    const rows = columnOf(report, 'Name').map((name, n) => [
      name,
      columnOf(report, 'First plan')[n],
      columnOf(report, 'First paid day')[n],
    ]);
    expect(rows.map(String).toSorted()).toEqual(days.map(String).toSorted());
  });

  test('Providers Return: who came back in the range', async () => {
    const report = await ask('ProvidersReturn', { dateFrom: '2026-01-01', dateTo: '2026-12-31' });
    const made = agency.providers.filter(({ returned }) => returned !== null);
    expect(sorted(columnOf(report, 'Return Date'))).toEqual(sorted(made.map(({ returned }) => returned)));
  });

  test('Vaccination and Flu Shot', async () => {
    const there = agency.providers.filter((person) => isActive(person, '2026-11-20'));
    const report = await ask('Vaccination', { vac: '0' });
    const none = there.filter(({ vaccine }) => vaccine === null || vaccine === '0');
    expect(sorted(columnOf(report, 'Name'))).toEqual(sorted(none.map(({ name }) => name)));
    const season = agency.providers.filter(
      ({ start, archived, returned }) =>
        start <= '2026-03-31' &&
        (archived === null || archived > '2025-10-01' || (returned !== null && returned > archived)),
    );
    const flu = await ask('FluShot', { vac: '1', year: '2025' });
    const shot = season.filter((one) => one.shot !== null && one.shot >= '2025-07' && one.shot <= '2026-06');
    expect(sorted(columnOf(flu, 'Name'))).toEqual(sorted(shot.map(({ name }) => name)));
    expect(flu.summaries[0]?.rows).toEqual([
      ['Yes', shot.length, Math.round((shot.length * 1000) / season.length)],
    ]);
  });

  test('Birthdays of November, and who is in the Secure Saving roster', async () => {
    const report = await ask('Birthdays', { month: '2026-11' });
    const born = [...agency.clients, ...agency.providers].filter(
      ({ dob, archived }) => dob.slice(5, 7) === '11' && archived === null,
    );
    expect(sorted(columnOf(report, 'Name'))).toEqual(sorted(born.map(({ name }) => name)));
    const roster = await ask('SecureSaving', { month: '2026-11' });
    const eligible = agency.providers.filter((one) => {
      const since = one.returned !== null && one.returned > one.start ? one.returned : one.start;
      return isActive(one, '2026-11-30') && since <= '2026-06-03' && one.dob <= '2008-11-30';
    });
    expect(sorted(columnOf(roster, 'Provider ID'))).toEqual(sorted(eligible.map(({ id }) => String(id))));
    const whole = columnOf(roster, 'SSI #').filter((ssn) => ssn !== null);
    expect(whole.length).toBe(eligible.filter(({ hasSsn }) => hasSsn).length);
    expect(new Set(whole)).toEqual(new Set(['123-45-6789']));
    const seen = columnOf(await ask('SecureSaving', { month: '2026-11' }, await server.as('user')), 'SSI #');
    expect(seen.filter((ssn) => ssn !== null).every((ssn) => /^\*\*\*-\*\*-00\d\d$/.test(String(ssn)))).toBe(
      true,
    );
  });
});

describe('hours, units and money', () => {
  test('Clients Hours of the last quarter: billed by month of service, planned, difference', async () => {
    const report = await ask('ClientsHours', { year: '2026', quater: '4', type: 'nonprivate' });
    const isIn = ({ client }: MadePlan) => !client.isPrivate;
    const billed = (month: string) =>
      sum(
        ofMonth(month)
          .filter(({ plan }) => isIn(plan))
          .map((card) => unitsOf(card) * 25),
      );
    expect(['2026-10', '2026-11', '2026-12'].map((month) => totalOf(report, month))).toEqual([
      billed('2026-10'),
      billed('2026-11'),
      0,
    ]);
    // Planned minutes are rounded once for each line: client and code.
    const lines = new Map<string, number>();
    for (const plan of agency.plans.filter(isIn)) {
      const key = `${plan.client.id} ${plan.code}`;
      const minutes = sum(plannedOn(plan, '2026-10-01', '2026-12-31').map((date) => minutesOn(plan, date)));
      lines.set(key, (lines.get(key) ?? 0) + minutes);
    }
    expect(totalOf(report, 'Planned')).toBe(sum([...lines.values()].map(hundredths)));
  });

  test('Billed Yearly Units: months, denied apart, and what a PAR year has used', async () => {
    const report = await ask('BilledYearlyUnits', { year: '2026', type: 'all' });
    const good = agency.cards.filter(({ status }) => status !== 'Denied');
    const ofOctober = good.filter(({ month }) => month === '2026-10');
    expect(totalOf(report, 'Oct')).toBe(sum(ofOctober.map(unitsOf)));
    expect(totalOf(report, 'Total')).toBe(sum(good.map(unitsOf)));
    expect(totalOf(report, 'Denied')).toBe(
      sum(agency.cards.filter(({ status }) => status === 'Denied').map(unitsOf)),
    );
    const used = agency.clients
      .filter(({ units }) => units !== null)
      .map(({ id, parExpiration }) => {
        const last = parExpiration ?? '2026-12-31';
        const first = Temporal.PlainDate.from(last).subtract({ years: 1 }).add({ days: 1 }).toString();
        const own = good.filter(({ plan }) => plan.client.id === id && plan.code === 'PCP');
        // Running units to the last day less those to the first.
        const until = (card: MadeCard, day: string) =>
          unitsOf({ days: card.days.filter(({ date }) => date <= day) });
        const before = Temporal.PlainDate.from(first).subtract({ days: 1 }).toString();
        return sum(own.map((card) => until(card, last) - until(card, before)));
      });
    expect(totalOf(report, 'Used')).toBe(sum(used));
    expect(totalOf(report, 'Authorised')).toBe(sum(agency.clients.map(({ units }) => units ?? 0)));
  });

  test('Denied Billing from September to October, with its amounts', async () => {
    const report = await ask('DeniedBilling', { from: '2026-09-01', to: '2026-10-31' });
    const denied = agency.cards.filter(({ status, month }) => status === 'Denied' && month < '2026-11');
    expect(report.count).toBe(denied.length);
    expect(totalOf(report, 'Amount')).toBe(sum(denied.map(amountOf)));
    expect(sum((report.summaries[0]?.rows ?? []).map((row) => Number(row[3])))).toBe(
      sum(denied.map(amountOf)),
    );
    expect(new Set(columnOf(report, 'Days open'))).toEqual(new Set([10]));
  });

  test('Statistic Report of 2026: units, amounts, visits, and people that add up', async () => {
    const report = await ask('Statistic', { year: '2026' });
    expect(columnOf(report, 'Month').at(-1)).toBe('2026-11');
    expect(totalOf(report, 'Units')).toBe(sum(agency.cards.map(unitsOf)));
    expect(totalOf(report, 'Amount')).toBe(sum(agency.cards.map(amountOf)));
    for (const status of ['Paid', 'Denied'])
      expect(totalOf(report, status)).toBe(
        sum(agency.cards.filter((card) => card.status === status).map(amountOf)),
      );
    expect(totalOf(report, 'Visits planned')).toBe(agency.visits.length);
    expect(totalOf(report, 'Visits Complete')).toBe(
      agency.visits.filter(({ status }) => status === 'Complete').length,
    );
    const october = columnOf(report, 'Month').indexOf('2026-10');
    expect(columnOf(report, 'Clients served')[october]).toBe(
      new Set(ofMonth('2026-10').map(({ plan }) => plan.client.id)).size,
    );
    expect(columnOf(report, 'Clients closing')[october]).toBe(
      agency.clients.filter((client) => isActive(client, '2026-10-31')).length,
    );
    for (const who of ['Clients', 'Providers'])
      columnOf(report, 'Month').forEach((_, n) => {
        const of = (what: string) => Number(columnOf(report, `${who} ${what}`)[n]);
        expect(of('opening') + of('new') + of('returned') - of('left')).toBe(of('closing'));
      });
  });

  test('Hours Worked Billed Paid of November, plan by plan', async () => {
    const report = await ask('HoursCompare', { month: '2026-11' });
    const worked = agency.plans
      .filter(({ excluded }) => excluded === null)
      .map(({ id }) =>
        hundredths(sum(agency.visits.filter(({ plan }) => plan.id === id).map(({ minutes }) => minutes))),
      );
    expect(totalOf(report, 'Worked')).toBe(sum(worked));
    expect(totalOf(report, 'Billed')).toBe(sum(ofMonth('2026-11').map((card) => unitsOf(card) * 25)));
    expect(totalOf(report, 'Paid')).toBe(sum(ofMonth('2026-11').map(paidHoursOf)));
    expect(totalOf(report, 'Planned')).toBe(
      sum(
        agency.plans.map((plan) =>
          hundredths(sum(plannedOn(plan, '2026-11-01', '2026-11-30').map((date) => minutesOn(plan, date)))),
        ),
      ),
    );
    const exempt = columnOf(report, 'Mark').filter((mark) => mark === 'exempt').length;
    const lines = agency.plans.filter(
      (plan) => plan.excluded !== null && plannedOn(plan, '2026-11-01', '2026-11-30').length > 0,
    );
    expect(exempt).toBeGreaterThanOrEqual(lines.length);
  });

  test('Month Overview of October: its weeks add up to the month, by status too', async () => {
    const report = await ask('MonthOverview', { month: '2026-10' });
    const cards = ofMonth('2026-10');
    expect(report.count).toBe(5);
    expect(totalOf(report, 'Paid')).toBe(sum(cards.map(paidHoursOf)));
    for (const status of ['Billed', 'Paid', 'Denied', 'PartPaid', 'Pending'])
      expect(totalOf(report, `${status} amount`)).toBe(
        sum(cards.filter((card) => card.status === status).map(amountOf)),
      );
  });
});

describe('timesheets, plans and visits', () => {
  /** Halves of October with a planned day; all of them are over. */
  const halves = () =>
    agency.plans.flatMap((plan) =>
      [0, 1].flatMap((period) => {
        const days = plannedOn(
          plan,
          period === 0 ? '2026-10-01' : '2026-10-16',
          period === 0 ? '2026-10-15' : '2026-10-31',
        );
        const key = `${plan.id} 2026-10 ${period}`;
        const isCovered = ofMonth('2026-10').some(
          (card) => card.plan.id === plan.id && days.some((day) => card.from <= day && day <= card.through),
        );
        return days.length > 0 ? [{ plan, days, key, isCovered, came: agency.scans.has(key) }] : [];
      }),
    );

  test('Missing TS, No Billed TS and Office Timesheets', async () => {
    const missing = halves().filter(({ came }) => !came);
    const report = await ask('MissingTS', { month: '2026-10' });
    expect(sorted(columnOf(report, 'Plan'))).toEqual(sorted(missing.map(({ plan }) => String(plan.id))));
    expect(totalOf(report, 'Planned days')).toBe(sum(missing.map(({ days }) => days.length)));
    const unbilled = await ask('NoBilledTS', { month: '2026-10' });
    expect(sorted(columnOf(unbilled, 'Plan'))).toEqual(
      sorted(
        halves()
          .filter(({ came, isCovered }) => came && !isCovered)
          .map(({ plan }) => String(plan.id)),
      ),
    );
    const office = await ask('OfficeTimesheets', { month: '2026-10' });
    const came = halves().filter((half) => half.came);
    expect(office.summaries[0]?.rows).toEqual([
      ['Expected', halves().length],
      ['Received', came.length],
      ['With errors', came.filter(({ key }) => agency.codes.has(key)).length],
      ['Original missing', came.filter(({ key }) => agency.codes.get(key)?.includes(6)).length],
      ['Missing', missing.length],
    ]);
  });

  test('Care Plan Expiration: active plans from 11 months on', async () => {
    const report = await ask('CarePlanExpiration', {});
    const old = agency.plans.filter(({ start, end }) => end === null && start <= '2025-12-30');
    expect(sorted(columnOf(report, 'Plan'))).toEqual(sorted(old.map(({ id }) => String(id))));
    expect(columnOf(report, 'State').filter((state) => state === 'Expired').length).toBe(
      old.filter(({ start }) => start <= '2025-11-30').length,
    );
  });

  test('Excluded and Not excluded Care Plan By Day are together all plans of the day', async () => {
    for (const [day, date] of [
      ['Tuesday', '2026-11-10'],
      ['Friday', '2026-11-20'],
    ] as const) {
      const weekday = weekdayOf(Temporal.PlainDate.from(date));
      const planned = agency.plans.filter((plan) => plannedOn(plan, date, date).length > 0);
      const of = async (file: ReportFile) => ask(file, { day, date });
      const [excluded, others] = [await of('ExcludedByDay'), await of('NotExcludedByDay')];
      expect([excluded.count, others.count]).toEqual([
        planned.filter((plan) => plan.excluded !== null).length,
        planned.filter((plan) => plan.excluded === null).length,
      ]);
      expect(columnOf(excluded, 'Time In')).toEqual(
        planned
          .filter((plan) => plan.excluded !== null)
          .map(({ week }) => week[weekday]?.[0])
          .toSorted(),
      );
    }
  });

  test('Visits By Month: Complete + Active + missed + ahead = planned', async () => {
    const report = await ask('VisitsByMonth', { month: '2026-11' });
    const count = (is: (visit: MadeAgency['visits'][number]) => boolean) => agency.visits.filter(is).length;
    const [complete, ahead] = [
      count(({ status }) => status === 'Complete'),
      count(({ status, date }) => status === 'Planned' && date >= '2026-11-20'),
    ];
    expect(
      ['Planned', 'Complete', 'Active', 'Missed', 'Ahead', 'Edited', 'Success'].map((title) =>
        totalOf(report, title),
      ),
    ).toEqual([
      agency.visits.length,
      complete,
      count(({ status }) => status === 'Active'),
      count(({ status, date }) => status === 'Planned' && date < '2026-11-20'),
      ahead,
      count(({ isEdited }) => isEdited),
      count(({ aggregator }) => aggregator === 'Success'),
    ]);
    expect(totalOf(report, '% Complete')).toBe(
      Math.round((complete * 1000) / (agency.visits.length - ahead)),
    );
  });

  test('EVV Elements: only lacking visits, of all that were looked at', async () => {
    const report = await ask('EvvElements', { dateFrom: '2026-11-01', dateTo: '2026-11-30' });
    const judged = agency.visits.filter(({ status }) => status !== 'Planned');
    const lacking = judged.filter(
      ({ plan, status, isPlaced }) =>
        status === 'Active' || !isPlaced || !plan.provider.hasSsn || plan.aggregatorCode === null,
    );
    expect(report.count).toBe(lacking.length);
    expect(report.summaries[0]?.rows.slice(0, 2)).toEqual([
      ['Looked at', judged.length],
      ['Lacking', lacking.length],
    ]);
  });

  test('the last day of a month is its last', () => expect(lastOf('2026-02')).toBe('2026-02-28'));
});
