import { minuteOfDay, toClock } from '../calendar.ts';
import type { CoverTimes } from './cover.ts';

/** Another time of the same day for a visit to which nobody can come (docs/rules/staffing.md, rule 25). */

/** Nobody is visited before this hour or after that one unless the plan says so. */
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
