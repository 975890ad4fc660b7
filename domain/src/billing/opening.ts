import { DAY_MINUTES, instantOf, minuteOfDay, showDate, toClock, visitInstants } from '../calendar.ts';
import type { VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan } from '../care-plans/schema.ts';
import { remembering } from '../remembering.ts';
import { closedText } from '../visits/closing.ts';
import { elapsedMinutes } from '../visits/rules.ts';
import {
  billedMinutes,
  clocksStand,
  type DayRange,
  type DaysOfCard,
  daysOfMonth,
  halfOf,
  openDays,
  serviceDays,
} from './counting.ts';
import type { BillingCard, CardDay, EvvVisit } from './schema.ts';

/** What a card's grid contains when it opens, and what its buttons put into it (docs/rules/billing.md, rules 14 to 19). */

export interface CardPlan
  extends Pick<CarePlan, 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId' | 'excluded'> {
  /** Its care plan type needs EVV. */
  readonly evvNeeded: boolean;
}

const NOTHING_DONE = { start: null, end: null, travel: 0, billing: false, payroll: false } as const;

const byDate = (a: CardDay, b: CardDay) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

/** Whether visits must prove the days: the type needs EVV and the pair is not exempt (docs/rules/billing.md, rule 16). */
export const needsVisits = ({ evvNeeded, excluded }: Pick<CardPlan, 'evvNeeded' | 'excluded'>) =>
  evvNeeded && excluded === null;

/**
 * The days that a card of the month may hold: from the plan's first day to its end date and to the archive dates of both
 * people, these days included (docs/rules/billing.md, rule 15). Undefined if there are none.
 */
export const possiblePeriod = (
  { StartDate, EndDate }: Pick<CardPlan, 'StartDate' | 'EndDate'>,
  archived: readonly (string | null)[],
  month: string,
): DayRange | undefined => {
  const whole = daysOfMonth(month);
  const from = StartDate > whole.from ? StartDate : whole.from;
  const through = [EndDate, ...archived].reduce<string>(
    (last, end) => (end !== null && end < last ? end : last),
    whole.through,
  );
  return from <= through ? { from, through } : undefined;
};

/** The planned days of the month as rows. */
export const plannedRows = (
  plan: Parameters<typeof openDays>[0],
  month: string,
  limits: VisitLimits,
): CardDay[] =>
  openDays(plan, daysOfMonth(month), limits).map(({ date, weekday, time: [timeIn, timeOut, travel] }) => ({
    ...{ date, start: timeIn[weekday], end: timeOut[weekday], travel: travel[weekday] },
    billing: true,
    payroll: true,
  }));

/** 'Closed: client in hospital' for the day that a closed visit was planned for; undefined for other days. */
export const closedGap = (date: string, visits: readonly EvvVisit[]): string | undefined => {
  const closed = visits.find((visit) => visit.plannedDay === date && visit.ClosedCode !== null);
  return (closed && closedText(closed)) ?? undefined;
};

/** Why no Complete visit proves a day; undefined if one does. */
const visitGap = (date: string, visits: readonly EvvVisit[], today: string): string | undefined => {
  const ofDay = visits.filter((visit) => visit.date === date);
  if (ofDay.some(({ Status }) => Status === 'Complete')) return undefined;
  if (ofDay.some(({ Status }) => Status === 'Active')) return 'The visit was not checked out';
  const closed = closedGap(date, visits);
  if (closed) return closed;
  const moved = visits.find((visit) => visit.plannedDay === date && visit.date !== date);
  if (ofDay.length === 0 && moved) return `The visit was moved to ${showDate(moved.date)}`;
  if (date >= today) return 'The visit has not taken place yet';
  return ofDay.length > 0 ? 'The visit was missed' : 'There is no visit';
};

/** Nothing is billed or paid yet for a day after today. */
export const TO_COME = 'The day is still to come';

/** Reasons by date for rows that are neither billed nor paid when a card opens. Days that count as worked have none. */
export const openGaps = (
  rows: readonly Pick<CardDay, 'date'>[],
  plan: Pick<CardPlan, 'evvNeeded' | 'excluded'>,
  visits: readonly EvvVisit[],
  today: string,
): ReadonlyMap<string, string> => {
  const isProven = needsVisits(plan);
  return new Map(
    rows.flatMap(({ date }) => {
      const gap = isProven
        ? visitGap(date, visits, today)
        : (closedGap(date, visits) ?? (date > today ? TO_COME : undefined));
      return gap ? [[date, gap] as const] : [];
    }),
  );
};

/** Switches billing and payroll off for future days, whatever was chosen. */
export const withoutDaysToCome = <Row extends Pick<CardDay, 'date' | 'billing' | 'payroll'>>(
  rows: readonly Row[],
  today: string,
): Row[] => rows.map((row) => (row.date > today ? { ...row, billing: false, payroll: false } : row));

