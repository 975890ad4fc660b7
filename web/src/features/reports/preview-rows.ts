import { fold } from '@homecare/domain/fold.ts';
import type { CellValue, ReportPreview } from '@homecare/domain/reports/schema.ts';

/** The order that was chosen on the screen; null: the report's own. */
export interface SortBy {
  readonly column: number;
  readonly down: boolean;
}

/** A column is sorted up, then down, then not at all. */
export const nextSort = (sort: SortBy | null, column: number): SortBy | null => {
  if (sort?.column !== column) return { column, down: false };
  return sort.down ? null : { column, down: true };
};

const keyOf = (value: CellValue) => (typeof value === 'string' ? fold(value) : value);

/** Rows without a value are last, whichever way. */
export const sortRows = (rows: ReportPreview['rows'], sort: SortBy | null): ReportPreview['rows'] => {
  if (!sort) return rows;
  const compare = (a: CellValue, b: CellValue) => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return (a < b ? -1 : 1) * (sort.down ? -1 : 1);
  };
  return rows
    .map((row) => ({ row, key: keyOf(row[sort.column] ?? null) }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ row }) => row);
};

/** What is only for paper is not shown. */
export const shownColumns = ({ columns }: Pick<ReportPreview, 'columns'>) =>
  columns.map((column, at) => ({ ...column, at })).filter(({ kind }) => kind !== 'box' && kind !== 'blank');

export const isNumber = (kind: string) => ['hours', 'money', 'count', 'percent'].includes(kind);
