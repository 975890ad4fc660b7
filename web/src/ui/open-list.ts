/** Shows that many rows of an open list. The list itself scrolls, because a scroll area would be a tab stop without a purpose. */
export const openList = (rows: number) =>
  ({
    nothingFoundMessage: 'Nothing found',
    withScrollArea: false,
    styles: { options: { maxHeight: `calc(${rows} * var(--option-height))`, overflowY: 'auto' } },
  }) as const;
