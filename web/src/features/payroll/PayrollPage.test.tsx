import { halvesOfMonth } from '@homecare/domain/payroll/periods.ts';
import type { PayMonth, PayOfProvider } from '@homecare/domain/payroll/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type Answer,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  onPhone,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { keep } from '../../platform/kept.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { PAYROLL_VIEW, readPayrollView } from './PayrollBar.tsx';
import { PayrollPage } from './PayrollPage.tsx';

const hours = (work: number, travel = 0) => ({ work, travel, total: work + travel });
const OKAFOR: PayOfProvider = {
  ID: 3,
  Provider: 'Okafor, Pat',
  archiveDate: null,
  late: ['2026-10'],
  lines: [
    { category: 'Homemaker', half: 0, rate: 1700, from: null, hours: hours(1400), amount: 23800 },
    { category: 'PCP/RPCP', half: 0, rate: 1800, from: '2026-11-02', hours: hours(3000), amount: 54000 },
  ],
  overtime: [
    {
      half: 0,
      week: { from: '2026-11-08', through: '2026-11-14' },
      isLate: false,
      hours: 400,
      premium: 3536,
    },
  ],
  lowWeeks: [],
  timeProblems: [],
};
const BACA: PayOfProvider = {
  ID: 5,
  Provider: 'Baca, Ana',
  archiveDate: '2026-11-20',
  late: [],
  lines: [{ category: 'Medicaid 131', half: 1, rate: null, from: null, hours: hours(200, 25), amount: 0 }],
  overtime: [],
  lowWeeks: [],
  timeProblems: [],
};

const asked: URLSearchParams[] = [];
const opened: string[] = [];
const answer = (month: (query: URLSearchParams) => Answer) =>
  answerWith(({ path, cmd }) => {
    if (path.includes('payroll/get-month')) {
      const query = new URL(path, 'http://localhost').searchParams;
      asked.push(query);
      return month(query);
    }
    if (path.includes('visit-story/list-behind'))
      return { data: { rows: [], total: 0, minutes: 0, units: null } };
    if (cmd === 'get')
      return {
        data: [
          rowOf(3, { LastName: 'Okafor', FirstName: 'Pat' }),
          rowOf(5, { LastName: 'Baca', FirstName: 'Ana', Cur: 'n', archiveDate: '2026-11-20' }),
        ],
      };
    return { data: CAPABILITIES };
  });
const paid = (providers: PayMonth['providers']): Answer => ({
  data: {
    date: '2026-11',
    periods: halvesOfMonth('2026-11'),
    providers,
  },
});
const both = (query: URLSearchParams) =>
  paid([BACA, OKAFOR].filter(({ ID }) => [null, String(ID)].includes(query.get('id'))));

const openPage = () => openPages({ '/payroll': PayrollPage }, '/payroll');

