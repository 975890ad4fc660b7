import {
  changePlanVisits,
  coverAbsence,
  getCarePlans,
  getExcludedData,
  getTypes,
  insertCarePlan,
  listCarePlans,
  previewAbsence,
  previewCoverLimits,
  readCarePlan,
  setPlanActive,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import {
  listOpenRequests,
  saveOpenRequest as saveOpenRequestCall,
  setOpenRequestStatus as setOpenRequestStatusCall,
} from '@homecare/domain/care-plans/open-requests-contract.ts';
import { ownClientsTag } from '../platform/auth/own-clients.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { coverPlans, loadAbsence, loadLimits } from './absence.ts';
import { setActive, updatePlan } from './change.ts';
import { listPlanRows } from './list.ts';
import {
  loadChangedRequests,
  loadOpenRequests,
  saveOpenRequest,
  setOpenRequestStatus,
} from './open-requests.ts';
import { loadExcluded, loadTypes } from './reading.ts';
import { changeVisits, createPlan, loadPlans, readPlan } from './service.ts';

export const carePlanRoutes = [
  // The answer contains names and languages of both people.
  bindList(getCarePlans, {
    revision: () => [
      ['carePlans', 'all'],
      ['people', 'named'],
    ],
    also: ownClientsTag,
    load: loadPlans,
  }),
  // It also contains scan errors, and temporary plans end from one day to the next.
  bindList(listCarePlans, {
    revision: () => [
      ['carePlans', 'all'],
      ['people', 'named'],
      ['scanErrors', 'all'],
    ],
    also: async (scope) => [scope.today(), await ownClientsTag(scope)].join('.'),
    load: listPlanRows,
    rowsOf: 'carePlans',
  }),
  bind(readCarePlan, readPlan),
  bind(getExcludedData, loadExcluded),
  bind(getTypes, loadTypes),
  bind(insertCarePlan, createPlan),
  bind(updateCarePlan, updatePlan),
  bind(setPlanActive, setActive),
  bind(changePlanVisits, changeVisits),
  bind(previewAbsence, loadAbsence),
  bind(previewCoverLimits, loadLimits),
  bind(coverAbsence, coverPlans),
  bindList(listOpenRequests, {
    revision: () => [
      ['openRequests', 'all'],
      ['people', 'named'],
    ],
    load: loadOpenRequests,
    loadChanged: loadChangedRequests,
  }),
  bind(saveOpenRequestCall, saveOpenRequest),
  bind(setOpenRequestStatusCall, setOpenRequestStatus),
];
