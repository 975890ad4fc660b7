import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { FILE_ROWS } from '@homecare/domain/reports/size.ts';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../testing/pdf.ts';
import type { Block, PrintedDocument } from './blocks.ts';
import { fontOf } from './fonts.ts';
import {
  Cancelled,
  DocumentTooLarge,
  type Rendering,
  renderPdf,
  TooManyDocuments,
  WAITING_LIMIT,
} from './render.ts';

const PIXEL = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);

const documentOf = (blocks: readonly Block[], more: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Sample',
  letterhead: {
    agency: 'Agency',
    address: [],
    phone: null,
    fax: null,
    email: null,
    medicaidProviderId: null,
    logo: null,
  },
  confidentiality: null,
  printed: 'Printed',
  at: '2026-11-20T17:00:00Z',
  parts: [{ title: 'Sample', subject: '', foot: '', blocks }],
  ...more,
});
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

const finish = async ({ stream, pages, finish }: Rendering) => {
  pages.then(finish, (error) => stream.destroy(error));
  return new Uint8Array(await buffer(stream));
};

/** Text copied from a page equals what is on it (docs/rules/documents.md, rule 6). */
test.each([
  ['Latin', 'The quick brown fox, 0123456789 — “quoted” · ½'],
  ['Polish', 'Zażółć gęślą jaźń, Łódź, Wiśniewski'],
  ['Vietnamese', 'Nguyễn Thị Phượng, Đặng Ngọc Ẩn, huyện, kịp, thịt, Ỷ Ỵ ị'],
  ['Cyrillic', 'Ковальчук Юлія, Щёлково, Ґалаґан, Їжак'],
  ['markup', '<script>alert(1)</script> & {{x}} <%= y %> %username%'],
])('%s: copied text equals the printed text', async (_, text) => {
  const [page] = await readPdf(await finish(renderPdf(documentOf([paragraph(text)]))));
  expect(page?.text.normalize('NFC').split('\n')).toContain(text);
});

test('letters that were parts of others in an earlier document can still be copied', async () => {
  for (const text of ['Ẩ Ị Ỷ Ѐ', 'A I Y E ̀ dotless']) {
    const bytes = await finish(renderPdf(documentOf([paragraph(text), paragraph('Agency')])));
    expect((await readPdf(bytes))[0]?.text.split('\n')).toContain('Agency');
  }
});

test('the file has title, language and version, and no script or outside address', async () => {
  const bytes = await finish(renderPdf(documentOf([paragraph('x')])));
  const raw = Buffer.from(bytes).toString('latin1');
  expect(raw).toMatch(/^%PDF-1\.7/);
  expect(raw).toContain('/Lang (en-US)');
  expect(raw).toContain('/DisplayDocTitle true');
  expect(raw).not.toMatch(/\/JavaScript|\/URI|\/Launch|\/EmbeddedFile/);
});

test('a logo replaces the big name, which moves to the contact lines', async () => {
  const { letterhead } = documentOf([]);
  const bytes = await finish(
    renderPdf(documentOf([paragraph('x')], { letterhead: { ...letterhead, logo: PIXEL } })),
  );
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Subtype /Image');
  expect((await readPdf(bytes))[0]?.text).toContain('Agency');
});

test('every part of a bulk file counts its own pages and gets a bookmark', async () => {
  const part = (title: string, lines: number) => ({
    title,
    subject: title,
    foot: title,
    blocks: [{ kind: 'lines', count: lines } as const],
  });
  const document = documentOf([], { parts: [part('First', 60), part('Second', 2)], bookmarks: true });
  const rendering = renderPdf(document);
  const bytes = await finish(rendering);
  const numbers = (await readPdf(bytes)).map(({ text }) => /Page \d+ of \d+/.exec(text)?.[0]);
  expect(numbers).toEqual(['Page 1 of 2', 'Page 2 of 2', 'Page 1 of 1']);
  expect(await rendering.pages).toBe(3);
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Outlines');
});

test('many documents at once are all drawn, in whatever thread', async () => {
  const all = Array.from({ length: 12 }, (_, n) => renderPdf(documentOf([paragraph(`document ${n}`)])));
  const texts = await Promise.all(all.map(async (one) => (await readPdf(await finish(one)))[0]?.text));
  texts.forEach((text, n) => void expect(text).toContain(`document ${n}`));
});

const LONG = documentOf([{ kind: 'lines', count: 30_000 }]);

test('a reader who leaves stops the drawing, waiting or begun, and others continue', async () => {
  const begun = [renderPdf(LONG), renderPdf(LONG)];
  const waiting = renderPdf(LONG);
  const last = renderPdf(documentOf([paragraph('still here')]));
  await begun[0]?.flowing;
  for (const one of [...begun, waiting]) {
    one.stream.on('error', () => undefined);
    one.stream.destroy();
  }
  for (const one of [...begun, waiting]) await expect(one.pages).rejects.toBeInstanceOf(Cancelled);
  expect((await readPdf(await finish(last)))[0]?.text).toContain('still here');
});

