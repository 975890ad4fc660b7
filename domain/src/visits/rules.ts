import { sayTime, visitInstants } from '../calendar.ts';
import type { Role } from '../call.ts';
import type { FieldError } from '../errors.ts';
import { metresBetween, type Point } from '../geo.ts';
import { closedText } from './closing.ts';
import type { RecordedAttempt, Visit, VisitStatus } from './schema.ts';

/** How far a check may be from its planned time and from the client's address (docs/rules/visits.md, rules 4 and 8). */
export const CHECK_WINDOW_MINUTES = 15;
export const LOCATION_TOLERANCE_METRES = 70;

type PlanTimes = Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>;

/** The planned start and end as instants. An end before the start is on the next day. */
export const plannedInstants = (visit: PlanTimes, zone: string) =>
  visitInstants(visit.Date, visit.PlanStartTime, visit.PlanEndTime, zone);

/** Elapsed minutes between two instants: 22:00 to 06:00 is 9 hours in the night when the clocks go back. */
export const elapsedMinutes = (from: Temporal.Instant, to: Temporal.Instant) =>
  Math.floor((to.epochMilliseconds - from.epochMilliseconds) / 60_000);

export const plannedMinutes = (visit: PlanTimes, zone: string) => {
  const { start, end } = plannedInstants(visit, zone);
  return elapsedMinutes(start, end);
};

/** A visit that began more than this many minutes after its planned start counts as late in figures and reliability. */
export const LATE_START_MINUTES = 15;

// --- Check windows -------------------------------------------------------------------------------------------------

/** Whole seconds from `at` to `now`; negative if `now` is earlier. */
const secondsAfter = (at: Temporal.Instant, now: Temporal.Instant) =>
  Math.floor(now.epochMilliseconds / 1000) - at.epochMilliseconds / 1000;

export type WindowState = 'early' | 'open' | 'past';

/** The window is 15 minutes before to 15 minutes after, both inclusive to the second. */
export const windowState = (at: Temporal.Instant, now: Temporal.Instant): WindowState => {
  const seconds = secondsAfter(at, now);
  if (seconds < -CHECK_WINDOW_MINUTES * 60) return 'early';
  return seconds > CHECK_WINDOW_MINUTES * 60 ? 'past' : 'open';
};

export const checkWindow = (at: Temporal.Instant) => ({
  from: at.subtract({ minutes: CHECK_WINDOW_MINUTES }),
  through: at.add({ minutes: CHECK_WINDOW_MINUTES }),
});

/** h:mm AM/PM in the time zone. */
export const showTime = (at: Temporal.Instant, zone: string) =>
  sayTime(at.toZonedDateTimeISO(zone).toPlainTime().toString());

// --- Location ------------------------------------------------------------------------------------------------------

export interface LocationFinding {
  readonly error: boolean;
  readonly metres: number | null;
  /** A sentence why there is an error; null if there is none. */
  readonly reason: string | null;
}

/**
 * A position within 70 m of the client's exact address is fine. A missing position or an approximate address is always an
 * error (docs/rules/visits.md, rules 8 and 9).
 */
export const locationCheck = (
  client: (Point & { approximate: boolean }) | null,
  position: Point | null,
): LocationFinding => {
  const wrong = (metres: number | null, reason: string) => ({ error: true, metres, reason });
  if (!position) return wrong(null, 'No position was sent.');
  if (!client) return wrong(null, 'The location of the client’s address is not known.');
  const metres = metresBetween(client, position);
  if (client.approximate) return wrong(metres, 'The location of the client’s address is only approximate.');
  if (metres > LOCATION_TOLERANCE_METRES)
    return wrong(metres, `${Math.round(metres).toLocaleString('en-US')} m from the client’s address.`);
  return { error: false, metres, reason: null };
};

// --- Moves ---------------------------------------------------------------------------------------------------------

export type VisitGuard = 'own' | 'startWindow' | 'endWindow' | 'premium' | 'reason' | 'notFuture';

export interface VisitMove {
  readonly name: 'Check-In' | 'Check-Out' | 'Set Active' | 'Set Complete';
  readonly from: VisitStatus;
  readonly to: VisitStatus;
  readonly roles: readonly Role[];
  readonly guards: readonly VisitGuard[];
  readonly effects: readonly ('startTime' | 'endTime' | 'startEdited' | 'endEdited' | 'location')[];
}

