import { phoneDigits } from '../formats.ts';
import { isRecordable, movesOnPhone } from '../visits/attempts.ts';
import { CHECK_WINDOW_MINUTES, plannedInstants, windowState } from '../visits/rules.ts';
import type { Visit } from '../visits/schema.ts';

/** Finds the visit that a call is about. On the phone app the caregiver chooses it; in a call they only say check-in or check-out. */

export type CallableVisit = Pick<
  Visit,
  | 'id'
  | 'ClientID'
  | 'ClientName'
  | 'ClientPhone'
  | 'Date'
  | 'PlanStartTime'
  | 'PlanEndTime'
  | 'Status'
  | 'startedAt'
  | 'endedAt'
  | 'Attempts'
  | 'Tasks'
>;

export type CallChoice<V extends CallableVisit = CallableVisit> =
  | { readonly kind: 'visit'; readonly visit: V }
  /** More than one visit is possible, or only one, but another was already recorded. */
  | { readonly kind: 'ask'; readonly visits: readonly V[]; readonly already: V | null }
  | { readonly kind: 'already'; readonly visit: V }
  | { readonly kind: 'notCheckedIn' }
  | { readonly kind: 'none' };

/** Choices are made with single keys. */
const MOST_CHOICES = 9;

const distance = (at: Temporal.Instant, to: Temporal.Instant) =>
  Math.abs(at.epochMilliseconds - to.epochMilliseconds);

const hasArrival = ({ Attempts }: CallableVisit) => Attempts.some(({ move }) => move === 'Check-In');

const nearest = <V extends CallableVisit>(visits: readonly V[], of: (visit: V) => number): V | undefined =>
  visits.toSorted((a, b) => of(a) - of(b) || a.id - b.id)[0];

const oneOrAsk = <V extends CallableVisit>(visits: readonly V[], already: V | undefined): CallChoice<V> => {
  const [first, second] = visits;
  if (first && !second && !already) return { kind: 'visit', visit: first };
  return { kind: 'ask', visits: visits.slice(0, MOST_CHOICES), already: already ?? null };
};

/**
 * The visit that somebody arrives at: the planned one with an open window, or else the nearest. If that one has already
 * begun, a second call says so and never begins another visit without asking.
 */
export const chooseArrival = <V extends CallableVisit>(
  visits: readonly V[],
  at: Temporal.Instant,
  zone: string,
): CallChoice<V> => {
  const near = visits.filter((visit) => isRecordable(visit, at, zone));
  const startOf = (visit: V) => plannedInstants(visit, zone).start;
  const open = near.filter((visit) => windowState(startOf(visit), at) === 'open');
  const planned = open.filter(({ Status }) => Status === 'Planned');
  if (planned.length > 0)
    return oneOrAsk(
      planned,
      open.find(({ Status }) => Status !== 'Planned'),
    );
  const next = nearest(near, (visit) => distance(startOf(visit), at));
  if (!next) return { kind: 'none' };
  return movesOnPhone(next, at, zone).includes('Check-In')
    ? { kind: 'visit', visit: next }
    : { kind: 'already', visit: next };
};

/** A call within this many minutes is a check that the first one worked, not another time. */
const CALL_AGAIN_MINUTES = 5;

/** The move has just been recorded for the office, so calling again adds nothing. */
const wasJustRecorded = ({ Attempts, ...visit }: CallableVisit, at: Temporal.Instant, zone: string) =>
  (visit.Status !== 'Active' || windowState(plannedInstants(visit, zone).end, at) !== 'open') &&
  Attempts.some(
    (one) =>
      one.move === 'Check-Out' && distance(Temporal.Instant.from(one.at), at) <= CALL_AGAIN_MINUTES * 60_000,
  );

const endedLately = ({ endedAt }: CallableVisit, at: Temporal.Instant) =>
  endedAt !== null && distance(Temporal.Instant.from(endedAt), at) <= CHECK_WINDOW_MINUTES * 60_000;

/** The visit that somebody leaves: one that has begun, or whose arrival waits for the office. */
export const chooseDeparture = <V extends CallableVisit>(
  visits: readonly V[],
  at: Temporal.Instant,
  zone: string,
): CallChoice<V> => {
  const near = visits.filter((visit) => isRecordable(visit, at, zone));
  const endOf = (visit: V) => distance(plannedInstants(visit, zone).end, at);
  const open = near.filter((visit) => movesOnPhone(visit, at, zone).includes('Check-Out'));
  const left = open.filter((visit) => !wasJustRecorded(visit, at, zone));
  const [said] = open;
  if (said && left.length === 0) return { kind: 'already', visit: said };
  if (left.length > 0)
    return oneOrAsk(
      left.toSorted((a, b) => endOf(a) - endOf(b) || a.id - b.id),
      near.find((visit) => endedLately(visit, at)),
    );
  const next = nearest(near, endOf);
  if (!next) return { kind: 'none' };
  return next.Status === 'Complete' ? { kind: 'already', visit: next } : { kind: 'notCheckedIn' };
};

/** When an end of the visit was recorded. An arrival that waits for the office counts, too. */
export const recordedAt = (visit: CallableVisit, move: 'Check-In' | 'Check-Out'): string | null => {
  if (move === 'Check-Out')
    return visit.endedAt ?? visit.Attempts.findLast((one) => one.move === move)?.at ?? null;
  return (
    visit.startedAt ??
    (hasArrival(visit) ? visit.Attempts.find((one) => one.move === move)?.at : null) ??
    null
  );
};

/** Visits of the client whose own phone it is; empty if the phone proves no place. */
export const visitsOfCaller = <V extends CallableVisit>(visits: readonly V[], caller: string): V[] => {
  const digits = phoneDigits(caller);
  return digits?.length === 10
    ? visits.filter(({ ClientPhone }) => ClientPhone !== null && phoneDigits(ClientPhone) === digits)
    : [];
};

/** The names of the visit's tasks, in the order in which they are read out, starting with 1. */
export const taskNames = ({ Tasks }: Pick<CallableVisit, 'Tasks'>): string[] => [
  ...Object.keys(Tasks.Care),
  ...Object.keys(Tasks.Home),
];

/**
 * The tasks that the digits stand for: one key each if nine keys are enough, otherwise numbers separated by stars. Undefined
 * if a number stands for none.
 */
export const readTasks = (digits: string, names: readonly string[]): string[] | undefined => {
  const parts = names.length <= MOST_CHOICES ? [...digits.replaceAll('*', '')] : digits.split('*');
  const numbers = parts.filter((part) => part !== '').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > names.length))
    return undefined;
  return [...new Set(numbers)].toSorted((a, b) => a - b).flatMap((number) => names[number - 1] ?? []);
};
