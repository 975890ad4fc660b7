import { addDays, spanMinutes, weekdayOf } from '@homecare/domain/calendar.ts';
import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { firstDayAhead } from '@homecare/domain/care-plans/open-requests.ts';
import { plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import { type PlanFor, withoutDollars } from '@homecare/domain/staffing/candidates.ts';
import type * as calls from '@homecare/domain/staffing/contract.ts';
import { rankForRequest } from '@homecare/domain/staffing/request-candidates.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import { findOpenRequest } from '../care-plans/service.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { askAbout, daysBetween, loadWorld } from './facts.ts';

/** Finds who could take an open request, by checking its future visits through its first whole workweek. */

/** Stands for the plan and the caregiver, which do not exist yet. */
const NOBODY = 0;

const visitsOf = (request: OpenRequest, days: readonly string[]): StaffedVisit[] => {
  const planned = new Map(plannedDays(request.week.time).map((one) => [one.day, one]));
  return days.flatMap((date): StaffedVisit[] => {
    const day = weekdayOf(Temporal.PlainDate.from(date));
    const times = planned.get(day);
    if (!times) return [];
    return [
      {
        planId: NOBODY,
        byPlanId: NOBODY,
        day: date,
        date,
        ProviderID: NOBODY,
        ClientID: request.ClientID,
        Type: request.Type,
        start: times.from,
        end: times.to,
        minutes: spanMinutes(times.from, times.to),
        travel: request.week.time[2][day],
        visitId: null,
        status: 'Planned',
        isExempt: false,
      },
    ];
  });
};

/** The plan the request would become; it has no end. */
const planOf =
  ({ ClientID, week }: OpenRequest, from: string) =>
  (_visit: StaffedVisit, Client: string): PlanFor => ({
    id: null,
    ClientID,
    Client,
    StartDate: from,
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    week,
  });

const FOR_EVER = '9999-12-30';

export const listRequestCandidates: UseCase<typeof calls.listRequestCandidates> = async (
  scope,
  { id, farther },
) => {
  const { db } = scope.site;
  const request = await findOpenRequest(db, id);
  if (!request) return refuse('notFound');
  const from = firstDayAhead(request, scope.now(), scope.settings.timeZone);
  const weekOf = workweeks((await readPayRules(db)).rules.overtime);
  const first = weekOf(from);
  const week = first.from === from ? first : weekOf(addDays(first.through, 1));
  const visits = visitsOf(request, daysBetween({ from, through: week.through }));
  const world = await loadWorld(
    db,
    scope,
    visits.map(({ date }) => date),
    farther === 1,
    FOR_EVER,
  );
  const questions = await askAbout(db, scope, world, visits, { planOf: planOf(request, from) });
  const ranked = rankForRequest(
    { visits: questions.map(({ asked }) => asked), weekFrom: week.from },
    questions[0]?.caregivers ?? [],
    world.around.people,
    world.rules,
  );
  return done({
    request,
    candidates: seesPayRates(scope.user.role) ? ranked : ranked.map(withoutDollars),
  });
};
