import { readdirSync } from 'node:fs';
import type { DocumentFile } from '@homecare/domain/reports/list.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import { allPayroll } from './documents/all-payroll.ts';
import { allClients, flatClients, statusReport } from './documents/card-reports.ts';
import { clientReport, providerReport } from './documents/day-reports.ts';
import type { PageReport, Report } from './documents/declare.ts';
import { estBilling } from './documents/est-billing.ts';
import { estPayroll } from './documents/est-payroll.ts';
import { flatPayroll } from './documents/flat-payroll.ts';
import { hiredEmployees } from './documents/hired-employees.ts';
import { notAssignClients } from './documents/not-assign-clients.ts';

/** Documents of billing and payroll, by the names their pages use. */
export const DOCUMENTS: Record<DocumentFile, Report> = {
  Client: clientReport,
  Provider: providerReport,
  AllClients: allClients,
  FlatClients: flatClients,
  StatusReport: statusReport,
  EstBilling: estBilling,
  NotAssignClients: notAssignClients,
  AllPayroll: allPayroll,
  FlatPayroll: flatPayroll,
  EstPayroll: estPayroll,
  NewEpmPayroll: hiredEmployees,
};

const isPageReport = (value: unknown): value is PageReport =>
  typeof value === 'object' && value !== null && 'entry' in value && 'report' in value;

/** Every report declared by a file of the folder is on the page; nothing else lists reports. */
const declaredIn = async (folder: URL): Promise<readonly PageReport[]> => {
  const files = readdirSync(folder).flatMap((name) => /^([a-z-]+)\.ts$/.exec(name)?.[1] ?? []);
  const modules = await Promise.all(
    files.map(async (name): Promise<Record<string, unknown>> => import(`./documents/${name}.ts`)),
  );
  const found = modules.flatMap((module) => Object.values(module).filter(isPageReport));
  return ordered(found, ({ entry: { name } }) => [name]);
};

/** By name, as people look for them. */
export const PAGE_REPORTS = await declaredIn(new URL('./documents/', import.meta.url));
