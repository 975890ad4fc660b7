import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { Chapter, DocumentIndex, FlowPart, PrintedDocument } from './blocks.ts';
import { codeMatrix } from './codes.ts';
import { fontOf } from './fonts.ts';
import { LOGO, layPart, numberPages, type PageMarks } from './layout.ts';
import { type Box, INK, LANDSCAPE, type LaidPage, type Mark, PAGE, SIZE } from './page.ts';
import { putSealPlace } from './seal-place.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Registers a parsed font, which many documents share. */
      registerFont(name: string, font: Font): this;
    }
  }
  namespace PDFKit {
    interface PDFDocument {
      /** Fonts in use, by name. */
      readonly _fontFamilies: Readonly<Record<string, { layoutCache?: Record<string, unknown> }>>;
      /** The catalog; its page tree defines the order of pages, and its form the signature fields. */
      readonly _root: {
        readonly data: {
          readonly Pages: { readonly data: { Kids: unknown[] } };
          readonly AcroForm?: {
            readonly data: { readonly Fields: unknown[]; SigFlags?: number; NeedAppearances?: boolean };
          };
        };
      };
    }
  }
}

type Pdf = PDFKit.PDFDocument;

export const openPdf = (document: Pick<PrintedDocument, 'title' | 'at' | 'letterhead' | 'fillable'>): Pdf => {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.letterhead.agency,
      CreationDate: new Date(document.at),
    },
    // Prevents loading the default font, which our documents do not use.
    font: '',
  });
  pdf.registerFont('regular', fontOf('regular').font);
  pdf.registerFont('bold', fontOf('bold').font);
  // Typing later needs every letter, and the page's fonts contain only the letters that were printed.
  if (document.fillable) pdf.font(TYPED).initForm();
  return pdf;
};

const pictures = new WeakMap<Uint8Array, string>();
/** The library stores a picture once per file if it gets the same text for it. */
const pictureOf = (bytes: Uint8Array): string => {
  const known = pictures.get(bytes);
  if (known) return known;
  const made = `data:image/${bytes[0] === 0x89 ? 'png' : 'jpeg'};base64,${Buffer.from(bytes).toString('base64')}`;
  pictures.set(bytes, made);
  return made;
};

const HATCH = 4.5;

/** One path of strokes from lower left to upper right, clipped to the box. */
const hatch = (pdf: Pdf, { x, y, width, height }: Box) => {
  pdf.lineWidth(0.4).strokeColor(INK.rule);
  for (let start = HATCH - height; start < width; start += HATCH) {
    const [low, high] = [Math.max(0, start), Math.min(width, start + height)];
    pdf.moveTo(x + low, y + height - (low - start)).lineTo(x + high, y + height - (high - start));
  }
  pdf.stroke();
};

/** Dark modules as one filled path. */
const drawCode = (pdf: Pdf, { x, y, size, text }: Extract<Mark, { is: 'code' }>) => {
  const matrix = codeMatrix(text);
  const module = size / matrix.size;
  for (const { column, row, length } of matrix.runs)
    pdf.rect(x + column * module, y + row * module, length * module, module);
  pdf.fill(INK.black);
};

const TYPED = 'Helvetica';

/** Form fields are numbered per file, to keep their names unique; users see the label. */
const inputCounts = new WeakMap<Pdf, number>();

const drawInput = (pdf: Pdf, { kind, x, y, width, height, label }: Extract<Mark, { is: 'input' }>) => {
  const count = (inputCounts.get(pdf) ?? 0) + 1;
  inputCounts.set(pdf, count);
  const name = `field ${count}`;
  pdf.font(TYPED);
  if (kind === 'tick') pdf.formCheckbox(name, x, y, width, height, { label });
  else pdf.formText(name, x, y, width, height, { label, fontSize: SIZE.body, multiline: kind === 'lines' });
};

/** In units of the signature pad (domain/src/signing/ink.ts). */
const PEN = 4;

const drawMark = (pdf: Pdf, mark: Mark, { letterhead, fillable }: PrintedDocument) => {
  switch (mark.is) {
    case 'text':
      pdf
        .font(mark.weight)
        .fontSize(mark.size)
        .fillColor(mark.grey ? INK.grey : INK.black)
        .text(mark.text, mark.x, mark.y, { lineBreak: false });
      return;
    case 'line':
      pdf
        .lineWidth(mark.thick ?? 0.5)
        .strokeColor(mark.black ? INK.black : INK.rule)
        .moveTo(mark.x1, mark.y1)
        .lineTo(mark.x2, mark.y2)
        .stroke();
      return;
    case 'rect':
      pdf.rect(mark.x, mark.y, mark.width, mark.height).lineWidth(0.5);
      if (!mark.fill) pdf.stroke(INK.rule);
      else if (mark.bare) pdf.fill(mark.fill);
      else pdf.fillAndStroke(mark.fill, INK.rule);
      return;
    case 'path':
      pdf.save().translate(mark.x, mark.y).scale(mark.scale);
      if (mark.pen) pdf.lineCap('round').lineJoin('round');
      pdf.lineWidth(mark.pen ? PEN : 0.9).path(mark.d);
      pdf.stroke(mark.pen ? INK.black : INK.grey).restore();
      return;
    case 'logo':
      if (letterhead.logo)
        pdf.image(pictureOf(letterhead.logo), mark.x, mark.y, {
          fit: [mark.width ?? LOGO.width, mark.height ?? LOGO.height],
        });
      return;
    case 'picture':
      pdf.image(pictureOf(mark.bytes), mark.x, mark.y, { fit: [mark.width, mark.height] });
      return;
    case 'hatch':
      hatch(pdf, mark);
      return;
    case 'input':
      if (fillable) drawInput(pdf, mark);
      return;
    case 'code':
      drawCode(pdf, mark);
  }
};

