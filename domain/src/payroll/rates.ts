import { PAY_CATEGORIES, type PayCategory } from '../people/dictionary.ts';

/** What a provider is paid, by category and day. Rates are cents an hour; the record of a person holds the latest ones. */

export interface RateTerm {
  readonly category: PayCategory;
  /** The first day it counts for; null: since ever. */
  readonly from: string | null;
  readonly rate: number;
}

export type ProviderRates = readonly RateTerm[];

/** Which term counts on a day; undefined: no rate. */
export const termOn = (rates: ProviderRates, category: PayCategory, date: string): RateTerm | undefined => {
  const term = rates
    .filter((one) => one.category === category && (one.from ?? '') <= date)
    .reduce<RateTerm | undefined>(
      (last, one) => (last && (last.from ?? '') > (one.from ?? '') ? last : one),
      undefined,
    );
  return term && term.rate > 0 ? term : undefined;
};

/** A change of one category as the record log keeps it: the day, and dollars an hour before and after. */
export interface RateChange {
  readonly category: PayCategory;
  readonly day: string;
  readonly old: number;
  readonly now: number;
}

const dollarsOf = (rates: unknown, category: PayCategory): number => {
  const value: unknown =
    typeof rates === 'object' && rates !== null
      ? Object.entries(rates).find(([key]) => key === category)?.[1]
      : 0;
  return typeof value === 'number' ? value : 0;
};

/** The categories that a logged change of providerPayRate was about. */
export const rateChanges = (day: string, old: unknown, now: unknown): RateChange[] =>
  PAY_CATEGORIES.map((category) => ({
    category,
    day,
    old: dollarsOf(old, category),
    now: dollarsOf(now, category),
  })).filter((change) => change.old !== change.now);

const cents = (dollars: number) => Math.round(dollars * 100);

/**
 * Rates by day from the present ones and their changes in the order they were made. A rate counts from the day it was
 * entered; the first one that is not 0 counts for all days before it too, as 0 means that none was entered yet.
 */
export const ratesFrom = (
  present: Readonly<Record<PayCategory, number>>,
  changes: readonly RateChange[],
): RateTerm[] =>
  PAY_CATEGORIES.flatMap((category) => {
    const own = changes.filter((change) => change.category === category);
    const steps: RateTerm[] = [
      { category, from: null, rate: own[0] ? cents(own[0].old) : present[category] },
      ...own.map(({ day, now }) => ({ category, from: day, rate: cents(now) })),
    ];
    // Of several changes on one day the last one counts.
    const last = steps.filter((step, n) => steps[n + 1]?.from !== step.from || n + 1 === steps.length);
    const first = last.findIndex(({ rate }) => rate > 0);
    if (first < 0) return [];
    return last
      .slice(first)
      .map((term, n) => (n === 0 ? { ...term, from: null } : term))
      .filter((term, n, all) => n === 0 || all[n - 1]?.rate !== term.rate);
  });
