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
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { loadLimitRules } from '../calculator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { loadLine } from './ledgers.ts';
import { type DraftPlan, exceededByPlan } from './plan-limits.ts';
import { findLedgerPar, insertJustification, listJustified } from './queries.ts';

/** Why care is given beyond a limit: written where it is decided, kept with who wrote it and when. */

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

/** What a care plan exceeds and must be justified by the text that it is saved with. */
export type ToJustify = readonly Exceeded[];

/** Whether a care plan may be saved by the limits of its client. */
export const checkLimits = async (
  tx: Tx,
  scope: Scope,
  draft: DraftPlan,
  typed: string | null | undefined,
): Promise<Result<ToJustify, 'badInput' | 'overLimit' | 'justificationMissing'>> => {
  const exceeded = await exceededByPlan(tx, scope, draft);
  if (exceeded.length === 0) return done([]);
  const { blocking, unjustified } = toAnswerFor(exceeded, await listJustified(tx, draft.clientId));
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
