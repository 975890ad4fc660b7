import type { SendLogRow } from '@homecare/domain/messaging/schema.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, onDesk, signInAs } from '../../../testing/application.tsx';
import { queryClient } from '../../platform/query.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { SendLogDialog } from './SendLogDialog.tsx';

const row = (id: number, values: Partial<SendLogRow> = {}): SendLogRow => ({
  id,
  time: '2026-11-20T17:00:00Z',
  type: 'SMS',
  to: '+13035550100',
  from: 'D.P.',
  name: 'Baca, Ana',
  subject: null,
  text: `Text ${id}`,
  status: 'delivered',
  error: null,
  maySendAgain: false,
  sentAgain: false,
  ...values,
});

const open = async (rows: readonly SendLogRow[]) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('send-again')) asked.push(String(init?.body));
    const answers = { 'send-again': { id: 99 }, getPremium: CAPABILITIES };
    const [, data = rows] = Object.entries(answers).find(([part]) => path.includes(part)) ?? [];
    return new Response(JSON.stringify({ result: 'OK', code: 200, data }), {
      headers: { 'Content-Type': 'application/json' },
    });
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <SendLogDialog zone="America/Denver" onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('Text 1');
  return asked;
};

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

it('names what did not arrive and why, and shows it alone', async () => {
  await open([
    row(1),
    row(2, {
      status: 'failed',
      error: 'This number no longer exists. (Code 30005)',
      maySendAgain: true,
    }),
    row(3, { status: 'unknown', maySendAgain: true }),
    row(4, { status: 'failed', sentAgain: true }),
  ]);
  fireEvent.click(screen.getByRole('tab', { name: /^Not delivered ?2$/ }));
  await waitFor(() => expect(screen.queryByText('Text 1')).toBeNull());
  screen.getByText('Failed: This number no longer exists. (Code 30005)');
  screen.getByText('Unclear: look before sending again');
  fireEvent.click(screen.getByRole('tab', { name: /^All ?4$/ }));
  await screen.findByText('Failed · Sent again');
});

it('sends an unclear one again only after a question', async () => {
  const asked = await open([row(1, { status: 'unknown', maySendAgain: true })]);
  fireEvent.click(screen.getByRole('button', { name: 'Send again to +13035550100' }));
  const question = await screen.findByRole('dialog', { name: 'Send this message again?' });
  expect(asked).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual(['Success: Message added to queue.']),
  );
  expect(asked).toEqual(['{"id":1}']);
});

it('offers nothing again that arrived or was sent again', async () => {
  await open([row(1), row(2, { status: 'failed', sentAgain: true })]);
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
});

it('shows a message with all its words', async () => {
  await open([row(1, { type: 'Email', to: 'ana@example.org' })]);
  fireEvent.click(screen.getByRole('button', { name: 'Show message of 10:00 AM to ana@example.org' }));
  const dialog = await screen.findByRole('dialog', { name: 'E-mail of 11-20-2026 10:00 AM' });
  within(dialog).getByText('ana@example.org · Baca, Ana');
  within(dialog).getByText('6 characters');
});
