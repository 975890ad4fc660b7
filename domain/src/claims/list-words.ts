import { expectedOf } from './expected.ts';
import type { ClaimBatch, Denial } from './schema.ts';

/** How far the payer has got with a file. */
export const answerWords = ({ claims, accepted, refused, answered }: ClaimBatch): string => {
  const parts = [
    answered > 0 && `${answered} of ${claims} decided`,
    refused > 0 && `${refused} refused`,
    answered === 0 && accepted > 0 && `${accepted} of ${claims} accepted`,
  ].filter(Boolean);
  return parts.join(', ') || 'No answer yet';
};

/**
 * What is still to be paid; negative if more was paid than is billed, because it must be paid back. For a rejected
 * correction, only what it asks for beyond the claim that still stands, which is counted itself.
 */
export const openOf = ({
  paid,
  overpaid,
  settled,
  standing,
  ...asked
}: Pick<Denial, 'charge' | 'insured' | 'paid' | 'overpaid' | 'settled' | 'standing'>): number => {
  if (overpaid > 0) return -overpaid;
  const open = expectedOf(asked) - (paid ?? 0) - settled;
  return standing > 0 ? Math.max(0, open - standing) : open;
};
