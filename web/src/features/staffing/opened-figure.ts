import { FIGURE_KEYS, type FigureKey } from '@homecare/domain/staffing/figure-words.ts';
import { dateText } from '@homecare/domain/wire.ts';
import type { OpenedWith } from '../../platform/address.ts';

/** A figure of some days, as a number on another page opens the list behind it. */
export interface OpenedFigure {
  readonly figure: FigureKey;
  readonly from: string;
  readonly through: string;
}

export const openedFigure = ({ figure, from, through }: OpenedFigure): OpenedWith => ({
  figure,
  from,
  through,
});

export const readOpenedFigure = ({ figure, ...days }: OpenedWith): OpenedFigure | undefined => {
  const key = FIGURE_KEYS.find((one) => one === figure);
  const [from, through] = [dateText.safeParse(days.from), dateText.safeParse(days.through)];
  return key && from.success && through.success
    ? { figure: key, from: from.data, through: through.data }
    : undefined;
};
