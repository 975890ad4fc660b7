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
import { byCategory } from '../payroll/categories.ts';
import { sum } from '../sum.ts';

/** The last three closed calendar months as 'YYYY-MM' in order, with their first and last day. */
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

/** Hundredths of an hour per week: paid hours ÷ (days ÷ 7). */
export const averageWeek = (cards: readonly Card[], today: Temporal.PlainDate, zone: string): number => {
  const { from, through, months } = closedMonths(today);
  const days = Temporal.PlainDate.from(from).until(through, { largestUnit: 'day' }).days + 1;
  const { total } = inMonths(cards, months)
    .map((card) => paidHours(card, zone))
    .reduce(addHours, NO_HOURS);
  return Math.round((total * 7) / days);
};

/** Straight pay for a category in a month, as payroll counts it. */
export interface MonthPayLine {
  readonly month: string;
  readonly category: string | null;
  readonly amount: number;
}

export interface PayLine {
  readonly category: string;
  /** The current rate in cents per hour. */
  readonly rate: number;
  /** Cents for each of the three months. */
  readonly gross: readonly number[];
}

/** Pay by category, for categories that have a rate now or were paid. */
export const payLines = (
  pay: readonly MonthPayLine[],
  rates: Readonly<Record<string, number>>,
  today: Temporal.PlainDate,
): PayLine[] =>
  [...Object.entries(rates)]
    .toSorted(([a], [b]) => byCategory(a, b))
    .map(([category, rate]) => ({
      category,
      rate,
      gross: closedMonths(today).months.map((month) =>
        sum(
          pay
            .filter((line) => line.month === month && line.category === category)
            .map(({ amount }) => amount),
        ),
      ),
    }))
    .filter(({ rate, gross }) => rate > 0 || gross.some((amount) => amount > 0));
