import { sayTime, showMinutesAsHours, spanMinutes, WEEKDAYS, type Weekday } from '../calendar.ts';
import { sum } from '../sum.ts';
import { spanOn } from './rules.ts';
import type { PlanWeek, WeekRows } from './schema.ts';

/** Puts a week into one line, for lists. */

export interface PlannedDay {
  readonly day: Weekday;
  /** HH:mm; an end before the start is on the next day. */
  readonly from: string;
  readonly to: string;
}

/** The weekdays that have both a time in and a time out. */
export const plannedDays = (time: WeekRows): PlannedDay[] =>
  WEEKDAYS.flatMap((day) => {
    const [{ [day]: from }, { [day]: to }] = time;
    return from !== null && to !== null && spanOn(time, day) ? [{ day, from, to }] : [];
  });

/** The weekdays whose times differ between two weeks. */
export const changedTimes = (before: Pick<PlanWeek, 'time'>, after: Pick<PlanWeek, 'time'>): Weekday[] => {
  const [old, now] = [plannedDays(before.time), plannedDays(after.time)];
  return WEEKDAYS.filter((day) => {
    const [was, is] = [old, now].map((week) => week.find((one) => one.day === day));
    return was?.from !== is?.from || was?.to !== is?.to;
  });
};

const RUN = 3;

/** 'Mon Wed Fri', 'Mon-Fri' or 'Mon-Wed Sat': three or more days in a row are shortened to a range. */
const sayDays = (days: readonly Weekday[]): string => {
  const runs: Weekday[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(last) + 1) run.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => (run.length < RUN ? run.join(' ') : `${run[0]}-${run.at(-1)}`)).join(' ');
};
export const sayWeekdays = (week: readonly PlannedDay[]): string => sayDays(week.map(({ day }) => day));

const timesOf = ({ from, to }: PlannedDay) => `${from}-${to}`;

export const VARIES = 'varies';
/** '08:00-10:00' if all days have the same times. */
export const sayTimes = (week: readonly PlannedDay[]): string => {
  const [first, ...others] = week;
  if (!first) return '';
  return others.every((day) => timesOf(day) === timesOf(first)) ? timesOf(first) : VARIES;
};

const sayWeekAs = (week: readonly PlannedDay[], sayTimesOf: (day: PlannedDay) => string): string =>
  [...Map.groupBy(week, sayTimesOf)].map(([times, days]) => `${sayWeekdays(days)} ${times}`).join(', ');

/** 'Mon Wed 08:00-10:00, Fri 09:00-11:00': the whole week as care plans write it, grouping days with the same times. */
export const sayWholeWeek = (week: readonly PlannedDay[]): string => sayWeekAs(week, timesOf);

/** 'Mon Wed 8:00 AM – 10:00 AM': the same with times as visits write them. */
export const sayWeekOfVisits = (week: readonly PlannedDay[]): string =>
  sayWeekAs(week, ({ from, to }) => `${sayTime(from)} – ${sayTime(to)}`);

export const weekMinutes = (week: readonly PlannedDay[]): number =>
  sum(week.map(({ from, to }) => spanMinutes(from, to)));

/** '12.50', in the format of a plan's totals. */
export const sayWeekHours = (week: readonly PlannedDay[]): string => showMinutesAsHours(weekMinutes(week));
