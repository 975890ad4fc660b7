import type { PrintedDocument } from './blocks.ts';
import { printable } from './fonts.ts';
import { lineHeight, type Mark, type Paper, putLines, rule, SIZE, widthOf, wrap } from './page.ts';

const top = ({ height, margin }: Paper) => height - margin - lineHeight(SIZE.foot);
const inner = ({ width, margin }: Paper) => width - 2 * margin;

const confidentialLines = ({ confidentiality }: PrintedDocument, paper: Paper) =>
  confidentiality ? wrap(confidentiality, inner(paper), SIZE.foot) : [];

/** Where the content of every page ends. */
export const contentEnd = (document: PrintedDocument, paper: Paper) =>
  top(paper) - confidentialLines(document, paper).length * lineHeight(SIZE.foot) - 9;

/** Size of the number within the whole file, below the number within the chapter. */
const OWN_SIZE = 6;

/** The footer of each page (docs/rules/documents.md, rule 4); `own` is the number in a bulk file. */
export const drawFoot = (
  marks: Mark[],
  document: PrintedDocument,
  paper: Paper,
  texts: { readonly left: string; readonly page: string; readonly own: number | undefined },
) => {
  const style = { size: SIZE.foot, grey: true };
  const end = contentEnd(document, paper);
  const [x, width] = [paper.margin, inner(paper)];
  rule(marks, x, end + 5, x + width, end + 5);
  putLines(
    marks,
    confidentialLines(document, paper),
    { x, y: end + 7, width },
    { ...style, align: 'center' },
  );
  const at = { x, y: top(paper), width };
  const side = (width - widthOf(texts.page, SIZE.foot)) / 2 - 8;
  putLines(marks, wrap(texts.left, side, SIZE.foot).slice(0, 1), at, style);
  putLines(marks, [texts.page], at, { ...style, align: 'center' });
  putLines(marks, [printable(document.printed)], at, { ...style, align: 'right' });
  if (texts.own === undefined) return;
  const beneath = { ...at, y: at.y + lineHeight(SIZE.foot) };
  putLines(marks, [`file page ${texts.own}`], beneath, { size: OWN_SIZE, grey: true, align: 'center' });
};
