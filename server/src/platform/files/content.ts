import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileKind } from '@homecare/domain/files/rules.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { ScanKind } from '@homecare/domain/timesheets/scans.ts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** Limits for a zip container. */
const ZIP = { entries: 2_000, bytes: 200_000_000, ratio: 100 } as const;

/** Whether a file's content matches the kind its name claims. Nothing is extracted or run. */
export const holdsKind = async (file: string, size: number, kind: FileKind): Promise<boolean> => {
  switch (kind) {
    case 'pdf':
      return startsWith(file, Buffer.from('%PDF-'));
    case 'doc':
      return isCompound(file, ['WordDocument']);
    case 'xls':
      return isCompound(file, ['Workbook', 'Book']);
    case 'docx':
      return isOffice(file, size, 'word/');
    case 'xlsx':
      return isOffice(file, size, 'xl/');
  }
};

const SCAN_MAGIC: Readonly<Record<ScanKind, Buffer>> = {
  pdf: Buffer.from('%PDF-'),
  jpg: Buffer.from('ffd8ff', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
};
/** Whether a scan begins like its kind; whether it can be opened is checked separately. */
export const beginsAsScan = (file: string, kind: ScanKind): Promise<boolean> =>
  startsWith(file, SCAN_MAGIC[kind]);

const startsWith = async (file: string, magic: Buffer) => {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return bytesRead === magic.length && buffer.equals(magic);
  } finally {
    await handle.close();
  }
};

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Word and Excel before 2007: a compound file whose directory names the document's stream. */
const isCompound = async (file: string, streams: readonly string[]) =>
  (await startsWith(file, COMPOUND)) &&
  holdsAny(
    file,
    // Names are in the directory as UTF-16 with a terminator.
    streams.map((name) => Buffer.from(`${name}\0`, 'utf16le')),
  );

const holdsAny = async (file: string, wanted: readonly Buffer[]) => {
  const longest = Math.max(...wanted.map(({ length }) => length));
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    const seen = Buffer.concat([tail, chunk]);
    if (wanted.some((one) => seen.includes(one))) return true;
    tail = seen.subarray(-longest);
  }
  return false;
};

/** Word and Excel since 2007: a zip with the parts of its kind, no macros, and no more content than declared. */
const isOffice = async (file: string, size: number, folder: 'word/' | 'xl/') => {
  if (!(await startsWith(file, Buffer.from('PK\x03\x04', 'latin1')))) return false;
  let zip: ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
    if (zip.entryCount > ZIP.entries) return false;
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const bytes = sum(entries.map((entry) => entry.uncompressedSize));
    if (entries.length > ZIP.entries || bytes > ZIP.bytes || bytes > size * ZIP.ratio) return false;
    const names = entries.map(({ fileName }) => fileName);
    if (!names.includes('[Content_Types].xml') || !names.some((name) => name.startsWith(folder)))
      return false;
    if (names.some((name) => name.endsWith('vbaProject.bin'))) return false;
    for (const entry of entries) await measure(zip, entry);
    return true;
  } catch {
    return false;
  } finally {
    zip?.close();
  }
};

/** Decompresses without storing; fails if there is more or less than the directory says. */
const measure = async (zip: ZipFile, entry: Entry) => {
  if (entry.fileName.endsWith('/')) return;
  if (!entry.canDecodeFileData()) throw new Error('encrypted or packed in an unknown way');
  for await (const _ of await zip.openReadStreamPromise(entry));
};
