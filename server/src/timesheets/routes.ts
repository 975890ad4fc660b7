import { getScanData } from '@homecare/domain/timesheets/contract.ts';
import { bindList } from '../platform/http/bind.ts';
import { loadScanErrors } from './service.ts';

export const timesheetRoutes = [
  // Names of both people stand in the answer.
  bindList(getScanData, {
    revision: () => [
      ['scanErrors', 'all'],
      ['carePlans', 'all'],
      ['people', 'all'],
    ],
    load: loadScanErrors,
  }),
];
