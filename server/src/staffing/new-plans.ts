import { instantOf } from '@homecare/domain/calendar.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import { wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { addDays, loadAroundClient } from './facts.ts';
import { notifyNewPlan } from './notifying.ts';

interface NewPlan {
  readonly id: number;
  readonly clientId: number;
  readonly from: string;
  readonly week: PlanWeek;
}

const WEEK = 7;

/** The caregiver of a new plan that goes on hears of it as the caregiver of a cover does. A plan that is entered afterwards tells nobody. */
export const notifyOfPlan = async (
  tx: Tx,
  scope: Scope,
  { id, clientId, from, week }: NewPlan,
  record: Recorder,
): Promise<void> => {
  if (from < scope.today().toString()) return;
  const zone = scope.settings.timeZone;
  const { visits } = await loadAroundClient(tx, scope, clientId, { from, through: addDays(from, WEEK) });
  const isAhead = ({ date, start }: StaffedVisit) =>
    Temporal.Instant.compare(instantOf(date, start, zone), scope.now()) > 0;
  const [first] = visits
    .filter((visit) => visit.byPlanId === id && isAhead(visit))
    .toSorted((a, b) => wallSpan(a).start - wallSpan(b).start);
  if (first) await notifyNewPlan(tx, scope, { first, perWeek: plannedDays(week.time).length }, record);
};
