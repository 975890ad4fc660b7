import { exportEligibility, exportPeople, exportPlans } from '@homecare/domain/list-export/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as lists from './service.ts';

export const listExportRoutes = [
  bind(exportPeople, lists.exportPeople),
  bind(exportPlans, lists.exportPlans),
  bind(exportEligibility, lists.exportEligibility),
];
