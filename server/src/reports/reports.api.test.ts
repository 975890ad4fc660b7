import { getReports, previewReport } from '@homecare/domain/reports/contract.ts';
import { FILE_ROWS } from '@homecare/domain/reports/size.ts';
import { NO_RECORDS } from '@homecare/domain/reports/table.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen } from '../../testing/workbook.ts';
import type { Report } from './documents/declare.ts';
import { PAGE_REPORTS } from './documents.ts';
import { answerReport } from './service.ts';

/** How every report is requested and answered, with Clients Active as example. Today is 11-20-2026, a Friday. */

let server: TestServer;
let admin: Caller;
let user: Caller;
let stranger: Caller;
beforeAll(async () => {
  server = await testServer({ others: ['elsewhere'] });
  const { pool } = server.site;
  const provider = await addProvider(pool, 'Okafor', { start_date: '2020-01-06' });
  const plan = async (client: number, start: string, end: string | null = null) =>
    pool.query(
      `insert into care_plans (provider_id, client_id, type_id, start_date, end_date, create_reason, status,
         archive_info, json, created, modified, modified_by)
       values ($1, $2, 1, $3, $4, 'New', $5, $6, $7, now(), now(), 'T.')`,
      [
        provider,
        client,
        start,
        end,
        end ? 'Archive' : 'Active',
        end && '11-20-2026 10:00 T.',
        JSON.stringify(weekOf({ Mon: ['08:00', '10:30'], Thu: ['22:00', '06:00'] })),
      ],
    );
  const baca = await addClient(pool, 'Baca', { start_of_care: '2026-11-03', medicaid: 'A0012345' });
  const evil = await addClient(pool, '=HYPERLINK("http://evil.example")', { start_of_care: '2025-01-01' });
  const angstrom = await addClient(pool, 'Ångström', { start_of_care: '2025-01-01', private_client: true });
  await addClient(pool, 'Gone', { start_of_care: '2025-01-01', cur: 'n', archive_date: '2026-11-20' });
  await addClient(pool, 'Later', { start_of_care: '2026-11-21' });
  await plan(baca, '2026-11-03');
  await plan(baca, '2026-11-20');
  await plan(baca, '2026-11-01', '2026-11-20');
  await plan(evil, '2026-11-01');
  await plan(angstrom, '2026-12-01');
  [admin, user] = [await server.as('admin'), await server.as('user')];
  stranger = await server.as('admin', { site: server.siteNamed('elsewhere') });
});
afterAll(() => server.stop());

const file = (query: string, caller = user) =>
  caller.raw({ method: 'GET', url: `/homecare/api/Reports/ClientsActive.php${query}` });
const bytesOf = async (query: string, caller = user) => {
  const response = await server.app.inject({
    method: 'GET',
    url: `/homecare/api/Reports/ClientsActive.php${query}`,
    headers: { host: 'localhost', cookie: caller.cookie ?? '' },
  });
  return { bytes: response.rawPayload, headers: response.headers };
};

test('the page lists every report with name, file, folder, side and inputs', async () => {
  const { data } = await user.call(getReports, { requestInfo: 'reports' });
  expect(data?.folder).toBe('Reports');
  expect(data?.reports.map(({ name }) => name)).toEqual([
    'Billed Yearly Units',
    'Birthdays',
    'Care Plan Expiration',
    'Client Start Of Care',
    'Clients Active',
    'Clients Hours',
    'Denied Billing',
    'EVV Elements',
    'Excluded Care Plan By Day',
    'Expiring Documents',
    'Flu Shot',
    'Hours: worked, billed, paid',
    'Missing TS',
    'Month Overview',
    'No Billed TS',
    'Not excluded Care Plan By Day',
    'Office Timesheets',
    'Providers Active',
    'Providers Return',
    'Providers Start',
    'Secure Saving',
    'Statistic Report',
    'Vaccination',
    'Visits By Month',
  ]);
  expect(data?.reports.find(({ file: name }) => name === 'ClientsActive')).toEqual({
    name: 'Clients Active',
    file: 'ClientsActive',
    folder: 'Reports',
    side: 'people',
    inputs: ['date', 'type'],
  });
  expect((await (await server.as('provider')).call(getReports, { requestInfo: 'reports' })).status).toBe(403);
});

