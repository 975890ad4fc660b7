import { sum } from '../sum.ts';
import { CLIENT_REASONS } from '../visits/closing.ts';
import type { CloseCode, VisitStatus } from '../visits/schema.ts';

/** Counts how well visits are staffed, by week, by town and by who found the cover (docs/rules/staffing.md, rules 17 and 18). */

export const STAFFINGS = ['done', 'assigned', 'open', 'missed', 'cancelled'] as const;
export type Staffing = (typeof STAFFINGS)[number];

export interface CountedVisit {
  readonly date: string;
  readonly minutes: number;
  readonly staffing: Staffing;
  readonly town: string | null;
  /** The caregiver of the regular plan came or is due to come. */
  readonly isUsual: boolean;
}

/** A visit that was open and has been covered. */
export interface CountedCover {
  readonly date: string;
  readonly town: string | null;
  /** The last call-out; null if nobody called out. */
  readonly openedAt: string | null;
  readonly coveredAt: string;
  /** Null if it is no longer known. */
  readonly overtimeMinutes: number | null;
  /** The user who found the cover; null if the product did, on a caregiver's yes. */
  readonly by: string | null;
}

export interface StaffingFigures {
  /** Without visits that the client cancelled. */
  readonly planned: number;
  readonly filled: number;
  readonly openMinutes: number;
  readonly usual: number;
  readonly covers: number;
  readonly withoutOvertime: number;
  /** From call-out to cover; null if nothing was covered. */
  readonly medianMinutes: number | null;
}

export const stateOfClosed = (code: CloseCode): Staffing =>
  CLIENT_REASONS.includes(code) ? 'cancelled' : 'missed';

interface StaffedNow {
  readonly status: VisitStatus;
  readonly closed: CloseCode | null;
  /** Nobody will come, by the rules for open visits. */
  readonly isOpen: boolean;
  /** The planned end has passed. */
  readonly isOver: boolean;
}

/** What became of a planned visit. The figures and the head of the schedule both count by this rule. */
export const staffingOf = ({ status, closed, isOpen, isOver }: StaffedNow): Staffing => {
  if (closed !== null) return stateOfClosed(closed);
  if (status !== 'Planned') return 'done';
  if (isOpen) return 'open';
  return isOver ? 'missed' : 'assigned';
};

const isFilled = ({ staffing }: Pick<CountedVisit, 'staffing'>) =>
  staffing === 'done' || staffing === 'assigned';

/** Which visits or covers a figure refers to, and which of those it counts. The figure and the list behind it share this. */
interface Asked<One> {
  readonly isOf: (one: One) => boolean;
  readonly counts: (one: One) => boolean;
}
const isPlanned = ({ staffing }: Pick<CountedVisit, 'staffing'>) => staffing !== 'cancelled';
const each = () => true;
const ofPlanned = { isOf: isPlanned, counts: isFilled };
const OF_VISITS = {
  fill: ofPlanned,
  filled: ofPlanned,
  open: { isOf: (visit) => isPlanned(visit) && !isFilled(visit), counts: each },
  usual: { isOf: isFilled, counts: ({ isUsual }) => isUsual },
} as const satisfies Record<string, Asked<CountedVisit>>;
const OF_COVERS = {
  covers: { isOf: each, counts: each },
  median: { isOf: ({ openedAt }) => openedAt !== null, counts: each },
  withoutOvertime: { isOf: each, counts: ({ overtimeMinutes }) => overtimeMinutes === 0 },
} as const satisfies Record<string, Asked<CountedCover>>;
export type VisitFigure = keyof typeof OF_VISITS;
export type CoverFigure = keyof typeof OF_COVERS;
export const isOfCovers = (figure: VisitFigure | CoverFigure): figure is CoverFigure => figure in OF_COVERS;

/** One visit or cover that a figure refers to. */
export interface Behind<One> {
  readonly one: One;
  readonly counts: boolean;
}
const behind = <One, Own extends One>(all: readonly Own[], { isOf, counts }: Asked<One>): Behind<Own>[] =>
  all.filter(isOf).map((one) => ({ one, counts: counts(one) }));

