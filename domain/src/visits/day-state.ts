import { sayTime } from '../calendar.ts';
import { remembering } from '../remembering.ts';
import { departureWaits } from './attempts.ts';
import { arrivalWaits, isCheckInOver, plannedInstants, windowState } from './rules.ts';
import type { RecordedAttempt, Visit } from './schema.ts';

/** What each visit of a day comes to: the bars of Today count by it, and EVV Admin filters by it (docs/rules/today.md, rule 8). */

export const DAY_STATES = [
  'complete',
  'inProgress',
  'notOut',
  'late',
  'missed',
  'open',
  'upcoming',
  'closed',
] as const;
export type DayState = (typeof DAY_STATES)[number];

export const DAY_STATE_WORDS: Readonly<Record<DayState, string>> = {
  complete: 'Complete',
  inProgress: 'In progress',
  notOut: 'Not checked out',
  late: 'Late',
  missed: 'Missed',
  open: 'No caregiver',
  upcoming: 'Upcoming',
  closed: 'Closed',
};

export type StateVisit = Pick<
  Visit,
  'id' | 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status' | 'ClosedCode' | 'startedAt'
> & {
  readonly Attempts: readonly Pick<RecordedAttempt, 'id' | 'move' | 'at'>[];
};

/** Visits to which nobody will come, by id; whose caregiver is merely late still has one. */
export const openIds = (
  open: readonly { readonly visitId: number | null; readonly reason: string }[],
): ReadonlySet<number> =>
  new Set(open.flatMap(({ visitId, reason }) => (visitId !== null && reason !== 'late' ? [visitId] : [])));

/** Thousands of visits of a day begin and end at few times, and each time of the clock is dear to place. */
const instantsOf = remembering((key) => {
  const [date = '', start = '', end = '', zone = ''] = key.split(' ');
  return plannedInstants({ Date: date, PlanStartTime: start, PlanEndTime: end }, zone);
});
/** When a visit is planned. */
export const instantsOfDay = (
  { Date: date, PlanStartTime, PlanEndTime }: Pick<StateVisit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>,
  zone: string,
) => instantsOf(`${date} ${PlanStartTime} ${PlanEndTime} ${zone}`);

export const dayStateOf = (
  visit: StateVisit,
  open: ReadonlySet<number>,
  now: Temporal.Instant,
  zone: string,
): DayState => {
  if (visit.ClosedCode !== null) return 'closed';
  if (visit.Status === 'Complete') return 'complete';
  const { start, end } = instantsOfDay(visit, zone);
  // Whose arrival waits for acceptance is there, and whose departure does is not missing.
  if (visit.Status === 'Active' || arrivalWaits(visit))
    return windowState(end, now) === 'past' && !departureWaits(visit) ? 'notOut' : 'inProgress';
  if (isCheckInOver({ start, end }, now)) return 'missed';
  if (open.has(visit.id)) return 'open';
  return windowState(start, now) === 'past' ? 'late' : 'upcoming';
};

/** The hour of a visit's planned start. */
export const hourOf = ({ PlanStartTime }: Pick<Visit, 'PlanStartTime'>): number =>
  Number(PlanStartTime.slice(0, 2));

/** '9 AM' */
export const hourWords = (hour: number) => sayTime(`${String(hour).padStart(2, '0')}:00`).replace(':00', '');

/** Visits of one hour, one state or one care plan alone, as other pages lead to them; null: of all. */
export interface DayOnly {
  readonly hour: number | null;
  readonly state: DayState | null;
  readonly planId: number | null;
}
export const EVERY_VISIT: DayOnly = { hour: null, state: null, planId: null };

/** Whether a visit is one of them; `open` are the ids of those to which nobody will come. */
export const isAmongOnly = (
  { hour, state, planId }: DayOnly,
  visit: StateVisit & Pick<Visit, 'CareID'>,
  {
    open,
    now,
    zone,
  }: { readonly open: ReadonlySet<number>; readonly now: Temporal.Instant; readonly zone: string },
): boolean =>
  (hour === null || hourOf(visit) === hour) &&
  (planId === null || visit.CareID === planId) &&
  (state === null || dayStateOf(visit, open, now, zone) === state);

export interface HourCount {
  readonly hour: number;
  readonly state: DayState;
  readonly count: number;
}

/** How many visits of each state begin in each hour. */
export const countByHour = (
  visits: readonly { readonly hour: number; readonly state: DayState }[],
): HourCount[] => {
  const counts = Map.groupBy(visits, ({ hour, state }) => `${String(hour).padStart(2, '0')} ${state}`);
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, alike]) => {
      const [first] = alike;
      return first ? [{ hour: first.hour, state: first.state, count: alike.length }] : [];
    });
};
