import { addHours, NO_HOURS } from '@homecare/domain/billing/counting.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { type CardPart, isLate, type PayLine } from '@homecare/domain/payroll/lines.ts';
import type { OvertimePart } from '@homecare/domain/payroll/overtime.ts';
import { sayCategory } from '@homecare/domain/payroll/problems.ts';
import { BY_CALCULATION, HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { hours, money, type ReportColumn, text } from '@homecare/domain/reports/table.ts';
import { halfName } from '@homecare/domain/timesheets/rules.ts';
import type { ProviderMonth } from '../../payroll/service.ts';
import { declare } from './declare.ts';
import { payIn, payNotes, rateColumn, sayWeek } from './pay-facts.ts';

interface About {
  readonly pay: ProviderMonth;
  readonly half: PayLine['half'];
  readonly place: number;
}
interface CardRow extends About {
  readonly kind: 'card';
  readonly card: ProviderMonth['cards'][number];
  readonly category: CardPart['category'];
  readonly hours: CardPart['hours'];
}
interface LineRow extends About {
  readonly kind: 'pay';
  readonly line: PayLine;
}
interface OvertimeRow extends About {
  readonly kind: 'overtime';
  readonly part: OvertimePart;
}
type Row = CardRow | LineRow | OvertimeRow;

/** A card in a half and category is one row, whatever the rates inside. */
const cardRows = (pay: ProviderMonth): CardRow[] =>
  pay.cards.flatMap((card) => {
    const own = Map.groupBy(
      pay.parts.filter((part) => part.card.id === card.id),
      ({ half, category }) => `${half} ${category}`,
    );
    return [...own.values()].flatMap((parts): CardRow[] => {
      const [first] = parts;
      if (!first) return [];
      const { half, category } = first;
      const hours = parts.map((part) => part.hours).reduce(addHours, NO_HOURS);
      return [{ kind: 'card', pay, half, place: 0, card, category, hours }];
    });
  });

const lineRows = (pay: ProviderMonth): LineRow[] =>
  pay.lines.map((line, n) => ({ kind: 'pay', pay, half: line.half, place: 1 + n, line }));

const overtimeRows = (pay: ProviderMonth): OvertimeRow[] =>
  (pay.overtime ?? []).map((part, n) => ({ kind: 'overtime', pay, half: part.half, place: 1_000 + n, part }));

const WHAT: Record<Row['kind'], string> = { card: 'Hours', pay: 'Pay', overtime: 'Overtime' };

const clientOf = (row: Row): string => {
  if (row.kind === 'card') return row.card.client;
  if (row.kind === 'pay') return 'Pay';
  return `Overtime ${sayWeek(row.part)}`;
};

const cardHours = (title: string, part: 'work' | 'travel' | 'total'): ReportColumn<Row> =>
  hours(title, (row) => (row.kind === 'card' ? row.hours[part] : null), { width: 8 });

/** Month Report of payroll: each card by half, what the half comes to by category, and overtime by week. */
export const allPayroll = declare<Row>({
  namesClient: true,
  idOf: ({ pay }) => pay.provider.id,
  rows: async ({ scope, parameters }) =>
    (await payIn(scope, parameters)).flatMap((pay): Row[] => [
      ...cardRows(pay),
      ...lineRows(pay),
      ...overtimeRows(pay),
    ]),
  layout: ({ parameters }) => ({
    noun: ['line', 'lines'],
    order: (row) => [
      row.pay.provider.last,
      row.pay.provider.first,
      row.pay.provider.id,
      row.pay.month,
      row.half,
      row.place,
      ...(row.kind === 'card' ? [row.card.client, row.card.startPeriod, row.card.id] : []),
    ],
    group: 'Provider',
    part: 'Half',
    captions: [HOURS_ARE_PAID, BY_CALCULATION],
    columns: [
      text('Provider', 24, ({ pay }) => `${pay.name} (${pay.provider.id}) · ${pay.month}`),
      text('Half', 8, ({ half }) => halfName(half)),
      text('Line', 9, ({ kind }) => WHAT[kind], { only: 'workbook' }),
      text('Client', 24, clientOf),
      text('Type', 18, (row) => (row.kind === 'card' ? row.card.type : null)),
      text('Category', 14, (row) => {
        if (row.kind === 'overtime') return null;
        return sayCategory(row.kind === 'card' ? row.category : row.line.category);
      }),
      text('Period', 21, (row) =>
        row.kind === 'card' ? `${showDate(row.card.startPeriod)} - ${showDate(row.card.endPeriod)}` : null,
      ),
      text('Late', 12, (row) => (row.kind === 'card' && isLate(row.card) ? `late ${row.card.month}` : null)),
      cardHours('Paid working', 'work'),
      cardHours('Paid travel', 'travel'),
      cardHours('Paid total', 'total'),
      hours('Paid hours', (row) => (row.kind === 'pay' ? row.line.hours.total : null), { width: 8 }),
      rateColumn((row) => (row.kind === 'pay' ? row.line : null)),
      money('Straight pay', (row) => (row.kind === 'pay' ? row.line.amount : null), { width: 10 }),
      hours('Overtime hours', (row) => (row.kind === 'overtime' ? row.part.hours : null), { width: 8 }),
      money('Overtime premium', (row) => (row.kind === 'overtime' ? row.part.premium : null), { width: 9 }),
      money(
        'Gross',
        (row) => (row.kind === 'pay' ? row.line.amount : row.kind === 'overtime' ? row.part.premium : null),
        { width: 10 },
      ),
    ],
    notes: (rows) => payNotes([...new Set(rows.map(({ pay }) => pay))], parameters),
  }),
  signed: { role: 'Approved by' },
});
