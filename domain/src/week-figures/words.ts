import { hoursText } from '../calendar.ts';
import { tenthsOf } from '../share.ts';
import { HEALTHY_PERCENT, nameIn, sayShare } from '../staffing/figure-words.ts';
import type { Share, WeekFigures } from './schema.ts';

/** Words for the weekly figures (docs/rules/week-figures.md, rule 1). */

export const KEYS = ['fill', 'onTime', 'unedited', 'overtime', 'toClaim', 'denied'] as const;
export type FigureKey = (typeof KEYS)[number];

interface FigureFacts {
  readonly title: string;
  /** In tenths of a percent, or of a day. */
  readonly goal: number;
  readonly isHigherBetter: boolean;
  readonly counts: 'this week' | 'four weeks';
}

const FACTS: Record<FigureKey, FigureFacts> = {
  fill: { title: 'Fill rate', goal: HEALTHY_PERCENT * 10, isHigherBetter: true, counts: 'this week' },
  onTime: { title: 'On time', goal: 950, isHigherBetter: true, counts: 'this week' },
  unedited: { title: 'Verified without edit', goal: 850, isHigherBetter: true, counts: 'this week' },
  overtime: { title: 'Overtime share', goal: 30, isHigherBetter: false, counts: 'this week' },
  toClaim: { title: 'Days to claim', goal: 50, isHigherBetter: false, counts: 'four weeks' },
  denied: { title: 'Denial rate', goal: 30, isHigherBetter: false, counts: 'four weeks' },
};

/** 'Nov 22 – 28'. */
export const sayWeek = ({ week }: Pick<WeekFigures, 'week'>): string => nameIn('weeks', { name: week });

export const titleOf = (key: FigureKey): string => FACTS[key].title;
export const goalOf = (key: FigureKey): number => FACTS[key].goal;

/** The figures that the caller may read. */
export const keysOf = (week: WeekFigures): readonly FigureKey[] =>
  KEYS.filter((key) => week[key] !== undefined);

/** In tenths of a percent, or of a day; null if there was nothing to count. */
export const numberOf = (key: FigureKey, week: WeekFigures): number | null => {
  const figure = week[key];
  if (figure === undefined || figure === null || typeof figure === 'number') return figure ?? null;
  return tenthsOf(figure.part, figure.whole);
};

const tenths = (value: number) => (value / 10).toFixed(1);

/** '95.0%' or '4.2'; '–' if there was nothing to count. */
export const sayFigure = (key: FigureKey, week: WeekFigures): string => {
  const value = numberOf(key, week);
  if (value === null) return '–';
  return key === 'toClaim' ? tenths(value) : `${tenths(value)}%`;
};

/** 'goal 95%'. */
export const sayGoal = (key: FigureKey): string =>
  `goal ${FACTS[key].goal / 10}${key === 'toClaim' ? '' : '%'}`;
/** The period that a figure covers: 'this week'. */
export const daysOf = (key: FigureKey): string => FACTS[key].counts;

export const isGoalMet = (key: FigureKey, week: WeekFigures): boolean | null => {
  const figure = week[key];
  const { goal, isHigherBetter } = FACTS[key];
  if (figure === undefined || figure === null) return null;
  // Compares the exact numbers, because 3.09% is shown as 3.0% but misses a goal of 3%.
  const [part, whole] = typeof figure === 'number' ? [figure, 1_000] : [figure.part, figure.whole];
  if (whole === 0) return null;
  return isHigherBetter ? part * 1_000 >= goal * whole : part * 1_000 <= goal * whole;
};

/** 'up 0.6', and whether that is better; null if nothing changed or one week had nothing to count. */
export const changeOf = (key: FigureKey, before: WeekFigures, after: WeekFigures) => {
  const [from, to] = [numberOf(key, before), numberOf(key, after)];
  if (from === null || to === null || from === to) return null;
  return {
    words: `${to > from ? 'up' : 'down'} ${tenths(Math.abs(to - from))}`,
    isBetter: to > from === FACTS[key].isHigherBetter,
  };
};

const HOURS: readonly FigureKey[] = ['overtime'];
const amount = (key: FigureKey, value: number) =>
  HOURS.includes(key) ? hoursText(value) : value.toLocaleString('en-US');

/** '1,181 of 1,182' visits, or '6 h of 412 h'. */
export const sayCounted = (key: Exclude<FigureKey, 'toClaim'>, { part, whole }: Share): string =>
  `${amount(key, part)} of ${amount(key, whole)}`;

/** '99.9%' with the counts behind it. */
export const sayWhole = (key: FigureKey, week: WeekFigures): string => {
  const figure = week[key];
  if (key === 'toClaim' || figure === undefined || figure === null || typeof figure === 'number')
    return sayFigure(key, week);
  return figure.whole === 0 ? '–' : `${sayShare(figure.part, figure.whole)} (${sayCounted(key, figure)})`;
};
