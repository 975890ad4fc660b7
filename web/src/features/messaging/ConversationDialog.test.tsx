import type {
  Conversation,
  ConversationText,
  UnreadThread,
} from '@homecare/domain/messaging/delivery-contract.ts';
import { listUnread } from '@homecare/domain/messaging/delivery-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CAPABILITIES,
  closePages,
  onDesk,
  onPhone,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { markStale } from '../../platform/query.ts';
import { PeoplePage } from '../people/PeoplePage.tsx';
import { NewTexts } from './NewTexts.tsx';

const NUMBER = '+13035550111';
const text = (id: number, more: Partial<ConversationText> = {}): ConversationText => ({
  id,
  direction: 'in',
  time: '2026-11-20T17:00:00Z',
  number: NUMBER,
  text: `text ${id}`,
  status: 'received',
  error: null,
  by: '',
  unread: false,
  maySendAgain: false,
  ...more,
});
const ours = { direction: 'out', status: 'delivered', by: 'M.R.' } as const;

interface Server {
  unread: UnreadThread[];
  conversation: Partial<Conversation>;
  refusal: string | undefined;
  sent: { path: string; body: Record<string, unknown>; key: string | null }[];
}
let server: Server;

/** The network alone is replaced. */
const answerAll = () =>
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const reply = (data: unknown, status = 200, more = {}) =>
      new Response(JSON.stringify({ result: status === 200 ? 'OK' : 'ERROR', code: status, data, ...more }), {
        status,
        headers: { 'Content-Type': 'application/json' },
      });
    const isJson = new Headers(init?.headers).get('Content-Type')?.includes('json') ?? false;
    const body = isJson ? JSON.parse(String(init?.body ?? '{}')) : {};
    const key = new Headers(init?.headers).get('Idempotency-Key');
    if (url.includes('notices/list')) return reply({ today: '2026-11-20', notices: [], marks: [] });
    if (url.includes('messaging/list-unread')) return reply(server.unread);
    if (url.includes('messaging/get-conversation'))
      return reply({
        name: 'Ana Person00001',
        answerTo: NUMBER,
        reason: null,
        sharedWith: [],
        firstId: null,
        texts: [],
        ...server.conversation,
      });
    if (url.includes('messaging/')) {
      server.sent.push({ path: url.split('messaging/')[1] ?? '', body, key });
      if (url.includes('mark-read')) {
        server.unread = [];
        return reply({ read: 1 });
      }
      return server.refusal ? reply(undefined, 409, { Info: server.refusal }) : reply({ id: 9 });
    }
    const isPeople = new URLSearchParams(String(init?.body ?? '')).get('cmd') === 'get';
    return reply(isPeople ? [rowOf(1, {}), rowOf(2, {})] : CAPABILITIES);
  });

const unreadOf = (people: number[], more: Partial<UnreadThread> = {}): UnreadThread => ({
  number: NUMBER,
  people,
  name: 'Ana Person00001',
  count: 2,
  last: '2026-11-20T17:00:00Z',
  ...more,
});
const Page = () => (
  <>
    <NewTexts />
    <PeoplePage />
  </>
);
const open = () => openPages({ '/dashboard': Page }, '/dashboard');
const openTexts = async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'New texts from Person00001, Ana: 2' }));
  return screen.findByRole('dialog', { name: /^Text messages with/ });
};
const write = (words: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /^Answer/ }), { target: { value: words } });

beforeEach(() => {
  signInAs('user');
  onDesk();
  server = { unread: [unreadOf([1])], conversation: {}, refusal: undefined, sent: [] };
  answerAll();
});
afterEach(closePages);

