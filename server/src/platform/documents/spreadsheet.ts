import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';

/** One table as a workbook (documents-and-reports.md, A4). */
export interface Spreadsheet {
  readonly title: string;
  readonly columns: readonly {
    readonly title: string;
    readonly kind: 'text' | 'date';
    readonly width: number;
  }[];
  /** Dates as YYYY-MM-DD. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Lines of the sheet `Parameters`. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A workbook counts days from 1899-12-30, and takes 1900 for a leap year: before its March it is a day behind. */
const DAY_ZERO = Temporal.PlainDate.from('1899-12-30');
const FIRST_OF_MARCH = 61;
const serialOf = (iso: string) => {
  const { days } = DAY_ZERO.until(Temporal.PlainDate.from(iso), { largestUnit: 'day' });
  return days < FIRST_OF_MARCH ? days - 1 : days;
};

const bold = { font: { bold: true } };
const TEXT = '@';
const DATE = 'mm-dd-yyyy';

/** 1 → A, 27 → AA. */
const letters = (column: number): string =>
  column === 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

/** What XML cannot hold is left out; a cell holds at most 32,767 characters. */
const cellText = (value: string) =>
  value
    .toWellFormed()
    .replace(/\p{Cc}|\p{Noncharacter_Code_Point}/gu, (c) => (c === '\n' || c === '\t' ? c : ''))
    .slice(0, 32_767);

const cellOf = (value: string | null, kind: 'text' | 'date'): CellValue => {
  if (value === null || value === '') return null;
  return kind === 'date' ? serialOf(value) : cellText(value);
};

const headCells = (titles: readonly string[]) =>
  new Map(titles.map((title, column) => [`0,${column}`, { value: title, style: bold }]));

const sheetOf = ({ columns, rows }: Spreadsheet): WriteSheet => ({
  name: 'Report',
  columns: columns.map(({ width, kind }) => ({ width, numFmt: kind === 'date' ? DATE : TEXT })),
  rows: [
    columns.map(({ title }) => title),
    ...rows.map((row) => row.map((value, at) => cellOf(value, columns[at]?.kind ?? 'text'))),
  ],
  cells: headCells(columns.map(({ title }) => title)),
  freezePane: { rows: 1 },
  autoFilter: { range: `A1:${letters(columns.length)}${rows.length + 1}` },
});

const parametersOf = ({ parameters }: Spreadsheet): WriteSheet => ({
  name: 'Parameters',
  columns: [
    { width: 20, numFmt: TEXT },
    { width: 60, numFmt: TEXT },
  ],
  rows: parameters.map(([name, value]) => [name, cellText(value)]),
});

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const xlsxOf = async (spreadsheet: Spreadsheet): Promise<Buffer> =>
  Buffer.from(
    await writeXlsx({
      properties: { title: spreadsheet.title },
      sheets: [sheetOf(spreadsheet), parametersOf(spreadsheet)],
    }),
  );
