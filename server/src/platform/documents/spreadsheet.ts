import type { CellKind } from '@homecare/domain/reports/schema.ts';
import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';

type Value = string | number | null;

/** One table as a workbook (docs/rules/documents.md, rule 10). */
export interface Spreadsheet {
  readonly title: string;
  readonly columns: readonly {
    readonly title: string;
    readonly kind: CellKind;
    readonly width: number;
  }[];
  /** Dates as YYYY-MM-DD; numbers in the units of their kind: hundredths of hours, cents, tenths of percent. */
  readonly rows: readonly (readonly Value[])[];
  /** The last row, in bold. A sum becomes a formula that contains its value. */
  readonly totals?: readonly { readonly value: Value; readonly sums: boolean }[];
  /** Small tables below each other, on a separate sheet. */
  readonly summaries?: readonly {
    readonly title: string;
    readonly columns: readonly { readonly title: string; readonly kind: CellKind }[];
    readonly rows: readonly (readonly Value[])[];
  }[];
  /** Lines of the sheet `Parameters`. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A workbook counts days from 1899-12-30 and treats 1900 as a leap year, so dates before March 1900 are off by a day. */
const DAY_ZERO = Temporal.PlainDate.from('1899-12-30');
const FIRST_OF_MARCH = 61;
const serialOf = (iso: string) => {
  const { days } = DAY_ZERO.until(Temporal.PlainDate.from(iso), { largestUnit: 'day' });
  return days < FIRST_OF_MARCH ? days - 1 : days;
};

const bold = { font: { bold: true } };
const TEXT = '@';
const DATE = 'mm-dd-yyyy';
const FORMATS: Record<CellKind, string> = {
  text: TEXT,
  date: DATE,
  hours: '0.00',
  money: '#,##0.00',
  count: '0',
  percent: '0.0" %"',
  scan: '"Scan "0',
  box: TEXT,
  blank: TEXT,
};
/** The divisor of whole numbers. */
const SCALES: Partial<Record<CellKind, number>> = { hours: 100, money: 100, percent: 10 };

/** 1 → A, 27 → AA. */
const letters = (column: number): string =>
  column === 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

/** Removes what XML cannot contain; a cell holds at most 32,767 characters. */
const cellText = (value: string) =>
  value
    .toWellFormed()
    .replace(/\p{Cc}|\p{Noncharacter_Code_Point}/gu, (c) => (c === '\n' || c === '\t' ? c : ''))
    .slice(0, 32_767);

const cellOf = (value: Value, kind: CellKind): CellValue => {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return value / (SCALES[kind] ?? 1);
  return kind === 'date' ? serialOf(value) : cellText(value);
};

type Cells = NonNullable<WriteSheet['cells']>;

const headCells = (titles: readonly string[]): Cells =>
  new Map(titles.map((title, column) => [`0,${column}`, { value: title, style: bold }]));

/** A text in the last row fits below any kind of column. */
const totalOf = (value: Value, kind: CellKind): CellValue =>
  cellOf(value, typeof value === 'string' ? 'text' : kind);

/** The row below the last. A sum of no rows is 0, because a formula over its own head would be invalid. */
const totalCells = ({ columns, rows, totals = [] }: Spreadsheet): Cells =>
  new Map(
    totals.map(({ value, sums }, n) => {
      const kind = columns[n]?.kind ?? 'text';
      const shown = totalOf(value, kind);
      const style = { ...bold, numFmt: typeof value === 'number' ? FORMATS[kind] : TEXT };
      const range = `${letters(n + 1)}2:${letters(n + 1)}${rows.length + 1}`;
      const isFormula = sums && rows.length > 0;
      return [
        `${rows.length + 1},${n}`,
        { value: shown, style, ...(isFormula && { formula: `SUM(${range})`, formulaResult: shown }) },
      ];
    }),
  );

const sheetOf = (spreadsheet: Spreadsheet): WriteSheet => {
  const { columns, rows, totals } = spreadsheet;
  return {
    name: 'Report',
    columns: columns.map(({ width, kind }) => ({ width, numFmt: FORMATS[kind] })),
    rows: [
      columns.map(({ title }) => title),
      ...rows.map((row) => row.map((value, at) => cellOf(value, columns[at]?.kind ?? 'text'))),
      ...(totals ? [totals.map(({ value }, n) => totalOf(value, columns[n]?.kind ?? 'text'))] : []),
    ],
    cells: new Map([...headCells(columns.map(({ title }) => title)), ...totalCells(spreadsheet)]),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${letters(columns.length)}${rows.length + 1}` },
  };
};

const summaryOf = (summaries: NonNullable<Spreadsheet['summaries']>): WriteSheet => {
  const lines: CellValue[][] = [];
  const cells: Cells = new Map();
  const put = (values: readonly Value[], kindOf: (n: number) => CellKind, isHead: boolean) => {
    values.forEach((value, n) => {
      const numFmt = typeof value === 'number' ? FORMATS[kindOf(n)] : TEXT;
      const style = { numFmt, ...(isHead && bold) };
      cells.set(`${lines.length},${n}`, { value: cellOf(value, isHead ? 'text' : kindOf(n)), style });
    });
    lines.push(values.map((value, n) => cellOf(value, isHead ? 'text' : kindOf(n))));
  };
  for (const { title, columns, rows } of summaries) {
    put([title], () => 'text', true);
    put(
      columns.map((column) => column.title),
      () => 'text',
      true,
    );
    for (const row of rows) put(row, (n) => columns[n]?.kind ?? 'text', false);
    lines.push([]);
  }
  return {
    name: 'Summary',
    columns: [{ width: 28 }, { width: 14 }, { width: 14 }, { width: 14 }],
    rows: lines,
    cells,
  };
};

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
      sheets: [
        sheetOf(spreadsheet),
        ...(spreadsheet.summaries?.length ? [summaryOf(spreadsheet.summaries)] : []),
        parametersOf(spreadsheet),
      ],
    }),
  );
