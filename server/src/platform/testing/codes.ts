import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readPdf } from './pdf.ts';

const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
let prepared: Promise<unknown> | undefined;
/** The reader's own file: else it asks a host for it. */
const prepare = async () => {
  const bytes = await readFile(wasmFile);
  const wasmBinary = new ArrayBuffer(bytes.length);
  new Uint8Array(wasmBinary).set(bytes);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
};

/** 150 dots an inch, as a scanner of an office does. */
const SCALE = 150 / 72;

/** The texts of the QR codes on a page, as a second program reads them from its picture. */
export const readCodes = async (pdf: Uint8Array, page: number): Promise<string[]> => {
  prepared ??= prepare();
  await prepared;
  const seen = (await readPdf(pdf, SCALE))[page];
  if (!seen) return [];
  const data = new Uint8ClampedArray(seen.width * seen.height * 4);
  for (let n = 0; n < seen.greys.length; n += 1) {
    data.fill(seen.greys[n] ?? 255, n * 4, n * 4 + 3);
    data[n * 4 + 3] = 255;
  }
  const found = await readBarcodes(
    { data, width: seen.width, height: seen.height, colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true },
  );
  return found.map(({ text }) => text);
};
