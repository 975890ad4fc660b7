import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { asRefusal } from '@homecare/domain/people/questions.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Asked,
  answerWith,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { CandidateFormDialog } from './CandidateFormDialog.tsx';

const KNOWN = 'Delgado, Rosa (ID 12) has the same name and the same phone';
const CANDIDATE: Candidate = {
  id: 3,
  Name: 'Jon Park',
  Phone: '(303) 555-0190',
  Address: '3000 S Jamaica Ct, Aurora, CO 80014',
  AddressLatitude: 39.66,
  AddressLongitude: -104.86,
  AddressApproximate: false,
  DateAvailable: '2026-12-01',
  DateCreated: '2026-11-20T17:00:00Z',
  Status: 'Active',
  rev: 0,
};

/** A server that asks about Rosa Delgado until it is answered. */
const askAboutRosa = () => {
  const sent: Asked['data'][] = [];
  answerWith(({ cmd, data }) => {
    if (cmd !== 'candidate_update') return { data: [] };
    sent.push(data);
    return String(data.confirmed).includes(KNOWN)
      ? { data: { rev: 1 }, Info: 'Candidate has been changed' }
      : {
          status: 409,
          reason: 'unanswered',
          Info: KNOWN,
          errors: [asRefusal({ field: 'Name', message: KNOWN })],
        };
  });
  return sent;
};

const changeName = async () => {
  let closed = 0;
  const Edit = () => (
    <CandidateFormDialog
      candidate={CANDIDATE}
      onClose={() => {
        closed += 1;
      }}
    />
  );
  await openPages({ '/dashboard': Edit }, '/dashboard');
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Rosa Delgado' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return {
    question: await screen.findByRole('dialog', { name: 'Is this right?' }),
    closed: () => closed,
  };
};

beforeEach(() => {
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

it('asks who is on record already, and leaves what was typed to be corrected', async () => {
  const sent = askAboutRosa();
  const { question, closed } = await changeName();
  expect(question.textContent).toContain(KNOWN);
  fireEvent.click(within(question).getByRole('button', { name: 'Go back and correct' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this right?' })).toBeNull());
  const name = screen.getByLabelText(/^Name/);
  expect(name).toHaveProperty('value', 'Rosa Delgado');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect([sent.length, closed()]).toEqual([1, 0]);
});

it('saves with the answer, once', async () => {
  const sent = askAboutRosa();
  const { question, closed } = await changeName();
  fireEvent.click(within(question).getByRole('button', { name: 'Save as it is' }));
  await waitFor(() => expect(closed()).toBe(1));
  expect(sent.map(({ confirmed }) => confirmed)).toEqual(['[]', JSON.stringify([KNOWN])]);
});