interface Opened {
  readonly plan: Pick<CardPlan, 'evvNeeded' | 'excluded'>;
  readonly visits: readonly EvvVisit[];
  /** Days that the card may hold. */
  readonly possible: DayRange | undefined;
  readonly today: string;
  readonly zone: string;
}

/** Days whose closed visit took them out of the plan. They are shown without times, so that they do not count. */
const closedRows = (visits: readonly EvvVisit[], { from, through }: DayRange): CardDay[] =>
  visits
    .filter(
      ({ ClosedCode, plannedDay }) => ClosedCode !== null && from <= plannedDay && plannedDay <= through,
    )
    .map(({ plannedDay: date }) => ({ date, ...NOTHING_DONE }));

/**
 * The plan's week for the month: worked days are billed and paid, days with a gap are neither. A Complete visit on an
 * unplanned day gets a row with its own times, so that moved work is paid too.
 */
export const openRows = (
  planned: readonly CardDay[],
  { plan, visits, possible, today, zone }: Opened,
): CardDay[] => {
  const gaps = openGaps(planned, plan, visits, today);
  const rows = planned.map((row) => (gaps.has(row.date) ? { ...row, billing: false, payroll: false } : row));
  const moved = needsVisits(plan) && possible ? visitRows(planned, visits, possible, zone) : [];
  const shown = [...rows, ...moved];
  const closed = possible ? closedRows(visits, possible) : [];
  return [...shown, ...closed.filter(({ date }) => !shown.some((row) => row.date === date))].toSorted(byDate);
};

// --- Visit EVV Data ------------------------------------------------------------------------------------------------

/** The actual times of a Complete visit as a row holds them: local clock, whole minutes. */
export interface VisitTimes {
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
  /** The instant that `start` means. */
  readonly from: Temporal.Instant;
}

const wholeMinute = (at: Temporal.Instant) => at.epochMilliseconds - (at.epochMilliseconds % 60_000);
const clockAt = (at: Temporal.Instant, zone: string) =>
  at.toZonedDateTimeISO(zone).toPlainTime().toString().slice(0, 5);

const midnightOf = remembering((dateInZone) => {
  const [date = '', zone = ''] = dateInZone.split(' ');
  return instantOf(date, '00:00', zone);
});

type Clocks = Pick<VisitTimes, 'start' | 'end'>;

/** Clock times of less than a day that began on this one; undefined: on it they would mean other moments. */
const clocksOn = (
  date: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
  zone: string,
): Clocks | undefined => {
  // On all days but four a year counting from midnight is enough, and cheap for the thousands of visits of a month.
  if (!clocksStand(date, 2, zone)) return changingClocksOn(date, from, to, zone);
  const minuteOf = (at: Temporal.Instant) =>
    Math.floor((at.epochMilliseconds - midnightOf(`${date} ${zone}`).epochMilliseconds) / 60_000);
  const begin = minuteOf(from);
  return begin < DAY_MINUTES ? { start: toClock(begin), end: toClock(minuteOf(to)) } : undefined;
};

const changingClocksOn: typeof clocksOn = (date, from, to, zone) => {
  const [start, end] = [clockAt(from, zone), clockAt(to, zone)];
  const meant = visitInstants(date, start, end, zone);
  const isMeant =
    wholeMinute(from) === meant.start.epochMilliseconds && wholeMinute(to) === meant.end.epochMilliseconds;
  return isMeant ? { start, end } : undefined;
};

export const visitTimes = (
  visit: Pick<EvvVisit, 'date' | 'Status' | 'startedAt' | 'endedAt'>,
  zone: string,
): VisitTimes | undefined => {
  const { Status, startedAt, endedAt } = visit;
  if (Status !== 'Complete' || startedAt === null || endedAt === null) return undefined;
  const [began, to] = [Temporal.Instant.from(startedAt), Temporal.Instant.from(endedAt)];
  // If somebody came before midnight to a visit of the next day, its row counts from midnight on.
  const midnight = midnightOf(`${visit.date} ${zone}`);
  const from = Temporal.Instant.compare(began, midnight) < 0 ? midnight : began;
  const minutes = elapsedMinutes(from, to);
  // A visit of a day or longer, or of less than a minute, gets no row until staff correct it.
  if (minutes <= 0 || minutes >= DAY_MINUTES) return undefined;
  // Nor does one whose clock times would mean other instants on its day, such as a night visit begun after midnight or
  // an hour that occurs twice.
  const clocks = clocksOn(visit.date, from, to, zone);
  return clocks && clocks.start !== clocks.end ? { date: visit.date, ...clocks, minutes, from } : undefined;
};

/** What the clock says so many minutes after a visit began. */
export const clockAfter = ({ date, start, from }: VisitTimes, minutes: number, zone: string): string =>
  clocksStand(date, 2, zone) ? toClock(minuteOfDay(start) + minutes) : clockAt(from.add({ minutes }), zone);

