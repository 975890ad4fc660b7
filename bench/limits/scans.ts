import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Pages of a file drawn and their codes read by the two libraries alone, with the priority of the product's threads. */
if (process.platform === 'linux') setPriority(0, 10);
const wasm = async (name: string) => {
  const bytes = await readFile(new URL(`../../node_modules/${name}`, import.meta.url));
  return new Uint8Array(bytes).buffer;
};
const library = await PDFiumLibrary.init({ wasmBinary: await wasm('@hyzyla/pdfium/dist/pdfium.wasm') });
const wasmBinary = await wasm('zxing-wasm/dist/reader/zxing_reader.wasm');
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
const { file, first, step } = workerData;
const document = await library.loadDocument(await readFile(file));
parentPort?.postMessage('ready');
parentPort?.once('message', async () => {
  let found = 0;
  for (let page = first; page < document.getPageCount(); page += step) {
    const render = { scale: 150 / 72, render: 'bitmap', colorSpace: 'Gray' } as const;
    const { data, width, height } = await document.getPage(page).render(render);
    const points = new Uint32Array(data.length);
    for (let n = 0; n < data.length; n += 1) points[n] = 0xff000000 | ((data[n] ?? 0) * 0x010101);
    const picture = { data: new Uint8ClampedArray(points.buffer), width, height };
    const codes = await readBarcodes({ ...picture, colorSpace: 'srgb' }, { formats: ['QRCode'] });
    if (codes.length > 0) found += 1;
  }
  parentPort?.postMessage(found);
});
