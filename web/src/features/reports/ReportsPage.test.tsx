import type { ReportMail } from '@homecare/domain/report-mails/schema.ts';
import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { ReportPreview } from '@homecare/domain/reports/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type Answer,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { ReportsPage } from './ReportsPage.tsx';

const listed = (
  side: PageEntry['side'],
  name: string,
  file: string,
  inputs: PageEntry['inputs'],
): PageEntry => ({
  name,
  file,
  folder: 'Reports',
  side,
  inputs,
});
const LISTED: readonly PageEntry[] = [
  listed('people', 'Clients Active', 'ClientsActive', ['date', 'type']),
  listed('people', 'Providers Active', 'ProvidersActive', ['date']),
  listed('work', 'Missing TS', 'MissingTS', ['month', 'type']),
  listed('work', 'Statistic Report', 'Statistic', ['year']),
];

const PREVIEW: ReportPreview = {
  name: 'Missing TS',
  parameters: [['Month', '2026-10']],
  printed: '11-20-2026 10:00',
  count: 3,
  columns: [
    { title: 'Provider', kind: 'text', width: 20, sums: false },
    { title: 'Planned hours', kind: 'hours', width: 10, sums: true },
    { title: 'Called', kind: 'box', width: 6, sums: false },
  ],
  rows: [
    ['Baca, Ana', 1050, null],
    ['Ångström, Bo', null, null],
    ['Cruz, Cy', 200, null],
  ],
  totals: ['3 timesheets', 1250, null],
  group: null,
  part: null,
  summaries: [
    {
      title: 'Timesheets by half',
      columns: [
        { title: 'Half', kind: 'text' },
        { title: 'Count', kind: 'count' },
      ],
      rows: [['1st', 3]],
    },
  ],
  notes: [],
  captions: [],
  charts: [
    {
      title: 'Hours by week',
      kind: 'hours',
      categories: ['a', 'b'],
      series: [{ name: 'Billed', values: [1, 2] }],
    },
  ],
};

const asked: unknown[] = [];
const opened: string[] = [];
let mails: readonly ReportMail[];
const answer = (preview: Answer = { data: PREVIEW }) =>
  answerWith(({ path, input }) => {
    if (path.includes('info.php'))
      return {
        data: { folder: 'Reports', reports: LISTED },
      };
    if (path.includes('report-mails/list')) return { data: mails };
    if (/report-mails\/(add|remove)/.test(path)) {
      asked.push(input);
      return { data: null };
    }
    if (path.includes('preview-report')) {
      asked.push(input);
      return preview;
    }
    if (path.includes('siteConfig'))
      return { data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } };
    return { data: CAPABILITIES };
  });

beforeEach(() => {
  signInAs('user');
  onDesk();
  asked.length = 0;
  mails = [];
  opened.length = 0;
  vi.stubGlobal('open', (url: string) => void opened.push(url));
});
afterEach(() => {
  closePages();
  closeAllToasts();
  vi.unstubAllGlobals();
});

