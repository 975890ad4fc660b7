import { NOBODY } from '@homecare/domain/bulk-messages/schema.ts';
import { STAGES } from '@homecare/domain/month-close/causes.ts';
import { getMonthRun } from '@homecare/domain/month-close/contract.ts';
import type { EarlierRow, MonthClose, MonthRun } from '@homecare/domain/month-close/schema.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { useKept } from '../../platform/kept.ts';
import { markStale } from '../../platform/query.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { sendListKey } from '../bulk-messages/start-send-list.ts';
import { MonthClosePage } from './MonthClosePage.tsx';

const stage = (
  name: (typeof STAGES)[number],
  count: number,
  more: Partial<MonthClose['stages'][number]> = {},
) => ({
  stage: name,
  count,
  cents: count * 5_000,
  losses: [],
  less: 0,
  ...more,
});
const MONTH: MonthClose = {
  date: '2026-10',
  stages: [
    stage('planned', 50),
    stage('worked', 48, { losses: [{ cause: 'missed', count: 2, cents: 10_000 }], less: 1_250 }),
    stage('verified', 45, { losses: [{ cause: 'rejected', count: 3, cents: 15_000 }] }),
    ...STAGES.slice(3).map((name) => stage(name, 0)),
  ],
  ready: { clients: 7, days: 40, cents: 200_000 },
  notReady: 1,
  holdups: [
    {
      cause: 'rejected',
      count: 3,
      waiting: 2,
      first: { clientId: 7, planId: 12, day: '2026-10-05' },
      askedIds: [],
      cents: 25_000,
      oldest: '2026-10-05',
      claimBy: '2027-10-05',
      clients: [{ id: 7, name: 'Vigil, Carmen' }],
      clientCount: 1,
      urgency: 80,
    },
  ],
  waitingCents: 240_000,
  opens: '2026-11-01',
  provenBy: 'aggregator',
  payers: [
    { key: 'Medicaid', name: 'Health First Colorado' },
    { key: '4', name: 'Aspen Health' },
  ],
};
const EARLIER: EarlierRow = {
  month: '2025-11',
  count: 4,
  isReady: false,
  cents: 80_472,
  oldest: '2025-11-29',
  claimBy: '2026-11-29',
  clients: [{ id: 7, name: 'Vigil, Carmen' }],
  clientCount: 1,
  urgency: 6_000,
};
const RUN: MonthRun = {
  id: 3,
  date: '2026-10',
  state: 'cards',
  total: 287,
  done: 112,
  made: 108,
  stopped: 4,
  cards: 300,
  cents: 7_000_000,
  above: 0,
  startedAt: '2026-11-02T16:00:00Z',
  startedBy: 'M.R.',
  endedAt: null,
  secondsLeft: 18,
  withClaims: false,
  batch: null,
  file: null,
  claimedCents: 0,
  info: null,
  canUndo: false,
  exceptions: [],
  kept: [],
};

/** Stands in for the sender of texts. */
const Sender = () => <p>To {useKept(sendListKey('SMS'), NOBODY)[0].plus.join(', ')}</p>;

const sent: unknown[] = [];
let run: MonthRun | null = null;
let counts = 0;
let asked = '';
let earlier = [EARLIER];
/** Until when the month is looked at. */
let looked = Promise.resolve();
const open = (data: MonthClose, started: MonthRun | null = null) => {
  run = started;
  counts = 0;
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('get-run')) return { data: run };
    if (path.includes('list-days')) return { data: { total: 0, cents: 0, rows: [] } };
    if (path.includes('list-earlier')) return { data: earlier };
    if (path.includes('undo-run')) return { data: { removed: 300, kept: 0 } };
    if (path.includes('start-run')) return { data: { id: 3 }, insert_id: 3 };
    counts += 1;
    asked = path;
    return { data };
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('month-close/get?')) await looked;
    if (/(start|undo)-run/.test(url)) sent.push(JSON.parse(String(init?.body)));
    return answer(url, init);
  });
  return openPages({ '/monthclose': MonthClosePage, '/sendsms': Sender }, '/monthclose', {
    month: '2026-10',
  });
};

