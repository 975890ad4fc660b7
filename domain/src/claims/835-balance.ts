import type { ClaimPayment, LinePayment, Remittance } from './835.ts';
import { sumOfAdjustments } from './x12/adjustments.ts';
import type { Findings } from './x12/findings.ts';
import { showX12Cents } from './x12/values.ts';

/** The three sums of a remittance (standards, 3.3); a file in which one is wrong is not posted. */

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

const checkClaim = (claim: ClaimPayment, findings: Findings) => {
  for (const line of claim.lines) checkLine(line, findings);
  const adjusted = [claim, ...claim.lines].reduce(
    (sum, { adjustments }) => sum + sumOfAdjustments(adjustments),
    0,
  );
  checkPaid({ at: claim.at, id: 'CLP' }, claim, adjusted, findings);
};

/** The same payment of the same claim a second time would be posted twice. */
const checkDoubled = (claims: readonly ClaimPayment[], findings: Findings) => {
  const seen = new Set<string>();
  for (const { at, id, icn, status, charge, paid } of claims) {
    const key = JSON.stringify([id, icn, status, charge, paid]);
    if (seen.has(key)) findings.fault({ at, id: 'CLP' }, 'this claim stands twice in the payment.');
    seen.add(key);
  }
};

export const checkBalance = ({ at, paid, claims, adjustments }: Remittance, findings: Findings) => {
  for (const claim of claims) checkClaim(claim, findings);
  checkDoubled(claims, findings);
  const ofClaims = claims.reduce((sum, claim) => sum + claim.paid, 0);
  const taken = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  if (ofClaims - taken !== paid)
    findings.fault(
      { at, id: 'BPR' },
      `${showX12Cents(paid)} was paid, but its claims come to ${showX12Cents(ofClaims)} less ${showX12Cents(taken)} of provider adjustments.`,
    );
};
