import PDFDocument from 'pdfkit';
import { codeMatrix } from '../../server/src/platform/documents/codes.ts';
import { fontOf } from '../../server/src/platform/documents/fonts.ts';
import type { PageMarks } from '../../server/src/platform/documents/layout.ts';

/** A page whose marks were all made before. */
export type KnownPage = { readonly marks: PageMarks; readonly landscape: boolean };

/** The PDF library alone: every text, line and code at a place that was known before. */
export const drawAtFixedPlaces = async (pages: readonly KnownPage[]): Promise<void> => {
  const pdf = new PDFDocument({ margin: 0, autoFirstPage: false, font: '' });
  const ended = new Promise((resolve) => pdf.on('data', () => undefined).once('end', resolve));
  for (const weight of ['regular', 'bold'] as const) pdf.registerFont(weight, fontOf(weight).font);
  for (const { marks, landscape } of pages) {
    pdf.addPage({ size: landscape ? [792, 612] : [612, 792], margin: 0 });
    for (const mark of marks) {
      if (mark.is === 'text') {
        const color = mark.grey ? '#4d4d4d' : '#000000';
        pdf.font(mark.weight).fontSize(mark.size).fillColor(color);
        pdf.text(mark.text, mark.x, mark.y, { lineBreak: false });
      } else if (mark.is === 'line') {
        pdf.lineWidth(mark.thick ?? 0.5).strokeColor(mark.black ? '#000000' : '#808080');
        pdf.moveTo(mark.x1, mark.y1).lineTo(mark.x2, mark.y2).stroke();
      } else if (mark.is === 'rect') {
        pdf.rect(mark.x, mark.y, mark.width, mark.height).lineWidth(0.5);
        if (mark.fill) pdf.fill(mark.fill);
        else pdf.stroke('#808080');
      } else if (mark.is === 'code') {
        const { size, runs } = codeMatrix(mark.text);
        const one = mark.size / size;
        for (const { column, row, length } of runs)
          pdf.rect(mark.x + column * one, mark.y + row * one, length * one, one);
        pdf.fill('#000000');
      }
    }
  }
  pdf.end();
  await ended;
};
