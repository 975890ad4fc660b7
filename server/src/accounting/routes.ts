import * as calls from '@homecare/domain/accounting/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as service from './service.ts';

export const accountingRoutes = [
  bind(calls.getAccounts, service.getAccounts),
  bind(calls.saveAccounts, service.saveAccounts),
  bind(calls.listLedger, service.listLedger),
  bind(calls.exportLedger, service.exportLedger),
];
