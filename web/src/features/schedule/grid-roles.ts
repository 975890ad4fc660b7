/** A grid whose rows in sight alone are drawn cannot be a table; its chips are the stops, so rows and cells are none. */
export const GRID = {
  grid: (label: string, rows: number, columns: number) =>
    ({
      role: 'grid',
      tabIndex: -1,
      'aria-label': label,
      'aria-rowcount': rows,
      'aria-colcount': columns,
    }) as const,
  group: { role: 'rowgroup' },
  row: (index: number) => ({ role: 'row', 'aria-rowindex': index }) as const,
  column: { role: 'columnheader' },
  head: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const;
