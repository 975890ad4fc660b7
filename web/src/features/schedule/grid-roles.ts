/** ARIA roles of a grid that renders only visible rows and therefore cannot be a table. Its chips are the tab stops, not rows and cells. */
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
