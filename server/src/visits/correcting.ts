import { showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type FieldError, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type { markReviewed, updateVisit } from '@homecare/domain/visits/contract.ts';
import { type ExceptionKind, exceptionsOf } from '@homecare/domain/visits/exceptions.ts';
import {
  billFlagOf,
  type CorrectedVisit,
  type Correction,
  checkCorrection,
  correct,
  FUTURE_VISIT,
  isBilled,
  isChanged,
  readInstant,
} from '@homecare/domain/visits/office.ts';
import { isToReview, reviewText } from '@homecare/domain/visits/review.ts';
import { checkChangeReason, iobse, isBehind, type VisitMove } from '@homecare/domain/visits/rules.ts';
import { LOGGED_TIMES, type Visit } from '@homecare/domain/visits/schema.ts';
import { timesOfMove } from '@homecare/domain/visits/status-times.ts';
import { queueRecord } from '../aggregator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale } from '../platform/auth/stale.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { queueOffersOf } from '../staffing/offers-job.ts';
import { correctVisitRow, listExceptionRows, lockVisit, markReviewedRow } from './office-queries.ts';
import { findVisit } from './queries.ts';

/** The office's corrections of a visit: actual times, notes and billing. */

type Fields = InputOf<typeof updateVisit>['data'];
type Answer = Promise<Result<OutputOf<typeof updateVisit>>>;
type Changes = NonNullable<Change['changes']>;

export const staleVisit = (scope: Scope, visit: Visit) => {
  const when = visit.EditedTS ? ` at ${showStamp(visit.EditedTS, scope.settings.timeZone)}` : '';
  return refuse('stale', `This visit was changed by ${visit.EditedBy ?? 'someone else'}${when}.`);
};

// --- Edit ----------------------------------------------------------------------------------------------------------

const TIMES = ['startedAt', 'endedAt'] as const;

/** Reads the correction as it was sent; an invalid time is refused. */
const readCorrection = (data: Fields): Result<Correction> => {
  const times: Partial<Record<(typeof TIMES)[number], string | null>> = {};
  const errors: FieldError[] = [];
  for (const field of TIMES) {
    const sent = data[field];
    if (sent === undefined) continue;
    const at = sent === null ? null : readInstant(sent);
    if (at === undefined)
      errors.push({ field, message: `${LOGGED_TIMES[field]} is a time such as 2026-11-20T17:00:00Z.` });
    else times[field] = at?.toString() ?? null;
  }
  if (data.IOBSE && !/^11[01]{3}$/.test(data.IOBSE))
    errors.push({ field: 'IOBSE', message: 'IOBSE has five flags, such as 11100.' });
  return (
    refuseAll(errors) ??
    done({
      ...times,
      Notes: data.Notes,
      billVisit: billFlagOf(data.IOBSE),
    })
  );
};

const changesOf = (before: Visit, after: CorrectedVisit): Changes => ({
  ...(before.Status !== after.Status && { Status: [before.Status, after.Status] as const }),
  ...(after.changed.start && { [LOGGED_TIMES.startedAt]: [before.startedAt, after.startedAt] as const }),
  ...(after.changed.end && { [LOGGED_TIMES.endedAt]: [before.endedAt, after.endedAt] as const }),
  ...(after.changed.notes && { Notes: [before.Notes, after.Notes] as const }),
  ...(after.changed.bill && { billVisit: [isBilled(before), after.billVisit] as const }),
});

const writeCorrection = async (
  tx: Tx,
  scope: Scope,
  visit: Visit,
  after: CorrectedVisit,
  reason: { readonly code: number | null; readonly memo: string | null },
): Promise<void> => {
  const isTimed = after.changed.start || after.changed.end;
  const startEdited = visit.StartEdited || after.changed.start;
  const endEdited = visit.EndEdited || after.changed.end;
  await correctVisitRow(
    tx,
    visit.id,
    {
      ...after,
      StartEdited: startEdited,
      EndEdited: endEdited,
      IOBSE: iobse({ billVisit: after.billVisit, startEdited, endEdited }),
      changeCode: reason.code,
      changeReason: reason.memo,
      explained: isTimed ? 'no' : isChanged(after) ? 'asBefore' : 'now',
    },
    { by: scope.user.initials, now: scope.now().toString() },
  );
};

/** Exceptions that do not stop an automatic send, because such a visit still bills. */
const HARMLESS: readonly ExceptionKind[] = ['notAccepted', 'personRejected', 'review'];

/** If the site wants it, sends a visit at once when it became Complete without an exception. */
export const sendComplete = async (
  tx: Tx,
  scope: Scope,
  { id, Date: date }: Pick<Visit, 'id' | 'Date'>,
  record: Recorder,
): Promise<void> => {
  const { sendsCompleteVisits, capabilities } = scope.settings;
  if (!sendsCompleteVisits || !capabilities.sandataEnabled) return;
  const [row] = await listExceptionRows(tx, scope, { id, from: date, to: date, sends: true, atMost: 1 });
  if (!row) return;
  const found = exceptionsOf(row, scope.now(), scope.settings.timeZone, true);
  if (found.every(({ kind }) => HARMLESS.includes(kind))) await queueRecord(tx, scope, 'Visit', id, record);
};

/** A save by the office: its entry in the change log, what it makes of the present visit, and what it reports. */
interface Save {
  readonly call: 'visits.edit' | 'visits.setStatus';
  readonly correctionOf: (visit: Visit, named: Correction) => Result<Correction>;
  readonly infoOf: (visit: Visit) => string;
}

/** Saves in one transaction, with its record log and, if requested, a new place in the aggregator's queue. */
const saveCorrection = async (scope: Scope, id: number, data: Fields, save: Save): Answer => {
  const { premium } = scope.settings.capabilities;
  if (!premium) return refuse('switchedOff');
  const named = readCorrection(data);
  if (!named.ok) return named;
  const reason = { code: data.changeCode ?? null, memo: data.changeReason?.trim() || null };
  return mutate(scope, save.call, async (tx, record) => {
    const locked = await lockVisit(tx, id);
    const visit = locked && (await findVisit(tx, scope, id));
    if (!visit) return refuse('notFound');
    const wanted = save.correctionOf(visit, named.data);
    if (!wanted.ok) return wanted;
    const after = correct(visit, wanted.data);
    const resend = data.aggregatorStatus === 'Pending';
    // A reason alone is also a change: it explains the visit as it is.
    const isReasoned =
      reason.code !== null &&
      visit.Status !== 'Planned' &&
      (reason.code !== locked.changeCode || reason.memo !== locked.changeReason);
    const changed = isChanged(after) || isReasoned;
    // Repeating a save changes nothing and succeeds, whatever revision it names.
    if ((changed || resend) && isStale(data.rev, visit)) return staleVisit(scope, visit);
    const faults = refuseAll([
      ...checkCorrection(visit, after, reason, scope.now(), scope.settings.timeZone),
      ...(isReasoned && !isChanged(after) ? checkChangeReason(reason.code, reason.memo) : []),
      ...(resend ? checkResend(after, locked.excluded) : []),
    ]);
    if (faults) return faults;
    if (changed) await writeCorrection(tx, scope, visit, after, reason);
    if (after.Status !== visit.Status) await queueOffersOf(tx, scope, [visit.CareID]);
    record({
      entity: 'visit',
      id,
      action: 'update',
      changes: {
        ...changesOf(visit, after),
        ...(changed && {
          changeCode: [locked.changeCode, reason.code],
          changeReason: [locked.changeReason, reason.memo],
        }),
        ...(resend && { 'sent again': [null, true] }),
      },
    });
    // A record that awaits the aggregator's answer must not become Success with the old content (docs/rules/visits.md, rule 25).
    const isUnderWay = changed && visit.aggregatorStatus === 'Pending';
    if (resend || isUnderWay) await queueRecord(tx, scope, 'Visit', id, record);
    else if (after.Status === 'Complete' && visit.Status !== 'Complete')
      await sendComplete(tx, scope, visit, record);
    const now = await findVisit(tx, scope, id);
    return now ? done(now, { info: save.infoOf(now) }) : refuse('notFound');
  });
};

export const correctVisit = (scope: Scope, id: number, data: Fields): Answer =>
  saveCorrection(scope, id, data, {
    call: 'visits.edit',
    correctionOf: (_visit, named) => done(named),
    infoOf: () => 'Success: Record edited',
  });

/**
 * Set Active and Set Complete. If someone has just made the same move, the visit is returned as it is. The times are the chosen
 * ones, or the present time if it is within 15 minutes of the plan.
 */
export const setVisitStatus = async (scope: Scope, before: Visit, move: VisitMove, data: Fields): Answer => {
  const saved = await saveCorrection(scope, before.id, data, {
    call: 'visits.setStatus',
    correctionOf: (visit, named) => {
      if (move.from !== visit.Status)
        return refuse(
          'conflict',
          `${move.name} needs a visit that is ${move.from}; this one is ${visit.Status}.`,
        );
      if (visit.Date > scope.today().toString()) return refuse('conflict', FUTURE_VISIT);
      const times = timesOfMove(move, visit, named, scope.now(), scope.settings.timeZone);
      return times.ok ? done({ ...times.data, Notes: named.Notes }) : times;
    },
    infoOf: ({ Status }) => `Success: Record set to ${Status}`,
  });
  const isLost = !saved.ok && saved.reason === 'conflict' && move.from === before.Status;
  if (!isLost) return saved;
  const current = await findVisit(scope.site.db, scope, before.id);
  return current && isBehind(move, current) ? done(current) : saved;
};

const checkResend = (after: CorrectedVisit, excluded: boolean): FieldError[] => {
  const field = 'aggregatorStatus';
  if (after.Status !== 'Complete') return [{ field, message: 'Only a complete visit can be sent.' }];
  return excluded ? [{ field, message: 'Visits of an excluded plan are not sent.' }] : [];
};

// --- Review --------------------------------------------------------------------------------------------------------

/** Marks the hints of a visit as reviewed. Without any, or a second time, it does nothing. */
export const review = async (scope: Scope, { id, rev }: InputOf<typeof markReviewed>): Answer => {
  const visit = await findVisit(scope.site.db, scope, id);
  if (!visit) return refuse('notFound');
  if (!isToReview(visit)) return done(visit);
  if (isStale(rev, visit)) return staleVisit(scope, visit);
  const by = scope.user.initials;
  const marked = await mutate(scope, 'visits.markReviewed', async (tx, record) => {
    const stamp = { by, now: scope.now().toString() };
    if (!(await markReviewedRow(tx, visit, stamp))) return refuse('conflict');
    record({ entity: 'visit', id, action: 'update', changes: { reviewed: [reviewText(visit), by] } });
    return done(null);
  });
  const now = await findVisit(scope.site.db, scope, id);
  if (!now) return refuse('notFound');
  return marked.ok || !isToReview(now)
    ? done(now, { info: 'Success: Marked as seen' })
    : staleVisit(scope, now);
};
