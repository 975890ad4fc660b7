import { daysOfMonth } from '../billing/counting.ts';
import type { CardStatus } from '../billing/schema.ts';
import { sum } from '../sum.ts';
import { type ActiveSpan, type Flow, flowOf } from './active.ts';

/** The agency's figures for a month (docs/rules/reports.md, rule 12). */

export interface MonthCard {
  readonly clientId: number;
  readonly providerId: number;
  readonly units: number;
  readonly amount: number;
  readonly status: CardStatus;
  /** Whether the card has a day of service, and a paid day. */
  readonly isServed: boolean;
  readonly isPaid: boolean;
}

type Spans = readonly (readonly ActiveSpan[])[];
type Served = Flow & { readonly served: number };

export interface MonthFigures {
  readonly month: string;
  readonly clients: Served;
  readonly providers: Served;
  readonly units: number;
  readonly amount: number;
  readonly paid: number;
  readonly denied: number;
}

const distinct = (ids: readonly number[]) => new Set(ids).size;

/** Who came and left, whom the month's cards served and paid, and their totals. */
export const figuresOfMonth = (
  month: string,
  clients: Spans,
  providers: Spans,
  cards: readonly MonthCard[],
): MonthFigures => {
  const { from, through } = daysOfMonth(month);
  const amountOf = (own: readonly MonthCard[]) => sum(own.map(({ amount }) => amount));
  const of = (status: CardStatus) => cards.filter((card) => card.status === status);
  return {
    month,
    clients: {
      ...flowOf(clients, from, through),
      served: distinct(cards.filter(({ isServed }) => isServed).map(({ clientId }) => clientId)),
    },
    providers: {
      ...flowOf(providers, from, through),
      served: distinct(cards.filter(({ isPaid }) => isPaid).map(({ providerId }) => providerId)),
    },
    units: sum(cards.map(({ units }) => units)),
    amount: amountOf(cards),
    paid: amountOf(of('Paid')),
    denied: amountOf(of('Denied')),
  };
};
