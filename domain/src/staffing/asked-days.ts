import { addDays } from '../calendar.ts';
import type { VisitKey } from './schema.ts';

/**
 * The days on which at most `most` of these visits (their dates) are, from `from` on and up to `through`; always one of them.
 * What starts later is left for another time.
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
  /** The visits that are planned alone; none: all that are open on the days. */
  readonly only: readonly VisitKey[];
}

/**
 * What one proposal of at most `most` visits takes of the open ones, and how many it plans: whole days, and of a single day with
 * more its first visits. `isPart`: these are not all open visits of the days, and it is for them alone.
 */
export const planOf = (
  open: readonly VisitKey[],
  days: { readonly from: string; readonly through: string },
  { most, isPart }: { readonly most: number; readonly isPart: boolean },
): { readonly days: PlanDays; readonly planned: number } => {
  const span = daysWithin(
    days,
    open.map(({ day }) => day),
    most,
  );
  const within = open.filter(({ day }) => day >= span.from && day <= span.through);
  const first = within.slice(0, most).map(({ planId, day }) => ({ planId, day }));
  const isAll = !isPart && first.length === within.length;
  return { days: { ...span, only: isAll ? [] : first }, planned: first.length };
};

/** Why nothing can be asked of these days; undefined: it can. */
export const faultOfDays = (
  { from, through }: { readonly from: string; readonly through: string },
  most: number,
): string | undefined => {
  if (through < from) return 'The last day is before the first.';
  return addDays(from, most - 1) < through ? `Choose at most ${most} days.` : undefined;
};
