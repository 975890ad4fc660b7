import type { AccountRow } from '@homecare/domain/private-pay/schema.ts';
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
import { keep } from '../../platform/kept.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { PrivatePayPage } from './PrivatePayPage.tsx';

const row = (more: Partial<AccountRow> = {}): AccountRow => ({
  clientId: 5,
  client: 'Baca, Ana',
  payer: 'Ana Baca',
  uninvoiced: 15_200,
  uninvoicedMinutes: 240,
  leftOutMinutes: 0,
  leftOutReason: null,
  balance: 7_600,
  overdue: 7_600,
  credit: 0,
  unsent: 0,
  ...more,
});

const sent: string[] = [];
const answer = (accounts: () => Answer) =>
  answerWith(({ path }) => {
    if (path.includes('list-accounts')) return accounts();
    if (path.includes('preview-invoices'))
      return {
        data: {
          invoices: [
            {
              clientId: 5,
              client: 'Baca, Ana',
              payerKind: 'Private',
              billTo: { name: 'Ana Baca', lines: [], email: '' },
              lines: 2,
              minutes: 240,
              total: 15_200,
              from: '2026-10-05',
              through: '2026-10-12',
            },
          ],
          leftOut: [],
          total: 15_200,
        },
      };
    if (path.includes('make-invoices') || path.includes('undo-invoices')) {
      sent.push(path.split('/').at(-1) ?? '');
      return path.includes('make')
        ? { data: { runId: 9, invoices: 1, total: 15_200, ids: [3] }, Info: '1 invoice, $152.00.' }
        : { data: { voided: 1 }, Info: '1 invoice was taken back.' };
    }
    return { data: CAPABILITIES };
  });
const open = () => openPages({ '/privatepay': PrivatePayPage }, '/privatepay');

beforeEach(() => {
  signInAs('admin');
  onDesk();
  sent.length = 0;
  keep('private-pay.tab', 'All');
});
afterEach(() => {
  closePages();
  closeAllToasts();
  vi.unstubAllGlobals();
});

it('shows what each client owes, what is overdue, and work that has no rate', async () => {
  answer(() => ({
    data: {
      rows: [
        row(),
        row({
          clientId: 6,
          client: 'Roy, Sam',
          uninvoiced: 0,
          overdue: 0,
          balance: 0,
          leftOutMinutes: 90,
          leftOutReason: 'No hourly rate for Private Pay',
        }),
      ],
      lastRun: null,
    },
  }));
  await open();
  await screen.findByText('Baca, Ana');
  const table = screen.getByRole('table', { name: 'Clients who pay' });
  expect(within(table).getByText('$152.00')).toBeDefined();
  expect(within(table).getByText('No hourly rate for Private Pay (1:30 h)')).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: /Overdue/ }));
  await waitFor(() => expect(within(table).queryByText('Roy, Sam')).toBeNull());
});

it('makes invoices after a look at them, and takes them back', async () => {
  answer(() => ({ data: { rows: [row()], lastRun: null } }));
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Make invoices' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Make 1 invoice' }));
  await waitFor(() => expect(shownToasts().map(({ text }) => text)).toEqual(['Made: 1 invoice, $152.00.']));
  shownToasts()[0]?.undo?.();
  await waitFor(() => expect(sent).toEqual(['make-invoices', 'undo-invoices']));
});

it('says that nobody pays yet, and that a load failed', async () => {
  answer(() => ({ data: { rows: [], lastRun: null } }));
  await open();
  await screen.findByText('No clients pay privately yet');
  closePages();
  answer(() => ({ status: 403, Info: 'Your role does not allow this.' }));
  await open();
  await screen.findByText('Couldn’t load accounts');
});
