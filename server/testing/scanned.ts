import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import type { Raster } from '../src/platform/scans/pdf-pages.ts';

/** Printed pages as an office scanner returns them: crooked, grey, noisy; the same for the same seed. */

export type Random = () => number;

/** At least 0 and less than 1 (mulberry32). */
export const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

interface Crookedness {
  /** Clockwise. */
  readonly degrees: number;
  /** The grey of the paper at both edges, and of the ink; 0 black to 255 white. */
  readonly paper: readonly [number, number];
  readonly ink: number;
  /** The greatest difference that noise makes. */
  readonly noise: number;
}

/** Up to 7 degrees either way, light to grey paper, and faded ink. */
export const anyCrookedness = (random: Random): Crookedness => ({
  degrees: (random() * 2 - 1) * 7,
  paper: [205 + random() * 45, 205 + random() * 45],
  ink: 20 + random() * 60,
  noise: 12 + random() * 30,
});

/** Levels of grey in the file, so that noise does not make it huge. */
const LEVELS = 16;

export const scanOf = (page: Raster, { degrees, paper, ink, noise }: Crookedness, random: Random): Raster => {
  const { width, height, greys } = page;
  const out = new Uint8Array(width * height);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [midX, midY] = [width / 2, height / 2];
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (greys[y * width + x] ?? 255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const fromX = cos * (x - midX) + sin * (y - midY) + midX;
      const fromY = -sin * (x - midX) + cos * (y - midY) + midY;
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, low] = [fromX - left, fromY - top];
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
      const light = (upper * (1 - low) + lower * low) / 255;
      const white = paper[0] + ((paper[1] - paper[0]) * x) / width;
      const seen = ink + (white - ink) * light + (random() + random() - 1) * noise;
      const level = Math.max(0, Math.min(LEVELS - 1, Math.round((seen / 255) * (LEVELS - 1))));
      out[y * width + x] = level * 17;
    }
  return { width, height, greys: out };
};

/** A quarter turn clockwise, for a sheet that was inserted the wrong way. */
export const quarterTurn = ({ width, height, greys }: Raster): Raster => {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) out[x * height + (height - 1 - y)] = greys[y * width + x] ?? 255;
  return { width: height, height: width, greys: out };
};

const half = (grey: number | undefined) => Math.round((grey ?? 255) / 17);

/** Two points per byte. */
const packed = ({ width, height, greys }: Raster) => {
  const row = Math.ceil(width / 2);
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 2) {
      const next = x + 1 < width ? half(greys[y * width + x + 1]) : 15;
      out[y * row + (x >> 1)] = (half(greys[y * width + x]) << 4) | next;
    }
  return out;
};

/** A picture as a PDF page, as scanners make it; `data` replaces its own points. */
export const scannedPage = (page: Raster, dotsPerInch: number, data?: Buffer): RawPage => {
  const [wide, high] = [page.width, page.height].map((points) => ((points * 72) / dotsPerInch).toFixed(2));
  return {
    box: `[0 0 ${wide} ${high}]`,
    content: `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`,
    image: {
      head: `/Width ${page.width} /Height ${page.height} /ColorSpace /DeviceGray /BitsPerComponent 4 /Filter /FlateDecode`,
      data: data ?? deflateSync(packed(page), { level: 6 }),
    },
  };
};

/** Pictures as the pages of one PDF. */
export const scannedPdf = (pages: readonly Raster[], dotsPerInch: number): Buffer =>
  pdfOf(pages.map((page) => scannedPage(page, dotsPerInch)));

/** This many megabytes of zeros, compressed to a thousandth by repeating one block. */
export const packedBomb = (megabytes: number): Buffer => {
  const block = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.from('789c', 'hex'),
    ...Array.from({ length: megabytes }, () => block),
    deflateRawSync(Buffer.alloc(0)),
  ]);
};

export interface RawPage {
  readonly box: string;
  readonly content: string;
  readonly image?: { readonly head: string; readonly data: Buffer };
}

/** A PDF of handmade pages, including malicious ones. */
export const pdfOf = (pages: readonly RawPage[]): Buffer => {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (...bytes: (string | Buffer)[]) => {
    for (const one of bytes) {
      const part = typeof one === 'string' ? Buffer.from(one, 'latin1') : one;
      parts.push(part);
      length += part.length;
    }
  };
  const object = (id: number, ...bytes: (string | Buffer)[]) => {
    offsets[id] = length;
    write(`${id} 0 obj\n`, ...bytes, '\nendobj\n');
  };
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, n) => `${3 + n * 3} 0 R`).join(' ');
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  for (const [n, { box, content, image }] of pages.entries()) {
    const id = 3 + n * 3;
    const resources = image ? `<< /XObject << /P ${id + 2} 0 R >> >>` : '<< >>';
    object(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${resources} /Contents ${id + 1} 0 R >>`,
    );
    object(id + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    if (image)
      object(
        id + 2,
        `<< /Type /XObject /Subtype /Image ${image.head} /Length ${image.data.length} >>\nstream\n`,
        image.data,
        '\nendstream',
      );
    else object(id + 2, 'null');
  }
  const xref = length;
  const rows = Array.from(
    { length: offsets.length - 1 },
    (_, n) => `${String(offsets[n + 1] ?? 0).padStart(10, '0')} 00000 n \n`,
  ).join('');
  write(
    `xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
  );
  return Buffer.concat(parts);
};