const openPage = () => openPages({ '/reports': ReportsPage }, '/reports');
const choose = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const cells = () =>
  within(screen.getByRole('region', { name: 'Rows of Missing TS' }))
    .getAllByRole('row')
    .slice(1, -1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

it('shows two columns of reports, and of the chosen one its inputs and rows', async () => {
  answer();
  await openPage();
  expect(await screen.findByRole('button', { name: 'Clients Active' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Work and billing' })).toBeDefined();
  await choose('Missing TS');
  expect(screen.getByLabelText('Month')).toBeDefined();
  expect(screen.getByLabelText('Group')).toBeDefined();
  await screen.findByText('3 of 3 rows');
  expect(cells()).toEqual([
    ['Baca, Ana', '10.50'],
    ['Ångström, Bo', '–'],
    ['Cruz, Cy', '2.00'],
  ]);
  expect(screen.getByText('3 timesheets')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Hours by week: a chart of the table below' })).toBeDefined();
  expect(screen.getByRole('table', { name: 'Timesheets by half' })).toBeDefined();
});

it('sorts by a column, up, down and back; what is unknown is last', async () => {
  answer();
  await openPage();
  await choose('Missing TS');
  const head = await screen.findByRole('button', { name: 'Planned hours' });
  const names = () => cells().map(([name]) => name);
  fireEvent.click(head);
  expect(names()).toEqual(['Cruz, Cy', 'Baca, Ana', 'Ångström, Bo']);
  fireEvent.click(head);
  expect(names()).toEqual(['Baca, Ana', 'Cruz, Cy', 'Ångström, Bo']);
  expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(head);
  expect(names()).toEqual(['Baca, Ana', 'Ångström, Bo', 'Cruz, Cy']);
  fireEvent.click(screen.getByRole('button', { name: 'Provider' }));
  expect(names()).toEqual(['Ångström, Bo', 'Baca, Ana', 'Cruz, Cy']);
});

it('leads from a line to the page that came in', async () => {
  const columns = [...PREVIEW.columns, { title: 'Scan', kind: 'scan' as const, width: 9, sums: false }];
  answer({
    data: { ...PREVIEW, columns, rows: [['Baca, Ana', 1050, null, 12]], totals: [null, null, null, null] },
  });
  await openPage();
  await choose('Missing TS');
  const link = await screen.findByRole('link', { name: 'Scan 12' });
  expect(link.getAttribute('href')).toBe('/homecare/api/timesheets/page-file?id=12');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

it('opens the file with the parameters on the screen', async () => {
  answer();
  await openPage();
  await choose('Missing TS');
  fireEvent.change(screen.getByLabelText('Group'), { target: { value: 'private' } });
  await waitFor(() => expect(asked.length).toBe(2));
  fireEvent.click(await screen.findByRole('button', { name: 'Excel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Download Providers Active' }));
  expect(opened[0]).toMatch(/Reports\/MissingTS\.php\?month=\d{4}-\d\d&type=private&export=xls$/);
  expect(opened[1]).toMatch(/Reports\/ProvidersActive\.php\?date=\d{4}-\d\d-\d\d&export=pdf$/);
});

it('says which input is missing, at the input and beside the rows', async () => {
  answer();
  await openPage();
  await choose('Statistic Report');
  fireEvent.change(screen.getByLabelText('Year'), { target: { value: '' } });
  expect((await screen.findAllByText('Please select year')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Download Statistic Report' }));
  expect(shownToasts().map(({ text }) => text)).toEqual(['Please select year']);
  expect(opened).toEqual([]);
});

it('says before it is downloaded that a report has more rows than a file takes', async () => {
  answer({ data: { ...PREVIEW, count: 40_001 } });
  await openPage();
  await choose('Missing TS');
  expect(
    await screen.findByText(/^This report has 40,001 rows\. A file holds up to 40,000: choose/),
  ).toBeDefined();
});

it('tells of an empty report, and of one that could not be loaded', async () => {
  answer({ data: { ...PREVIEW, rows: [], count: 0 } });
  await openPage();
  await choose('Missing TS');
  expect(await screen.findByText('No records for the chosen parameters.')).toBeDefined();
  // What is counted beside the rows is shown all the same.
  expect(screen.getByRole('table', { name: 'Timesheets by half' })).toBeDefined();
  closePages();
  answer({ status: 400, Info: 'Something is wrong.' });
  await openPage();
  await choose('Clients Active');
  expect(await screen.findByText('Couldn’t load Clients Active')).toBeDefined();
});

it('e-mails about a report every Monday with what is chosen, once', async () => {
  answer();
  await openPage();
  await choose('Missing TS');
  fireEvent.click(await screen.findByRole('button', { name: 'E-mail every Monday' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'E-mail every Monday: Missing TS' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter an e-mail address.');
  fireEvent.change(dialog.getByLabelText(/^E-mail address/), { target: { value: 'ana@example.com' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked).toContainEqual({
      file: 'MissingTS',
      address: 'ana@example.com',
      chosen: { month: expect.any(String), type: 'all' },
    }),
  );
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual([
      'From Monday on you get an e-mail about Missing TS.',
    ]),
  );
});

it('opens a report of the mail with the period of the last Monday, and stops it with a way back', async () => {
  const stored = {
    file: 'MissingTS',
    address: 'ana@example.com',
    chosen: { month: '2020-01', type: 'private' },
  };
  mails = [{ id: 4, ...stored }];
  answer();
  await openPage();
  const mailed = within(await screen.findByRole('region', { name: 'E-mailed every Monday' }));
  fireEvent.click(mailed.getByRole('button', { name: 'Missing TS' }));
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ type: 'private' })));
  expect(asked).not.toContainEqual(expect.objectContaining({ month: '2020-01' }));
  expect(screen.getByRole('button', { name: 'E-mail every Monday' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  fireEvent.click(mailed.getByRole('button', { name: 'Stop the mail about Missing TS' }));
  await waitFor(() => expect(asked).toContainEqual({ id: 4 }));
  await waitFor(() => expect(shownToasts()).toHaveLength(1));
  shownToasts()[0]?.undo?.();
  await waitFor(() => expect(asked).toContainEqual(stored));
});
