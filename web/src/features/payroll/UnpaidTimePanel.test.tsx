import type { UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { closeAllToasts } from '../../platform/toasts.ts';
import { sayUnpaid, UnpaidTimePanel } from './UnpaidTimePanel.tsx';

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
};
const UNBILLED: UnpaidDay = {
  ...LONGER,
  date: '2026-11-04',
  worked: 60,
  paid: 0,
  why: 'noRecord',
  cents: null,
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

it('says how many days, hours and dollars are not paid', () => {
  expect(sayUnpaid([LONGER, UNBILLED])).toBe('2 days are paid shorter than worked: 1:15 h, $5.00');
  expect(sayUnpaid([LONGER])).toBe('1 day is paid shorter than worked: 0:15 h, $5.00');
});

it('pays a day as recorded with the minutes that were shown; a day without a billing record has no such button', async () => {
  const sent: unknown[] = [];
  let days = [LONGER, UNBILLED];
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ result: 'OK', code: 200, data }), {
      headers: { 'Content-Type': 'application/json' },
    });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('pay-recorded-time')) {
      sent.push(JSON.parse(String(init?.body)));
      days = [UNBILLED];
      return answer({ id: 1, minutes: 15 });
    }
    return answer(path.includes('list-unpaid-time') ? days : CAPABILITIES);
  });
  await openPages({ '/payroll': () => <UnpaidTimePanel month="2026-11" /> }, '/payroll');
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
  expect(sent).toEqual([{ planId: 9, date: '2026-11-03', worked: 135, paid: 120 }]);
});
