import {
  addHours,
  type DayRange,
  type Hours,
  NO_HOURS,
  paidMinutes,
  partHoursOf,
  type ServiceDay,
  serviceDays,
} from '../billing/counting.ts';
import type { Card } from '../billing/schema.ts';
import { dayBefore } from '../calendar.ts';
import { sum } from '../sum.ts';
import { byCategory, type CategoryTerm, categoryOn } from './categories.ts';
import { daysOfPart, halvesOfMonth, type PeriodPart } from './periods.ts';
import { type ProviderRates, type RateTerm, termOn } from './rates.ts';

/**
 * What a provider is paid for a calculation month (docs/rules/payroll.md, rule 2): the paid hours of the cards by category
 * and half. Hours are in hundredths, rates in cents per hour, amounts in cents.
 */

export interface PayCard
  extends Pick<Card, 'id' | 'clientId' | 'providerId' | 'startPeriod' | 'endPeriod' | 'days'> {
  /** The months of service and of calculation, YYYY-MM. */
  readonly month: string;
  readonly calculation: string;
  /** Pay categories of its care plan type. */
  readonly categories: readonly CategoryTerm[];
}

/** Service of an earlier month that is paid now. */
export const isLate = ({ month, calculation }: Pick<PayCard, 'month' | 'calculation'>) =>
  month !== calculation;

/** A paid day of service with its category and rate; null if it has none. */
export interface PaidDay extends ServiceDay {
  readonly card: PayCard;
  readonly category: string | null;
  readonly rate: number | null;
}

interface DayTerm {
  readonly category: string | null;
  /** Undefined if there is no rate. */
  readonly term: RateTerm | undefined;
}

const termFor = ({ categories }: PayCard, rates: ProviderRates, date: string): DayTerm => {
  const category = categoryOn(categories, date);
  return { category, term: category === null ? undefined : termOn(rates, category, date) };
};

/** Sorted by date. */
export const paidDays = (card: PayCard, rates: ProviderRates, zone: string): PaidDay[] =>
  serviceDays(card, zone)
    .filter(({ payroll }) => payroll)
    .map((day) => {
      const { category, term } = termFor(card, rates, day.date);
      return { ...day, card, category, rate: term?.rate ?? null };
    });

/** The part of a card within one half, or within a part of another pay period, that has a single category and rate. */
export interface CardPart extends DayTerm {
  readonly card: PayCard;
  readonly half: number;
  readonly hours: Hours;
}

/** The days of a half, split where another category or rate begins. */
const rangesOf = (card: PayCard, { from, through }: DayRange, rates: ProviderRates): DayRange[] => {
  const isOther = (day: string) => {
    const [now, before] = [termFor(card, rates, day), termFor(card, rates, dayBefore(day))];
    return now.category !== before.category || now.term !== before.term;
  };
  const starts = [...new Set([...rates, ...card.categories].map((term) => term.from ?? ''))]
    .filter((day) => from < day && day <= through && isOther(day))
    .toSorted();
  return [from, ...starts].map((start, n) => {
    const next = starts[n];
    return { from: start, through: next === undefined ? through : dayBefore(next) };
  });
};

const isNone = ({ work, travel }: Hours) => work === 0 && travel === 0;

/**
 * The paid parts of a card. They are rounded as running hours, so that they add up to the card. A day belongs to the half of
 * its day of the month, even if it is late and paid in another month.
 */
export const partsOf = (
  card: PayCard,
  rates: ProviderRates,
  zone: string,
  periods: readonly PeriodPart[] = halvesOfMonth(card.calculation),
): CardPart[] => {
  const days = serviceDays(card, zone);
  return periods
    .flatMap((_, half) => {
      const own = daysOfPart(periods, half, card.month);
      return (own ? rangesOf(card, own, rates) : []).map((range) => ({
        card,
        half,
        ...termFor(card, rates, range.from),
        hours: partHoursOf(days, range, paidMinutes),
      }));
    })
    .filter(({ hours }) => !isNone(hours));
};

/** One line per provider, category and half, split where the rate changes within. */
export interface PayLine {
  readonly category: string | null;
  /** Index of the pay period part within the calculation month; 0 and 1 are its halves if the agency pays by halves. */
  readonly half: number;
  /** Null if there is no rate, so nothing is paid until one is entered. */
  readonly rate: number | null;
  /** The first day the rate applies to; null if it always applied or there is no rate. */
  readonly from: string | null;
  readonly hours: Hours;
  readonly amount: number;
}

export const NO_RATE = 'no rate';

/** Printed hours × rate, rounded half up to the cent, so that anyone can check it. */
export const straightPay = ({ total }: Hours, rate: number | null): number =>
  Math.round((total * (rate ?? 0)) / 100);

/** The lines of one provider, sorted by category, half and rate. */
export const linesOf = (parts: readonly CardPart[]): PayLine[] =>
  [
    ...Map.groupBy(parts, ({ category, half, term }) =>
      JSON.stringify([category, half, term?.from, term?.rate]),
    ).values(),
  ]
    .flatMap((own): PayLine[] => {
      const [first] = own;
      if (!first) return [];
      const { category, half, term } = first;
      const hours = own.map((part) => part.hours).reduce(addHours, NO_HOURS);
      const rate = term?.rate ?? null;
      return [
        {
          category,
          half,
          rate,
          from: term?.from ?? null,
          hours,
          amount: straightPay(hours, rate),
        },
      ];
    })
    .toSorted(
      (a, b) =>
        byCategory(a.category, b.category) || a.half - b.half || ((a.from ?? '') < (b.from ?? '') ? -1 : 1),
    );

/** Hours and straight pay of some lines. A printed total is the sum of the printed lines. */
export interface PaySum {
  readonly hours: Hours;
  readonly amount: number;
}

export const sumOfLines = (lines: readonly Pick<PayLine, 'hours' | 'amount'>[]): PaySum => ({
  hours: lines.map(({ hours }) => hours).reduce(addHours, NO_HOURS),
  amount: sum(lines.map(({ amount }) => amount)),
});

export const sumOfHalf = (lines: readonly PayLine[], half: number): PaySum =>
  sumOfLines(lines.filter((line) => line.half === half));
