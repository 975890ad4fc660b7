import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exifOf, jpegOf, jpegPart, pngChunk, pngOf } from '../../../testing/pictures.ts';
import { withoutMetadata } from './picture-metadata.ts';

const PLACE = '39.7392 N 104.9903 W';
const tells = (bytes: Buffer | undefined) => bytes?.includes(PLACE);

describe('a JPEG', () => {
  test('loses place, time, author and camera', () => {
    const written = [
      exifOf(1, PLACE),
      jpegPart(0xe1, `http://ns.adobe.com/xap/1.0/\0<rdf>${PLACE}</rdf>`),
      jpegPart(0xed, `Photoshop 3.0\x008BIM${PLACE}`),
      jpegPart(0xe2, `MPF\0${PLACE}`),
      jpegPart(0xe0, `JFXX\0${PLACE}`),
      jpegPart(0xe5, PLACE),
      jpegPart(0xfe, PLACE),
    ];
    expect(withoutMetadata(jpegOf(written))).toEqual(jpegOf([]));
  });

  test('keeps what its colors need', () => {
    const needed = [jpegPart(0xe2, 'ICC_PROFILE\0\x01\x01profile'), jpegPart(0xee, 'Adobe\0d\0\0\0\0\x01')];
    expect(withoutMetadata(jpegOf(needed))).toEqual(jpegOf(needed));
  });

  test.each(['II', 'MM'] as const)('stays the right way up (%s)', (order) => {
    for (let orientation = 2; orientation <= 8; orientation += 1) {
      const plain = withoutMetadata(jpegOf([exifOf(orientation, PLACE, order)]));
      expect(tells(plain)).toBe(false);
      const at = plain?.indexOf('Exif') ?? 0;
      // Tag, type SHORT, one value: an entry as TIFF 6.0 writes it.
      expect(plain?.subarray(at + 16, at + 26).toString('hex')).toBe(
        `011200030000000100${`0${orientation}`}`,
      );
      expect(withoutMetadata(plain ?? Buffer.of())).toEqual(plain);
    }
  });

  test('with several scans keeps all of them, and nothing after its end', () => {
    const scan = Buffer.concat([
      jpegPart(0xda, Buffer.from('0101000000', 'hex')),
      Buffer.of(7, 0xff, 0xd0, 9),
    ]);
    const data = Buffer.concat([Buffer.of(1, 0xff, 0, 2), jpegPart(0xfe, PLACE), scan]);
    const plain = withoutMetadata(Buffer.concat([jpegOf([], data), Buffer.from(`ftypmp42${PLACE}`)]));
    expect(plain).toEqual(jpegOf([], Buffer.concat([Buffer.of(1, 0xff, 0, 2), scan])));
  });

  test('with inconsistent parts is refused', () => {
    const whole = jpegOf([exifOf(6, PLACE)]);
    for (let length = 0; length < whole.length - 1; length += 1)
      expect(withoutMetadata(whole.subarray(0, length))).toBeUndefined();
    expect(withoutMetadata(Buffer.from('ffd8ffd9', 'hex'))).toBeUndefined();
  });
});

describe('a PNG', () => {
  const written = [
    pngChunk('tEXt', `Comment\0${PLACE}`),
    pngChunk('zTXt', PLACE),
    pngChunk('iTXt', PLACE),
    pngChunk('eXIf', PLACE),
    pngChunk('tIME', PLACE),
    pngChunk('caBX', PLACE),
  ];
  test('loses its metadata', () => {
    const plain = withoutMetadata(Buffer.concat([pngOf(0x2765b8, written), Buffer.from(PLACE)]));
    expect(plain).toEqual(pngOf(0x2765b8));
  });
  test('keeps what its colors need', () => {
    const needed = [pngChunk('gAMA', Buffer.from('0000b18f', 'hex')), pngChunk('tRNS', Buffer.alloc(6))];
    expect(withoutMetadata(pngOf(1, needed))).toEqual(pngOf(1, needed));
  });
  test('that ends early is refused', () => {
    const whole = pngOf(1, written);
    for (let length = 0; length < whole.length; length += 1)
      expect(withoutMetadata(whole.subarray(0, length))).toBeUndefined();
  });
  test('written by another program can be read', () => {
    const folder = new URL('../../../../docs/img/', import.meta.url);
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
    for (const name of pictures) {
      const plain = withoutMetadata(readFileSync(new URL(name, folder)));
      expect(plain?.length, name).toBeGreaterThan(1_000);
      expect(withoutMetadata(plain ?? Buffer.of()), name).toEqual(plain);
    }
  });
});

test('any bytes cause no exception, and nothing is added except the orientation', () => {
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const starts = fc.constantFrom(jpegOf([exifOf(6, PLACE)]), pngOf(1), Buffer.from('ffd8ffe1', 'hex'));
  fc.assert(
    fc.property(starts, noise, fc.nat(400), (start, bytes, at) => {
      const spoiled = Buffer.concat([start.subarray(0, at), bytes, start.subarray(at + bytes.length)]);
      const plain = withoutMetadata(spoiled);
      if (plain) expect(plain.length).toBeLessThanOrEqual(spoiled.length + 36);
    }),
    { numRuns: 500 },
  );
});
