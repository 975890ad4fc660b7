import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWorkbook } from './workbook.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'homecare-workbook-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (bytes: Uint8Array) => {
  const file = path.join(folder, 'file.xlsx');
  await writeFile(file, bytes);
  return readWorkbook(file, bytes.length);
};

test('the first sheet is read as its cells’ text, with row numbers', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'People',
        rows: [
          ['Name', 'Born', 'Pay', 'Active', 'ZIP'],
          ['Ruiz, Ana', new Date(Date.UTC(1980, 0, 2)), 18.5, true, '00501'],
          [],
          ['=1+1', null, 3_035_550_101, false],
        ],
      },
      { name: 'Other', rows: [['nothing of this']] },
    ],
  });
  expect(await read(bytes)).toEqual([
    { at: 1, cells: ['Name', 'Born', 'Pay', 'Active', 'ZIP'] },
    { at: 2, cells: ['Ruiz, Ana', '01-02-1980', '18.5', 'yes', '00501'] },
    { at: 4, cells: ['=1+1', '', '3035550101', 'no', ''] },
  ]);
});

test('a broken workbook, or a file that is none, is not read', async () => {
  expect(await read(Buffer.from('504b030414000600', 'hex'))).toBeUndefined();
  expect(await read(Buffer.from('Name,Born\r\nAna,1980\r\n'))).toBeUndefined();
  const whole = await writeXlsx({ sheets: [{ name: 'A', rows: [['Name'], ['Ana']] }] });
  expect(await read(whole.slice(0, whole.length - 40))).toBeUndefined();
});
