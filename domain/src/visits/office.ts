import {
  addDays,
  minuteOfDay,
  sayTime,
  showDate,
  spanMinutes,
  toClock,
  todayIn,
  visitInstants,
} from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { isDay } from '../wire.ts';
import { attemptsToAccept, type Recorded } from './attempts.ts';
import { CLOSED_VISIT } from './closing.ts';
import { isToReview, type Reviewed } from './review.ts';
import { checkChangeReason, windowState } from './rules.ts';
import type { RecordedAttempt, Visit, VisitStatus } from './schema.ts';

/** What the office can do with visits: row actions, corrections, new dates and the call report (docs/rules/visits.md, rules 19 to 43). */

// --- Row actions ---------------------------------------------------------------------------------------------------

export type OfficeActionKey =
  | 'accept'
  | 'reject'
  | 'edit'
  | 'setActive'
  | 'setComplete'
  | 'reschedule'
  | 'close'
  | 'reopen'
  | 'reason'
  | 'seen'
  | 'showLog'
  | 'send';

export interface OfficeAction {
  readonly key: OfficeActionKey;
  readonly label: string;
  readonly statuses: readonly VisitStatus[];
  /** Only while the selected date is today or later. */
  readonly fromToday?: true;
  /** Only while the visit has no aggregator status. */
  readonly unsent?: true;
  /** Not for future visits. */
  readonly begun?: true;
  /** true: only while the visit is closed; false: only while it is not. */
  readonly closed?: boolean;
  /** Only while review hints wait to be looked at. */
  readonly hinted?: true;
  /** Only while times that the phone recorded can be accepted. */
  readonly recorded?: true;
  /** Only while times that the phone recorded wait, even if they cannot be accepted. */
  readonly waiting?: true;
}

/** The row menu, in order (docs/rules/visits.md, rule 38). */
export const OFFICE_ACTIONS: readonly OfficeAction[] = [
  { key: 'edit', label: 'Edit', statuses: ['Planned', 'Active', 'Complete'] },
  {
    key: 'accept',
    label: 'Accept recorded time',
    statuses: ['Planned', 'Active'],
    recorded: true,
    closed: false,
  },
  {
    key: 'reject',
    label: 'Reject recorded time',
    statuses: ['Planned', 'Active'],
    waiting: true,
    closed: false,
  },
  { key: 'setActive', label: 'Set Active', statuses: ['Planned'], begun: true, closed: false },
  { key: 'reschedule', label: 'Reschedule Visit', statuses: ['Planned'], fromToday: true, closed: false },
  { key: 'close', label: 'Close visit', statuses: ['Planned'], closed: false },
  { key: 'reopen', label: 'Reopen visit', statuses: ['Planned'], closed: true },
  { key: 'setComplete', label: 'Set Complete', statuses: ['Active'], begun: true },
  { key: 'reason', label: 'Give reason', statuses: ['Active', 'Complete'] },
  { key: 'seen', label: 'Mark as seen', statuses: ['Active', 'Complete'], hinted: true },
  { key: 'showLog', label: 'Show Log', statuses: ['Complete'] },
  { key: 'send', label: 'Send to Sandata', statuses: ['Complete'], unsent: true },
];

type Listed = Pick<Visit, 'Date' | 'aggregatorStatus' | 'ClosedCode'> & Recorded & Reviewed;

export const isOffered = (action: OfficeAction, visit: Listed, today: string): boolean =>
  action.statuses.includes(visit.Status) &&
  (!action.fromToday || visit.Date >= today) &&
  (!action.unsent || visit.aggregatorStatus === null) &&
  (action.closed === undefined || action.closed === (visit.ClosedCode !== null)) &&
  (!action.hinted || isToReview(visit)) &&
  (!action.recorded || attemptsToAccept(visit).length > 0) &&
  (!action.waiting || visit.Attempts.length > 0);

export const FUTURE_VISIT = 'This visit is in the future.';

