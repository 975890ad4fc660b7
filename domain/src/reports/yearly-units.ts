import { parYear } from '../billing/authorised-units.ts';
import type { DayRange } from '../billing/counting.ts';
import { percentOf } from './table.ts';

/** Units of a client against what is authorised (documents-and-reports.md, E1: Billed Yearly Units). */

export interface UnitsLeft extends DayRange {
  readonly calendar: boolean;
  readonly authorised: number;
  readonly used: number;
  readonly left: number;
  /** Tenths of percent. */
  readonly usedPercent: number | null;
  readonly gonePercent: number | null;
  readonly isAhead: boolean;
}

/** Used units run ahead when their share exceeds that of the year by so many tenths of percent. */
const AHEAD = 100;

export const yearOfUnits = (parExpiration: string | null, year: number) =>
  parYear(parExpiration, Temporal.PlainDate.from(`${year}-12-31`));

export const unitsLeft = (
  authorised: number,
  used: number,
  range: ReturnType<typeof yearOfUnits>,
  today: string,
): UnitsLeft => {
  const days = (from: string, through: string) =>
    Temporal.PlainDate.from(from).until(through, { largestUnit: 'days' }).days + 1;
  const whole = days(range.from, range.through);
  const gone = Math.min(whole, Math.max(0, days(range.from, today)));
  const [usedPercent, gonePercent] = [percentOf(used, authorised), percentOf(gone, whole)];
  return {
    ...range,
    authorised,
    used,
    left: authorised - used,
    usedPercent,
    gonePercent,
    isAhead: (usedPercent ?? 0) - (gonePercent ?? 0) > AHEAD,
  };
};
