import { counted } from '../counted.ts';

/** The most lines of a report in a PDF or workbook, which fit into memory with room to spare. */
export const FILE_ROWS = 40_000;

/** What to do about a report that is too long for a file; null if it fits. */
export const sayTooLong = (rows: number): string | null =>
  rows > FILE_ROWS
    ? `This report has ${counted(rows, 'row')}. A file holds up to ${FILE_ROWS.toLocaleString('en-US')}: choose a shorter time or fewer records.`
    : null;