beforeEach(() => {
  earlier = [EARLIER];
  looked = Promise.resolve();
  sent.length = 0;
  signInAs('admin');
  onDesk();
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

it('shows what was lost between the stages and what the press has looked at', async () => {
  await open(MONTH);
  const stages = within(await screen.findByRole('list', { name: 'Stages' }));
  expect(stages.getByRole('button', { name: 'Worked: 48 days' })).not.toBeNull();
  expect(stages.getByRole('button', { name: '−2 missed' })).not.toBeNull();
  expect(stages.getByText('−$12.50 shorter than planned')).not.toBeNull();
  expect(screen.getByText('all verified by Sandata')).not.toBeNull();
  expect(screen.getByText('5 days, $250.00. Ranked by dollars and days left to claim.')).not.toBeNull();
});

it('keeps the place of a month that takes its time, and says so after a moment', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  looked = promise;
  await open(MONTH);
  await screen.findByText('Looking at every visit of the month…');
  expect(screen.getByRole('heading', { name: 'What is holding up payment' })).toBeDefined();
  expect(screen.queryByText('Nothing is holding up payment')).toBeNull();
  resolve();
  await screen.findByRole('list', { name: 'Stages' });
  expect(screen.queryByText('Looking at every visit of the month…')).toBeNull();
});

it('makes the cards by one press, with the file where it is asked for', async () => {
  await open(MONTH);
  fireEvent.click(await screen.findByLabelText('Also make the claim file'));
  fireEvent.click(screen.getByRole('button', { name: 'Make cards for 7 clients' }));
  await waitFor(() =>
    expect(sent).toEqual([{ date: '2026-10', private: 'all', payer: 'all', claims: true }]),
  );
});

it('ranks what was never claimed of an earlier month with the rest, and opens that month', async () => {
  await open(MONTH);
  const table = within(await screen.findByRole('table', { name: 'What is holding up payment' }));
  const name = '4 days of November 2025 were never claimed';
  await table.findByText(name);
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.findIndex((row) => row?.includes(name))).toBeLessThan(
    rows.findIndex((row) => row?.includes('Rejected by Sandata')),
  );
  fireEvent.click(table.getByRole('button', { name: `Open month: ${name}` }));
  await waitFor(() => expect(asked).toContain('date=2025-11'));
});

it('claims what waits for a file alone, and asks caregivers what only they know', async () => {
  earlier = [{ ...EARLIER, isReady: true }];
  const place = { clientId: 7, planId: 12, day: '2026-10-05' };
  const waits = { ...MONTH.holdups[0], cause: 'noCheckOut' as const, first: place, askedIds: [21, 22] };
  await open({ ...MONTH, holdups: MONTH.holdups.slice(0, 1).map((row) => ({ ...row, ...waits })) });
  const table = within(await screen.findByRole('table', { name: 'What is holding up payment' }));
  expect(
    await table.findByRole('button', { name: 'Claim now: 4 days of November 2025 were never claimed' }),
  ).toBeDefined();
  fireEvent.click(await table.findByRole('button', { name: 'Ask 2: No check-out' }));
  expect(await screen.findByText('To 21, 22')).toBeDefined();
});

it('shows the cards of a payer, and makes cards for its clients', async () => {
  await open(MONTH);
  await screen.findByRole('option', { name: 'Aspen Health' });
  fireEvent.change(screen.getByLabelText('Payer'), { target: { value: '4' } });
  await waitFor(() => expect(asked).toContain('payer=4'));
  fireEvent.click(await screen.findByRole('button', { name: 'Make cards for 7 clients' }));
  await waitFor(() => expect(sent).toEqual([{ date: '2026-10', private: 'all', payer: '4', claims: false }]));
});

it('says how far a run is, also after a reload', async () => {
  await open(MONTH, RUN);
  expect(await screen.findByText('112 of 287, 18 s left')).not.toBeNull();
  expect(screen.queryByRole('button', { name: /^Make cards/ })).toBeNull();
});

