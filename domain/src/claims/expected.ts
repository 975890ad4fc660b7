import { sum } from '../sum.ts';
import type { CardShare } from './day-lines.ts';
import { shareCents } from './share-cents.ts';

/** What Medicaid still owes once insurers that pay before it have paid (docs/rules/payers.md, rule 12). Money is cents. */

export interface Asked {
  readonly charge: number;
  /** What insurers paid of it, as the claim says; none: nobody pays before Medicaid. Never more than the charge. */
  readonly insured?: number;
}

/** What Medicaid is expected to pay: what was charged less what insurers paid. */
export const expectedOf = ({ charge, insured = 0 }: Asked): number => charge - insured;

/** Nothing was paid though something was expected, or it was taken back; where insurers paid all, nothing is right. */
export const isDeniedWhole = (
  claim: Asked & { readonly paid: number | null; readonly reversed?: boolean },
): boolean => claim.paid === 0 && (claim.reversed === true || expectedOf(claim) > 0);

interface SharedLine {
  readonly insured?: number;
  readonly shares: readonly CardShare[];
}

/** What each card has in a line, with its share of what insurers paid. */
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

/** A payment of lines or cards over what was expected of each; where nothing was, over what was charged. */
export const sharePaid = (cents: number, of: readonly Asked[]): number[] => {
  const expected = of.map(expectedOf);
  return shareCents(cents, sum(expected) > 0 ? expected : of.map(({ charge }) => charge));
};

/** The same of the cards of a line. */
export const sharePaidByCard = (cents: number, line: SharedLine): number[] =>
  sharePaid(
    cents,
    askedByCard(line).map(({ amount, insured }) => ({ charge: amount, insured })),
  );
