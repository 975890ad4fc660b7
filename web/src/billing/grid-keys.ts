/** Cells of the grid line by line: the second half goes on below the first. */
const lines = (grid: HTMLElement) =>
  [...grid.querySelectorAll<HTMLTableRowElement>('tr[data-date]')].map((row) => [
    ...row.querySelectorAll<HTMLInputElement>('input[data-cell]'),
  ]);

/** A checkbox has no text to move in. */
const isWhole = (input: HTMLInputElement) =>
  input.type === 'checkbox' || (input.selectionStart === 0 && input.selectionEnd === input.value.length);
const atStart = (input: HTMLInputElement) => isWhole(input) || input.selectionEnd === 0;
const atEnd = (input: HTMLInputElement) => isWhole(input) || input.selectionStart === input.value.length;

const step = (
  key: string,
  shift: boolean,
  input: HTMLInputElement,
): readonly [number, number] | undefined => {
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

/**
 * Where a key leads from a cell. Left and right move only from the edge of the text, and from the edge of a half to the same
 * line of the other one.
 */
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
  const move = step(event.key, event.shiftKey, from);
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
