import type { WeekFigures } from '@homecare/domain/week-figures/schema.ts';
import {
  type FigureKey,
  goalOf,
  numberOf,
  sayFigure,
  sayGoal,
  sayWeek,
  titleOf,
} from '@homecare/domain/week-figures/words.ts';
import { placeOf } from '../week-figures/figure-places.ts';
import { ChartCard } from './ChartCard.tsx';

interface FigureCardProps {
  readonly figure: FigureKey;
  /** The last is that of the end of the month. */
  readonly weeks: readonly WeekFigures[] | undefined;
}

/** Days are drawn as they are read; shares as tenths of a percent. */
const drawn = (figure: FigureKey, tenths: number | null) =>
  figure === 'toClaim' && tenths !== null ? tenths / 10 : tenths;

/** A figure of the week by week, beside its goal. */
export const FigureCard = ({ figure, weeks }: FigureCardProps) => {
  const last = weeks?.at(-1);
  const title = titleOf(figure);
  const values = weeks?.map((week) => drawn(figure, numberOf(figure, week)));
  const isNone = values?.every((value) => value === null);
  const goal = drawn(figure, goalOf(figure)) ?? 0;
  return (
    <ChartCard
      title={title}
      said={last && `${sayWeek(last)}: ${sayFigure(figure, last)}, ${sayGoal(figure)}`}
      chart={
        isNone
          ? null
          : weeks &&
            values && {
              title: `${title} by week`,
              kind: figure === 'toClaim' ? 'count' : 'percent',
              categories: weeks.map(sayWeek),
              series: [{ name: title, values }],
            }
      }
      mark={{ name: sayGoal(figure), value: goal }}
      heads={['Week', title]}
      rows={(weeks ?? []).toReversed().map((week) => ({
        name: sayWeek(week),
        numbers: [{ words: sayFigure(figure, week), place: placeOf(figure, week.week) }],
      }))}
    />
  );
};
