import * as calls from '@homecare/domain/access-log/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { exportLooks, listLooks, listWarnings, openPerson } from './service.ts';

export const accessLogRoutes = [
  bind(calls.openPerson, openPerson),
  bind(calls.listLooks, listLooks),
  bind(calls.exportLooks, exportLooks),
  bind(calls.listWarnings, listWarnings),
];
