import type { Switch } from '../call.ts';

/** The inputs of a report. Their names in requests are in parameters.ts (docs/rules/reports.md, rule 4). */
export const REPORT_INPUTS = [
  'type',
  'quater',
  'vac',
  'flu',
  'year',
  'month',
  'day',
  'date',
  'dates',
  'months',
  'client',
  'provider',
  'status',
] as const;
export type ReportInput = (typeof REPORT_INPUTS)[number];

export interface ReportEntry {
  readonly name: string;
  readonly file: string;
  /** The Reports page lists the reports of its own folder. Those of billing are opened by buttons on the billing page. */
  readonly folder: 'Reports' | 'Billing_generator';
  readonly inputs: readonly ReportInput[];
  /** Uses the current month if none is given. */
  readonly monthNow?: true | undefined;
  readonly needs?: readonly Switch[];
}

/** The two columns of the page: people on the left, work and money on the right (docs/rules/reports.md, rule 1). */
export const SIDES = ['people', 'work'] as const;
export interface PageEntry extends ReportEntry {
  readonly folder: 'Reports';
  readonly side: (typeof SIDES)[number];
}

const billing = <F extends string>(
  file: F,
  name: string,
  more: readonly ReportInput[] = [],
  needs?: readonly Switch[],
) => ({
  name,
  file,
  folder: 'Billing_generator' as const,
  inputs: ['months', ...more] as const,
  ...(needs && { needs }),
});

/** The documents that the buttons of the billing and payroll pages open. */
const DOCUMENTS = [
  billing('Client', 'Client Report', ['client']),
  billing('Provider', 'Provider Report', ['provider']),
  billing('AllClients', 'Month Report'),
  billing('FlatClients', 'List Monthly Report'),
  billing('StatusReport', 'Status Report', ['status']),
  billing('EstBilling', 'Est. Billing', [], ['premium']),
  billing('NotAssignClients', 'Non existing billing', [], ['premium']),
  billing('AllPayroll', 'Payroll Month Report'),
  billing('FlatPayroll', 'Payroll List Monthly Report'),
  billing('EstPayroll', 'Est. Payroll'),
  billing('NewEpmPayroll', 'New or Return Employee Forms', [], ['premium']),
];

export type DocumentFile = (typeof DOCUMENTS)[number]['file'];

/** The same list without literal types. */
export const ENTRIES: readonly (ReportEntry & { readonly file: DocumentFile })[] = DOCUMENTS;
