import { deflateSync } from 'node:zlib';
import { writePageCode } from '@homecare/domain/plan-documents/page-code.ts';
import { describe, expect, it, test } from 'vitest';
import { SAMPLE_PRINTING, samplePlan } from '../../../testing/plan-facts.ts';
import { printedPdf } from '../../../testing/printed.ts';
import {
  anyCrookedness,
  packedBomb,
  pdfOf,
  quarterTurn,
  randomFrom,
  scannedPdf,
  scanOf,
} from '../../../testing/scanned.ts';
import { timesheetParts } from '../../plan-documents/documents/timesheet.ts';
import { greyPng } from './grey-png.ts';
import { type PagedFile, PageFailed, PageReader } from './page-reader.ts';
import { PdfPages, type Raster } from './pdf-pages.ts';
import { pictureSize } from './picture-size.ts';

const DOTS = 200;
const LIMITS = { threads: 1, openMs: 20_000, pageMs: 20_000, waiting: 100 };

let serial = 0;
const fileOf = (bytes: Uint8Array, kind: PagedFile['kind'] = 'pdf'): PagedFile => {
  serial += 1;
  return { key: `file ${serial}`, kind, load: async () => Uint8Array.from(bytes) };
};

const printed = async (id: number): Promise<{ raster: Raster; text: string }> => {
  const plan = samplePlan('usual', { id, rev: 3, coversPlanId: null });
  const flags = { covidts: false, timeNeeded: true, mreport: false };
  const [part] = timesheetParts(plan, '2026-10', SAMPLE_PRINTING, flags);
  if (!part?.code) throw new Error('a page without a code');
  const pdf = await PdfPages.open(await printedPdf([part]));
  const raster = await pdf.draw(0, DOTS);
  pdf.close();
  return { raster, text: writePageCode({ ...part.code, page: 1 }) };
};

describe('twelve scanned pages', () => {
  it('are read in any orientation, and a page that is not one of our forms has no code', async () => {
    const random = randomFrom(20_261_122);
    const pages: Raster[] = [];
    const texts: (string | undefined)[] = [];
    for (let n = 0; n < 11; n += 1) {
      const { raster, text } = await printed(1_000 + n);
      const crooked = scanOf(raster, anyCrookedness(random), random);
      pages.push(n === 0 ? quarterTurn(crooked) : crooked);
      texts.push(text);
    }
    const white = { width: 1_700, height: 2_200, greys: new Uint8Array(1_700 * 2_200).fill(255) };
    pages.push(scanOf(white, anyCrookedness(random), random));
    texts.push(undefined);
    const file = fileOf(scannedPdf(pages, DOTS));
    const reader = new PageReader({ ...LIMITS, threads: 2 });
    expect(await reader.open(file)).toBe(12);
    const read = await Promise.all(pages.map((_, page) => reader.read(file, page)));
    const wrong = read.flatMap(({ texts: found }, n) => found.filter((text) => text !== texts[n]));
    expect(wrong).toEqual([]);
    expect(read.map(({ texts: found }) => found[0])).toEqual(texts);
    // The first was placed a quarter turn clockwise, so three more turns make it upright.
    expect(read.map(({ turn }) => turn)).toEqual([270, ...Array(11).fill(0)]);
  });
});

const A_PAGE = { box: '[0 0 612 792]', content: '' };
const image = (head: string, data: Buffer) => ({
  ...A_PAGE,
  content: 'q 612 0 0 792 0 0 cm /P Do Q',
  image: { head, data },
});

