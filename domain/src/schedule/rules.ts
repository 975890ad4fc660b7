import { addDays, hoursOf, hoursText, minuteOfDay, showClock, spanMinutes, weekdayOf } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { payOfWeeks, type Shift } from '../payroll/week-pay.ts';
import type { WeekOf } from '../payroll/workweeks.ts';
import { sum } from '../sum.ts';
import { CHECK_WINDOW_MINUTES, elapsedMinutes, plannedInstants } from '../visits/rules.ts';
import { compareAway } from './order.ts';
import type { BoardAway, BoardVisit, Program, WeekHours } from './schema.ts';

/** What the board shows of the plans, visits and hours of some days (docs/rules/schedule.md). */

export const BOARD_DAYS = 7;
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2099-12-31'];

/** What is wrong with the requested days. */
export const checkDays = (from: string, through: string): FieldError[] => {
  if (from < FIRST_DAY || from > LAST_DAY)
    return [{ field: 'from', message: 'Choose a day between 01-01-2000 and 12-31-2099.' }];
  if (through < from) return [{ field: 'through', message: 'The last day is before the first one.' }];
  return through > addDays(from, BOARD_DAYS - 1)
    ? [{ field: 'through', message: `The board shows at most ${BOARD_DAYS} days.` }]
    : [];
};

export const programOf = (
  type: { readonly ihss: boolean },
  client: { readonly isPrivate: boolean },
): Program => {
  if (client.isPrivate) return 'Private';
  return type.ihss ? 'IHSS' : 'Medicaid';
};

// --- Hours -----------------------------------------------------------------------------------------------------------

type HoursVisit = Pick<
  BoardVisit,
  'date' | 'start' | 'end' | 'Status' | 'startedAt' | 'endedAt' | 'isExempt' | 'closed'
> & { readonly travel: number };

/** Whether somebody worked the visit or still can. A past visit that nobody began is not work. */
const isWork = ({ Status, date, isExempt, closed }: HoursVisit, today: string) =>
  closed === null && (Status !== 'Planned' || isExempt || date >= today);

const shiftOf = ({ date, start, end, travel }: HoursVisit): Shift => ({
  date,
  start,
  work: spanMinutes(start, end),
  travel,
  category: null,
  rate: null,
  card: { calculation: date.slice(0, 7) },
});

const workedMinutes = ({ startedAt, endedAt }: HoursVisit) =>
  startedAt === null || endedAt === null
    ? 0
    : Math.max(0, elapsedMinutes(Temporal.Instant.from(startedAt), Temporal.Instant.from(endedAt)));

/** One caregiver's hours in the workweek of a day; `visits` must cover that week and the seven days before it. */
export const hoursOfWeek = (
  visits: readonly HoursVisit[],
  day: string,
  { weekOf, zone, today }: { readonly weekOf: WeekOf; readonly zone: string; readonly today: string },
): WeekHours => {
  const { from, through } = weekOf(day);
  const work = visits.filter((visit) => isWork(visit, today));
  const own = work.filter(({ date }) => from <= date && date <= through);
  const pay = payOfWeeks(work.map(shiftOf), weekOf, zone).get(from);
  return {
    worked: sum(own.map(workedMinutes)),
    planned: pay?.minutes ?? 0,
    overtime: pay?.overtime ?? 0,
  };
};

// --- Away ------------------------------------------------------------------------------------------------------------

/** A caregiver's absence, by the agency's clock. */
export interface AwaySpan {
  readonly ProviderID: number;
  readonly kind: 'calledOut' | 'timeOff';
  /** Both are YYYY-MM-DDTHH:mm; the end is exclusive. */
  readonly from: string;
  readonly until: string;
}

const clockWords = (stamp: string) => showClock(stamp.slice(11)).replace(/^0/, '');

const awayWords = ({ kind, from, until }: AwaySpan, day: string): string => {
  const name = kind === 'calledOut' ? 'Called out' : 'Time off';
  const [begins, ends] = [from > `${day}T00:00`, until < `${addDays(day, 1)}T00:00`];
  if (begins && ends) return `${name}, ${clockWords(from)} to ${clockWords(until)}`;
  if (begins) return `${name}, since ${clockWords(from)}`;
  return ends ? `${name}, until ${clockWords(until)}` : name;
};

/** Who is away on each day. A call-out takes precedence over time off. */
export const awayOn = (spans: readonly AwaySpan[], days: readonly string[]): BoardAway[] => {
  const found = new Map<string, BoardAway>();
  for (const span of spans.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'timeOff' ? -1 : 1)))
    for (const day of days)
      if (span.from < `${addDays(day, 1)}T00:00` && span.until > `${day}T00:00`)
        found.set(`${span.ProviderID} ${day}`, {
          ProviderID: span.ProviderID,
          day,
          words: awayWords(span, day),
        });
  return [...found.values()].toSorted(compareAway);
};

// --- States ----------------------------------------------------------------------------------------------------------

export const BOARD_STATES = [
  'planned',
  'inProgress',
  'complete',
  'late',
  'missed',
  'cover',
  'notCreated',
  'exempt',
  'closed',
] as const;
export type BoardState = (typeof BOARD_STATES)[number];

