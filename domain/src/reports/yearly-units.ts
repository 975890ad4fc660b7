import { parYear } from '../billing/authorised-units.ts';
import { type DayRange, partUnits, serviceDays } from '../billing/counting.ts';
import type { Card } from '../billing/schema.ts';

/** Compares a client's used units with what is authorised (docs/rules/reports.md, rule 14). */

export interface UnitsLeft extends DayRange {
  readonly calendar: boolean;
  readonly authorised: number;
  readonly used: number;
  readonly left: number;
  /** Tenths of a percent. */
  readonly usedPercent: number | null;
  readonly gonePercent: number | null;
  readonly isAhead: boolean;
}

/** Use is ahead if its share exceeds that of the year by this many tenths of a percent. */
const AHEAD = 100;

export const yearOfUnits = (parExpiration: string | null, year: number) =>
  parYear(parExpiration, Temporal.PlainDate.from(`${year}-12-31`));

/** Authorised units are listed under the type's code, or under the code that the aggregator has for it. */
export const codeOfUnits = (
  authorised: Readonly<Record<string, number>> | null,
  { code, aggregatorCode }: { readonly code: string; readonly aggregatorCode: string | null },
): string =>
  authorised !== null && !(code in authorised) && aggregatorCode !== null && aggregatorCode in authorised
    ? aggregatorCode
    : code;

interface UsedCard {
  readonly month: string;
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly units: number;
}

/** The units of a card within a PAR year. If the year begins or ends in the card's month, the days inside count, by the card's grid. */
export const usedIn = (
  range: DayRange,
  card: UsedCard,
  grid: Pick<Card, 'startPeriod' | 'endPeriod' | 'days' | 'unitRule'> | undefined,
  zone: string,
): number => {
  if (range.from <= `${card.month}-01` && card.endPeriod <= range.through) return card.units;
  if (card.endPeriod < range.from || card.startPeriod > range.through) return 0;
  return grid ? partUnits(serviceDays(grid, zone), range, grid.unitRule) : card.units;
};

/** Rounded to the nearest tenth of a percent, because a share of used units does not claim completeness. */
const nearestTenths = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 1000) / whole);

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
  const [usedPercent, gonePercent] = [nearestTenths(used, authorised), nearestTenths(gone, whole)];
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
