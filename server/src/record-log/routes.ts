import {
  getAccountLog,
  getBillingLog,
  getPersonLog,
  getPlanLog,
  getSettingsLog,
} from '@homecare/domain/record-log/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { loadAccountLog, loadBillingLog, loadPersonLog, loadPlanLog, loadSettingsLog } from './service.ts';

export const recordLogRoutes = [
  bind(getPersonLog, loadPersonLog),
  bind(getPlanLog, loadPlanLog),
  bind(getBillingLog, loadBillingLog),
  bind(getAccountLog, loadAccountLog),
  bind(getSettingsLog, loadSettingsLog),
];
