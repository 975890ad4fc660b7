import type { ClaimPayment, LinePayment, Remittance } from '../claims/835.ts';
import { REVERSAL } from '../claims/835.ts';
import { codeOf } from '../claims/claim-file.ts';
import { isBalanced, type PayerDecision } from '../claims/second-payer.ts';

/** Reads an insurer's remittance (835) about clients whom Medicaid covers second (docs/rules/payers.md, rules 8 and 9). */

export interface ReadDecision extends PayerDecision {
  readonly clientId: number;
  /** Reverses an earlier decision. */
  readonly isReversal: boolean;
}

export interface ReadDecisions {
  readonly decisions: readonly ReadDecision[];
  /** Why claims could not be used, one sentence each, starting with the claim number. */
  readonly unused: readonly string[];
}

const faultOf = (line: LinePayment): string | undefined => {
  if (line.from === null) return 'a line has no day of service';
  if (line.through !== null && line.through !== line.from) return 'a line is of several days';
  if (!isBalanced({ ...line, procedureCode: line.procedure.code, modifiers: [] }))
    return 'a line does not balance';
  return undefined;
};

const claimFault = (claim: ClaimPayment, clientId: number | undefined): string | undefined => {
  if (clientId === undefined) return 'no client has this member number';
  if (claim.unreadable.length > 0) return 'parts of it cannot be read';
  // Nobody can tell which day such an adjustment reduces.
  if (claim.adjustments.length > 0) return 'it was adjusted as a whole, not by line';
  if (claim.lines.length === 0) return 'it has no lines';
  return claim.lines.map(faultOf).find((fault) => fault !== undefined);
};

/**
 * Reads one decision per line and finds clients by their member numbers. If any part of a claim cannot be used, the whole
 * claim is reported and skipped.
 */
export const readDecisions = (
  remittances: readonly Remittance[],
  clientOf: ReadonlyMap<string, number>,
): ReadDecisions => {
  const decisions: ReadDecision[] = [];
  const unused: string[] = [];
  for (const { claims, date } of remittances)
    for (const claim of claims) {
      const clientId = clientOf.get(codeOf(claim.memberId));
      const fault = date === null ? 'the payment has no day' : claimFault(claim, clientId);
      if (fault !== undefined || clientId === undefined || date === null) {
        unused.push(`Claim ${claim.id || '(no number)'}: ${fault}.`);
        continue;
      }
      const isReversal = claim.status === REVERSAL;
      for (const { from, procedure, charge, paid, adjustments } of claim.lines)
        decisions.push({
          clientId,
          isReversal,
          day: from ?? date,
          procedureCode: procedure.code,
          modifiers: procedure.modifiers,
          charge,
          paid,
          adjustments,
          decided: date,
        });
    }
  return { decisions, unused };
};
