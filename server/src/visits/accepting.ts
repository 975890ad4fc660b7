import { sayTime } from '@homecare/domain/calendar.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { attemptText, reasonOfAttempts } from '@homecare/domain/visits/attempts.ts';
import type { acceptAttempts } from '@homecare/domain/visits/contract.ts';
import { acceptBlocked, isBilled } from '@homecare/domain/visits/office.ts';
import { iobse, moveTo, type VisitMove } from '@homecare/domain/visits/rules.ts';
import type { RecordedAttempt, Visit } from '@homecare/domain/visits/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale } from '../platform/auth/stale.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { queueOffersOf } from '../staffing/offers-job.ts';
import { sendComplete, staleVisit } from './correcting.ts';
import { areAccepted, insertAccepted, listEvidence, lockVisit } from './office-queries.ts';
import { type Evidence, findVisit, moveVisit } from './queries.ts';
import { hintsOf, moveChange } from './service.ts';

/** The office accepts what a phone recorded outside its window; the visit then has the recorded time and place. */

type Answer = Promise<Result<OutputOf<typeof acceptAttempts>>>;
type Recorded = RecordedAttempt & { readonly evidence: Evidence };

const GONE = 'This time can no longer be accepted: someone else changed the list.';

const moveOf = ({ move }: RecordedAttempt): VisitMove => {
  const found = moveTo(move === 'Check-In' ? 'Active' : 'Complete', 'evv');
  if (!found) throw new Error('role evv has no check-in and check-out');
  return found;
};

/** The arrival comes first, so that the departure finds an active visit. */
export const wantedOf = async (
  tx: Tx,
  visit: Visit,
  ids: readonly number[],
): Promise<readonly Recorded[] | undefined> => {
  const evidence = new Map((await listEvidence(tx, visit.id, ids)).map((one) => [one.id, one]));
  const wanted = visit.Attempts.flatMap((attempt) => {
    const seen = ids.includes(attempt.id) ? evidence.get(attempt.id) : undefined;
    return seen ? [{ ...attempt, evidence: seen }] : [];
  });
  return wanted.length === new Set(ids).size
    ? wanted.toSorted((a, b) => a.move.localeCompare(b.move))
    : undefined;
};

const acceptOne = async (
  tx: Tx,
  scope: Scope,
  visit: Visit,
  recorded: Recorded,
  reason: ReturnType<typeof reasonOfAttempts>,
): Promise<Change | undefined> => {
  const { evidence, at } = recorded;
  const move = moveOf(recorded);
  const isStart = recorded.move === 'Check-In';
  const { StartEdited: startEdited, EndEdited: endEdited } = visit;
  const hints = await hintsOf(tx, visit, isStart, Temporal.Instant.from(at), evidence);
  const moved = await moveVisit(tx, scope, {
    id: visit.id,
    rev: undefined,
    from: move.from,
    to: move.to,
    end: isStart ? 'start' : 'end',
    at,
    evidence,
    hints,
    place: { latitude: visit.ClientAddressLatitude, longitude: visit.ClientAddressLongitude },
    edited: isStart ? startEdited : endEdited,
    iobse: iobse({ billVisit: isBilled(visit), startEdited, endEdited }),
    changeCode: reason.code,
    changeReason: reason.memo,
    notes: undefined,
    by: scope.user.initials,
    via: 'admin',
    now: scope.now().toString(),
  });
  if (!moved) return undefined;
  await insertAccepted(tx, recorded.id, { by: scope.user.initials, now: scope.now().toString() });
  return moveChange(visit, move, isStart, Temporal.Instant.from(at), {
    accepted: [null, attemptText(recorded, visit, scope.settings.timeZone)],
    locationError: [null, evidence.locationError],
    changeCode: [null, reason.code],
    ...(reason.memo !== null && { changeReason: [null, reason.memo] as const }),
    ...(hints.length > 0 && { review: [null, hints] as const }),
  });
};

const clockIn = (zone: string, at: string) =>
  sayTime(Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainTime().toString());

const acceptedInfo = (recorded: readonly RecordedAttempt[], zone: string) =>
  `Success: ${recorded.map(({ move, at }) => `${move} ${clockIn(zone, at)}`).join(' and ')} accepted`;

/** Writes recorded times into a locked visit; returns false if the visit was moved in another way. */
export const acceptLocked = async (
  tx: Tx,
  scope: Scope,
  visit: Visit,
  wanted: readonly Recorded[],
  record: Recorder,
): Promise<boolean> => {
  const reason = reasonOfAttempts(wanted, visit, scope.settings.timeZone);
  for (const recorded of wanted) {
    const change = await acceptOne(tx, scope, visit, recorded, reason);
    if (!change) return false;
    record(change);
  }
  await queueOffersOf(tx, scope, [visit.CareID]);
  if (wanted.some(({ move }) => move === 'Check-Out')) await sendComplete(tx, scope, visit, record);
  return true;
};

/** Accepts recorded times in one transaction. Times accepted already change nothing. */
export const accept = async (scope: Scope, { id, attempts, rev }: InputOf<typeof acceptAttempts>): Answer => {
  const zone = scope.settings.timeZone;
  const result = await mutate<Visit>(scope, 'visits.acceptAttempts', async (tx, record) => {
    const visit = (await lockVisit(tx, id)) && (await findVisit(tx, scope, id));
    if (!visit) return refuse('notFound');
    const wanted = await wantedOf(tx, visit, attempts);
    if (!wanted) return refuse('conflict', GONE);
    if (isStale(rev, visit)) return staleVisit(scope, visit);
    const blocked = acceptBlocked(visit, wanted, scope.now(), zone);
    if (blocked) return refuse('conflict', blocked);
    if (!(await acceptLocked(tx, scope, visit, wanted, record))) return refuse('conflict', GONE);
    const now = await findVisit(tx, scope, id);
    return now ? done(now, { info: acceptedInfo(wanted, zone) }) : refuse('notFound');
  });
  if (result.ok || !(await areAccepted(scope.site.db, id, attempts))) return result;
  const now = await findVisit(scope.site.db, scope, id);
  return now ? done(now) : result;
};
