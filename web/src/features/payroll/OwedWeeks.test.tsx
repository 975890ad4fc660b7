import type { OwedWeek } from '@homecare/domain/payroll/week-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { OwedWeeksPanel, sayOwed } from './OwedWeeksPanel.tsx';

const WEEK: OwedWeek = {
  ID: 3,
  Provider: 'Okafor, Pat',
  from: '2026-11-08',
  through: '2026-11-14',
  hours: 400,
  premium: 3802,
  who: null,
  at: null,
};
const OVERPAID = { ...WEEK, from: '2026-11-01', through: '2026-11-07', hours: -100, premium: -950 };

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

it('says what is owed and what was overpaid', () => {
  expect(sayOwed([WEEK, OVERPAID])).toBe('2 exported weeks: $38.02 owed, $9.50 overpaid');
});

it('confirms what is owed with the amounts that were shown; what was overpaid is taken back by choice alone', async () => {
  const sent: unknown[] = [];
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ result: 'OK', code: 200, data }), {
      headers: { 'Content-Type': 'application/json' },
    });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('confirm-owed-weeks')) {
      sent.push(JSON.parse(String(init?.body)));
      return answer({ confirmed: 1 });
    }
    return answer(path.includes('list-owed-weeks') ? [OVERPAID, WEEK] : CAPABILITIES);
  });
  await openPages({ '/payroll': () => <OwedWeeksPanel /> }, '/payroll');
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Correct 1 week' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(shownToasts().length).toBe(1));
  expect(sent).toEqual([{ weeks: [{ ID: 3, through: '2026-11-14', hours: 400, premium: 3802 }] }]);
});
