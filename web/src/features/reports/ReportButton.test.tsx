import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { ReportButton } from './ReportButton.tsx';
import { StatusReportDialog } from './StatusReportDialog.tsx';

const opened: string[] = [];
beforeEach(() => {
  signInAs('admin');
  onDesk();
  opened.length = 0;
  vi.stubGlobal('open', (url: string) => void opened.push(url));
  answerWith(({ path }) =>
    path.includes('siteConfig')
      ? { data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } }
      : { data: CAPABILITIES },
  );
});
afterEach(() => {
  closePages();
  closeAllToasts();
});

const toasts = () => shownToasts().map(({ text }) => text);
const MONTH = { from: '2026-11', to: '2026-11', private: 'nonprivate' };

it('opens a document of the billing page as PDF or workbook', async () => {
  await openPages(
    {
      '/': () => (
        <ReportButton file="AllClients" raw={MONTH}>
          Month Report
        </ReportButton>
      ),
    },
    '/',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Month Report' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
  expect(opened[0]).toMatch(/AllClients\.php\?from=2026-11&to=2026-11&private=nonprivate&export=xls$/);
});

it('asks for the client first', async () => {
  await openPages(
    {
      '/': () => (
        <ReportButton file="Client" raw={{ ...MONTH, id: '' }}>
          Client Report
        </ReportButton>
      ),
    },
    '/',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Client Report' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF' }));
  expect([toasts(), opened]).toEqual([['Please select client'], []]);
});

it('asks for the status, then opens the Status Report', async () => {
  await openPages(
    { '/': () => <StatusReportDialog month="2026-11" group="all" onClose={() => undefined} /> },
    '/',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'PDF' }));
  expect(toasts()).toEqual(['Please select status']);
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'Denied' } });
  fireEvent.click(screen.getByRole('button', { name: 'PDF' }));
  expect(opened[0]).toMatch(
    /StatusReport\.php\?from=2026-11&to=2026-11&status=Denied&excgroup=all&lastUpdatedDay=&private=all/,
  );
});
