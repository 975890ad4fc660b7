import type * as calls from '@homecare/domain/claims/contract.ts';
import { postedBefore, postPayment } from '@homecare/domain/claims/posting.ts';
import {
  decidedInfo,
  PARKED_CHANGED,
  type ParkedDecision,
  parkedBlock,
  parkedPostedBefore,
} from '@homecare/domain/claims/rules.ts';
import type { ParkedClaim } from '@homecare/domain/claims/schema.ts';
import { done, type Refusal, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listPostedKeys } from './answer-queries.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import { changeOfClaim } from './claim-changes.ts';
import { listParkedRows, lockParked, type ParkedRow, storeDecision } from './parked-queries.ts';
import { applyAnswers } from './posting.ts';
import { listSentClaims, lockNumbers } from './queries.ts';

/** Claims of remittances that do not balance wait until a person posts them as the payer sent them, or discards them. */

const blockOf = ({ claimId, payment }: ParkedRow) =>
  parkedBlock({ isOurs: claimId !== null, isReadable: payment.unreadable.length === 0 });

const sayLines = ({ lines }: ParkedRow['payment']) =>
  lines.length > 0 ? ` Service lines: ${lines.map(({ at }) => at).join(', ')} (SVC).` : '';

const parkedOf = (row: ParkedRow): ParkedClaim => {
  const { fileId: _, claimId: __, key: ___, payment, ...parked } = row;
  const { id: claim, patient: client, icn, charge, paid } = payment;
  const detail = `Claim: segment ${payment.at} of the file (CLP).${sayLines(payment)}`;
  return { ...parked, claim, client, icn, charge, paid, detail, fixed: blockOf(row) };
};

export const listParked = async (scope: Scope): Promise<Result<ParkedClaim[]>> =>
  done((await listParkedRows(scope.site.db)).map(parkedOf));

/** Posts the claims to their cards as the payer sent them. A refusal names the first that cannot be posted. */
const postParked = async (
  tx: Tx,
  scope: Scope,
  rows: readonly ParkedRow[],
  record: Recorder,
): Promise<Refusal | undefined> => {
  const claims = await listSentClaims(
    tx,
    rows.flatMap(({ claimId }) => claimId ?? []),
  );
  const isKnown = postedBefore(await listPostedKeys(tx, [...claims.keys()]));
  for (const row of rows) {
    const blocked = blockOf(row);
    if (blocked !== null) return refuse('conflict', blocked);
    if (isKnown(row.key)) return refuse('conflict', parkedPostedBefore(row.payment.id));
  }
  for (const [fileId, own] of Map.groupBy(rows, (row) => row.fileId)) {
    const postings = own.flatMap(({ claimId, payment, key }) => {
      const sent = claims.get(claimId ?? '')?.sent;
      return sent ? [postPayment(sent, payment, key)] : [];
    });
    await applyAnswers(tx, scope, fileId, { answers: [], postings, claims }, record);
  }
  return undefined;
};

const STATES = { post: 'posted', discard: 'discarded', restore: 'parked' } as const;
const FROM: Record<ParkedDecision, ParkedClaim['state']> = {
  post: 'parked',
  discard: 'parked',
  restore: 'discarded',
};

export const decideParked: UseCase<typeof calls.decideParked> = (scope, { ids, decision, note }) =>
  mutate(scope, 'claims.decideParked', async (tx, record) => {
    await lockNumbers(tx);
    const wanted = [...new Set(ids)];
    const rows = await lockParked(tx, wanted);
    if (rows.length < wanted.length) return refuse('notFound');
    if (rows.some(({ state }) => state !== FROM[decision])) return refuse('stale', PARKED_CHANGED);
    const refused = decision === 'post' ? await postParked(tx, scope, rows, record) : undefined;
    if (refused) return refused;
    const state = STATES[decision];
    const stamp = decision === 'restore' ? { at: null, by: null } : scope.stamp();
    await storeDecision(tx, wanted, { state, note: note || null, ...stamp });
    for (const row of rows) {
      const changes: NonNullable<Change['changes']> = {
        'parked claim': [row.payment.id, row.payment.id],
        payment: [row.trace, row.trace],
        state: [row.state, state],
        ...(row.note !== (note || null) && { note: [row.note, note || null] }),
      };
      // For a claim that is not one of ours, only its number is known.
      record(
        row.claimId === null
          ? { entity: CLAIMS_ENTITY, id: null, action: 'update', changes }
          : changeOfClaim(row.claimId, changes),
      );
    }
    return done({ changed: rows.length }, { info: decidedInfo(decision, rows.length) });
  });
