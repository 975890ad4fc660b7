import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import { useIsPrinting } from './printing.ts';
import { SelectAll } from './RowSelect.tsx';
import type { Column, DataTableProps, Sort } from './table-types.ts';

/** Cycles through ascending, descending and the list's own order. */
const nextSort = (sort: Sort | null | undefined, key: string): Sort | null => {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? null : { key, descending: true };
};

const SortHead = <Row,>({
  column,
  props,
}: {
  readonly column: Column<Row>;
  readonly props: DataTableProps<Row>;
}) => {
  const { sort, onSort } = props;
  // Browsers do not print buttons in the table heads that they repeat on later sheets.
  const isPrinting = useIsPrinting();
  if (!column.sorts || !onSort || isPrinting) return column.head ?? column.title;
  const isBy = sort?.key === column.key;
  const Icon = isBy && sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sort}
      data-on={isBy || undefined}
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {column.head ?? column.title}
      <Icon size={13} stroke={2} aria-hidden />
    </button>
  );
};

const orderOf = <Row,>(column: Column<Row>, { sort }: DataTableProps<Row>) => {
  if (!column.sorts || sort === undefined) return undefined;
  if (sort?.key !== column.key) return 'none';
  return sort.descending ? 'descending' : 'ascending';
};

interface TableHeadProps<Row> {
  readonly props: DataTableProps<Row>;
  readonly rows: readonly Row[];
  /** Set if only part of the rows is rendered; their row numbers then count this one too. */
  readonly rowIndex: 1 | undefined;
}

export const TableHead = <Row,>({ props, rows, rowIndex }: TableHeadProps<Row>) => (
  <thead>
    <tr aria-rowindex={rowIndex}>
      {props.selection && (
        <th scope="col" className={classes.head} data-select>
          <SelectAll rows={rows} props={props} />
        </th>
      )}
      {props.columns.map((column) => (
        <th
          key={column.key}
          scope="col"
          className={classes.head}
          data-align={column.align}
          aria-sort={orderOf(column, props)}
        >
          <SortHead column={column} props={props} />
        </th>
      ))}
      {(props.actions || props.menu) && (
        <th scope="col" className={`${classes.head} ${classes.actionsCell}`} data-align="right">
          {props.actionsTitle ?? 'Actions'}
        </th>
      )}
    </tr>
  </thead>
);
