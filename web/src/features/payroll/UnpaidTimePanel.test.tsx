import type { UnbilledMonth, UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { closeAllToasts } from '../../platform/toasts.ts';
import { UnpaidTimePanel } from './UnpaidTimePanel.tsx';
import { sayUnbilled, sayUnpaid } from './unpaid-words.ts';
import { useRunChoice } from './use-run-choice.ts';

const Panel = () => <UnpaidTimePanel chosen={useRunChoice('2026-11')} />;

const LONGER: UnpaidDay = {
  planId: 9,
  date: '2026-11-03',
  ID: 3,
  Provider: 'Okafor, Pat',
  ClientID: 7,
  Client: 'Vigil, Rosa',
  worked: 135,
  planned: 120,
  paid: 120,
  why: 'beyondPlan',
  cents: 500,
  claimed: false,
};
const UNBILLED: UnpaidDay = {
  ...LONGER,
  date: '2026-11-04',
  worked: 60,
  paid: 0,
  why: 'noRecord',
  cents: null,
};

const OPEN: UnpaidDay = { ...LONGER, date: '2026-11-05', worked: 0, paid: 0, why: 'noCheckOut', cents: null };

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

it('says how many days, hours and dollars are not paid', () => {
  expect(sayUnpaid([LONGER, UNBILLED])).toBe(
    '2 days are paid shorter than worked: 1:15 h, $5.00, 1 day without a pay rate',
  );
  expect(sayUnpaid([UNBILLED])).toBe('1 day is paid shorter than worked: 1:00 h, 1 day without a pay rate');
  expect(sayUnpaid([LONGER, OPEN])).toBe(
    '1 day is paid shorter than worked: 0:15 h, $5.00, and 1 visit without a check-out',
  );
  expect(sayUnpaid([OPEN])).toBe('1 visit is without a check-out');
  expect(sayUnpaid([OPEN, OPEN])).toBe('2 visits are without a check-out');
  expect(sayUnpaid([LONGER])).toBe('1 day is paid shorter than worked: 0:15 h, $5.00');
});

/** The list, and how each press is answered. */
const answerPresses = (
  first: readonly UnpaidDay[],
  answers: readonly object[],
  unbilled: readonly UnbilledMonth[] = [],
) => {
  const sent: unknown[] = [];
  let days = first;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = (data: unknown) =>
      new Response(JSON.stringify({ result: 'OK', code: 200, data }), { headers });
    if (path.includes('pay-recorded-time')) {
      const refused = answers[sent.length];
      sent.push(JSON.parse(String(init?.body)));
      if (refused)
        return new Response(JSON.stringify({ result: 'Error', code: 409, ...refused }), {
          status: 409,
          headers,
        });
      days = [UNBILLED];
      return answer({ id: 1, minutes: 15, claimed: false });
    }
    if (path.includes('get-rules')) return answer({ rules: COLORADO_PAY_RULES, rev: 0 });
    return answer(path.includes('list-unpaid-time') ? { days, unbilled } : CAPABILITIES);
  });
  return sent;
};

/** The press of the row, and of the dialog that follows. */
const press = async () => {
  await openPages({ '/payroll': Panel, '/billing': () => <p>Billing page</p> }, '/payroll');
  const [button] = await screen.findAllByRole('button', { name: /Pay as recorded/ });
  if (button) fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Pay 2:15 on 11-03-2026' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay as recorded' }));
};
const PRESSED = { planId: 9, date: '2026-11-03', worked: 135, paid: 120 };

it('asks about hours in two places as the billing card does, and pays once that is allowed', async () => {
  const Info = 'This provider also works 12:00 – 13:00 on 11-03-2026 by plan 4, where the hour is billed.';
  const sent = answerPresses([LONGER], [{ reason: 'hoursElsewhere', Info, errors: [] }]);
  await press();
  const dialog = await screen.findByRole('dialog', { name: 'Pay hours in two places?' });
  expect(dialog.textContent).toContain(Info);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay as recorded' }));
  await waitFor(() => expect(screen.queryByText('Longer than planned')).toBeNull());
  expect(sent).toEqual([PRESSED, { ...PRESSED, allowOverlap: true }]);
});

