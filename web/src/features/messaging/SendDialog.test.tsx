import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { PeoplePage } from '../people/PeoplePage.tsx';

const TEMPLATES = [{ id: 3, name: 'Reminder', text: 'Hello %username%, ID %id%', rev: 0 }];
const client = (more: object = {}) =>
  rowOf(2, { LastName: 'Baca', Phone: '(303) 555-0100', Email: 'ana@example.org', ...more });

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly key: string | null;
}

interface Network {
  readonly rows?: readonly ReturnType<typeof rowOf>[];
  readonly switches?: Partial<typeof CAPABILITIES>;
  /** Status and Info of the answers to sends, one after the other; the last stays. */
  readonly refusals?: readonly { readonly status: number; readonly Info: string }[];
}

/** The network alone is replaced; these calls travel as JSON. */
const answer = ({ rows = [client()], switches = {}, refusals = [] }: Network = {}) => {
  const sent: Sent[] = [];
  const dataOf = (path: string, cmd: string | null): unknown => {
    if (path.includes('getPremium')) return { ...CAPABILITIES, ...switches };
    if (cmd === 'get') return rows;
    if (cmd === 'msg_get') return TEMPLATES;
    if (path.includes('find-case-manager'))
      return { id: 2, name: 'Dana Ortiz', phone: '(303) 555-0183', email: null };
    return undefined;
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const text = typeof init?.body === 'string' ? init.body : '';
    const reply = (status: number, body: object) =>
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
    if (path.includes('Queue.php')) {
      const refused = refusals[sent.length];
      sent.push({ path, body: JSON.parse(text), key: new Headers(init?.headers).get('Idempotency-Key') });
      if (refused)
        return reply(refused.status, { result: 'ERROR', code: refused.status, Info: refused.Info });
      return reply(200, { result: 'OK', code: '', data: { queued: 1 } });
    }
    const data = dataOf(path, new URLSearchParams(text).get('cmd'));
    return data === undefined
      ? reply(404, { result: 'ERROR', code: 404, Info: path })
      : reply(200, { result: 'OK', code: 200, data });
  });
  return sent;
};