describe('a hostile page', () => {
  const zeros = deflateSync(Buffer.alloc(64_000_000));
  test.each([
    [
      'of an endless picture',
      image(
        '/Width 200000 /Height 200000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        zeros,
      ),
    ],
    [
      'of a picture whose bytes are broken',
      image(
        '/Width 800 /Height 800 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
        Buffer.from('no picture'),
      ),
    ],
    ['as large as a house', { box: '[0 0 99999999 99999999]', content: '0 0 10 10 re f' }],
    ['without any size', { box: '[0 0 0 0]', content: '' }],
    [
      'that packs itself into itself',
      image(
        '/Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode /FlateDecode]',
        deflateSync(deflateSync(zeros)),
      ),
    ],
  ])('(%s) does not affect the next one', async (_, page) => {
    const { raster, text } = await printed(7);
    const scan = scannedPdf([raster], DOTS);
    const reader = new PageReader({ ...LIMITS, pageMs: 5_000 });
    const hostile = fileOf(pdfOf([A_PAGE, page, A_PAGE]));
    expect(await reader.open(hostile)).toBe(3);
    const outcomes = await Promise.allSettled([0, 1, 2].map((n) => reader.read(hostile, n)));
    expect([outcomes[0]?.status, outcomes[2]?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect((await reader.read(fileOf(scan), 0)).texts).toContain(text);
  });

  test('that takes forever is given up together with its thread', async () => {
    // Ten thousand fields over the whole page, each slow in its own way.
    const slow = {
      ...A_PAGE,
      content: '0 0 612 792 re 0.01 w 300 396 m\n'.concat(
        '1 1 m 611 791 l 611 1 l 1 791 l b*\n'.repeat(200_000),
      ),
    };
    const reader = new PageReader({ ...LIMITS, pageMs: 300 });
    const file = fileOf(pdfOf([slow, A_PAGE]));
    await expect(reader.read(file, 0)).rejects.toThrow(PageFailed);
    const patient = new PageReader(LIMITS);
    expect((await patient.read(file, 1)).texts).toEqual([]);
  });
});

describe('a broken file', () => {
  const refusal = (file: PagedFile) =>
    new PageReader(LIMITS).open(file).then(String, (error: Error) => error.message);
  test.each([
    ['HTML', 'pdf', Buffer.from('<html><script>alert(1)</script></html>'), 'the file is broken'],
    [
      'cut off in its middle',
      'png',
      greyPng({ width: 9, height: 9, greys: new Uint8Array(81) }).subarray(0, 20),
      'the file is broken',
    ],
    ['of 30,000 x 30,000 points', 'png', headOf(30_000, 30_000), 'the file is tooManyPixels'],
    ['that says it is no picture', 'jpg', Buffer.from('GIF89a and so on and on'), 'the file is broken'],
  ] as const)('(%s) is refused', async (_, kind, bytes, message) => {
    expect(await refusal(fileOf(bytes, kind))).toBe(message);
  });

  test('whose object table unpacks endlessly is given up', async () => {
    const bomb = packedBomb(4_000);
    const head = Buffer.from(
      `%PDF-1.5\n5 0 obj\n<< /Type /ObjStm /N 2 /First 12 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
    );
    const place = head.length + bomb.length + '\nendstream\nendobj\n'.length;
    // Catalog and pages are in the object that unpacks endlessly.
    const table = Buffer.from('0000000000ff 020000000500 020000000501'.replaceAll(' ', ''), 'hex');
    const entries = Buffer.alloc(24);
    entries.writeUInt8(1, 12);
    entries.writeUInt32BE(9, 13);
    entries.writeUInt8(1, 18);
    entries.writeUInt32BE(place, 19);
    const file = Buffer.concat([
      head,
      bomb,
      Buffer.from(
        '\nendstream\nendobj\n6 0 obj\n<< /Type /XRef /Size 7 /W [1 4 1] /Root 1 0 R /Length 42 >>\nstream\n',
      ),
      table,
      entries,
      Buffer.from(`\nendstream\nendobj\nstartxref\n${place}\n%%EOF`),
    ]);
    const reader = new PageReader({ ...LIMITS, openMs: 1_000 });
    await expect(reader.open(fileOf(file))).rejects.toThrow(PageFailed);
  });

  test('with a broken picture opens, and its one page is unreadable', async () => {
    const whole = greyPng({ width: 900, height: 900, greys: new Uint8Array(810_000).fill(200) });
    const broken = Buffer.from(whole);
    broken.fill(0x55, 60, broken.length - 12);
    const reader = new PageReader(LIMITS);
    const file = fileOf(broken, 'png');
    expect(await reader.open(file)).toBe(1);
    await expect(reader.read(file, 0)).rejects.toThrow(PageFailed);
    expect((await reader.read(fileOf(whole, 'png'), 0)).texts).toEqual([]);
  });
});

/** The header of a PNG of any size, which is all such a bomb needs. */
function headOf(width: number, height: number): Buffer {
  const small = greyPng({ width: 1, height: 1, greys: new Uint8Array(1) });
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  return small;
}

test('the size of a JPG is found after its tables', () => {
  const marker = (code: number, body: readonly number[]) => [0xff, code, 0, body.length + 2, ...body];
  const frame = marker(0xc2, [8, 0x04, 0x00, 0x03, 0x00, 1, 1, 0x11, 0]);
  const file = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0, 0, 0, 0, 0, 0]);
  const tables = marker(0xe0, [1, 2, 3]);
  expect(pictureSize('jpg', file(tables, [0xff], marker(0xc4, [9]), frame))).toEqual({
    width: 768,
    height: 1024,
  });
  expect(pictureSize('jpg', file(tables, [0, 0], frame))).toBeUndefined();
  expect(pictureSize('jpg', file(tables))).toBeUndefined();
});
