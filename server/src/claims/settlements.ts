import { billableToClient, type UnpaidLine } from '@homecare/domain/claims/bill-client.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import { CORRECTIONS_CHANGED } from '@homecare/domain/claims/rules.ts';
import type { Denial, Settlement } from '@homecare/domain/claims/schema.ts';
import {
  billedBefore,
  checkSettlement,
  settledInfo,
  settlementInvoiced,
  settlementUndoneInfo,
} from '@homecare/domain/claims/settlements.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockInvoicesOfSettlements } from '../private-pay/open-invoices.ts';
import { listDenialRows } from './answer-queries.ts';
import { changeOfClaim } from './claim-changes.ts';
import { denialOf } from './denials.ts';
import { lockNumbers } from './queries.ts';
import { insertSettlements, listSettlementRows, undoSettlementRows } from './settlement-queries.ts';
import { findBilledBefore, unpaidLinesOf } from './unpaid-lines.ts';

/** Write-offs, and amounts billed to the client (docs/rules/claims.md, rules 34 to 36). */

type Draft = Parameters<UseCase<typeof calls.settleClaims>>[1];

/** How much of a denial can be settled, in cents, or a fault if nothing can. */
const amountOf = (denial: Denial, { kind, reason, agreed }: Draft, lines: readonly UnpaidLine[]) => {
  if (kind === 'writeOff') return { cents: openOf(denial), fault: null };
  // All claims here are billed to Medicaid.
  const basis = reason === 'notCovered' ? 'notCovered' : 'shareOfCost';
  const { cents, fault } = billableToClient({ hasMedicaid: true, basis, agreed, lines });
  return { cents: Math.min(cents, openOf(denial)), fault };
};

export const settleClaims: UseCase<typeof calls.settleClaims> = async (scope, draft) => {
  const refused = refuseAll(checkSettlement(draft));
  if (refused) return refused;
  try {
    return await mutate(scope, 'claims.settle', async (tx, record) => {
      await lockNumbers(tx);
      const wanted = new Set(draft.ids);
      const denials = (await listDenialRows(tx, 'open', scope.settings))
        .map(denialOf)
        .filter(({ id }) => wanted.has(id));
      if (denials.length < wanted.size) return refuse('conflict', CORRECTIONS_CHANGED);
      const before = draft.kind === 'billClient' ? await findBilledBefore(tx, [...wanted]) : undefined;
      if (before !== undefined) return refuse('conflict', billedBefore(before));
      const unpaid = draft.kind === 'billClient' ? await unpaidLinesOf(tx, scope, [...wanted]) : undefined;
      const rows = denials.map((denial) => ({
        denial,
        ...amountOf(denial, draft, unpaid?.get(denial.id) ?? []),
      }));
      const fault = rows.find((row) => row.fault !== null)?.fault;
      if (fault) return refuseFields([fault], 'conflict');
      if (rows.some(({ cents }) => cents <= 0))
        return refuse('conflict', 'Nothing of one of these claims is open.');
      const { kind, reason, note, agreed } = draft;
      const settlements = rows.map(({ denial, cents }) => ({
        claimId: denial.id,
        kind,
        reason,
        note,
        amount: cents,
        agreed: reason === 'notCovered' ? agreed : null,
      }));
      await insertSettlements(tx, settlements, scope.stamp());
      for (const { claimId, amount } of settlements)
        record(changeOfClaim(claimId, { [kind]: [null, amount], reason: [null, reason] }));
      const amount = sum(settlements.map((one) => one.amount));
      return done(
        { changed: settlements.length, amount },
        { info: settledInfo(kind, settlements.length, amount) },
      );
    });
  } catch (error) {
    if (violatedUnique(error) !== 'claim_settlements_live') throw error;
    return refuse('conflict', CORRECTIONS_CHANGED);
  }
};

export const undoSettlements: UseCase<typeof calls.undoSettlements> = (scope, { ids }) =>
  mutate(scope, 'claims.undoSettlements', async (tx, record) => {
    await lockNumbers(tx);
    const wanted = [...new Set(ids)];
    const invoices = await lockInvoicesOfSettlements(tx, wanted);
    if (invoices.length > 0) return refuse('conflict', settlementInvoiced(invoices));
    const gone = await undoSettlementRows(tx, wanted, scope.stamp());
    if (gone.length < wanted.length) return refuse('conflict', CORRECTIONS_CHANGED);
    for (const { claimId, amount } of gone) record(changeOfClaim(claimId, { settled: [amount, null] }));
    return done({ changed: gone.length }, { info: settlementUndoneInfo(gone.length) });
  });

export const listSettlements = async (scope: Scope): Promise<Result<Settlement[]>> =>
  done(await listSettlementRows(scope.site.db));
