import type { BulkSend, Listed } from '@homecare/domain/bulk-messages/schema.ts';
import {
  IMAGE_TOO_LARGE,
  MAX_IMAGE_BYTES,
  NO_IMAGE,
  WRONG_IMAGE,
} from '@homecare/domain/messaging/images.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CAPABILITIES,
  closePages,
  onDesk,
  onPhone,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { phoneStore } from '../../../testing/phone-store.ts';
import { forgetKept } from '../../platform/kept.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { EmailSenderPage, SmsSenderPage } from './SenderPage.tsx';
import { SendWatcher } from './SendWatcher.tsx';

const person = (id: number, values: Partial<Listed> = {}): Listed => ({
  id,
  kind: 'Provider',
  name: `Person${id}, Ana`,
  called: `Ana Person${id}`,
  phone: `(303) 555-${String(id).padStart(4, '0')}`,
  email: `ana${id}@example.org`,
  verified: false,
  birthday: null,
  language: null,
  stopped: false,
  ...values,
});
const sendOf = (values: Partial<BulkSend>): BulkSend => ({
  id: 7,
  channel: 'SMS',
  state: 'waiting',
  total: 2,
  queued: 0,
  skipped: 0,
  waiting: 0,
  failed: 0,
  created: '2026-11-20T17:42:00Z',
  info: null,
  ...values,
});

interface Network {
  readonly people: readonly Listed[];
  /** The own sends, as they are at each look; the last stays. */
  readonly sends?: readonly (readonly BulkSend[])[];
  readonly refusal?: { readonly status: number; readonly reason?: string; readonly Info: string };
  readonly owing?: readonly number[];
}

/** Of the attempts, in their order. */
let keys: (string | null)[] = [];

