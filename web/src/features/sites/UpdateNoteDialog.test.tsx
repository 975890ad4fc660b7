import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerWith, closePages, openPages, signInAs } from '../../../testing/application.tsx';
import { queryClient } from '../../platform/query.ts';
import { UpdateNoteDialog } from './UpdateNoteDialog.tsx';

const Screen = () => (
  <>
    <p>people</p>
    <UpdateNoteDialog />
  </>
);
/** The newest note that the account has closed, as the server keeps it. */
let seen = 0;
const open = async (order: number, data: string) => {
  answerWith(({ path }) => {
    if (path.includes('mark-update-seen')) seen = order;
    return { data: path.includes('mark-update-seen') ? null : { order, data, seen: seen >= order } };
  });
  await openPages({ '/dashboard': Screen }, '/dashboard');
  await screen.findByText('people');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
};

beforeEach(() => {
  seen = 0;
  localStorage.clear();
  signInAs('admin');
});
afterEach(closePages);

it('shows a new update until it is closed, on this browser and on others, and the next one again', async () => {
  await open(3, 'Birthdays stand in the toolbar.\nSo do expired dates.');
  await screen.findByText(/Birthdays stand in the toolbar/);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(seen).toBe(3));
  closePages();

  // Another browser of the same account: nothing of this one is there.
  localStorage.clear();
  signInAs('admin');
  await open(3, 'Birthdays stand in the toolbar.');
  expect(screen.queryByRole('dialog')).toBeNull();
  closePages();

  signInAs('admin');
  await open(4, 'Reports are quicker.');
  await screen.findByText('Reports are quicker.');
});

it('is not shown again in a browser that has shown it', async () => {
  localStorage.setItem('lastUpdate', '3');
  await open(3, 'Birthdays stand in the toolbar.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows it to another account of the same browser', async () => {
  localStorage.setItem('lastUpdate', '3');
  localStorage.setItem('lastUpdateBy', 'somebody else');
  await open(3, 'Birthdays stand in the toolbar.');
  await screen.findByText(/Birthdays stand in the toolbar/);
});

it('says nothing where there is no update', async () => {
  await open(0, '');
  expect(screen.queryByRole('dialog')).toBeNull();
});
