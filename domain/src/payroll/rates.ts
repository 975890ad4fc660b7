import type { FieldError } from '../errors.ts';
import { PAY_CATEGORIES } from '../people/dictionary.ts';
import { byCategory } from './categories.ts';

/** What a provider is paid an hour, by category and day, in cents (docs/decisions/0043). */

export interface RateTerm {
  readonly category: string;
  /** The first day it counts for; null: since ever. */
  readonly from: string | null;
  /** 0: no rate from that day on. */
  readonly rate: number;
}

export type ProviderRates = readonly RateTerm[];

const byDay = (a: RateTerm, b: RateTerm) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1);

/** Which term counts on a day; undefined: no rate. */
export const termOn = (rates: ProviderRates, category: string, date: string): RateTerm | undefined => {
  const term = rates
    .filter((one) => one.category === category && (one.from ?? '') <= date)
    .reduce<RateTerm | undefined>(
      (last, one) => (last && (last.from ?? '') > (one.from ?? '') ? last : one),
      undefined,
    );
  return term && term.rate > 0 ? term : undefined;
};

/** In the order of categories and days; a term that says the same as the one before it is left out: it cuts no line. */
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
 * From which day a rate counts that was typed without one: the first of its category for all days, as hours worked before it was
 * typed are paid by it; a later one from today on.
 */
export const dayOfTyped = (rates: ProviderRates, category: string, today: string): string | null =>
  rates.some((term) => term.category === category) ? today : null;

/** The categories whose rates differ, in cents; dollars as the record of a person has them. */
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

/** What the log of pay calls a rate: 'Homemaker from 2026-11-10', 'Homemaker from the start'. */
export const rateLogKey = ({ category, from }: Pick<RateTerm, 'category' | 'from'>): string =>
  `${category} from ${from ?? 'the start'}`;

/** The day of such a name, '' for the start; undefined: it names no rate. */
export const dayOfLogKey = (key: string): string | undefined => {
  const day = /^.+ from (the start|\d{4}-\d\d-\d\d)$/.exec(key)?.[1];
  return day === 'the start' ? '' : day;
};

// --- What the office may enter

const EARLIEST = '2000-01-01';
const YEARS_AHEAD = 5;
/** $9,999.99 an hour: more is a slip of the keys. */
const MAX_CENTS = 999_999;

export const RATE_EXISTS = 'A rate already starts on that day. Correct it, or choose another day.';
export const BAD_HOURLY_RATE = 'A pay rate is between 0 and 9,999.99 an hour, in steps of 0.01.';

/** null: since ever. */
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
