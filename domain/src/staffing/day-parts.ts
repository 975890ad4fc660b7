import { addDays, DAY_MINUTES, minuteOfDay } from '../calendar.ts';
import { sum } from '../sum.ts';
import type { StaffedVisit } from './staffed-visits.ts';

/** Hours by the calendar day: what of a night lies after midnight is the next day's, and by that the next week's, as in payroll. */

type Timed = Pick<StaffedVisit, 'date' | 'start' | 'minutes'>;

export interface DayPart {
  readonly date: string;
  readonly minutes: number;
}

/** A visit by the days on which it lies, the first one first. */
export const dayParts = ({ date, start, minutes }: Timed): readonly [DayPart, ...DayPart[]] => {
  const before = Math.min(minutes, DAY_MINUTES - minuteOfDay(start));
  const first = { date, minutes: before };
  return before === minutes ? [first] : [first, { date: addDays(date, 1), minutes: minutes - before }];
};

/** Minutes of visits on days that are asked about. */
export const minutesOn = (visits: readonly Timed[], isAsked: (date: string) => boolean): number => {
  let minutes = 0;
  for (const visit of visits)
    for (const part of dayParts(visit)) if (isAsked(part.date)) minutes += part.minutes;
  return minutes;
};

/** The same parts by the weeks in which they lie, each with the first of its days. */
export const weekParts = (
  parts: readonly DayPart[],
  weekOf: (date: string) => { readonly from: string },
): DayPart[] =>
  [...Map.groupBy(parts, ({ date }) => weekOf(date).from).values()].flatMap((own) =>
    own.slice(0, 1).map(({ date }) => ({ date, minutes: sum(own.map(({ minutes }) => minutes)) })),
  );