/** All moves between statuses of a visit (docs/rules/visits.md, rule 2). */
export const VISIT_MOVES: readonly VisitMove[] = [
  {
    name: 'Check-In',
    from: 'Planned',
    to: 'Active',
    roles: ['evv'],
    guards: ['own', 'startWindow'],
    effects: ['startTime', 'location'],
  },
  {
    name: 'Check-Out',
    from: 'Active',
    to: 'Complete',
    roles: ['evv'],
    guards: ['own', 'endWindow'],
    effects: ['endTime', 'location'],
  },
  {
    name: 'Set Active',
    from: 'Planned',
    to: 'Active',
    roles: ['admin', 'user'],
    guards: ['premium', 'reason', 'notFuture'],
    effects: ['startTime', 'startEdited'],
  },
  {
    name: 'Set Complete',
    from: 'Active',
    to: 'Complete',
    roles: ['admin', 'user'],
    guards: ['premium', 'reason', 'notFuture'],
    effects: ['endTime', 'endEdited'],
  },
];

/** The move with which a role brings a visit to a status; undefined if that role has none. */
export const moveTo = (to: VisitStatus, role: Role) =>
  VISIT_MOVES.find((move) => move.to === to && move.roles.includes(role));

/** The next move that a role can make on the visit. */
export const nextMove = (visit: Pick<Visit, 'Status'>, role: Role) =>
  VISIT_MOVES.find((move) => move.from === visit.Status && move.roles.includes(role));

const order = (status: VisitStatus) => ['Planned', 'Active', 'Complete'].indexOf(status);
/** The move has already been made, by a double tap or a replay. */
export const isBehind = (move: VisitMove, visit: Pick<Visit, 'Status'>) =>
  order(visit.Status) >= order(move.to);

/** A sentence for the button why a check-in or check-out is not possible at `now`; undefined if it is. */
export const checkBlocked = (
  move: VisitMove,
  visit: PlanTimes & Pick<Visit, 'Status'>,
  now: Temporal.Instant,
  zone: string,
) => {
  const { start, end } = plannedInstants(visit, zone);
  const at = move.guards.includes('startWindow') ? start : end;
  const { from, through } = checkWindow(at);
  if (move.from !== visit.Status)
    return `${move.name} needs a visit that is ${move.from}; this one is ${visit.Status}.`;
  const state = windowState(at, now);
  if (state === 'early') return `${move.name} from ${showTime(from, zone)}`;
  if (state === 'past') return `${move.name} was possible until ${showTime(through, zone)}`;
  return undefined;
};

// --- Time of an attempt --------------------------------------------------------------------------------------------

/** How far network delay and two clocks may differ in an attempt made online. */
export const ONLINE_SECONDS = 2;
/** An attempt that arrives later than this is marked late. */
export const LATE_SECONDS = 120;
export const LATE_HOURS = 72;
/** The change reason of a late arrival: 'No cell coverage'. */
export const LATE_REASON = 10;

export interface AttemptTime {
  readonly at: Temporal.Instant;
  readonly late: boolean;
}

/**
 * The time of an attempt, which also decides whether it was inside its window: the server's time if made online, or the
 * corrected device time of a stored attempt up to 72 hours back (docs/rules/visits.md, rule 11). So a check pressed in time
 * counts however late it arrives. Device times in the future or older than that are ignored.
 */
export const attemptTime = (now: Temporal.Instant, device: Temporal.Instant | null): AttemptTime => {
  const behind = device ? -secondsAfter(now, device) : 0;
  if (!device || behind <= ONLINE_SECONDS || behind > LATE_HOURS * 3600) return { at: now, late: false };
  return { at: device, late: behind > LATE_SECONDS };
};

const wholeSeconds = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1000);

export const NOT_AFTER_START = 'Check-Out must be after the Check-In';

/** Visits are stored to the second, so one that ends in the second of its start would have no length. */
export const endsAfterStart = (start: string | null, end: Temporal.Instant): boolean =>
  start === null || wholeSeconds(Temporal.Instant.from(start)) < wholeSeconds(end);

// --- What staff and caregivers are notified of ---------------------------------------------------------------------

