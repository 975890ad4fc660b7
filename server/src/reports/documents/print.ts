import type { CellValue, ReportTable } from '@homecare/domain/reports/schema.ts';
import { groupsOf, NO_RECORDS, showCell, tableOn } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block, Cell, Column, Row } from '../../platform/documents/blocks.ts';
import type { Spreadsheet } from '../../platform/documents/spreadsheet.ts';

/** A report on paper and as a workbook: the same table, drawn twice (docs/rules/reports.md, rule 3). */

const NONE = '—';
/** Landscape from this many columns on. */
export const LANDSCAPE_FROM = 9;

type Heads = ReportTable['columns'];

/** Points: the average width of a letter in dense tables, a cell's padding, and the width of both papers. */
const LETTER = 4.15;
const BESIDE = 6.5;
const PAPER = { portrait: 540, landscape: 736 } as const;
const BOLD = 1.08;
const FEWEST = 3;
/** A longer word may be broken, because it would take space from others. */
const LONGEST = 14;

const headOf = ({ title, short = title }: { readonly title: string; readonly short?: string | undefined }) =>
  short;

const longestWord = (text: string): number => {
  let longest = 0;
  let from = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', from)) {
    longest = Math.max(longest, at - from);
    from = at + 1;
  }
  return Math.min(LONGEST, Math.max(longest, text.length - from));
};

const roomOf = (letters: number) => letters * LETTER + BESIDE;

/**
 * Avoids breaking words and wrapping totals: space goes to cells first, then to heads, then to the columns' wishes. In points, or in
 * shares if even the cells do not fit.
 */
const widthsOf = (
  columns: Heads,
  rows: readonly Row[],
  totals: readonly string[],
  paper: number,
): number[] => {
  const letters = columns.map((_, n) => Math.max(FEWEST, n > 0 ? (totals[n]?.length ?? 0) : 0));
  for (const row of rows) {
    if (!Array.isArray(row)) continue;
    row.forEach((cell, n) => {
      if (typeof cell === 'string') letters[n] = Math.max(letters[n] ?? 0, longestWord(cell));
    });
  }
  const widths = letters.map(roomOf);
  const share = (wanted: readonly number[]) => {
    const left = Math.max(0, paper - sum(widths));
    const part = Math.min(1, left / Math.max(1, sum(wanted)));
    wanted.forEach((want, n) => {
      widths[n] = (widths[n] ?? 0) + want * part;
    });
  };
  share(
    columns.map((column, n) =>
      Math.max(0, roomOf(Math.max(FEWEST + 1, longestWord(headOf(column))) * BOLD) - (widths[n] ?? 0)),
    ),
  );
  share(columns.map(({ width }, n) => Math.max(1, roomOf(width) - (widths[n] ?? 0))));
  return widths;
};

const NUMBERS = new Set<Heads[number]['kind']>(['hours', 'money', 'count', 'percent']);

const columnOf = (
  column: Pick<Heads[number], 'title' | 'kind' | 'width'> & { readonly short?: string | undefined },
): Column => ({
  head: headOf(column),
  width: column.width,
  ...(NUMBERS.has(column.kind) && { align: 'right' }),
});

/** Emphasizes words in place of a number. */
const cellOf = (value: CellValue, kind: Heads[number]['kind']): Cell => {
  if (kind === 'box') return { check: { label: '' } };
  const shown = showCell(value, kind, NONE);
  return typeof value === 'string' && NUMBERS.has(kind) ? { bold: shown } : shown;
};
const cellsOf = (row: readonly CellValue[], columns: Heads): Cell[] =>
  columns.map(({ kind }, n) => cellOf(row[n] ?? null, kind));

/** Tall enough to write in. */
const WRITTEN_HEIGHT = 17;
const isWritten = (columns: Heads) => columns.some(({ kind }) => kind === 'box' || kind === 'blank');

/** Only totals of money have its sign. */
const totalCells = (totals: readonly CellValue[], columns: Heads): readonly string[] =>
  columns.map(({ kind }, n) => {
    const value = totals[n] ?? null;
    // The first cell names the line.
    if (typeof value === 'string') return value;
    const shown = showCell(value, kind, '');
    return kind === 'money' && shown !== '' ? `$${shown}` : shown;
  });

/** Values with lines of their own are not columns on paper. */
const beside = <T>({ group, part }: ReportTable, cells: readonly T[]): T[] =>
  cells.filter((_, n) => n !== group && n !== part);

const boldRow = (table: ReportTable, totals: readonly CellValue[], words: string | null): Row => {
  const [first = null, ...others] = beside(table, totals);
  return totalCells([words ?? first, ...others], beside(table, table.columns)).map(
    (bold): Cell => (bold === '' ? '' : { bold }),
  );
};

const rowsOf = (table: ReportTable): Row[] => {
  const { columns, rows, group, part } = table;
  const plain = (row: readonly CellValue[]) => cellsOf(beside(table, row), beside(table, columns));
  if (group === null) return rows.map(plain);
  return groupsOf(table, group).flatMap(({ name, rows: ofGroup, totals }): Row[] => {
    const parts = groupsOf({ columns, rows: ofGroup }, part);
    return [
      { band: showCell(name, 'text', NONE) },
      ...(part === null
        ? ofGroup.map(plain)
        : parts.flatMap((own) => [
            ...own.rows.map(plain),
            ...(own.name === null ? [] : [boldRow(table, own.totals, showCell(own.name, 'text', NONE))]),
          ])),
      ...(ofGroup.length > 1 && totals.some((total) => total !== null)
        ? [boldRow(table, totals, part === null ? null : 'Together')]
        : []),
    ];
  });
};

/** The columns that remain next to the group. */
const paperColumns = (table: ReportTable) => beside(table, table.columns);

export const isLandscape = (table: ReportTable) =>
  paperColumns(tableOn('paper', table)).length >= LANDSCAPE_FROM;

/** The first column on paper shows the number of rows, even if it replaces the group's. */
const paperTotals = (table: ReportTable) => [
  table.totals[0] ?? null,
  ...beside(table, table.totals).slice(1),
];

export const reportBlocks = (whole: ReportTable): Block[] => {
  const table = tableOn('paper', whole);
  const columns = paperColumns(table);
  const totals = totalCells(paperTotals(table), columns);
  const rows = rowsOf(table);
  const widths = widthsOf(columns, rows, totals, PAPER[isLandscape(table) ? 'landscape' : 'portrait']);
  return [
    ...[...table.captions, ...table.notes].map(
      (text): Block => ({ kind: 'paragraph', text, style: 'small' }),
    ),
    {
      kind: 'table',
      dense: true,
      columns: columns.map((column, n) => columnOf({ ...column, width: widths[n] ?? 1 })),
      rows,
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
        rows: summary.rows.map((row) => summary.columns.map(({ kind }, n) => cellOf(row[n] ?? null, kind))),
        none: NO_RECORDS,
      },
    ]),
  ];
};

export const spreadsheetOf = (
  title: string,
  table: ReportTable,
  parameters: Spreadsheet['parameters'],
): Spreadsheet => {
  const { columns, rows, totals, summaries } = tableOn('workbook', table);
  return {
    title,
    columns,
    rows,
    totals: columns.map(({ sums }, n) => ({ value: totals[n] ?? null, sums })),
    summaries,
    parameters,
  };
};