/** The Complete visits of a month by day. Of two on one day, the longer one counts, because a row has one start and one end. */
export const visitTimesOf = (
  visits: readonly EvvVisit[],
  zone: string,
): ReadonlyMap<string, VisitTimes & { readonly others: number }> => {
  const byDay = new Map<string, VisitTimes & { others: number }>();
  for (const visit of visits) {
    const times = visitTimes(visit, zone);
    if (!times) continue;
    const before = byDay.get(times.date);
    const longer = before && before.minutes >= times.minutes ? before : times;
    byDay.set(times.date, { ...longer, others: before ? before.others + 1 : 0 });
  }
  return byDay;
};

/** Rows for Complete visits in a range on days that have no row yet. */
const visitRows = (
  rows: readonly Pick<CardDay, 'date'>[],
  visits: readonly EvvVisit[],
  { from, through }: DayRange,
  zone: string,
): CardDay[] => {
  const taken = new Set(rows.map(({ date }) => date));
  const own = visits.filter(({ date }) => from <= date && date <= through && !taken.has(date));
  return [...visitTimesOf(own, zone).values()].map(({ date, start, end }) => ({
    ...{ date, start, end, travel: 0 },
    billing: true,
    payroll: true,
  }));
};

/** Replaces planned times by the visits' actual times. A visit on another day gets a row; a day without a visit stays as it is. */
export const withVisitData = (
  rows: readonly CardDay[],
  visits: readonly EvvVisit[],
  { month, zone }: { readonly month: string; readonly zone: string },
): CardDay[] => {
  const times = visitTimesOf(visits, zone);
  const taken = rows.map((row) => {
    const actual = times.get(row.date);
    return actual ? { ...row, start: actual.start, end: actual.end, billing: true, payroll: true } : row;
  });
  return [...taken, ...visitRows(rows, visits, daysOfMonth(month), zone)].toSorted(byDate);
};

// --- Previous Data -------------------------------------------------------------------------------------------------

/** The source of Previous Data: the deleted record of this month, or else the record of the month before. */
export type PreviousCard = NonNullable<BillingCard['previous']>;

const weekdayNumber = (date: string) => Temporal.PlainDate.from(date).dayOfWeek;

/**
 * The deleted record of this month as it was. From an earlier month, the times and travel of the same weekday: the first
 * Monday for the first Monday, and the last one for any beyond. A day whose visit was closed gets none.
 */
export const withPreviousData = (
  rows: readonly CardDay[],
  previous: PreviousCard,
  {
    month,
    today,
    visits,
  }: { readonly month: string; readonly today: string; readonly visits: readonly EvvVisit[] },
): CardDay[] => {
  if (previous.date === month) return withoutDaysToCome(previous.days, today).toSorted(byDate);
  const before = Map.groupBy(previous.days.toSorted(byDate), ({ date }) => weekdayNumber(date));
  const seen = new Map<number, number>();
  return rows.map((row) => {
    const weekday = weekdayNumber(row.date);
    const n = seen.get(weekday) ?? 0;
    seen.set(weekday, n + 1);
    if (closedGap(row.date, visits)) return row;
    const same = before.get(weekday);
    const from = same?.[Math.min(n, same.length - 1)];
    return from ? { ...row, start: from.start, end: from.end, travel: from.travel } : row;
  });
};

// --- Adjust Second Half --------------------------------------------------------------------------------------------

/** 18.25 hours, and what a click takes off (docs/rules/billing.md, rule 19). */
export const SECOND_HALF_MINUTES = 1_095;
const CLICK = 15;

const billedOfSecondHalf = (card: DaysOfCard, zone: string) =>
  serviceDays(card, zone).filter(({ date, billing }) => billing && halfOf(date) === 1);

/** Billable working minutes of the second half, without travel. */
export const secondHalfMinutes = (card: DaysOfCard, zone: string): number =>
  billedMinutes(billedOfSecondHalf(card, zone)).work;

export const mayAdjust = (card: DaysOfCard, zone: string) =>
  secondHalfMinutes(card, zone) > SECOND_HALF_MINUTES;

/**
 * One click takes 15 minutes off the end of the last billed day of the second half, as long as that half has more than 18.25
 * hours. A day of 15 minutes or less is skipped in favor of the one before.
 */
export const adjustSecondHalf = (card: DaysOfCard, zone: string): readonly CardDay[] => {
  if (!mayAdjust(card, zone)) return card.days;
  const last = billedOfSecondHalf(card, zone).findLast(({ work }) => work > CLICK);
  return card.days.map((row) =>
    last && row.date === last.date ? { ...row, end: toClock(minuteOfDay(last.end) - CLICK) } : row,
  );
};
