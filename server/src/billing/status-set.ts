import type { setStatus, undoSetStatus } from '@homecare/domain/billing/contract.ts';
import { RECORDS_UPDATED, readStatusSet, WRONG_STATUS } from '@homecare/domain/billing/moves.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuseFields } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder } from '../platform/db/mutate.ts';
import { setStatusBack, setStatusOfMonth } from './record-queries.ts';
import { WORK_ENTITY } from './saving.ts';

/** Status Set: all records of a month with one status get another, as one step that can be taken back. */

const WRONG = () => refuseFields([{ field: 'toStatus', message: WRONG_STATUS }]);

const recordMoves = (
  record: Recorder,
  ids: readonly number[],
  { from, to }: { readonly from: string; readonly to: string },
) => {
  for (const id of ids)
    record({ entity: WORK_ENTITY, id, action: 'update', changes: { Status: [from, to] } });
  // Nothing to change is an answer too.
  record({ entity: WORK_ENTITY, id: null, action: 'run', changes: { changed: [null, ids.length] } });
};

/** A record with nothing to claim has its status changed too, and is no billed record where records are counted. */
const countsOf = (moved: readonly { readonly nothing: boolean }[]) => {
  const nothing = moved.filter((one) => one.nothing).length;
  return { changed: moved.length - nothing, nothing };
};

const stampOf = (scope: Scope) => ({ at: scope.now().toString(), by: scope.user.initials });

export const setStatuses = async (
  scope: Scope,
  { date, fromStatus, toStatus }: InputOf<typeof setStatus>,
): Promise<Result<OutputOf<typeof setStatus>>> => {
  const move = readStatusSet(fromStatus, toStatus);
  if (!move) return WRONG();
  return mutate(scope, 'billing.setStatus', async (tx, record) => {
    const moved = await setStatusOfMonth(tx, { month: date, ...move }, stampOf(scope));
    const ids = moved.map(({ id }) => id);
    recordMoves(record, ids, move);
    const undo = moved.map(({ id, rev }) => ({ id, rev }));
    return done({ ...countsOf(moved), ids, undo }, { info: RECORDS_UPDATED });
  });
};

export const undoStatuses = async (
  scope: Scope,
  { undo, fromStatus, toStatus }: InputOf<typeof undoSetStatus>,
): Promise<Result<OutputOf<typeof undoSetStatus>>> => {
  const made = readStatusSet(fromStatus, toStatus);
  if (!made) return WRONG();
  const back = { from: made.to, to: made.from };
  return mutate(scope, 'billing.undoSetStatus', async (tx, record) => {
    const moved = await setStatusBack(tx, undo, back, stampOf(scope));
    recordMoves(
      record,
      moved.map(({ id }) => id),
      back,
    );
    return done({ ...countsOf(moved), kept: undo.length - moved.length }, { info: RECORDS_UPDATED });
  });
};
