import { centsOf, showCents, termsOn } from '../plan-types/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import { daysOfMonth } from './counting.ts';

/** Pay rate options of a card, in cents per unit of 15 minutes (specification part 2, 2.6; decisions.md, Billing). */

export const RATE_KINDS = ['inside', 'outside', 'old', 'custom'] as const;
export type RateKind = (typeof RATE_KINDS)[number];

export interface RateOption {
  readonly kind: RateKind;
  readonly cents: number;
}

export const RATE_EXISTS = 'Error: This rate already exists';
export const NO_RATE = 'A pay rate is a number, 0 or more, in steps of 0.01.';
export const CHOOSE_RATE = 'Choose a pay rate.';

const NAMES: Record<RateKind, string> = {
  inside: 'Inside rate',
  outside: 'Outside rate',
  old: 'Old Rate',
  custom: 'Custom Rate',
};
/** 'Inside rate $12.60' */
export const rateText = ({ kind, cents }: RateOption) => `${NAMES[kind]} ${showCents(cents) ?? ''}`;

/** The terms of a month are those of its first day; a type that begins inside the month has those it begins with. */
export const termsOfMonth = (terms: readonly Term[], month: string): Term | undefined => {
  const { from, through } = daysOfMonth(month);
  return (
    termsOn(terms, from) ??
    terms
      .filter(({ validFrom }) => validFrom <= through)
      .toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))[0]
  );
};

export interface RateFacts {
  /** Null until the agency enters them. */
  readonly inside: number | null;
  readonly outside: number | null;
  /** The client's postcode is in the outside-area list. */
  readonly isOutside: boolean;
  /** Of the saved record. */
  readonly saved: number | null;
  /** Earlier own rates of this plan, and those added on the screen. */
  readonly custom: readonly number[];
}

/** The options in their order, no rate twice. Outside is offered where the client lives outside. */
export const rateOptions = ({ inside, outside, isOutside, saved, custom }: RateFacts): RateOption[] => {
  const listed: RateOption[] = [];
  const add = (kind: RateKind, cents: number | null) => {
    if (cents !== null && !listed.some((option) => option.cents === cents)) listed.push({ kind, cents });
  };
  add('inside', inside);
  if (isOutside) add('outside', outside);
  const present = [...listed.map(({ cents }) => cents), ...custom];
  if (saved !== null && !present.includes(saved)) add('old', saved);
  for (const cents of custom) add('custom', cents);
  return listed;
};

/** What an unsaved card opens with: outside where the client lives outside; undefined: no rate was entered yet. */
export const openingRate = ({ inside, outside, isOutside }: RateFacts): number | undefined =>
  (isOutside ? (outside ?? inside) : inside) ?? undefined;

/** Own rates of a plan: what its cards were billed by that is no rate of its type at any time. */
export const customRates = (billed: readonly number[], terms: readonly Term[]): number[] => {
  const ofType = new Set(terms.flatMap(({ rateCents, addrateCents }) => [rateCents, addrateCents]));
  return [...new Set(billed)].filter((cents) => !ofType.has(cents)).sort((a, b) => a - b);
};

/** A rate as typed into Custom...: cents, or why it is refused (specification part 2, 5.6). */
export const readCustomRate = (
  typed: string,
  options: readonly RateOption[],
): { readonly cents: number } | { readonly error: string } => {
  const cents = centsOf(typed);
  if (cents === undefined) return { error: NO_RATE };
  return options.some((option) => option.cents === cents) ? { error: RATE_EXISTS } : { cents };
};
