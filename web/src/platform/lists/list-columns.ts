import type { Column, Sort } from '../../ui/DataTable.tsx';

/** A column of a list. Rows can be sorted by its value, if it has one. */
export interface ListColumn<Row> extends Column<Row> {
  readonly value?: (row: Row) => string | number | null;
}

/** How a list is displayed. Empty `columns` means the list's initial ones. */
export interface Look {
  readonly columns: readonly string[];
  readonly sort: Sort | null;
  readonly isCompact: boolean;
  /** Shows all rows in a list that fills the window, instead of pages. */
  readonly fillsWindow: boolean;
}
export const FIRST_LOOK: Look = { columns: [], sort: null, isCompact: false, fillsWindow: false };
/** For lists without pages by default. */
export const WINDOW_LOOK: Look = { ...FIRST_LOOK, fillsWindow: true };

/** The chosen columns in the chosen order, with sortable heads. Unknown names are ignored, and at least one column stays. */
export const chooseColumns = <Row>(
  columns: readonly ListColumn<Row>[],
  { columns: chosen }: Pick<Look, 'columns'>,
  standard: readonly string[] = columns.map(({ key }) => key),
): readonly ListColumn<Row>[] => {
  const named = (keys: readonly string[]) =>
    keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const found = named(chosen);
  return (found.length > 0 ? found : named(standard)).map((column) =>
    column.value ? { ...column, sorts: true } : column,
  );
};

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

const compareValues = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

const isMissing = (value: string | number | null) => value === null || value === '';

/** Sorts rows by a value. Rows without one come last in both directions, and equal rows keep their order. */
export const sortRows = <Row>(
  rows: readonly Row[],
  value: ListColumn<Row>['value'],
  descending: boolean,
): readonly Row[] => {
  if (!value) return rows;
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, of: value(row) }))
    .sort((a, b) => {
      if (isMissing(a.of) || isMissing(b.of)) return Number(isMissing(a.of)) - Number(isMissing(b.of));
      return direction * compareValues(a.of ?? '', b.of ?? '');
    })
    .map(({ row }) => row);
};

/** Moves a column one place up or down. */
export const moveColumn = (keys: readonly string[], key: string, by: 1 | -1): readonly string[] => {
  const from = keys.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= keys.length) return keys;
  return keys.with(from, keys[to] ?? key).with(to, key);
};
