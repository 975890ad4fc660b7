import type { CallOutProposal } from '@homecare/domain/offers/schema.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { adoptOffset } from '../../platform/server-time.ts';
import { ProposedCallOuts } from './ProposedCallOuts.tsx';

const visit = (day: string, start: string, Client: string): CallOutProposal['next'][number] => ({
  planId: 3,
  day,
  date: day,
  start,
  end: '16:00',
  Client,
});
const proposal: CallOutProposal = {
  id: 5,
  ProviderID: 11,
  Provider: 'Archuleta, Ana',
  at: '2026-11-20T12:04:00Z',
  words: 'sick, cant come tomorrow',
  next: [visit('2026-11-20', '14:00', 'Vigil, Rosa'), visit('2026-11-21', '09:00', 'Baca, Eva')],
  others: [],
};
const bhim = { ProviderID: 12, Provider: 'Dahal, Bhim', next: [visit('2026-11-22', '10:00', 'Ortiz, Ben')] };

const NOW = Temporal.Instant.from('2026-11-20T12:30:00Z');
// The dialog asks the clock of the server for today.
beforeEach(() => adoptOffset(NOW.epochMilliseconds - Date.now()));
afterEach(() => {
  closePages();
  adoptOffset(0);
});

const openProposal = async (proposed: CallOutProposal) => {
  onDesk();
  signInAs('user');
  answerWith(({ path, cmd }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('proposals')) return { data: [proposed] };
    if (cmd === 'list')
      return { data: [rowOf(11, { LastName: 'Archuleta' }), rowOf(12, { LastName: 'Dahal' })] };
    return { status: 404, Info: path };
  });
  const Page = () => <ProposedCallOuts now={NOW} zone="America/Denver" />;
  await openPages({ '/schedule': Page }, '/schedule');
};

test('a call-out that is noted from a text goes through the last visit that the text is about', async () => {
  await openProposal(proposal);
  fireEvent.click(await screen.findByRole('button', { name: 'Called out: Archuleta, Ana' }));
  const dialog = await screen.findByRole('dialog', { name: 'Caregiver called out' });
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Through/).value).toBe('11-21-2026');
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe(proposal.words);
});

test('a night of yesterday to which nobody has checked in is noted from its own day on', async () => {
  const night = { ...visit('2026-11-19', '23:00', 'Vigil, Rosa'), end: '07:00' };
  await openProposal({ ...proposal, next: [night] });
  const note = (await screen.findByText('Archuleta, Ana')).parentElement;
  expect(note?.textContent).toContain('Next: 11-19-2026 11:00 PM Vigil, Rosa (not checked in).');
  fireEvent.click(screen.getByRole('button', { name: 'Called out: Archuleta, Ana' }));
  const dialog = await screen.findByRole('dialog', { name: 'Caregiver called out' });
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^From/).value).toBe('11-19-2026');
  // From its own start: a visit of yesterday morning was not called out of.
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Time/).value).toBe('11:00 PM');
});

test('a text from a phone that two caregivers share names both, and the office says who called out', async () => {
  await openProposal({ ...proposal, others: [bhim] });
  const note = (await screen.findByText('Archuleta, Ana or Dahal, Bhim')).parentElement;
  expect(note?.textContent).toContain('They share this phone number. Next of Archuleta, Ana: 11-20-2026');
  expect(note?.textContent).toContain('Next of Dahal, Bhim: 11-22-2026 10:00 AM Ortiz, Ben.');
  fireEvent.click(screen.getByRole('button', { name: 'Called out: Dahal, Bhim' }));
  const dialog = await screen.findByRole('dialog', { name: 'Caregiver called out' });
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Through/).value).toBe('11-22-2026');
});
