import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { MAX_SCAN_PIXELS } from '@homecare/domain/timesheets/scans.ts';
import { greyPng } from './grey-png.ts';
import { PdfPages, PdfRefused, type Raster } from './pdf-pages.ts';
import { pictureSize } from './picture-size.ts';
import { type CodesRead, prepareReader, readCodesOf, readCodesOfPicture } from './read-codes.ts';

/** Requests of the main thread, one at a time. The last opened file is kept. */
export type ToReader =
  | { readonly ask: 'open'; readonly kind: 'pdf' | 'jpg' | 'png'; readonly bytes: Uint8Array }
  | { readonly ask: 'read'; readonly page: number }
  | { readonly ask: 'draw'; readonly page: number };
export type OpenFault = 'encrypted' | 'broken' | 'tooManyPixels';
export type FromReader =
  | { readonly say: 'opened'; readonly pages: number }
  | { readonly say: 'refused'; readonly fault: OpenFault }
  | { readonly say: 'read'; readonly codes: CodesRead }
  | { readonly say: 'drawn'; readonly png: Uint8Array }
  | { readonly say: 'failed' };

/** Calls take precedence over pages when processors are busy; on Linux the priority applies to this thread only. */
if (process.platform === 'linux') setPriority(0, 10);

/** Both libraries have their own memory, which may not grow beyond this, whatever a page requests. */
const MOST_MEMORY = 640 * 1024 * 1024;
const BLOCK = 65_536;
declare const WebAssembly: {
  readonly Memory: {
    readonly prototype: { grow(this: { readonly buffer: ArrayBuffer }, blocks: number): number };
  };
};
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function growWithin(blocks) {
  if (this.buffer.byteLength + blocks * BLOCK > MOST_MEMORY)
    throw new RangeError('the page needs too much memory');
  return grow.call(this, blocks);
};

/** A scan is read at the second resolution if the first finds none of our codes. */
const READ_DOTS = 150;
const READ_AGAIN_DOTS = 240;
const SHOWN_DOTS = 150;
const QUICK = 2;

interface Opened {
  readonly pages: number;
  codes(page: number): Promise<CodesRead>;
  draw(page: number): Promise<Raster>;
  close(): void;
}

const ofPdf = (pdf: PdfPages): Opened => ({
  pages: pdf.count,
  codes: async (page) => {
    const quick = await readCodesOf(await pdf.draw(page, READ_DOTS));
    return quick.texts.length > 0 ? quick : readCodesOf(await pdf.draw(page, READ_AGAIN_DOTS));
  },
  draw: (page) => pdf.draw(page, SHOWN_DOTS),
  close: () => pdf.close(),
});

const ofPicture = (bytes: Uint8Array): Opened => ({
  pages: 1,
  codes: () => readCodesOfPicture(bytes),
  draw: () => Promise.reject(new Error('a picture is shown as it is')),
  close: () => undefined,
});

let opened: Opened | undefined;

const open = async ({ kind, bytes }: Extract<ToReader, { ask: 'open' }>): Promise<FromReader> => {
  opened?.close();
  opened = undefined;
  if (kind === 'pdf') opened = ofPdf(await PdfPages.open(bytes));
  else {
    const size = pictureSize(kind, bytes);
    if (!size) return { say: 'refused', fault: 'broken' };
    if (size.width * size.height > MAX_SCAN_PIXELS) return { say: 'refused', fault: 'tooManyPixels' };
    opened = ofPicture(bytes);
  }
  return { say: 'opened', pages: opened.pages };
};

const answer = async (asked: ToReader): Promise<FromReader> => {
  try {
    if (asked.ask === 'open') return await open(asked);
    if (!opened) return { say: 'failed' };
    if (asked.ask === 'read') return { say: 'read', codes: await opened.codes(asked.page) };
    return { say: 'drawn', png: new Uint8Array(greyPng(await opened.draw(asked.page), QUICK)) };
  } catch (error) {
    return error instanceof PdfRefused ? { say: 'refused', fault: error.fault } : { say: 'failed' };
  }
};

await prepareReader();
parentPort?.on('message', (asked: ToReader) => {
  void answer(asked).then((message) => parentPort?.postMessage(message));
});
