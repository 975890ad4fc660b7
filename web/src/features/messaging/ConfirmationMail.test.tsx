import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerWith, CAPABILITIES, closePages, signInAs } from '../../../testing/application.tsx';
import { queryClient } from '../../platform/query.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { ConfirmationMail } from './ConfirmationMail.tsx';

interface Given {
  readonly stored?: string | null;
  readonly typed?: string;
  readonly confirmed?: boolean;
  readonly emailEnabled?: boolean;
  readonly status?: number;
}
const show = ({ stored = 'ana@example.org', emailEnabled = true, status = 200, ...given }: Given) => {
  const asked: string[] = [];
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: { ...CAPABILITIES, emailEnabled } };
    asked.push(path);
    return status === 200
      ? { data: { to: stored } }
      : { status, Info: 'A confirmation mail to ana@example.org waits to be sent already.' };
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ConfirmationMail
          personId={3}
          stored={stored}
          typed={given.typed ?? stored ?? ''}
          confirmed={given.confirmed ?? false}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
};
const button = () => screen.findByRole('button', { name: 'Send confirmation mail' });
const texts = () => shownToasts().map(({ text }) => text);

beforeEach(() => signInAs('user'));
afterEach(() => {
  closeAllToasts();
  closePages();
});

it('queues the mail and says so', async () => {
  const asked = show({});
  fireEvent.click(await button());
  await screen.findByText('Confirmation mail to ana@example.org added to queue.');
  expect(asked).toEqual(['/homecare/api/people/send-confirmation']);
  expect(texts()).toEqual(['Success: Message added to queue.']);
});

it('shows why the server refused', async () => {
  show({ status: 409 });
  fireEvent.click(await button());
  await waitFor(() =>
    expect(texts()).toEqual(['A confirmation mail to ana@example.org waits to be sent already.']),
  );
  await button();
});

it('waits until a new address is saved, even when the old one was confirmed', async () => {
  const asked = show({ typed: 'new@example.org', confirmed: true });
  const waiting = await button();
  expect(waiting.getAttribute('aria-description')).toBe('Save the new address first');
  fireEvent.click(waiting);
  expect(asked).toEqual([]);
});

it.each([
  ['a confirmed address', { confirmed: true }],
  ['no address', { stored: null }],
  ['a broken address', { stored: 'ana@' }],
  ['e-mail switched off', { emailEnabled: false }],
])('is not offered with %s', async (_, given) => {
  show(given);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();
});
