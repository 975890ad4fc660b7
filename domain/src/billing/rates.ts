import { showDate } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { centsOf, termsOn } from '../plan-types/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import type { StatePack } from '../states/pack.ts';
import { roundingOf } from '../states/rules.ts';
import type { UnitRule } from '../unit-rules.ts';
import { type DaysOfCard, daysOfMonth, rateOn } from './counting.ts';
import type { Card, DatedRate, RateFrom } from './schema.ts';

/** Pay rate options of a card, in cents per unit of 15 minutes (docs/rules/billing.md, rule 20). */

export const RATE_KINDS = ['inside', 'outside', 'old', 'custom'] as const;
export type RateKind = (typeof RATE_KINDS)[number];

export interface RateOption {
  readonly kind: RateKind;
  /** Cents per unit of the first billed day. */
  readonly cents: number;
  /** Rates by day; if empty, `cents` applies to the whole card. */
  readonly rates: readonly RateFrom[];
}

export const RATE_EXISTS = 'Error: This rate already exists';
export const NO_RATE = 'Enter a pay rate of 0 or more, with at most two decimals.';
export const CHOOSE_RATE = 'Choose a pay rate.';

const NAMES: Record<RateKind, string> = {
  inside: 'Inside rate',
  outside: 'Outside rate',
  old: 'Old Rate',
  custom: 'Custom Rate',
};
/** '$12.60, $13.10 from 10-16' */
export const priceText = ({ cents, rates }: Pick<RateOption, 'cents' | 'rates'>): string =>
  [showMoney(rates[0]?.cents ?? cents), ...laterRates({ rates })].join(', ');

const laterRates = ({ rates }: Pick<RateOption, 'rates'>) =>
  rates.slice(1).map(({ from, cents }) => `${showMoney(cents)} from ${showDate(from).slice(0, 5)}`);

/** 'Inside rate $12.60, $13.10 from 10-16' */
export const rateText = (option: RateOption) => `${NAMES[option.kind]} ${priceText(option)}`;

/** The rates a card was saved with, under the name that they have now. */
export const savedRate = (
  { rateKind, payRate, rates }: Pick<Card, 'rateKind' | 'payRate' | 'rates'>,
  option: RateOption | undefined,
): RateOption => ({ kind: rateKind ?? option?.kind ?? 'old', cents: payRate, rates });

/** The terms of a month are those of its first day. A type that begins within the month has its first terms. */
export const termsOfMonth = <T extends Pick<Term, 'validFrom'>>(
  terms: readonly T[],
  month: string,
): T | undefined => {
  const { from, through } = daysOfMonth(month);
  return (
    termsOn(terms, from) ??
    terms
      .filter(({ validFrom }) => validFrom <= through)
      .toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))[0]
  );
};

/** How the time of a type becomes units in a month: by its terms, otherwise by the state; null if neither says it (docs/rules/states.md, rule 3). */
export const unitRuleOf = (
  terms: readonly Pick<Term, 'validFrom' | 'unitRule'>[],
  month: string,
  pack: StatePack,
): UnitRule | null => termsOfMonth(terms, month)?.unitRule ?? roundingOf(pack, daysOfMonth(month).from);

/** The dated rate in some terms; null if not entered. */
export const rateOfTerm = (term: Term | undefined, kind: DatedRate): number | null =>
  (kind === 'inside' ? term?.rateCents : term?.addrateCents) ?? null;

/** A type's rates on the days of a month, in order. The first one also applies to the days before it. */
export const datedRates = (terms: readonly Term[], kind: DatedRate, month: string): RateFrom[] => {
  const { from, through } = daysOfMonth(month);
  const first = termsOn(terms, from);
  const later = terms
    .filter(({ validFrom }) => from < validFrom && validFrom <= through)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const rates: RateFrom[] = [];
  for (const term of [...(first ? [first] : []), ...later]) {
    const cents = rateOfTerm(term, kind);
    if (cents !== null && rates.at(-1)?.cents !== cents)
      rates.push({ from: term.validFrom < from ? from : term.validFrom, cents });
  }
  return rates;
};

/** How a card is billed: at a dated rate of its type, or at one rate for all days. */
export interface RateChoice {
  readonly rateKind: DatedRate | null;
  /** Cents per unit of the first billed day; null if no rate was chosen. */
  readonly payRate: number | null;
}

/** The rate that calls return: that of the first billed day, or of the period's first day if nothing is billed. */
export const firstRate = (
  rates: readonly RateFrom[],
  { startPeriod, endPeriod, days: rows }: DaysOfCard,
): number | undefined => {
  const billed = rows
    .filter(({ billing, start, end }) => billing && start !== null && end !== null)
    .map(({ date }) => date)
    .filter((date) => startPeriod <= date && date <= endPeriod)
    .reduce<string | undefined>(
      (first, date) => (first === undefined || date < first ? date : first),
      undefined,
    );
  return rates.length === 0 ? undefined : rateOn({ payRate: 0, rates }, billed ?? startPeriod);
};

