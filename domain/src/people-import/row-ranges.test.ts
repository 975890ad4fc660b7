import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RANGES_TEXT, RANGES, readRanges, writeRanges } from './row-ranges.ts';
import { MAX_IMPORT_ROWS } from './rules.ts';

test.each([
  [[], ''],
  [[5], '5'],
  [[9, 3, 4, 5, 12, 8], '3-5,8-9,12'],
  [[2, 2, 3], '2-3'],
])('%j is %o', (rows, text) => expect(writeRanges(rows)).toBe(text));

test('written rows are read back, and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 60 })), (rows) => {
      const text = writeRanges(rows);
      expect(text).toMatch(RANGES);
      const has = readRanges(text);
      for (let row = 1; row <= 61; row += 1) expect(has(row)).toBe(rows.includes(row));
    }),
  );
});

test('ranges may be in any order and overlap', () => {
  const has = readRanges('30-40,3-20,5,7-9,2');
  const rows = Array.from({ length: 45 }, (_, row) => row).filter(has);
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  expect(rows).toEqual([...span(2, 20), ...span(30, 40)]);
});

test('every other row of the longest file fits', () => {
  const rows = Array.from({ length: MAX_IMPORT_ROWS / 2 }, (_, at) => 2 * at + 2);
  expect(writeRanges(rows).length).toBeLessThan(MAX_RANGES_TEXT);
});

test.each(['-3', '3-', '3,,4', ',3', '3,', 'x', '3 4'])('%o is refused', (text) =>
  expect(text).not.toMatch(RANGES),
);
