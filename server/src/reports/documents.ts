import type { ReportFile } from '@homecare/domain/reports/list.ts';
import { allClients } from './documents/all-clients.ts';
import { allPayroll } from './documents/all-payroll.ts';
import { billedYearlyUnits } from './documents/billed-yearly-units.ts';
import { birthdays } from './documents/birthdays.ts';
import { carePlanExpiration } from './documents/care-plan-expiration.ts';
import { clientReport } from './documents/client-report.ts';
import { clientStartOfCare } from './documents/client-start-of-care.ts';
import { clientsActive } from './documents/clients-active.ts';
import { clientsHours } from './documents/clients-hours.ts';
import type { Report } from './documents/declare.ts';
import { deniedBilling } from './documents/denied-billing.ts';
import { estBilling } from './documents/est-billing.ts';
import { estPayroll } from './documents/est-payroll.ts';
import { evvElements } from './documents/evv-elements.ts';
import { excludedByDay, notExcludedByDay } from './documents/excluded-by-day.ts';
import { expiringDocuments } from './documents/expiring-documents.ts';
import { flatClients } from './documents/flat-clients.ts';
import { flatPayroll } from './documents/flat-payroll.ts';
import { fluShot } from './documents/flu-shot.ts';
import { hiredEmployees } from './documents/hired-employees.ts';
import { hoursCompare } from './documents/hours-compare.ts';
import { missingTs } from './documents/missing-ts.ts';
import { monthOverview } from './documents/month-overview.ts';
import { noBilledTs } from './documents/no-billed-ts.ts';
import { notAssignClients } from './documents/not-assign-clients.ts';
import { officeTimesheets } from './documents/office-timesheets.ts';
import { providerReport } from './documents/provider-report.ts';
import { providersActive } from './documents/providers-active.ts';
import { providersReturn } from './documents/providers-return.ts';
import { providersStart } from './documents/providers-start.ts';
import { secureSaving } from './documents/secure-saving.ts';
import { statistic } from './documents/statistic.ts';
import { statusReport } from './documents/status-report.ts';
import { vaccination } from './documents/vaccination.ts';
import { visitsByMonth } from './documents/visits-by-month.ts';

/** Every report by its file. */
export const REPORTS: Record<ReportFile, Report> = {
  ClientStartOfCare: clientStartOfCare,
  ClientsActive: clientsActive,
  ClientsHours: clientsHours,
  BilledYearlyUnits: billedYearlyUnits,
  ProvidersActive: providersActive,
  ProvidersStart: providersStart,
  ProvidersReturn: providersReturn,
  Vaccination: vaccination,
  FluShot: fluShot,
  ExpiringDocuments: expiringDocuments,
  Birthdays: birthdays,
  SecureSaving: secureSaving,
  Statistic: statistic,
  MonthOverview: monthOverview,
  VisitsByMonth: visitsByMonth,
  MissingTS: missingTs,
  NoBilledTS: noBilledTs,
  OfficeTimesheets: officeTimesheets,
  DeniedBilling: deniedBilling,
  HoursCompare: hoursCompare,
  EvvElements: evvElements,
  CarePlanExpiration: carePlanExpiration,
  ExcludedByDay: excludedByDay,
  NotExcludedByDay: notExcludedByDay,
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