/** The visits or covers that a figure refers to. Those that it does not count are the rest of a share. */
export const visitsBehind = <Own extends CountedVisit>(figure: VisitFigure, visits: readonly Own[]) =>
  behind<CountedVisit, Own>(visits, OF_VISITS[figure]);
export const coversBehind = <Own extends CountedCover>(figure: CoverFigure, covers: readonly Own[]) =>
  behind<CountedCover, Own>(covers, OF_COVERS[figure]);
const countOf = (found: readonly Behind<unknown>[]) => found.filter(({ counts }) => counts).length;

const minutesBetween = (from: string, to: string) =>
  Math.round(
    (Temporal.Instant.from(to).epochMilliseconds - Temporal.Instant.from(from).epochMilliseconds) / 60_000,
  );

/** Minutes from the last call-out to the cover; null if nobody called out. */
export const minutesToCover = ({ openedAt, coveredAt }: Pick<CountedCover, 'openedAt' | 'coveredAt'>) =>
  openedAt === null ? null : minutesBetween(openedAt, coveredAt);

export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
};

/** How many visits needed a caregiver, and how many have one. */
export const countFilled = (visits: readonly Pick<CountedVisit, 'staffing'>[]) => ({
  planned: visits.filter(isPlanned).length,
  filled: visits.filter(isFilled).length,
});

export const countStaffing = (
  visits: readonly CountedVisit[],
  covers: readonly CountedCover[],
): StaffingFigures => {
  const open = visitsBehind('open', visits);
  const timed = coversBehind('median', covers).map(({ one }) => minutesToCover(one));
  return {
    ...countFilled(visits),
    openMinutes: sum(open.map(({ one }) => one.minutes)),
    usual: countOf(visitsBehind('usual', visits)),
    covers: covers.length,
    withoutOvertime: countOf(coversBehind('withoutOvertime', covers)),
    medianMinutes: medianOf(timed.filter((minutes) => minutes !== null)),
  };
};

/** The Sunday that begins the week of a day. */
export const weekOfDay = (date: string): string => {
  const day = Temporal.PlainDate.from(date);
  return day.subtract({ days: day.dayOfWeek % 7 }).toString();
};

export interface FigureRow extends StaffingFigures {
  readonly name: string;
}

const rowsBy = (
  visits: readonly CountedVisit[],
  covers: readonly CountedCover[],
  nameOf: (one: CountedVisit | CountedCover) => string,
): FigureRow[] => {
  const ofVisits = Map.groupBy(visits, nameOf);
  const ofCovers = Map.groupBy(covers, nameOf);
  const names = [...new Set([...ofVisits.keys(), ...ofCovers.keys()])].toSorted();
  return names.map((name) => ({
    name,
    ...countStaffing(ofVisits.get(name) ?? [], ofCovers.get(name) ?? []),
  }));
};

export const NO_TOWN = 'No town';
export const AUTOMATIC = 'Automatic';

/** The groupings, and the name that a visit or cover gets in each. */
const NAMES = {
  weeks: ({ date }) => weekOfDay(date),
  towns: ({ town }) => town ?? NO_TOWN,
  schedulers: (one) => ('by' in one ? (one.by ?? AUTOMATIC) : AUTOMATIC),
} as const satisfies Record<string, (one: CountedVisit | CountedCover) => string>;
export type FigureGroup = keyof typeof NAMES;
export const nameInGroup = (group: FigureGroup, one: CountedVisit | CountedCover): string =>
  NAMES[group](one);

/** The figures by week (named by its first day), by town, and by who found the cover. Each visit counts once per week and once per town. */
export const staffingFigures = (visits: readonly CountedVisit[], covers: readonly CountedCover[]) => ({
  total: countStaffing(visits, covers),
  weeks: rowsBy(visits, covers, NAMES.weeks),
  towns: rowsBy(visits, covers, NAMES.towns),
  schedulers: rowsBy([], covers, NAMES.schedulers),
});
