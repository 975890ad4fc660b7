import type { FieldError } from '../errors.ts';
import { monthText } from '../wire.ts';

/** Codes of scan errors. An older list in the toolbar has only the first four (docs/rules/timesheets.md, rule 2). */
export const SCAN_ERRORS: Readonly<Record<number, string>> = {
  1: 'Missing Signature',
  2: 'Missing Date',
  3: 'Missing Initials',
  4: 'Missing Time',
  5: 'Incorrect Timesheet',
  6: 'Missing Original',
};

/** '1,3' → 'Missing Signature, Missing Initials' */
export const scanErrorNames = (codes: string) =>
  codes
    .split(',')
    .map((code) => SCAN_ERRORS[Number(code)] ?? `Code ${code}`)
    .join(', ');

/** Period 0 is the first half of the month, anything else the second (docs/rules/timesheets.md, rule 1). */
export const halfName = (period: number) => (period === 0 ? '1st half' : '2nd half');

/** The first day of a half, as the row shows it. */
export const halfStart = (month: string, period: number) => `${month}-${period === 0 ? '01' : '16'}`;

/** '3, 1,3' → [1, 3]; undefined if anything in it is not a code. */
export const readScanCodes = (typed: string): readonly number[] | undefined => {
  const codes = typed
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  if (!codes.every((code) => Object.hasOwn(SCAN_ERRORS, code))) return undefined;
  return [...new Set(codes.map(Number))].sort((a, b) => a - b);
};

export const SCAN_ADDED = 'Success: Error added';
export const SCAN_EDITED = 'Success: Error edited';
export const SCAN_DELETED = 'Success: Error deleted';

/** Saving needs a month and at least one error (docs/rules/timesheets.md, rule 3). The half must have begun. */
export const checkScanError = (
  { date, period, error }: { readonly date: string; readonly period: number; readonly error: string },
  today: Temporal.PlainDate,
): FieldError[] => {
  const problems: FieldError[] = [];
  if (date.trim() === '') problems.push({ field: 'date', message: 'Select the month of the timesheet.' });
  else if (!monthText.safeParse(date).success)
    problems.push({ field: 'date', message: 'Error: Wrong date, date format (YYYY-MM)' });
  else if (halfStart(date, period) > today.toString())
    problems.push({ field: 'date', message: 'This half of the month has not begun yet.' });
  const codes = readScanCodes(error);
  if (!codes) problems.push({ field: 'error', message: 'An error is one of the codes 1 to 6.' });
  else if (codes.length === 0) problems.push({ field: 'error', message: 'Select at least one error.' });
  return problems;
};