type Shown = PlanTimes &
  Pick<Visit, 'Status' | 'Notes' | 'aggregatorStatus' | 'StartLocationError' | 'EndLocationError'>;

type Arriving = Pick<Visit, 'Status'> & {
  readonly Attempts: readonly Pick<RecordedAttempt, 'move' | 'at'>[];
};

/** The caregiver is there: the phone recorded an arrival that staff have not accepted yet. */
export const arrivalWaits = ({ Status, Attempts }: Arriving): boolean =>
  Status === 'Planned' && Attempts.some(({ move }) => move === 'Check-In');

/** What the phone recorded and staff have not accepted yet; undefined if nothing waits. */
const recordedText = (visit: Arriving, zone: string): string | undefined => {
  const first = arrivalWaits(visit) ? visit.Attempts.find(({ move }) => move === 'Check-In') : undefined;
  const waiting = first ?? visit.Attempts.at(-1);
  const what = waiting?.move === 'Check-In' ? 'Arrival' : 'Departure';
  return waiting && `${what} waits for acceptance, ${showTime(Temporal.Instant.from(waiting.at), zone)}`;
};

/** Nobody can check in any more: both the planned end and the check-in window are past. */
export const isCheckInOver = (
  { start, end }: ReturnType<typeof plannedInstants>,
  now: Temporal.Instant,
): boolean => Temporal.Instant.compare(now, end) >= 0 && windowState(start, now) === 'past';

/** The caregiver checked in, but the check-out window is past. Until then the visit is in progress. */
export const isCheckOutMissing = (
  visit: PlanTimes & Pick<Visit, 'Status'>,
  now: Temporal.Instant,
  zone: string,
): boolean => visit.Status === 'Active' && windowState(plannedInstants(visit, zone).end, now) === 'past';

const MISSING = ['Missing visit', 'Missing check-in', 'Missing Check-Out'] as const;
export const EMPLOYEE_WARNINGS = [...MISSING, 'Check-In Location Error', 'Check-Out Location Error'] as const;
export type EmployeeWarning = (typeof EMPLOYEE_WARNINGS)[number];
export const isMissing = (warning: EmployeeWarning) => MISSING.some((one) => one === warning);

const missing = (visit: Shown & Arriving, now: Temporal.Instant, zone: string): EmployeeWarning[] => {
  if (visit.Status === 'Complete') return [];
  const { start, end } = plannedInstants(visit, zone);
  const endPast = windowState(end, now) === 'past';
  if (visit.Status === 'Active') return isCheckOutMissing(visit, now, zone) ? ['Missing Check-Out'] : [];
  if (arrivalWaits(visit))
    return endPast && !visit.Attempts.some(({ move }) => move === 'Check-Out') ? ['Missing Check-Out'] : [];
  if (endPast) return ['Missing visit'];
  return windowState(start, now) === 'past' ? ['Missing check-in'] : [];
};

/** The row warnings on the caregiver's screen (docs/rules/visits.md, rule 16). */
export const employeeWarnings = (
  visit: Shown & Arriving,
  now: Temporal.Instant,
  zone: string,
): EmployeeWarning[] => [
  ...missing(visit, now, zone),
  ...(visit.StartLocationError ? (['Check-In Location Error'] as const) : []),
  ...(visit.EndLocationError ? (['Check-Out Location Error'] as const) : []),
];

/** 'light' is light grey. */
export type VisitTone = 'danger' | 'warning' | 'success' | 'light';

export interface RowTone {
  readonly tone: VisitTone | null;
  readonly reason: string | null;
}

const lateBy = (since: Temporal.Instant, now: Temporal.Instant) => {
  const minutes = Math.max(1, elapsedMinutes(since, now));
  return minutes < 180 ? `${minutes} min late` : `${Math.floor(minutes / 60)} h late`;
};

/** After this many hours nobody is notified of a missed visit. A server that was down for a night still catches up. */
export const MISSED_NOTICE_HOURS = 24;

