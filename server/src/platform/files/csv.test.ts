import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { newPace } from '../jobs/pace.ts';
import { decodeText, readCsv } from './csv.ts';

const read = async (text: string) => {
  const result = await readCsv(text, 100, newPace());
  return result.ok ? result.rows.map(({ at, cells }) => [at, ...cells]) : result;
};

describe('a CSV file', () => {
  test.each([
    [
      'plain',
      'a,b\r\n1,2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'quoted',
      '"a,b","say ""hi"""\n"two\nlines",x',
      [
        [1, 'a,b', 'say "hi"'],
        [2, 'two\nlines', 'x'],
      ],
    ],
    [
      'with empty rows, which count',
      'a;b\n\n;\n1;2',
      [
        [1, 'a', 'b'],
        [4, '1', '2'],
      ],
    ],
    [
      'with an empty last cell',
      'a\tb\t\n1\t2\t',
      [
        [1, 'a', 'b', ''],
        [2, '1', '2', ''],
      ],
    ],
    [
      'with ends of old Macs',
      'a,b\r1,2\r',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'with a lone quotation mark inside',
      'a,5" pipe\n1,2',
      [
        [1, 'a', '5" pipe'],
        [2, '1', '2'],
      ],
    ],
    [
      'with the mark of our exports',
      `a,b\n"'=1+1",'tis`,
      [
        [1, 'a', 'b'],
        [2, '=1+1', "'tis"],
      ],
    ],
    ['empty', '', []],
  ])('that is %s', async (_, text, rows) => expect(await read(text)).toEqual(rows));

  it('with an unclosed quotation mark names its row', async () =>
    expect(await read('a,b\n1,2\n3,"4\n5,6')).toEqual({ ok: false, fault: 'openQuote', row: 3 }));
  it('that is too long stops', async () =>
    expect(await read('a,b\n'.repeat(101))).toEqual({ ok: false, fault: 'tooLong', row: 101 }));

  it('returns every text unchanged', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', 'é', ';') })
      .map((text) => `x${text}`);
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (lines) => {
        const head = Array.from({ length: 4 }, () => 'head');
        const all = [head, ...lines];
        const text = all
          .map((line) => line.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(await read(text)).toEqual(all.map((line, index) => [index + 1, ...line]));
      }),
    );
  });
});

test.each([
  ['UTF-8 with its mark', Buffer.from('\uFEFFJosé'), 'José'],
  ['Windows-1252', Buffer.from('José', 'latin1'), 'José'],
  ['UTF-16', Buffer.from('\uFEFFJosé', 'utf16le'), 'José'],
  ['a workbook', Buffer.from('PK\u0003\u0004x'), undefined],
  ['NUL bytes', Buffer.from('a\0b'), undefined],
])('%s', (_, bytes, text) => expect(decodeText(bytes)).toBe(text));
