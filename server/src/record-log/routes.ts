import * as calls from '@homecare/domain/record-log/contract.ts';
import { bind } from '../platform/http/bind.ts';
import {
  loadAccountLog,
  loadAgencyFormLog,
  loadBillingLog,
  loadFilledFormLog,
  loadIncidentLog,
  loadPersonLog,
  loadPlanLog,
  loadSettingsLog,
} from './service.ts';

export const recordLogRoutes = [
  bind(calls.getPersonLog, loadPersonLog),
  bind(calls.getPlanLog, loadPlanLog),
  bind(calls.getIncidentLog, loadIncidentLog),
  bind(calls.getAgencyFormLog, loadAgencyFormLog),
  bind(calls.getFilledFormLog, loadFilledFormLog),
  bind(calls.getBillingLog, loadBillingLog),
  bind(calls.getAccountLog, loadAccountLog),
  bind(calls.getSettingsLog, loadSettingsLog),
];
