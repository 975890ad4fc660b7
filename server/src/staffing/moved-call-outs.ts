import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { listCallOutsOfOne, moveCallOuts } from './queries.ts';

/**
 * Changes the times of plans' visits. A call-out of a single visit moves with it, because nobody has said that its caregiver can
 * come at the new time.
 */
export const withCallOuts = async <T>(
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  record: Recorder,
  move: () => Promise<T>,
): Promise<T> => {
  const zone = scope.settings.timeZone;
  const before = await listCallOutsOfOne(tx, planIds, zone);
  const moved = await move();
  if (before.length === 0) return moved;
  const spans = new Map(before.map(({ id, from, until }) => [id, { from, until }]));
  for (const { id, ...span } of await moveCallOuts(tx, before, zone))
    record({ entity: 'callOut', id, action: 'update', changes: { span: [spans.get(id), span] } });
  return moved;
};
