import { sayPageCode, writePageCode } from '@homecare/domain/plan-documents/page-code.ts';
import { create, type QRCode } from 'qrcode';
import type { CodeOfPart } from './blocks.ts';
import { type Mark, putText, SIZE } from './page.ts';

/** Sizes of the two copies, and the clear space around them (docs/rules/documents.md, rule 7). */
export const CODE = { upper: 66, lower: 50, clear: 12 } as const;

const LABEL_WIDTH = 160;

/** The upper copy with its text to the left, so that a person can file the page too. */
export const putUpperCode = (marks: Mark[], right: number, y: number, code: CodeOfPart, page: number) => {
  const x = right - CODE.upper;
  marks.push({ is: 'code', x, y, size: CODE.upper, text: writePageCode({ ...code, page }) });
  const at = { x: x - CODE.clear - LABEL_WIDTH, y, width: LABEL_WIDTH };
  return putText(marks, sayPageCode({ ...code, page }), at, { size: SIZE.label, align: 'right' });
};

export const putLowerCode = (marks: Mark[], x: number, y: number, code: CodeOfPart, page: number) => {
  marks.push({ is: 'code', x, y, size: CODE.lower, text: writePageCode({ ...code, page }) });
};

/** A run of adjacent dark modules in a row: column, row, length. */
export interface DarkRun {
  readonly column: number;
  readonly row: number;
  readonly length: number;
}
export interface Matrix {
  readonly size: number;
  readonly runs: readonly DarkRun[];
}

/** The modules of a code as lines to draw. */
export const matrixOf = ({ modules }: QRCode): Matrix => {
  const runs: DarkRun[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1) {
      const from = column;
      while (column < modules.size && modules.get(row, column)) column += 1;
      if (column > from) runs.push({ column: from, row, length: column - from });
    }
  return { size: modules.size, runs };
};

/** A code for the screen with an address that a phone scans. */
export const drawCode = (text: string): { readonly size: number; readonly path: string } => {
  const { size, runs } = matrixOf(create(text, { errorCorrectionLevel: 'M' }));
  const path = runs.map(({ column, row, length }) => `M${column} ${row}h${length}v1h-${length}z`).join('');
  return { size, path };
};

let last: { readonly text: string; readonly matrix: Matrix } | undefined;

/** Level Q, alphanumeric. A page has its code twice, and the second copy is not computed again. */
export const codeMatrix = (text: string): Matrix => {
  if (last?.text !== text) {
    const code = create([{ data: text, mode: 'alphanumeric' }], { errorCorrectionLevel: 'Q' });
    last = { text, matrix: matrixOf(code) };
  }
  return last.matrix;
};