/** Why an offered action cannot be done now; undefined if it can. */
export const officeBlocked = (
  action: OfficeAction,
  visit: Pick<Listed, 'Date'>,
  today: string,
): string | undefined => (action.begun && visit.Date > today ? FUTURE_VISIT : undefined);

// --- Corrections ---------------------------------------------------------------------------------------------------

export const NOT_BILLING = 'Are you sure you want to not billing this record?';
export const NOTES_MAX = 2000;
export const LONGEST_HOURS = 24;

type Corrected = Pick<Visit, 'Date' | 'Status' | 'startedAt' | 'endedAt' | 'Notes' | 'IOBSE' | 'ClosedCode'>;

/** The values that the office wants for a visit; undefined leaves a value as it is. */
export interface Correction {
  readonly startedAt?: string | null | undefined;
  readonly endedAt?: string | null | undefined;
  readonly Notes?: string | null | undefined;
  readonly billVisit?: boolean | undefined;
}

/** The third flag of IOBSE. A visit without flags counts as billed. */
export const isBilled = ({ IOBSE }: Pick<Visit, 'IOBSE'>) => IOBSE === null || IOBSE[2] === '1';

/** The bill flag among the five flags that a client sends. The other flags are computed (docs/rules/visits.md, rule 23). */
export const billFlagOf = (iobse: string | null | undefined): boolean | undefined =>
  iobse == null || iobse === '' ? undefined : iobse[2] === '1';

/** A timestamp of this century in whole seconds; undefined if the text is not one. */
export const readInstant = (text: string): Temporal.Instant | undefined => {
  if (!text.startsWith('20')) return undefined;
  try {
    return Temporal.Instant.from(text).round({ smallestUnit: 'second', roundingMode: 'floor' });
  } catch {
    return undefined;
  }
};

const isSameInstant = (a: string | null, b: string | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    Temporal.Instant.compare(Temporal.Instant.from(a), Temporal.Instant.from(b)) === 0);

export interface CorrectedVisit {
  readonly Status: VisitStatus;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly Notes: string | null;
  readonly billVisit: boolean;
  readonly changed: {
    readonly start: boolean;
    readonly end: boolean;
    readonly notes: boolean;
    readonly bill: boolean;
  };
}

const textOf = (text: string | null) => text?.trim() || null;

/** The visit after the correction. The status follows the times: both make it Complete, a start alone makes it Active. */
export const correct = (visit: Corrected, wanted: Correction): CorrectedVisit => {
  const start = wanted.startedAt === undefined ? visit.startedAt : wanted.startedAt;
  const end = wanted.endedAt === undefined ? visit.endedAt : wanted.endedAt;
  const notes = wanted.Notes === undefined ? visit.Notes : textOf(wanted.Notes);
  const billVisit = wanted.billVisit ?? isBilled(visit);
  const changed = {
    start: !isSameInstant(visit.startedAt, start),
    end: !isSameInstant(visit.endedAt, end),
    notes: notes !== textOf(visit.Notes),
    bill: billVisit !== isBilled(visit),
  };
  const status = start === null ? 'Planned' : end === null ? 'Active' : 'Complete';
  return { Status: status, startedAt: start, endedAt: end, Notes: notes, billVisit, changed };
};

export const isChanged = ({ changed }: CorrectedVisit) => Object.values(changed).some(Boolean);

const startFaults = (
  { startedAt }: CorrectedVisit,
  visit: Corrected,
  now: Temporal.Instant,
  zone: string,
): string[] => {
  if (startedAt === null)
    return visit.startedAt === null ? [] : ['A visit that has begun keeps an actual start.'];
  if (visit.ClosedCode !== null) return [CLOSED_VISIT];
  const start = Temporal.Instant.from(startedAt);
  if (Temporal.Instant.compare(start, now) > 0) return ['The actual start is in the future.'];
  const day = start.toZonedDateTimeISO(zone).toPlainDate();
  const days = Math.abs(Temporal.PlainDate.from(visit.Date).until(day, { largestUnit: 'day' }).days);
  return days > 1 ? ['The actual start must be within a day of the visit’s date.'] : [];
};

