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

/** Days that the exceptions view may show at once. */
export const EXCEPTION_DAYS = 31;
/** Rows that it answers at most. */
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
/** Done with the visit itself; the others with the record of a person. */
export type VisitFix = Fix & OfficeActionKey;

/** What each is called, and the action of the row that fixes it. */
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

/** 'Location captured by MVV/TVV incorrect': staff answer for the place. */
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
  /** Nothing of it is sent to the aggregator: its client is a private one. */
  readonly privatePay: boolean;
  /** Staff gave a reason for its present times. */
  readonly explained: boolean;
  readonly changeCode: number | null;
  readonly startDistance: number | null;
  readonly endDistance: number | null;
  /** The number of a telephone call by which it was recorded; null: it was not. */
  readonly startCaller: string | null;
  readonly endCaller: string | null;
  /** What the aggregator says of people whom it rejected while the visit waits for them; null: it does not. */
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

/** Recorded times that wait for staff; those that one click cannot accept are reported with what is missing. */
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
  // Somebody came where an arrival waits for acceptance: that is the exception.
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

/** A visit goes after its client and its caregiver were accepted (docs/rules/aggregator.md, rule 7). */
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

/** Length, overlaps and late checks, until staff answer for them with a reason. */
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
 * Why a visit will not bill, and what fixes it: first the recorded times that only need a click; last, what bills but should be looked at. A visit that staff chose not to
 * bill is none; what waits for the aggregator's answer may still be accepted, unless it waits for somebody whom it rejected. `sends` is whether the site sends visits at all.
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

/** Why the period of the view is refused; undefined when it is fine. */
export const checkExceptionPeriod = (from: string, to: string): string | undefined => {
  if (to < from) return 'The period ends before it starts.';
  const last = addDays(from, EXCEPTION_DAYS - 1);
  return to > last ? `The period can have at most ${EXCEPTION_DAYS} days.` : undefined;
};
