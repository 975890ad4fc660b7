import type { OwnForm } from '@homecare/domain/agency-forms/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages } from '../../testing/application.tsx';
import { signInCaregiver } from '../../testing/caregiver.ts';
import { phoneStore } from '../../testing/phone-store.ts';
import { type Entry, entriesOf, storeTogether } from './attempts.ts';
import { type FormFilling, FormSheet } from './FormSheet.tsx';
import { readStored, sendNow } from './outbox.ts';
import { RefusedForms } from './RefusedForms.tsx';

const ME = 'demo:5';
const phone = phoneStore();
const asked = { help: '', isRequired: false } as const;
const form = {
  ...{ formId: 2, versionId: 4, title: 'Kitchen check', intro: '' },
  questions: [
    { kind: 'text', key: 'qwhat', label: 'What did you see?', ...asked, isLong: false },
    { kind: 'photo', key: 'qphoto', label: 'Photo of the floor', ...asked },
  ],
} satisfies OwnForm;
/** A newer version: one question is another one now, one is new. */
const newer = {
  ...form,
  versionId: 5,
  questions: [
    { kind: 'text', key: 'qwhat', label: 'What did you see there?', ...asked, isLong: false },
    { kind: 'date', key: 'qphoto', label: 'Since when?', ...asked },
    { kind: 'text', key: 'qnew', label: 'Who was there?', ...asked, isLong: false },
  ],
} satisfies OwnForm;

let offered: OwnForm = form;
const Page = () => {
  const [filling, setFilling] = useState<FormFilling>();
  return (
    <>
      <RefusedForms formsAt={() => [{ ...offered, due: null, isKept: false }]} onOpen={setFilling} />
      <button
        type="button"
        onClick={() => setFilling({ form: offered, visitId: 7, clientId: 3, client: 'Baca, Guadalupe' })}
      >
        Fill
      </button>
      {filling && <FormSheet {...filling} onClose={() => setFilling(undefined)} />}
    </>
  );
};

beforeEach(() => {
  offered = form;
  vi.stubGlobal('indexedDB', phone.indexedDB);
  // Its locks are not what a browser has.
  vi.stubGlobal('navigator', { language: 'en-US' });
  signInCaregiver();
  answerWith(() => ({ data: CAPABILITIES }));
});
afterEach(async () => {
  await sendNow();
  phone.empty();
  // What waits is forgotten by reading an empty phone, which is then gone as well: the next file has one of its own.
  await readStored();
  phone.empty();
  closePages();
});

const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Fill' }));
  return screen.findByRole('dialog', { name: 'Kitchen check' });
};
const close = async (sheet: HTMLElement) => {
  const [button] = within(sheet).getAllByRole('button', { name: 'Close' });
  if (button) fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const type = (sheet: HTMLElement, text: string) =>
  fireEvent.change(within(sheet).getByRole('textbox', { name: 'What did you see?' }), {
    target: { value: text },
  });
const noNetwork = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });

it('a form that is closed opens as it was left, also in a newer version, until that is discarded', async () => {
  await openPages({ '/evv': Page }, '/evv');
  const first = await open();
  type(first, 'A loose rug.');
  await close(first);
  const again = await open();
  await within(again).findByDisplayValue('A loose rug.');
  expect(within(again).getByText('Your earlier answers are back.')).toBeTruthy();
  await close(again);
  offered = newer;
  const other = await open();
  const box = await within(other).findByDisplayValue('A loose rug.');
  expect(within(other).getByRole('textbox', { name: 'What did you see there?' })).toBe(box);
  fireEvent.click(within(other).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(box).toHaveProperty('value', ''));
  await close(other);
  await close(await open());
  expect(phone.rowsOf('drafts')).toEqual([]);
});

it('a form that the phone cannot keep stays open, says so, and is sent from there', async () => {
  await openPages({ '/evv': Page }, '/evv');
  const sheet = await open();
  type(sheet, 'A loose rug.');
  noNetwork();
  vi.stubGlobal('indexedDB', undefined);
  phone.empty();
  fireEvent.click(within(sheet).getByRole('button', { name: 'Send' }));
  await within(sheet).findByText(/This phone could not keep the form/, {}, { timeout: 5000 });
  expect(within(sheet).getByDisplayValue('A loose rug.')).toBeTruthy();
  vi.stubGlobal('indexedDB', phone.indexedDB);
});

it('a form that was not accepted is opened again with its answers and photos, and stays until it was sent again', async () => {
  const mark = 'mark';
  const photo = 'a'.repeat(32);
  const data = 'data:image/png;base64,AAAA';
  const answers = [
    { kind: 'text' as const, key: 'qwhat', text: 'A loose rug.' },
    { kind: 'photo' as const, key: 'qphoto', photo },
  ];
  const entries: Entry[] = [
    {
      request: { kind: 'formPhoto', input: { photo }, data, mark, isSent: true },
      key: 'one',
      refused: null,
    },
    {
      request: {
        ...{ kind: 'form', mark, formId: 2, title: 'Kitchen check', label: 'Guadalupe' },
        input: { versionId: 4, visitId: 7, answers, at: '2026-11-20T15:30:00Z' },
      },
      key: 'two',
      refused: 'This photo is no longer kept. Add it again.',
    },
  ];
  await storeTogether(ME, entries);
  await readStored();
  await openPages({ '/evv': Page }, '/evv');
  expect(await screen.findByText('Kitchen check for Guadalupe: not accepted.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open again' }));
  const sheet = await screen.findByRole('dialog', { name: 'Kitchen check' });
  expect(within(sheet).getByDisplayValue('A loose rug.')).toBeTruthy();
  expect(within(sheet).getByRole('img', { name: 'Photo: Photo of the floor' })).toBeTruthy();
  await close(sheet);
  expect(await entriesOf(ME)).toHaveLength(2);
  noNetwork();
  fireEvent.click(screen.getByRole('button', { name: 'Open again' }));
  const second = await screen.findByRole('dialog', { name: 'Kitchen check' });
  fireEvent.click(within(second).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, last, ...more] = await entriesOf(ME);
  expect(more).toEqual([]);
  // The server may know the old name and have nothing of it: the photo has another one.
  const kept = first && 'request' in first && first.request.kind === 'formPhoto' ? first.request : undefined;
  expect(kept).toMatchObject({ data, isSent: false });
  expect(kept?.input.photo).not.toBe(photo);
  expect(last).toMatchObject({
    refused: null,
    request: { kind: 'form', input: { answers: [answers[0], { photo: kept?.input.photo }] } },
  });
  expect(screen.queryByText(/not accepted/)).toBeNull();
});
