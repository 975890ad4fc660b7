/**
 * A phone stores in its pictures where, when and with what they were taken. None of that leaves the agency: the parts of the picture
 * itself are kept unchanged and everything else is removed.
 */

const JPEG_START = Buffer.from('ffd8ff', 'hex');
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** The picture without its metadata; undefined if its parts are inconsistent. */
export const withoutMetadata = (bytes: Buffer): Buffer | undefined => {
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return plainJpeg(bytes);
  if (bytes.subarray(0, PNG_START.length).equals(PNG_START)) return plainPng(bytes);
  return undefined;
};

// ---- JPEG (ITU-T T.81, annex B)

const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

const beginsWith = (body: Buffer, text: string) =>
  body.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));

/** Keeps what the colors need: JFIF without its thumbnail extension, color profile, Adobe's transform. */
const isKept = (marker: number, body: Buffer): boolean => {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return beginsWith(body, 'JFIF\0');
  if (marker === APP2) return beginsWith(body, 'ICC_PROFILE\0');
  return marker === APP14 && beginsWith(body, 'Adobe');
};

const plainJpeg = (bytes: Buffer): Buffer | undefined => {
  const head: Buffer[] = [];
  const rest: Buffer[] = [];
  let turned = 1;
  let at = 2;
  let hasPicture = false;
  for (;;) {
    if (bytes[at] !== 0xff) return undefined;
    // A marker may be preceded by any number of fill bytes.
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined || marker < 0xc0) return undefined;
    if (marker === END) break;
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return undefined;
    const body = bytes.subarray(at + 4, next);
    if (marker === APP1 && beginsWith(body, 'Exif\0\0')) turned = orientationOf(body.subarray(6)) ?? turned;
    // A decoder expects JFIF first; the orientation follows right after it.
    const part = bytes.subarray(at, next);
    if (isKept(marker, body)) (marker === APP0 ? head : rest).push(part);
    at = next;
    if (marker === SCAN) {
      hasPicture = true;
      at = endOfScan(bytes, next);
      rest.push(bytes.subarray(next, at));
    }
  }
  if (!hasPicture) return undefined;
  // Removes everything after the end, such as a film or a second picture with its own place and time.
  const upright = turned === 1 ? [] : [orientationPart(turned)];
  return Buffer.concat([JPEG_START.subarray(0, 2), ...head, ...upright, ...rest, Buffer.of(0xff, END)]);
};

/** In scan data, FF precedes 00 or a restart marker; any other marker ends the scan. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    const isData = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
};

const ORIENTATION = 0x0112;
const SHORT = 3;

/** The orientation, from the first directory of a TIFF structure. */
const orientationOf = (tiff: Buffer): number | undefined => {
  const order = tiff.subarray(0, 2).toString('latin1');
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return undefined;
  const isLittle = order === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? undefined : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(first) ?? 0;
  for (let n = 0; n < entries; n += 1) {
    const at = first + 2 + n * 12;
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8) ?? 0;
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
};

/** An Exif part with only the orientation, without which phone pictures would lie on their side. */
const orientationPart = (turned: number): Buffer => {
  const body = Buffer.from(
    'Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  body.writeUInt16BE(turned, 24);
  const head = Buffer.of(0xff, APP1, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

// ---- PNG (W3C, third edition)

/** What the pixels, their colors and their animation need. */
const DRAWN = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

const plainPng = (bytes: Buffer): Buffer | undefined => {
  const kept: Buffer[] = [PNG_START];
  let at = PNG_START.length;
  let seen = '';
  while (seen !== 'IEND') {
    if (at + 12 > bytes.length) return undefined;
    const next = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (next > bytes.length || (seen === '' && name !== 'IHDR')) return undefined;
    if (DRAWN.has(name)) kept.push(bytes.subarray(at, next));
    seen = name;
    at = next;
  }
  return Buffer.concat(kept);
};
