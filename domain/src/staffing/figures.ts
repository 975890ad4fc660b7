import { sum } from '../sum.ts';
import { CLIENT_REASONS } from '../visits/closing.ts';
import type { CloseCode, VisitStatus } from '../visits/schema.ts';

/** How well visits are staffed: kept by week, by town and by who covered (docs/rules/staffing.md, rules 17 and 18). */

/** What became of a planned visit. */
export type Staffing = 'done' | 'assigned' | 'open' | 'missed' | 'cancelled';

export interface CountedVisit {
  readonly date: string;
  readonly minutes: number;
  readonly staffing: Staffing;
  readonly town: string | null;
  /** The caregiver of the regular plan came, or will come. */
  readonly isUsual: boolean;
}

/** A visit that was open and has been covered. */
export interface CountedCover {
  readonly date: string;
  readonly town: string | null;
  /** The last call-out; null: nobody called out. */
  readonly openedAt: string | null;
  readonly coveredAt: string;
  /** Null: not known any more. */
  readonly overtimeMinutes: number | null;
  /** Who covered it; null: the product, on a caregiver's yes. */
  readonly by: string | null;
}

export interface StaffingFigures {
  /** Less those that the client cancelled. */
  readonly planned: number;
  readonly filled: number;
  readonly openMinutes: number;
  readonly usual: number;
  readonly covers: number;
  readonly withoutOvertime: number;
  /** From the call-out to the cover; null: nothing was covered. */
  readonly medianMinutes: number | null;
}

export const stateOfClosed = (code: CloseCode): Staffing =>
  CLIENT_REASONS.includes(code) ? 'cancelled' : 'missed';

/** A planned visit with what says who came or will come to it. */
interface StaffedNow {
  readonly status: VisitStatus;
  readonly closed: CloseCode | null;
  /** Nobody will come, by the rules of open visits. */
  readonly isOpen: boolean;
  /** Its planned end has passed. */
  readonly isOver: boolean;
}

/** What became of a planned visit: the figures and the head of the schedule count by this one rule. */
export const staffingOf = ({ status, closed, isOpen, isOver }: StaffedNow): Staffing => {
  if (closed !== null) return stateOfClosed(closed);
  if (status !== 'Planned') return 'done';
  if (isOpen) return 'open';
  return isOver ? 'missed' : 'assigned';
};

const isFilled = ({ staffing }: Pick<CountedVisit, 'staffing'>) =>
  staffing === 'done' || staffing === 'assigned';

const minutesBetween = (from: string, to: string) =>
  Math.round(
    (Temporal.Instant.from(to).epochMilliseconds - Temporal.Instant.from(from).epochMilliseconds) / 60_000,
  );

export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
};

/** How many visits were to be staffed, and how many of them are. */
export const countFilled = (visits: readonly Pick<CountedVisit, 'staffing'>[]) => ({
  planned: visits.filter(({ staffing }) => staffing !== 'cancelled').length,
  filled: visits.filter(isFilled).length,
});

/** The figures of some visits and covers. */
export const countStaffing = (
  visits: readonly CountedVisit[],
  covers: readonly CountedCover[],
): StaffingFigures => {
  const planned = visits.filter(({ staffing }) => staffing !== 'cancelled');
  const filled = planned.filter(isFilled);
  return {
    ...countFilled(visits),
    openMinutes: sum(planned.filter((visit) => !isFilled(visit)).map(({ minutes }) => minutes)),
    usual: filled.filter(({ isUsual }) => isUsual).length,
    covers: covers.length,
    withoutOvertime: covers.filter(({ overtimeMinutes }) => overtimeMinutes === 0).length,
    medianMinutes: medianOf(
      covers.flatMap(({ openedAt, coveredAt }) =>
        openedAt === null ? [] : [minutesBetween(openedAt, coveredAt)],
      ),
    ),
  };
};

/** Sunday of the week of a day. */
export const weekOfDay = (date: string): string => {
  const day = Temporal.PlainDate.from(date);
  return day.subtract({ days: day.dayOfWeek % 7 }).toString();
};

export interface FigureRow extends StaffingFigures {
  readonly name: string;
}

const rowsBy = (
  visits: readonly CountedVisit[],
  covers: readonly CountedCover[],
  nameOf: (one: CountedVisit | CountedCover) => string,
): FigureRow[] => {
  const ofVisits = Map.groupBy(visits, nameOf);
  const ofCovers = Map.groupBy(covers, nameOf);
  const names = [...new Set([...ofVisits.keys(), ...ofCovers.keys()])].toSorted();
  return names.map((name) => ({
    name,
    ...countStaffing(ofVisits.get(name) ?? [], ofCovers.get(name) ?? []),
  }));
};

export const NO_TOWN = 'No town';
export const AUTOMATIC = 'Automatic';

/** By week (its first day), by town, and by who covered; a visit is counted once in each of the first two. */
export const staffingFigures = (visits: readonly CountedVisit[], covers: readonly CountedCover[]) => ({
  total: countStaffing(visits, covers),
  weeks: rowsBy(visits, covers, ({ date }) => weekOfDay(date)),
  towns: rowsBy(visits, covers, ({ town }) => town ?? NO_TOWN),
  schedulers: rowsBy([], covers, (one) => ('by' in one ? (one.by ?? AUTOMATIC) : AUTOMATIC)),
});
