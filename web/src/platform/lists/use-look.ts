import type { ViewedList } from '@homecare/domain/list-views/schema.ts';
import { useMemo } from 'react';
import type { Sort } from '../../ui/DataTable.tsx';
import { useKept } from '../kept.ts';
import { chooseColumns, FIRST_LOOK, type ListColumn, type Look, sortRows } from './list-columns.ts';

/** Kept until sign-out. Pass `first` for a list that fills the window by default. */
export const useKeptLook = (list: ViewedList, first = FIRST_LOOK) => useKept<Look>(`${list}.look`, first);

interface Viewed<Row> {
  readonly list: ViewedList;
  readonly columns: readonly ListColumn<Row>[];
  /** Initial columns; by default all. */
  readonly standard?: readonly string[];
  readonly rows: readonly Row[] | undefined;
  /** For lists that do not fill the window. */
  readonly pageSize?: number;
  readonly first?: Look;
}

/** Columns, sorting and row height that the user chose for a list, for its table and its View menu. */
export const useLook = <Row>({ list, columns, standard, rows, pageSize = 12, first }: Viewed<Row>) => {
  const [look, setLook] = useKeptLook(list, first);
  const { sort } = look;
  const value = sort ? columns.find(({ key }) => key === sort.key)?.value : undefined;
  const descending = sort?.descending ?? false;
  const sorted = useMemo(() => rows && sortRows(rows, value, descending), [rows, value, descending]);
  const chosen = chooseColumns(columns, look, standard);
  const table = {
    columns: chosen,
    rows: sorted,
    sort,
    onSort: (next: Sort | null) => setLook({ ...look, sort: next }),
    isCompact: look.isCompact,
    pageSize: look.fillsWindow ? ('all' as const) : pageSize,
  };
  const menu = { list, columns, shown: chosen.map(({ key }) => key), look, onLook: setLook, first };
  return { table, menu };
};
