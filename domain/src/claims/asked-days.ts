import type { ClaimedDay } from '../authorizations/ledger.ts';
import { type CardPart, standingClaims } from './batch.ts';
import type { LinePosting } from './posting.ts';
import type { SentClaim } from './sent-claim.ts';
import { shareCents } from './share-cents.ts';

/** What claims ask for day by day, and what was paid for it, as the ledger of authorized units counts it. */

export interface AskedClaim {
  readonly sent: Pick<SentClaim, 'par' | 'lines'>;
  /** Of the last payment that was not a reversal. */
  readonly paidLines: readonly Pick<LinePosting, 'control' | 'paid'>[] | null;
}

/** A plan's month with all claims that its records are on. */
export interface AskedBook {
  readonly planId: number;
  readonly type: string;
  /** Its records, deleted ones too. */
  readonly cardIds: readonly number[];
  readonly parts: readonly CardPart[];
}

/** Cents of a line; null: the payer has not decided on its claim. A payment that was taken back paid nothing. */
const paidOfLine = (
  control: string,
  charge: number,
  { paidLines }: AskedClaim,
  part: CardPart,
): number | null => {
  if (part.paid === null) return null;
  if (part.paid === 0) return 0;
  return paidLines?.find((line) => line.control === control)?.paid ?? charge;
};

/** Every claim counts once, the newest of those that replace one another; a voided one asks for nothing. */
export const askedDays = (
  { planId, type, cardIds, parts }: AskedBook,
  claims: ReadonlyMap<string, AskedClaim>,
  usage: 'T' | 'P',
): ClaimedDay[] => {
  const own = new Set(cardIds);
  const standing = new Map(standingClaims(parts, usage).map((part) => [part.claimId, part]));
  return [...standing].flatMap(([claimId, part]) => {
    const claim = claims.get(claimId);
    return (claim?.sent.lines ?? []).flatMap(({ control, day, charge, shares }) => {
      const paid = claim ? paidOfLine(control, charge, claim, part) : null;
      const parts =
        paid === null
          ? []
          : shareCents(
              paid,
              shares.map(({ amount }) => amount),
            );
      return shares.flatMap(({ cardId, units, amount }, at) =>
        own.has(cardId)
          ? [
              {
                claimId,
                planId,
                type,
                par: claim?.sent.par ?? null,
                day,
                units,
                chargeCents: amount,
                paidCents: paid === null ? null : (parts[at] ?? 0),
              },
            ]
          : [],
      );
    });
  });
};
