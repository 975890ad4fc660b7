import { showHours } from '../billing/counting.ts';
import { showDate } from '../calendar.ts';

/** ids and phones are text, so that a spreadsheet neither rounds nor calculates with them (docs/rules/list-export.md, rule 3). */
export type CellKind = 'text' | 'date' | 'money';

export interface ExportColumn<Row> {
  readonly title: string;
  readonly kind: CellKind;
  /** Characters. */
  readonly width: number;
  /** Dates as YYYY-MM-DD, money as cents; null is empty. */
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

/** A spreadsheet that opens the text would calculate it. */
const isFormula = (value: string) => /^[=+\-@\t\r\0]/.test(value);
export const quoted = (value: string) =>
  `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** A number is one also below 0. */
const cellOf = (kind: CellKind, value: string | number | null) => {
  if (typeof value === 'number') return `"${showHours(value)}"`;
  return quoted(kind === 'date' ? showDate(value) : (value ?? ''));
};

/** CSV: UTF-8 with BOM, CRLF, all quoted, ' before what a spreadsheet would calculate (docs/rules/documents.md, rule 11). */
export const csvOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string => {
  const lines = rows.map((row) => columns.map(({ kind, value }) => cellOf(kind, value(row))));
  const head = columns.map(({ title }) => quoted(title));
  return `\uFEFF${[head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
};
