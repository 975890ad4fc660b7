import { describe, expect, test } from 'vitest';
import { type PageCode, writePageCode } from '../plan-documents/page-code.ts';
import {
  checkScanFile,
  codeOfPage,
  filePage,
  kindOfScan,
  MAX_SCAN_BYTES,
  PAGE_PARTS,
  partOf,
  periodOf,
  SCAN_NO_FILE,
  SCAN_TOO_LARGE,
  SCAN_WRONG_TYPE,
} from './scans.ts';

test.each([
  ['scan.pdf', 'pdf'],
  ['SCAN 2026-11.PDF', 'pdf'],
  ['photo.jpeg', 'jpg'],
  ['photo.JPG', 'jpg'],
  ['page.png', 'png'],
  ['page.tiff', undefined],
  ['page.html', undefined],
  ['scan.pdf.exe', undefined],
  ['toString', undefined],
  ['', undefined],
])('%o is of kind %s', (name, kind) => expect(kindOfScan(name)).toBe(kind));

test.each([
  [undefined, SCAN_NO_FILE],
  [{ name: 'scan.pdf', size: MAX_SCAN_BYTES }, undefined],
  [{ name: 'scan.pdf', size: MAX_SCAN_BYTES + 1 }, SCAN_TOO_LARGE],
  [{ name: 'scan.doc', size: 1 }, SCAN_WRONG_TYPE],
])('%j is checked before it is sent: %s', (file, message) => expect(checkScanFile(file)?.info).toBe(message));

const CODE: PageCode = {
  tag: 'K7QD',
  kind: 'T',
  plan: 12345,
  month: '2026-11',
  period: 0,
  version: 3,
  page: 1,
};
const text = (over: Partial<PageCode> = {}) => writePageCode({ ...CODE, ...over });
const wrongCheck = text().slice(0, -2) + (text().endsWith('85') ? '86' : '85');

describe('the code of a page', () => {
  const seen = (...texts: string[]) => codeOfPage(texts, 'K7QD');
  test('is found whether it is there once or twice, whatever else is on the page', () => {
    expect(seen(text(), text(), 'https://example.com')).toEqual({ ok: true, code: CODE });
    expect(seen(text(), text({ tag: 'AAAA' }))).toEqual({ ok: true, code: CODE });
  });
  test.each([
    [[], 'noCode'],
    [['https://example.com', ''], 'noCode'],
    [[wrongCheck], 'noCode'],
    [[text({ tag: 'AAAA' })], 'foreign'],
    [[text(), text({ plan: 12354 })], 'twoCodes'],
    [[text(), text({ page: 2 })], 'twoCodes'],
  ])('%j: %s', (texts, reason) => expect(seen(...texts)).toEqual({ ok: false, reason }));
});

describe('a page is assigned', () => {
  const on = (day: string, over: Partial<PageCode> = {}, version: number | undefined = 3) =>
    filePage(
      { ok: true, code: { ...CODE, ...over } },
      version === undefined ? undefined : { version },
      Temporal.PlainDate.from(day),
    );
  test('by its code, from the first day of its half on', () => {
    expect(on('2026-11-01')).toMatchObject({ state: 'filed', outdated: false });
    expect(on('2026-10-31')).toEqual({ state: 'tray', reason: 'notBegun' });
    expect(on('2026-11-15', { period: 1 })).toEqual({ state: 'tray', reason: 'notBegun' });
    expect(on('2026-11-16', { period: 1 })).toMatchObject({ state: 'filed' });
    // A monthly report page has no half.
    expect(on('2026-11-01', { kind: 'M' })).toMatchObject({ state: 'filed' });
  });
  test('with code 5 suggested if the plan was changed after printing and before the month', () => {
    expect(on('2026-11-20', { version: 2 })).toMatchObject({ state: 'filed', outdated: true });
    expect(on('2026-11-20', { version: 4 })).toMatchObject({ state: 'filed', outdated: false });
  });
  test('to nothing if its plan does not exist', () =>
    expect(filePage({ ok: true, code: CODE }, undefined, Temporal.PlainDate.from('2026-11-20'))).toEqual({
      state: 'tray',
      reason: 'noPlan',
    }));
});

test('to a part of the month: a half, or the report', () =>
  expect(PAGE_PARTS.map((part) => partOf(periodOf(part)))).toEqual([...PAGE_PARTS]));
