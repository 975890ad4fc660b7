import { addDays, DAY_MINUTES, minuteOfDay } from '../calendar.ts';
import { sum } from '../sum.ts';
import type { StaffedVisit } from './staffed-visits.ts';

/** Splits hours by calendar day: as in payroll, the part of a night after midnight counts on the next day and in that day's week. */

type Timed = Pick<StaffedVisit, 'date' | 'start' | 'minutes'>;

export interface DayPart {
  readonly date: string;
  readonly minutes: number;
}

/** Splits a visit into the days it covers, first day first. */
export const dayParts = ({ date, start, minutes }: Timed): readonly [DayPart, ...DayPart[]] => {
  const before = Math.min(minutes, DAY_MINUTES - minuteOfDay(start));
  const first = { date, minutes: before };
  return before === minutes ? [first] : [first, { date: addDays(date, 1), minutes: minutes - before }];
};

/** The minutes that visits have on the days accepted by `isAsked`. */
export const minutesOn = (visits: readonly Timed[], isAsked: (date: string) => boolean): number => {
  let minutes = 0;
  for (const visit of visits)
    for (const part of dayParts(visit)) if (isAsked(part.date)) minutes += part.minutes;
  return minutes;
};

/** The same parts by week, with the first of their days in each. */
export const weekParts = (
  parts: readonly DayPart[],
  weekOf: (date: string) => { readonly from: string },
): DayPart[] =>
  [...Map.groupBy(parts, ({ date }) => weekOf(date).from).values()].flatMap((own) =>
    own.slice(0, 1).map(({ date }) => ({ date, minutes: sum(own.map(({ minutes }) => minutes)) })),
  );
