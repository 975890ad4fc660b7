import { done, type FieldError, type Result, refuseAll } from '../errors.ts';
import { type Correction, checkTimes, correct } from './office.ts';
import { elapsedMinutes, isMissed, plannedInstants, type VisitMove, windowState } from './rules.ts';
import type { Visit } from './schema.ts';

/** The actual times that Set Active and Set Complete write. A person chooses them; they are never made up from the time of the click. */

export type VisitEnd = 'start' | 'end';
type Set = Pick<VisitMove, 'name' | 'effects'>;
type Timed = Pick<
  Visit,
  | 'Date'
  | 'PlanStartTime'
  | 'PlanEndTime'
  | 'Status'
  | 'startedAt'
  | 'endedAt'
  | 'Notes'
  | 'IOBSE'
  | 'ClosedCode'
>;

const FIELDS = { start: 'startedAt', end: 'endedAt' } as const;

/** Which times a move asks for: both for a missed visit, because nobody is there any more. */
export const endsOf = (move: Set, visit: Timed, now: Temporal.Instant, zone: string): readonly VisitEnd[] => {
  if (!move.effects.includes('startTime')) return ['end'];
  return isMissed(visit, now, zone) ? ['start', 'end'] : ['start'];
};

/** The current time if it is within 15 minutes of the planned one; otherwise undefined, and a person must choose. */
export const presetOf = (
  end: VisitEnd,
  visit: Timed,
  now: Temporal.Instant,
  zone: string,
): string | undefined =>
  windowState(plannedInstants(visit, zone)[end], now) === 'open'
    ? now.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
    : undefined;

const CHOOSE: Record<VisitEnd, string> = {
  start: 'It is more than 15 minutes from the planned start: choose the actual start.',
  end: 'It is more than 15 minutes from the planned end: choose the actual end.',
};
const CHOOSE_BOTH = 'Nobody checked in, and the visit is over: choose the actual start and end.';

/** The correction that a move makes from the chosen times, or which choice is still missing. */
export const timesOfMove = (
  move: Set,
  visit: Timed,
  named: Correction,
  now: Temporal.Instant,
  zone: string,
): Result<Correction> => {
  const asked = endsOf(move, visit, now, zone);
  const isBoth = asked.length === 2;
  const isNamed = asked[0] === 'start' && typeof named.endedAt === 'string';
  const ends: readonly VisitEnd[] = isNamed ? ['start', 'end'] : asked;
  const preset = (end: VisitEnd) => (isBoth ? undefined : presetOf(end, visit, now, zone));
  const times = ends.map((end) => [end, named[FIELDS[end]] ?? preset(end)] as const);
  const missing = times
    .filter(([, at]) => at === undefined)
    .map(([end]): FieldError => ({ field: FIELDS[end], message: isBoth ? CHOOSE_BOTH : CHOOSE[end] }));
  return refuseAll(missing) ?? done(Object.fromEntries(times.map(([end, at]) => [FIELDS[end], at])));
};

// --- What the dialog offers ----------------------------------------------------------------------------------------

export const TIME_SOURCES = ['now', 'planned', 'recorded'] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

/** A moment that could become the actual start or end, and why it cannot if so. */
export interface TimeChoice {
  readonly source: TimeSource;
  readonly at: string;
  readonly fault: string | undefined;
}

/** A check-in or check-out that the phone tried and the server stored. */
export interface RecordedTry {
  readonly move: 'Check-In' | 'Check-Out';
  readonly at: string;
}

const TRIED: Record<VisitEnd, RecordedTry['move']> = { start: 'Check-In', end: 'Check-Out' };

/** Why a moment cannot be this time of the visit, given the other time if known; undefined if it can. */
export const faultOfTime = (
  end: VisitEnd,
  visit: Timed,
  wanted: Correction,
  now: Temporal.Instant,
  zone: string,
): string | undefined =>
  checkTimes(visit, correct(visit, wanted), now, zone).find(({ field }) => field === FIELDS[end])?.message;

/** Now, planned and recorded, without duplicates. */
export const choicesOf = (
  end: VisitEnd,
  visit: Timed,
  tries: readonly RecordedTry[],
  other: Correction,
  now: Temporal.Instant,
  zone: string,
): readonly TimeChoice[] => {
  const choice = (source: TimeSource, at: Temporal.Instant): TimeChoice => {
    const stamp = at.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();
    const wanted = { ...other, [FIELDS[end]]: stamp };
    const hasStart = end === 'start' || correct(visit, wanted).startedAt !== null;
    const fault = hasStart ? faultOfTime(end, visit, wanted, now, zone) : 'Choose the actual start first.';
    return { source, at: stamp, fault };
  };
  return [
    choice('now', now),
    choice('planned', plannedInstants(visit, zone)[end]),
    ...tries
      .filter(({ move }) => move === TRIED[end])
      .map(({ at }) => choice('recorded', Temporal.Instant.from(at))),
  ];
};

/** The length of the visit in minutes with these times; undefined if one is missing. */
export const lengthOf = (visit: Timed, wanted: Correction): number | undefined => {
  const { startedAt: start, endedAt: end } = correct(visit, wanted);
  return start === null || end === null
    ? undefined
    : elapsedMinutes(Temporal.Instant.from(start), Temporal.Instant.from(end));
};
