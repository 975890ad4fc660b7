import type { setStatus, undoSetStatus } from '@homecare/domain/billing/contract.ts';
import { RECORDS_UPDATED, readStatusSet, WRONG_STATUS } from '@homecare/domain/billing/moves.ts';
import { done, refuseFields } from '@homecare/domain/errors.ts';
import { CARD_LOG_NAMES } from '@homecare/domain/record-log/rules.ts';
import { mutate, type Recorder } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { setStatusBack, setStatusOfMonth } from './record-queries.ts';
import { CARD_ENTITY } from './saving.ts';

/** Status Set changes all records of a month with one status to another, as one step that can be undone. */

const WRONG = () => refuseFields([{ field: 'toStatus', message: WRONG_STATUS }]);

const recordMoves = (
  record: Recorder,
  ids: readonly number[],
  { from, to }: { readonly from: string; readonly to: string },
) => {
  for (const id of ids)
    record({ entity: CARD_ENTITY, id, action: 'update', changes: { [CARD_LOG_NAMES.status]: [from, to] } });
  // Having nothing to change is a result too.
  record({ entity: CARD_ENTITY, id: null, action: 'run', changes: { changed: [null, ids.length] } });
};

/** A record with nothing to claim also changes its status, but is not counted as a billed record. */
const countsOf = (moved: readonly { readonly nothing: boolean }[]) => {
  const nothing = moved.filter((one) => one.nothing).length;
  return { changed: moved.length - nothing, nothing };
};

export const setStatuses: UseCase<typeof setStatus> = async (scope, { date, fromStatus, toStatus }) => {
  const move = readStatusSet(fromStatus, toStatus);
  if (!move) return WRONG();
  return mutate(scope, 'billing.setStatus', async (tx, record) => {
    const moved = await setStatusOfMonth(tx, { month: date, ...move }, scope.stamp());
    const ids = moved.map(({ id }) => id);
    recordMoves(record, ids, move);
    const undo = moved.map(({ id, rev }) => ({ id, rev }));
    return done({ ...countsOf(moved), ids, undo }, { info: RECORDS_UPDATED });
  });
};

export const undoStatuses: UseCase<typeof undoSetStatus> = async (scope, { undo, fromStatus, toStatus }) => {
  const made = readStatusSet(fromStatus, toStatus);
  if (!made) return WRONG();
  const back = { from: made.to, to: made.from };
  return mutate(scope, 'billing.undoSetStatus', async (tx, record) => {
    const moved = await setStatusBack(tx, undo, back, scope.stamp());
    recordMoves(
      record,
      moved.map(({ id }) => id),
      back,
    );
    return done({ ...countsOf(moved), kept: undo.length - moved.length }, { info: RECORDS_UPDATED });
  });
};
