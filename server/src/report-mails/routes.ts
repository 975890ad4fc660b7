import * as calls from '@homecare/domain/report-mails/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { addReportMail, listReportMails, removeReportMail } from './service.ts';

export const reportMailRoutes = [
  bind(calls.listReportMails, listReportMails),
  bind(calls.addReportMail, addReportMail),
  bind(calls.removeReportMail, removeReportMail),
];
