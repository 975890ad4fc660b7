/** The page of the payroll export; what is owed of earlier weeks has a part where there is any. */
export const PAYROLL_EXPORT = '/payroll/export';
export const EXPORT_PARTS = ['export', 'runs', 'unpaid', 'weeks'] as const;
