import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileKind } from '@homecare/domain/files/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compoundOf, DOCX, XLSX, zipOf } from '../../../testing/zip.ts';
import { holdsKind } from './content.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'homecare-content-'));
});
afterAll(() => rm(folder, { recursive: true }));

let serial = 0;
const holds = async (content: string | Buffer, kind: FileKind) => {
  serial += 1;
  const file = path.join(folder, String(serial));
  await writeFile(file, content);
  return holdsKind(file, Buffer.byteLength(content), kind);
};

const pdf = '%PDF-1.7\n%%EOF';
test.each<[FileKind, string, () => string | Buffer]>([
  ['pdf', 'a PDF', () => pdf],
  ['doc', 'a Word document of before 2007', () => compoundOf('WordDocument')],
  ['xls', 'a workbook of before 2007', () => compoundOf('Workbook')],
  ['xls', 'a workbook of before 1997', () => compoundOf('Book')],
  ['docx', 'a Word document', () => zipOf(DOCX)],
  ['xlsx', 'a workbook', () => zipOf(XLSX)],
  ['docx', 'one with 2,000 parts', () => zipOf([...DOCX, ...many(1_998)])],
  [
    'xlsx',
    'one with a large sheet',
    () => zipOf([...XLSX, { name: 'xl/s.xml', content: randomBytes(3_000_000) }]),
  ],
])('%s: %s', async (kind, _, content) => expect(await holds(content(), kind)).toBe(true));

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `word/${n}.xml`, content: `${n}` }));
const zeros = (bytes: number) => Buffer.alloc(bytes);
const docx = (...more: Parameters<typeof zipOf>[0]) => zipOf([...DOCX, ...more]);
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-' + 'ANTIVIRUS-TEST-FILE!$H+H*';

/** Files that are not what they claim to be. */
const CORPUS: [FileKind, string, () => string | Buffer][] = [
  ['pdf', 'nothing', () => ''],
  ['pdf', 'a part of the first word', () => '%PD'],
  ['pdf', 'HTML', () => '<html><script>alert(1)</script></html>'],
  ['pdf', 'HTML before the PDF', () => `<script>1</script>${pdf}`],
  ['pdf', 'an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['pdf', 'a program', () => Buffer.from('MZ\x90\0\x03')],
  ['pdf', 'an ELF program', () => Buffer.from('\x7fELF\x02\x01')],
  ['pdf', 'a shell script', () => '#!/bin/sh\nrm -rf /'],
  ['pdf', 'a GIF that is also a script', () => 'GIF89a/*<script>*/=1'],
  ['pdf', 'a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ['pdf', 'a zip', () => zipOf(DOCX)],
  ['pdf', 'PostScript', () => '%!PS-Adobe-3.0'],
  ['pdf', 'the test virus', () => EICAR],
  ['doc', 'HTML', () => '<html xmlns:w="urn:schemas-microsoft-com:office:word">'],
  ['doc', 'RTF', () => '{\\rtf1}'],
  ['doc', 'a Word document of today', () => zipOf(DOCX)],
  ['doc', 'a workbook', () => compoundOf('Workbook')],
  ['doc', 'an installer', () => compoundOf('\u4840\u3f3f')],
  ['doc', 'a compound file cut after its first words', () => compoundOf('WordDocument').subarray(0, 600)],
  ['xls', 'a table of text', () => 'a,b,c\n1,2,3'],
  ['xls', 'HTML', () => '<table><tr><td>1'],
  ['xls', 'a Word document', () => compoundOf('WordDocument')],
  ['xls', 'a workbook of today', () => zipOf(XLSX)],
  ['docx', 'a PDF', () => pdf],
  ['docx', 'a workbook', () => zipOf(XLSX)],
  ['docx', 'an encrypted document', () => compoundOf('EncryptedPackage')],
  ['docx', 'an empty zip', () => zipOf([])],
  ['docx', 'any zip', () => zipOf([{ name: 'a.exe', content: 'MZ' }])],
  ['docx', 'a zip without its types', () => zipOf([{ name: 'word/document.xml', content: 'x' }])],
  ['docx', 'a zip that is cut', () => zipOf(DOCX).subarray(0, -30)],
  ['docx', 'a zip behind HTML', () => Buffer.concat([Buffer.from('<html>'), zipOf(DOCX)])],
  ['docx', 'macros', () => docx({ name: 'word/vbaProject.bin', content: 'x' })],
  ['docx', 'a part outside', () => docx({ name: '../../x.xml', content: 'x' })],
  ['docx', 'a part with an absolute name', () => docx({ name: '/etc/x', content: 'x' })],
  ['docx', 'a part of Windows', () => docx({ name: 'C:\\x', content: 'x' })],
  ['docx', '2,001 parts', () => zipOf([...DOCX, ...many(1_999)])],
  ['docx', 'packed more than 100 to 1', () => docx({ name: 'word/a.xml', content: zeros(30_000_000) })],
  ['docx', 'more than 200 MB', () => docx({ name: 'word/a.xml', content: 'x', claimedSize: 200_000_001 })],
  [
    'docx',
    'more than it says',
    () => docx({ name: 'word/a.xml', content: zeros(5_000_000), claimedSize: 10 }),
  ],
  ['docx', 'less than it says', () => docx({ name: 'word/a.xml', content: 'x', claimedSize: 10 })],
  ['docx', 'an encrypted part', () => docx({ name: 'word/a.xml', content: 'x', encrypted: true })],
  ['xlsx', 'a Word document', () => zipOf(DOCX)],
];

test('the corpus has at least 40 files', () => expect(CORPUS.length).toBeGreaterThanOrEqual(40));
test.each(CORPUS)('refused as %s: %s', async (kind, _, content) =>
  expect(await holds(content(), kind)).toBe(false),
);

test('a zip bomb is refused without filling the memory', async () => {
  const bomb = docx(
    ...Array.from({ length: 19 }, (_, n) => ({ name: `word/${n}.xml`, content: zeros(10_000_000) })),
  );
  const before = process.memoryUsage().rss;
  expect(await holds(bomb, 'docx')).toBe(false);
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});
