import { counted } from '../counted.ts';

/** Lines of a report in a PDF or workbook: so many fit in the memory of what draws them, with room to spare. */
export const FILE_ROWS = 40_000;

/** What to do about a report with more lines than a file takes; null: they fit. */
export const sayTooLong = (rows: number): string | null =>
  rows > FILE_ROWS
    ? `This report has ${counted(rows, 'row')}. A file holds up to ${FILE_ROWS.toLocaleString('en-US')}: choose a shorter time or fewer records.`
    : null;
