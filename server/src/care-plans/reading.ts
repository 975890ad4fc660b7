import type { CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import { seesTypeRates } from '@homecare/domain/permissions.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listExcluded, listTypes } from './queries.ts';

/** What other features may read about care plans. To change plans they use the service. */

export {
  coveringPlans,
  findPlan,
  listPlanPeople,
  listPlansOfAbsent,
  listRunningPlans,
  type PlanPerson,
  visiblePlans,
} from './queries.ts';

export const loadExcluded = async (scope: Scope) => done(await listExcluded(scope));

/** Only admins see rates. */
export const loadTypes = async (scope: Scope): Promise<Result<CarePlanType[]>> => {
  const types = await listTypes(scope, scope.today().toString());
  const dollars = (cents: number | null) =>
    seesTypeRates(scope.user.role) && cents !== null ? cents / 100 : null;
  return done(
    types.map(({ rateCents, addrateCents, ...type }) => ({
      ...type,
      rate: dollars(rateCents),
      addrate: dollars(addrateCents),
    })),
  );
};
