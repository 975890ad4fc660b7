import { addDays } from '../calendar.ts';
import type { OpenVisit, VisitKey } from './schema.ts';

/**
 * The days that hold at most `most` of the visits starting on these dates, from `from` up to `through`. At least one day is
 * returned, even if it holds more.
 */
export const daysWithin = (
  { from, through }: { readonly from: string; readonly through: string },
  dates: readonly string[],
  most: number,
): { readonly from: string; readonly through: string } => {
  const beyond = dates
    .filter((date) => date >= from && date <= through)
    .toSorted()
    .at(most);
  const last = beyond === undefined ? through : addDays(beyond, -1);
  return { from, through: last < from ? from : last };
};

export interface PlanDays {
  readonly from: string;
  readonly through: string;
  /** If not empty, only these visits are planned; otherwise all open visits of the days. */
  readonly only: readonly VisitKey[];
}

/**
 * What one proposal of at most `most` visits takes of the open ones, and how many it plans: whole days, or the first visits
 * of a single day that has more. An open visit from before the first day is a night that is still going on, and counts on that
 * day. With `isPart`, `open` is a selection of the days' visits and the proposal plans only those.
 */
export const planOf = (
  open: readonly Pick<OpenVisit, 'planId' | 'day' | 'date'>[],
  days: { readonly from: string; readonly through: string },
  { most, isPart }: { readonly most: number; readonly isPart: boolean },
): { readonly days: PlanDays; readonly planned: number } => {
  const dateOf = ({ date }: Pick<OpenVisit, 'date'>) => (date < days.from ? days.from : date);
  const span = daysWithin(days, open.map(dateOf), most);
  const within = open.filter((visit) => dateOf(visit) <= span.through);
  const first = within.slice(0, most).map(({ planId, day }) => ({ planId, day }));
  // A board of past days shows only such nights, not what else is open today.
  const isAll = !isPart && first.length === within.length && days.from <= days.through;
  return { days: { ...span, only: isAll ? [] : first }, planned: first.length };
};

/** Why these days cannot be requested; undefined if they can. */
export const faultOfDays = (
  { from, through }: { readonly from: string; readonly through: string },
  most: number,
): string | undefined => {
  if (through < from) return 'The last day is before the first.';
  return addDays(from, most - 1) < through ? `Choose at most ${most} days.` : undefined;
};
