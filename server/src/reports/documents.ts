import type { ReportFile } from '@homecare/domain/reports/list.ts';
import { clientsActive } from './documents/clients-active.ts';
import type { Report } from './documents/declare.ts';

/** Every report by its file. */
export const REPORTS: Record<ReportFile, Report> = {
  ClientsActive: clientsActive,
};
