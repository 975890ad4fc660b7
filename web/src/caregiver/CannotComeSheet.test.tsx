import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages } from '../../testing/application.tsx';
import { signInCaregiver } from '../../testing/caregiver.ts';
import { phoneStore } from '../../testing/phone-store.ts';
import { visitOf } from '../../testing/visits.ts';
import { entriesOf } from './attempts.ts';
import { CannotComeSheet } from './CannotComeSheet.tsx';
import { sendNow } from './outbox.ts';

const ME = 'demo:5';
const phone = phoneStore();
const onClose = vi.fn();
const visit = visitOf(1, { Date: '2126-11-20', PlanStartTime: '10:00', PlanEndTime: '12:00' });
const Page = () => (
  <CannotComeSheet
    visit={visit}
    zone="America/Denver"
    officePhone=""
    callTooMinutes={240}
    onClose={onClose}
  />
);

beforeEach(() => {
  vi.stubGlobal('indexedDB', phone.indexedDB);
  // Its locks are not what a browser has.
  vi.stubGlobal('navigator', { language: 'en-US' });
  signInCaregiver();
  answerWith(() => ({ data: CAPABILITIES }));
});
afterEach(async () => {
  // What is being sent ends here, not when the phone of this test is gone.
  await sendNow();
  phone.empty();
  closePages();
});

it('no reason is given for the caregiver: they choose one before the office is told', async () => {
  await openPages({ '/evv': Page }, '/evv');
  const tell = await screen.findByRole('button', { name: 'Tell the office' });
  expect(screen.getByRole('radio', { name: 'Sick' })).toHaveProperty('checked', false);
  fireEvent.click(tell);
  await screen.findByText('Choose a reason.');
  expect(onClose).not.toHaveBeenCalled();

  // Without a network it waits on the phone.
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Car trouble' }));
  fireEvent.click(tell);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const request = { kind: 'cannotCome', input: { visitId: 1, note: 'Car trouble' } };
  await vi.waitFor(async () => expect(await entriesOf(ME)).toEqual([expect.objectContaining({ request })]));
});