describe('a report’s preview', () => {
  it('has rows in the order of names, totals that are their sums, and the parameters in words', async () => {
    const { data } = await user.call(previewReport, { file: 'ClientsActive' });
    const [name, , , , , , , , , , , plans, hours] = data?.columns ?? [];
    expect([name?.title, plans?.title, hours?.title]).toEqual(['Name', 'Plans', 'Hours a week']);
    expect(data?.rows.map((row) => [row[0], row[11], row[12]])).toEqual([
      ['=HYPERLINK("http://evil.example"), Chris', 1, 1050],
      ['Ångström, Chris', 0, 0],
      ['Baca, Chris', 2, 2100],
    ]);
    expect(data?.totals.slice(11)).toEqual([3, 3150]);
    expect(data?.totals[0]).toBe('3 clients');
    expect(data?.parameters).toEqual([
      ['Date', '11-20-2026'],
      ['Group', 'All'],
    ]);
    expect(data?.summaries[0]?.rows).toEqual([
      ['Non-private', 2],
      ['Private', 1],
    ]);
  });

  it('is for the chosen day and group', async () => {
    const names = async (input: { date?: string; type?: string }) => {
      const { data } = await user.call(previewReport, { file: 'ClientsActive', ...input });
      return data?.rows.map(([name]) => name);
    };
    expect(await names({ date: '2026-11-02', type: 'nonprivate' })).toEqual([
      '=HYPERLINK("http://evil.example"), Chris',
      'Gone, Chris',
    ]);
    expect(await names({ date: '2026-11-21', type: 'nonprivate' })).toHaveLength(3);
    expect(await names({ type: 'private' })).toEqual(['Ångström, Chris']);
  });

  it.each([
    [{ date: '2026-02-30' }, 'date', 'A date looks like 2026-11-20.'],
    [{ date: '20-11-2026' }, 'date', 'A date looks like 2026-11-20.'],
    [{ type: 'both' }, 'type', 'type is one of all, private, nonprivate.'],
  ])('refuses %o', async (input, field, message) => {
    const answer = await user.call(previewReport, { file: 'ClientsActive', ...input });
    expect([answer.status, answer.Info, answer.errors[0]?.field]).toEqual([400, message, field]);
  });
});

describe('a report’s workbook', () => {
  it('has numbers and dates as such, sums as formulas, and no typed formula', async () => {
    const { bytes, headers } = await bytesOf('?export=xls');
    expect(headers['content-disposition']).toContain('ClientsActive_2026-11-20_2026-11-20.xlsx');
    const book = await reopen(bytes);
    expect(book.names).toEqual(['Report', 'Summary', 'Parameters']);
    const [report = [], , parameters = []] = book.rows;
    expect(report.map(({ A, L, M }) => [A, L, M])).toEqual([
      ['Name', 'Plans', 'Hours a week'],
      ['=HYPERLINK("http://evil.example"), Chris', 1, 10.5],
      ['Ångström, Chris', 0, 0],
      ['Baca, Chris', 2, 21],
      ['3 clients', 3, 31.5],
    ]);
    expect(book.formulas[0]).toEqual({ L5: 'SUM(L2:L4)', M5: 'SUM(M2:M4)' });
    expect(parameters.map(({ A, B }) => [A, B])).toEqual([
      ['Report', 'Clients Active'],
      ['Date', '11-20-2026'],
      ['Group', 'All'],
      ['Printed by', expect.any(String)],
      ['Printed', '11-20-2026 10:00'],
      ['Rows', '3'],
    ]);
  });
  it('has its header and zero totals if there is nobody', async () => {
    const { bytes } = await bytesOf('?export=xls&date=1999-01-01');
    const [report = []] = (await reopen(bytes)).rows;
    expect(report).toHaveLength(2);
    expect(report[1]).toMatchObject({ A: '0 clients', L: 0, M: 0 });
  });
});

