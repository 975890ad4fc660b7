import { compareKeys } from '../compare.ts';
import { ONLINE_SECONDS } from '../visits/rules.ts';
import type { VisitTasks } from '../visits/schema.ts';
import type { ShownVisit } from './schema.ts';

/** A visit is signed on the phone as it is shown there, and may be changed before the signature arrives (docs/rules/signing.md, rule 5). */

/** What is sent with a signature. */
export const shownOf = (visit: ShownVisit): ShownVisit => ({
  Date: visit.Date,
  PlanStartTime: visit.PlanStartTime,
  PlanEndTime: visit.PlanEndTime,
  startedAt: visit.startedAt,
  endedAt: visit.endedAt,
  Tasks: visit.Tasks,
});

const secondOf = (stamp: string) => Math.floor(Temporal.Instant.from(stamp).epochMilliseconds / 1000);
const minuteOf = (stamp: string) => Math.floor(secondOf(stamp) / 60);

/**
 * Times are shown and signed to the minute. A check that the phone showed by its own clock may have the server's time since
 * (docs/rules/visits.md, rule 11).
 */
const isTimeAsShown = (time: string | null, shown: string | null) => {
  if (time === null || shown === null) return time === shown;
  if (minuteOf(time) === minuteOf(shown)) return true;
  return Math.abs(secondOf(time) - secondOf(shown)) <= ONLINE_SECONDS;
};

const tasksText = ({ Care, Home }: VisitTasks) =>
  JSON.stringify(
    [Care, Home].map((tasks) => Object.entries(tasks).toSorted(([a], [b]) => compareKeys(a, b))),
  );

/** Whether a visit is still what was signed on the phone. */
export const isAsShown = (visit: ShownVisit, shown: ShownVisit): boolean =>
  visit.Date === shown.Date &&
  visit.PlanStartTime === shown.PlanStartTime &&
  visit.PlanEndTime === shown.PlanEndTime &&
  isTimeAsShown(visit.startedAt, shown.startedAt) &&
  isTimeAsShown(visit.endedAt, shown.endedAt) &&
  tasksText(visit.Tasks) === tasksText(shown.Tasks);
