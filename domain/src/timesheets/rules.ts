/** Codes of scan errors (specification part 2, section 3; the toolbar's earlier list has the first four only). */
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

/** Period 0 is the first half of the month, anything else the second (specification part 2, section 3). */
export const halfName = (period: number) => (period === 0 ? '1st half' : '2nd half');

/** First day of a half, as the row shows it. */
export const halfStart = (month: string, period: number) => `${month}-${period === 0 ? '01' : '16'}`;
