import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';
import { billableLength, type ServiceDay, unitsOf, unitsOfAll } from './counting.ts';

/** The units of the days of a card, by the payer's rounding: claims and the ledger of authorized units count by them. */

/** Units of the days of a card that claims ask for, as they were sent. */
export type ClaimedDays = ReadonlyMap<string, number>;
const NONE: ClaimedDays = new Map();

export interface DayUnits {
  readonly day: string;
  readonly units: number;
  /** A claim asks for the day, in these units. */
  readonly isClaimed: boolean;
}

interface Counted {
  readonly day: string;
  readonly isClaimed: boolean;
  /** What its own minutes come to, rounded down and up: running totals move a day between the two, never beyond. */
  readonly least: number;
  readonly most: number;
  units: number;
}

const clamp = (units: number, { least, most }: Counted) => Math.min(Math.max(units, least), most);

/**
 * Units by running totals, so that the days of a card add up to it. Days that were sent keep the units they were sent with;
 * the others take up what that leaves, unless each visit is rounded by itself. `days` are in order; those of one date are one.
 */
export const unitsOfDays = (
  days: readonly Pick<ServiceDay, 'date' | 'work' | 'travel'>[],
  rule: UnitRule,
  claimed: ClaimedDays = NONE,
): readonly DayUnits[] => {
  const counted: Counted[] = [];
  let [minutes, given] = [0, 0];
  const byDay = Map.groupBy(days, ({ date }) => date);
  if (rule === 'nearestVisit')
    return [...byDay].map(([day, rows]) => {
      const sent = claimed.get(day);
      return {
        day,
        units:
          sent ??
          unitsOfAll(
            rows.map((row) => billableLength(row, rule)),
            rule,
          ),
        isClaimed: sent !== undefined,
      };
    });
  for (const [day, rows] of byDay) {
    const length = sum(rows.map((row) => billableLength(row, rule)));
    minutes += length;
    const sent = claimed.get(day);
    const isClaimed = sent !== undefined;
    const one = { day, isClaimed, least: unitsOf(length, 'down'), most: unitsOf(length, 'up'), units: 0 };
    one.units = sent ?? clamp(unitsOf(minutes, rule) - given, one);
    given += one.units;
    counted.push(one);
  }
  // Where the last days were sent before, days before them take up the rest.
  for (const one of counted.filter(({ isClaimed }) => !isClaimed).toReversed()) {
    const units = clamp(one.units + unitsOf(minutes, rule) - given, one);
    given += units - one.units;
    one.units = units;
  }
  return counted;
};
