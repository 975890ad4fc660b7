import { counted } from '@homecare/domain/counted.ts';
import { tenthsOf } from '@homecare/domain/share.ts';
import {
  type FigureKey,
  HEALTHY_PERCENT,
  isHealthy,
  nameIn,
  sayFigure,
} from '@homecare/domain/staffing/figure-words.ts';
import type { FigureRow, StaffingFigures } from '@homecare/domain/staffing/figures.ts';
import type { Figure } from './FigureList.tsx';

/** The figures of some days, each with what it is a figure of. */
export const tilesOf = (total: StaffingFigures, onFigure: (figure: FigureKey) => void): Figure[] => {
  const opens = (figure: FigureKey) => ({ onOpen: () => onFigure(figure) });
  const { planned, filled, usual, covers, withoutOvertime } = total;
  const ofCovers = covers === 0 ? 'nothing was covered' : counted(covers, 'cover');
  return [
    {
      ...opens('fill'),
      name: 'Fill rate',
      value: sayFigure('fill', total),
      more: `${sayFigure('filled', total)} visits, healthy from ${HEALTHY_PERCENT}%`,
      ...(!isHealthy(total) && { tone: 'warn' }),
    },
    {
      ...opens('open'),
      name: 'Open',
      value: sayFigure('open', total),
      more: `in ${counted(planned - filled, 'visit')}`,
    },
    {
      ...opens('median'),
      name: 'From call-out to cover',
      value: sayFigure('median', total),
      more: covers === 0 ? ofCovers : 'median, where somebody called out',
    },
    {
      ...opens('withoutOvertime'),
      name: 'Covered without overtime',
      value: sayFigure('withoutOvertime', total),
      more: covers === 0 ? ofCovers : `${withoutOvertime.toLocaleString('en-US')} of ${ofCovers}`,
    },
    {
      ...opens('usual'),
      name: 'By the usual caregiver',
      value: sayFigure('usual', total),
      more: `${usual.toLocaleString('en-US')} of ${counted(filled, 'visit')}`,
    },
  ];
};

/** The fill rate of each week, with the mark of a healthy agency. */
export const chartOf = (weeks: readonly FigureRow[]) => ({
  chart: {
    title: 'Fill rate by week',
    kind: 'percent' as const,
    categories: weeks.map((week) => nameIn('weeks', week)),
    series: [{ name: 'Filled', values: weeks.map(({ filled, planned }) => tenthsOf(filled, planned)) }],
  },
  mark: { name: `Healthy: ${HEALTHY_PERCENT}%`, value: HEALTHY_PERCENT * 10 },
});
