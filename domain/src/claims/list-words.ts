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

/** What is still to be paid; below 0 where more came than is billed, as it has to go back. */
export const openOf = ({
  charge,
  paid,
  overpaid,
  settled,
}: Pick<Denial, 'charge' | 'paid' | 'overpaid' | 'settled'>): number =>
  overpaid > 0 ? -overpaid : charge - (paid ?? 0) - settled;
