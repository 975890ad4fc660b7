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

/** What is still to be paid; below 0 where more came than is billed. */
export const openOf = ({ charge, paid }: Denial): number => charge - (paid ?? 0);
