import { showDate } from '@homecare/domain/calendar.ts';
import { NO_RATE, type PayLine } from '@homecare/domain/payroll/lines.ts';
import { type Gross, grossOf } from '@homecare/domain/payroll/month.ts';
import type { OvertimePart } from '@homecare/domain/payroll/overtime.ts';
import { areHalves, sayPart } from '@homecare/domain/payroll/periods.ts';
import { GROUP_OVERTIME, problemsOf, sayCategory } from '@homecare/domain/payroll/problems.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { CellKind, Summary } from '@homecare/domain/reports/schema.ts';
import { money, type ReportColumn } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type ProviderMonth, payOfMonths } from '../../payroll/service.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import { type Asked, LINES } from './declare.ts';

/** Pay for documents (docs/rules/payroll.md, rule 2): the lines of the page. */

export const payIn = (
  scope: Scope,
  { from, to, type }: Pick<ReportParameters, 'from' | 'to' | 'type'>,
  providerId?: number,
): Promise<ProviderMonth[]> => payOfMonths(scope, { from, to, group: type, providerId });

/** Notes at the top of the first page: hours without a rate, weeks below the base wage, unproven paid time. */
export const payNotes = (
  pay: readonly ProviderMonth[],
  { type }: Pick<ReportParameters, 'type'>,
): string[] => [
  ...pay.flatMap(({ provider, name, lines, lowWeeks, timeProblems }) =>
    problemsOf({ ID: provider.id, Provider: name, lines, lowWeeks, timeProblems }),
  ),
  ...(type === 'all' ? [] : [GROUP_OVERTIME]),
];

/** What all of them share: lines of providers, with notes about their pay. */
export const PAY_OF_PROVIDERS = {
  ...LINES,
  namesClient: false,
  idOf: ({ pay }: OfProvider) => pay.provider.id,
  notes: (rows: readonly OfProvider[], { parameters }: Asked) =>
    payNotes([...new Set(rows.map(({ pay }) => pay))], parameters),
};
interface OfProvider {
  readonly pay: ProviderMonth;
}

export const lastFour = (digits: string | null) => (digits === null ? null : `***-**-${digits}`);

/** Dollars an hour, or words if there is none. */
export const rateCell = ({ rate }: Pick<PayLine, 'rate'>): number | string => rate ?? NO_RATE;

export const rateColumn = <Row>(of: (row: Row) => Pick<PayLine, 'rate'> | null): ReportColumn<Row> => ({
  ...money<Row>('Rate', () => null, { total: false, width: 7 }),
  value: (row) => {
    const line = of(row);
    return line && rateCell(line);
  },
});

/** The title of the column of pay periods. */
export const periodTitle = (pay: readonly Pick<ProviderMonth, 'periods'>[]) =>
  pay.every(({ periods }) => areHalves(periods)) ? 'Half' : 'Pay period';

/** For one provider: each category by half, overtime by week, and the total. */
export const payTables = (pay: readonly ProviderMonth[]): Summary[] => {
  const sums = pay.map((month) => grossOf(month));
  const total = (pick: (gross: Gross) => number | null) => sum(sums.map((one) => pick(one) ?? 0));
  return [
    table(
      'Pay by category',
      [
        ['text', 'Category', 'Month', periodTitle(pay)],
        ['hours', 'Paid working', 'Paid travel', 'Paid total'],
        ['money', 'Rate'],
        ['date', 'Since'],
        ['money', 'Straight pay'],
      ],
      [
        ...pay.flatMap(categoryRows),
        [
          'Total',
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
    ),
    table(
      'Overtime',
      [
        ['text', 'Week', periodTitle(pay)],
        ['hours', 'Overtime hours'],
        ['money', 'Overtime premium'],
      ],
      [
        ...pay
          .flatMap(({ overtime, periods }) => (overtime ?? []).map((part) => ({ part, periods })))
          .map(({ part, periods }) => [sayWeek(part), sayPart(periods, part.half), part.hours, part.premium]),
        ['Total', null, total(({ overtimeHours }) => overtimeHours), total(({ premium }) => premium)],
      ],
    ),
    table(
      'Gross',
      [
        ['text', 'Month'],
        ['money', 'Straight pay', 'Overtime premium', 'Gross'],
      ],
      pay.map((month) => {
        const { straight, premium, gross } = grossOf(month);
        return [month.month, straight.amount, premium, gross];
      }),
    ),
  ];
};

const categoryRows = ({ month, lines, periods }: ProviderMonth) =>
  lines.map((line) => {
    const { work, travel, total } = line.hours;
    const named = [sayCategory(line.category), month, sayPart(periods, line.half)];
    return [...named, work, travel, total, rateCell(line), line.from, line.amount];
  });

/** A small table whose columns are named by their kinds. */
const table = (
  title: string,
  columns: readonly (readonly [CellKind, ...string[]])[],
  rows: Summary['rows'],
): Summary => ({
  title,
  columns: columns.flatMap(([kind, ...titles]) => titles.map((head) => ({ title: head, kind }))),
  rows,
});

/** '11-08-2026 - 11-14-2026'; late means recalculated for a card that came later. */
export const sayWeek = ({ week, isLate }: Pick<OvertimePart, 'week' | 'isLate'>) =>
  `${showDate(week.from)} - ${showDate(week.through)}${isLate ? ' (late)' : ''}`;
