import {
  addHours,
  type DayRange,
  type Hours,
  hoursOfCard,
  NO_HOURS,
  paidMinutes,
  serviceDays,
} from '../billing/counting.ts';
import type { Card } from '../billing/schema.ts';
import { PAY_CATEGORIES, type PayCategory } from '../people/dictionary.ts';

/** The last three closed calendar months: months 'YYYY-MM' in order, with their first and last day. */
export const closedMonths = (
  today: Temporal.PlainDate,
): DayRange & { readonly months: readonly string[] } => {
  const first = today.with({ day: 1 }).subtract({ months: 3 });
  return {
    from: first.toString(),
    through: today.with({ day: 1 }).subtract({ days: 1 }).toString(),
    months: [0, 1, 2].map((n) => first.add({ months: n }).toPlainYearMonth().toString()),
  };
};

const inMonths = (cards: readonly Card[], months: readonly string[]) =>
  cards.filter((card) => months.includes(card.date));

const paidHours = (card: Card, zone: string): Hours => hoursOfCard(paidMinutes(serviceDays(card, zone)));

/** Hundredths of an hour a week: paid hours ÷ (days ÷ 7). */
export const averageWeek = (cards: readonly Card[], today: Temporal.PlainDate, zone: string): number => {
  const { from, through, months } = closedMonths(today);
  const days = Temporal.PlainDate.from(from).until(through, { largestUnit: 'day' }).days + 1;
  const { total } = inMonths(cards, months)
    .map((card) => paidHours(card, zone))
    .reduce(addHours, NO_HOURS);
  return Math.round((total * 7) / days);
};

export interface PayLine {
  readonly category: PayCategory;
  /** Cents an hour. */
  readonly rate: number;
  /** Cents for each of the three months. */
  readonly gross: readonly number[];
}

/** Straight pay by category: paid hours of a card × the provider's rate, in cents. */
export const payLines = (
  cards: readonly (Card & { readonly payCategory: string | null })[],
  rates: Readonly<Record<PayCategory, number>>,
  today: Temporal.PlainDate,
  zone: string,
): PayLine[] =>
  PAY_CATEGORIES.filter((category) => rates[category] > 0).map((category) => ({
    category,
    rate: rates[category],
    gross: closedMonths(today).months.map((month) =>
      cards
        .filter((card) => card.date === month && card.payCategory === category)
        .reduce((sum, card) => sum + Math.round((paidHours(card, zone).total * rates[category]) / 100), 0),
    ),
  }));
