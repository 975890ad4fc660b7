import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { peopleColumns } from './columns.ts';
import { exportName } from './file-name.ts';
import { csvOf, type ExportColumn, money } from './rules.ts';

const columns: readonly ExportColumn<readonly (string | null)[]>[] = [
  { title: 'Name', kind: 'text', width: 10, value: ([name = null]) => name },
  { title: 'DoB', kind: 'date', width: 10, value: ([, date = null]) => date },
];

/** Reads CSV strictly by RFC 4180. */
const readCsv = (csv: string): string[][] => {
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  for (let match = cell.exec(csv); match; match = cell.exec(csv)) {
    rows.at(-1)?.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
};

describe('CSV', () => {
  it('has a byte order mark, quotes and CRLF, and dates as on the screen', () => {
    expect(
      csvOf(columns, [
        ['Baca, "Lupe"', '1950-02-28'],
        [null, null],
      ]),
    ).toBe('\uFEFF"Name","DoB"\r\n"Baca, ""Lupe""","02-28-1950"\r\n"",""\r\n');
  });
  it('writes money as a number, negative amounts too', () => {
    const amounts = [money<number | null>('Open', (cents) => cents)];
    expect(csvOf(amounts, [123_456, -4_005, null])).toBe('\uFEFF"Open"\r\n"1234.56"\r\n"-40.05"\r\n""\r\n');
  });
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\0x'])('%j is no formula', (value) => {
    expect(csvOf(columns, [[value, null]])).toContain(`"'${value}"`);
  });
  it('reads back as the same texts, apart from the mark before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (names) => {
        const [head, ...rows] = readCsv(
          csvOf(
            columns,
            names.map((name) => [name, null]),
          ).slice(1),
        );
        expect(head).toEqual(['Name', 'DoB']);
        expect(rows.map(([name]) => name?.replace(/^'(?=[=+\-@\t\r\0])/, ''))).toEqual(names);
        expect(rows.every(([name = '']) => !/^[=+\-@\t\r\0]/.test(name))).toBe(true);
      }),
    );
  });
});

const PLAIN = { showArchived: false, showAggregator: false };
test.each([
  ['All', PLAIN, ['ID', 'Name', 'DoB', 'Address', 'Phone', 'SSI number', 'Type']],
  [
    'All',
    { showArchived: true, showAggregator: true },
    ['ID', 'Name', 'DoB', 'Address', 'Phone', 'SSI number', 'Type', 'Sandata', 'Archived'],
  ],
  [
    'Providers',
    PLAIN,
    [
      'ID',
      'Name',
      'Address',
      'SSI number',
      'Phone',
      'Background check',
      'DL/ID expiration',
      'Staff evaluation',
    ],
  ],
  ['Clients', PLAIN, ['ID', 'Name', 'Address', 'Phone', 'Medicaid', 'DoB', 'Home visit', 'Services']],
] as const)('the columns of %s, %o', (tab, shown, titles) => {
  expect(peopleColumns(tab, shown).map(({ title }) => title)).toEqual(titles);
});

test('a file is named after its list and day', () => {
  expect(exportName('people', '2026-11-20', 'xlsx')).toBe('people_2026-11-20.xlsx');
});
