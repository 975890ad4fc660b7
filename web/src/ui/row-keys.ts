/** The row to which a key moves, given the current row, the last row and the number of rows per page. The result may be out of range. */
export const ROW_STEPS: Readonly<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (at, _, page) => at + page,
  PageUp: (at, _, page) => at - page,
};

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Name of a key of a row, such as 'c' or 'alt+enter'. Keys with Ctrl or Command belong to the page and the browser and have none. */
export const keyName = ({ key, altKey, ctrlKey, metaKey }: Press): string =>
  ctrlKey || metaKey ? '' : `${altKey ? 'alt+' : ''}${key.toLowerCase()}`;
