import { showDate } from '@homecare/domain/calendar.ts';
import { runsOn } from '@homecare/domain/care-plans/rules.ts';
import { done, type Reason, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { attemptsToAccept, attemptText } from '@homecare/domain/visits/attempts.ts';
import {
  type BulkAction,
  type BulkWords,
  bulkBlocked,
  checkBulk,
  TAKEN_OVER,
  undoBlocked,
} from '@homecare/domain/visits/bulk.ts';
import type { applyBulk, undoBulk } from '@homecare/domain/visits/contract.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import { listSentSince, queueVisits, withdrawVisits } from '../aggregator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { notifyCanceled } from '../staffing/notifying.ts';
import { queueOffersOf } from '../staffing/offers-job.ts';
import { acceptLocked, wantedOf } from './accepting.ts';
import {
  type BulkItem,
  type BulkRow,
  closeRows,
  explainRows,
  insertBulk,
  listVisitsNow,
  lockBulk,
  lockBulkRows,
  markUndone,
  rejectAttempts,
  restoreRows,
  unacceptRows,
  unrejectAttempts,
} from './bulk-queries.ts';
import { findExpectedVisit } from './expected-visit.ts';
import { findOpenedOverlaps } from './rescheduling.ts';
import { giveVisit, matchVisitsOf } from './service.ts';

/** Applies one action to many visits. Each is checked by the rule for a single visit; those refused are named with a sentence. */

const nameOf = (row: BulkRow) => `${row.ProviderName}, ${showDate(row.Date)}, ${planText(row)}`;
const refusalOf = (row: BulkRow, reason: string) => ({ id: row.id, name: nameOf(row), reason });
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const writerOf = (scope: Scope) => ({ by: scope.user.initials, now: scope.now().toString() });

/** The fields of the change log that an action changes. */
const changesOf = (action: BulkAction, row: BulkRow, words: BulkWords): NonNullable<Change['changes']> => {
  if (action === 'send') return { sent: [null, true] };
  if (action === 'reason')
    return { changeCode: [row.changeCode, words.changeCode], changeReason: [row.changeReason, words.memo] };
  const isClosing = action === 'close';
  return {
    closed: [row.closedCode, isClosing ? words.closeCode : null],
    closedMemo: [row.closedMemo, isClosing ? words.memo : null],
  };
};

const attemptIds = (row: BulkRow) => attemptsToAccept(row).map(({ id }) => id);

/** Accepts each as a click on its row would. The visits are locked, so none can be missing. */
const acceptAll = async (tx: Tx, scope: Scope, rows: readonly BulkRow[], record: Recorder): Promise<void> => {
  for (const row of rows) {
    const wanted = await wantedOf(tx, row, attemptIds(row));
    if (!wanted || !(await acceptLocked(tx, scope, row, wanted, record)))
      throw new Error(`visit ${row.id} was moved while it was held`);
  }
};

/** The record log says in words what was rejected. */
const rejectAll = async (tx: Tx, scope: Scope, rows: readonly BulkRow[], record: Recorder): Promise<void> => {
  const zone = scope.settings.timeZone;
  for (const row of rows) {
    const rejected = row.Attempts.map((attempt) => attemptText(attempt, row, zone)).join('; ');
    record({ entity: 'visit', id: row.id, action: 'update', changes: { rejected: [null, rejected] } });
  }
  await rejectAttempts(tx, rows, writerOf(scope));
};

const perform = async (
  tx: Tx,
  scope: Scope,
  action: BulkAction,
  rows: readonly BulkRow[],
  words: BulkWords,
  record: Recorder,
): Promise<void> => {
  if (action === 'accept') return acceptAll(tx, scope, rows, record);
  if (action === 'reject') return rejectAll(tx, scope, rows, record);
  const [ids, writer] = [idsOf(rows), writerOf(scope)];
  for (const row of rows)
    record({ entity: 'visit', id: row.id, action: 'update', changes: changesOf(action, row, words) });
  if (action === 'send') return queueVisits(tx, scope, ids, record);
  if (action === 'reason') return explainRows(tx, ids, { code: words.changeCode, memo: words.memo }, writer);
  return action === 'close'
    ? closeRows(tx, ids, { code: words.closeCode, memo: words.memo }, writer)
    : closeRows(tx, ids, { code: null, memo: null }, writer);
};

const itemOf = (action: BulkAction, row: BulkRow): BulkItem => {
  if (action === 'accept') return acceptedItem(row);
  if (action === 'reject')
    return { id: row.id, rev: row.rev + 1, attempts: row.Attempts.map(({ id }) => id) };
  return changedItem(action, row);
};

/** A closed visit's day may have gone to another caregiver, who then gets the reopened visit. */
const planRuns = ({ plans, Date: date }: BulkRow) => plans.some((plan) => runsOn(plan, date));
const factsOf = (row: BulkRow) => ({ ...row, planRuns: planRuns(row) });

/** Each accepted time is a revision of its own. */
const acceptedItem = (row: BulkRow): BulkItem => {
  const attempts = attemptIds(row);
  return { id: row.id, rev: row.rev + attempts.length, attempts, stored: row.stored };
};

const changedItem = (action: BulkAction, row: BulkRow): BulkItem => ({
  id: row.id,
  // Sending does not change the visit's revision.
  rev: action === 'send' ? row.rev : row.rev + 1,
  closedCode: row.closedCode,
  closedMemo: row.closedMemo,
  closedBy: row.closedBy,
  closed: row.closed,
  changeCode: row.changeCode,
  changeReason: row.changeReason,
  explainedBy: row.explainedBy,
  explained: row.explained,
});

/** A reopened visit and what it is now: a different row if another plan has its day by then. */
interface OpenedRow {
  readonly of: number;
  readonly row: BulkRow;
}

/**
 * The plan that now has the planned day of a visit whose own plan no longer does: a temporary one, otherwise the plan both cover. A
 * visit moved to another date is never taken over, only given back. Undefined if its own plan still has it.
 */
const heirOf = ({ plans, CareID, plannedDay, Date: date }: BulkRow): number | undefined => {
  const running = plans.filter((plan) => runsOn(plan, plannedDay));
  const own = running.find(({ id }) => id === CareID);
  const regular = running.find(({ coversPlanId }) => coversPlanId === null);
  const cover = date === plannedDay ? running.find(({ coversPlanId }) => coversPlanId !== null) : undefined;
  if (own && (own.coversPlanId !== null || !cover)) return undefined;
  return (cover ?? regular)?.id;
};

/** Gives reopened visits to the plans that have their days by now; returns them as they are afterwards. */
const handOutOpened = async (
  tx: Tx,
  scope: Scope,
  rows: readonly BulkRow[],
  record: Recorder,
): Promise<readonly OpenedRow[]> => {
  const plans = rows.flatMap((row) => (row.plans.length > 1 ? row.plans.map(({ id }) => id) : []));
  const matched = [...new Set(plans)].map((id) => ({ id, cut: null, since: null }));
  if (matched.length > 0) await matchVisitsOf(tx, scope, matched, record);
  const today = scope.today().toString();
  for (const row of rows) {
    // Past days and visits moved to another date are not brought in line with plans.
    const planId = row.plannedDay < today || row.Date !== row.plannedDay ? heirOf(row) : undefined;
    if (planId !== undefined) await giveVisit(tx, scope, row, planId, record);
  }
  const now = await listVisitsNow(tx, idsOf(rows));
  const opened = await lockBulkRows(tx, idsOf(now));
  const byId = new Map(opened.map((row) => [row.id, row]));
  return now.flatMap(({ of, id }) => {
    const row = byId.get(id);
    return row ? [{ of, row }] : [];
  });
};

/** Undo closes the visit again as it was closed, whoever is coming by now. */
const openedItem = (row: BulkRow, opened: readonly OpenedRow[]): BulkItem => {
  const now = opened.find(({ of }) => of === row.id)?.row;
  const item = changedItem('reopen', row);
  return now ? { ...item, id: now.id, rev: now.rev } : item;
};

/** Tells caregivers and contacts about future visits. Closing a missed visit is not announced. */
const reportCanceled = async (
  tx: Tx,
  scope: Scope,
  what: 'canceled' | 'restored',
  rows: readonly BulkRow[],
  record: Recorder,
): Promise<void> => {
  // Caregivers who were asked to come are told at once, even if the visit's start has passed.
  await queueOffersOf(
    tx,
    scope,
    rows.map(({ CareID }) => CareID),
  );
  const isAhead = (row: BulkRow) =>
    Temporal.Instant.compare(plannedInstants(row, scope.settings.timeZone).start, scope.now()) > 0;
  const visits = [];
  for (const row of rows.filter(isAhead)) {
    const visit = await findExpectedVisit(tx, scope, row);
    if (visit) visits.push(visit);
  }
  if (visits.length === 0) return;
  await notifyCanceled(tx, scope, what, visits, record);
};

/** Why reopened visits stay closed, by id. */
type InTheWay = Map<number, string>;

/**
 * Gives reopened visits to whoever comes and notifies them; returns what Undo takes back. Refused if someone is elsewhere by now:
 * the visits that cannot be reopened are then in `inTheWay`.
 */
const restore = async (
  tx: Tx,
  scope: Scope,
  rows: readonly BulkRow[],
  inTheWay: InTheWay,
  record: Recorder,
): Promise<Result<readonly BulkItem[]>> => {
  const opened = await handOutOpened(tx, scope, rows, record);
  const now = new Map(opened.map(({ row }) => [row.id, row]));
  const overlaps = await findOpenedOverlaps(tx, scope, [...now.keys()]);
  for (const { of, row } of opened) {
    const overlap = overlaps.get(row.id);
    if (overlap) inTheWay.set(of, overlap);
  }
  if (overlaps.size > 0) return refuse('conflict');
  await reportCanceled(tx, scope, 'restored', [...now.values()], record);
  return done(rows.map((row) => openedItem(row, opened)));
};

/**
 * Who gets a visit, and what else they have at that time, is only known once all are open. If some cannot be, the work is repeated
 * without them.
 */
const withoutThose = async <T, R extends Reason>(
  work: (inTheWay: InTheWay) => Promise<Result<T, R>>,
): Promise<Result<T, R>> => {
  const inTheWay: InTheWay = new Map();
  for (;;) {
    const { size } = inTheWay;
    const result = await work(inTheWay);
    if (result.ok || inTheWay.size === size) return result;
  }
};

export const applyToMany: UseCase<typeof applyBulk> = async (
  scope,
  { action, ids, closeCode, changeCode, memo },
) => {
  const words: BulkWords = {
    closeCode: closeCode ?? null,
    changeCode: changeCode ?? null,
    memo: memo?.trim() || null,
  };
  const refused = refuseAll(checkBulk(action, words));
  if (refused) return refused;
  const accountId = scope.user.id;
  if (accountId === null) return refuse('forbidden');
  return withoutThose((inTheWay) =>
    mutate(scope, 'visits.applyBulk', async (tx, record) => {
      if (action === 'send' && !scope.settings.capabilities.sandataEnabled) return refuse('switchedOff');
      const rows = await lockBulkRows(tx, ids);
      const results = rows.map((row) => ({
        row,
        reason:
          inTheWay.get(row.id) ??
          bulkBlocked(action, factsOf(row), scope.now(), scope.settings.timeZone, words.closeCode),
      }));
      const may = results.filter(({ reason }) => reason === undefined).map(({ row }) => row);
      const refused = results.flatMap(({ row, reason }) =>
        reason === undefined ? [] : [refusalOf(row, reason)],
      );
      const outcome = { bulk: action, done: may.length, refused: refused.length };
      record({ entity: 'visit', id: null, action: 'run', changes: { [action]: [null, outcome] } });
      if (may.length === 0) return done({ bulk: null, done: [], refused });
      await perform(tx, scope, action, may, words, record);
      if (action === 'close') await reportCanceled(tx, scope, 'canceled', may, record);
      const items =
        action === 'reopen'
          ? await restore(tx, scope, may, inTheWay, record)
          : done(may.map((row) => itemOf(action, row)));
      if (!items.ok) return items;
      const made = scope.now().toString();
      const bulk = await insertBulk(tx, { accountId, action, made, items: items.data });
      return done({ bulk, done: idsOf(may), refused });
    }),
  );
};

const whyNotUndone = (action: BulkAction, row: BulkRow, item: BulkItem, left: ReadonlySet<number>) => {
  const facts = {
    rev: row.rev,
    revAfter: item.rev,
    editedBy: row.EditedBy,
    hasLeft: left.has(row.id),
    planRuns: action !== 'close' || planRuns(row),
  };
  // A visit that was never sent leaves the queue, whoever has changed it since.
  return undoBlocked(action === 'send' ? { ...facts, revAfter: row.rev } : facts);
};

/** Undoes what has not been sent and not changed since. A second time it does nothing. */
export const undoMany: UseCase<typeof undoBulk> = async (scope, { bulk: id }) => {
  const accountId = scope.user.id;
  if (accountId === null) return refuse('forbidden');
  return withoutThose((inTheWay) =>
    mutate(scope, 'visits.undoBulk', async (tx, record) => {
      const bulk = await lockBulk(tx, id, accountId);
      if (!bulk) return refuse('notFound');
      if (bulk.undone !== null) return refuse('conflict', 'This was undone already.');
      const items = new Map(bulk.items.map((item) => [item.id, item]));
      const rows = await lockBulkRows(tx, [...items.keys()]);
      const ids = idsOf(rows);
      const left =
        bulk.action === 'send'
          ? await notWithdrawn(tx, ids, record)
          : new Set(await listSentSince(tx, ids, bulk.made));
      const results = rows.flatMap((row) => {
        const item = items.get(row.id);
        const reason = inTheWay.get(row.id);
        return item ? [{ row, item, reason: reason ?? whyNotUndone(bulk.action, row, item, left) }] : [];
      });
      const gone = await lockBulkRows(tx, [...items.keys()], { isRemoved: true });
      const may = results.filter(({ reason }) => reason === undefined);
      const refused = [
        ...results.flatMap(({ row, reason }) => (reason === undefined ? [] : [refusalOf(row, reason)])),
        ...gone.map((row) => refusalOf(row, TAKEN_OVER)),
      ];
      await takeBack(
        tx,
        scope,
        bulk.action,
        may.map(({ item }) => item),
        record,
      );
      const rowsBack = may.map(({ row }) => row);
      const back = bulk.action === 'close' ? await restore(tx, scope, rowsBack, inTheWay, record) : done([]);
      if (!back.ok) return back;
      if (bulk.action === 'reopen') await reportCanceled(tx, scope, 'canceled', rowsBack, record);
      for (const row of rowsBack)
        record({
          entity: 'visit',
          id: row.id,
          action: 'update',
          changes: { [`${bulk.action} undone`]: [null, id] },
        });
      record({ entity: 'visit', id: null, action: 'run', changes: { 'bulk undone': [null, id] } });
      await markUndone(tx, id, scope.now().toString());
      return done({ bulk: null, done: idsOf(rowsBack), refused });
    }),
  );
};

const takeBack = async (
  tx: Tx,
  scope: Scope,
  action: BulkAction,
  items: readonly BulkItem[],
  record: Recorder,
): Promise<void> => {
  if (action === 'send') return;
  if (action === 'reject') return unrejectAttempts(tx, items, writerOf(scope));
  if (action !== 'accept') return restoreRows(tx, items, writerOf(scope));
  // A complete visit may have been queued automatically; it is no longer complete.
  await withdrawVisits(tx, idsOf(items), record);
  await unacceptRows(tx, items, writerOf(scope));
};

const notWithdrawn = async (
  tx: Tx,
  ids: readonly number[],
  record: Recorder,
): Promise<ReadonlySet<number>> => {
  const withdrawn = new Set(await withdrawVisits(tx, ids, record));
  return new Set(ids.filter((id) => !withdrawn.has(id)));
};
