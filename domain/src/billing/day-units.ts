import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';
import { billableLength, type ServiceDay, unitsOf, unitsOfAll } from './counting.ts';

/** Counts the units of a card's days by the payer's rounding. Claims and the ledger of authorized units both use it. */

/** The units of a card's days as they were sent in claims. */
export type ClaimedDays = ReadonlyMap<string, number>;
const NONE: ClaimedDays = new Map();

export interface DayUnits {
  readonly day: string;
  readonly units: number;
  /** The day is in a claim, with these units. */
  readonly isClaimed: boolean;
}

interface Counted {
  readonly day: string;
  readonly isClaimed: boolean;
  /** The day's own minutes, rounded down and up. Running totals can give a day either value, but nothing outside. */
  readonly least: number;
  readonly most: number;
  units: number;
}

const clamp = (units: number, { least, most }: Counted) => Math.min(Math.max(units, least), most);

/**
 * Units by running totals, so that the days of a card add up to it. Days that were sent keep the units they were sent with;
 * the other days take the rest, unless each visit is rounded on its own. `days` are in order, and rows of the same date are
 * merged.
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
  // If the last days were already sent, earlier days take the rest.
  for (const one of counted.filter(({ isClaimed }) => !isClaimed).toReversed()) {
    const units = clamp(one.units + unitsOf(minutes, rule) - given, one);
    given += units - one.units;
    one.units = units;
  }
  return counted;
};
