import { sum } from '../sum.ts';
import { type Asked, askedByCard, expectedOf, sharePaid, sharePaidByCard } from './expected.ts';
import type { LinePosting } from './posting.ts';
import type { SentLine } from './sent-claim.ts';

/** What the claims that ask for a card say about each of its days. */
export interface StandingDay extends Asked {
  readonly day: string;
  /** Cents; null if there is no payment yet. */
  readonly paid: number | null;
  readonly isAccepted: boolean;
  /** Why the payer refused it; null if it did not, or has not answered. */
  readonly refused: string | null;
  /** The reason for a denial. */
  readonly reason: string | null;
  /** The reason that the whole claim is listed under among denials; null if it is not listed. */
  readonly denial: string | null;
}

type ClaimLine = Pick<SentLine, 'control' | 'day' | 'insured' | 'shares'>;
type Payment = Pick<LinePosting, 'control' | 'paid' | 'reason'>;

/** A card's part of a claim that no other claim replaces. */
export interface StandingPart {
  readonly paid: number | null;
  readonly isAccepted: boolean;
  readonly refused: string | null;
  readonly reason: string | null;
  readonly denial: string | null;
  readonly lines: readonly ClaimLine[];
  /** What the payer paid for each line; null if its answer does not say. */
  readonly payments: readonly Payment[] | null;
}

/** Cents paid for the cards' parts of some lines. A payment of a line is shared over its cards in proportion to what was expected. */
export const paidOfLines = (
  lines: readonly Pick<SentLine, 'control' | 'insured' | 'shares'>[],
  payments: readonly Pick<Payment, 'control' | 'paid'>[],
  isOf: (cardId: number) => boolean,
): number =>
  sum(
    lines.flatMap((line) => {
      const paid = sum(payments.filter((one) => one.control === line.control).map((one) => one.paid));
      const parts = sharePaidByCard(paid, line);
      return line.shares.map(({ cardId }, at) => (isOf(cardId) ? (parts[at] ?? 0) : 0));
    }),
  );

/**
 * The days of a card from its claims, which are in order, newest last. A day has what its lines were paid. If the answer
 * does not say, or its lines add up to a different amount than the card has, the payment is shared over the days in
 * proportion to what was expected.
 */
export const standingDays = (
  parts: readonly StandingPart[],
  isOf: (cardId: number) => boolean,
): StandingDay[] => {
  const days = new Map<string, StandingDay>();
  for (const { lines, paid, payments, ...others } of parts) {
    const own = [...Map.groupBy(lines, ({ day }) => day)].flatMap(([day, ofDay]) => {
      const shares = ofDay.flatMap((line) => askedByCard(line).filter(({ cardId }) => isOf(cardId)));
      const asked = {
        charge: sum(shares.map(({ amount }) => amount)),
        insured: sum(shares.map(({ insured }) => insured)),
      };
      return shares.length > 0 ? [{ day, ofDay, asked }] : [];
    });
    const byLine = own.map(({ ofDay }) => paidOfLines(ofDay, payments ?? [], isOf));
    const isSaid = payments !== null && sum(byLine) === paid;
    const byDay = isSaid
      ? byLine
      : sharePaid(
          paid ?? 0,
          own.map(({ asked }) => asked),
        );
    for (const [at, { day, ofDay, asked }] of own.entries()) {
      const cents = byDay[at] ?? 0;
      const ofLine = payments?.find(
        (one) => one.reason !== null && ofDay.some(({ control }) => control === one.control),
      );
      const said = ofLine?.reason ?? (cents < expectedOf(asked) ? others.reason : null);
      const answer = { paid: paid === null ? null : cents, reason: isSaid ? said : others.reason };
      days.set(day, { day, ...asked, ...others, ...answer });
    }
  }
  return [...days.values()];
};
