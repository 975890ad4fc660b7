import { showDate } from '@homecare/domain/calendar.ts';
import { NO_RATE, type PayLine } from '@homecare/domain/payroll/lines.ts';
import { type Gross, grossOf } from '@homecare/domain/payroll/month.ts';
import type { OvertimePart } from '@homecare/domain/payroll/overtime.ts';
import { GROUP_OVERTIME, problemsOf, sayCategory } from '@homecare/domain/payroll/problems.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { Summary } from '@homecare/domain/reports/schema.ts';
import { money, type ReportColumn } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import { halfName } from '@homecare/domain/timesheets/rules.ts';
import { type ProviderMonth, payOfMonths } from '../../payroll/service.ts';
import type { Scope } from '../../platform/auth/scope.ts';

/** Pay as its documents tell it (docs/rules/payroll.md, rule 2): the lines of the page. */

export const payIn = (
  scope: Scope,
  { from, to, type }: Pick<ReportParameters, 'from' | 'to' | 'type'>,
  providerId?: number,
): Promise<ProviderMonth[]> => payOfMonths(scope, { from, to, group: type, providerId });

/** Heads the first page: hours without a rate, weeks below the base wage, paid time that nothing proves. */
export const payNotes = (
  pay: readonly ProviderMonth[],
  { type }: Pick<ReportParameters, 'type'>,
): string[] => [
  ...pay.flatMap(({ provider, name, lines, lowWeeks, timeProblems }) =>
    problemsOf({ ID: provider.id, Provider: name, lines, lowWeeks, timeProblems }),
  ),
  ...(type === 'all' ? [] : [GROUP_OVERTIME]),
];

export const lastFour = (digits: string | null) => (digits === null ? null : `***-**-${digits}`);

/** Dollars an hour, or the words where there is none. */
export const rateCell = ({ rate }: Pick<PayLine, 'rate'>): number | string => rate ?? NO_RATE;

export const rateColumn = <Row>(of: (row: Row) => Pick<PayLine, 'rate'> | null): ReportColumn<Row> => ({
  ...money<Row>('Rate', () => null, { total: false, width: 7 }),
  value: (row) => {
    const line = of(row);
    return line && rateCell(line);
  },
});

const TOTAL = 'Total';

/** Of one provider: what each category comes to by half, overtime by week, and all of it together. */
export const payTables = (pay: readonly ProviderMonth[]): Summary[] => {
  const sums = pay.map((month) => grossOf(month));
  const total: Total = (pick) => sum(sums.map((one) => pick(one) ?? 0));
  return [categoryTable(pay, total), overtimeTable(pay, total), grossTable(pay, sums)];
};

type Total = (pick: (gross: Gross) => number | null) => number;

const categoryTable = (pay: readonly ProviderMonth[], total: Total): Summary => ({
  title: 'Pay by category',
  columns: [
    { title: 'Category', kind: 'text' },
    { title: 'Month', kind: 'text' },
    { title: 'Half', kind: 'text' },
    { title: 'Paid working', kind: 'hours' },
    { title: 'Paid travel', kind: 'hours' },
    { title: 'Paid total', kind: 'hours' },
    { title: 'Rate', kind: 'money' },
    { title: 'Since', kind: 'date' },
    { title: 'Straight pay', kind: 'money' },
  ],
  rows: [
    ...pay.flatMap(({ month, lines }) =>
      lines.map((line) => [
        sayCategory(line.category),
        month,
        halfName(line.half),
        line.hours.work,
        line.hours.travel,
        line.hours.total,
        rateCell(line),
        line.from,
        line.amount,
      ]),
    ),
    [
      TOTAL,
      null,
      null,
      total(({ straight }) => straight.hours.work),
      total(({ straight }) => straight.hours.travel),
      total(({ straight }) => straight.hours.total),
      null,
      null,
      total(({ straight }) => straight.amount),
    ],
  ],
});

const overtimeTable = (pay: readonly ProviderMonth[], total: Total): Summary => ({
  title: 'Overtime',
  columns: [
    { title: 'Week', kind: 'text' },
    { title: 'Half', kind: 'text' },
    { title: 'Overtime hours', kind: 'hours' },
    { title: 'Overtime premium', kind: 'money' },
  ],
  rows: [
    ...pay
      .flatMap((month) => month.overtime ?? [])
      .map((part) => [sayWeek(part), halfName(part.half), part.hours, part.premium]),
    [TOTAL, null, total(({ overtimeHours }) => overtimeHours), total(({ premium }) => premium)],
  ],
});

const grossTable = (pay: readonly ProviderMonth[], sums: readonly Gross[]): Summary => ({
  title: 'Gross',
  columns: [
    { title: 'Month', kind: 'text' },
    { title: 'Straight pay', kind: 'money' },
    { title: 'Overtime premium', kind: 'money' },
    { title: 'Gross', kind: 'money' },
  ],
  rows: pay.map(({ month }, n) => [
    month,
    sums[n]?.straight.amount ?? null,
    sums[n]?.premium ?? null,
    sums[n]?.gross ?? null,
  ]),
});

/** '11-08-2026 - 11-14-2026'; late: worked out again for a card that came later. */
export const sayWeek = ({ week, isLate }: Pick<OvertimePart, 'week' | 'isLate'>) =>
  `${showDate(week.from)} - ${showDate(week.through)}${isLate ? ' (late)' : ''}`;
