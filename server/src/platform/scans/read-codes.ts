import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { type Raster, wasmBytes } from './pdf-pages.ts';

export type Turn = 0 | 90 | 180 | 270;

/** The content of a page's codes. */
export interface CodesRead {
  readonly texts: readonly string[];
  /** Degrees clockwise to make the page upright, by its codes; 0 without one. */
  readonly turn: Turn;
}

let prepared: Promise<unknown> | undefined;
const prepare = async () => {
  const wasmBinary = await wasmBytes('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
};
/** Prepares in advance, so that a thread's first page waits less. */
export const prepareReader = (): Promise<unknown> => {
  prepared ??= prepare();
  return prepared;
};

/** Dark on light: two copies of one code, and perhaps someone's stamp. */
const OPTIONS = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: false,
  tryInvert: false,
  maxNumberOfSymbols: 8,
} satisfies ReaderOptions;

let last = new Uint8ClampedArray(0);

/** Four bytes of color per shade of grey, in one write. The large buffer is reused for pages of equal size. */
const colourOf = ({ width, height, greys }: Raster) => {
  if (last.length !== width * height * 4) last = new Uint8ClampedArray(width * height * 4);
  const points = new Uint32Array(last.buffer);
  for (let n = 0; n < points.length; n += 1) points[n] = 0xff000000 | ((greys[n] ?? 255) * 0x010101);
  return { data: last, width, height, colorSpace: 'srgb' } as const;
};

const QUARTERS: readonly Turn[] = [0, 90, 180, 270];
/** A code's orientation shows that of the page. */
const turnOf = ([first]: readonly ReadResult[]): Turn =>
  (first && QUARTERS[((Math.round(-first.orientation / 90) % 4) + 4) % 4]) ?? 0;

const codesOf = (found: readonly ReadResult[]): CodesRead => {
  // Unreadable codes are not reported; an invalid result means that the picture cannot be decoded.
  if (found.some(({ isValid }) => !isValid)) throw new Error('the picture cannot be decoded');
  return { texts: found.map(({ text }) => text), turn: turnOf(found) };
};

export const readCodesOf = async (page: Raster): Promise<CodesRead> => {
  await prepareReader();
  return codesOf(await readBarcodes(colourOf(page), OPTIONS));
};

/** For a JPG or PNG file whose size was checked before. */
export const readCodesOfPicture = async (file: Uint8Array): Promise<CodesRead> => {
  await prepareReader();
  return codesOf(await readBarcodes(file, OPTIONS));
};
