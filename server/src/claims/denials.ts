import type { OutputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { expectedOf } from '@homecare/domain/claims/expected.ts';
import {
  CORRECTED_AGAIN,
  DENIAL_SAVED,
  NOT_DECIDED,
  OVERPAID,
  SENT_AGAIN,
} from '@homecare/domain/claims/rules.ts';
import type { Denial, DenialState } from '@homecare/domain/claims/schema.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type DenialRow, listDenialRows, listOwners, lockDenial, updateDenial } from './answer-queries.ts';
import { changeOfClaim } from './claim-changes.ts';

/** Claims that need someone's attention. */

const stateOf = ({ problem, paid, isOverpaid }: DenialRow): DenialState => {
  if (problem !== null) return 'Problem';
  if (isOverpaid) return 'Overpaid';
  if (paid === null) return 'Refused';
  return paid === 0 ? 'Denied' : 'PartPaid';
};

const linesOf = ({ sentLines, paidLines }: DenialRow): Denial['lines'] => {
  const paid = new Map(paidLines?.map((line) => [line.control, line]));
  return sentLines.flatMap((sent) => {
    const { control, day, procedureCode, modifiers, units, charge, insured = 0, shares } = sent;
    const line = paid.get(control);
    const cardId = shares[0]?.cardId;
    if (!line || line.paid >= expectedOf(sent) || cardId === undefined) return [];
    const code = [procedureCode, ...modifiers].join(' ');
    return [{ cardId, day, code, units, charge, insured, paid: line.paid, reason: line.reason }];
  });
};

/** Why it cannot be corrected here; null if it can. */
const fixedOf = (state: DenialState, { frequency, paid, icn }: DenialRow): string | null => {
  if (state === 'Refused') return frequency === '7' ? CORRECTED_AGAIN : SENT_AGAIN;
  return paid === null || icn === null ? NOT_DECIDED : null;
};

export const denialOf = (row: DenialRow): Denial => {
  const { sentLines, paidLines, refusedReason, problem, reason, isOverpaid: _, ...denial } = row;
  const days = sentLines.map(({ day }) => day).sort();
  const state = stateOf(row);
  return {
    ...denial,
    state,
    from: days[0] ?? `${row.month}-01`,
    through: days.at(-1) ?? `${row.month}-01`,
    reason: state === 'Overpaid' ? OVERPAID : (problem ?? refusedReason ?? reason),
    lines: linesOf(row),
    fixed: fixedOf(state, row),
  };
};

export const listDenials = async (scope: Scope): Promise<Result<OutputOf<typeof calls.listDenials>>> => {
  const { db } = scope.site;
  const [rows, owners] = await Promise.all([listDenialRows(db, 'open', scope.settings), listOwners(db)]);
  return done({ denials: rows.map(denialOf), owners });
};

export const saveDenial: UseCase<typeof calls.saveDenial> = async (scope, { id, ownerId, note, rev }) => {
  const owners = await listOwners(scope.site.db);
  if (ownerId !== null && !owners.some((owner) => owner.id === ownerId))
    return refuseFields([{ field: 'ownerId', message: 'Choose an administrator of this agency.' }]);
  return mutate(scope, 'claims.saveDenial', async (tx, record) => {
    const before = await lockDenial(tx, id);
    if (!before) return refuse('notFound');
    if (before.rev !== rev) return refuse('stale');
    const now = { ownerId, note: note || null };
    await updateDenial(tx, id, now);
    record(
      changeOfClaim(id, {
        ...(before.ownerId !== now.ownerId && { owner: [before.ownerId, now.ownerId] }),
        ...(before.note !== now.note && { note: [before.note, now.note] }),
      }),
    );
    return done({ rev: rev + 1 }, { info: DENIAL_SAVED });
  });
};
