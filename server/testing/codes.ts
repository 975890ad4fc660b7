import { PdfPages } from '../src/platform/scans/pdf-pages.ts';
import { readCodesOf } from '../src/platform/scans/read-codes.ts';

/** 150 dots an inch, like an office scanner. */
const DOTS = 150;

/** The texts of a page's QR codes, read as from a scan. */
export const readCodes = async (bytes: Uint8Array, page: number): Promise<readonly string[]> => {
  const pdf = await PdfPages.open(bytes);
  try {
    return page < pdf.count ? (await readCodesOf(await pdf.draw(page, DOTS))).texts : [];
  } finally {
    pdf.close();
  }
};
