import { instantOf } from '../calendar.ts';
import { stateOfClosed } from './figures.ts';
import type { CallOut } from './open-visits.ts';
import { coverOn, type PlannedFacts, type StaffedVisit, staffedVisits } from './staffed-visits.ts';

/** A visit whose caregiver called out before it began, whatever became of it. */
export interface CalledOut {
  /** The visit as planned for the caregiver; `byPlanId` names its current cover, if any. */
  readonly visit: StaffedVisit;
  readonly start: Temporal.Instant;
  readonly calledOutAt: Temporal.Instant;
}

interface CalledOutFacts extends PlannedFacts {
  readonly callOuts: readonly Pick<CallOut, 'ProviderID' | 'from' | 'until' | 'at'>[];
}

/**
 * The visits on some days that a call-out opened, in order of their start, as if they had no covers. Excluded are visits
 * that the caregiver made after all, that the client cancelled, or that had begun before the call-out. If a plan has been
 * handed over since, its visits count as the new caregiver's.
 */
export const calledOutVisits = (
  { plans, records, archived, callOuts }: CalledOutFacts,
  days: readonly string[],
  zone: string,
): CalledOut[] => {
  const byProvider = Map.groupBy(callOuts, ({ ProviderID }) => ProviderID);
  const regular = plans.filter((plan) => plan.coversPlanId === null && byProvider.has(plan.ProviderID));
  const known = new Set(regular.map(({ id }) => id));
  const own = records
    .filter(({ planId }) => known.has(planId))
    // The office closed the visit because nobody came, so the call-out did open it.
    .map((one) =>
      one.closed !== null && stateOfClosed(one.closed) === 'missed' ? { ...one, closed: null } : one,
    );
  return staffedVisits({ plans: regular, records: own, archived }, days)
    .filter(({ status }) => status === 'Planned')
    .flatMap((visit): CalledOut[] => {
      const start = instantOf(visit.date, visit.start, zone);
      const found = byProvider.get(visit.ProviderID)?.find((one) => isSpanned(one, start));
      if (!found) return [];
      const byPlanId = coverOn(plans, visit.planId, visit.day)?.id ?? visit.planId;
      return [{ visit: { ...visit, byPlanId }, start, calledOutAt: Temporal.Instant.from(found.at) }];
    })
    .sort((a, b) => Temporal.Instant.compare(a.start, b.start));
};

const isSpanned = ({ from, until, at }: Pick<CallOut, 'from' | 'until' | 'at'>, start: Temporal.Instant) =>
  [from, at].every((stamp) => Temporal.Instant.compare(Temporal.Instant.from(stamp), start) <= 0) &&
  Temporal.Instant.compare(start, Temporal.Instant.from(until)) < 0;
