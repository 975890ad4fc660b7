import {
  archivePlans as archivePlansCall,
  changePlanVisits,
  getCarePlans,
  getExcludedData,
  getTypes,
  insertCarePlan,
  readCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { archivePlans } from './archive.ts';
import { changeVisits, createPlan, loadExcluded, loadPlans, loadTypes, readPlan } from './service.ts';

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
  bind(getExcludedData, loadExcluded),
  bind(getTypes, loadTypes),
  bind(insertCarePlan, createPlan),
  bind(archivePlansCall, archivePlans),
  bind(changePlanVisits, changeVisits),
];