export const STATE_WORDS: Record<BoardState, string> = {
  planned: 'planned',
  inProgress: 'in progress',
  complete: 'complete',
  late: 'late',
  missed: 'missed',
  cover: 'cover',
  notCreated: 'not created yet',
  exempt: 'no check-in needed',
  closed: 'closed',
};

/** The visit is too far ahead to have a record. Exempt pairs never have records and do not count. */
export const isNotCreated = ({ visitId, isExempt }: Pick<BoardVisit, 'visitId' | 'isExempt'>): boolean =>
  visitId === null && !isExempt;

/** The states that need attention. */
export const isProblem = (state: BoardState) => state === 'late' || state === 'missed';

export interface StateNow {
  readonly state: BoardState;
  /** Minutes since the planned start; 0 unless the visit is late. */
  readonly late: number;
}

const LATE_FROM = CHECK_WINDOW_MINUTES + 1;

type TimesOnBoard = Pick<BoardVisit, 'date' | 'start' | 'end'>;
const instantsOf = ({ date, start, end }: TimesOnBoard, zone: string) =>
  plannedInstants({ Date: date, PlanStartTime: start, PlanEndTime: end }, zone);

/** Whether the planned end has passed. */
export const isOverAt = (visit: TimesOnBoard, now: Temporal.Instant, zone: string): boolean =>
  Temporal.Instant.compare(instantsOf(visit, zone).end, now) <= 0;

/** The state of a visit at a moment. It is late once the check-in window is over, and missed once it should be over. */
export const stateOf = (visit: BoardVisit, now: Temporal.Instant, zone: string): StateNow => {
  const plain = (state: BoardState): StateNow => ({ state, late: 0 });
  if (visit.Status === 'Complete') return plain('complete');
  if (visit.Status === 'Active') return plain('inProgress');
  if (visit.closed !== null) return plain('closed');
  if (visit.isExempt) return plain('exempt');
  if (isOverAt(visit, now, zone)) return plain('missed');
  const since = elapsedMinutes(instantsOf(visit, zone).start, now);
  if (since >= LATE_FROM) return { state: 'late', late: since };
  if (visit.isCover) return plain('cover');
  return plain(isNotCreated(visit) ? 'notCreated' : 'planned');
};

// --- Words -----------------------------------------------------------------------------------------------------------

/** '9' or '9:30'. AM or PM is shown with the end of the span, or not at all. */
const shortClock = (hhmm: string) => {
  const [hour, minute] = [Number(hhmm.slice(0, 2)), hhmm.slice(3, 5)];
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  return minute === '00' ? String(twelve) : `${twelve}:${minute}`;
};

const halfOf = (hhmm: string) => (minuteOfDay(hhmm) < 720 ? 'AM' : 'PM');
const isUsual = ({ start, end }: Pick<BoardVisit, 'start' | 'end'>) =>
  minuteOfDay(start) >= 6 * 60 && minuteOfDay(end) <= 20 * 60 && start < end;

/** '9:30–12', '6:30–8:15 PM' or '8 PM–6 AM'. AM and PM are left out for the usual times from morning to evening. */
export const shortSpan = (visit: Pick<BoardVisit, 'start' | 'end'>): string => {
  const { start, end } = visit;
  if (isUsual(visit)) return `${shortClock(start)}–${shortClock(end)}`;
  const [from, to] = [halfOf(start), halfOf(end)];
  return from === to && start < end
    ? `${shortClock(start)}–${shortClock(end)} ${to}`
    : `${shortClock(start)} ${from}–${shortClock(end)} ${to}`;
};

/** '9:30' or '8 PM', if there is no room for the end. */
export const shortStart = (visit: Pick<BoardVisit, 'start' | 'end'>): string =>
  isUsual(visit) ? shortClock(visit.start) : `${shortClock(visit.start)} ${halfOf(visit.start)}`;

/** '9:30 AM to 12:00 PM', for screen readers. */
export const spokenSpan = ({ start, end }: Pick<BoardVisit, 'start' | 'end'>): string =>
  [start, end].map((time) => showClock(time).replace(/^0/, '')).join(' to ') +
  (minuteOfDay(end) < minuteOfDay(start) ? ' the next day' : '');

/** '38 of 40 h' or '43.25 h, 3.25 overtime'. */
export const hoursWords = ({ planned, overtime }: WeekHours, wished: number | null): string => {
  if (overtime > 0) return `${hoursText(planned)}, ${hoursOf(overtime)} overtime`;
  return wished === null ? hoursText(planned) : `${hoursOf(planned)} of ${hoursText(wished)}`;
};

/** The days of a board: a single day, or the week that contains it, beginning on the agency's weekday. */
export const boardDays = (
  day: string,
  view: 'day' | 'week',
  weekStart: ReturnType<typeof weekdayOf>,
): string[] => {
  if (view === 'day') return [day];
  const days = Array.from({ length: BOARD_DAYS }, (_, back) => addDays(day, -back));
  const first = days.find((one) => weekdayOf(Temporal.PlainDate.from(one)) === weekStart) ?? day;
  return Array.from({ length: BOARD_DAYS }, (_, n) => addDays(first, n));
};
