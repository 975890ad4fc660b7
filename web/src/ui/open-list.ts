/** So many rows of an open list are seen at once. The list itself scrolls: a scroll area would be a stop that no key reaches. */
export const openList = (rows: number) =>
  ({
    nothingFoundMessage: 'Nothing found',
    withScrollArea: false,
    styles: { options: { maxHeight: `calc(${rows} * var(--option-height))`, overflowY: 'auto' } },
  }) as const;