test('a document that cannot be drawn fails, and the thread survives', async () => {
  const { letterhead } = documentOf([]);
  const bad = renderPdf(documentOf([], { letterhead: { ...letterhead, logo: new Uint8Array([1, 2, 3]) } }));
  await expect(bad.pages).rejects.toThrow();
  expect(await finish(renderPdf(documentOf([paragraph('next')])))).toBeInstanceOf(Uint8Array);
});

test('a slow reader keeps the thread from running ahead', async () => {
  const { stream, flowing, pages } = renderPdf(LONG);
  await flowing;
  let settled = false;
  pages.then(
    () => {
      settled = true;
    },
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(settled).toBe(false);
  stream.on('error', () => undefined);
  stream.destroy();
  await expect(pages).rejects.toBeInstanceOf(Cancelled);
});

test('beyond the limit of waiting documents the server says that it is busy', async () => {
  const all: Rendering[] = [];
  expect(() => {
    for (let n = 0; n < WAITING_LIMIT + 3; n += 1) all.push(renderPdf(LONG));
  }).toThrow(TooManyDocuments);
  for (const { stream } of all) stream.destroy();
  await Promise.all(all.map(({ stream }) => (stream.closed ? undefined : once(stream, 'close'))));
  for (const { pages } of all) await expect(pages).rejects.toBeInstanceOf(Cancelled);
});

test('a report with the maximum of rows fits in the memory of a thread', async () => {
  const columns = Array.from({ length: 13 }, (_, n) => ({ head: `Head ${n}`, width: 1 }));
  const rows = Array.from({ length: FILE_ROWS }, (_, n) =>
    columns.map((_, column) => (column % 3 === 0 ? `Name of person ${n}` : `${n}.${column}`)),
  );
  const blocks: Block[] = [{ kind: 'table', dense: true, columns, rows }];
  const part = { title: 'Long', subject: '', foot: '', landscape: true, blocks } as const;
  const { stream, flowing, pages } = renderPdf(documentOf([], { parts: [part] }));
  stream.on('error', () => undefined);
  // All pages are laid out before the first is sent.
  await Promise.race([flowing, pages]);
  stream.destroy();
  await expect(pages).rejects.toBeInstanceOf(Cancelled);
});

test('a document larger than a thread’s memory says so, and the next one gets a new thread', async () => {
  // Many small objects, as in a real document, because one huge array may end the process before the thread.
  const { parts } = documentOf([{ kind: 'lines', count: 10_000 }]);
  const many = Array.from({ length: 2_000 }, () => parts).flat();
  const large = renderPdf(documentOf([], { parts: many, oneCount: true }));
  const next = renderPdf(documentOf([paragraph('next')]));
  await expect(large.pages).rejects.toBeInstanceOf(DocumentTooLarge);
  expect((await readPdf(await finish(next)))[0]?.text).toContain('next');
});

test('copied text reads as printed: every letter stands alone', async () => {
  const words = 'Griffin filed the office affidavit for Flanders';
  const [page] = await readPdf(await finish(renderPdf(documentOf([paragraph(words)]))));
  expect(page?.text).toContain(words);
  // A ligature would be one glyph for two or three letters of the text.
  expect(
    fontOf('regular')
      .font.layout('office flat')
      .glyphs.map(({ codePoints }) => codePoints.length),
  ).toEqual(Array.from('office flat', () => 1));
});

describe('a fillable form', () => {
  const blocks = [
    {
      kind: 'fields',
      fields: [
        { label: 'Name', value: 'Baca, Guadalupe', span: 6 },
        { label: 'Seen by', span: 6 },
        { label: 'What happened', span: 12, lines: 4 },
      ],
    },
    { kind: 'checks', columns: 2, items: [{ label: 'Yes' }, { label: 'No', checked: true }] },
    { kind: 'lines', label: 'Remarks', count: 2 },
    {
      kind: 'table',
      columns: [
        { head: 'Day', width: 1 },
        { head: 'Note', width: 2 },
      ],
      rows: [['Mon', 'x']],
      blankRows: 2,
    },
  ] as const satisfies readonly Block[];
  const drawn = async (more: Partial<PrintedDocument>) => finish(renderPdf(documentOf([...blocks], more)));

  test('can be filled in where it is blank, and nowhere else', async () => {
    const raw = Buffer.from(await drawn({ fillable: true })).toString('latin1');
    // Two empty boxes, two lines, two blank rows of two cells; one empty square.
    expect(raw.match(/\/FT \/Tx/g)).toHaveLength(8);
    expect(raw.match(/\/FT \/Btn/g)).toHaveLength(1);
    expect(new Set(raw.match(/\/T \(field \d+\)/g)).size).toBe(9);
    expect(raw).not.toContain('/TU (Name)');
    expect(Buffer.from(await drawn({})).toString('latin1')).not.toContain('/AcroForm');
  });

  test('prints exactly as without its fields', async () => {
    const [plain, fillable] = await Promise.all(
      [await drawn({}), await drawn({ fillable: true })].map((bytes) => readPdf(bytes, 1)),
    );
    expect(fillable?.map(({ text }) => text)).toEqual(plain?.map(({ text }) => text));
    expect(fillable?.map(({ greys }) => Buffer.from(greys).toString('base64'))).toEqual(
      plain?.map(({ greys }) => Buffer.from(greys).toString('base64')),
    );
  });
});
