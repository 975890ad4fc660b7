import { showLength, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { dayTotals } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';

export const hasEntries = (week: PlanWeek, day: Weekday) =>
  week.time[0][day] !== null ||
  week.time[1][day] !== null ||
  week.time[2][day] > 0 ||
  dayTotals(week, day).tasks > 0;

export const otherDays = (day: Weekday) => WEEKDAYS.filter((other) => other !== day);

/** The days that a copy most likely goes to: from Monday to Friday those that are still empty. */
export const emptyWorkdays = (week: PlanWeek, from: Weekday): Weekday[] =>
  otherDays(from).filter((day) => day !== 'Sat' && day !== 'Sun' && !hasEntries(week, day));

/** What is on a day and would be replaced; '' for an empty one. */
export const replacedText = (week: PlanWeek, day: Weekday) => {
  if (!hasEntries(week, day)) return '';
  const [timeIn, timeOut] = week.time;
  if (timeIn[day] !== null || timeOut[day] !== null)
    return `replaces ${timeIn[day] ?? '–'} to ${timeOut[day] ?? '–'}`;
  return `replaces ${showLength(dayTotals(week, day).tasks)} of tasks`;
};
