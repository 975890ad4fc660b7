import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  BAD_NAME,
  checkUpload,
  FILE_KINDS,
  keepsKind,
  kindOfName,
  LONG_NAME,
  MAX_FILE_BYTES,
  NO_FILE,
  NO_NAME,
  nameFile,
  showSize,
  TOO_LARGE,
  WRONG_TYPE,
  withoutExtension,
} from './rules.ts';

test.each([
  ['scan.pdf', 'pdf'],
  ['SCAN.PDF', 'pdf'],
  ['plan.v2.docx', 'docx'],
  ['old.xls', 'xls'],
  ['page.html', undefined],
  ['pdf', undefined],
  ['scan.pdf.exe', undefined],
  ['scan.pdf ', undefined],
  ['', undefined],
])('%o is of kind %s', (name, kind) => expect(kindOfName(name)).toBe(kind));

describe('the name of a file', () => {
  test.each([
    ['Driver license', 'pdf', 'Driver license.pdf'],
    ['Driver license.pdf', 'pdf', 'Driver license.pdf'],
    ['  Driver   license.PDF ', 'pdf', 'Driver license.PDF'],
    ['Letter to Dr. Chen', 'docx', 'Letter to Dr. Chen.docx'],
    ['rates v1.2', 'xlsx', 'rates v1.2.xlsx'],
    ['Thẻ căn cước', 'pdf', 'Thẻ căn cước.pdf'],
    ['cafe\u0301', 'doc', 'café.doc'],
    ['50% & more; $&', 'xls', '50% & more; $&.xls'],
  ] as const)('%o of a %s is %o', (typed, kind, name) =>
    expect(nameFile(typed, kind)).toEqual({ ok: true, name }),
  );

  test.each([
    ['', NO_NAME],
    ['   ', NO_NAME],
    ['page.html', WRONG_TYPE],
    ['scan.pdf.exe', WRONG_TYPE],
    ['table.xlsx', keepsKind('pdf')],
    ['../../etc/passwd', BAD_NAME],
    ['a\\b.pdf', BAD_NAME],
    ['a\u0000.pdf', BAD_NAME],
    ['a\r\nSet-Cookie: x.pdf', BAD_NAME],
    ['fdp.\u202excod', BAD_NAME],
    ['a\u200bb.pdf', BAD_NAME],
    ['\ud800.pdf', BAD_NAME],
    ['.pdf', BAD_NAME],
    ['CON.pdf', BAD_NAME],
    ['nul', BAD_NAME],
    ['x'.repeat(117), LONG_NAME],
  ])('%o of a pdf is refused', (typed, message) =>
    expect(nameFile(typed, 'pdf')).toMatchObject({ ok: false, errors: [{ field: 'name', message }] }),
  );

  it('keeps its kind whatever is typed, and renaming it to the same name changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 130 }),
        fc.constantFrom(...FILE_KINDS),
        (typed, kind) => {
          const named = nameFile(typed, kind);
          if (!named.ok) return;
          expect(kindOfName(named.name)).toBe(kind);
          expect(named.name).not.toMatch(/[/\\\p{Cc}]/u);
          expect(nameFile(named.name, kind)).toEqual(named);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('an upload', () => {
  const said = (file: { name: string; size: number } | undefined, name: string) =>
    (checkUpload(file, name)?.errors ?? []).map(({ message }) => message);
  test.each([
    ['with a file and a name is accepted', { name: 'a.pdf', size: 1 }, 'License', []],
    ['of the maximum size is accepted', { name: 'a.pdf', size: MAX_FILE_BYTES }, 'License', []],
    ['one byte larger is refused', { name: 'a.pdf', size: 10_000_001 }, 'License', [TOO_LARGE]],
    ['no file', undefined, 'License', [NO_FILE]],
    ['no name', { name: 'a.pdf', size: 1 }, ' ', [NO_NAME]],
    ['another kind', { name: 'a.png', size: 1 }, 'License', [WRONG_TYPE]],
  ] as const)('%s', (_, file, name, messages) => expect(said(file, name)).toEqual(messages));
});

test('error messages that older clients recognize keep their wording', () => {
  expect(WRONG_TYPE).toBe('Error: Incorrect filetype. Allowed filetype .pdf, .doc, .docx, .xls, .xlsx');
  expect(TOO_LARGE).toBe('Error: File must be less that 10MB');
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [10_000_000, '10.0 MB'],
])('%i bytes are shown as %s', (bytes, shown) => expect(showSize(bytes)).toBe(shown));

test('the name box starts with the name of the chosen file', () => {
  expect(withoutExtension('Driver license.pdf')).toBe('Driver license');
  expect(withoutExtension('v1.2')).toBe('v1.2');
});
