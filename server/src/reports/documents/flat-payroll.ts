import { grossOf, type PayRow, rowsOf } from '@homecare/domain/payroll/month.ts';
import { sayCategory } from '@homecare/domain/payroll/problems.ts';
import { BY_CALCULATION, HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { hours, type ReportColumn } from '@homecare/domain/reports/table.ts';
import { declare } from './declare.ts';
import { lastFour, PAY_OF_PROVIDERS, payIn, rateColumn } from './pay-facts.ts';

interface OfLine {
  /** Null for the provider's overtime, which covers all categories. */
  readonly line: PayRow | null;
}

/** The pay periods of a month in order: two if the agency pays by halves. */
const ORDINALS = ['1st', '2nd', '3rd'];
const HOURS = { working: 'work', travel: 'travel', total: 'total' } as const;
const partColumns = (
  words: string,
  part: (line: PayRow) => PayRow['month'] | undefined,
): ReportColumn<OfLine>[] =>
  (['working', 'travel', 'total'] as const).map((title) =>
    hours(`${words} ${title}`, ({ line }) => (line && part(line)?.hours[HOURS[title]]) ?? null, { width: 8 }),
  );

/** List Monthly Report of payroll: a line for each provider and category, split where the rate changes, and one for overtime. */
export const flatPayroll = declare({
  ...PAY_OF_PROVIDERS,
  rows: async ({ scope, parameters }) =>
    (await payIn(scope, parameters)).flatMap((pay) => {
      const gross = grossOf(pay);
      const lines = rowsOf(pay.lines, pay.periods).map((line, place) => ({ pay, line, gross, place }));
      const hasOvertime = pay.overtime?.some(({ hours: h, premium }) => h !== 0 || premium !== 0);
      return hasOvertime ? [...lines, { pay, line: null, gross, place: lines.length }] : lines;
    }),
  order: ({ pay: { provider, month }, place }) => [provider.last, provider.first, provider.id, month, place],
  captions: [HOURS_ARE_PAID, BY_CALCULATION],
  columns: ({ text, date, hours: hoursOf, money }, { parameters: { from, to } }, rows) => [
    text('Provider', 18, ({ pay }) => pay.name),
    text('SSN', 11, ({ pay }) => lastFour(pay.provider.ssnLast4)),
    ...(from.slice(0, 7) === to.slice(0, 7) ? [] : [text('Month', 8, ({ pay }) => pay.month)]),
    text('Category', 13, ({ line }) => (line ? sayCategory(line.category) : 'Overtime')),
    ...Array.from({ length: Math.max(2, ...rows.map(({ pay }) => pay.periods.length)) }, (_, at) =>
      partColumns(`${ORDINALS[at] ?? `${at + 1}th`} paid`, ({ halves }) => halves[at]),
    ).flat(),
    ...partColumns('Paid', ({ month }) => month),
    rateColumn(({ line }) => line),
    date('Since', ({ line }) => line?.from ?? null),
    money('Straight pay', ({ line }) => line?.month.amount ?? null, { width: 10 }),
    hoursOf('Overtime hours', ({ line, gross }) => (line ? null : gross.overtimeHours), { width: 8 }),
    money('Overtime premium', ({ line, gross }) => (line ? null : gross.premium), { width: 9 }),
    money('Gross', ({ line, gross }) => (line ? line.month.amount : gross.premium), { width: 10 }),
  ],
});
