import type { Call } from '@homecare/domain/call.ts';
import { DOCUMENT_CALLS, getReports, previewReport, reportCall } from '@homecare/domain/reports/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { DOCUMENTS, PAGE_REPORTS } from './documents.ts';
import * as reports from './service.ts';

const page = PAGE_REPORTS.map((found) => ({ found, call: reportCall(found.entry) }));

/** PDF and workbook calls of each report on the page, which only the server can list. */
export const PAGE_CALLS: readonly Call[] = page.map(({ call }) => call);

export const reportRoutes = [
  bind(getReports, reports.listReports),
  bind(previewReport, reports.previewReport),
  ...page.map(({ call, found }) => bind(call, reports.answerReport(found))),
  ...DOCUMENT_CALLS.map(({ call, entry }) =>
    bind(call, reports.answerReport({ entry, report: DOCUMENTS[entry.file] })),
  ),
];
