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
    name: 'Clients Active',
    file: 'ClientsActive',
    folder: 'Reports',
    side: 'people',
    inputs: ['date', 'type'],
  },
] as const satisfies readonly ReportEntry[];

export type ReportFile = (typeof REPORTS)[number]['file'];

/** The same without their literal types. */
export const ENTRIES: readonly (ReportEntry & { readonly file: ReportFile })[] = REPORTS;

/** Those of the Reports page. */
export const PAGE_REPORTS = ENTRIES.filter(({ folder }) => folder === 'Reports');
