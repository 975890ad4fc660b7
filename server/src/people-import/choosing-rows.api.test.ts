import type { Call } from '@homecare/domain/call.ts';
import { checkFile, importFile, readFile } from '@homecare/domain/people-import/contract.ts';
import type { Mapping } from '@homecare/domain/people-import/mapping.ts';
import { writeRanges } from '@homecare/domain/people-import/row-ranges.ts';
import { ALL_LEFT_OUT, imported } from '@homecare/domain/people-import/rules.ts';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ODD_HEADS, oddFile, oddRow, oddRows } from '../../testing/odd-columns.ts';
import { multipart } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { BASE } from '../platform/http/base-path.ts';

/** A file of 300 people with unusual column names, some rows of which are left out by choice. */

let server: TestServer;
let admin: Caller;
const today = Temporal.PlainDate.from('2026-11-20');
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
interface Sending {
  readonly columns?: Mapping;
  readonly leaveOut?: readonly number[];
  readonly confirmed?: number;
}
const send = async (call: Call, content: string | Buffer, { columns, leaveOut, confirmed }: Sending = {}) => {
  serial += 1;
  const input = {
    ...(call !== readFile && {
      target: 'people',
      columns: JSON.stringify(columns),
      run: `test-run-${serial}`,
    }),
    ...(leaveOut && { leaveOut: writeRanges(leaveOut) }),
    ...(confirmed !== undefined && { confirmed: String(confirmed) }),
  };
  const { payload, headers } = multipart(input, { name: 'people.csv', content });
  const path = call.transport.via === 'path' ? call.transport.paths[0] : '';
  return admin.raw({ method: 'POST', url: `${BASE}/${path}`, payload, headers });
};
const columnsOf = async (content: string | Buffer) =>
  readFile.output.parse((await send(readFile, content)).data).suggested.people;
const check = async (content: string | Buffer, more: Sending) => {
  const answer = await send(checkFile, content, more);
  expect([answer.status, answer.Info]).toEqual([200, undefined]);
  return checkFile.output.parse(answer.data);
};
const countPeople = async () => {
  const { rows } = await server.database.pool.query<{ n: number }>('select count(*)::int as n from people');
  return rows[0]?.n ?? -1;
};

const PEOPLE = oddRows(300, today);
const changed = (row: readonly string[], head: (typeof ODD_HEADS)[number], text: string) =>
  row.with(ODD_HEADS.indexOf(head), text);

describe('a file of 300 people with unusual column names', () => {
  test('is understood, and can be imported without problems', async () => {
    const file = oddFile(PEOPLE);
    const columns = await columnsOf(file);
    const unknown = ODD_HEADS.filter((_, at) => columns?.[at] === null);
    expect(unknown).toEqual(['Favorite color']);
    const found = await check(file, { columns: columns ?? [] });
    expect(found.problems.slice(0, 3)).toEqual([]);
    // The samples' numbers belong to nobody.
    expect([...new Set(found.questions.map(({ field }) => field))]).toEqual(['SSI #']);
    expect(found.onRecord).toEqual([]);
    expect(found).toMatchObject({ rows: 300, ready: 300, providers: 100, clients: 200 });
  });

  test('is imported without the rows left out, with all others or none', async () => {
    const stored = oddRow({ number: 400, isClient: false, today });
    const first = oddFile([stored]);
    const columns = (await columnsOf(first)) ?? [];
    expect((await send(importFile, first, { columns })).Info).toBe(imported('people', 1));

    // Row 2 has no phone, row 5 an impossible birth date, row 7 the SSN of someone on record.
    const rows = PEOPLE.with(0, changed(PEOPLE[0] ?? [], 'Client’s Cell Phone #', ''))
      .with(3, changed(PEOPLE[3] ?? [], 'Patient D.O.B. (mm/dd/yyyy)', '13/13/1980'))
      .with(
        6,
        changed(
          PEOPLE[6] ?? [],
          'Social Security No.',
          stored[ODD_HEADS.indexOf('Social Security No.')] ?? '',
        ),
      );
    const file = oddFile(rows);
    const found = await check(file, { columns });
    expect(found).toMatchObject({ ready: 297, providers: 97, clients: 200, problemRows: 3 });
    expect(found).toMatchObject({ faulty: [2, 5], onRecord: [8] });
    const before = await countPeople();
    const whole = await send(importFile, file, { columns, confirmed: 0 });
    expect(whole.status).toBe(409);
    const some = await send(importFile, file, { columns, leaveOut: found.faulty, confirmed: 0 });
    expect(some.status).toBe(409);
    expect(await countPeople()).toBe(before);

    const leaveOut = [...found.faulty, ...found.onRecord];
    const left = await check(file, { columns, leaveOut });
    expect(left).toMatchObject({ rows: 297, ready: 297, problemCount: 0, faulty: [], onRecord: [] });
    const done = await send(importFile, file, { columns, leaveOut, confirmed: left.questionCount });
    expect([done.status, done.Info]).toEqual([200, imported('people', 297)]);
    expect(await countPeople()).toBe(before + 297);

    // The same file again: everyone in it is on record, by number or by name and birth date.
    const again = await check(file, { columns, leaveOut: found.faulty });
    expect(again.onRecord.length).toBe(298);
    const nobody = await send(checkFile, file, { columns, leaveOut: [...found.faulty, ...again.onRecord] });
    expect([nobody.status, nobody.Info]).toEqual([409, ALL_LEFT_OUT]);
  });

  test('has its chosen columns proposed the next time', async () => {
    const rows = [oddRow({ number: 500, isClient: true, today })];
    const file = oddFile(rows);
    const guessed = (await columnsOf(file)) ?? [];
    const at = ODD_HEADS.indexOf('Favorite color');
    const columns = guessed.with(at, 'notes').with(ODD_HEADS.indexOf('Town'), 'City');
    expect((await send(importFile, file, { columns })).status).toBe(200);
    expect(await columnsOf(file)).toEqual(columns);
    const { rows: settings } = await server.database.pool.query<{ value: string }>(
      `select value::text as value from settings where key = 'peopleImport.columns'`,
    );
    expect(settings[0]?.value).toContain('notes');
    // Someone forgets the header row, so a person's data is in its place.
    expect(settings[0]?.value).not.toContain('Favorite');
  });

  test('is read from an Excel workbook like from a CSV file', async () => {
    const rows = [
      oddRow({ number: 600, isClient: true, today }),
      oddRow({ number: 601, isClient: false, today }),
    ];
    const born = ODD_HEADS.indexOf('Patient D.O.B. (mm/dd/yyyy)');
    const cells = rows.map((row) =>
      row.map((cell, at) => (at === born ? new Date(Date.UTC(1950, 4, 6)) : cell)),
    );
    const book = await writeXlsx({ sheets: [{ name: 'People', rows: [[...ODD_HEADS], ...cells] }] });
    const columns = (await columnsOf(Buffer.from(book))) ?? [];
    const found = await check(Buffer.from(book), { columns });
    expect(found.problems).toEqual([]);
    expect(found).toMatchObject({ providers: 1, clients: 1 });
    const done = await send(importFile, Buffer.from(book), { columns, confirmed: found.questionCount });
    expect([done.status, done.Info]).toEqual([200, imported('people', 2)]);
    const { rows: stored } = await server.database.pool.query(
      `select count(*)::int as n from people where last_name in ($1, $2)`,
      rows.map((row) => row[ODD_HEADS.indexOf('Family Name')]),
    );
    expect(stored).toEqual([{ n: 2 }]);
  });
});
