import { WEEKDAYS } from '@homecare/domain/calendar.ts';

/** Cells of the grid in reading order, one list per line. */
const lines = (table: HTMLTableElement) =>
  [...table.rows]
    .map((row) => [...row.querySelectorAll<HTMLInputElement>('input[data-day]')])
    .filter((cells) => cells.length > 0);

const isAll = (input: HTMLInputElement) =>
  input.selectionStart === 0 && input.selectionEnd === input.value.length;
const atStart = (input: HTMLInputElement) => isAll(input) || input.selectionEnd === 0;
const atEnd = (input: HTMLInputElement) => isAll(input) || input.selectionStart === input.value.length;

const step = (key: string, shift: boolean, input: HTMLInputElement): [number, number] | undefined => {
  switch (key) {
    case 'ArrowDown':
      return [1, 0];
    case 'ArrowUp':
      return [-1, 0];
    case 'Enter':
      return [shift ? -1 : 1, 0];
    case 'ArrowLeft':
      return atStart(input) ? [0, -1] : undefined;
    case 'ArrowRight':
      return atEnd(input) ? [0, 1] : undefined;
    default:
      return undefined;
  }
};

/** Where a key leads from a cell; left and right move only from the edge of the text, so that text can be corrected. */
export const nextCell = (
  event: {
    readonly key: string;
    readonly shiftKey: boolean;
    readonly ctrlKey: boolean;
    readonly altKey: boolean;
  },
  from: HTMLInputElement,
  table: HTMLTableElement,
): HTMLInputElement | undefined => {
  if (event.ctrlKey || event.altKey) return undefined;
  const move = step(event.key, event.shiftKey, from);
  if (!move) return undefined;
  const all = lines(table);
  const line = all.findIndex((cells) => cells.includes(from));
  const column = all[line]?.indexOf(from) ?? 0;
  return all[line + move[0]]?.[column + move[1]];
};

/**
 * Where Tab stops, in its order: Refresh Time, then day by day its cells from above and, once the day is filled, the button
 * that copies it. The buttons that unfold items are met on the way down the first day.
 */
export const tabStops = (table: HTMLTableElement): HTMLElement[] => {
  const all = (selector: string) => [...table.querySelectorAll<HTMLElement>(selector)];
  return [
    ...all('button[data-before]'),
    ...WEEKDAYS.flatMap((day, index) => [
      ...all(`input[data-day="${day}"]${index === 0 ? ', button[data-first-day]' : ''}`),
      ...all(`button[data-copy="${day}"]`),
    ]),
  ];
};
