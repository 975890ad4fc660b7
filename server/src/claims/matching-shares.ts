import { billableToClient, isShareOfCost } from '@homecare/domain/claims/bill-client.ts';
import type { Posting } from '@homecare/domain/claims/posting.ts';
import { MATCHED, matchedRemark } from '@homecare/domain/claims/settlements.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { readSharesOfClaims } from '../private-pay/shares.ts';
import { changeOfClaim } from './claim-changes.ts';
import { addRemarks, insertSettlements, lockSettlementsOf } from './settlement-queries.ts';
import { findBilledBefore, unpaidLinesOf } from './unpaid-lines.ts';

/** What a remittance withholds for a recorded share of cost is billed to the client automatically (docs/rules/claims.md, rule 40). */

const hasShare = ({ reversal, problem, lines }: Posting) =>
  !reversal &&
  problem === null &&
  lines.some(({ adjustments }) => adjustments?.some(({ reason }) => isShareOfCost(reason)));

/** The client's part of claims, where the recorded share covers all of it and nothing of the claim has been settled. */
export const matchShares = async (
  tx: Tx,
  scope: Scope,
  fileId: number,
  postings: readonly Posting[],
  record: Recorder,
): Promise<void> => {
  const asked = [...new Set(postings.filter(hasShare).map(({ claimId }) => claimId))];
  if (asked.length === 0) return;
  const settled = new Set(
    (await lockSettlementsOf(tx, asked, scope.settings.timeZone)).map(({ claimId }) => claimId),
  );
  const claims = (await readSharesOfClaims(tx, asked)).filter(({ id }) => !settled.has(id));
  const unpaid = await unpaidLinesOf(
    tx,
    scope,
    claims.map(({ id }) => id),
  );
  const remarks: string[] = [];
  /** What earlier claims of the file have used, by client and month. */
  const taken = new Map<string, number>();
  for (const { id, clientId, month, left } of claims) {
    const lines = unpaid.get(id) ?? [];
    const { cents } = billableToClient({ hasMedicaid: true, basis: 'shareOfCost', agreed: null, lines });
    const key = `${clientId} ${month}`;
    const before = taken.get(key) ?? 0;
    if (cents <= 0 || cents > left - before || (await findBilledBefore(tx, [id])) !== undefined) continue;
    taken.set(key, before + cents);
    const settlement = { claimId: id, kind: 'billClient', reason: 'shareOfCost', amount: cents } as const;
    await insertSettlements(tx, [{ ...settlement, note: MATCHED, agreed: null }], scope.stamp());
    record(changeOfClaim(id, { billClient: [null, cents], reason: [null, 'shareOfCost'] }));
    remarks.push(matchedRemark(id, cents));
  }
  if (remarks.length > 0) await addRemarks(tx, fileId, remarks);
};
