import { addDays, instantOf, minuteOfDay, perDay, spanMinutes, toClock, type Weekday } from '../calendar.ts';
import type { PlanWeek, TaskRow } from '../care-plans/schema.ts';
import { sum } from '../sum.ts';
import type { CoverTimes } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';

export type { CoverTimes };

/** The plan week of a cover: one day of the plan that it covers, with its own times once the planned start has passed. */

/**
 * Distributes `total` minutes in proportion to the given ones. They add up exactly, and no task that had minutes is off by a
 * whole minute: the largest remainders are rounded up.
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

/** One weekday of a week moved to other times. The minutes of its tasks are scaled to the new length, so that both match. */
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

/** The first quarter hour of the clock at or after this minute. */
export const nextQuarter = (minute: number) => Math.ceil(minute / QUARTER) * QUARTER;

/** Times with the date on which they begin. */
export interface DatedTimes extends CoverTimes {
  readonly date: string;
}

/**
 * The times for anyone who comes after the planned start: the full length from the next quarter hour on, possibly on the
 * next date. Undefined while the planned times can still be kept.
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
  // In an hour that the clock repeats, this time is read as the first of the two, which may have passed.
  while (Temporal.Instant.compare(begin.toZonedDateTime(zone).toInstant(), minute) < 0)
    begin = begin.add({ minutes: QUARTER });
  const start = minuteOfDay(begin.toPlainTime().toString());
  return { date: begin.toPlainDate().toString(), ...timesFrom(start, planned.minutes) };
};

/** The times of a visit of this length that begins at a minute of the day. */
export const timesFrom = (start: number, minutes: number): CoverTimes => ({
  start: toClock(start),
  end: toClock(start + minutes),
});

/** The date of a chosen start for a visit that should have begun: the next day if that is nearer to now. */
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

/** The visit at the times at which it can still take place, or at the chosen ones. */
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
    // A visit that was moved no longer has a planned start on its day.
    ...(visit.day === visit.date && { plannedStart: visit.start }),
  };
};

/**
 * The times that the plan of a cover gives the visit on its planned day. If the cover begins on the next date, the plan
 * keeps the planned start and only the visit is on that date.
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

/** A plan of a pair that is exempt from EVV: the days it runs, and when the exemption began. */
export interface Exemption {
  readonly from: string;
  /** Null if the plan has no end. */
  readonly through: string | null;
  readonly excluded: string;
}

/** When the exemption began for a cover of these days, from a plan of the same pair that runs on all of them; null if there is none. */
export const exemptionOn = (
  exemptions: readonly Exemption[],
  days: { readonly from: string; readonly through: string },
): string | null =>
  exemptions
    .filter(({ from, through }) => from <= days.from && (through === null || through >= days.through))
    .map(({ excluded }) => excluded)
    .sort()
    .at(-1) ?? null;
