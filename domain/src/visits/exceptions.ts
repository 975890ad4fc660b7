import { addDays } from '../calendar.ts';
import { formatPhone } from '../formats.ts';
import { attemptsToAccept, attemptText } from './attempts.ts';
import { type Findings, oddLength, overlapsIn, reportedLate } from './findings.ts';
import { isBilled, type OfficeActionKey } from './office.ts';
import { isToReview, type Reviewed, reviewText } from './review.ts';
import {
  arrivalWaits,
  isCheckInOver,
  LOCATION_TOLERANCE_METRES,
  plannedInstants,
  REFUSED,
  windowState,
} from './rules.ts';
import type { Visit } from './schema.ts';

/** The most days that the exceptions view shows at once. */
export const EXCEPTION_DAYS = 31;
/** The most rows that it returns. */
export const EXCEPTION_ROWS = 1000;

export const EXCEPTION_KINDS = [
  'attempt',
  'missed',
  'missingIn',
  'missingOut',
  'locationError',
  'length',
  'overlap',
  'late',
  'noReason',
  'notAccepted',
  'personRejected',
  'review',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export const FIXES = [
  'accept',
  'edit',
  'setActive',
  'setComplete',
  'close',
  'reason',
  'showLog',
  'send',
  'seen',
  'fixClient',
  'fixCaregiver',
] as const;
type Fix = (typeof FIXES)[number];
/** Fixes made on the visit itself; the others are made in a person's record. */
export type VisitFix = Fix & OfficeActionKey;

/** The title of each kind, and the row action that fixes it. */
export const EXCEPTIONS: Record<ExceptionKind, { readonly title: string; readonly fix: Fix }> = {
  attempt: { title: 'Waits for acceptance', fix: 'accept' },
  missed: { title: 'Missed visit', fix: 'edit' },
  missingIn: { title: 'Missing check-in', fix: 'setActive' },
  missingOut: { title: 'Missing check-out', fix: 'setComplete' },
  locationError: { title: 'Location error', fix: 'reason' },
  length: { title: 'Unusual length', fix: 'edit' },
  overlap: { title: 'Overlaps another visit', fix: 'edit' },
  late: { title: 'Sent late by the phone', fix: 'reason' },
  noReason: { title: 'Edited without reason', fix: 'reason' },
  notAccepted: { title: 'Not accepted by Sandata', fix: 'send' },
  personRejected: { title: 'Waits: Sandata rejected the client', fix: 'fixClient' },
  review: { title: 'Position to look at', fix: 'seen' },
};

/** The change reason 'Location captured by MVV/TVV incorrect', by which staff vouch for the location. */
export const LOCATION_REASON = 15;

export interface ExceptionFacts
  extends Pick<
      Visit,
      | 'Date'
      | 'PlanStartTime'
      | 'PlanEndTime'
      | 'Status'
      | 'aggregatorStatus'
      | 'StartLocationError'
      | 'EndLocationError'
      | 'StartEdited'
      | 'EndEdited'
      | 'IOBSE'
      | 'startedAt'
      | 'Attempts'
      | 'aggregatorMessage'
      | 'endedAt'
      | 'ClosedCode'
    >,
    Reviewed,
    Findings {
  /** The client pays privately, so the visit is never sent to the aggregator. */
  readonly privatePay: boolean;
  /** Staff gave a reason for its current times. */
  readonly explained: boolean;
  readonly changeCode: number | null;
  readonly startDistance: number | null;
  readonly endDistance: number | null;
  /** The phone number of the call that recorded it; null if it was not recorded by phone call. */
  readonly startCaller: string | null;
  readonly endCaller: string | null;
  /** The aggregator's rejection of a person whom the visit waits for; null if there is none. */
  readonly clientRejected: string | null;
  readonly caregiverRejected: string | null;
}

export interface VisitException {
  readonly kind: ExceptionKind;
  readonly detail: string | null;
  readonly fix: Fix;
}

const exception = (
  kind: ExceptionKind,
  detail: string | null,
  fix = EXCEPTIONS[kind].fix,
): VisitException => ({
  kind,
  detail,
  fix,
});

/** Recorded times that wait for staff. Those that one click cannot accept say what is missing. */
const recorded = (visit: ExceptionFacts, zone: string): VisitException[] => {
  const attempts = attemptsToAccept(visit);
  return attempts.length === 0
    ? []
    : [exception('attempt', attempts.map((one) => attemptText(one, visit, zone)).join('; '))];
};

const unacceptable = (visit: ExceptionFacts, zone: string) =>
  attemptsToAccept(visit).length > 0 || visit.Attempts.length === 0
    ? null
    : `Recorded: ${visit.Attempts.map((one) => attemptText(one, visit, zone)).join('; ')}`;

const missing = (visit: ExceptionFacts, now: Temporal.Instant, zone: string): VisitException[] => {
  // If an arrival waits for acceptance, somebody came, and that is the exception to show.
  if (visit.Status === 'Complete' || visit.ClosedCode !== null || arrivalWaits(visit)) return [];
  const planned = plannedInstants(visit, zone);
  const detail = unacceptable(visit, zone);
  if (visit.Status === 'Active')
    return windowState(planned.end, now) === 'past' ? [exception('missingOut', detail)] : [];
  if (isCheckInOver(planned, now)) return [exception('missed', detail)];
  return windowState(planned.start, now) === 'past' ? [exception('missingIn', detail)] : [];
};

const away = (what: string, distance: number | null, caller: string | null) => {
  if (caller !== null) return `${what} called from ${formatPhone(caller)}, which is not the client’s phone`;
  return distance !== null && distance > LOCATION_TOLERANCE_METRES
    ? `${what} ${Math.round(distance).toLocaleString('en-US')} m away`
    : `${what} without an exact place`;
};

const misplaced = (visit: ExceptionFacts): VisitException[] => {
  if (visit.changeCode === LOCATION_REASON) return [];
  const found = [
    ...(visit.StartLocationError ? [away('Check-In', visit.startDistance, visit.startCaller)] : []),
    ...(visit.EndLocationError ? [away('Check-Out', visit.endDistance, visit.endCaller)] : []),
  ];
  return found.length > 0 ? [exception('locationError', found.join('; '))] : [];
};

const unexplained = (visit: ExceptionFacts): VisitException[] =>
  (visit.StartEdited || visit.EndEdited) && visit.changeCode === null ? [exception('noReason', null)] : [];

const unaccepted = (visit: ExceptionFacts): VisitException[] => {
  if (visit.Status !== 'Complete' || visit.privatePay) return [];
  if (visit.aggregatorStatus === null) return [exception('notAccepted', 'Not sent yet')];
  if (visit.aggregatorStatus === 'Failed')
    return [exception('notAccepted', visit.aggregatorMessage ?? REFUSED, 'showLog')];
  return [];
};

/** A visit is sent only after its client and its caregiver were accepted (docs/rules/aggregator.md, rule 7). */
const waitingForPeople = ({
  Status,
  privatePay,
  clientRejected,
  caregiverRejected,
}: ExceptionFacts): VisitException[] => {
  if (Status !== 'Complete' || privatePay) return [];
  if (clientRejected !== null) return [exception('personRejected', clientRejected)];
  return caregiverRejected === null ? [] : [exception('personRejected', caregiverRejected, 'fixCaregiver')];
};

/** Odd length, overlaps and late reports, until staff explain them with a reason. */
const odd = (visit: ExceptionFacts, zone: string): VisitException[] => {
  if (visit.explained) return [];
  const length = oddLength(visit, zone);
  const overlaps = overlapsIn(visit, visit.nearby, zone);
  const late = reportedLate(visit);
  return [
    ...(length ? [exception('length', length)] : []),
    ...(overlaps.length > 0 ? [exception('overlap', overlaps.join('; '))] : []),
    ...(late.length > 0 ? [exception('late', late.join('; '))] : []),
  ];
};

const reviewable = (visit: ExceptionFacts): VisitException[] =>
  isToReview(visit) ? [exception('review', reviewText(visit))] : [];

/**
 * Why a visit cannot be billed and how to fix each problem. Recorded times that only need a click come first; hints that do
 * not prevent billing come last. A visit that staff chose not to bill has no exceptions. Neither has one that waits for the
 * aggregator's answer, unless the aggregator rejected its client or caregiver. `sends` is whether the site sends visits at
 * all.
 */
export const exceptionsOf = (
  visit: ExceptionFacts,
  now: Temporal.Instant,
  zone: string,
  sends: boolean,
): VisitException[] =>
  isBilled(visit)
    ? [
        ...recorded(visit, zone),
        ...missing(visit, now, zone),
        ...misplaced(visit),
        ...odd(visit, zone),
        ...unexplained(visit),
        ...(sends ? [...unaccepted(visit), ...waitingForPeople(visit)] : []),
        ...reviewable(visit),
      ]
    : [];

/** Why the period of the view is refused; undefined if it is fine. */
export const checkExceptionPeriod = (from: string, to: string): string | undefined => {
  if (to < from) return 'The period ends before it starts.';
  const last = addDays(from, EXCEPTION_DAYS - 1);
  return to > last ? `The period can have at most ${EXCEPTION_DAYS} days.` : undefined;
};
