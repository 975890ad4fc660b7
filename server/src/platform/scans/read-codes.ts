import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { type Raster, wasmBytes } from './pdf-pages.ts';

export type Turn = 0 | 90 | 180 | 270;

/** What is in the codes of a page. */
export interface CodesRead {
  readonly texts: readonly string[];
  /** Degrees clockwise until it is upright, by its codes; 0 without one. */
  readonly turn: Turn;
}

let prepared: Promise<unknown> | undefined;
const prepare = async () => {
  const wasmBinary = await wasmBytes('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
};
/** The first page of a thread waits less. */
export const prepareReader = (): Promise<unknown> => {
  prepared ??= prepare();
  return prepared;
};

/** Dark on light, two copies of one code and perhaps somebody's stamp. */
const OPTIONS = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: false,
  tryInvert: false,
  maxNumberOfSymbols: 8,
} satisfies ReaderOptions;

let last = new Uint8ClampedArray(0);

/** Four bytes of one colour for each point of grey, in one write. Pages of one size share their room: it is large. */
const colourOf = ({ width, height, greys }: Raster) => {
  if (last.length !== width * height * 4) last = new Uint8ClampedArray(width * height * 4);
  const points = new Uint32Array(last.buffer);
  for (let n = 0; n < points.length; n += 1) points[n] = 0xff000000 | ((greys[n] ?? 255) * 0x010101);
  return { data: last, width, height, colorSpace: 'srgb' } as const;
};

const QUARTERS: readonly Turn[] = [0, 90, 180, 270];
/** A code that lies on its side says how the page does. */
const turnOf = ([first]: readonly ReadResult[]): Turn =>
  (first && QUARTERS[((Math.round(-first.orientation / 90) % 4) + 4) % 4]) ?? 0;

const codesOf = (found: readonly ReadResult[]): CodesRead => {
  // Codes that cannot be made out are not reported: an invalid result is a picture that cannot be decoded.
  if (found.some(({ isValid }) => !isValid)) throw new Error('the picture cannot be decoded');
  return { texts: found.map(({ text }) => text), turn: turnOf(found) };
};

export const readCodesOf = async (page: Raster): Promise<CodesRead> => {
  await prepareReader();
  return codesOf(await readBarcodes(colourOf(page), OPTIONS));
};

/** Of a JPG or PNG file, whose size was looked at before. */
export const readCodesOfPicture = async (file: Uint8Array): Promise<CodesRead> => {
  await prepareReader();
  return codesOf(await readBarcodes(file, OPTIONS));
};