describe('a report’s PDF', () => {
  it('is in landscape, names parameters and rows, and says who printed it', async () => {
    const { bytes } = await bytesOf('?date=2026-11-20&type=all');
    const [page, ...more] = await readPdf(bytes);
    expect(more).toEqual([]);
    expect((page?.width ?? 0) > (page?.height ?? 0)).toBe(true);
    for (const words of [
      'Clients Active',
      'Date: 11-20-2026',
      'Baca, Chris',
      '3 clients',
      '31.50',
      'Page 1 of 1',
    ])
      expect(page?.text).toContain(words);
    expect(page?.text).toContain('Printed 11-20-2026 10:00 by ');
  });
  it('without rows is one page that says so', async () => {
    const [page] = await readPdf((await bytesOf('?date=1999-01-01')).bytes);
    expect(page?.text).toContain(NO_RECORDS);
  });
});

it('a report adds a row to the document log, with ids and parameters but no content', async () => {
  await file('?type=private', admin);
  const { rows } = await server.site.pool.query(
    `select kind, parameters, format, pages, rows, subject_count, role, outcome, sensitive
     from document_log order by id desc limit 1`,
  );
  expect(rows).toEqual([
    {
      kind: 'Clients Active',
      parameters: { Date: '11-20-2026', Group: 'Private Only' },
      format: 'pdf',
      pages: 1,
      rows: 1,
      subject_count: 1,
      role: 'admin',
      outcome: 'done',
      sensitive: false,
    },
  ]);
});

describe('a report that is too large', () => {
  const [entry] = PAGE_REPORTS.filter(({ entry: { file: name } }) => name === 'ClientsActive').map(
    (one) => one.entry,
  );
  const answer = async (rows: number, lines: number, format: 'pdf' | 'xls') => {
    if (!entry) throw new Error('no report');
    const report: Report = {
      namesClient: false,
      run: async () => ({
        table: {
          columns: [{ title: 'Name', kind: 'text', width: 20, sums: false }],
          rows: Array.from({ length: rows }, (_, n) => [`row ${n}`]),
          totals: [null],
          group: null,
          part: null,
          captions: [],
          notes: [],
          summaries: [],
          charts: [],
        },
        ids: [],
        sheets: [{ title: 'x', subject: '', foot: '', blocks: [{ kind: 'lines', count: lines }] }],
      }),
    };
    return answerReport({ entry, report })(server.scope, { export: format });
  };

  test.each(['pdf', 'xls'] as const)(
    '(%s) says how many rows there are and what to do, and draws nothing',
    async (format) => {
      expect(await answer(FILE_ROWS + 1, 1, format)).toMatchObject({
        ok: false,
        reason: 'tooLarge',
        info: 'This report has 40,001 rows. A file holds up to 40,000: choose a shorter time or fewer records.',
      });
    },
  );

  test('and exceeds the drawing thread’s memory is refused with words', async () => {
    expect(await answer(1, 20_000_000, 'pdf')).toMatchObject({
      ok: false,
      reason: 'tooLarge',
      info: 'This document is too large to print. Choose fewer records or a shorter time.',
    });
  });
});

test('an unknown report is not found', async () => {
  for (const file of ['Nothing', 'FlatPayroll', '../service'])
    expect((await admin.call(previewReport, { file })).status).toBe(404);
});

test('a caregiver is refused, and another site has its own rows', async () => {
  expect((await file('', await server.as('provider'))).status).toBe(403);
  const elsewhere = await stranger.call(previewReport, { file: 'ClientsActive' });
  expect(elsewhere.data?.rows).toEqual([]);
});

test.each(['Reports/ClientsActive', 'modules/Reports/ClientsActive.php'])('%s works too', async (path) => {
  const answer = await user.raw({ method: 'GET', url: `/homecare/api/${path}?day=Monday&vac=1&export=xls` });
  expect(answer.status).toBe(200);
});
