import { addDays, instantOf, minuteOfDay, perDay, spanMinutes, toClock, type Weekday } from '../calendar.ts';
import type { PlanWeek, TaskRow } from '../care-plans/schema.ts';
import { sum } from '../sum.ts';
import type { CoverTimes } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';

export type { CoverTimes };

/** The week of a cover: one day of the plan that it covers, by its own times once the planned start has passed. */

/**
 * Minutes shared out by the old ones, so that they add up to `total` and no task that had minutes gains or loses more than its
 * share: the largest remainders are rounded up.
 */
export const shareMinutes = (minutes: readonly number[], total: number): number[] => {
  const before = sum(minutes);
  if (before === 0) return minutes.map((_, n) => (n === 0 ? total : 0));
  const shares = minutes.map((value) => (value * total) / before);
  const whole = shares.map(Math.floor);
  const order = shares
    .map((share, n) => ({ n, rest: share - Math.floor(share) }))
    .toSorted((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of order.slice(0, total - sum(whole))) whole[n] = (whole[n] ?? 0) + 1;
  return whole;
};

const onlyOn = (row: TaskRow, day: Weekday, minutes: number): TaskRow => ({
  Name: row.Name,
  ...perDay((each) => (each === day ? minutes : 0)),
});

/** One weekday of a week at other times: the minutes of its tasks follow the length, and both match. */
export const coverWeek = (week: PlanWeek, day: Weekday, times: CoverTimes): PlanWeek => {
  const { personalCareItems: care, homeMakingItems: home, time } = week;
  const shared = shareMinutes(
    [...care, ...home].map((row) => row[day]),
    spanMinutes(times.start, times.end),
  );
  const tasks = [...care, ...home].map((row, n) => onlyOn(row, day, shared[n] ?? 0));
  return {
    personalCareItems: tasks.slice(0, care.length),
    homeMakingItems: tasks.slice(care.length),
    time: [
      { Name: 'Time In', ...perDay((each) => (each === day ? times.start : null)) },
      { Name: 'Time Out', ...perDay((each) => (each === day ? times.end : null)) },
      { Name: 'Travel Time', ...perDay((each) => (each === day ? time[2][day] : 0)) },
    ],
  };
};

const QUARTER = 15;

/** The quarter of an hour of the clock that begins at a minute, or the next one. */
export const nextQuarter = (minute: number) => Math.ceil(minute / QUARTER) * QUARTER;

/** Times with the date on which they begin. */
export interface DatedTimes extends CoverTimes {
  readonly date: string;
}

/**
 * Times for anyone who comes after the planned start has passed: the whole length from the next quarter of an hour on, which may
 * be on the next date. Undefined: the planned times can still be kept.
 */
export const lateTimes = (
  planned: Pick<StaffedVisit, 'date' | 'start' | 'minutes'>,
  now: Temporal.Instant,
  zone: string,
): DatedTimes | undefined => {
  const minute = now.round({ smallestUnit: 'minute', roundingMode: 'floor' });
  if (Temporal.Instant.compare(minute, instantOf(planned.date, planned.start, zone)) <= 0) return undefined;
  let begin = minute
    .toZonedDateTimeISO(zone)
    .round({ smallestUnit: 'minute', roundingIncrement: QUARTER, roundingMode: 'ceil' })
    .toPlainDateTime();
  // An hour that the clock repeats is read as the first of the two, which may be over.
  while (Temporal.Instant.compare(begin.toZonedDateTime(zone).toInstant(), minute) < 0)
    begin = begin.add({ minutes: QUARTER });
  const start = minuteOfDay(begin.toPlainTime().toString());
  return { date: begin.toPlainDate().toString(), ...timesFrom(start, planned.minutes) };
};

/** So many minutes from a minute of the day on. */
export const timesFrom = (start: number, minutes: number): CoverTimes => ({
  start: toClock(start),
  end: toClock(start + minutes),
});

/** The date of a start that was chosen for a visit that should have begun: after midnight where that is nearer to now. */
const dateOfChosen = (
  visit: Pick<StaffedVisit, 'date' | 'start'>,
  start: string,
  now: Temporal.Instant,
  zone: string,
): string => {
  const next = addDays(visit.date, 1);
  const away = (date: string) =>
    Math.abs(instantOf(date, start, zone).epochMilliseconds - now.epochMilliseconds);
  return start < visit.start && away(next) < away(visit.date) ? next : visit.date;
};

/** A visit at the times at which it can still take place, or at those that were chosen. */
export const inTimeAt = (
  visit: StaffedVisit,
  now: Temporal.Instant,
  zone: string,
  chosen?: CoverTimes,
): StaffedVisit => {
  const late = lateTimes(visit, now, zone);
  const { start, end } = chosen ?? late ?? visit;
  const chosenDate = chosen && late ? dateOfChosen(visit, start, now, zone) : visit.date;
  return {
    ...visit,
    date: chosen ? chosenDate : (late?.date ?? visit.date),
    start,
    end,
    minutes: spanMinutes(start, end),
    isLate: chosen === undefined && late !== undefined,
    // A visit that was moved has left its day already.
    ...(visit.day === visit.date && { plannedStart: visit.start }),
  };
};

/**
 * The times by which the plan of a cover has a visit on its planned day. A cover that begins on the next date keeps the planned
 * start there, and its visit alone is on that date.
 */
export const timesOnDay = ({
  day,
  date,
  start,
  end,
  minutes,
  plannedStart,
}: Pick<StaffedVisit, 'day' | 'date' | 'start' | 'end' | 'minutes' | 'plannedStart'>): CoverTimes =>
  date === day || plannedStart === undefined ? { start, end } : timesFrom(minuteOfDay(plannedStart), minutes);

/** A plan of a pair that is exempt from visit verification: its days, and since when it is. */
export interface Exemption {
  readonly from: string;
  /** Null: it does not end. */
  readonly through: string | null;
  readonly excluded: string;
}

/** Since when a cover of some days is exempt, by a plan of the pair's own that runs on all of them; null: it is not. */
export const exemptionOn = (
  exemptions: readonly Exemption[],
  days: { readonly from: string; readonly through: string },
): string | null =>
  exemptions
    .filter(({ from, through }) => from <= days.from && (through === null || through >= days.through))
    .map(({ excluded }) => excluded)
    .sort()
    .at(-1) ?? null;
