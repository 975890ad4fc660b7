import { sum } from '../sum.ts';
import type { CardShare } from './day-lines.ts';
import { shareCents } from './share-cents.ts';

/** What Medicaid still owes after insurers that pay before it (docs/rules/payers.md, rule 12). Money is in cents. */

export interface Asked {
  readonly charge: number;
  /** What insurers paid, as stated in the claim; missing if nobody pays before Medicaid. Never more than the charge. */
  readonly insured?: number;
}

/** What Medicaid should pay: the charge less what insurers paid. */
export const expectedOf = ({ charge, insured = 0 }: Asked): number => charge - insured;

/**
 * Whether nothing was paid although something was expected, or a payment was taken back. If insurers paid everything, paying
 * nothing is right.
 */
export const isDeniedWhole = (
  claim: Asked & { readonly paid: number | null; readonly reversed?: boolean },
): boolean => claim.paid === 0 && (claim.reversed === true || expectedOf(claim) > 0);

interface SharedLine {
  readonly insured?: number;
  readonly shares: readonly CardShare[];
}

/** Each card's part of a line, with its share of what insurers paid. */
export const askedByCard = ({
  insured = 0,
  shares,
}: SharedLine): (CardShare & { readonly insured: number })[] => {
  const parts = shareCents(
    insured,
    shares.map(({ amount }) => amount),
  );
  return shares.map((share, at) => ({ ...share, insured: parts[at] ?? 0 }));
};

/** Shares a payment over lines or cards by what was expected for each, or by what was charged if nothing was expected. */
export const sharePaid = (cents: number, of: readonly Asked[]): number[] => {
  const expected = of.map(expectedOf);
  return shareCents(cents, sum(expected) > 0 ? expected : of.map(({ charge }) => charge));
};

/** The same for the cards of a line. */
export const sharePaidByCard = (cents: number, line: SharedLine): number[] =>
  sharePaid(
    cents,
    askedByCard(line).map(({ amount, insured }) => ({ charge: amount, insured })),
  );
