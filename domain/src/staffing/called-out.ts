import { instantOf } from '../calendar.ts';
import { stateOfClosed } from './figures.ts';
import type { CallOut } from './open-visits.ts';
import { coverOn, type PlannedFacts, type StaffedVisit, staffedVisits } from './staffed-visits.ts';

/** A visit out of which its caregiver called before it began, whatever became of it. */
export interface CalledOut {
  /** As it was planned for the caregiver; `byPlanId` names the present cover, if there is one. */
  readonly visit: StaffedVisit;
  readonly start: Temporal.Instant;
  /** When it was said. */
  readonly calledOutAt: Temporal.Instant;
}

interface CalledOutFacts extends PlannedFacts {
  readonly callOuts: readonly Pick<CallOut, 'ProviderID' | 'from' | 'until' | 'at'>[];
}

/**
 * Visits of some days that a call-out opened, in the order of their start. Covers are looked through. A visit that its caregiver
 * made all the same, one that the client cancelled, and one that had begun when somebody said it are not among them; a plan that
 * was given to somebody else since then is counted as that caregiver's.
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
    // Nobody came, and the office has closed it: it was open all the same.
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
