import { getReports, previewReport, REPORT_CALLS } from '@homecare/domain/reports/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as reports from './service.ts';

export const reportRoutes = [
  bind(getReports, reports.listReports),
  bind(previewReport, reports.previewReport),
  ...REPORT_CALLS.map(({ file, call }) => bind(call, reports.answerReport(file))),
];
