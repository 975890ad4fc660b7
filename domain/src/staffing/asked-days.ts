import { addDays } from '../payroll/workweeks.ts';

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

/** Why nothing can be asked of these days; undefined: it can. */
export const faultOfDays = (
  { from, through }: { readonly from: string; readonly through: string },
  most: number,
): string | undefined => {
  if (through < from) return 'The last day is before the first.';
  return addDays(from, most - 1) < through ? `Choose at most ${most} days.` : undefined;
};
