import type { SentLine } from './sent-claim.ts';
import { shareCents } from './share-cents.ts';

/** What the claims that ask for a card say of each of its days. */
export interface StandingDay {
  readonly day: string;
  /** Cents that were asked for. */
  readonly charge: number;
  /** Cents; null: no payment yet. */
  readonly paid: number | null;
  readonly isAccepted: boolean;
  /** Why the payer did not take it in; null: it did, or has not answered. */
  readonly refused: string | null;
  /** Of a denial. */
  readonly reason: string | null;
}

/** What a card has in a claim that no other one replaces. */
export interface StandingPart {
  readonly paid: number | null;
  readonly isAccepted: boolean;
  readonly refused: string | null;
  readonly reason: string | null;
  readonly lines: readonly Pick<SentLine, 'day' | 'shares'>[];
}

/** Days of a card by its claims, the newest last; a payment of several days is shared over them as it was charged. */
export const standingDays = (
  parts: readonly StandingPart[],
  isOf: (cardId: number) => boolean,
): StandingDay[] => {
  const days = new Map<string, StandingDay>();
  for (const { lines, paid, ...others } of parts) {
    const charges = new Map<string, number>();
    for (const { day, shares } of lines)
      for (const { cardId, amount } of shares)
        if (isOf(cardId)) charges.set(day, (charges.get(day) ?? 0) + amount);
    const own = [...charges];
    const payments =
      paid === null
        ? []
        : shareCents(
            paid,
            own.map(([, charge]) => charge),
          );
    for (const [index, [day, charge]] of own.entries())
      days.set(day, { day, charge, paid: paid === null ? null : (payments[index] ?? 0), ...others });
  }
  return [...days.values()];
};
