import { showLength, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { dayTotals } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';

export const hasEntries = (week: PlanWeek, day: Weekday) =>
  week.time[0][day] !== null ||
  week.time[1][day] !== null ||
  week.time[2][day] > 0 ||
  dayTotals(week, day).tasks > 0;

export const otherDays = (day: Weekday) => WEEKDAYS.filter((other) => other !== day);

/** The likely targets of a copy: the days from Monday to Friday that are still empty. */
export const emptyWorkdays = (week: PlanWeek, from: Weekday): Weekday[] =>
  otherDays(from).filter((day) => day !== 'Sat' && day !== 'Sun' && !hasEntries(week, day));

/** What would be replaced on a day; '' if it is empty. */
export const replacedText = (week: PlanWeek, day: Weekday) => {
  if (!hasEntries(week, day)) return '';
  const [timeIn, timeOut] = week.time;
  if (timeIn[day] !== null || timeOut[day] !== null)
    return `replaces ${timeIn[day] ?? '–'} to ${timeOut[day] ?? '–'}`;
  return `replaces ${showLength(dayTotals(week, day).tasks)} of tasks`;
};
