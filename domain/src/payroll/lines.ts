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
 * What a provider is paid for a month of calculation (docs/rules/payroll.md, rule 2): the paid hours of the cards by category
 * and half. Hours are hundredths of an hour, rates cents an hour, amounts cents.
 */

export interface PayCard
  extends Pick<Card, 'id' | 'clientId' | 'providerId' | 'startPeriod' | 'endPeriod' | 'days'> {
  /** YYYY-MM: of service, and of calculation. */
  readonly month: string;
  readonly calculation: string;
  /** Pay categories of its type. */
  readonly categories: readonly CategoryTerm[];
}

/** Service of an earlier month that is paid now. */
export const isLate = ({ month, calculation }: Pick<PayCard, 'month' | 'calculation'>) =>
  month !== calculation;

/** A day of service that is paid, with its category and rate; null: none. */
export interface PaidDay extends ServiceDay {
  readonly card: PayCard;
  readonly category: string | null;
  readonly rate: number | null;
}

interface DayTerm {
  readonly category: string | null;
  /** undefined: no rate. */
  readonly term: RateTerm | undefined;
}

const termFor = ({ categories }: PayCard, rates: ProviderRates, date: string): DayTerm => {
  const category = categoryOn(categories, date);
  return { category, term: category === null ? undefined : termOn(rates, category, date) };
};

/** In the order of their dates. */
export const paidDays = (card: PayCard, rates: ProviderRates, zone: string): PaidDay[] =>
  serviceDays(card, zone)
    .filter(({ payroll }) => payroll)
    .map((day) => {
      const { category, term } = termFor(card, rates, day.date);
      return { ...day, card, category, rate: term?.rate ?? null };
    });

/** The part of a card that lies in one half, or part of another pay period, and has one category and rate. */
export interface CardPart extends DayTerm {
  readonly card: PayCard;
  readonly half: number;
  readonly hours: Hours;
}

/** Days of a half, cut on the days from which another category or rate counts. */
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
 * The parts of a card that are paid. Rounded as running hours, so that they add up to the card; its days lie in the half of
 * their day number, whatever the month in which a late one is paid.
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

/** Provider × category × half, split where the rate changes inside. */
export interface PayLine {
  readonly category: string | null;
  /** The place of the pay period's part in the month of calculation: 0 and 1 are its halves where the agency pays by halves. */
  readonly half: number;
  /** null: no rate, nothing is paid until there is one. */
  readonly rate: number | null;
  /** The first day the rate counts for; null: since ever, or no rate. */
  readonly from: string | null;
  readonly hours: Hours;
  readonly amount: number;
}

export const NO_RATE = 'no rate';

/** Printed hours × rate, half up to the cent, so that anyone can check it. */
export const straightPay = ({ total }: Hours, rate: number | null): number =>
  Math.round((total * (rate ?? 0)) / 100);

/** Of one provider, in the order of categories, halves and rates. */
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

/** Hours and straight pay of lines: a printed total is the sum of the printed lines. */
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
