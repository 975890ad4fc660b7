import { parentPort, workerData } from 'node:worker_threads';
import { type CellValue, readXlsx } from 'hucre/xlsx';

/** Reads one workbook and ends, so that nobody waits for it, however large it is. */

/** A time of day without a date is on the day on which workbooks begin to count. */
const FIRST_YEAR = 1900;
const two = (number: number) => String(number).padStart(2, '0');

const textOfDate = (date: Date): string =>
  date.getUTCFullYear() < FIRST_YEAR
    ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
    : `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}-${date.getUTCFullYear()}`;

/** The cell's text as in a CSV file. */
const textOf = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value instanceof Date ? textOfDate(value) : String(value);
};

const readFirstSheet = async (bytes: Uint8Array): Promise<string[][]> => {
  let isFound = false;
  const workbook = await readXlsx(bytes, {
    sheets: ({ hidden, veryHidden }) => {
      if (isFound || hidden || veryHidden) return false;
      isFound = true;
      return true;
    },
  });
  return (workbook.sheets[0]?.rows ?? []).map((row) => row.map(textOf));
};

if (workerData instanceof Uint8Array) parentPort?.postMessage(await readFirstSheet(workerData));
