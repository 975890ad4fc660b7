import type { CardStatus } from '../billing/schema.ts';

/** What no claim asks for in a billing record, and who must act on it (docs/rules/claims.md, rule 2). */

/** What the claims of a record ask for, including claims of an earlier record that was deleted and saved again. */
export interface ClaimedOfCard {
  /** Cents that standing claims ask for. */
  readonly charge: number;
  /** Cents of it that insurers have already paid. */
  readonly insured: number;
  /** Cents that the client was billed for with a claim that has been replaced. Nobody else is asked for them. */
  readonly ofClient: number;
  /** One of its claims was voided, so it goes again only when staff set it to Billed. */
  readonly isTakenBack: boolean;
}

export const NOTHING_CLAIMED: ClaimedOfCard = { charge: 0, insured: 0, ofClient: 0, isTakenBack: false };

/** Cents of a record's amount that nobody is asked for. */
export const leftToClaim = (amount: number, { charge, ofClient }: ClaimedOfCard = NOTHING_CLAIMED): number =>
  Math.max(0, amount - charge - ofClient);

/**
 * Who takes care of the rest: an upload takes it, staff must decide first, it is billed outside of this system (somebody set
 * the status without a claim, so the payer's decision is unknown here), or nobody asks for it.
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

/** Explains why the rest of a record is in no claim and will not be. */
export const sayNotAsked = (status: CardStatus, { charge, isTakenBack }: ClaimedOfCard): string => {
  if (isTakenBack) return 'Its claim was taken back. Set the record to Billed to claim it again.';
  return charge === 0
    ? `The record was set to ${status} without a claim. Set it to Billed to claim it.`
    : `The record is ${status}: what is left of it goes into no claim file.`;
};
