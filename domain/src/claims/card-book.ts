import type { CardStatus } from '../billing/schema.ts';
import type { CardPart } from './batch.ts';
import { type BillingEvent, nextBillingState } from './billing-state.ts';

/** A plan's month: its live card, if any, and the claims that contain its records, including deleted ones. */
export interface CardBook {
  readonly key: string;
  readonly card: {
    readonly id: number;
    readonly status: CardStatus;
    readonly deniedReason: string | null;
    /** Cents. */
    readonly amount: number;
  } | null;
  readonly claims: readonly CardPart[];
}

/** The part of a card that goes into a new claim. */
export type NewPart = Pick<CardPart, 'cardId' | 'units' | 'usage'>;

/** The book after something was sent or answered; the same object if nothing changed. */
export const afterEvent = (book: CardBook, event: BillingEvent, part?: NewPart): CardBook => {
  const state = {
    status: book.card?.status ?? ('Billed' as const),
    deniedReason: book.card?.deniedReason ?? null,
    claims: book.claims,
    ...(book.card && { amount: book.card.amount }),
  };
  const next = nextBillingState(state, event);
  if (next === state) return book;
  const known = new Map(book.claims.map((claim) => [claim.claimId, claim]));
  return {
    ...book,
    card: book.card && { ...book.card, status: next.status, deniedReason: next.deniedReason },
    claims: next.claims.flatMap((claim) => {
      const of = known.get(claim.claimId) ?? (part && { ...part, icn: null });
      return of ? [{ ...of, ...claim }] : [];
    }),
  };
};

/** Once files are real, claims that were sent as tests no longer ask for anything. */
export const withoutTests = (book: CardBook): CardBook => ({
  ...book,
  claims: book.claims.map((claim) => (claim.usage === 'T' ? { ...claim, superseded: true } : claim)),
});
