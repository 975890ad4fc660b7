import { addDays } from '../payroll/workweeks.ts';

/** Why nothing can be asked of these days; undefined: it can. */
export const faultOfDays = (
  { from, through }: { readonly from: string; readonly through: string },
  most: number,
): string | undefined => {
  if (through < from) return 'The last day is before the first.';
  return addDays(from, most - 1) < through ? `Choose at most ${most} days.` : undefined;
};
