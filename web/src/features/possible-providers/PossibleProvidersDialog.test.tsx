import { NOT_A_CLIENT } from '@homecare/domain/possible-providers/rules.ts';
import type { PossibleProvider } from '@homecare/domain/possible-providers/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { PossibleProvidersDialog } from './PossibleProvidersDialog.tsx';

const found = (id: number, values: Partial<PossibleProvider> = {}): PossibleProvider => ({
  kind: 'Provider',
  id,
  Name: `Name${String(id).padStart(3, '0')}, Pat`,
  Address: '1500 S Havana St, Aurora, CO 80012',
  Phone: '(303) 555-0100',
  distance: 1,
  approximate: false,
  errorMiles: 0,
  hours: 10.5,
  rate: 93,
  parts: [
    { name: 'Distance', points: 38, most: 40, why: '1.0 miles' },
    { name: 'Language', points: 15, most: 15, why: 'Spanish' },
  ],
  livesWith: false,
  caresFor: false,
  availableFrom: null,
  mayNotWork: [],
  ...values,
});

const closed = vi.fn();
const client = rowOf(2, { LastName: 'Baca', FirstName: 'Guadalupe' });
const Page = () => <PossibleProvidersDialog person={client} onClose={closed} />;

const asked: URLSearchParams[] = [];
const answerFound = (answer: (query: URLSearchParams) => PossibleProvider[]) =>
  answerWith(({ path }) => {
    if (!path.includes('possibleProvider'))
      return { data: { ...CAPABILITIES, langGroup: ['English', 'Spanish'] } };
    const query = new URL(path, 'http://localhost').searchParams;
    asked.push(query);
    return { data: answer(query) };
  });
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 5)
        .map((cell) => cell.textContent),
    );
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

beforeEach(() => {
  asked.length = 0;
  closed.mockClear();
  signInAs('user');
  onDesk();
});
afterEach(closePages);

it('shows 12 lines a page with name, address, distance, hours and rate, in the order of the server', async () => {
  answerFound(() => [
    found(1, { livesWith: true, distance: 6.2, approximate: true, errorMiles: 3.8 }),
    found(2, { kind: 'Candidate', distance: null, hours: 0, rate: 40, availableFrom: '2026-12-01' }),
    ...Array.from({ length: 28 }, (_, n) => found(n + 3, { caresFor: n === 0, rate: 30 })),
  ]);
  await openPages({ '/people': Page }, '/people');
  await screen.findByText('1–12 of 30');
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Name', 'Address', 'distance', 'hours', 'rate', 'Call']);
  const address = '1500 S Havana St, Aurora, CO 80012';
  expect(cells().slice(0, 3)).toEqual([
    ['Name001, Patlives with this client', address, '≈ 6 mi (± 4)', '10.50', '93'],
    ['Name002, PatCandidate, available from 12-01-2026', address, '–', '0.00', '40'],
    ['Name003, Patcares for this client already', address, '1.0 mi', '10.50', '30'],
  ]);
  expect(screen.getByRole('link', { name: 'Call Name001, Pat, (303) 555-0100' }).getAttribute('href')).toBe(
    'tel:+13035550100',
  );
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ id: '2', hours: 'all', type: 'all' });
});

it('puts who may not work below a line, with the reasons', async () => {
  answerFound(() => [
    found(1),
    found(2, { rate: 95, mayNotWork: ['work authorization expired 11-19-2026', 'no CAPS check on record'] }),
    found(3, { rate: 12, mayNotWork: ['archived 05-01-2026'] }),
  ]);
  await openPages({ '/people': Page }, '/people');
  await screen.findByText('Name001, Pat');
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows.map((text) => text?.slice(0, 24))).toEqual([
    expect.stringContaining('Name001, Pat'),
    'May not work now',
    expect.stringContaining('Name002, Pat'),
    expect.stringContaining('Name003, Pat'),
  ]);
  screen.getByText('work authorization expired 11-19-2026, no CAPS check on record');
  screen.getByText('archived 05-01-2026');
});

it('asks the server again for each filter, and helps when no one fits', async () => {
  answerFound((query) => (query.get('group') === 'Spanish' ? [] : [found(Number(asked.length))]));
  await openPages({ '/people': Page }, '/people');
  await screen.findByText('Name001, Pat');
  choose('Active hours', '<20');
  await screen.findByText('Name002, Pat');
  choose('Type', 'providers only');
  await screen.findByText('Name003, Pat');
  choose('Group', 'Spanish');
  await screen.findByText('No one fits these filters');
  screen.getByText('Candidates have no language on record, so Spanish leaves them out.');
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
    id: '2',
    group: 'Spanish',
    hours: '<20',
    type: 'providers only',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('Name005, Pat');
  expect(asked.at(-1)?.get('hours')).toBe('all');
});

it('explains a rate on hover, to readers, and in words of its own', async () => {
  answerFound(() => [found(1)]);
  await openPages({ '/people': Page }, '/people');
  const rate = await screen.findByRole('button', { name: 'Rate 93 of 100 for Name001, Pat' });
  const words = 'Distance 38 of 40: 1.0 miles. Language 15 of 15: Spanish.';
  expect([rate.dataset.tip, rate.getAttribute('aria-description')]).toEqual([words, words]);
  fireEvent.click(rate);
  const dialog = await screen.findByRole('dialog', { name: 'Rate of Name001, Pat' });
  const rows = within(dialog)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'PartWhyPoints',
    'Distance1.0 miles38 of 40',
    'LanguageSpanish15 of 15',
    'rate93 of 100',
  ]);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rate of Name001, Pat' })).toBeNull());
  expect(closed).not.toHaveBeenCalled();
});

it("shows the server's sentence for code 400", async () => {
  answerWith(({ path }) =>
    path.includes('possibleProvider') ? { status: 400, Info: NOT_A_CLIENT } : { data: CAPABILITIES },
  );
  await openPages({ '/people': Page }, '/people');
  expect((await screen.findByRole('alert')).textContent).toBe(NOT_A_CLIENT);
  expect(screen.queryByRole('table')).toBeNull();
});

it('says so when they cannot be loaded, and tries again', async () => {
  let broken = true;
  answerWith(({ path }) => {
    if (!path.includes('possibleProvider')) return { data: CAPABILITIES };
    return broken ? { status: 500, Info: 'Something went wrong.' } : { data: [found(1)] };
  });
  await openPages({ '/people': Page }, '/people');
  await screen.findByText('Couldn’t load possible providers');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Name001, Pat');
});

it('says who would be listed when there is no one yet', async () => {
  answerFound(() => []);
  await openPages({ '/people': Page }, '/people');
  await screen.findByText('No active providers or candidates');
});
