import type { Posting } from '@homecare/domain/claims/posting.ts';
import { paidAnywayRemark } from '@homecare/domain/claims/settlements.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { addRecovered, addRemarks, lockSettlementsOf } from './settlement-queries.ts';

/** A remittance for something already settled is posted like any other, with a remark on its file. */
export const noteSettled = async (
  tx: Tx,
  scope: Scope,
  fileId: number,
  postings: readonly Posting[],
): Promise<void> => {
  const paid = postings.filter((posting) => posting.paid !== 0);
  if (paid.length === 0) return;
  const settled = await lockSettlementsOf(
    tx,
    paid.map(({ claimId }) => claimId),
    scope.settings.timeZone,
  );
  const remarks: string[] = [];
  for (const { id, claimId: claim, kind, amount, day } of settled) {
    const cents = sum(paid.flatMap((posting) => (posting.claimId === claim ? [posting.paid] : [])));
    await addRecovered(tx, id, cents);
    remarks.push(paidAnywayRemark({ claim, kind, amount, paid: cents, day }));
  }
  if (remarks.length > 0) await addRemarks(tx, fileId, remarks);
};