it('offers to take back the cards for a while once its run has ended', async () => {
  await open(MONTH, RUN);
  await screen.findByText('112 of 287, 18 s left');
  run = { ...RUN, state: 'done', canUndo: true };
  await markStale(getMonthRun);
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual(['300 cards made for 108 clients.']),
  );
  const [made] = shownToasts();
  expect(made?.life).toBe(10_000);
  made?.undo?.();
  await waitFor(() => expect(sent).toEqual([{ id: 3 }]));
  await waitFor(() => expect(shownToasts().at(-1)?.text).toBe('300 cards taken back.'));
});

it('closes the offer once the run was taken back where its line stands', async () => {
  await open(MONTH, RUN);
  await screen.findByText('112 of 287, 18 s left');
  run = { ...RUN, state: 'done', canUndo: true };
  await markStale(getMonthRun);
  await waitFor(() => expect(shownToasts()).toHaveLength(1));
  run = { ...RUN, state: 'undone', cards: 0, cents: 0 };
  await markStale(getMonthRun);
  await screen.findByText(/^Undone run/);
  expect(shownToasts()).toEqual([]);
});

it('offers nothing for what another window has made, was claimed, or made no card', async () => {
  await open(MONTH);
  await screen.findByRole('button', { name: 'Make cards for 7 clients' });
  const done = { ...RUN, state: 'done', canUndo: true } as const;
  for (const ended of [done, { ...done, id: 4, canUndo: false }]) {
    run = ended;
    await markStale(getMonthRun);
    await screen.findByText(/^Last run/);
  }
  expect(shownToasts()).toEqual([]);
});

it('counts the month anew once another window has made its cards', async () => {
  await open(MONTH);
  await screen.findByRole('button', { name: 'Make cards for 7 clients' });
  const before = counts;
  run = { ...RUN, state: 'done', canUndo: true };
  await markStale(getMonthRun);
  await waitFor(() => expect(counts).toBeGreaterThan(before));
});

it('asks about a run as it was, also while it is taken back', async () => {
  await open(MONTH, { ...RUN, state: 'done', canUndo: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Take back 300 cards' });
  run = { ...RUN, state: 'undone', cards: 0, cents: 0 };
  await act(() => markStale(getMonthRun));
  await screen.findByText(/^Undone run/);
  expect(screen.getByRole('dialog').textContent).toContain('Deletes the 300 cards of this run ($70,000.00).');
});

it('names what was left without cards, and offers Undo', async () => {
  const exceptions = [
    {
      clientId: 7,
      client: 'Vigil, Carmen',
      cause: 'noPar',
      reason: 'No authorization for PCP covers 10-05-2026.',
    },
  ] as const;
  await open(MONTH, { ...RUN, state: 'done', above: 90, canUndo: true, exceptions: [...exceptions] });
  expect(await screen.findByText(/^Visits ran 1\.50 h longer than planned/)).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '1 without cards' }));
  expect(await screen.findByText('No authorization for PCP covers 10-05-2026.')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Undo', hidden: true })).not.toBeNull();
});

it('says that a month is closed, not over, or empty', async () => {
  const closed = {
    ...MONTH,
    ready: { clients: 0, days: 0, cents: 0 },
    notReady: 0,
    holdups: [],
    waitingCents: 0,
  };
  earlier = [];
  await open(closed);
  expect(
    (await screen.findByRole('heading', { name: 'October is closed. $0.00 is waiting.' })).textContent,
  ).toBeTruthy();
  expect(screen.getByText('Nothing is holding up payment')).not.toBeNull();
  await closePages();
  await open({ ...MONTH, stages: STAGES.map((name) => stage(name, 0)) });
  expect(await screen.findByText('No visits this month')).not.toBeNull();
});

it('goes to the month before and after by a button each', async () => {
  open(MONTH);
  fireEvent.click(await screen.findByRole('button', { name: 'Previous month' }));
  await waitFor(() => expect(asked).toContain('2026-09'));
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(screen.getByDisplayValue('2026-10')).toBeDefined());
});
