import { expectedOf } from './expected.ts';
import type { ClaimBatch, Denial } from './schema.ts';

/** How far the payer is with a file. */
export const answerWords = ({ claims, accepted, refused, answered }: ClaimBatch): string => {
  const parts = [
    answered > 0 && `${answered} of ${claims} decided`,
    refused > 0 && `${refused} refused`,
    answered === 0 && accepted > 0 && `${accepted} of ${claims} accepted`,
  ].filter(Boolean);
  return parts.join(', ') || 'No answer yet';
};

/**
 * What is still to be paid; below 0 where more came than is billed, as it has to go back. Of a correction that was rejected that
 * is what it asks for beyond the claim that stands, whose own money is counted with it.
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
