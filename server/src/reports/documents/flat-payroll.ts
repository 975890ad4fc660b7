import { type Gross, grossOf, type PayRow, rowsOf } from '@homecare/domain/payroll/month.ts';
import { sayCategory } from '@homecare/domain/payroll/problems.ts';
import { BY_CALCULATION, HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { date, hours, money, type ReportColumn, text } from '@homecare/domain/reports/table.ts';
import type { ProviderMonth } from '../../payroll/service.ts';
import { declare } from './declare.ts';
import { lastFour, payIn, payNotes, rateColumn } from './pay-facts.ts';

interface Row {
  readonly pay: ProviderMonth;
  /** null: the overtime of the provider, which is of all categories together. */
  readonly line: PayRow | null;
  readonly gross: Gross;
  readonly place: number;
}

const partColumns = (name: string, part: (line: PayRow) => PayRow['month']): ReportColumn<Row>[] => {
  const words = name === '' ? 'Paid' : `${name} paid`;
  return (['working', 'travel', 'total'] as const).map((title) =>
    hours<Row>(
      `${words} ${title}`,
      ({ line }) => {
        if (!line) return null;
        const { work, travel, total } = part(line).hours;
        return title === 'working' ? work : title === 'travel' ? travel : total;
      },
      { width: 8 },
    ),
  );
};

/** List Monthly Report of payroll: a line for each provider and category, split where the rate changed, and one for overtime. */
export const flatPayroll = declare<Row>({
  namesClient: false,
  idOf: ({ pay }) => pay.provider.id,
  rows: async ({ scope, parameters }) =>
    (await payIn(scope, parameters)).flatMap((pay): Row[] => {
      const gross = grossOf(pay);
      const lines = rowsOf(pay.lines).map((line, place) => ({ pay, line, gross, place }));
      const hasOvertime = pay.overtime?.some(({ hours: h, premium }) => h !== 0 || premium !== 0);
      return hasOvertime ? [...lines, { pay, line: null, gross, place: lines.length }] : lines;
    }),
  layout: ({ parameters }) => ({
    noun: ['line', 'lines'],
    order: ({ pay: { provider, month }, place }) => [
      provider.last,
      provider.first,
      provider.id,
      month,
      place,
    ],
    captions: [HOURS_ARE_PAID, BY_CALCULATION],
    columns: [
      text('Provider', 18, ({ pay }) => pay.name),
      text('SSN', 11, ({ pay }) => lastFour(pay.provider.ssnLast4)),
      ...(parameters.from.slice(0, 7) === parameters.to.slice(0, 7)
        ? []
        : [text<Row>('Month', 8, ({ pay }) => pay.month)]),
      text('Category', 13, ({ line }) => (line ? sayCategory(line.category) : 'Overtime')),
      ...partColumns('1st', ({ halves }) => halves[0]),
      ...partColumns('2nd', ({ halves }) => halves[1]),
      ...partColumns('', ({ month }) => month),
      rateColumn(({ line }) => line),
      date('Since', ({ line }) => line?.from ?? null),
      money('Straight pay', ({ line }) => line?.month.amount ?? null, { width: 10 }),
      hours('Overtime hours', ({ line, gross }) => (line ? null : gross.overtimeHours), { width: 8 }),
      money('Overtime premium', ({ line, gross }) => (line ? null : gross.premium), { width: 9 }),
      money('Gross', ({ line, gross }) => (line ? line.month.amount : gross.premium), { width: 10 }),
    ],
    notes: (rows) => payNotes([...new Set(rows.map(({ pay }) => pay))], parameters),
  }),
});
