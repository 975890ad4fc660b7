import { stepOf } from '../../ui/grid-keys.ts';

/** Cells of the grid line by line. The second half continues below the first. */
const lines = (grid: HTMLElement) =>
  [...grid.querySelectorAll<HTMLTableRowElement>('tr[data-date]')].map((row) => [
    ...row.querySelectorAll<HTMLInputElement>('input[data-cell]'),
  ]);

/** The cell to which a key moves. From the edge of one half it goes to the same line of the other. */
export const nextCell = (
  event: {
    readonly key: string;
    readonly shiftKey: boolean;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
    readonly altKey: boolean;
  },
  from: HTMLInputElement,
  grid: HTMLElement,
): HTMLInputElement | undefined => {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const move = stepOf(event, from);
  if (!move) return undefined;
  const all = lines(grid);
  const line = all.findIndex((cells) => cells.includes(from));
  const column = all[line]?.indexOf(from) ?? 0;
  if (move[0] !== 0) return all[line + move[0]]?.[column];
  return all[line]?.[column + move[1]] ?? acrossHalves(all, line, move[1]);
};

const halfOf = (cells: readonly HTMLInputElement[] | undefined) => cells?.[0]?.closest('table');

const acrossHalves = (
  all: readonly (readonly HTMLInputElement[])[],
  line: number,
  direction: number,
): HTMLInputElement | undefined => {
  const own = halfOf(all[line]);
  const first = all.findIndex((cells) => halfOf(cells) === own);
  const others = all.filter((cells) => halfOf(cells) !== own);
  const isForward = others[0] !== undefined && all.indexOf(others[0]) > first;
  if (direction > 0 !== isForward) return undefined;
  const beside = others[Math.min(line - first, others.length - 1)];
  return direction > 0 ? beside?.[0] : beside?.at(-1);
};