describe('new texts', () => {
  it('mark the row of who wrote, and open their conversation, which is read by that', async () => {
    server.conversation = { texts: [text(1), text(2, { ...ours }), text(3, { unread: true })] };
    const dialog = await openTexts();
    const list = await within(dialog).findByRole('list', { name: 'Texts, the oldest first' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'text 1Received · 11-20-2026 10:00 AM',
      'text 2M.R. · 11-20-2026 10:00 AM · Delivered',
      'New',
      'text 3Received · 11-20-2026 10:00 AM',
    ]);
    await waitFor(() =>
      expect(server.sent).toEqual([
        { path: 'mark-read', body: { personId: 1, number: null, upTo: 3 }, key: null },
      ]),
    );
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^New texts from/ })).toBeNull());
    screen.getByRole('button', { name: 'Send Email/SMS to Person00001, Ana' });
  });

  it('of a number that nobody has are in the list of new texts', async () => {
    server.unread = [unreadOf([], { name: null, count: 1 })];
    server.conversation = {
      name: null,
      reason: 'This number belongs to nobody of your agency.',
      texts: [text(5)],
    };
    await open();
    fireEvent.click(await screen.findByRole('button', { name: '1 new text' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Unknown number \(303\) 555-0111/ }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Text messages with Unknown number (303) 555-0111',
    });
    await within(dialog).findByText('This number belongs to nobody of your agency.');
    expect(within(dialog).getByRole('textbox', { name: /^Answer/ })).toHaveProperty('disabled', true);
  });

  it('are on a phone in the row too', async () => {
    vi.restoreAllMocks();
    onPhone();
    await open();
    await screen.findByText(/^2 new texts/);
    const list = screen.getByRole('list', { name: 'People, All' });
    fireEvent.click(within(list).getByRole('button', { name: 'New texts from Person00001, Ana: 2' }));
    await screen.findByRole('dialog', { name: /^Text messages with/ });
  });

  it('are not asked for by a caregiver, nor where texts are switched off', async () => {
    closePages();
    signInAs('provider');
    onDesk();
    answerAll();
    await open();
    await screen.findByText('1–2 of 2');
    expect(screen.queryByRole('button', { name: /new text/i })).toBeNull();
  });
});

describe('an answer', () => {
  it('goes once, however often Send is pressed, and the box is empty for the next', async () => {
    const dialog = await openTexts();
    await within(dialog).findByText('No texts yet');
    write('On my way');
    const button = within(dialog).getByRole('button', { name: 'Send SMS' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Answer/ })).toHaveProperty('value', ''));
    const answers = server.sent.filter(({ path }) => path === 'answer-text');
    expect(answers.map(({ body }) => body)).toEqual([{ personId: 1, number: NUMBER, text: 'On my way' }]);
    expect(answers[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('without words says so; what is typed is not lost by Close', async () => {
    const dialog = await openTexts();
    await within(dialog).findByText('No texts yet');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send SMS' }));
    await within(dialog).findByText("Error: Can't send empty message.");
    write('Almost');
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull());
    expect(screen.getByRole('textbox', { name: /^Answer/ })).toHaveProperty('value', 'Almost');
  });

  it('that is refused says why beside the box', async () => {
    server.refusal = `${NUMBER} has answered STOP: no text is sent there until START comes from it.`;
    const dialog = await openTexts();
    await within(dialog).findByText('No texts yet');
    write('Hello');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send SMS' }));
    await within(dialog).findByText(server.refusal);
    expect(screen.getByRole('textbox', { name: /^Answer/ })).toHaveProperty('value', 'Hello');
  });

  it('that failed goes again after a question, which warns when it may have arrived', async () => {
    server.conversation = {
      texts: [
        text(7, { ...ours, status: 'unknown', error: 'Twilio did not answer.', maySendAgain: true }),
        text(8, { ...ours }),
      ],
    };
    const dialog = await openTexts();
    await within(dialog).findByText(/Unclear: look before sending again: Twilio did not answer\./);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send again…' }));
    const question = await screen.findByRole('dialog', { name: 'Send this message again?' });
    within(question).getByText('It may have arrived: sending again can deliver it twice.');
    fireEvent.click(within(question).getByRole('button', { name: 'Send again' }));
    await waitFor(() =>
      expect(server.sent.filter(({ path }) => path === 'send-again').map(({ body }) => body)).toEqual([
        { id: 7 },
      ]),
    );
  });

  it('names others who have the same phone', async () => {
    server.conversation = { sharedWith: ['Pat Baca'], texts: [text(1)] };
    const dialog = await openTexts();
    await within(dialog).findByText('Pat Baca has the same phone: its texts appear under each of them.');
  });
});

it('a text that comes while the list is open appears with the next question', async () => {
  server.unread = [];
  await open();
  await screen.findByText('1–2 of 2');
  server.unread = [unreadOf([2], { count: 1 })];
  await markStale(listUnread);
  await screen.findByRole('button', { name: 'New texts from Person00002, Ana: 1' });
});
