import type { ClaimedDay } from '../authorizations/ledger.ts';
import { type CardPart, standingClaims } from './batch.ts';
import { askedByCard, expectedOf, sharePaidByCard } from './expected.ts';
import type { LinePosting } from './posting.ts';
import type { SentClaim, SentLine } from './sent-claim.ts';

/** What claims ask for on each day and what was paid for it, as the ledger of authorized units needs it. */

export interface AskedClaim {
  readonly sent: Pick<SentClaim, 'par' | 'lines'>;
  /** From the last payment that was not a reversal. */
  readonly paidLines: readonly Pick<LinePosting, 'control' | 'paid'>[] | null;
}

/** A plan's month with all claims that contain its records. */
export interface AskedBook {
  readonly planId: number;
  readonly type: string;
  /** Its records, including deleted ones. */
  readonly cardIds: readonly number[];
  readonly parts: readonly CardPart[];
}

/** Cents paid for a line; null if the payer has not decided on its claim. A payment that was taken back counts as 0. */
const paidOfLine = (line: SentLine, { paidLines }: AskedClaim, part: CardPart): number | null => {
  if (part.paid === null) return null;
  if (part.paid === 0) return 0;
  return paidLines?.find(({ control }) => control === line.control)?.paid ?? expectedOf(line);
};

/** Of claims that replace each other only the newest counts; a voided claim asks for nothing. */
export const askedDays = (
  { planId, type, cardIds, parts }: AskedBook,
  claims: ReadonlyMap<string, AskedClaim>,
  usage: 'T' | 'P',
): ClaimedDay[] => {
  const own = new Set(cardIds);
  const standing = new Map(standingClaims(parts, usage).map((part) => [part.claimId, part]));
  return [...standing].flatMap(([claimId, part]) => {
    const claim = claims.get(claimId);
    return (claim?.sent.lines ?? []).flatMap((line) => {
      const { day } = line;
      const paid = claim ? paidOfLine(line, claim, part) : null;
      const parts = paid === null ? [] : sharePaidByCard(paid, line);
      return askedByCard(line).flatMap(({ cardId, units, amount, insured }, at) =>
        own.has(cardId)
          ? [
              {
                claimId,
                planId,
                type,
                par: claim?.sent.par ?? null,
                day,
                units,
                chargeCents: expectedOf({ charge: amount, insured }),
                paidCents: paid === null ? null : (parts[at] ?? 0),
              },
            ]
          : [],
      );
    });
  });
};