const endFaults = (
  { startedAt, endedAt }: CorrectedVisit,
  visit: Corrected,
  now: Temporal.Instant,
): string[] => {
  if (endedAt === null)
    return visit.endedAt === null ? [] : ['A visit that is complete keeps an actual end.'];
  if (startedAt === null) return ['Enter the actual start too.'];
  const end = Temporal.Instant.from(endedAt);
  const seconds = (end.epochMilliseconds - Temporal.Instant.from(startedAt).epochMilliseconds) / 1000;
  if (Temporal.Instant.compare(end, now) > 0) return ['The actual end is in the future.'];
  if (seconds <= 0) return ['The actual end must be after the actual start.'];
  return seconds > LONGEST_HOURS * 3600 ? [`A visit cannot be longer than ${LONGEST_HOURS} hours.`] : [];
};

/** What is wrong with corrected times. Unchanged times are not checked again. */
export const checkTimes = (
  visit: Corrected,
  corrected: CorrectedVisit,
  now: Temporal.Instant,
  zone: string,
): FieldError[] => {
  const { start, end } = corrected.changed;
  const fault = (field: string) => (message: string) => ({ field, message });
  return [
    ...(start ? startFaults(corrected, visit, now, zone).map(fault('startedAt')) : []),
    ...(start || end ? endFaults(corrected, visit, now).map(fault('endedAt')) : []),
  ];
};

/** Checks a correction: its times, and the reason if anything changes (docs/rules/visits.md, rules 19 and 20). */
export const checkCorrection = (
  visit: Corrected,
  corrected: CorrectedVisit,
  reason: { readonly code: number | null; readonly memo: string | null },
  now: Temporal.Instant,
  zone: string,
): FieldError[] => [
  ...checkTimes(visit, corrected, now, zone),
  ...((corrected.Notes?.length ?? 0) > NOTES_MAX
    ? [{ field: 'Notes', message: `Notes can have at most ${NOTES_MAX.toLocaleString('en-US')} characters.` }]
    : []),
  ...(isChanged(corrected) ? checkChangeReason(reason.code, reason.memo) : []),
];

// --- Recorded times --------------------------------------------------------------------------------------------------

const otherState = (visit: Recorded, [first]: readonly RecordedAttempt[]): string | undefined => {
  const needed = first?.move === 'Check-In' ? 'Planned' : 'Active';
  return visit.Status === needed
    ? undefined
    : `${first?.move} needs a visit that is ${needed}; this one is ${visit.Status}.`;
};

/** A sentence why recorded times, in the order of their moves, cannot be accepted; undefined if they can. */
export const acceptBlocked = (
  visit: Recorded & Pick<Visit, 'Date' | 'endedAt' | 'Notes' | 'IOBSE' | 'ClosedCode'>,
  attempts: readonly RecordedAttempt[],
  now: Temporal.Instant,
  zone: string,
): string | undefined => {
  const other = otherState(visit, attempts);
  if (other) return other;
  const timeOf = (wanted: RecordedAttempt['move']) => attempts.find(({ move }) => move === wanted)?.at;
  const accepted: CorrectedVisit = correct(visit, {
    startedAt: timeOf('Check-In'),
    endedAt: timeOf('Check-Out'),
  });
  return checkTimes(visit, accepted, now, zone)[0]?.message;
};

// --- Reschedule ----------------------------------------------------------------------------------------------------

/** How many days ahead a visit can be moved (docs/rules/visits.md, rule 26). */
export const RESCHEDULE_DAYS = 14;

type Placed = Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>;

/** The visit moved to another start, with the same length; an end before the start is on the next day. */
export const movedTo = (visit: Placed, date: string, start: string): Placed => {
  const minutes = minuteOfDay(start) + spanMinutes(visit.PlanStartTime, visit.PlanEndTime);
  return {
    Date: date,
    PlanStartTime: start,
    PlanEndTime: toClock(minutes),
  };
};

export const endDayOf = ({ Date: date, PlanStartTime, PlanEndTime }: Placed) =>
  minuteOfDay(PlanEndTime) < minuteOfDay(PlanStartTime) ? addDays(date, 1) : date;