/** The network alone is replaced; these calls travel as JSON. */
const answer = ({ people, sends = [[]], refusal, owing = [] }: Network) => {
  const started: { path: string; body: Record<string, unknown> }[] = [];
  keys = [];
  let looks = 0;
  const dataOf = (path: string, body: string): unknown => {
    if (path.includes('getPremium')) return CAPABILITIES;
    if (path.includes('list-people')) return people;
    if (path.includes('getNoTimesheet')) return owing;
    if (path.includes('list-skipped'))
      return [{ personId: 2, name: 'Person2, Ana', reason: 'No phone on record' }];
    if (path.includes('read-progress')) return sends[Math.min(looks++, sends.length - 1)];
    if (body.includes('msg_get')) return [{ id: 3, name: 'Closed', text: 'Hi %username%', rev: 0 }];
    return undefined;
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    const reply = (status: number, answered: object) =>
      new Response(JSON.stringify(answered), { status, headers: { 'Content-Type': 'application/json' } });
    if (path.includes('/start-')) {
      started.push({ path: path.replace(/^.*\//, ''), body: JSON.parse(body) });
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      if (refusal)
        return reply(refusal.status, {
          result: 'ERROR',
          code: refusal.status,
          reason: refusal.reason,
          Info: refusal.Info,
        });
      return reply(200, { result: 'OK', code: 200, data: { id: 7, total: 2, skipped: 0 }, insert_id: 7 });
    }
    const data = dataOf(path, body);
    return data === undefined
      ? reply(404, { result: 'ERROR', code: 404, Info: path })
      : reply(200, { result: 'OK', code: 200, data });
  });
  return started;
};

const open = async (channel: 'sms' | 'mail') => {
  const Page = () => (
    <>
      {channel === 'sms' ? <SmsSenderPage /> : <EmailSenderPage />}
      <SendWatcher />
    </>
  );
  await openPages({ '/send': Page }, '/send');
  await screen.findByRole('heading', { name: 'Send' });
};
const list = (name: string) => screen.findByRole('listbox', { name });
const names = async (name: string) =>
  within(await list(name))
    .getAllByRole('option')
    .map((option) => option.textContent?.replace(/, Ana.*/, ''));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const write = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const texts = () => shownToasts().map(({ text }) => text);
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

beforeEach(() => {
  onDesk();
  // Room for rows: a page of tests has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('the SMS sender', () => {
  const people = [person(1), person(2, { kind: 'Client', phone: null }), person(3)];

  it('makes a lost attempt again under its key, and another one when the list is another', async () => {
    answer({ people, refusal: { status: 503, Info: 'The server cannot answer now.' } });
    await open('sms');
    press('All Providers');
    write(/Message/, 'Hello');
    // Each press is tried five times by itself.
    const lost = async (name: string, tries: number) => {
      await confirm(name);
      await waitFor(() => expect(keys).toHaveLength(tries));
      await waitFor(() => expect(screen.getByRole('button', { name }).dataset.loading).toBeUndefined());
    };
    press('Send');
    await lost('Send 2 texts', 5);
    await lost('Send 2 texts', 10);
    expect(new Set(keys).size).toBe(1);
    await confirm('Cancel');
    fireEvent.click(within(await list('Send')).getAllByRole('option')[0] ?? document.body);
    press('Send');
    await lost('Send 1 text', 15);
    expect(new Set(keys).size).toBe(2);
    // What went well at last has nothing red beside it.
    const error = "Error: Can't send message. Error code: 503";
    expect(texts()).toContain(error);
    answer({ people });
    await confirm('Send 1 text');
    await waitFor(() => expect(texts()).not.toContain(error));
  });

  it('says of the send list what is wrong with it until it is another one', async () => {
    answer({ people });
    await open('sms');
    write(/Message/, 'Hello');
    press('Send');
    const words = 'Error: Empty send list. Please add people to send.';
    await waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(0));
    press('All Providers');
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    press('Send');
    await screen.findByRole('dialog');
    expect(texts()).toEqual([]);
  });

  it('sends a template to all providers as one job, and says when it is in the queue', async () => {
    const started = answer({ people, sends: [[], [sendOf({})], [sendOf({ state: 'done', queued: 2 })]] });
    await open('sms');
    press('All Providers');
    expect(await names('Send')).toEqual(['Person1', 'Person3']);
    await screen.findByRole('option', { name: 'Closed' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Template' }), { target: { value: '3' } });
    await screen.findByText('Hi Ana Person1');
    screen.getByText('14 characters, 1 segment');
    press('Send');
    await confirm('Send 2 texts');
    await waitFor(() => expect(texts()).toEqual(['Success: Messages added to queue.']));
    expect(started).toEqual([
      {
        path: 'start-texts',
        body: {
          to: { groups: ['providers'], months: [], plus: [], minus: [] },
          seen: 2,
          mark: expect.stringMatching(/^[0-9a-f]{16}$/),
          text: 'Hi %username%',
          image: '',
        },
      },
    ]);
    await screen.findByText('2 texts added to the queue.');
    // The box is empty, so no template is chosen.
    expect(screen.getByRole('combobox', { name: 'Template' })).toHaveProperty('value', '');
    await screen.findByText('Press people in the lists, or a button of a whole group, to add them.');
  });

  it('adds and takes out one by one, by mouse and by keys', async () => {
    answer({ people });
    await open('sms');
    fireEvent.click(screen.getByRole('option', { name: /^Person3/ }));
    const providers = await list('Providers');
    fireEvent.keyDown(providers, { key: 'Home' });
    fireEvent.keyDown(providers, { key: 'Enter' });
    expect(await names('Send')).toEqual(['Person1', 'Person3']);
    fireEvent.keyDown(providers, { key: ' ' });
    expect(await names('Send')).toEqual(['Person3']);
    fireEvent.click(within(await list('Send')).getByRole('option'));
    await screen.findByText('Press people in the lists, or a button of a whole group, to add them.');
  });

  it('offers a message that was not sent again, with its list, and none once it was sent', async () => {
    const device = phoneStore();
    vi.stubGlobal('indexedDB', device.indexedDB);
    answer({ people });
    await open('sms');
    press('All Providers');
    write(/Message/, 'Closed on Friday');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(1));
    expect(JSON.stringify(device.rowsOf('drafts'))).not.toContain('Friday');
    // The window is lost: nothing but the device is left of it.
    cleanup();
    forgetKept();
    await open('sms');
    await screen.findByText(/You wrote a message here on .* and did not send it\./);
    press('Restore');
    expect(await screen.findByDisplayValue('Closed on Friday')).toBeDefined();
    expect(await names('Send')).toEqual(['Person1', 'Person3']);
    press('Send');
    await confirm('Send 2 texts');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(0));
    device.empty();
  });

  it('says who is skipped before anything is sent', async () => {
    answer({ people });
    await open('sms');
    press('All');
    write(/^Message/, 'Hello');
    await screen.findByText('2 of 3 have a valid phone');
    press('Send');
    const dialog = await screen.findByRole('dialog', { name: 'Send 2 texts' });
    within(dialog).getByText('Person2, Ana: No phone on record');
  });

  it.each([
    ['an empty message', '', '', "Error: Can't send empty message."],
    ['an empty list', 'Hello', '', 'Error: Empty send list. Please add people to send.'],
  ])('refuses %s', async (_, message, image, says) => {
    const started = answer({ people });
    await open('sms');
    write(/^Message/, message);
    write(/^Image source/, image);
    press('Send');
    await waitFor(() => expect(texts()).toEqual([says]));
    expect(started).toEqual([]);
  });

  it('refuses what is no image', async () => {
    const started = answer({ people });
    await open('sms');
    press('All Providers');
    write(/^Message/, 'Hello');
    write(/^Image source/, 'https://care.agency.test/card.pdf');
    press('Send');
    await waitFor(() => expect(texts()).toEqual(['Error: Incorrect media resource.']));
    expect(started).toEqual([]);
  });

  it('adds those without a timesheet for the month', async () => {
    answer({ people, owing: [3, 99] });
    await open('sms');
    press('Not Exists TS');
    await screen.findByText('1 person added.');
    expect(await names('Send')).toEqual(['Person3']);
  });

  it('says that nobody has a birthday today', async () => {
    answer({ people });
    await open('sms');
    press('Birthday');
    await screen.findByText('Nobody has a birthday today.');
  });

  it('keeps message and list when the server refuses', async () => {
    answer({
      people,
      refusal: {
        status: 409,
        reason: 'listChanged',
        Info: 'The send list has changed: 3 people now, 2 on your screen.',
      },
    });
    await open('sms');
    press('All Providers');
    write(/^Message/, 'Hello');
    press('Send');
    await confirm('Send 2 texts');
    await screen.findByText('The send list has changed: 3 people now, 2 on your screen.');
    expect(texts()).toEqual(["Error: Can't send message. Error code: 409"]);
    expect(await names('Send')).toEqual(['Person1', 'Person3']);
  });

  it('shows a send that was begun before the page was opened, and who of it was skipped', async () => {
    answer({ people, sends: [[sendOf({ state: 'done', total: 3, queued: 2, skipped: 1, failed: 1 })]] });
    await open('sms');
    await screen.findByText('2 texts added to the queue. 1 skipped, 1 not delivered.');
    press('Show skipped');
    const dialog = await screen.findByRole('dialog', { name: 'Skipped' });
    await within(dialog).findByText('No phone on record');
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    press('Hide');
    await waitFor(() => expect(screen.queryByText(/added to the queue/)).toBeNull());
  });

  it('draws a small part of 5,000 people, and finds any of them', async () => {
    answer({ people: Array.from({ length: 5000 }, (_, n) => person(n + 1)) });
    await open('sms');
    press('All Providers');
    const drawn = within(await list('Send')).getAllByRole('option');
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('5000');
    fireEvent.change(screen.getByRole('textbox', { name: 'Search people' }), {
      target: { value: 'person4711' },
    });
    await waitFor(async () => expect(await names('Providers')).toEqual(['Person4711']));
  });
});

/** An upload is answered at once with the next id, or as the test wants. */
let uploads: { readonly path: string; readonly file: unknown }[] = [];
const uploadsAnswer = (refusal?: string) => {
  uploads = [];
  class Line {
    readonly upload = {};
    status = refusal ? 400 : 200;
    responseText = '';
    path = '';
    onload: (() => void) | undefined;
    open(_: string, path: string) {
      this.path = path;
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    abort() {}
    send(form: FormData) {
      uploads.push({ path: this.path, file: form.get('file') });
      const id = uploads.length;
      this.responseText = JSON.stringify(
        refusal
          ? { result: 'ERROR', code: 400, Info: refusal }
          : { result: 'OK', code: 200, data: { id }, insert_id: id },
      );
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Line);
};
const chooseImage = (file: File) =>
  fireEvent.change(screen.getByLabelText(NO_IMAGE), { target: { files: [file] } });
const imageOf = (name: string, size = 9) => new File([new Uint8Array(size)], name, { type: 'image/png' });

describe('an image of this device', () => {
  const people = [person(1)];

  it('is uploaded, shown with the text, replaced, removed, put back and sent in place of a link', async () => {
    const started = answer({ people });
    uploadsAnswer();
    await open('sms');
    press('All Providers');
    write(/^Message/, 'Look');
    write(/^Image source/, 'https://care.agency.test/a.png');
    chooseImage(imageOf('first.png'));
    await screen.findByText('first.png, 9 bytes');
    expect(uploads.map(({ path }) => path.replace(/^.*api\//, ''))).toEqual(['messaging/upload-image']);
    expect(await screen.findByAltText('Sent with it: first.png')).not.toBeNull();
    // A text carries one image; what was typed is kept.
    expect(screen.queryByRole('textbox', { name: /^Image source/ })).toBeNull();

    chooseImage(imageOf('second.png', 1_500));
    // Typed while it is on its way.
    write(/^Message/, 'Look here');
    await screen.findByText('second.png, 2 KB');
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', 'Look here');
    press('Remove image');
    expect(screen.queryByText(/second\.png/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload image' }));
    expect(screen.getByRole('textbox', { name: /^Image source/ })).toHaveProperty(
      'value',
      'https://care.agency.test/a.png',
    );
    press('Undo remove');
    await screen.findByText('second.png, 2 KB');

    press('Send');
    await screen.findByText('1 text goes into the queue, with an image.');
    await confirm('Send 1 text');
    await waitFor(() => expect(started[0]?.body).toMatchObject({ image: '', imageId: 2 }));
    await waitFor(() => expect(screen.queryByText(/second\.png/)).toBeNull());
  });

  it('that is refused says why, and the one before stays', async () => {
    answer({ people });
    uploadsAnswer();
    await open('sms');
    chooseImage(imageOf('good.png'));
    await screen.findByText('good.png, 9 bytes');
    chooseImage(imageOf('large.png', MAX_IMAGE_BYTES + 1));
    await screen.findByText(IMAGE_TOO_LARGE);
    expect(uploads).toHaveLength(1);
    uploadsAnswer(WRONG_IMAGE);
    chooseImage(imageOf('page.png'));
    await screen.findByText(WRONG_IMAGE);
    expect(screen.getByText('good.png, 9 bytes')).not.toBeNull();
  });
});

describe('the Email sender', () => {
  const people = [
    person(1, { verified: true }),
    person(2, { email: 'ana@' }),
    person(3, { kind: 'Client', verified: true }),
    person(4, { kind: 'Client' }),
  ];

  it('refuses to add somebody without a valid address', async () => {
    answer({ people });
    await open('mail');
    fireEvent.click(within(await list('All Providers')).getByRole('option', { name: /^Person2/ }));
    expect(texts()).toEqual(['Error: This user not have valid email!']);
    expect(screen.queryByRole('listbox', { name: 'Send' })).toBeNull();
  });

  it('offers providers and verified people, and sends with a subject', async () => {
    const started = answer({ people });
    await open('mail');
    expect(await names('All Providers')).toEqual(['Person1', 'Person2']);
    expect(await names('Verified Email')).toEqual(['Person1', 'Person3']);
    press('Providers');
    press('Verified');
    expect(await names('Send')).toEqual(['Person1', 'Person3']);
    write(/^Subject/, 'News');
    write(/^Body/, 'ID %id%');
    await screen.findByText('ID 1');
    press('Preview of the next one');
    await screen.findByText('ID 3');
    press('Send');
    await confirm('Send 2 e-mails');
    await waitFor(() => expect(started[0]?.path).toBe('start-mails'));
    expect(started[0]?.body).toMatchObject({ seen: 2, subject: 'News', text: 'ID %id%' });
  });

  it('Clear empties the send list', async () => {
    answer({ people });
    await open('mail');
    press('Providers');
    press('Clear');
    await screen.findByText('The send list is empty.');
    expect(screen.queryByRole('listbox', { name: 'Send' })).toBeNull();
  });
});

it('shows one part at a time on a phone', async () => {
  onPhone();
  answer({ people: [person(1)] });
  await open('sms');
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
  expect(tabs).toEqual(['Text', 'Providers1', 'Clients0', 'Send0']);
});