it('asks for a justification of what is beyond a limit, and pays with it', async () => {
  const Info = 'PAR N1 ran out Nov 3: 1 unit short until Nov 30';
  const sent = answerPresses(
    [LONGER],
    [{ reason: 'justificationMissing', Info, errors: [{ field: '', message: Info }] }],
  );
  await press();
  const dialog = await screen.findByRole('dialog', { name: 'Beyond a limit' });
  expect(dialog.textContent).toContain(Info);
  fireEvent.change(within(dialog).getByLabelText(/^Justification/), {
    target: { value: 'Fell ill, stayed on' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay as recorded' }));
  await waitFor(() => expect(screen.queryByText('Longer than planned')).toBeNull());
  expect(sent).toEqual([PRESSED, { ...PRESSED, limitJustification: 'Fell ill, stayed on' }]);
});

it('says where a limit blocks, and leads to the billing record', async () => {
  const Info = 'PAR N1 ran out. Clear Billing on the days beyond it: they are still paid.';
  answerPresses([LONGER], [{ reason: 'overLimit', Info, errors: [] }]);
  await press();
  const dialog = await screen.findByRole('dialog', { name: 'Pay 2:15 on 11-03-2026' });
  expect(await within(dialog).findByText(Info)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open the billing record' }));
  expect(await screen.findByText('Billing page')).toBeTruthy();
});

it('says before the press that a claimed record needs a corrected claim, and offers nothing that shortens one', async () => {
  answerPresses(
    [
      { ...LONGER, claimed: true },
      { ...LONGER, date: '2026-11-06', why: 'longerRow' },
    ],
    [],
  );
  await openPages({ '/payroll': Panel }, '/payroll');
  const buttons = await screen.findAllByRole('button', { name: /Pay as recorded/ });
  expect(buttons).toHaveLength(1);
  if (buttons[0]) fireEvent.click(buttons[0]);
  const dialog = await screen.findByRole('dialog', { name: 'Pay 2:15 on 11-03-2026' });
  expect(dialog.textContent).toContain('The record was claimed: a corrected claim is needed.');
});

it('pays a day as recorded with the minutes that were shown; a day without a billing record has no such button', async () => {
  const sent = answerPresses([LONGER, UNBILLED], []);
  await openPages({ '/payroll': Panel }, '/payroll');
  const row = (await screen.findByText('Longer than planned')).closest('tr');
  expect(row?.textContent).toContain('2:15 worked');
  expect(row?.textContent).toContain('2:00 paid');
  expect(screen.getByText('No billing record yet')).toBeTruthy();
  const buttons = screen.getAllByRole('button', { name: /Pay as recorded/ });
  expect(buttons).toHaveLength(1);
  if (buttons[0]) fireEvent.click(buttons[0]);
  const dialog = await screen.findByRole('dialog', { name: 'Pay 2:15 on 11-03-2026' });
  expect(dialog.textContent).toContain('Okafor, Pat gets 0:15 h more ($5.00 straight pay) for Vigil, Rosa.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay as recorded' }));
  await waitFor(() => expect(screen.queryByText('Longer than planned')).toBeNull());
  expect(sent).toEqual([PRESSED]);
});

it('says in one line what is not billed yet, and leads to the month close', async () => {
  const october = { month: '2026-10', days: 4_295, clients: 300, minutes: 490_275 };
  expect(sayUnbilled(october)).toBe(
    'October 2026 is not billed yet for 300 clients: 4,295 recorded days, 8171:15 h',
  );
  answerPresses([], [], [october]);
  await openPages({ '/payroll': Panel, '/monthclose': () => <p>Month close page</p> }, '/payroll');
  expect(await screen.findByText(/No run pays this time before it is billed\.$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close the month' }));
  expect(await screen.findByText('Month close page')).toBeTruthy();
});
