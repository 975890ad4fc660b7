import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/list-views/contract.ts';
import { mayChangeView, mayShareViews, validateViewName } from '@homecare/domain/list-views/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  deleteViewRow,
  insertView,
  lockView,
  lockViews,
  type StoredView,
  selectViews,
  updateView,
} from './queries.ts';

/** Named ways to look at a list (docs/rules/list-views.md). */

export const listViews: UseCase<typeof calls.listViews> = async (scope, { list }) => {
  const views = await selectViews(scope.site.db, scope, list);
  return done(views.map(({ list: _, at, ...view }) => view));
};

const NOT_SHARED = 'Only an admin shares views with the agency.';

/** Locks the view as the caller saw it; refused to those who may not change it. */
const lockSeen = async (
  tx: Tx,
  scope: Scope,
  id: number,
  rev: number | undefined,
): Promise<Result<StoredView>> => {
  const stored = await lockView(tx, scope, id);
  if (!stored) return refuse('notFound');
  if (!mayChangeView(stored, scope.user.role))
    return refuse('forbidden', stored.isShared ? NOT_SHARED : undefined);
  if (rev === stored.rev) return done(stored);
  return refuseStale(scope, stored);
};

export const saveView: UseCase<typeof calls.saveView> = async (
  scope,
  { id, rev, list, isShared, view, ...input },
) => {
  if (isShared && !mayShareViews(scope.user.role)) return refuse('forbidden', NOT_SHARED);
  const draft = { name: input.name.trim(), isShared, view };
  return mutate(scope, 'listViews.save', async (tx, record) => {
    await lockViews(tx, list);
    const seen = id === undefined ? undefined : await lockSeen(tx, scope, id, rev);
    if (seen && !seen.ok) return seen;
    const before = seen?.data;
    const others = (await selectViews(tx, scope, list)).filter(
      (other) => other.id !== id && (isShared ? other.isShared : other.isOwn && !other.isShared),
    );
    const wrong = validateViewName(draft.name, others);
    if (wrong) return refuseFields([wrong]);
    const savedId = before ? before.id : await insertView(tx, scope, list, draft);
    if (before) await updateView(tx, scope, before.id, draft);
    record({
      entity: 'listView',
      id: savedId,
      action: before ? 'update' : 'insert',
      changes: {
        name: [before?.name ?? null, draft.name],
        isShared: [before?.isShared ?? null, isShared],
        view: [before?.view ?? null, view],
      },
    });
    return done({ rev: before ? before.rev + 1 : 0 }, { insertId: savedId });
  });
};

export const deleteView: UseCase<typeof calls.deleteView> = (scope, { id, rev }) =>
  mutate(scope, 'listViews.delete', async (tx, record) => {
    const seen = await lockSeen(tx, scope, id, rev);
    if (!seen.ok) return seen;
    await deleteViewRow(tx, id);
    const { name, isShared, view } = seen.data;
    const changes = { name: [name, null], isShared: [isShared, null], view: [view, null] } as const;
    record({ entity: 'listView', id, action: 'delete', changes });
    return done(null);
  });
