/** Where a key leads in a list of rows, from a row, with the last one and the rows of one page; it may lie beyond the ends. */
export const ROW_STEPS: Readonly<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (at, _, page) => at + page,
  PageUp: (at, _, page) => at - page,
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** How the keys of a row are named: 'c', 'alt+enter'; none with Ctrl or Command, which the page and the browser have. */
export const keyName = ({ key, altKey, ctrlKey, metaKey }: Press): string =>
  ctrlKey || metaKey ? '' : `${altKey ? 'alt+' : ''}${key.toLowerCase()}`;
