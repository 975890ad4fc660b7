import { addDays, hoursText, saySpan } from '../calendar.ts';
import { tenthsOf } from '../share.ts';
import type { FigureGroup, FigureRow, Staffing, StaffingFigures } from './figures.ts';

/** How staffing figures are worded, on screen and on paper (docs/rules/staffing.md, rules 17 and 18). */

/** Agencies consider staffing healthy from this percentage of visits on. */
export const HEALTHY_PERCENT = 92;
export const isHealthy = ({ planned, filled }: Pick<StaffingFigures, 'planned' | 'filled'>): boolean =>
  filled * 100 >= planned * HEALTHY_PERCENT;

/** '95.0%', or '–' if the whole is 0. */
export const sayShare = (part: number, whole: number): string => {
  const tenths = tenthsOf(part, whole);
  return tenths === null ? '–' : `${(tenths / 10).toFixed(1)}%`;
};

/** '14 min', '1 h 46 min' */
export const sayMinutes = (minutes: number): string => {
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

export const GROUPS = ['weeks', 'towns', 'schedulers'] as const satisfies readonly FigureGroup[];
export const GROUP_TITLES: Record<FigureGroup, { readonly by: string; readonly head: string }> = {
  weeks: { by: 'By week', head: 'Week' },
  towns: { by: 'By town', head: 'Town' },
  schedulers: { by: 'By scheduler', head: 'Covered by' },
};

/** The part and the whole of each share. */
const SHARES = {
  fill: ({ filled, planned }) => [filled, planned],
  usual: ({ usual, filled }) => [usual, filled],
  withoutOvertime: ({ withoutOvertime, covers }) => [withoutOvertime, covers],
} as const satisfies Record<string, (figures: StaffingFigures) => readonly [part: number, whole: number]>;
type ShareKey = keyof typeof SHARES;

const shareFigure = (key: ShareKey, title: string) => ({
  title,
  say: (figures: StaffingFigures) => sayShare(...SHARES[key](figures)),
});

const FIGURES = {
  fill: shareFigure('fill', 'Fill rate'),
  filled: {
    title: 'Filled',
    say: ({ filled, planned }) => `${filled.toLocaleString('en-US')} of ${planned.toLocaleString('en-US')}`,
  },
  open: { title: 'Open', say: ({ openMinutes }) => hoursText(openMinutes) },
  usual: shareFigure('usual', 'Usual caregiver'),
  covers: { title: 'Covers', say: ({ covers }) => covers.toLocaleString('en-US') },
  median: {
    title: 'Time to cover',
    say: ({ medianMinutes }) => (medianMinutes === null ? '–' : sayMinutes(medianMinutes)),
  },
  withoutOvertime: shareFigure('withoutOvertime', 'No overtime'),
} as const satisfies Record<string, { title: string; say: (figures: StaffingFigures) => string }>;
export type FigureKey = keyof typeof FIGURES;

export const titleOf = (key: FigureKey): string => FIGURES[key].title;
export const sayFigure = (key: FigureKey, figures: StaffingFigures): string => FIGURES[key].say(figures);

export const FIGURE_KEYS = [
  'fill',
  'filled',
  'open',
  'usual',
  'covers',
  'median',
  'withoutOvertime',
] as const satisfies readonly FigureKey[];
const OF_COVERS: readonly FigureKey[] = ['covers', 'median', 'withoutOvertime'];
/** Schedulers are rows of covers only, so they get no figures of other visits. */
export const figuresOf = (group: FigureGroup): readonly FigureKey[] =>
  group === 'schedulers' ? OF_COVERS : FIGURE_KEYS;

/** 'Nov 22 – 28' for a week; other groups keep their names. */
export const nameIn = (group: FigureGroup, { name }: Pick<FigureRow, 'name'>): string =>
  group === 'weeks' ? saySpan(name, addDays(name, 6)) : name;

export const STAFFING_WORDS: Record<Staffing, string> = {
  done: 'took place',
  assigned: 'has a caregiver',
  open: 'open',
  missed: 'missed',
  cancelled: 'canceled',
};