/** The visit is still planned after its check-out window, so nobody came. With `hours`, it must have been missed within them. */
export const isMissed = (
  visit: PlanTimes & Pick<Visit, 'Status'>,
  now: Temporal.Instant,
  zone: string,
  hours = Number.POSITIVE_INFINITY,
): boolean => {
  const { end } = plannedInstants(visit, zone);
  return (
    visit.Status === 'Planned' && windowState(end, now) === 'past' && secondsAfter(end, now) <= hours * 3_600
  );
};

const overdue = (visit: Shown, now: Temporal.Instant, zone: string): string | undefined => {
  const { start, end } = plannedInstants(visit, zone);
  const isAfter = (at: Temporal.Instant) => Temporal.Instant.compare(now, at) > 0;
  if (isMissed(visit, now, zone)) return 'Missed: nobody checked in';
  if (visit.Status === 'Planned' && isAfter(start)) return `Not checked in, ${lateBy(start, now)}`;
  if (visit.Status === 'Active' && isAfter(end)) return `Not checked out, ${lateBy(end, now)}`;
  return undefined;
};

export const REFUSED = 'Rejected by Sandata. Show Log has its answer.';

/** The color of a row in the admin's list, and the sentence that explains it (docs/rules/visits.md, rule 39). */
export const adminRow = (
  visit: Shown & Pick<Visit, 'aggregatorMessage' | 'Attempts' | 'ClosedCode' | 'ClosedMemo'>,
  now: Temporal.Instant,
  zone: string,
): RowTone => {
  const closed = closedText(visit);
  if (closed) return { tone: 'danger', reason: closed };
  const late = overdue(visit, now, zone);
  const recorded = recordedText(visit, zone);
  if (late) return { tone: 'danger', reason: recorded ?? late };
  if (recorded) return { tone: 'warning', reason: recorded };
  if (visit.aggregatorStatus === 'Failed')
    return { tone: 'danger', reason: visit.aggregatorMessage ?? REFUSED };
  if (visit.Status !== 'Planned' && visit.Notes) return { tone: 'warning', reason: visit.Notes };
  if (visit.aggregatorStatus === 'Success') return { tone: 'success', reason: null };
  return { tone: visit.aggregatorStatus === 'Pending' ? 'light' : null, reason: null };
};

// --- Change reasons and IOBSE --------------------------------------------------------------------------------------

/** Codes from 14 on need a memo of 1 to 254 characters (docs/rules/visits.md, rule 19). */
export const CHANGE_REASONS = [
  { code: 1, label: 'Member Santrax ID/Medicaid ID not entered' },
  { code: 2, label: 'Staff forgot to clock in/clock out' },
  { code: 3, label: 'Wrong service selected' },
  { code: 4, label: 'Wrong member selected' },
  { code: 5, label: 'Service not selected' },
  { code: 6, label: 'Member not home' },
  { code: 7, label: 'Member refused services' },
  { code: 8, label: 'Cell phone not charged' },
  { code: 9, label: 'Sandata mobile application problems' },
  { code: 10, label: 'No cell coverage' },
  { code: 11, label: 'TVV - Phone disconnected' },
  { code: 12, label: 'TVV - Phone in use by Member/family' },
  { code: 13, label: 'TVV - Client known, called from unassociated phone number' },
  { code: 14, label: 'Other' },
  { code: 15, label: 'Location captured by MVV/TVV incorrect' },
  { code: 16, label: 'Manual entry of EVV' },
] as const;
export const MEMO_FROM_CODE = 14;
export const MEMO_MAX = 254;

export const checkChangeReason = (code: number | null, memo: string | null): FieldError[] => {
  if (!CHANGE_REASONS.some((reason) => reason.code === code))
    return [{ field: 'changeCode', message: 'Choose a reason for the change.' }];
  const length = memo?.trim().length ?? 0;
  if (length > MEMO_MAX)
    return [{ field: 'changeReason', message: `A memo can have at most ${MEMO_MAX} characters.` }];
  return (code ?? 0) >= MEMO_FROM_CODE && length === 0
    ? [{ field: 'changeReason', message: 'This reason needs a memo.' }]
    : [];
};

/** Five flags: in call and out call (both always 1), bill visit, start changed, end changed (docs/rules/visits.md, rule 23). */
export const iobse = (visit: { billVisit: boolean; startEdited: boolean; endEdited: boolean }) =>
  `11${[visit.billVisit, visit.startEdited, visit.endEdited].map(Number).join('')}`;
