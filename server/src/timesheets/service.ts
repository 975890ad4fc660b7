import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/timesheets/contract.ts';
import {
  checkScanError,
  readScanCodes,
  SCAN_ADDED,
  SCAN_DELETED,
  SCAN_EDITED,
} from '@homecare/domain/timesheets/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  countScans,
  deleteScan,
  findScan,
  findScanOf,
  insertErrors,
  listErrorsOf,
  listOpenErrors,
  lockPlanStatus,
  type NewScanError,
  type StoredScan,
  updateScan,
} from './queries.ts';

export const loadScanErrors = async (scope: Scope) => done(await listOpenErrors(scope));

export const loadScansOf: UseCase<typeof calls.getScanList> = async (scope, { id }) =>
  done(await listErrorsOf(scope, id));

export const loadScanCount = async (scope: Scope) =>
  done(await countScans(scope, scope.today().toPlainYearMonth().toString()));

const stampOf = (scope: Scope) => ({ by: scope.user.initials, at: scope.now().toString() });

/** Adds errors within the caller's transaction. Returns their ids in order. */
export const addScanErrors = async (
  tx: Tx,
  scope: Scope,
  scans: readonly NewScanError[],
  record: Recorder,
): Promise<number[]> => {
  const ids = await insertErrors(tx, scans, stampOf(scope));
  for (const id of ids) record({ entity: 'scanError', id, action: 'insert' });
  return ids;
};

const DELETED_PLAN = 'This care plan is deleted. Its scan errors can only be looked at.';

/** Locks the plan until the transaction ends, so that its errors change one after the other. */
const lockPlanRow = async (tx: Tx, planId: number) => {
  const status = await lockPlanStatus(tx, planId);
  if (status === undefined) return refuse('notFound');
  return status === 'Deleted' ? refuse('conflict', DELETED_PLAN) : undefined;
};

/** `rev` null means that the user saw no row. An older client sends none and overwrites. */
const staleness = (scope: Scope, rev: number | null | undefined, stored: StoredScan | undefined) => {
  if (rev === undefined || rev === (stored?.rev ?? null)) return undefined;
  if (!stored) return refuse('notFound', 'This scan error was deleted by someone else.');
  return refuseStale(scope, { by: stored.modified_by, at: stored.modified });
};

/** One row per plan, month and half: created by the first save, changed by the next (docs/rules/timesheets.md, rule 4). */
export const saveScanError: UseCase<typeof calls.updateScanError> = (
  scope,
  { id: planId, date: month, period, error, rev },
) =>
  mutate(scope, 'timesheets.updateScanError', async (tx, record) => {
    const errors = readScanCodes(error) ?? [];
    const refused =
      refuseAll(checkScanError({ date: month, period, error }, scope.today())) ??
      (await lockPlanRow(tx, planId));
    if (refused) return refused;
    const stored = await findScanOf(tx, { planId, month, period });
    const stale = staleness(scope, rev, stored);
    if (stale) return stale;
    if (!stored) {
      const [id = 0] = await addScanErrors(tx, scope, [{ planId, month, period, errors }], record);
      return done({ rev: 0 }, { insertId: id, info: SCAN_ADDED });
    }
    const next = await updateScan(tx, stored, errors, stampOf(scope));
    const changes = { error: [stored.errors.join(','), errors.join(',')] as const };
    record({ entity: 'scanError', id: stored.id, action: 'update', changes });
    return done({ rev: next }, { insertId: stored.id, info: SCAN_EDITED });
  });

export const removeScanError: UseCase<typeof calls.deleteScanError> = (scope, { id, rev }) =>
  mutate(scope, 'timesheets.deleteScanError', async (tx, record) => {
    const found = await findScan(tx, id);
    if (!found) return refuse('notFound');
    const refused = await lockPlanRow(tx, found.plan_id);
    if (refused) return refused;
    // Read again, because it may have changed while waiting for the plan.
    const stored = await findScan(tx, id);
    if (!stored) return refuse('notFound');
    const stale = staleness(scope, rev ?? undefined, stored);
    if (stale) return stale;
    await deleteScan(tx, id);
    record({
      entity: 'scanError',
      id,
      action: 'delete',
      changes: { error: [stored.errors.join(','), null] },
    });
    return done(null, { info: SCAN_DELETED });
  });
