import type * as calls from '@homecare/domain/availability/contract.ts';
import { ownWeekOf } from '@homecare/domain/availability/own-week.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { daysBefore, workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { listPayCategories } from '../care-plans/types.ts';
import { listRates } from '../payroll/rates.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listVisitsOfDays } from '../visits/service.ts';
import { selectHours } from './queries.ts';

/** The caregiver's hours and estimated pay so far in the present workweek (docs/rules/availability.md, rule 17). */
export const getOwnWeek: UseCase<typeof calls.getOwnWeek> = async (scope) => {
  const { providerId } = scope.user;
  if (providerId === null) return refuse('notFound');
  const { db } = scope.site;
  const { rules } = await readPayRules(db);
  const weekOf = workweeks(rules.overtime);
  const week = weekOf(scope.today().toString());
  const days = { from: daysBefore(week), through: week.through };
  const categories = await listPayCategories(db);
  const made = (await listVisitsOfDays(db, [providerId], days)).filter(({ isClosed }) => !isClosed);
  const [hours] = await selectHours(db, providerId);
  return done(
    ownWeekOf(
      made.map((visit) => ({ ...visit, categories: categories.get(visit.typeId) ?? [] })),
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
