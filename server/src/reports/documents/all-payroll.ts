import { addHours, type Hours, NO_HOURS } from '@homecare/domain/billing/counting.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { type CardPart, isLate, type PayLine } from '@homecare/domain/payroll/lines.ts';
import type { OvertimePart } from '@homecare/domain/payroll/overtime.ts';
import { sayPart } from '@homecare/domain/payroll/periods.ts';
import { sayCategory } from '@homecare/domain/payroll/problems.ts';
import { BY_CALCULATION, HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import type { ProviderMonth } from '../../payroll/service.ts';
import { declare } from './declare.ts';
import { PAY_OF_PROVIDERS, payIn, periodTitle, rateColumn, sayWeek } from './pay-facts.ts';

/** A card's hours in a half and category, the half's total by category, or a week's overtime. */
interface Row {
  readonly pay: ProviderMonth;
  readonly half: PayLine['half'];
  readonly place: number;
  readonly card?: ProviderMonth['cards'][number];
  readonly category?: CardPart['category'];
  /** For a card. */
  readonly hours?: Hours;
  readonly line?: PayLine;
  readonly part?: OvertimePart;
}

/** A card's half and category is one row, whatever the rates in it. */
const cardRows = (pay: ProviderMonth): Row[] =>
  pay.cards.flatMap((card) => {
    const own = Map.groupBy(
      pay.parts.filter((part) => part.card.id === card.id),
      ({ half, category }) => `${half} ${category}`,
    );
    return [...own.values()].flatMap((parts): Row[] => {
      const [first] = parts;
      if (!first) return [];
      const { half, category } = first;
      const hours = parts.map((part) => part.hours).reduce(addHours, NO_HOURS);
      return [{ pay, half, place: 0, card, category, hours }];
    });
  });

const titleOf = (rows: readonly Row[]) => periodTitle(rows.map(({ pay }) => pay));

/** Month Report of payroll: each card by half, each half's total by category, and overtime by week. */
export const allPayroll = declare({
  ...PAY_OF_PROVIDERS,
  namesClient: true,
  rows: async ({ scope, parameters }) =>
    (await payIn(scope, parameters)).flatMap((pay): Row[] => [
      ...cardRows(pay),
      ...pay.lines.map((line, n) => ({
        pay,
        half: line.half,
        place: 1 + n,
        category: line.category,
        line,
      })),
      ...(pay.overtime ?? []).map((part, n) => ({ pay, half: part.half, place: 1_000 + n, part })),
    ]),
  order: ({ pay: { provider, month }, half, place, card }) => [
    provider.last,
    provider.first,
    provider.id,
    month,
    half,
    place,
    ...(card ? [card.client, card.startPeriod, card.id] : []),
  ],
  group: 'Provider',
  part: titleOf,
  captions: [HOURS_ARE_PAID, BY_CALCULATION],
  columns: ({ text, hours, money }, _, rows) => [
    text('Provider', 24, ({ pay }) => `${pay.name} (${pay.provider.id}) · ${pay.month}`),
    text(titleOf(rows), 8, ({ pay, half }) => sayPart(pay.periods, half)),
    text('Line', 9, ({ card, line }) => (card ? 'Hours' : line ? 'Pay' : 'Overtime'), { only: 'workbook' }),
    text('Client', 24, ({ card, part }) => (part ? `Overtime ${sayWeek(part)}` : (card?.client ?? 'Pay'))),
    text('Type', 18, ({ card }) => card?.type ?? null),
    text('Category', 14, ({ category }) => (category === undefined ? null : sayCategory(category))),
    text('Period', 21, ({ card }) =>
      card ? `${showDate(card.startPeriod)} - ${showDate(card.endPeriod)}` : null,
    ),
    text('Late', 12, ({ card }) => (card && isLate(card) ? `late ${card.month}` : null)),
    hours('Paid working', (row) => row.hours?.work ?? null, { width: 8 }),
    hours('Paid travel', (row) => row.hours?.travel ?? null, { width: 8 }),
    hours('Paid total', (row) => row.hours?.total ?? null, { width: 8 }),
    hours('Paid hours', ({ line }) => line?.hours.total ?? null, { width: 8 }),
    rateColumn(({ line }) => line ?? null),
    money('Straight pay', ({ line }) => line?.amount ?? null, { width: 10 }),
    hours('Overtime hours', ({ part }) => part?.hours ?? null, { width: 8 }),
    money('Overtime premium', ({ part }) => part?.premium ?? null, { width: 9 }),
    money('Gross', ({ line, part }) => line?.amount ?? part?.premium ?? null, { width: 10 }),
  ],
  signed: { role: 'Approved by' },
});
