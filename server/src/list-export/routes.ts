import * as calls from '@homecare/domain/list-export/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as lists from './service.ts';

export const listExportRoutes = [
  bind(calls.exportPeople, lists.exportPeople),
  bind(calls.exportPlans, lists.exportPlans),
  bind(calls.exportEligibility, lists.exportEligibility),
  bind(calls.exportVisits, lists.exportVisits),
  bind(calls.exportCandidates, lists.exportCandidates),
  bind(calls.exportMessages, lists.exportMessages),
  bind(calls.exportDenials, lists.exportDenials),
  bind(calls.exportBatches, lists.exportBatches),
];
