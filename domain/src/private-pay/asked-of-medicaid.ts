import type { Card } from '../billing/schema.ts';
import { type CoveredClient, hasMedicaid, payersOn } from '../payers/rules.ts';

/** What Medicaid is asked for of billing records: a share of cost is never above it (docs/rules/private-pay.md, rule 7). */

export type AskedCard = Pick<Card, 'days' | 'startPeriod' | 'status'> & {
  /** Cents that it comes to now. */
  readonly amount: number;
};

/** What the claims that stand ask for of a record. */
export interface ClaimedOfCard {
  readonly charge: number;
  /** Cents of it that insurers paid before. */
  readonly insured: number;
  /** A claim of it was taken back: it goes again only when staff set it to Billed. */
  readonly isTakenBack: boolean;
}

const NOTHING_CLAIMED: ClaimedOfCard = { charge: 0, insured: 0, isTakenBack: false };

/** Whether an insurer pays before Medicaid on a billed day of it: what is left for Medicaid is known by its claims alone. */
export const isInsured = (card: Pick<AskedCard, 'days' | 'startPeriod'>, covered: CoveredClient): boolean =>
  hasMedicaid(card, covered) &&
  card.days.some(
    ({ date, billing }) => billing && payersOn(covered, date).some(({ kind }) => kind === 'Other'),
  );

/** A record that is Paid is in no upload, nor is one that was set to Adjust without a claim or whose claim was taken back. */
const mayGoOut = ({ status }: Pick<AskedCard, 'status'>, { charge, isTakenBack }: ClaimedOfCard) =>
  status !== 'Paid' && (status !== 'Adjust' || (charge > 0 && !isTakenBack));

/** Of a record of Medicaid: days are left that it was not asked for yet, and that a later upload may ask for. */
export const waitsForClaim = (
  card: Pick<AskedCard, 'amount' | 'status'>,
  claimed: ClaimedOfCard = NOTHING_CLAIMED,
): boolean => claimed.charge < card.amount && mayGoOut(card, claimed);

/** A live record of a month with what was asked for of it; undefined: nothing ever. */
export interface RecordOfMonth extends Pick<AskedCard, 'startPeriod' | 'status' | 'amount'> {
  /** First day of the month. */
  readonly month: string;
  readonly claimed: ClaimedOfCard | undefined;
}

/** A month of which no claim stands is billed elsewhere or not at all: nobody knows here what Medicaid decides on it (decision 193). */
const isWithoutClaim = (own: readonly RecordOfMonth[]) =>
  own.some(({ amount }) => amount > 0) && own.every(({ claimed = NOTHING_CLAIMED }) => claimed.charge === 0);

/** Months of which Medicaid was not asked for all that it will be asked for. Work that others pay for keeps none open. */
export const unclaimedMonths = (covered: CoveredClient, records: readonly RecordOfMonth[]): string[] => {
  const own = records.filter((one) => hasMedicaid(one, covered));
  return [...Map.groupBy(own, ({ month }) => month)].flatMap(([month, ofMonth]) =>
    isWithoutClaim(ofMonth) || ofMonth.some((one) => waitsForClaim(one, one.claimed)) ? [month] : [],
  );
};

/** Cents of an insured record that Medicaid is asked for: no more than the record comes to by now. */
export const askedAfterInsurers = (
  { amount }: AskedCard,
  { charge, insured }: ClaimedOfCard = NOTHING_CLAIMED,
): number => Math.max(0, Math.min(charge, amount) - insured);
