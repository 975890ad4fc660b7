import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { Reason, Result } from '@homecare/domain/errors.ts';
import { type LimitReason, unitsOnlyWarn, withinLimits } from '../authorizations/justifications.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';

interface GuardedCard {
  readonly planId: number;
  readonly month: string;
  readonly justification: string | null | undefined;
}

const CLEAR_BILLING = 'Clear Billing on the days beyond it: they are still paid.';

/**
 * A record that bills more than is authorized is saved by the agency's choice (docs/rules/authorizations.md, rule 30). Days
 * without Billing use no units, and are paid all the same. The month close makes no record beyond an authorization to begin with.
 */
export const withinUnits = async <T, R extends Reason>(
  tx: Tx,
  scope: Scope,
  { planId, month, justification }: GuardedCard,
  record: Recorder,
  write: () => Promise<Result<T, R>>,
): Promise<Result<T, R | LimitReason>> => {
  if (await unitsOnlyWarn(tx)) return write();
  const guarded = { ...daysOfMonth(month), planId, justification };
  const saved = await withinLimits(tx, scope, guarded, record, write);
  if (saved.ok || saved.reason !== 'overLimit') return saved;
  return { ...saved, info: `${saved.info}. ${CLEAR_BILLING}` };
};
