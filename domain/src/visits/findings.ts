import { showStamp } from '../calendar.ts';
import { elapsedMinutes, plannedInstants } from './rules.ts';
import type { Visit } from './schema.ts';

/** Finds what is odd in the actual times of a visit: its length, other visits at the same time, and checks reported late. */

/** Percent of the planned length. Anything shorter or longer is an exception. */
export const SHORTEST_PERCENT = 50;
export const LONGEST_PERCENT = 125;
/** A check that the phone reports later than this needs an explanation. */
export const REPORTED_LATE_MINUTES = 15;

type Timed = Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'startedAt' | 'endedAt'>;

/** Another visit of the caregiver or the client, with its actual times. */
export interface NearbyVisit {
  readonly isSameProvider: boolean;
  readonly isSameClient: boolean;
  readonly ClientName: string;
  readonly ProviderName: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export interface Findings {
  readonly nearby: readonly NearbyVisit[];
  /** Minutes from the tap until it reached the server; null if it came at once or staff entered the time. */
  readonly startReportedAfter: number | null;
  readonly endReportedAfter: number | null;
}

const instant = (stamp: string) => Temporal.Instant.from(stamp);
const millisecondsBetween = (from: Temporal.Instant, to: Temporal.Instant) =>
  to.epochMilliseconds - from.epochMilliseconds;

export const showMinutes = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
};

/** '19 h 21 min, 968% of the planned 2 h'; undefined if the length is close to the plan or not known yet. */
export const oddLength = (visit: Timed, zone: string): string | undefined => {
  const { startedAt: start, endedAt: end } = visit;
  if (start === null || end === null) return undefined;
  const plan = plannedInstants(visit, zone);
  const [planned, actual] = [
    millisecondsBetween(plan.start, plan.end),
    millisecondsBetween(instant(start), instant(end)),
  ];
  const isOdd = actual * 100 < planned * SHORTEST_PERCENT || actual * 100 > planned * LONGEST_PERCENT;
  if (!isOdd) return undefined;
  const lengths = [elapsedMinutes(instant(start), instant(end)), elapsedMinutes(plan.start, plan.end)];
  const [is = '', should = ''] = lengths.map(showMinutes);
  return `${is}, ${Math.round((actual * 100) / planned).toLocaleString('en-US')}% of the planned ${should}`;
};

/** Whether two visits overlap. Of a visit that has not ended, only the start counts. */
export const shareTime = (
  a: Pick<NearbyVisit, 'startedAt' | 'endedAt'>,
  b: Pick<NearbyVisit, 'startedAt' | 'endedAt'>,
): boolean => {
  const [aFrom, bFrom] = [instant(a.startedAt), instant(b.startedAt)];
  const starts = (at: Temporal.Instant, from: Temporal.Instant, to: string | null) =>
    to !== null && Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, instant(to)) < 0;
  return starts(aFrom, bFrom, b.endedAt) || starts(bFrom, aFrom, a.endedAt);
};

/** A sentence for each other visit at the same time. */
export const overlapsIn = (visit: Timed, nearby: readonly NearbyVisit[], zone: string): string[] => {
  const { startedAt, endedAt } = visit;
  if (startedAt === null) return [];
  return nearby
    .filter((other) => shareTime({ startedAt, endedAt }, other))
    .map((other) => {
      const times = [other.startedAt, other.endedAt]
        .filter((stamp) => stamp !== null)
        .map((stamp) => showStamp(stamp, zone))
        .join(' – ');
      return other.isSameProvider
        ? `The caregiver was also with ${other.ClientName}, ${times}`
        : `${other.ProviderName} was there too, ${times}`;
    });
};

/** A phrase for each check that the phone reported more than 15 minutes late. */
export const reportedLate = ({
  startReportedAfter,
  endReportedAfter,
}: Pick<Findings, 'startReportedAfter' | 'endReportedAfter'>): string[] => {
  const phrase = (move: string, minutes: number | null) =>
    minutes !== null && minutes > REPORTED_LATE_MINUTES
      ? [`${move} arrived ${showMinutes(Math.floor(minutes))} after the tap`]
      : [];
  return [...phrase('Check-In', startReportedAfter), ...phrase('Check-Out', endReportedAfter)];
};
