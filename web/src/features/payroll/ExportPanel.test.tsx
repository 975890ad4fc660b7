import type { PayrollRun, RunPreview } from '@homecare/domain/payroll/run-schema.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
import { ExportPanel } from './ExportPanel.tsx';
import { useRunChoice } from './use-run-choice.ts';

const OfOctober = () => <ExportPanel chosen={useRunChoice('2026-10')} onUnpaid={() => undefined} />;

const NONE = { rows: 0, hours: 0, straight: 0, premium: 0 };
const PREVIEW: RunPreview = {
  month: '2026-10',
  halves: [0, 1],
  period: null,
  rows: [
    {
      kind: 'Pay',
      month: '2026-10',
      half: 0,
      providerId: 3,
      last: 'Okafor',
      first: 'Pat',
      ssn4: null,
      lines: [
        { category: 'Homemaker', rate: 1700, hours: { work: 1400, travel: 0, total: 1400 }, amount: 23_800 },
      ],
      overtime: { hours: 0, premium: 0, byCategory: [] },
      old: 0,
      now: 1400,
      correctionOf: null,
      changes: [],
    },
  ],
  pay: { rows: 1, hours: 1400, straight: 23_800, premium: 0 },
  corrections: NONE,
  problems: [],
};
const RUN: PayrollRun = {
  number: 7,
  month: '2026-10',
  halves: [0, 1],
  period: null,
  layout: 'own',
  at: '2026-11-20T17:00:00Z',
  who: 'Marisol Reyes',
  pay: PREVIEW.pay,
  corrections: NONE,
};

/** The server keeps a run, or never hears of it; either way no answer comes. */
const withoutAnswer = (keeps: boolean) => {
  const runs: PayrollRun[] = [];
  let posts = 0;
  answerWith(({ path }) => {
    if (path.includes('ExportPayroll')) {
      posts += 1;
      if (keeps) runs.push(RUN);
      throw new TypeError('Failed to fetch');
    }
    if (path.includes('list-runs')) return { data: [...runs] };
    if (path.includes('preview-run')) return { data: PREVIEW };
    if (path.includes('list-unpaid-time')) return { data: { days: [], unbilled: [] } };
    if (path.includes('get-rules')) return { data: { rules: COLORADO_PAY_RULES, rev: 0 } };
    if (path.includes('get-layouts')) return { data: { layouts: [], rev: 1 } };
    return { data: CAPABILITIES };
  });
  return { posts: () => posts };
};

const exportOnce = async () => {
  await openPages({ '/payroll': OfOctober }, '/payroll');
  await screen.findByText('Straight pay');
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Export' });
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  await waitFor(() => expect(shownToasts().length).toBe(1));
  return shownToasts()[0]?.text;
};

beforeEach(() => {
  signInAs('admin');
  onDesk();
});
afterEach(() => {
  closePages();
  closeAllToasts();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('says which run was kept where its answer was lost, so that nobody looks for the file', async () => {
  const { posts } = withoutAnswer(true);
  expect(await exportOnce()).toMatch(/cannot be reached.* Run 7 was kept: its file is under Runs\.$/);
  // Clicked twice, asked once.
  expect(posts()).toBe(1);
});

it('without a connection nothing was kept, and nothing says so', async () => {
  withoutAnswer(false);
  expect(await exportOnce()).toBe('The server cannot be reached: check the connection, then try again.');
});

it('asks for a pay period where the month has others than halves', async () => {
  const opened: string[] = [];
  vi.stubGlobal('open', (url: string) => void opened.push(url));
  const periods = [{ validFrom: '2026-09-27', length: 'twoWeeks' }];
  answerWith(({ path }) => {
    if (path.includes('get-rules')) return { data: { rules: { ...COLORADO_PAY_RULES, periods }, rev: 1 } };
    if (path.includes('list-runs')) return { data: [] };
    if (path.includes('list-unpaid-time')) return { data: { days: [], unbilled: [] } };
    if (path.includes('get-layouts')) return { data: { layouts: [], rev: 1 } };
    if (!path.includes('preview-run')) return { data: CAPABILITIES };
    return { data: { ...PREVIEW, period: { from: '2026-10-11', through: '2026-10-24' } } };
  });
  await openPages({ '/payroll': OfOctober }, '/payroll');
  const choice = await screen.findByRole('combobox', { name: 'Pay period' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['09-27-2026 – 10-10-2026', '10-11-2026 – 10-24-2026', '10-25-2026 – 11-07-2026']);
  fireEvent.change(choice, { target: { value: '2026-10-11' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview file' }));
  expect(opened).toEqual([expect.stringContaining('period=2026-10-11')]);
});

it('says what the chosen run does not pay: another month or half asks anew', async () => {
  const asked: string[] = [];
  answerWith(({ path }) => {
    if (path.includes('get-rules')) return { data: { rules: COLORADO_PAY_RULES, rev: 0 } };
    if (path.includes('list-runs')) return { data: [] };
    if (path.includes('get-layouts')) return { data: { layouts: [], rev: 1 } };
    if (path.includes('preview-run')) return { data: PREVIEW };
    if (!path.includes('list-unpaid-time')) return { data: CAPABILITIES };
    asked.push(path);
    const isNovember = path.includes('2026-11');
    const day = {
      ...{ planId: 9, date: '2026-11-03', ID: 3, Provider: 'Okafor, Pat', ClientID: 7 },
      ...{ Client: 'Vigil, Rosa', worked: 135, planned: 120, paid: 120, why: 'beyondPlan' },
      ...{ cents: 500, claimed: false },
    };
    return { data: { days: isNovember ? [day] : [], unbilled: [] } };
  });
  await openPages({ '/payroll': OfOctober }, '/payroll');
  await screen.findByText('Straight pay');
  expect(screen.queryByText(/paid shorter than worked/)).toBeNull();
  fireEvent.change(screen.getByLabelText(/^Month/), { target: { value: '2026-11' } });
  fireEvent.blur(screen.getByLabelText(/^Month/));
  expect(
    await screen.findByText(
      'November 2026: 1 day is paid shorter than worked: 0:15 h, $5.00. The run does not pay this time.',
    ),
  ).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Half' }), { target: { value: '1' } });
  expect(await screen.findByText(/^November 2026, 1st half: 1 day/)).toBeTruthy();
  expect(asked.at(-1)).toContain('half=1');
});
