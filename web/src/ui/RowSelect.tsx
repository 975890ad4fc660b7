import { Checkbox } from '@mantine/core';
import { changedKeys } from './table-lines.ts';
import type { DataTableProps, Frame, RowKey } from './table-types.ts';

const hasShift = (event: { readonly nativeEvent: Event }) =>
  event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey;

export const SelectRow = <Row,>({ row, frame }: { readonly row: Row; readonly frame: Frame<Row> }) => {
  const { selection, rowKey, rowName } = frame.props;
  if (!selection) return null;
  const key: RowKey = rowKey(row);
  return (
    <Checkbox
      size="sm"
      aria-label={`Select ${rowName(row)}`}
      checked={selection.keys.has(key)}
      disabled={selection.closed?.has(key) ?? false}
      onChange={(event) => frame.select(key, event.currentTarget.checked, hasShift(event))}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
};

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly props: DataTableProps<Row>;
  readonly label?: string;
}

/** Selects all shown rows: those of the page, or the whole list if it has no pages. */
export const SelectAll = <Row,>({ rows, props, label }: SelectAllProps<Row>) => {
  const { selection, rowKey, pageSize } = props;
  if (!selection) return null;
  const keys = rows.map(rowKey).filter((key) => !selection.closed?.has(key));
  const count = selection.keys.size === 0 ? 0 : keys.filter((key) => selection.keys.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <Checkbox
      size="sm"
      label={label}
      aria-label="Select all rows"
      disabled={keys.length === 0}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() =>
        pageSize === 'all' && !isAll && selection.onAll
          ? selection.onAll()
          : selection.onChange(changedKeys(selection.keys, keys, !isAll))
      }
    />
  );
};
