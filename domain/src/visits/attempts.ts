import { elapsedMinutes, LATE_REASON, MEMO_MAX, plannedInstants, showTime, windowState } from './rules.ts';
import type { RecordedAttempt, Visit } from './schema.ts';

/** Times that a phone recorded without moving the visit: which of them staff can accept, and what the phone offers next. */

/** Shown to a caregiver whose visit was taken over or cancelled while it was still on their phone. */
export const NO_LONGER_YOURS = 'This visit is no longer yours. Call the office';
export const ATTEMPT_SENTENCE = 'Your time is recorded, and the office can accept it.';

type PlanTimes = Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>;
type Moment = Pick<RecordedAttempt, 'id' | 'move' | 'at'>;
export type Recorded<Attempt extends Moment = RecordedAttempt> = Pick<Visit, 'Status' | 'startedAt'> & {
  readonly Attempts: readonly Attempt[];
};

const instant = (stamp: string) => Temporal.Instant.from(stamp);
const byTime = (a: Moment, b: Moment) =>
  Temporal.Instant.compare(instant(a.at), instant(b.at)) || a.id - b.id;
const isAfter = (at: string, start: string) => Temporal.Instant.compare(instant(at), instant(start)) > 0;

/** What one click on Accept takes: the first arrival of a planned visit, and the last departure after the start. */
export const attemptsToAccept = <Attempt extends Moment>(visit: Recorded<Attempt>): readonly Attempt[] => {
  const attempts = visit.Attempts.toSorted(byTime);
  const arrival = visit.Status === 'Planned' ? attempts.find(({ move }) => move === 'Check-In') : undefined;
  const start = arrival?.at ?? visit.startedAt;
  if (visit.Status === 'Complete' || start === null) return [];
  const departure = attempts.findLast(({ move, at }) => move === 'Check-Out' && isAfter(at, start));
  return [arrival, departure].filter((attempt) => attempt !== undefined);
};

/** The caregiver has left: the phone recorded a departure that one click can accept. */
export const departureWaits = (visit: Recorded<Moment>): boolean =>
  attemptsToAccept(visit).some(({ move }) => move === 'Check-Out');

/** The reason 'Other', whose memo says what happened. */
const OTHER_REASON = 14;

const fromPlan = ({ move, at }: RecordedAttempt, visit: PlanTimes, zone: string) => {
  const { start, end } = plannedInstants(visit, zone);
  const planned = move === 'Check-In' ? start : end;
  const minutes = elapsedMinutes(planned, instant(at));
  if (minutes === 0) return 'on time';
  return `${Math.abs(minutes)} min ${minutes < 0 ? 'before' : 'after'} plan`;
};

/** Describes a recorded time for the office: 'Check-In 9:31 AM, 29 min before plan'. */
export const attemptText = (attempt: RecordedAttempt, visit: PlanTimes, zone: string) =>
  [
    `${attempt.move} ${showTime(instant(attempt.at), zone)}`,
    fromPlan(attempt, visit, zone),
    ...(attempt.locationError ? ['location error'] : []),
    ...(attempt.late ? ['sent later'] : []),
  ].join(', ');

/** The change reason for accepted times: no coverage if the phone sent all of them later, otherwise a memo of what it recorded. */
export const reasonOfAttempts = (
  attempts: readonly RecordedAttempt[],
  visit: PlanTimes,
  zone: string,
): { readonly code: number; readonly memo: string | null } =>
  attempts.every(({ late }) => late)
    ? { code: LATE_REASON, memo: null }
    : {
        code: OTHER_REASON,
        memo: `Recorded on the phone: ${attempts.map((one) => attemptText(one, visit, zone)).join('; ')}`.slice(
          0,
          MEMO_MAX,
        ),
      };

// --- What the phone offers ------------------------------------------------------------------------------------------

/** How many hours before the planned start and after the planned end the phone still records an arrival or departure. */
export const RECORDED_HOURS = 12;

/** Whether an arrival or departure now can belong to this visit at all. Inside its check-in and check-out windows it always can. */
export const isRecordable = (visit: PlanTimes, now: Temporal.Instant, zone: string): boolean => {
  const { start, end } = plannedInstants(visit, zone);
  const from = start.subtract({ hours: RECORDED_HOURS });
  const through = end.add({ hours: RECORDED_HOURS });
  return Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, through) <= 0;
};

/**
 * The moves that the phone offers, likelier one first. After a recorded arrival it offers the departure, but while the
 * check-in window is open, the regular check-in as well.
 */
export const movesOnPhone = (
  visit: PlanTimes & Recorded,
  now: Temporal.Instant,
  zone: string,
): readonly RecordedAttempt['move'][] => {
  if (visit.Status === 'Complete' || !isRecordable(visit, now, zone)) return [];
  if (visit.Status === 'Active') return ['Check-Out'];
  if (!visit.Attempts.some(({ move }) => move === 'Check-In')) return ['Check-In'];
  const { start } = plannedInstants(visit, zone);
  return windowState(start, now) === 'open' ? ['Check-In', 'Check-Out'] : ['Check-Out'];
};
