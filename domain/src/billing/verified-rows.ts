import { serviceDays } from './counting.ts';
import { visitTimes } from './opening.ts';
import type { CardDay, EvvVisit } from './schema.ts';

/** Billed time is the verified visit, never above plan (docs/rules/month-close.md, rule 6). */

const minutesOfRow = (row: CardDay, zone: string): number =>
  serviceDays({ startPeriod: row.date, endPeriod: row.date, days: [row] }, zone)[0]?.work ?? 0;

/**
 * The verified visit, never above plan: it begins when the visit began and ends with it, or as many minutes later as were
 * planned (docs/rules/month-close.md, rule 6).
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
  const end = times.from.add({ minutes }).toZonedDateTimeISO(zone);
  return {
    row: {
      date: visit.date,
      start: times.start,
      end: end.toPlainTime().toString().slice(0, 5),
      // A visit on another day has no planned drive, as on the billing page.
      travel: visit.date === planned.date ? planned.travel : 0,
      billing: true,
      payroll: true,
    },
    above: times.minutes - minutes,
  };
};

/** Rows of the visits of a day, each by the plan of its own day; null: its clock times would mean other moments. */
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

/** Said of a day that was worked and is not billed. */
export const NO_ROW = 'The clock times of the visit fit no row of its day';

/** Whether a day has visits, and none of them has a row: somebody enters it (docs/rules/month-close.md, rule 6). */
export const hasNoRow = (...day: Parameters<typeof rowsOn>): boolean => {
  const rows = rowsOn(...day);
  return rows.length > 0 && rows.every((row) => row === null);
};

/** The longest of the visits of a day: a row has one start and one end. */
const longestOf = (rows: readonly (CardDay | null)[], zone: string): CardDay | null =>
  rows.reduce<CardDay | null>(
    (longest, row) =>
      longest && (!row || minutesOfRow(longest, zone) >= minutesOfRow(row, zone)) ? longest : row,
    null,
  );

/**
 * Rows as a card opens with them, with the times of these visits where the day is billed; a day without one stays, and one
 * whose visits have no row is neither billed nor paid.
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
