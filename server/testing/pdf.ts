import { inflateSync } from 'node:zlib';
import { greyPng } from '../src/platform/scans/grey-png.ts';
import { pdfLibrary } from '../src/platform/scans/pdf-pages.ts';

/** A page as another program sees it: its text as copied, and its look in shades of grey. */
export interface SeenPage {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly greys: Uint8Array;
}

export const readPdf = async (bytes: Uint8Array, scale = 0.5): Promise<SeenPage[]> => {
  const document = await (await pdfLibrary()).loadDocument(bytes);
  try {
    // All texts are read first, because the library misreads text after drawing.
    const pages = [...document.pages()].map((page) => ({ page, text: page.getText() }));
    const seen: SeenPage[] = [];
    for (const { page, text } of pages) {
      const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' });
      seen.push({ text: text.replace(/\r\n/g, '\n'), width, height, greys: Uint8Array.from(data) });
    }
    return seen;
  } finally {
    document.destroy();
  }
};

// ---- grey PNG files

export type Picture = Pick<SeenPage, 'width' | 'height' | 'greys'>;

export const toPng = (picture: Picture): Buffer => greyPng(picture);

export const fromPng = (file: Buffer): Picture => {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const at = file.indexOf('IDAT', 0, 'latin1');
  const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  const greys = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    greys.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
  return { width, height, greys };
};

/** Pages next to each other in one picture. */
export const sideBySide = (pages: readonly Picture[]): Picture => {
  const width = pages.reduce((sum, page) => sum + page.width, 0);
  const height = Math.max(...pages.map((page) => page.height));
  const greys = new Uint8Array(width * height).fill(255);
  let left = 0;
  for (const page of pages) {
    for (let y = 0; y < page.height; y += 1)
      greys.set(page.greys.subarray(y * page.width, (y + 1) * page.width), y * width + left);
    left += page.width;
  }
  return { width, height, greys };
};

const CELL = 8;

/**
 * The greatest difference in mean grey between two pictures of equal size, over cells of 8 × 8 points. Small differences in
 * smoothing disappear in it, but a moved line or a missing word does not.
 */
export const differenceOf = (a: Picture, b: Picture): number => {
  if (a.width !== b.width || a.height !== b.height) return 255;
  let most = 0;
  for (let top = 0; top < a.height; top += CELL)
    for (let left = 0; left < a.width; left += CELL)
      most = Math.max(most, Math.abs(meanOf(a, left, top) - meanOf(b, left, top)));
  return most;
};

const meanOf = ({ width, height, greys }: Picture, left: number, top: number): number => {
  let sum = 0;
  let count = 0;
  for (let y = top; y < Math.min(top + CELL, height); y += 1)
    for (let x = left; x < Math.min(left + CELL, width); x += 1) {
      sum += greys[y * width + x] ?? 0;
      count += 1;
    }
  return sum / count;
};