beforeEach(() => {
  signInAs('admin');
  onDesk();
  asked.length = 0;
  opened.length = 0;
  vi.stubGlobal('open', (url: string) => void opened.push(url));
  keep(PAYROLL_VIEW, { ...readPayrollView({}), month: '2026-11' });
});
afterEach(() => {
  closePages();
  closeAllToasts();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const cells = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent ?? '');

it('shows what everybody is paid, by half and month, with totals at the foot', async () => {
  answer(both);
  await openPage();
  const table = await screen.findByRole('table', { name: 'Pay of 2026-11' });
  const rows = within(table).getAllByRole('row');
  const words = rows.map(cells);
  expect(words[2]).toEqual([
    'Baca, Anaarchived 11-20-2026',
    'Medicaid 131',
    'no rate',
    ...['0.00', '0.00', '0.00', '2.00', '0.25', '2.25', '2.00', '0.25', '2.25'],
    ...['0.00', '–', '–', '0.00'],
  ]);
  expect(words[3]).toEqual([
    'Okafor, Patlate 2026-10',
    'All categories',
    '',
    ...['44.00', '0.00', '44.00', '0.00', '0.00', '0.00', '44.00', '0.00', '44.00'],
    ...['778.00', '4.00week to 11-14', '35.36', '813.36'],
  ]);
  expect(words[5]?.slice(0, 3)).toEqual(['', 'PCP/RPCP', '$18.00since 11-02-2026']);
  expect(words.at(-1)).toEqual([
    '2 providers',
    '',
    '',
    ...['44.00', '0.00', '44.00', '2.00', '0.25', '2.25', '46.00', '0.25', '46.25'],
    ...['$778.00', '4.00', '$35.36', '$813.36'],
  ]);
  expect(screen.getByText('Baca, Ana (ID 5): no rate for Medicaid 131, 2.25 h are not paid.')).toBeTruthy();
});

it('goes to one provider with the weeks of overtime, and back', async () => {
  answer(both);
  await openPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Okafor, Pat' }));
  const weeks = await screen.findByRole('region', { name: 'Overtime of Okafor, Pat' });
  expect(within(weeks).getByText('11-08-2026 – 11-14-2026')).toBeTruthy();
  expect(asked.at(-1)?.get('id')).toBe('3');
  fireEvent.click(within(weeks).getByRole('button', { name: 'Show everybody' }));
  await screen.findByText('2 providers');
});

it('asks for a provider before it opens the Provider Report, and sends what was chosen', async () => {
  answer(both);
  await openPage();
  await screen.findByText('2 providers');
  fireEvent.click(screen.getByRole('button', { name: 'Provider Report' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF' }));
  await waitFor(() => expect(shownToasts().map(({ text }) => text)).toEqual(['Please select provider']));
  expect(opened).toEqual([]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Report group' }), { target: { value: 'private' } });
  fireEvent.click(screen.getByRole('button', { name: 'Month Report' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF' }));
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]).toMatch(/AllPayroll\.php\?.*private=private/);
  expect(asked.at(-1)?.get('private')).toBe('private');
});

it('says that nobody is paid, and leads back to everybody', async () => {
  answer((query) => (query.get('private') === 'private' ? paid([]) : paid([BACA])));
  await openPage();
  await screen.findByText('1 provider');
  fireEvent.change(screen.getByRole('combobox', { name: 'Report group' }), { target: { value: 'private' } });
  await screen.findByText('No paid hours of this choice in 2026-11');
  fireEvent.click(screen.getByRole('button', { name: 'Show everybody' }));
  await screen.findByText('1 provider');
});

it('says what failed, and tries again', async () => {
  let works = false;
  answer(() => (works ? paid([BACA]) : { status: 503, Info: 'Down' }));
  await openPage();
  await screen.findByText('Couldn’t load payroll');
  works = true;
  fireEvent.click(screen.getByRole('button', { name: /Try again/ }));
  await screen.findByText('1 provider');
});

it('on a phone has a card for each provider, totals first', async () => {
  onPhone();
  answer(both);
  await openPage();
  const total = await screen.findByRole('region', { name: 'Pay of 2026-11' });
  expect(within(total).getByText('$813.36')).toBeTruthy();
  const first = screen.getByRole('button', { name: 'Baca, Ana' }).closest('li');
  expect(first?.textContent).toContain('no rate');
});

it('lists the paid visits of a provider by the key of stories, and by a button where one is shown alone', async () => {
  answer(both);
  await openPage();
  const name = await screen.findByRole('button', { name: 'Okafor, Pat' });
  fireEvent.keyDown(name, { key: 'Enter', altKey: true });
  expect(await screen.findByRole('dialog', { name: 'Visits: Okafor, Pat, 2026-11' })).toBeDefined();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? name);
  fireEvent.click(name);
  fireEvent.click(await screen.findByRole('button', { name: 'Visits of the month' }));
  expect(await screen.findByRole('dialog', { name: 'Visits: Okafor, Pat, 2026-11' })).toBeDefined();
});
