import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { EligibilityPage } from './EligibilityPage.tsx';
import { ELIGIBILITY } from './eligibility-path.ts';

const entry = (id: number, name: string, more = {}) => ({
  id,
  clientId: id,
  name,
  status: 'Eligible',
  date: '2026-10-02',
  start: '2026-10-01',
  end: null,
  data: {},
  source: 'file',
  rev: 0,
  ...more,
});
const ENTRIES = [
  entry(1, 'Baca, Lupe', { end: '2020-01-31', status: 'Not eligible' }),
  entry(2, 'Whitfield, Earl', { source: 'manual' }),
];

let entries: readonly object[] | undefined;
const open = () => openPages({ [ELIGIBILITY]: EligibilityPage }, ELIGIBILITY);
const list = () => screen.findByRole('table', { name: 'Eligibility' });
beforeEach(() => {
  entries = ENTRIES;
  onDesk();
  signInAs('admin');
  answerWith(({ path }) => {
    if (path.includes('getEligibility'))
      return entries ? { data: entries } : { status: 500, Info: 'It failed.' };
    if (path.includes('list-views')) return { data: [] };
    return path.includes('getPremium') ? { data: CAPABILITIES } : { data: [] };
  });
});
afterEach(closePages);

it('lists the entries of all clients, and finds those of one', async () => {
  await open();
  expect(await screen.findByText('Baca, Lupe')).toBeDefined();
  const table = await list();
  fireEvent.change(screen.getByRole('textbox', { name: 'Search eligibility' }), {
    target: { value: 'earl' },
  });
  await waitFor(() => expect(within(table).queryByText('Baca, Lupe')).toBeNull());
  expect(within(table).getByText('Whitfield, Earl')).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: 'Search eligibility' }), {
    target: { value: 'nobody' },
  });
  await screen.findByText('No entry fits this search');
  // Beside the box there is a cross of the same name.
  for (const button of screen.getAllByRole('button', { name: 'Clear search' }).slice(-1))
    fireEvent.click(button);
  expect(await within(await list()).findByText('Baca, Lupe')).toBeDefined();
});

it('offers to correct what was entered by hand alone', async () => {
  await open();
  await list();
  await screen.findByRole('button', { name: /^Edit request of 10-02-2026 for Whitfield, Earl/ });
  expect(screen.queryByRole('button', { name: /^Edit .*Baca/ })).toBeNull();
});

it('has the question to the payer and its answers for an admin alone', async () => {
  await open();
  const tabs = screen.getByRole('tablist', { name: 'Eligibility' });
  expect(
    within(tabs)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Entries', 'Ask the payer', 'Answers']);
  expect(within(tabs).getByRole('tab', { name: 'Entries' }).getAttribute('aria-controls')).toBe(
    screen.getByRole('tabpanel').id,
  );
});

it('has the entries alone for a manager', async () => {
  signInAs('user');
  await open();
  await list();
  expect(screen.queryByRole('tablist')).toBeNull();
});

it('says that nothing is recorded yet', async () => {
  entries = [];
  await open();
  expect(await screen.findByText('No eligibility is recorded yet')).toBeDefined();
});

it('says that it could not be loaded', async () => {
  entries = undefined;
  await open();
  expect(await screen.findByText('Couldn’t load eligibility', {}, { timeout: 10_000 })).toBeDefined();
}, 20_000);
