import { showHours } from '../billing/counting.ts';
import { showDate } from '../calendar.ts';

/**
 * Ids and phone numbers are exported as text, so that spreadsheets neither round nor calculate with them
 * (docs/rules/list-export.md, rule 3).
 */
export type CellKind = 'text' | 'date' | 'money';

export interface ExportColumn<Row> {
  readonly title: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
  /** Dates as YYYY-MM-DD, money in cents; null is an empty cell. */
  readonly value: (row: Row) => string | number | null;
}

export const text = <Row>(
  title: string,
  width: number,
  value: (row: Row) => string | null,
): ExportColumn<Row> => ({
  title,
  kind: 'text',
  width,
  value,
});
export const date = <Row>(title: string, value: (row: Row) => string | null): ExportColumn<Row> => ({
  title,
  kind: 'date',
  width: 13,
  value,
});

export const money = <Row>(title: string, value: (row: Row) => number | null): ExportColumn<Row> => ({
  title,
  kind: 'money',
  width: 13,
  value,
});

/** Whether a spreadsheet would run the text as a formula. */
const isFormula = (value: string) => /^[=+\-@\t\r\0]/.test(value);
export const quoted = (value: string) =>
  `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Numbers are written without the formula mark, because a negative one starts with a minus sign. */
const cellOf = (kind: CellKind, value: string | number | null) => {
  if (typeof value === 'number') return `"${showHours(value)}"`;
  return quoted(kind === 'date' ? showDate(value) : (value ?? ''));
};

/**
 * CSV in UTF-8 with BOM and CRLF, all cells quoted, with ' before anything that a spreadsheet would run as a formula
 * (docs/rules/documents.md, rule 11).
 */
export const csvOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string => {
  const lines = rows.map((row) => columns.map(({ kind, value }) => cellOf(kind, value(row))));
  const head = columns.map(({ title }) => quoted(title));
  return `\uFEFF${[head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
};
