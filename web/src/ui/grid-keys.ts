/** A checkbox has no text to move in. */
const isWhole = (input: HTMLInputElement) =>
  input.type === 'checkbox' || (input.selectionStart === 0 && input.selectionEnd === input.value.length);
const atStart = (input: HTMLInputElement) => isWhole(input) || input.selectionEnd === 0;
const atEnd = (input: HTMLInputElement) => isWhole(input) || input.selectionStart === input.value.length;

/**
 * How many rows and columns a key moves from a cell of a grid. Left and right leave the cell only from the edge of the text,
 * so that the text can be edited.
 */
export const stepOf = (
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  input: HTMLInputElement,
): readonly [lines: number, columns: number] | undefined => {
  switch (key) {
    case 'ArrowDown':
      return [1, 0];
    case 'ArrowUp':
      return [-1, 0];
    case 'Enter':
      return [shiftKey ? -1 : 1, 0];
    case 'ArrowLeft':
      return atStart(input) ? [0, -1] : undefined;
    case 'ArrowRight':
      return atEnd(input) ? [0, 1] : undefined;
    default:
      return undefined;
  }
};
