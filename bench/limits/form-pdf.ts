import PDFDocument from 'pdfkit';
import type { PrintedDocument } from '../../server/src/platform/documents/blocks.ts';
import { fontOf } from '../../server/src/platform/documents/fonts.ts';
import type { PageMarks } from '../../server/src/platform/documents/layout.ts';

/** The PDF library alone: every text and line at a place that was known before. */
export const drawAtFixedPlaces = async (
  { title, at, letterhead }: PrintedDocument,
  pages: readonly PageMarks[],
  data: (chunk: Buffer) => void,
): Promise<void> => {
  const info = { Title: title, Author: letterhead.agency, CreationDate: new Date(at) };
  const named = { lang: 'en-US', displayTitle: true, info, pdfVersion: '1.7' } as const;
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false, font: '', ...named });
  const ended = new Promise((resolve) => pdf.on('data', data).once('end', resolve));
  for (const weight of ['regular', 'bold'] as const) pdf.registerFont(weight, fontOf(weight).font);
  for (const marks of pages) {
    pdf.addPage();
    for (const mark of marks) {
      if (mark.is === 'text') {
        pdf
          .font(mark.weight)
          .fontSize(mark.size)
          .fillColor(mark.grey ? '#4d4d4d' : '#000000');
        pdf.text(mark.text, mark.x, mark.y, { lineBreak: false });
      } else if (mark.is === 'line') {
        pdf.lineWidth(mark.thick ?? 0.5).strokeColor(mark.black ? '#000000' : '#808080');
        pdf.moveTo(mark.x1, mark.y1).lineTo(mark.x2, mark.y2).stroke();
      } else if (mark.is === 'rect') {
        pdf.rect(mark.x, mark.y, mark.width, mark.height).lineWidth(0.5);
        if (!mark.fill) pdf.stroke('#808080');
        else if (mark.bare) pdf.fill(mark.fill);
        else pdf.fillAndStroke(mark.fill, '#808080');
      }
    }
  }
  pdf.end();
  await ended;
};
