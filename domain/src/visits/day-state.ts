import { sayTime } from '../calendar.ts';
import { remembering } from '../remembering.ts';
import { departureWaits } from './attempts.ts';
import { arrivalWaits, isCheckInOver, plannedInstants, windowState } from './rules.ts';
import type { RecordedAttempt, Visit } from './schema.ts';

/** The one state of each visit of a day. The bars on Today count by it, and EVV Admin filters by it (docs/rules/today.md, rule 8). */

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

/** The ids of visits that nobody will come to. A visit whose caregiver is merely late is not one of them. */
export const openIds = (
  open: readonly { readonly visitId: number | null; readonly reason: string }[],
): ReadonlySet<number> =>
  new Set(open.flatMap(({ visitId, reason }) => (visitId !== null && reason !== 'late' ? [visitId] : [])));

/** A day has thousands of visits but few distinct times, and converting wall clock times is slow, so results are cached. */
const instantsOf = remembering((key) => {
  const [date = '', start = '', end = '', zone = ''] = key.split(' ');
  return plannedInstants({ Date: date, PlanStartTime: start, PlanEndTime: end }, zone);
});
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
  // A caregiver whose arrival waits for acceptance is there; one whose departure waits is not missing a check-out.
  if (visit.Status === 'Active' || arrivalWaits(visit))
    return windowState(end, now) === 'past' && !departureWaits(visit) ? 'notOut' : 'inProgress';
  if (isCheckInOver({ start, end }, now)) return 'missed';
  if (open.has(visit.id)) return 'open';
  return windowState(start, now) === 'past' ? 'late' : 'upcoming';
};

export const hourOf = ({ PlanStartTime }: Pick<Visit, 'PlanStartTime'>): number =>
  Number(PlanStartTime.slice(0, 2));

/** '9 AM' */
export const hourWords = (hour: number) => sayTime(`${String(hour).padStart(2, '0')}:00`).replace(':00', '');

/** Restricts a day to visits of one hour, state or care plan, as links from other pages do; null does not restrict. */
export interface DayOnly {
  readonly hour: number | null;
  readonly state: DayState | null;
  readonly planId: number | null;
}
export const EVERY_VISIT: DayOnly = { hour: null, state: null, planId: null };

/** Whether a visit passes the restriction; `open` holds the ids of visits that nobody will come to. */
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
