import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { stepOf } from '../../ui/grid-keys.ts';

/** Cells of the grid in reading order, one list per line. */
const lines = (table: HTMLTableElement) =>
  [...table.rows]
    .map((row) => [...row.querySelectorAll<HTMLInputElement>('input[data-day]')])
    .filter((cells) => cells.length > 0);

/** The cell to which a key moves. */
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
  const move = stepOf(event, from);
  if (!move) return undefined;
  const all = lines(table);
  const line = all.findIndex((cells) => cells.includes(from));
  const column = all[line]?.indexOf(from) ?? 0;
  return all[line + move[0]]?.[column + move[1]];
};

/**
 * The tab stops in order: Refresh Time, then for each day its cells from top to bottom and, if the day has entries, the
 * button that copies it. Buttons that unfold items come along the first day.
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
