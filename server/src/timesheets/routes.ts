import {
  deleteScanError,
  getNoTimesheet,
  getScanCount,
  getScanData,
  getScanList,
  scanByClient,
  updateScanError,
} from '@homecare/domain/timesheets/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { loadNoTimesheet, loadScansOfClient } from './received.ts';
import { loadScanCount, loadScanErrors, loadScansOf, removeScanError, saveScanError } from './service.ts';

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
  bind(getScanList, loadScansOf),
  bindList(getScanCount, {
    revision: () => [
      ['scanErrors', 'all'],
      ['scans', 'all'],
      ['carePlans', 'all'],
    ],
    // A new month counts anew.
    also: async (_site, today) => today.toPlainYearMonth().toString(),
    load: loadScanCount,
  }),
  bind(updateScanError, saveScanError),
  bind(deleteScanError, removeScanError),
  bind(scanByClient, loadScansOfClient),
  bind(getNoTimesheet, loadNoTimesheet),
];
