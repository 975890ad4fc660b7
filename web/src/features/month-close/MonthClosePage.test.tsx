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
import { usePageState } from '../../platform/page-state.ts';
import { markStale } from '../../platform/query.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { sendListKey } from '../bulk-messages/start-send-list.ts';
import { VISITS_DAY } from '../visits/shown-day.ts';
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
      part: 'Medicaid',
      title: 'Rejected by Sandata: Member ID not found',
      count: 3,
      waiting: 2,
      first: {
        clientId: 7,
        planId: 12,
        providerId: 21,
        day: '2026-10-05',
        part: 'Member ID not found.',
      },
      caregiverCount: 2,
      askedIds: [],
      reminded: [],
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

/** Stands in for the form of a person. */
const Record = () => {
  const { id, field } = usePageState();
  return <p>{`Record ${id}, field ${field}`}</p>;
};

/** Stands in for EVV Admin. */
const Visits = () => {
  const day = useKept(VISITS_DAY, '')[0];
  return <p>{`Visits of ${day}`}</p>;
};

/** Stands in for the billing page. */
const Billing = () => {
  const { client, month, isVerified } = useKept(BILLING_VIEW, readBillingView({}))[0];
  return <p>{`Client ${client}, ${month}, ${isVerified ? 'verified' : 'planned'}`}</p>;
};

const sent: unknown[] = [];
/** Addresses at which days were asked for. */
const listed: string[] = [];
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
    if (path.includes('list-days')) listed.push(path);
    if (path.includes('list-days')) return { data: { total: 0, cents: 0, rows: [] } };
    if (path.includes('list-earlier')) return { data: earlier };
    if (path.includes('remind-timesheets'))
      return {
        data: {
          queued: 1,
          skipped: [
            { id: 21, name: 'Baca, Ana', reason: 'was reminded before' },
            { id: 22, name: 'Dahal, Bhim', reason: 'has answered STOP' },
          ],
        },
      };
    if (path.includes('undo-run')) return { data: { removed: 300, kept: 0 } };
    if (path.includes('start-run')) return { data: { id: 3 }, insert_id: 3 };
    counts += 1;
    asked = path;
    return { data };
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('month-close/get?')) await looked;
    if (/(start|undo)-run|remind/.test(url)) sent.push(JSON.parse(String(init?.body)));
    return answer(url, init);
  });
  const pages = {
    '/monthclose': MonthClosePage,
    '/sendsms': Sender,
    '/createuser': Record,
    '/billing': Billing,
    '/evvadmin': Visits,
  };
  return openPages(pages, '/monthclose', {
    month: '2026-10',
  });
};

beforeEach(() => {
  earlier = [EARLIER];
  looked = Promise.resolve();
  sent.length = 0;
  listed.length = 0;
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
  const waits = { cause: 'noCheckOut' as const, part: '', title: 'No check-out', askedIds: [21, 22] };
  await open({ ...MONTH, holdups: MONTH.holdups.slice(0, 1).map((row) => ({ ...row, ...waits })) });
  const table = within(await screen.findByRole('table', { name: 'What is holding up payment' }));
  expect(
    await table.findByRole('button', { name: 'Claim now: 4 days of November 2025 were never claimed' }),
  ).toBeDefined();
  fireEvent.click(await table.findByRole('button', { name: 'Ask 2: No check-out' }));
  expect(await screen.findByText('To 21, 22')).toBeDefined();
});

it('reminds who owes a timesheet once, and says who was reminded when', async () => {
  const owed = {
    cause: 'noScan' as const,
    part: '',
    title: 'Timesheet missing',
    askedIds: [21, 22],
    reminded: [{ id: 21, name: 'Baca, Ana', at: '2026-11-12T18:00:00Z' }],
  };
  const month = { ...MONTH, holdups: MONTH.holdups.map((row) => ({ ...row, ...owed })) };
  await open(month);
  const table = within(await screen.findByRole('table', { name: 'What is holding up payment' }));
  expect(await table.findByText(/^Reminded: Baca, Ana on 11-12-2026/)).toBeDefined();
  fireEvent.click(table.getByRole('button', { name: 'Remind 1: Timesheet missing' }));
  await waitFor(() => expect(sent).toEqual([{ date: '2026-10', private: 'all', payer: 'all' }]));
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual([
      '1 caregiver reminded',
      'Not reminded: Dahal, Bhim has answered STOP',
    ]),
  );
});

it('opens the field of a client whom the aggregator rejected', async () => {
  const rejected = {
    cause: 'clientRejected' as const,
    title: 'Client rejected by Sandata: The Medicaid number is missing',
  };
  await open({ ...MONTH, holdups: MONTH.holdups.map((row) => ({ ...row, ...rejected })) });
  fireEvent.click(await screen.findByRole('button', { name: /^Fix the client: Client rejected/ }));
  expect(await screen.findByText('Record 7, field Medicaid')).toBeDefined();
});

it('opens the one caregiver for whom days of several clients wait, and the list where there are two', async () => {
  const rejected = {
    cause: 'caregiverRejected' as const,
    title: 'Caregiver rejected by Sandata: The last name is missing',
    clientCount: 2,
    caregiverCount: 1,
  };
  const holdups = MONTH.holdups.map((row) => ({
    ...row,
    ...rejected,
    first: { ...row.first, part: 'The last name is missing.' },
  }));
  await open({ ...MONTH, holdups: holdups.map((row) => ({ ...row, caregiverCount: 2 })) });
  expect(await screen.findByRole('button', { name: /^Fix 3: Caregiver rejected/ })).toBeDefined();
  await closePages();
  await open({ ...MONTH, holdups });
  fireEvent.click(await screen.findByRole('button', { name: /^Fix the caregiver: Caregiver rejected/ }));
  expect(await screen.findByText('Record 21, field LastName')).toBeDefined();
});

it('names nothing that was said of somebody in an address', async () => {
  await open(MONTH);
  fireEvent.click(await screen.findByRole('button', { name: /^Fix 3: Rejected by Sandata/ }));
  await screen.findByText('No days');
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatch(/month-close\/list-days$/);
});

it('opens cards with verified times where two visits of a day stop the press', async () => {
  const twice = { cause: 'twoVisits' as const, part: '', title: 'Two visits on one day' };
  await open({ ...MONTH, holdups: MONTH.holdups.map((row) => ({ ...row, ...twice })) });
  fireEvent.click(await screen.findByRole('button', { name: 'Make the card: Two visits on one day' }));
  expect(await screen.findByText('Client 7, 2026-10, verified')).toBeDefined();
});

it('opens both visits of a day on which there are two', async () => {
  const twice = { cause: 'twoVisits' as const, part: '', title: 'Two visits on one day' };
  await open({ ...MONTH, holdups: MONTH.holdups.map((row) => ({ ...row, ...twice })) });
  fireEvent.click(await screen.findByRole('button', { name: 'Open both: Two visits on one day' }));
  expect(await screen.findByText('Visits of 2026-10-05')).toBeDefined();
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

it('offers to take back the cards of a run that has ended before it is known to be one of this window', async () => {
  await open(MONTH);
  const make = await screen.findByRole('button', { name: 'Make cards for 7 clients' });
  run = { ...RUN, state: 'done', canUndo: true };
  fireEvent.click(make);
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual(['300 cards made for 108 clients.']),
  );
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
