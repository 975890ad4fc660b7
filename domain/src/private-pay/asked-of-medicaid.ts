import type { Card } from '../billing/schema.ts';
import { type ClaimedOfCard, claimingOfRest, leftToClaim, NOTHING_CLAIMED } from '../claims/left-to-claim.ts';
import { type CoveredClient, hasMedicaid, payersOn } from '../payers/rules.ts';

/** What Medicaid is asked for of billing records: a share of cost is never above it (docs/rules/private-pay.md, rule 7). */

export type AskedCard = Pick<Card, 'days' | 'startPeriod' | 'status'> & {
  /** Cents that it comes to now. */
  readonly amount: number;
};

/** Whether an insurer pays before Medicaid on a billed day of it: what is left for Medicaid is known by its claims alone. */
export const isInsured = (card: Pick<AskedCard, 'days' | 'startPeriod'>, covered: CoveredClient): boolean =>
  hasMedicaid(card, covered) &&
  card.days.some(
    ({ date, billing }) => billing && payersOn(covered, date).some(({ kind }) => kind === 'Other'),
  );

/** Of a record of Medicaid: days are left that it was not asked for yet, and that a later upload may ask for. */
export const waitsForClaim = (
  { amount, status }: Pick<AskedCard, 'amount' | 'status'>,
  claimed: ClaimedOfCard = NOTHING_CLAIMED,
): boolean =>
  leftToClaim(amount, claimed) > 0 && ['upload', 'staff'].includes(claimingOfRest(status, claimed));

/** A live record of a month with what was asked for of it; undefined: nothing ever. */
export interface RecordOfMonth extends Pick<AskedCard, 'startPeriod' | 'status' | 'amount'> {
  /** First day of the month. */
  readonly month: string;
  readonly claimed: ClaimedOfCard | undefined;
}

/** Something of it is still to be asked for, or was asked for elsewhere: nobody knows here what Medicaid decides on that (decision 193). */
const isUndecided = ({ amount, status, claimed }: RecordOfMonth) =>
  leftToClaim(amount, claimed) > 0 && claimingOfRest(status, claimed) !== 'nobody';

/** A month of which no claim stands is billed elsewhere or not at all. */
const isWithoutClaim = (own: readonly RecordOfMonth[]) =>
  own.some(({ amount }) => amount > 0) && own.every(({ claimed = NOTHING_CLAIMED }) => claimed.charge === 0);

/** Months of which Medicaid was not asked here for all that it is asked for. Work that others pay for keeps none open. */
export const unclaimedMonths = (covered: CoveredClient, records: readonly RecordOfMonth[]): string[] => {
  const own = records.filter((one) => hasMedicaid(one, covered));
  return [...Map.groupBy(own, ({ month }) => month)].flatMap(([month, ofMonth]) =>
    isWithoutClaim(ofMonth) || ofMonth.some(isUndecided) ? [month] : [],
  );
};

/** Cents of an insured record that Medicaid is asked for: no more than the record comes to by now. */
export const askedAfterInsurers = (
  { amount }: AskedCard,
  { charge, insured }: ClaimedOfCard = NOTHING_CLAIMED,
): number => Math.max(0, Math.min(charge, amount) - insured);
