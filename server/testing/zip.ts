import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Buffer;
  /** The size claimed in the directory instead of the true one. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
}

/** A zip file, honest or not, of the kind Office documents are made of. */
export const zipOf = (parts: readonly ZipPart[]): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize, encrypted } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const sizes = Buffer.alloc(26);
    sizes.writeUInt16LE(20, 0);
    sizes.writeUInt16LE(encrypted ? 1 : 0, 2);
    sizes.writeUInt16LE(8, 4);
    sizes.writeUInt32LE(crc32(bytes), 10);
    sizes.writeUInt32LE(packed.length, 14);
    sizes.writeUInt32LE(claimedSize ?? bytes.length, 18);
    sizes.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), sizes, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), sizes, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
};

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
export const DOCX: readonly ZipPart[] = [
  { name: '[Content_Types].xml', content: TYPES },
  { name: 'word/document.xml', content: '<w:document/>' },
];
export const XLSX: readonly ZipPart[] = [
  { name: '[Content_Types].xml', content: TYPES },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
];

/** The header of a compound file with one stream of this name: Word and Excel before 2007. */
export const compoundOf = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(300_000),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(500),
  ]);
