import {
  assignPage,
  deletePage,
  deleteScanError,
  getNoTimesheet,
  getPageFile,
  getPagePicture,
  getScanCount,
  getScanData,
  getScanList,
  getTs,
  listPages,
  listTray,
  listUploads,
  scanByClient,
  updateScanError,
  uploadScan,
} from '@homecare/domain/timesheets/contract.ts';
import { bind, bindList, bindUpload } from '../platform/http/bind.ts';
import {
  assignPage as assign,
  loadPageFile,
  loadPagePicture,
  loadPagesOf,
  loadTray,
  loadTsPath,
  deletePage as remove,
} from './pages.ts';
import { loadNoTimesheet, loadScansOfClient } from './received.ts';
import { loadScanCount, loadScanErrors, loadScansOf, removeScanError, saveScanError } from './service.ts';
import { loadUploads, uploadScan as upload } from './uploads.ts';

export const timesheetRoutes = [
  // The answer contains both people's names.
  bindList(getScanData, {
    revision: () => [
      ['scanErrors', 'all'],
      ['carePlans', 'all'],
      ['people', 'named'],
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
    // Counts start again with a new month.
    also: async (scope) => scope.today().toPlainYearMonth().toString(),
    load: loadScanCount,
  }),
  bind(updateScanError, saveScanError),
  bind(deleteScanError, removeScanError),
  bind(scanByClient, loadScansOfClient),
  bind(getNoTimesheet, loadNoTimesheet),
  bindUpload(uploadScan, upload),
  bindList(listUploads, {
    revision: () => [['scans', 'all']],
    also: async (scope) => scope.today().toString(),
    load: loadUploads,
  }),
  bindList(listTray, { revision: () => [['scanPages', 'all']], load: loadTray, rowsOf: 'scanPages' }),
  bind(listPages, loadPagesOf),
  bind(getTs, loadTsPath),
  bind(getPagePicture, loadPagePicture),
  bind(getPageFile, loadPageFile),
  bind(assignPage, assign),
  bind(deletePage, remove),
];
