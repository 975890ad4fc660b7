import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** A page as shades of grey, 0 black to 255 white, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly greys: Uint8Array;
}

/** Why a PDF cannot be opened. */
export type PdfFault = 'encrypted' | 'broken';
export class PdfRefused extends Error {
  readonly fault: PdfFault;
  constructor(fault: PdfFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The bytes of a package's WebAssembly file; its loader would fetch them from a host. */
export const wasmBytes = async (file: string): Promise<ArrayBuffer> => {
  const bytes = await readFile(createRequire(import.meta.url).resolve(file));
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
};

let library: Promise<PDFiumLibrary> | undefined;
export const pdfLibrary = (): Promise<PDFiumLibrary> => {
  library ??= wasmBytes('@hyzyla/pdfium/pdfium.wasm').then((wasmBinary) =>
    PDFiumLibrary.init({ wasmBinary }),
  );
  return library;
};

const POINTS_PER_INCH = 72;
/** Letter at 300 dpi has 8.4 million pixels; a page that claims to be huge is drawn smaller. */
const MOST_PIXELS = 9_000_000;

/** A PDF's pages as pictures. Whoever opens it must close it. */
export class PdfPages {
  readonly #document: PDFiumDocument;
  readonly count: number;

  private constructor(document: PDFiumDocument) {
    this.#document = document;
    this.count = document.getPageCount();
  }

  static async open(bytes: Uint8Array): Promise<PdfPages> {
    const opened = await (await pdfLibrary()).loadDocument(bytes).catch((error: unknown) => {
      const isLocked = error instanceof Error && /password|security/i.test(error.message);
      throw new PdfRefused(isLocked ? 'encrypted' : 'broken');
    });
    return new PdfPages(opened);
  }

  /** `page` counts from 0. */
  async draw(page: number, dotsPerInch: number): Promise<Raster> {
    const found = this.#document.getPage(page);
    const { originalWidth, originalHeight } = found.getOriginalSize();
    if (!(originalWidth >= 1 && originalHeight >= 1)) throw new Error('the page has no size');
    const wanted = dotsPerInch / POINTS_PER_INCH;
    const most = Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight));
    const scale = Math.min(wanted, most);
    if (originalWidth * scale < 1 || originalHeight * scale < 1) throw new Error('the page is a line');
    const { data, width, height } = await found.render({ scale, render: 'bitmap', colorSpace: 'Gray' });
    return { width, height, greys: data };
  }

  close() {
    this.#document.destroy();
  }
}
