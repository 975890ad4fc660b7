import type * as calls from '@homecare/domain/authorizations/contract.ts';
import {
  type Exceeded,
  exceededCaps,
  exceededPars,
  faultOfJustification,
  JUSTIFIED,
  sayExceeded,
  toAnswerFor,
} from '@homecare/domain/authorizations/exceeded.ts';
import { LIMIT_WORDS } from '@homecare/domain/calculator/limit-rules.ts';
import { done, type Reason, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { loadLimitRules } from '../calculator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { loadLine } from './ledgers.ts';
import { type Decided, type DraftPlan, exceededByPlan, watchLimits } from './plan-limits.ts';
import { findLedgerPar, findLimitedPlan, insertJustification, listJustified } from './queries.ts';

/** Justifications of care beyond a limit, stored where the decision is made, with who wrote them and when. */

const storeFor = async (
  tx: Tx,
  scope: Scope,
  of: { readonly clientId: number; readonly planId: number | null; readonly text: string },
  exceeded: readonly Exceeded[],
  record: Recorder,
): Promise<number> => {
  let id = 0;
  for (const one of exceeded) {
    id = await insertJustification(tx, of, one, scope.stamp());
    const words = `${one.text} ${of.text}`;
    record({
      entity: 'person',
      id: of.clientId,
      action: 'update',
      changes: { Justification: [null, words] },
    });
  }
  return id;
};

export const justify: UseCase<typeof calls.justify> = async (scope, { id, limit, text: typed }) => {
  const fault = faultOfJustification(typed);
  if (fault) return refuseFields([{ field: 'text', message: fault }]);
  const text = typed.trim();
  return mutate(scope, 'authorizations.justify', async (tx, record) => {
    const par = await findLedgerPar(tx, id);
    const line = par && (await loadLine(scope, par, tx));
    if (!par || !line) return refuse('notFound');
    const rules = await loadLimitRules(tx);
    const exceeded = [
      ...exceededPars([line.ledger], rules, scope.today().toString()),
      ...exceededCaps(line.limits, rules),
    ].filter((one) => one.limit === limit);
    if (exceeded.length === 0)
      return refuse('conflict', `${LIMIT_WORDS[limit]}: nothing exceeds this limit now.`);
    const made = await storeFor(tx, scope, { clientId: par.clientId, planId: null, text }, exceeded, record);
    return done({ id: made }, { insertId: made, info: JUSTIFIED });
  });
};

/** What a care plan exceeds and the text saved with it must justify. */
export type ToJustify = readonly Exceeded[];

export type LimitReason = 'badInput' | 'overLimit' | 'justificationMissing';

/** Whether a care plan may be saved under the limits of its client. */
export const checkLimits = async (
  tx: Tx,
  scope: Scope,
  draft: DraftPlan,
  typed: string | null | undefined,
): Promise<Result<ToJustify, LimitReason>> =>
  answerFor(tx, scope, { clientId: draft.clientId, typed }, await exceededByPlan(tx, scope, draft));

interface Answered {
  readonly clientId: number;
  /** The justification. */
  readonly typed: string | null | undefined;
}

/** Answers by the agency's choice for each limit: nothing, a request for a justification, or a refusal. */
const answerFor = async (
  tx: Tx,
  scope: Scope,
  { clientId, typed }: Answered,
  exceeded: readonly Exceeded[],
): Promise<Result<ToJustify, LimitReason>> => {
  if (exceeded.length === 0) return done([]);
  const { blocking, unjustified } = toAnswerFor(exceeded, await listJustified(tx, clientId));
  const seesMoney = seesAuthorizationMoney(scope.user.role);
  const asErrors = (list: readonly Exceeded[]) =>
    list.map((one) => ({ field: '', message: sayExceeded(one, seesMoney) }));
  const [first] = blocking;
  if (first) return refuse('overLimit', sayExceeded(first, seesMoney), asErrors(blocking));
  const [open] = unjustified;
  if (!open) return done([]);
  if ((typed ?? '').trim() === '')
    return refuse('justificationMissing', sayExceeded(open, seesMoney), asErrors(unjustified));
  const fault = faultOfJustification(typed ?? '');
  return fault ? refuseFields([{ field: 'limitJustification', message: fault }]) : done(unjustified);
};

export const keepJustification = async (
  tx: Tx,
  scope: Scope,
  plan: { readonly clientId: number; readonly planId: number; readonly text: string | null | undefined },
  exceeded: ToJustify,
  record: Recorder,
): Promise<void> => {
  const text = (plan.text ?? '').trim();
  await storeFor(tx, scope, { ...plan, text }, exceeded, record);
};

/**
 * Writes a visit or a billing record within the limits of its client. Anything newly exceeded, or exceeded by more, is handled by
 * the agency's choice. A refusal rolls the write back with its transaction.
 */
export const withinLimits = async <T, R extends Reason>(
  tx: Tx,
  scope: Scope,
  { justification, ...decided }: Decided & { readonly justification: string | null | undefined },
  record: Recorder,
  write: () => Promise<Result<T, R>>,
): Promise<Result<T, R | LimitReason>> => {
  const { planId } = decided;
  const plan = scope.settings.capabilities.billing ? await findLimitedPlan(tx, planId) : undefined;
  if (!plan) return write();
  const { clientId } = plan;
  const madeWorseNow = await watchLimits(tx, scope, plan, decided);
  const written = await write();
  if (!written.ok) return written;
  const answered = await answerFor(tx, scope, { clientId, typed: justification }, await madeWorseNow());
  if (!answered.ok) return answered;
  await keepJustification(tx, scope, { clientId, planId, text: justification }, answered.data, record);
  return written;
};
