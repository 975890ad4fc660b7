import type { DataTableProps, Line, Lines, RowKey } from './table-types.ts';

interface Layout<Row> extends Pick<DataTableProps<Row>, 'rowKey'> {
  readonly under: DataTableProps<Row>['under'] | undefined;
  readonly heading: DataTableProps<Row>['heading'] | undefined;
}

/** The lines of a table: rows, the rows under them, and a heading wherever it changes. */
export const linesOf = <Row>(rows: readonly Row[], { rowKey, under, heading }: Layout<Row>): Lines<Row> => {
  if (!under && !heading)
    return {
      count: rows.length,
      at: (index) => {
        const row = rows[index];
        return row === undefined ? undefined : { row, isBelow: false };
      },
      keyAt: (index) => {
        const row = rows[index];
        return row === undefined ? index : rowKey(row);
      },
    };
  const lines: Line<Row>[] = [];
  let last: string | undefined;
  const add = (row: Row, isBelow: boolean) => {
    const words = heading?.(row);
    if (words && words !== last) lines.push({ heading: words });
    last = words;
    lines.push({ row, isBelow });
  };
  for (const row of rows) {
    add(row, false);
    for (const member of under?.(row) ?? []) add(member, true);
  }
  return {
    count: lines.length,
    at: (index) => lines[index],
    keyAt: (index) => {
      const line = lines[index];
      if (line === undefined) return index;
      return line.heading === undefined ? rowKey(line.row) : `heading ${line.heading}`;
    },
  };
};

export const indexOfKey = <Row>({ count, keyAt }: Lines<Row>, key: RowKey | undefined) => {
  for (let index = 0; index < count; index += 1) if (keyAt(index) === key) return index;
  return -1;
};

const isRow = <Row>(lines: Lines<Row>, index: number) => lines.at(index)?.heading === undefined;

/** The row at an index. For a heading it is the next row in the direction of movement, or else the one before. */
export const rowNear = <Row>(lines: Lines<Row>, index: number, by: 1 | -1): number => {
  const last = lines.count - 1;
  const at = Math.max(0, Math.min(index, last));
  if (isRow(lines, at)) return at;
  const next = at + by;
  return next >= 0 && next <= last && isRow(lines, next) ? next : Math.min(at + 1, last);
};

/** The rows of one page, and their position in the list. */
export const pageOf = <Row>(rows: readonly Row[] | undefined, wanted: number, pageSize: number | 'all') => {
  const all = rows ?? [];
  const total = all.length;
  const size = pageSize === 'all' ? Math.max(total, 1) : pageSize;
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  const from = (page - 1) * size;
  return { total, size, pages, page, from, shown: pageSize === 'all' ? all : all.slice(from, from + size) };
};

/** A copy of the set with some keys added or removed. */
export const changedKeys = (keys: ReadonlySet<RowKey>, some: Iterable<RowKey>, isIn: boolean) => {
  const next = new Set(keys);
  for (const key of some) isIn ? next.add(key) : next.delete(key);
  return next;
};

/** All keys between two keys in the order of the rows; only the second if the first is gone. */
export const keysBetween = (keys: readonly RowKey[], first: RowKey | undefined, last: RowKey) => {
  const from = first === undefined ? -1 : keys.indexOf(first);
  const to = keys.indexOf(last);
  return from < 0 || to < 0 ? [last] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
};

/** Whether a row has a menu. One whose entries must load first counts, although it may turn out empty. */
export const hasMenu = <Row>(
  { menu, beforeMenu }: Pick<DataTableProps<Row>, 'menu' | 'beforeMenu'>,
  row: Row,
): boolean => menu !== undefined && (beforeMenu !== undefined || menu(row).length > 0);
