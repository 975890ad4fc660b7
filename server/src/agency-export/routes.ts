import * as calls from '@homecare/domain/agency-export/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as service from './service.ts';

export const agencyExportRoutes = [
  bind(calls.listExports, service.listExports),
  bind(calls.makeExport, service.makeExport),
  bind(calls.downloadExport, service.downloadExport),
  bind(calls.removeExport, service.removeExport),
];
