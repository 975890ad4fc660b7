import { useMemo } from 'react';
import type { Sort } from '../../ui/DataTable.tsx';
import { useKept } from '../kept.ts';
import { chooseColumns, FIRST_LOOK, type ListColumn, type Look, sortRows } from './list-columns.ts';

interface Viewed<Row> {
  /** Under which the look is kept until sign-out. */
  readonly list: string;
  readonly columns: readonly ListColumn<Row>[];
  /** Columns that the list begins with. */
  readonly standard: readonly string[];
  readonly rows: readonly Row[] | undefined;
  /** Of a list that does not fill the window. */
  readonly pageSize?: number;
}

/** Columns, order and height of the rows of a list, as its user chose them: what its table takes. */
export const useLook = <Row>({ list, columns, standard, rows, pageSize = 12 }: Viewed<Row>) => {
  const [look, setLook] = useKept<Look>(`${list}.look`, FIRST_LOOK);
  const { sort } = look;
  const value = sort ? columns.find(({ key }) => key === sort.key)?.value : undefined;
  const descending = sort?.descending ?? false;
  const sorted = useMemo(() => rows && sortRows(rows, value, descending), [rows, value, descending]);
  const table = {
    columns: chooseColumns(columns, standard, look),
    rows: sorted,
    sort,
    onSort: (next: Sort | null) => setLook({ ...look, sort: next }),
    isCompact: look.isCompact,
    pageSize: look.fillsWindow ? ('all' as const) : pageSize,
  };
  return { look, setLook, table };
};