const overlaps = (a: Placed, b: Placed, zone: string) => {
  const one = visitInstants(a.Date, a.PlanStartTime, a.PlanEndTime, zone);
  const other = visitInstants(b.Date, b.PlanStartTime, b.PlanEndTime, zone);
  return (
    Temporal.Instant.compare(one.start, other.end) < 0 && Temporal.Instant.compare(other.start, one.end) < 0
  );
};

export interface OtherVisit extends Placed {
  readonly ProviderID: number;
  readonly ClientID: number;
}

/** The first visit of the provider or the client that would overlap, as a sentence without names. */
export const overlapOf = (
  moved: Placed,
  visit: Pick<Visit, 'ProviderID'>,
  others: readonly OtherVisit[],
  zone: string,
): string | undefined => {
  const other = others.find((one) => overlaps(moved, one, zone));
  if (!other) return undefined;
  const who = other.ProviderID === visit.ProviderID ? 'provider' : 'client';
  return `The ${who} has another visit then: ${sayPlaced(other)}.`;
};

const sayPlaced = ({ Date: date, PlanStartTime, PlanEndTime }: Placed) =>
  `${showDate(date)}, ${sayTime(PlanStartTime)} – ${sayTime(PlanEndTime)}`;

/** A sentence about two overlapping visits of one provider or client, at least one of them moved: it says what to do, without names. */
export const movedOverlapOf = (
  { own, other }: { readonly own: OtherVisit; readonly other: OtherVisit },
  zone: string,
): string | undefined => {
  const overlap = overlapOf(own, own, [other], zone);
  return overlap && `${overlap} It overlaps ${sayPlaced(own)}. Move one of the two visits first.`;
};

export const lastRescheduleDay = (today: string) => addDays(today, RESCHEDULE_DAYS);

/** What is wrong with a new day and time, apart from overlaps with other visits. */
export const checkReschedule = (
  visit: Placed,
  wanted: { readonly date: string; readonly start: string },
  now: Temporal.Instant,
  zone: string,
): FieldError[] => {
  const today = todayIn(zone, now).toString();
  if (!isDay(wanted.date) || wanted.date < today || wanted.date > lastRescheduleDay(today))
    return [
      {
        field: 'startDate',
        message: `A visit can be moved to ${showDate(today)} through ${showDate(lastRescheduleDay(today))}.`,
      },
    ];
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(wanted.start))
    return [{ field: 'startTime', message: 'Enter the new start, such as 08:30.' }];
  if (wanted.date === visit.Date && wanted.start === visit.PlanStartTime)
    return [{ field: 'startTime', message: 'The visit is already at this time.' }];
  const moved = movedTo(visit, wanted.date, wanted.start);
  const { start } = visitInstants(moved.Date, moved.PlanStartTime, moved.PlanEndTime, zone);
  return windowState(start, now) === 'past'
    ? [{ field: 'startTime', message: 'Nobody could check in by then. Choose a later start.' }]
    : [];
};

// --- Call report ---------------------------------------------------------------------------------------------------

export const WRONG_PERIOD = 'Error: Incorrect start/end period';
export const LONG_PERIOD = 'Error: Time between from to date cannot be more that one year';
export const NOBODY_CHOSEN = 'Error: You must select provider, client or both';

export interface CallReportFilter {
  readonly client: number | null;
  readonly provider: number | null;
  readonly from: string;
  readonly to: string;
}

/** What is wrong with the filter of a call report, word for word as specified (docs/rules/visits.md, rule 42). */
export const checkCallReport = ({ client, provider, from, to }: CallReportFilter): FieldError[] => {
  if (!isDay(from) || !isDay(to) || to < from)
    return [{ field: isDay(from) ? 'to' : 'from', message: WRONG_PERIOD }];
  if (to > Temporal.PlainDate.from(from).add({ years: 1 }).toString())
    return [{ field: 'to', message: LONG_PERIOD }];
  return client === null && provider === null ? [{ field: 'provider', message: NOBODY_CHOSEN }] : [];
};
