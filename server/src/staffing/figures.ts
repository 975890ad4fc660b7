import { minuteOfDay, spanMinutes } from '@homecare/domain/calendar.ts';
import { done, refuseFields } from '@homecare/domain/errors.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import {
  type CountedCover,
  type CountedVisit,
  type Staffing,
  staffingFigures,
  stateOfClosed,
} from '@homecare/domain/staffing/figures.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type Around, daysBetween, loadAround, openOf } from './facts.ts';
import { listCovers } from './queries.ts';

/** The figures of staffing. */

const keyOf = ({ planId, day }: Pick<StaffedVisit, 'planId' | 'day'>) => `${planId} ${day}`;

/** Whether a visit is over: nobody began it, and nobody will. */
const isOver = ({ date, start, minutes }: StaffedVisit, now: Temporal.PlainDateTime) => {
  const end = Temporal.PlainDate.from(date)
    .toPlainDateTime({ hour: 0 })
    .add({ minutes: minuteOfDay(start) + minutes });
  return Temporal.PlainDateTime.compare(end, now) <= 0;
};

const countVisits = (scope: Scope, around: Around): CountedVisit[] => {
  const { visits, records, people, plans } = around;
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone).toPlainDateTime();
  const open = new Set(openOf(scope, around).map(({ visit }) => keyOf(visit)));
  const townOf = (clientId: number) => people.get(clientId)?.town ?? null;
  const stateOf = (visit: StaffedVisit): Staffing => {
    if (visit.status !== 'Planned') return 'done';
    if (open.has(keyOf(visit))) return 'open';
    return isOver(visit, now) ? 'missed' : 'assigned';
  };
  const known = new Map(plans.map((plan) => [plan.id, plan]));
  const closed = records.flatMap(({ planId, date, start, end, closed: code }): CountedVisit[] => {
    const plan = known.get(planId);
    if (code === null || !plan) return [];
    const common = { date, minutes: spanMinutes(start, end), town: townOf(plan.ClientID) };
    return [{ ...common, staffing: stateOfClosed(code), isUsual: plan.coversPlanId === null }];
  });
  // An exempt pair lives together: its visits need nobody, and no record says that they took place.
  const counted = visits
    .filter(({ isExempt }) => !isExempt)
    .map((visit) => ({
      date: visit.date,
      minutes: visit.minutes,
      staffing: stateOf(visit),
      town: townOf(visit.ClientID),
      isUsual: visit.byPlanId === visit.planId,
    }));
  return [...counted, ...closed];
};

export const getFigures: UseCase<typeof calls.getFigures> = async (scope, days) => {
  if (days.through < days.from)
    return refuseFields([{ field: 'through', message: 'The last day is before the first.' }]);
  if (daysBetween(days).length > calls.MOST_FIGURE_DAYS)
    return refuseFields([{ field: 'through', message: `Choose at most ${calls.MOST_FIGURE_DAYS} days.` }]);
  const around = await loadAround(scope.site.db, scope, days);
  const covers = (await listCovers(scope.site.db, days)).map(
    ({ day, clientId, ...cover }): CountedCover => ({
      ...cover,
      date: day,
      town: around.people.get(clientId)?.town ?? null,
    }),
  );
  return done(staffingFigures(countVisits(scope, around), covers));
};
