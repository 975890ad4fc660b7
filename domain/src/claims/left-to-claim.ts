import type { CardStatus } from '../billing/schema.ts';

/** What no claim asks for of a billing record, and who has to do something about it (docs/rules/claims.md, rule 2). */

/** What the claims of a record ask for; those of the record before it, where it was deleted and saved anew, are its own. */
export interface ClaimedOfCard {
  /** Cents that the claims that stand ask for. */
  readonly charge: number;
  /** Cents of it that insurers paid before. */
  readonly insured: number;
  /** Cents that the client was billed for with a claim that another one is in the place of: they are asked of nobody else. */
  readonly ofClient: number;
  /** A claim of it was taken back: it goes again only when staff set it to Billed. */
  readonly isTakenBack: boolean;
}

export const NOTHING_CLAIMED: ClaimedOfCard = { charge: 0, insured: 0, ofClient: 0, isTakenBack: false };

/** Cents of a record that comes to an amount that are asked of nobody. */
export const leftToClaim = (amount: number, { charge, ofClient }: ClaimedOfCard = NOTHING_CLAIMED): number =>
  Math.max(0, amount - charge - ofClient);

/**
 * What becomes of it: an upload takes it, staff decide on the record first, it is billed outside of this system (somebody set the
 * status without a claim, and nobody knows here what the payer decides), or nobody asks for it.
 */
export type ClaimingOfRest = 'upload' | 'staff' | 'elsewhere' | 'nobody';

export const claimingOfRest = (
  status: CardStatus,
  { charge, isTakenBack }: ClaimedOfCard = NOTHING_CLAIMED,
): ClaimingOfRest => {
  if (status === 'Billed' || status === 'Denied') return 'upload';
  if (status === 'Pending' || status === 'Problem') return 'staff';
  if (charge === 0) return isTakenBack ? 'nobody' : 'elsewhere';
  if (status === 'Adjust') return isTakenBack ? 'nobody' : 'upload';
  return status === 'PartPaid' ? 'upload' : 'nobody';
};

/** Of a record whose rest is in no claim and goes into none. */
export const sayNotAsked = (status: CardStatus, { charge, isTakenBack }: ClaimedOfCard): string => {
  if (isTakenBack) return 'Its claim was taken back. Set the record to Billed to claim it again.';
  return charge === 0
    ? `The record was set to ${status} without a claim. Set it to Billed to claim it.`
    : `The record is ${status}: what is left of it goes into no claim file.`;
};
