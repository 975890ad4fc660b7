import { addDays } from '@homecare/domain/calendar.ts';
import { weekOfDay } from '@homecare/domain/staffing/figures.ts';
import { WEEKS, WORK_KEYS, type WorkKey } from '@homecare/domain/week-figures/schema.ts';
import type { FigureKey } from '@homecare/domain/week-figures/words.ts';
import { dateText } from '@homecare/domain/wire.ts';
import type { Place } from '../../platform/address.ts';
import { openedFigure } from '../staffing/opened-figure.ts';

export const FIGURES_PAGE = '/weekfigures';

export const isWorkKey = (key: string): key is WorkKey => WORK_KEYS.some((one) => one === key);

/** Where a figure leads: to what counts against it in a week, or to the page that has its list. */
export const placeOf = (figure: FigureKey, week?: string): Place => {
  if (figure === 'fill')
    return {
      to: '/schedule/figures',
      ...(week && { page: openedFigure({ figure, from: week, through: addDays(week, 6) }) }),
    };
  if (figure === 'toClaim') return { to: '/claims/unpaid' };
  if (figure === 'denied') return { to: '/claims/denials' };
  return { to: FIGURES_PAGE, page: { figure, ...(week && { week }) } };
};

/** The last of the weeks that hold an earlier one; undefined: the present weeks do. */
export const throughOf = (wanted: unknown, today: string): string | undefined => {
  if (typeof wanted !== 'string' || !dateText.safeParse(wanted).success) return undefined;
  const isShown = wanted > addDays(weekOfDay(today), -7 * WEEKS);
  return isShown || weekOfDay(wanted) !== wanted ? undefined : wanted;
};