export const paintPage = (
  pdf: Pdf,
  marks: PageMarks,
  document: PrintedDocument,
  paper: typeof PAGE | typeof LANDSCAPE = PAGE,
) => {
  pdf.addPage({ size: [paper.width, paper.height], margin: 0 });
  for (const mark of marks) drawMark(pdf, mark, document);
};

const PAGES_REMEMBERED = 32;
/** The library caches every word it lays out. Names and numbers rarely recur, so a long document clears the cache. */
const forgetWords = ({ _fontFamilies: fonts }: Pdf) => {
  for (const font of Object.values(fonts)) if (font.layoutCache) font.layoutCache = Object.create(null);
};

/** Clears the cache of words every few pages, across parts and chapters. */
const forgetting = (pdf: Pdf, between: Between): Between => {
  let pages = 0;
  return async () => {
    pages += 1;
    if (pages % PAGES_REMEMBERED === 0) forgetWords(pdf);
    await between();
  };
};

const paintPages = async (
  pdf: Pdf,
  document: PrintedDocument,
  pages: readonly LaidPage[],
  { bookmark, between }: { readonly bookmark: string | undefined; readonly between: Between },
) => {
  for (const [n, { draw, landscape }] of pages.entries()) {
    paintPage(pdf, draw(), document, landscape ? LANDSCAPE : PAGE);
    if (n === 0 && bookmark !== undefined) pdf.outline.addItem(bookmark);
    await between();
  }
};

type Between = () => Promise<void>;

/** Draws the whole document, part by part, and awaits `afterPage` after each page. Returns the number of pages. */
export const paint = async (
  pdf: Pdf,
  document: PrintedDocument,
  afterPage: Between,
  chapters?: AsyncIterable<Chapter>,
): Promise<number> => {
  const between = forgetting(pdf, afterPage);
  const count =
    document.index && chapters
      ? await paintBulk(pdf, document, document.index, { between, chapters })
      : await paintParts(pdf, document, between);
  if (document.seal) putSealPlace(pdf, document.seal.reason, document);
  pdf.end();
  return count;
};

const paintParts = async (pdf: Pdf, document: PrintedDocument, between: Between) => {
  const laid = document.parts.map((part) => ({ part, pages: () => layPart(document, part) }));
  if (document.oneCount) {
    const pages = numberPages(
      document,
      laid.flatMap((one) => one.pages()),
    );
    await paintPages(pdf, document, pages, { bookmark: undefined, between });
    return pages.length;
  }
  let count = 0;
  for (const one of laid) {
    const pages = numberPages(document, one.pages());
    const bookmark = document.bookmarks ? one.part.title : undefined;
    await paintPages(pdf, document, pages, { bookmark, between });
    count += pages.length;
  }
  return count;
};

/** As wide as any number of pages, so that the index takes the same space before and after counting. */
const UNKNOWN = '000';

const indexPart = (index: DocumentIndex, counts?: readonly number[]): FlowPart => {
  let at = 0;
  const pagesOf = () => (counts ? String(counts[at++] ?? '') : UNKNOWN);
  const rows = index.rows.map((cells) =>
    cells[index.pagesCell] === '' ? cells.with(index.pagesCell, pagesOf()) : cells,
  );
  const { title, subject, foot, above, columns } = index;
  return { title, subject, foot, blocks: [...above, { kind: 'table', columns, rows, dense: true }] };
};

/** Draws chapters as they come and frees each at once. The index lists their pages, so it is drawn last and put first in the page tree. */
const paintBulk = async (
  pdf: Pdf,
  document: PrintedDocument,
  index: DocumentIndex,
  { between, chapters }: { between: Between; chapters: AsyncIterable<Chapter> },
) => {
  const before = layPart(document, indexPart(index)).length;
  const counts: number[] = [];
  let count = before;
  for await (const { title, parts } of chapters) {
    const laid = parts.flatMap((part) => layPart(document, part));
    const pages = numberPages(document, laid, count + 1);
    await paintPages(pdf, document, pages, { bookmark: title, between });
    counts.push(pages.length);
    count += pages.length;
  }
  const last = numberPages(document, layPart(document, indexPart(index, counts)), 1);
  await paintPages(pdf, document, last, { bookmark: undefined, between });
  const tree = pdf._root.data.Pages.data;
  tree.Kids = [...tree.Kids.slice(-last.length), ...tree.Kids.slice(0, -last.length)];
  return count;
};
