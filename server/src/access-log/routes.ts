import * as calls from '@homecare/domain/access-log/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { exportLooks, listLooks, listWarnings } from './service.ts';

export const accessLogRoutes = [
  bind(calls.listLooks, listLooks),
  bind(calls.exportLooks, exportLooks),
  bind(calls.listWarnings, listWarnings),
];
