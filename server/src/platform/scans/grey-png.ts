import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './pdf-pages.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/** A page as a PNG file with 256 shades of grey. */
export const greyPng = ({ width, height, greys }: Raster, level = 9): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(greys.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const data = chunk('IDAT', deflateSync(rows, { level }));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
};