/**
 * Older clients send only dollars. They mean the dated rate of the first billed day if it has that value, otherwise one rate
 * for the whole card.
 */
export const kindOfRate = (
  cents: number,
  dated: Readonly<Record<DatedRate, readonly RateFrom[]>>,
  isOutside: boolean,
  card: DaysOfCard,
): DatedRate | null =>
  (isOutside ? (['outside', 'inside'] as const) : (['inside'] as const)).find(
    (kind) => firstRate(dated[kind], card) === cents,
  ) ?? null;

export interface RateFacts {
  /** By day; empty until the agency enters them. */
  readonly inside: readonly RateFrom[];
  readonly outside: readonly RateFrom[];
  /** The client's ZIP code is in the outside-area list. */
  readonly isOutside: boolean;
  /** The choice in the saved record. */
  readonly saved: RateChoice | null;
  /** This plan's earlier custom rates, and those added on the screen. */
  readonly custom: readonly number[];
}

/** Whether an option bills every day at this one rate. */
const isWhole = ({ cents, rates }: RateOption, whole: number) =>
  rates.length === 0 ? cents === whole : rates.every((rate) => rate.cents === whole);

const isSame = (a: RateOption, b: RateOption) =>
  JSON.stringify(a.rates.map((rate) => [rate.from, rate.cents])) ===
  JSON.stringify(b.rates.map((rate) => [rate.from, rate.cents]));

/** The options in order, without duplicates. Outside is offered only if the client lives outside. */
export const rateOptions = ({ inside, outside, isOutside, saved, custom }: RateFacts): RateOption[] => {
  const listed: RateOption[] = [];
  const addDated = (kind: DatedRate, rates: readonly RateFrom[]) => {
    const [first] = rates;
    const option = first && { kind, cents: first.cents, rates };
    if (option && !listed.some((one) => isSame(one, option))) listed.push(option);
  };
  const addWhole = (kind: RateKind, cents: number) => {
    if (!listed.some((option) => isWhole(option, cents))) listed.push({ kind, cents, rates: [] });
  };
  addDated('inside', inside);
  if (isOutside || saved?.rateKind === 'outside') addDated('outside', outside);
  const own = saved?.payRate ?? null;
  if (saved && own !== null && !custom.includes(own) && !optionOf(listed, saved)) addWhole('old', own);
  for (const cents of custom) addWhole('custom', cents);
  return listed;
};

export const choiceOf = ({ kind, cents }: RateOption): RateChoice => ({
  rateKind: kind === 'inside' || kind === 'outside' ? kind : null,
  payRate: cents,
});
/** The option that a choice refers to; undefined if none was chosen. */
export const optionOf = (
  options: readonly RateOption[],
  { rateKind, payRate }: RateChoice,
): RateOption | undefined =>
  rateKind !== null
    ? // Where both areas have the same rates they are in the list once.
      (options.find(({ kind }) => kind === rateKind) ?? options.find(({ rates }) => rates.length > 0))
    : payRate === null
      ? undefined
      : options.find((option) => isWhole(option, payRate));

/** The rate with which an unsaved card opens: outside if the client lives outside, and none until a rate is entered. */
export const openingRate = (facts: Pick<RateFacts, 'inside' | 'outside' | 'isOutside'>): RateChoice => {
  const options = rateOptions({ ...facts, saved: null, custom: [] });
  const option = options.find(({ kind }) => kind === (facts.isOutside ? 'outside' : 'inside')) ?? options[0];
  return option ? choiceOf(option) : { rateKind: null, payRate: null };
};

/** Custom rates of a plan: rates of its cards that its type never had. */
export const customRates = (billed: readonly number[], terms: readonly Term[]): number[] => {
  const ofType = new Set(terms.flatMap(({ rateCents, addrateCents }) => [rateCents, addrateCents]));
  return [...new Set(billed)].filter((cents) => !ofType.has(cents)).sort((a, b) => a - b);
};

/** A rate as typed into Custom...: cents, or why it is refused (docs/rules/billing.md, rule 21). */
export const readCustomRate = (
  typed: string,
  options: readonly RateOption[],
): { readonly cents: number } | { readonly error: string; readonly isKnown: boolean } => {
  const cents = centsOf(typed);
  if (cents === undefined) return { error: NO_RATE, isKnown: false };
  return options.some((option) => isWhole(option, cents)) ? { error: RATE_EXISTS, isKnown: true } : { cents };
};
