import { minuteOfDay, toClock } from '../calendar.ts';
import type { CoverTimes } from './cover.ts';

/** Finds another time on the same day for a visit that nobody can come to (docs/rules/staffing.md, rule 25). */

/** No visit is moved to before the first or past the last of these, in minutes of the day. */
const [FIRST, LAST] = [6 * 60, 22 * 60];

/** Full hours from `earliest` on at which the whole visit fits into the day, nearest to the planned start first. */
export const otherTimes = (
  { start, minutes }: { readonly start: string; readonly minutes: number },
  earliest: number,
): CoverTimes[] => {
  const planned = minuteOfDay(start);
  const hours = Array.from({ length: (LAST - FIRST) / 60 }, (_, n) => FIRST + n * 60);
  return hours
    .filter((begin) => begin >= earliest && begin !== planned && begin + minutes <= LAST)
    .toSorted((a, b) => Math.abs(a - planned) - Math.abs(b - planned))
    .map((begin) => ({ start: toClock(begin), end: toClock(begin + minutes) }));
};
