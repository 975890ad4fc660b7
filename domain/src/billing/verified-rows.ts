import { serviceDays } from './counting.ts';
import { clockAfter, visitTimes } from './opening.ts';
import type { CardDay, EvvVisit } from './schema.ts';

/** Bills the verified time of visits, but never more than planned (docs/rules/month-close.md, rule 6). */

const minutesOfRow = (row: CardDay, zone: string): number =>
  serviceDays({ startPeriod: row.date, endPeriod: row.date, days: [row] }, zone)[0]?.work ?? 0;

/**
 * A row from the start of the verified visit to its end, or to as many minutes later as were planned
 * (docs/rules/month-close.md, rule 6).
 */
export const verifiedRow = (
  visit: EvvVisit,
  planned: CardDay,
  zone: string,
): { readonly row: CardDay; readonly above: number } | undefined => {
  const times = visitTimes(visit, zone);
  if (!times) return undefined;
  const minutes = Math.min(times.minutes, minutesOfRow(planned, zone));
  if (minutes <= 0) return undefined;
  return {
    row: {
      date: visit.date,
      start: times.start,
      end: clockAfter(times, minutes, zone),
      // As on the billing page, a visit on another day has no planned travel.
      travel: visit.date === planned.date ? planned.travel : 0,
      billing: true,
      payroll: true,
    },
    above: times.minutes - minutes,
  };
};

/** A row for each visit of a day, limited by the plan of its own day; null if its clock times would mean other instants. */
const rowsOn = (
  date: string,
  planned: readonly CardDay[],
  visits: readonly EvvVisit[],
  zone: string,
): readonly (CardDay | null)[] =>
  visits
    .filter((visit) => visit.date === date)
    .flatMap((visit) => {
      const plan = planned.find((row) => row.date === visit.plannedDay);
      return plan ? [verifiedRow(visit, plan, zone)?.row ?? null] : [];
    });

/** Shown for a day that was worked but is not billed. */
export const NO_ROW = 'The clock times of the visit fit no row of its day';

/** Whether a day has visits but no row for any of them, so that somebody must enter it (docs/rules/month-close.md, rule 6). */
export const hasNoRow = (...day: Parameters<typeof rowsOn>): boolean => {
  const rows = rowsOn(...day);
  return rows.length > 0 && rows.every((row) => row === null);
};

/** The longest visit of a day, because a row has one start and one end. */
const longestOf = (rows: readonly (CardDay | null)[], zone: string): CardDay | null =>
  rows.reduce<CardDay | null>(
    (longest, row) =>
      longest && (!row || minutesOfRow(longest, zone) >= minutesOfRow(row, zone)) ? longest : row,
    null,
  );

/**
 * The rows of a new card, with the visits' times on billed days. A day without a visit stays as it is; a day whose visits
 * fit no row is neither billed nor paid.
 */
export const withVerifiedTimes = (
  rows: readonly CardDay[],
  planned: readonly CardDay[],
  visits: readonly EvvVisit[],
  zone: string,
): CardDay[] =>
  rows.map((row) => {
    if (!row.billing) return row;
    const found = rowsOn(row.date, planned, visits, zone);
    if (found.length === 0) return row;
    return longestOf(found, zone) ?? { ...row, billing: false, payroll: false };
  });
