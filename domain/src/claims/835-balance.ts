import type { ClaimPayment, LinePayment, Remittance } from './835.ts';
import { sumOfAdjustments } from './x12/adjustments.ts';
import { collectFindings, type Findings } from './x12/findings.ts';
import { showX12Cents } from './x12/values.ts';

/**
 * The three sums of a remittance: each line and each claim by itself, and the payment against its claims less provider
 * adjustments. What balances is posted; what does not waits for a person, and keeps nothing else from being posted.
 */

export interface CheckedClaim {
  readonly claim: ClaimPayment;
  /** The same payment of the same claim, whenever and in whatever file it comes again. */
  readonly key: string;
  /** Why it does not balance, one sentence each; none: it does. */
  readonly reasons: readonly string[];
}

export interface CheckedRemittance {
  readonly remittance: Remittance;
  readonly claims: readonly CheckedClaim[];
}

/** What charge and adjustments leave that was not paid; 0: it balances. */
export const differenceOfLine = ({
  charge,
  paid,
  adjustments,
}: Pick<LinePayment, 'charge' | 'paid' | 'adjustments'>): number =>
  charge - sumOfAdjustments(adjustments) - paid;

const checkPaid = (
  place: { readonly at: number; readonly id: 'CLP' | 'SVC' },
  { charge, paid }: { readonly charge: number; readonly paid: number },
  adjusted: number,
  findings: Findings,
) => {
  if (charge - adjusted !== paid)
    findings.fault(
      place,
      `${showX12Cents(charge)} charged less ${showX12Cents(adjusted)} of adjustments is not the ${showX12Cents(paid)} paid.`,
    );
};

const checkLine = (line: LinePayment, findings: Findings) =>
  checkPaid({ at: line.at, id: 'SVC' }, line, sumOfAdjustments(line.adjustments), findings);

/** A wrong amount would be named a second time by each sum: what cannot be read is not added up. */
const reasonsOfClaim = (claim: ClaimPayment): readonly string[] => {
  if (claim.unreadable.length > 0) return claim.unreadable;
  const findings = collectFindings();
  for (const line of claim.lines) checkLine(line, findings);
  const adjusted = [claim, ...claim.lines].reduce(
    (sum, { adjustments }) => sum + sumOfAdjustments(adjustments),
    0,
  );
  checkPaid({ at: claim.at, id: 'CLP' }, claim, adjusted, findings);
  return findings.faults.map(({ message }) => message);
};

const sumPaid = (claims: readonly ClaimPayment[]) => claims.reduce((sum, { paid }) => sum + paid, 0);
const sumTaken = ({ adjustments }: Remittance) => adjustments.reduce((sum, { amount }) => sum + amount, 0);

/** What was paid beyond the claims, less provider adjustments; 0: the payment balances. */
export const differenceOfPayment = (remittance: Remittance): number =>
  remittance.paid - sumPaid(remittance.claims) + sumTaken(remittance);

const reasonOfPayment = (remittance: Remittance): string[] => {
  if (differenceOfPayment(remittance) === 0) return [];
  const [paid, taken] = [sumPaid(remittance.claims), sumTaken(remittance)];
  const findings = collectFindings();
  findings.fault(
    { at: remittance.at, id: 'BPR' },
    `${showX12Cents(remittance.paid)} was paid, but its claims come to ${showX12Cents(paid)} less ${showX12Cents(taken)} of provider adjustments.`,
  );
  return findings.faults.map(({ message }) => message);
};

/** Where one claim alone is wrong, the payment says what was paid for it. */
const withRest = (remittance: Remittance, claims: readonly CheckedClaim[]): readonly CheckedClaim[] => {
  const [only, another] = claims.filter(({ reasons }) => reasons.length > 0);
  if (!only || another) return claims;
  const rest = differenceOfPayment(remittance) + only.claim.paid;
  if (rest === only.claim.paid && only.claim.unreadable.length === 0) return claims;
  const told = {
    ...only,
    reasons: [...only.reasons, `The payment leaves ${showX12Cents(rest)} for this claim.`],
  };
  return claims.map((one) => (one === only ? told : one));
};

/** What is wrong with a payment as a whole is wrong with each of its claims: nobody knows which of them it is. */
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
const CLAIM_TWICE = 'this claim is in the payment twice.';

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
      const twice = before > 0 && general.length === 0 ? [`Segment ${claim.at} (CLP): ${CLAIM_TWICE}`] : [];
      return { claim, key: keyOf(remittance, claim, before), reasons: [...reasons, ...twice] };
    });
    return checkPayment(remittance, claims, general);
  });
};