const open = async (entry: string) => {
  await openPages({ '/dashboard': PeoplePage }, '/dashboard');
  fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  return screen.findByRole('dialog', { name: /^Send to/ });
};
const box = () => screen.findByRole('textbox', { name: /^Message/ });
const write = async (text: string) => fireEvent.change(await box(), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const reasonOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-description');
const texts = () => shownToasts().map(({ text }) => text);

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('the message dialog', () => {
  it('fills a template in and sends a text with +1 and digits', async () => {
    const sent = answer();
    await open('Send to Client');
    await screen.findByRole('option', { name: 'Reminder' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Template' }), { target: { value: '3' } });
    // %id% is replaced in e-mail alone: each channel shows the text that goes.
    await screen.findByText('Email reads: Hello Ana Baca, ID 2');
    screen.getByText('SMS reads: Hello Ana Baca, ID %id%');
    press('Send SMS');
    await waitFor(() => expect(texts()).toEqual(['Success: Message added to queue.']));
    expect(sent[0]?.body).toEqual({ sms: [{ number: '+13035550100', text: 'Hello Ana Baca, ID %id%' }] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps a link that is in the message when a template is chosen', async () => {
    const sent = answer();
    await open('Send to Client');
    await screen.findByRole('option', { name: 'Reminder' });
    await write('Your care plan: https://care.agency.test/l/abc');
    fireEvent.change(screen.getByRole('combobox', { name: 'Template' }), { target: { value: '3' } });
    press('Send SMS');
    await waitFor(() => expect(sent).toHaveLength(1));
    const text = 'Hello Ana Baca, ID %id%\nhttps://care.agency.test/l/abc';
    expect(sent[0]?.body).toEqual({ sms: [{ number: '+13035550100', text }] });
  });

  it('sends an e-mail with its subject', async () => {
    const sent = answer();
    await open('Send to Client');
    await write('ID %id%');
    fireEvent.change(screen.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Visit' } });
    press('Send Email');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ email: [{ email: 'ana@example.org', subject: 'Visit', text: 'ID 2' }] });
  });

  it('asks for a subject before an e-mail goes without one', async () => {
    const sent = answer();
    await open('Send to Client');
    await write('Hello');
    press('Send Email');
    fireEvent.click(await screen.findByRole('button', { name: 'Add a subject' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Subject' })),
    );
    expect(sent).toEqual([]);
    press('Send Email');
    fireEvent.click(await screen.findByRole('button', { name: 'Send without a subject' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ email: [{ email: 'ana@example.org', subject: '', text: 'Hello' }] });
  });

  it('sends nothing empty', async () => {
    const sent = answer();
    await open('Send to Client');
    await write('  ');
    press('Send SMS');
    await screen.findByText("Error: Can't send empty message.");
    expect(sent).toEqual([]);
    // Fixed: the error is not shown beside the success.
    await write('Hello');
    press('Send SMS');
    await waitFor(() => expect(texts()).toEqual(['Success: Message added to queue.']));
  });

  it('as the other kind after a lost attempt is another attempt', async () => {
    const sent = answer({ refusals: [{ status: 503, Info: 'The server cannot answer now.' }] });
    await open('Send to Client');
    await write('Hello');
    press('Send SMS');
    await waitFor(() => expect(texts()).toEqual(["Error: Can't send message. Error code: 503"]));
    fireEvent.change(screen.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Visit' } });
    press('Send Email');
    await waitFor(() => expect(texts()).toContain('Success: Message added to queue.'));
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it('tells the code of a refusal, keeps the text, and sends a lost attempt under its key again', async () => {
    const sent = answer({
      refusals: [
        { status: 503, Info: 'The server cannot answer now.' },
        { status: 400, Info: "Error: Can't send message to +13035550100" },
      ],
    });
    await open('Send to Client');
    await write('Hello');
    press('Send SMS');
    await waitFor(() => expect(texts()).toEqual(["Error: Can't send message. Error code: 503"]));
    press('Send SMS');
    await screen.findByText("Error: Can't send message to +13035550100");
    expect(texts()).toEqual([
      "Error: Can't send message. Error code: 503",
      "Error: Can't send message. Error code: 400",
    ]);
    expect((await box()) instanceof HTMLTextAreaElement).toBe(true);
    press('Send SMS');
    await waitFor(() => expect(texts()).toContain('Success: Message added to queue.'));
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[1]?.key);
  });

  it.each([
    ['without a phone', { Phone: '(303) 555' }, {}, 'The phone needs ten digits', null],
    ['without an address', { Email: null }, {}, null, 'No valid email address'],
    ['with a broken address', { Email: 'ana@' }, {}, null, 'No valid email address'],
    [
      'with text messages off',
      {},
      { smsEnabled: false },
      'Text messages are not switched on for your agency',
      null,
    ],
    ['with e-mail off', {}, { emailEnabled: false }, null, 'E-mail is not switched on for your agency'],
  ])('%s it says why a button does nothing', async (_, person: Partial<PersonRow>, switches, sms, mail) => {
    const sent = answer({ rows: [client(person)], switches });
    await open('Send to Client');
    await write('Hello');
    expect(reasonOf('Send SMS')).toBe(sms);
    expect(reasonOf('Send Email')).toBe(mail);
    press(sms ? 'Send SMS' : 'Send Email');
    expect(sent).toEqual([]);
    expect(screen.queryByRole('textbox', { name: 'Subject' }) === null).toBe(person.Email !== undefined);
  });

  it('writes to the case manager of a client', async () => {
    const sent = answer();
    await open('Send to Case Manager');
    await screen.findByRole('dialog', { name: 'Send to Dana Ortiz' });
    await write('Hello %username%');
    press('Send SMS');
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ sms: [{ number: '+13035550183', text: 'Hello Dana Ortiz' }] }),
    );
  });

  it('asks before a message is thrown away', async () => {
    answer();
    await open('Send to Client');
    await write('Hello');
    press('Cancel');
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await write('');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the People list', () => {
  it('offers providers their own entry', async () => {
    answer({ rows: [rowOf(1, {})], switches: { smsEnabled: false } });
    await open('Send to Provider');
  });

  it('offers nothing while both channels are off', async () => {
    answer({ switches: { smsEnabled: false, emailEnabled: false } });
    await openPages({ '/dashboard': PeoplePage }, '/dashboard');
    fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
    await screen.findByRole('menuitem', { name: 'Add/Edit Note' });
    expect(screen.queryByRole('menuitem', { name: /^Send to (Client|Case Manager)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Send Email\/SMS/ })).toBeNull();
  });
});
