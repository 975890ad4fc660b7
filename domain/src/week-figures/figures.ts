import { addDays } from '../calendar.ts';
import { payOfWeeks, type Shift } from '../payroll/week-pay.ts';
import type { WeekOf } from '../payroll/workweeks.ts';
import { sum } from '../sum.ts';
import type { WorkedVisit } from '../visits/worked.ts';
import type { Share } from './schema.ts';

/** Figures about the visits of a week (docs/rules/week-figures.md). */

export interface WorkFigures {
  /** Visits that did not start late, out of those whose start is past. */
  readonly onTime: Share;
  /** Visits without edits, out of the complete ones. */
  readonly unedited: Share;
  /** Minutes of overtime, out of all recorded minutes. */
  readonly overtime: Share;
}

/**
 * Extra days to read around a week for its overtime: workweeks that begin in it may end later, and the days before decide
 * how they start.
 */
export const OVERTIME_DAYS = { before: 8, after: 13 } as const;

const shiftOf = ({ day, start, minutes }: NonNullable<WorkedVisit['worked']>): Shift => ({
  ...{ date: day, start, work: minutes, travel: 0, category: null, rate: 0 },
  card: { calculation: '' },
});

export interface OvertimeOfCaregiver extends Share {
  readonly providerId: number;
}

/** Overtime and recorded minutes by caregiver, for workweeks that begin in this week. */
export const overtimeIn = (
  week: string,
  visits: readonly WorkedVisit[],
  weekOf: WeekOf,
  zone: string,
): OvertimeOfCaregiver[] =>
  [...Map.groupBy(visits, ({ providerId }) => providerId)].map(([providerId, own]) => {
    const shifts = own.flatMap(({ worked }) => (worked === null ? [] : [shiftOf(worked)]));
    const paid = [...payOfWeeks(shifts, weekOf, zone)].flatMap(([from, pay]) =>
      from >= week && from <= addDays(week, 6) ? [pay] : [],
    );
    return {
      providerId,
      part: sum(paid.map(({ overtime }) => overtime)),
      whole: sum(paid.map(({ minutes }) => minutes)),
    };
  });

const add = (shares: readonly Share[]): Share => ({
  part: sum(shares.map(({ part }) => part)),
  whole: sum(shares.map(({ whole }) => whole)),
});

/** The figures of a week, given its visits and those around it. */
export const countWork = (
  week: string,
  visits: readonly WorkedVisit[],
  weekOf: WeekOf,
  zone: string,
): WorkFigures => {
  const own = visits.filter(({ date }) => date >= week && date <= addDays(week, 6));
  const complete = own.filter(({ isComplete }) => isComplete);
  return {
    onTime: { part: own.filter(({ isLate }) => !isLate).length, whole: own.length },
    unedited: { part: complete.filter(({ isEdited }) => !isEdited).length, whole: complete.length },
    overtime: add(overtimeIn(week, visits, weekOf, zone)),
  };
};
