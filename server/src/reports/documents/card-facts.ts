import { hoursOfCard, isNothingToClaim, NOTHING_TO_CLAIM } from '@homecare/domain/billing/counting.ts';
import { CARD_STATUSES } from '@homecare/domain/billing/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { showAmount } from '@homecare/domain/money.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { Summary } from '@homecare/domain/reports/schema.ts';
import { count, date, money, type ReportColumn, text } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import { type CardClaim, type CardFact, claimsOfCards, listCards } from '../card-queries.ts';
import { type Pair, withPeople } from './facts.ts';

/** Billing records in money documents (docs/rules/reports.md, rule 23). */

type CardRow = CardFact & Pair;

/** Cards of a month of calculation, whatever their month of service, so that a late one is billed once. */
export const cardsOf = async (
  scope: Scope,
  { from, to, type }: Pick<ReportParameters, 'from' | 'to' | 'type'>,
): Promise<CardRow[]> =>
  withPeople(scope, await listCards(scope, 'calculation', { from, through: to }), type);

export type ClaimedRow = CardRow & CardClaim;

const NO_CLAIM: CardClaim = { paid: 0, control: null, owner: null };

/** Adds the results of claims. */
export const withClaims = async (scope: Scope, cards: readonly CardRow[]): Promise<ClaimedRow[]> => {
  const claims = await claimsOfCards(
    scope,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => ({ ...card, ...(claims.get(card.id) ?? NO_CLAIM) }));
};

/** Cards without units are printed too, and counted separately. */
export const CARDS = {
  noun: ['billing record', 'billing records'],
  uncounted: { is: isNothingToClaim, words: NOTHING_TO_CLAIM.toLowerCase() },
  namesClient: true,
  idOf: ({ id }: CardRow) => id,
} as const;

export const hoursOf = ({ work, travel }: CardFact) => hoursOfCard({ work, travel });
export const periodWords = ({ startPeriod, endPeriod }: CardFact) =>
  `${showDate(startPeriod)} - ${showDate(endPeriod)}`;
/** '5.17', or '5.17, 5.30 from 10-16' if the rate changes within the month. */
export const rateWords = ({ payRate, rates }: Pick<CardFact, 'payRate' | 'rates'>) =>
  [showAmount(rates[0]?.cents ?? payRate), ...laterRates(rates)].join(', ');
const laterRates = (rates: CardFact['rates']) =>
  rates.slice(1).map(({ from, cents }) => `${showAmount(cents)} from ${showDate(from).slice(0, 5)}`);
/** The rate of the first billed day, with those that begin later in the month. */
export const rateColumns: readonly ReportColumn<CardRow>[] = [
  money('Rate', ({ payRate }) => payRate, { total: false, width: 7 }),
  text('New rate', 10, ({ rates }) => laterRates(rates).join(', ') || null),
];
export const lateWords = ({ month, calculation }: CardFact) =>
  month === calculation ? null : `late ${month}`;

/** The outcome of a card; each report has its own column for the reason of a denial. */
export const statusColumns = (reason: ReportColumn<ClaimedRow>): readonly ReportColumn<ClaimedRow>[] => [
  text('Client', 22, ({ client }) => client.name),
  text('Medicaid', 10, ({ client }) => client.medicaid),
  text('Provider', 22, ({ provider }) => provider.name),
  text('Code', 10, ({ code }) => code),
  text('Period', 21, periodWords),
  count('Units', ({ units }) => units),
  money('Amount', ({ amount }) => amount),
  money('Paid amount', ({ paid }) => paid),
  money('Open', ({ amount, paid }) => amount - paid),
  text('Status', 9, ({ status }) => status),
  reason,
  text('Claim', 14, ({ control }) => control),
  date('Last updated', ({ statusDay }) => statusDay),
  text('By', 7, ({ statusBy }) => statusBy || null),
];

const tableBy = (
  title: string,
  head: string,
  rows: readonly CardFact[],
  keyOf: (row: CardFact) => string,
  order: (key: string) => number | string,
): Summary => ({
  title,
  columns: [
    { title: head, kind: 'text' },
    { title: 'Cards', kind: 'count' },
    { title: 'Units', kind: 'count' },
    { title: 'Amount', kind: 'money' },
    { title: 'Of these late', kind: 'count' },
  ],
  rows: [
    ...Map.groupBy(
      rows.filter((card) => !isNothingToClaim(card)),
      keyOf,
    ),
  ]
    .toSorted(([a], [b]) => (order(a) < order(b) ? -1 : 1))
    .map(([key, own]) => [
      key,
      own.length,
      sum(own.map(({ units }) => units)),
      sum(own.map(({ amount }) => amount)),
      own.filter((card) => card.month !== card.calculation).length,
    ]),
});

const PLACES: ReadonlyMap<string, number> = new Map(CARD_STATUSES.map((status, n) => [status, n]));

export const byStatusAndCode = (rows: readonly CardFact[]): Summary[] => [
  tableBy(
    'By Status',
    'Status',
    rows,
    ({ status }) => status,
    (key) => PLACES.get(key) ?? 0,
  ),
  tableBy(
    'By Code',
    'Code',
    rows,
    ({ code }) => code,
    (key) => key,
  ),
];
