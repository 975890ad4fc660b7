import type { ViewedList } from '@homecare/domain/list-views/schema.ts';
import { useMemo } from 'react';
import type { Sort } from '../../ui/DataTable.tsx';
import { useKept } from '../kept.ts';
import { chooseColumns, FIRST_LOOK, type ListColumn, type Look, sortRows } from './list-columns.ts';

/** Kept until sign-out; of a list that fills the window at first, `first` says so. */
export const useKeptLook = (list: ViewedList, first = FIRST_LOOK) => useKept<Look>(`${list}.look`, first);

interface Viewed<Row> {
  readonly list: ViewedList;
  readonly columns: readonly ListColumn<Row>[];
  /** Columns that the list begins with; without it all of them. */
  readonly standard?: readonly string[];
  readonly rows: readonly Row[] | undefined;
  /** Of a list that does not fill the window. */
  readonly pageSize?: number;
  readonly first?: Look;
}

/** Columns, order and height of the rows of a list, as its user chose them: what its table and its View menu take. */
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
