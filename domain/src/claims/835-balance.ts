import { showDate } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import type { ClaimPayment, LinePayment, Remittance } from './835.ts';
import { sumOfAdjustments } from './x12/adjustments.ts';

/**
 * Checks the three sums of a remittance: of each line, of each claim, and of the payment against its claims less provider
 * adjustments. Whatever balances is posted. The rest waits for a person, without holding up the others.
 */

export interface CheckedClaim {
  readonly claim: ClaimPayment;
  /** Identifies this payment of this claim, in whatever file it comes again. */
  readonly key: string;
  /** Why it does not balance, one sentence each; empty if it does. */
  readonly reasons: readonly string[];
}

export interface CheckedRemittance {
  readonly remittance: Remittance;
  readonly claims: readonly CheckedClaim[];
}

/** The charge less adjustments and payment; 0 if the line balances. */
export const differenceOfLine = ({
  charge,
  paid,
  adjustments,
}: Pick<LinePayment, 'charge' | 'paid' | 'adjustments'>): number =>
  charge - sumOfAdjustments(adjustments) - paid;

const checkPaid = (
  what: string,
  { charge, paid }: { readonly charge: number; readonly paid: number },
  adjusted: number,
): string[] =>
  charge - adjusted === paid
    ? []
    : [
        `${what}: ${showMoney(charge)} charged less ${showMoney(adjusted)} of adjustments is not the ${showMoney(paid)} paid.`,
      ];

/** 'The service line of 11-02-2026, T1019 U1' */
const nameOfLine = ({ from, procedure: { code, modifiers } }: LinePayment): string => {
  const service = [code, ...modifiers].filter(Boolean).join(' ');
  return `The service line${from ? ` of ${showDate(from)}` : ''}${service ? `, ${service}` : ''}`;
};
const checkLine = (line: LinePayment) =>
  checkPaid(nameOfLine(line), line, sumOfAdjustments(line.adjustments));

/** Amounts that could not be read are not added up, because each sum would then report the same fault again. */
const reasonsOfClaim = (claim: ClaimPayment): readonly string[] => {
  if (claim.unreadable.length > 0) return claim.unreadable;
  const adjusted = sum([claim, ...claim.lines].map(({ adjustments }) => sumOfAdjustments(adjustments)));
  return [...claim.lines.flatMap(checkLine), ...checkPaid('The claim', claim, adjusted)];
};

const sumPaid = (claims: readonly ClaimPayment[]) => sum(claims.map(({ paid }) => paid));
const sumTaken = ({ adjustments }: Remittance) => sum(adjustments.map(({ amount }) => amount));

/** What was paid beyond the claims, less provider adjustments; 0 if the payment balances. */
export const differenceOfPayment = (remittance: Remittance): number =>
  remittance.paid - sumPaid(remittance.claims) + sumTaken(remittance);

const reasonOfPayment = (remittance: Remittance): string[] => {
  if (differenceOfPayment(remittance) === 0) return [];
  const [paid, taken] = [sumPaid(remittance.claims), sumTaken(remittance)];
  return [
    `The payment: ${showMoney(remittance.paid)} was paid, but its claims come to ${showMoney(paid)} less ${showMoney(taken)} of provider adjustments.`,
  ];
};

/** If exactly one claim is wrong, its amount follows from the rest of the payment. */
const withRest = (remittance: Remittance, claims: readonly CheckedClaim[]): readonly CheckedClaim[] => {
  const [only, another] = claims.filter(({ reasons }) => reasons.length > 0);
  if (!only || another) return claims;
  const rest = differenceOfPayment(remittance) + only.claim.paid;
  if (rest === only.claim.paid && only.claim.unreadable.length === 0) return claims;
  const explained = {
    ...only,
    reasons: [...only.reasons, `The payment leaves ${showMoney(rest)} for this claim.`],
  };
  return claims.map((one) => (one === only ? explained : one));
};

/** A fault of the whole payment is reported with each of its claims, because nobody knows which claim caused it. */
const checkPayment = (
  remittance: Remittance,
  claims: readonly CheckedClaim[],
  general: readonly string[],
): CheckedRemittance => {
  const whole = [...general, ...remittance.unreadable];
  const isWrong = claims.some(({ reasons }) => reasons.length > 0);
  if (whole.length === 0 && isWrong) return { remittance, claims: withRest(remittance, claims) };
  const reasons = whole.length > 0 ? whole : reasonOfPayment(remittance);
  return {
    remittance,
    claims: claims.map((one) => ({ ...one, reasons: [...one.reasons, ...reasons] })),
  };
};

const PAYMENT_TWICE = 'This payment is in the file twice.';
const CLAIM_TWICE = 'This claim is in the payment twice.';

const keyOf = ({ payer, trace }: Remittance, { id, icn, status, paid }: ClaimPayment, before: number) =>
  JSON.stringify([payer.id, trace, icn, id, status, paid, ...(before > 0 ? [before + 1] : [])]);

/** The payments of a file, each claim with what is wrong with it. */
export const checkRemittances = (remittances: readonly Remittance[]): CheckedRemittance[] => {
  const payments = new Set<string>();
  const seen = new Map<string, number>();
  return remittances.map((remittance) => {
    const number = JSON.stringify([remittance.payer.id, remittance.trace]);
    const general = payments.has(number) ? [PAYMENT_TWICE] : [];
    payments.add(number);
    const claims = remittance.claims.map((claim): CheckedClaim => {
      const first = keyOf(remittance, claim, 0);
      const before = seen.get(first) ?? 0;
      seen.set(first, before + 1);
      const reasons = reasonsOfClaim(claim);
      const twice = before > 0 && general.length === 0 ? [CLAIM_TWICE] : [];
      return { claim, key: keyOf(remittance, claim, before), reasons: [...reasons, ...twice] };
    });
    return checkPayment(remittance, claims, general);
  });
};
