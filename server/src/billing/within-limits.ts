import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { Reason, Result } from '@homecare/domain/errors.ts';
import { type LimitReason, withinLimits } from '../authorizations/justifications.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';

interface GuardedCard {
  readonly planId: number;
  readonly month: string;
  readonly justification: string | null | undefined;
}

const CLEAR_BILLING = 'Clear Billing on the days beyond it: they are still paid.';

/**
 * The agency decides whether a record beyond a limit can be saved (docs/rules/authorizations.md, rule 30). Days without Billing do
 * not count and are still paid. The month close bills what was worked, without asking again.
 */
export const cardWithinLimits = async <T, R extends Reason>(
  tx: Tx,
  scope: Scope,
  { month, ...card }: GuardedCard,
  record: Recorder,
  write: () => Promise<Result<T, R>>,
): Promise<Result<T, R | LimitReason>> => {
  const saved = await withinLimits(tx, scope, { ...daysOfMonth(month), ...card }, record, write);
  if (saved.ok || saved.reason !== 'overLimit') return saved;
  return { ...saved, info: `${saved.info}. ${CLEAR_BILLING}` };
};
