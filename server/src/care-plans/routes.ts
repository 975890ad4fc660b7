import {
  createPlanVisits,
  getCarePlans,
  getTypes,
  insertCarePlan,
  readCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { createPlan, createVisitsOfPlan, loadPlans, loadTypes, readPlan } from './service.ts';

export const carePlanRoutes = [
  // Names and language of both people stand in the answer.
  bindList(getCarePlans, {
    revision: () => [
      ['carePlans', 'all'],
      ['people', 'all'],
    ],
    load: loadPlans,
  }),
  bind(readCarePlan, readPlan),
  bind(getTypes, loadTypes),
  bind(insertCarePlan, createPlan),
  bind(createPlanVisits, createVisitsOfPlan),
];
