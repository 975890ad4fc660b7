import type { DatedRate } from '@homecare/domain/payroll/rate-contract.ts';
import { RATE_EXISTS } from '@homecare/domain/payroll/rates.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { PayRates } from './PayRates.tsx';

const rate = (from: string | null, cents: number, more: Partial<DatedRate> = {}): DatedRate => ({
  category: 'PCP/RPCP',
  from,
  rate: cents,
  who: 'K.O.',
  at: '2026-11-10T17:00:00Z',
  ...more,
});

let rates: DatedRate[];
const CATEGORIES = ['Homemaker', 'PCP/RPCP', 'Private pay'].map((name) => ({
  name,
  builtIn: name !== 'Private pay',
  retired: false,
  types: 1,
  providers: 1,
  unused: false,
}));
let sent: { readonly path: string; readonly body: unknown }[];
let refusal: { readonly status: number; readonly body: object } | undefined;

const answer = (status: number, body: object) =>
  new Response(JSON.stringify({ result: status === 200 ? 'OK' : 'ERROR', code: status, ...body }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
const open = (readOnly = false) =>
  openPages(
    {
      '/record': () => (
        <PayRates providerId={7} readOnly={readOnly} today="2026-11-20" zone="America/Denver" />
      ),
    },
    '/record',
  );

beforeEach(() => {
  signInAs('admin');
  onDesk();
  rates = [rate('2027-01-01', 2000), rate('2026-11-10', 1900), rate(null, 1800, { who: null, at: null })];
  sent = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push({ path, body: JSON.parse(String(init.body)) });
      if (refusal) return answer(refusal.status, refusal.body);
    }
    return answer(200, { data: path.includes('list-categories') ? CATEGORIES : { rates } });
  });
});
afterEach(() => {
  closePages();
  closeAllToasts();
});

const type = (label: RegExp, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } });
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

it('says which rate counts now, which did and will, and who entered it', async () => {
  await open();
  await screen.findByText('$20.00');
  const table = screen.getByRole('table', { name: 'Pay rates' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td, th')].slice(0, 5).map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['PCP/RPCP', '01-01-2027', '$20.00', 'Future', 'K.O.11-10-2026 10:00 AM'],
    ['PCP/RPCP', '11-10-2026', '$19.00', 'Counts now', 'K.O.11-10-2026 10:00 AM'],
    ['PCP/RPCP', 'From the start', '$18.00', 'Past', '–'],
  ]);
});

it('enters a rate from a chosen day, once, and says what is wrong before it is sent', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'New rate' }));
  await screen.findByRole('dialog', { name: 'New pay rate' });
  press('Save');
  await screen.findByText(/between 0 and 9,999.99/);
  type(/An hour/, '18.755');
  press('Save');
  await screen.findByText(/in steps of 0.01/);
  type(/An hour/, '21.5');
  type(/Counts from/, '11-10-2026');
  press('Save');
  await screen.findByText(RATE_EXISTS);
  expect(sent).toEqual([]);
  type(/Counts from/, '10-01-2026');
  press('Save');
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { id: 7, category: 'PCP/RPCP', validFrom: '2026-10-01', rate: 2150, was: null },
  ]);
  expect(shownToasts().map(({ text }) => text)).toEqual(['Success: Pay Rates saved']);
});

it('corrects what was seen; another one’s change is told and nothing typed is lost', async () => {
  refusal = { status: 409, body: { reason: 'stale', Info: 'Changed by A.B. at 11-20-2026 10:00 AM' } };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Correct PCP/RPCP from the start' }));
  type(/An hour/, '18.25');
  press('Save');
  await screen.findByText(/Changed by A.B./);
  expect(within(screen.getByRole('dialog')).getByLabelText(/An hour/)).toHaveProperty('value', '18.25');
  expect(sent.map(({ body }) => body)).toEqual([
    { id: 7, category: 'PCP/RPCP', validFrom: null, rate: 1825, was: 1800 },
  ]);
});

it('removes a rate after it was asked', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove PCP/RPCP from 01-01-2027' }));
  await screen.findByRole('dialog', { name: 'Remove a pay rate' });
  press('Remove');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { id: 7, category: 'PCP/RPCP', validFrom: '2027-01-01', was: 2000 },
  ]);
});

it('is only shown to who may not change the record, and says when there is none', async () => {
  rates = [];
  await open(true);
  await screen.findByText('No pay rate is entered');
  expect(screen.queryByRole('button', { name: 'New rate' })).toBeNull();
});
