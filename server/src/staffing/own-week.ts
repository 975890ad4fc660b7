import type { getOwnWeek } from '@homecare/domain/availability/contract.ts';
import { ownWeekOf } from '@homecare/domain/availability/own-week.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { daysBefore, workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { findCaregiverHours, listTimeOff } from '../availability/service.ts';
import { listPayCategories } from '../care-plans/types.ts';
import { listRates } from '../payroll/rates.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listVisitsOfDays } from '../visits/service.ts';
import { callOutsOn, listGivenUp } from './service.ts';

/**
 * The caregiver's hours and estimated pay so far in the present workweek (docs/rules/availability.md, rule 17). Visits they called
 * out of do not count.
 */
export const loadOwnWeek: UseCase<typeof getOwnWeek> = async (scope) => {
  const { providerId } = scope.user;
  if (providerId === null) return refuse('notFound');
  const { db } = scope.site;
  const { rules } = await readPayRules(db);
  const weekOf = workweeks(rules.overtime);
  const week = weekOf(scope.today().toString());
  const days = { from: daysBefore(week), through: week.through };
  const categories = await listPayCategories(db);
  const made = (await listVisitsOfDays(db, [providerId], days))
    .filter(({ isClosed }) => !isClosed)
    .map((visit) => ({ ...visit, ProviderID: providerId, date: visit.day }));
  const lost = await listGivenUp(scope, made, {
    callOuts: await callOutsOn(scope, days, [providerId]),
    timeOff: await listTimeOff(db, days, ['Approved'], [providerId]),
  });
  const hours = await findCaregiverHours(db, providerId);
  return done(
    ownWeekOf(
      made
        .filter((visit) => !lost.has(visit))
        .map((visit) => ({ ...visit, categories: categories.get(visit.typeId) ?? [] })),
      {
        week,
        weekOf,
        zone: scope.settings.timeZone,
        rates: (await listRates(db, [providerId])).get(providerId) ?? [],
        now: scope.now(),
        wishedMinutes: hours?.wishedMinutes ?? null,
      },
    ),
  );
};
