import type { CellValue, ReportTable } from '@homecare/domain/reports/schema.ts';
import { groupsOf, NO_RECORDS, showCell } from '@homecare/domain/reports/table.ts';
import type { Block, Cell, Column, Row } from '../../platform/documents/blocks.ts';
import type { Spreadsheet } from '../../platform/documents/spreadsheet.ts';

/** A report on paper and as a workbook: the same table, told twice (documents-and-reports.md, A2 and A4). */

const NONE = '—';
/** On its side from so many columns on. */
export const LANDSCAPE_FROM = 9;

type Heads = ReportTable['columns'];

/** A word is not broken, and a total stands on one line: narrow columns get the room that they need. */
const FEWEST = 4;
const roomFor = ({ title, width }: Heads[number], total: string) =>
  Math.max(FEWEST, width, ...title.split(' ').map((word) => word.length * 1.15 + 1), total.length + 1);

const columnOf = ({
  title,
  kind,
  width,
}: Pick<Heads[number], 'title' | 'kind'> & { readonly width: number }): Column => ({
  head: title,
  width,
  ...(['hours', 'money', 'count', 'percent'].includes(kind) && { align: 'right' }),
});

const cellsOf = (row: readonly CellValue[], columns: Heads): Cell[] =>
  columns.map(({ kind }, n) =>
    kind === 'box' ? { check: { label: '' } } : showCell(row[n] ?? null, kind, NONE),
  );

/** High enough to write in. */
const WRITTEN_HEIGHT = 17;
const isWritten = (columns: Heads) => columns.some(({ kind }) => kind === 'box' || kind === 'blank');

/** Money has its sign on totals only. */
const totalCells = (totals: readonly CellValue[], columns: Heads): string[] =>
  columns.map(({ kind }, n) => {
    const value = totals[n] ?? null;
    // The first cell says what the line is.
    if (typeof value === 'string') return value;
    const shown = showCell(value, kind, '');
    return kind === 'money' && shown !== '' ? `$${shown}` : shown;
  });

const rowsOf = (table: ReportTable): Row[] => {
  const { columns, rows, group } = table;
  if (group === null) return rows.map((row) => cellsOf(row, columns));
  const rest = columns.toSpliced(group, 1);
  const without = (row: readonly CellValue[]) => row.toSpliced(group, 1);
  return groupsOf(table).flatMap(({ name, rows: ofGroup, totals }): Row[] => [
    { band: showCell(name, 'text', NONE) },
    ...ofGroup.map((row) => cellsOf(without(row), rest)),
    ...(ofGroup.length > 1 && totals.some((total) => total !== null)
      ? [totalCells(without(totals), rest).map((bold): Cell => (bold === '' ? '' : { bold }))]
      : []),
  ]);
};

/** What is printed beside the group is what is left of the columns. */
const paperColumns = ({ columns, group }: ReportTable) =>
  group === null ? columns : columns.toSpliced(group, 1);

export const isLandscape = (table: ReportTable) => paperColumns(table).length >= LANDSCAPE_FROM;

/** The first column of the paper says how many rows there are, also where the group stood in it. */
const paperTotals = ({ totals, group }: ReportTable) =>
  group === 0 ? totals.toSpliced(0, 2, totals[0] ?? null) : totals;

export const reportBlocks = (table: ReportTable): Block[] => {
  const columns = paperColumns(table);
  const totals = totalCells(paperTotals(table), columns);
  return [
    ...table.notes.map((text): Block => ({ kind: 'paragraph', text, style: 'small' })),
    {
      kind: 'table',
      dense: true,
      columns: columns.map((column, n) =>
        columnOf({
          ...column,
          width: roomFor(column, typeof totals[n] === 'string' && n > 0 ? totals[n] : ''),
        }),
      ),
      rows: rowsOf(table),
      none: NO_RECORDS,
      ...(isWritten(columns) && { rowHeight: WRITTEN_HEIGHT }),
      total: totals,
    },
    ...table.summaries.flatMap((summary): Block[] => [
      { kind: 'gap', height: 6 },
      { kind: 'section', text: summary.title },
      {
        kind: 'table',
        dense: true,
        columns: summary.columns.map((column, n) => columnOf({ ...column, width: n === 0 ? 3 : 1 })),
        rows: summary.rows.map((row) =>
          summary.columns.map(({ kind }, n) => showCell(row[n] ?? null, kind, NONE)),
        ),
        none: NO_RECORDS,
      },
    ]),
  ];
};

export const spreadsheetOf = (
  title: string,
  { columns, rows, totals, summaries }: ReportTable,
  parameters: Spreadsheet['parameters'],
): Spreadsheet => ({
  title,
  columns,
  rows,
  totals: columns.map(({ sums }, n) => ({ value: totals[n] ?? null, sums })),
  summaries,
  parameters,
});
