import type { FieldError } from '../errors.ts';
import { PAY_CATEGORIES } from '../people/dictionary.ts';
import { byCategory } from './categories.ts';

/** A provider's hourly pay by category and day, in cents (docs/decisions/0043). */

export interface RateTerm {
  readonly category: string;
  /** The first day it applies to; null if it always applied. */
  readonly from: string | null;
  /** 0 means no rate from that day on. */
  readonly rate: number;
}

export type ProviderRates = readonly RateTerm[];

const byDay = (a: RateTerm, b: RateTerm) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1);

/** The term that applies on a day; undefined if there is no rate. */
export const termOn = (rates: ProviderRates, category: string, date: string): RateTerm | undefined => {
  const term = rates
    .filter((one) => one.category === category && (one.from ?? '') <= date)
    .reduce<RateTerm | undefined>(
      (last, one) => (last && (last.from ?? '') > (one.from ?? '') ? last : one),
      undefined,
    );
  return term && term.rate > 0 ? term : undefined;
};

/** Sorted by category and day. A term that repeats the one before it is left out, so that it does not split a line. */
export const ratesInForce = (rates: ProviderRates): RateTerm[] =>
  [...new Set(rates.map(({ category }) => category))].toSorted(byCategory).flatMap((category) =>
    rates
      .filter((one) => one.category === category)
      .toSorted(byDay)
      .filter(({ rate }, n, all) => rate !== (all[n - 1]?.rate ?? 0)),
  );

export type Standing = 'past' | 'now' | 'future';
export const standingOf = (term: RateTerm, rates: ProviderRates, today: string): Standing => {
  if ((term.from ?? '') > today) return 'future';
  const isFollowed = rates.some(
    ({ category, from }) =>
      category === term.category && (from ?? '') > (term.from ?? '') && (from ?? '') <= today,
  );
  return isFollowed ? 'past' : 'now';
};

/**
 * The first day of a rate that was typed without one. The first rate of a category applies to all days (null), so that it
 * also pays hours worked before it was typed; a later one applies from today on.
 */
export const dayOfTyped = (rates: ProviderRates, category: string, today: string): string | null =>
  rates.some((term) => term.category === category) ? today : null;

/** The categories whose rates differ, in cents. The inputs are dollars, as in a person's record. */
export const changedRates = (
  before: Readonly<Partial<Record<string, number | null>>>,
  after: Readonly<Partial<Record<string, number | null>>>,
): { readonly category: string; readonly rate: number }[] => {
  const cents = (dollars: number | null | undefined) => Math.round((dollars ?? 0) * 100);
  return [...new Set<string>([...PAY_CATEGORIES, ...Object.keys(after)])]
    .map((category) => ({ category, rate: cents(after[category]) }))
    .filter(({ category, rate }) => rate !== cents(before[category]));
};

// --- In the record log

/** The name of a rate in the pay log: 'Homemaker from 2026-11-10' or 'Homemaker from the start'. */
export const rateLogKey = ({ category, from }: Pick<RateTerm, 'category' | 'from'>): string =>
  `${category} from ${from ?? 'the start'}`;

/** The day in such a name, '' for the start; undefined if it names no rate. */
export const dayOfLogKey = (key: string): string | undefined => {
  const day = /^.+ from (the start|\d{4}-\d\d-\d\d)$/.exec(key)?.[1];
  return day === 'the start' ? '' : day;
};

// --- What the office may enter

const EARLIEST = '2000-01-01';
const YEARS_AHEAD = 5;
/** $9,999.99 per hour. Anything more is a typing error. */
const MAX_CENTS = 999_999;

export const RATE_EXISTS = 'A rate already starts on that day. Correct it, or choose another day.';
export const BAD_HOURLY_RATE = 'A pay rate is between 0 and 9,999.99 an hour, in steps of 0.01.';

/** Null if the rate always applied. */
export const checkRate = (
  { from, rate }: Pick<RateTerm, 'from' | 'rate'>,
  today: Temporal.PlainDate,
): FieldError[] => {
  const latest = today.add({ years: YEARS_AHEAD }).toString();
  const isDayWrong = from !== null && (from < EARLIEST || from > latest);
  const isRateWrong = !Number.isInteger(rate) || rate < 0 || rate > MAX_CENTS;
  return [
    ...(isDayWrong
      ? [
          {
            field: 'validFrom',
            message: `A rate counts from a day after 01-01-2000, at most ${YEARS_AHEAD} years ahead.`,
          },
        ]
      : []),
    ...(isRateWrong ? [{ field: 'rate', message: BAD_HOURLY_RATE }] : []),
  ];
};
