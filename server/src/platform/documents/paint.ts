import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { PrintedDocument } from './blocks.ts';
import { fontOf } from './fonts.ts';
import { LOGO, type PageMarks, paginate } from './layout.ts';
import { INK, type Mark, PAGE } from './page.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A parsed font: many documents share it. */
      registerFont(name: string, font: Font): this;
    }
  }
}

type Pdf = PDFKit.PDFDocument;

export const openPdf = (document: Pick<PrintedDocument, 'title' | 'at' | 'letterhead'>): Pdf => {
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
    // The default is another font file, which no document of ours needs.
    font: '',
  });
  pdf.registerFont('regular', fontOf('regular').font);
  pdf.registerFont('bold', fontOf('bold').font);
  return pdf;
};

const drawMark = (pdf: Pdf, mark: Mark, { letterhead }: PrintedDocument) => {
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
      pdf.save().translate(mark.x, mark.y).scale(mark.scale).lineWidth(0.9);
      pdf.path(mark.d).stroke(INK.grey).restore();
      return;
    case 'logo':
      if (letterhead.logo)
        pdf.image(Buffer.from(letterhead.logo), mark.x, mark.y, { fit: [LOGO.width, LOGO.height] });
  }
};

export const paintPage = (pdf: Pdf, marks: PageMarks, document: PrintedDocument) => {
  pdf.addPage();
  for (const mark of marks) drawMark(pdf, mark, document);
};

/** Draws the whole document, part by part; `between` is awaited after each page. Answers the number of pages. */
export const paint = async (
  pdf: Pdf,
  document: PrintedDocument,
  between: () => Promise<void>,
): Promise<number> => {
  let count = 0;
  for (const part of document.parts) {
    const pages = paginate(document, part);
    for (const [n, marks] of pages.entries()) {
      paintPage(pdf, marks, document);
      if (n === 0 && document.bookmarks) pdf.outline.addItem(part.title);
      await between();
    }
    count += pages.length;
  }
  pdf.end();
  return count;
};
