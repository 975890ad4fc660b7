import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../testing/application.tsx';
import { visitOf } from '../../testing/visits.ts';
import { CannotComeSheet } from './CannotComeSheet.tsx';
import { keepRequest } from './requests.ts';

// What is sent waits in the phone's store, which is tested by itself.
vi.mock('./requests.ts', () => ({ keepRequest: vi.fn() }));
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
  signInAs('admin');
  answerWith(() => ({ data: CAPABILITIES }));
});
afterEach(closePages);

it('no reason is given for the caregiver: they choose one before the office is told', async () => {
  await openPages({ '/evv': Page }, '/evv');
  const tell = await screen.findByRole('button', { name: 'Tell the office' });
  expect(screen.getByRole('radio', { name: 'Sick' })).toHaveProperty('checked', false);
  fireEvent.click(tell);
  await screen.findByText('Choose a reason.');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('radio', { name: 'Car trouble' }));
  fireEvent.click(tell);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const input = { visitId: 1, note: 'Car trouble' };
  expect(keepRequest).toHaveBeenCalledExactlyOnceWith({ kind: 'cannotCome', input });
});
