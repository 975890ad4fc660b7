import { crc32, deflateSync } from 'node:zlib';

/** One-pixel pictures, with the metadata that phones and programs write. */

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const pngChunk = (name: string, body: Buffer | string): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(body)]);
  return Buffer.concat([uint32(named.length - 4), named, uint32(crc32(named))]);
};
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const IHDR = pngChunk('IHDR', Buffer.from('00000001000000010802000000', 'hex'));

/** One pixel of this color, 0 to ffffff; `written` precedes its data. */
export const pngOf = (color: number, written: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    PNG_START,
    IHDR,
    ...written,
    pngChunk('IDAT', deflateSync(Buffer.from([0, color >> 16, (color >> 8) & 255, color & 255]))),
    pngChunk('IEND', ''),
  ]);

export const jpegPart = (marker: number, body: Buffer | string): Buffer => {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255), bytes]);
};
const JFIF = jpegPart(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'));
const TABLE = jpegPart(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)]));
const FRAME = jpegPart(0xc0, Buffer.from('080001000101011100', 'hex'));
const CODES = jpegPart(0xc4, Buffer.from('0001000000000000000000000000000000000000', 'hex'));
const SCAN = jpegPart(0xda, Buffer.from('0101000000', 'hex'));

/** `written` is where phones put it, right after the start; `data` is the scan's. */
export const jpegOf = (written: readonly Buffer[], data: Buffer = Buffer.of(0x37, 0xff, 0, 0x3f)): Buffer =>
  Buffer.concat([
    Buffer.of(0xff, 0xd8),
    JFIF,
    ...written,
    TABLE,
    FRAME,
    CODES,
    SCAN,
    data,
    Buffer.of(0xff, 0xd9),
  ]);

/** What a phone stores: orientation (1 to 8), and place. */
export const exifOf = (orientation: number, place: string, order: 'II' | 'MM' = 'II'): Buffer => {
  const isLittle = order === 'II';
  const tiff = Buffer.alloc(38);
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, 0, 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  // The orientation as a SHORT, then the offset of the GPS directory as a LONG.
  for (const [n, [tag, type, value]] of [
    [0x0112, 3, orientation],
    [0x8825, 4, 38],
  ].entries()) {
    const at = 10 + n * 12;
    short(tag ?? 0, at);
    short(type ?? 0, at + 2);
    long(1, at + 4);
    if (type === 3) short(value ?? 0, at + 8);
    else long(value ?? 0, at + 8);
  }
  return jpegPart(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(place)]));
};
