import type { Switch } from '../call.ts';

/** What a report asks for; the wire's names are in parameters.ts (specification part 2, 7.7). */
export type ReportInput =
  | 'type'
  | 'quater'
  | 'vac'
  | 'flu'
  | 'year'
  | 'month'
  | 'day'
  | 'date'
  | 'dates'
  | 'months'
  | 'client'
  | 'provider'
  | 'status';

export interface ReportEntry {
  readonly name: string;
  readonly file: string;
  /** The Reports page lists its own folder; those of billing are opened by the buttons of that page. */
  readonly folder: 'Reports' | 'Billing_generator';
  /** Left column: people; right column: work and money (documents-and-reports.md, E). */
  readonly side: 'people' | 'work';
  readonly inputs: readonly ReportInput[];
  /** The current month when none is given. */
  readonly monthNow?: true;
  readonly needs?: readonly Switch[];
}

/**
 * Every report, in the order of its column on the page. A new one is a line here and a file in server/src/reports/documents,
 * which documents.ts names; calls, page, PDF and workbook follow from both.
 */
export const REPORTS = [
  {
    name: 'Client Start Of Care',
    file: 'ClientStartOfCare',
    folder: 'Reports',
    side: 'people',
    inputs: ['dates', 'type'],
  },
  {
    name: 'Clients Active',
    file: 'ClientsActive',
    folder: 'Reports',
    side: 'people',
    inputs: ['date', 'type'],
  },
  {
    name: 'Clients Hours',
    file: 'ClientsHours',
    folder: 'Reports',
    side: 'people',
    inputs: ['year', 'quater', 'type'],
  },
  {
    name: 'Billed Yearly Units',
    file: 'BilledYearlyUnits',
    folder: 'Reports',
    side: 'people',
    inputs: ['year', 'type'],
  },
  { name: 'Providers Active', file: 'ProvidersActive', folder: 'Reports', side: 'people', inputs: ['date'] },
  { name: 'Providers Start', file: 'ProvidersStart', folder: 'Reports', side: 'people', inputs: ['dates'] },
  { name: 'Providers Return', file: 'ProvidersReturn', folder: 'Reports', side: 'people', inputs: ['dates'] },
  { name: 'Vaccination', file: 'Vaccination', folder: 'Reports', side: 'people', inputs: ['vac'] },
  { name: 'Flu Shot', file: 'FluShot', folder: 'Reports', side: 'people', inputs: ['flu', 'year'] },
  {
    name: 'Expiring Documents',
    file: 'ExpiringDocuments',
    folder: 'Reports',
    side: 'people',
    inputs: ['date', 'type'],
  },
  { name: 'Birthdays', file: 'Birthdays', folder: 'Reports', side: 'people', inputs: ['month'] },
  { name: 'Secure Saving', file: 'SecureSaving', folder: 'Reports', side: 'people', inputs: ['month'] },
  { name: 'Statistic Report', file: 'Statistic', folder: 'Reports', side: 'work', inputs: ['year'] },
  { name: 'Month Overview', file: 'MonthOverview', folder: 'Reports', side: 'work', inputs: ['month'] },
  {
    name: 'Visits By Month',
    file: 'VisitsByMonth',
    folder: 'Reports',
    side: 'work',
    inputs: ['month', 'type'],
  },
  { name: 'Missing TS', file: 'MissingTS', folder: 'Reports', side: 'work', inputs: ['month', 'type'] },
  { name: 'No Billed TS', file: 'NoBilledTS', folder: 'Reports', side: 'work', inputs: ['month', 'type'] },
  {
    name: 'Office Timesheets',
    file: 'OfficeTimesheets',
    folder: 'Reports',
    side: 'work',
    inputs: ['month', 'type'],
  },
  {
    name: 'Denied Billing',
    file: 'DeniedBilling',
    folder: 'Reports',
    side: 'work',
    inputs: ['months', 'type'],
  },
  {
    name: 'Hours Worked Billed Paid',
    file: 'HoursCompare',
    folder: 'Reports',
    side: 'work',
    inputs: ['month', 'type'],
  },
  { name: 'EVV Elements', file: 'EvvElements', folder: 'Reports', side: 'work', inputs: ['dates'] },
  {
    name: 'Care Plan Expiration',
    file: 'CarePlanExpiration',
    folder: 'Reports',
    side: 'work',
    inputs: ['month'],
    monthNow: true,
  },
  {
    name: 'Excluded Care Plan By Day',
    file: 'ExcludedByDay',
    folder: 'Reports',
    side: 'work',
    inputs: ['day', 'date'],
  },
  {
    name: 'Not excluded Care Plan By Day',
    file: 'NotExcludedByDay',
    folder: 'Reports',
    side: 'work',
    inputs: ['day', 'date'],
  },
  {
    name: 'Client Report',
    file: 'Client',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months', 'client'],
  },
  {
    name: 'Provider Report',
    file: 'Provider',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months', 'provider'],
  },
  { name: 'Month Report', file: 'AllClients', folder: 'Billing_generator', side: 'work', inputs: ['months'] },
  {
    name: 'List Monthly Report',
    file: 'FlatClients',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
  },
  {
    name: 'Status Report',
    file: 'StatusReport',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months', 'status'],
  },
  {
    name: 'Est. Billing',
    file: 'EstBilling',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
    needs: ['premium'],
  },
  {
    name: 'Non existing billing',
    file: 'NotAssignClients',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
    needs: ['premium'],
  },
  {
    name: 'Payroll Month Report',
    file: 'AllPayroll',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
  },
  {
    name: 'Payroll List Monthly Report',
    file: 'FlatPayroll',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
  },
  {
    name: 'Est. Payroll',
    file: 'EstPayroll',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
  },
  {
    name: 'New or Return Employee Forms',
    file: 'NewEpmPayroll',
    folder: 'Billing_generator',
    side: 'work',
    inputs: ['months'],
    needs: ['premium'],
  },
] as const satisfies readonly ReportEntry[];

export type ReportFile = (typeof REPORTS)[number]['file'];

/** The same without their literal types. */
export const ENTRIES: readonly (ReportEntry & { readonly file: ReportFile })[] = REPORTS;

/** Those of the Reports page. */
export const PAGE_REPORTS = ENTRIES.filter(({ folder }) => folder === 'Reports');
