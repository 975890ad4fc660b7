import { previewReport } from '@homecare/domain/reports/contract.ts';
import type { ReportPreview } from '@homecare/domain/reports/schema.ts';
import { showCell } from '@homecare/domain/reports/table.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf.ts';
import { makeAgency } from '../../testing/report-agency.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen } from '../../testing/workbook.ts';
import { PAGE_REPORTS } from './documents.ts';

/** What holds for every report of the page, for a made agency with malicious names. */

let server: TestServer;
let callers: Record<'admin' | 'user' | 'provider' | 'stranger', Caller>;
beforeAll(async () => {
  server = await testServer({ others: ['elsewhere'] });
  await makeAgency(server.site.pool);
  // They are not sealed by a key of this site; the roster of full SSNs has its own test.
  await server.site.pool.query('update people set ssn_cipher = null, ssn_hmac = null, ssn_last4 = null');
  callers = {
    admin: await server.as('admin'),
    user: await server.as('user'),
    provider: await server.as('provider'),
    stranger: await server.as('admin', { site: server.siteNamed('elsewhere') }),
  };
});
afterAll(() => server.stop());

const ASKED = {
  year: '2026',
  month: '2026-10',
  day: 'Tuesday',
  dateFrom: '2026-01-01',
  dateTo: '2026-12-31',
  from: '2026-09',
  to: '2026-11',
  vac: '1',
};

/** Visits exist for November only. */
const askedOf = (file: string) => (file === 'VisitsByMonth' ? { ...ASKED, month: '2026-11' } : ASKED);

const preview = async (file: string, caller: Caller): Promise<ReportPreview> => {
  const { data, status, text } = await caller.call(previewReport, { file, ...askedOf(file) });
  if (!data) throw new Error(`${file}: ${status} ${text}`);
  return data;
};
const load = (file: string, caller: Caller, format: 'pdf' | 'xls') =>
  server.app.inject({
    method: 'GET',
    url: `/homecare/api/Reports/${file}.php?${new URLSearchParams({ ...askedOf(file), export: format })}`,
    headers: { host: 'localhost', cookie: caller.cookie ?? '' },
  });

const SCALE = { hours: 100, money: 100, percent: 10 } as const;
const scaleOf = (kind: string) =>
  kind === 'hours' || kind === 'money' || kind === 'percent' ? SCALE[kind] : 1;
const letter = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : `${letter(Math.floor(n / 26) - 1)}${letter(n % 26)}`;

describe.each(PAGE_REPORTS.map(({ entry: { name, file } }) => [name, file] as const))('%s', (_, file) => {
  test('has rows, and totals that are the sums of the printed lines', async () => {
    const { rows, columns, totals, count } = await preview(file, callers.admin);
    expect(rows.length).toBe(count);
    if (file !== 'ProvidersReturn') expect(rows.length).toBeGreaterThan(0);
    expect(totals[0]).toMatch(new RegExp(`^${count} `));
    columns.forEach(({ sums }, n) => {
      const sum = rows.reduce((total, row) => total + (typeof row[n] === 'number' ? row[n] : 0), 0);
      if (sums) expect(totals[n]).toBe(sum);
    });
  });

  test('contains the same rows as a workbook, with formulas equal to the totals', async () => {
    const { rows, columns, totals } = await preview(file, callers.admin);
    const answer = await load(file, callers.admin, 'xls');
    expect(answer.statusCode).toBe(200);
    const book = await reopen(answer.rawPayload);
    const [report = []] = book.rows;
    expect(report).toHaveLength(rows.length + 2);
    columns.forEach(({ sums, kind }, n) => {
      if (!sums) return;
      const cells = report.slice(1, -1).map((row) => row[letter(n)]);
      const again = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0);
      const [total] = [totals[n]];
      const expected = typeof total === 'number' ? total / scaleOf(kind) : Number.NaN;
      expect(again).toBeCloseTo(expected, 6);
      expect(report.at(-1)?.[letter(n)]).toBeCloseTo(expected, 6);
      if (rows.length > 0)
        expect(book.formulas[0]?.[`${letter(n)}${rows.length + 2}`]).toBe(
          `SUM(${letter(n)}2:${letter(n)}${rows.length + 1})`,
        );
    });
    // Typed text stays text: the only formulas are the sums.
    expect(Object.values(book.formulas[0] ?? {}).every((formula) => formula.startsWith('SUM('))).toBe(true);
    expect(book.names.at(-1)).toBe('Parameters');
  });

  test('ends on paper with the number of rows and the same totals', async () => {
    const { totals, columns, parameters } = await preview(file, callers.admin);
    const answer = await load(file, callers.admin, 'pdf');
    expect(answer.headers['content-type']).toBe('application/pdf');
    const pages = await readPdf(answer.rawPayload, 0.1);
    const words = pages
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(words).toContain(String(totals[0]));
    for (const [name, value] of parameters) expect(words).toContain(`${name}: ${value}`);
    columns.forEach(({ kind, sums }, n) => {
      if (sums)
        expect(words.replaceAll(' ', '')).toContain(
          showCell(totals[n] ?? null, kind, '').replaceAll(' ', ''),
        );
    });
  });

  test('shows no money to a user, is refused to a caregiver, and shows only its own site', async () => {
    const [seen, all] = [await preview(file, callers.user), await preview(file, callers.admin)];
    expect(seen.columns.some(({ kind }) => kind === 'money')).toBe(false);
    expect(seen.summaries.some(({ columns }) => columns.some(({ kind }) => kind === 'money'))).toBe(false);
    expect(seen.rows.length).toBe(all.rows.length);
    expect((await callers.provider.call(previewReport, { file, ...askedOf(file) })).status).toBe(403);
    expect((await load(file, callers.provider, 'pdf')).statusCode).toBe(403);
    const elsewhere = await preview(file, callers.stranger);
    const numbers = elsewhere.rows.flat().filter((cell) => typeof cell === 'number' && cell !== 0);
    expect(numbers).toEqual([]);
  });
});
