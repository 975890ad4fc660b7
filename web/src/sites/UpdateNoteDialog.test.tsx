import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerWith, closePages, openPages, signInAs } from '../people/test-application.tsx';
import { queryClient } from '../shell/query.ts';
import { UpdateNoteDialog } from './UpdateNoteDialog.tsx';

const Screen = () => (
  <>
    <p>people</p>
    <UpdateNoteDialog />
  </>
);
const open = async (order: number, data: string) => {
  answerWith(() => ({ data: { order, data } }));
  await openPages({ '/dashboard': Screen }, '/dashboard');
  await screen.findByText('people');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
};

beforeEach(() => {
  localStorage.clear();
  signInAs('admin');
});
afterEach(closePages);

it('shows a new update until it is closed, and the next one again', async () => {
  await open(3, 'Birthdays stand in the toolbar.\nSo do expired dates.');
  await screen.findByText(/Birthdays stand in the toolbar/);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(localStorage.getItem('lastUpdate')).toBe('3');
  closePages();

  signInAs('admin');
  await open(3, 'Birthdays stand in the toolbar.');
  expect(screen.queryByRole('dialog')).toBeNull();
  closePages();

  signInAs('admin');
  await open(4, 'Reports are quicker.');
  await screen.findByText('Reports are quicker.');
});

it('says nothing where there is no update', async () => {
  await open(0, '');
  expect(screen.queryByRole('dialog')).toBeNull();
});
