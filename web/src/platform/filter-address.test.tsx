import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closePages, openPages } from '../../testing/application.tsx';
import { hrefOf, type OpenedWith } from './address.ts';
import { useFiltersInAddress, useKeptTab } from './filter-address.ts';
import { keep, useKept } from './kept.ts';
import { useOpenPage, usePageState } from './page-state.ts';

const KINDS = ['all', 'open', 'done'] as const;
const START: { kind: (typeof KINDS)[number]; archived: boolean; search: string } = {
  kind: 'all',
  archived: false,
  search: '',
};

/** A list with two filters and a search, and beside it a tab of its own. */
const List = () => {
  const [view, setView] = useKept('list.view', START);
  const [tab, setTab] = useKeptTab('beside.tab', ['first', 'second'], 'first');
  const openPage = useOpenPage();
  useFiltersInAddress({
    list: 'list',
    filters: { kind: view.kind, archived: view.archived },
    first: { kind: 'all', archived: false },
    onFilters: ({ kind, archived }) =>
      setView({ ...view, kind: KINDS.find((one) => one === kind) ?? 'all', archived: archived === true }),
  });
  return (
    <>
      <p>{[view.kind, view.archived, view.search, tab, JSON.stringify(usePageState())].join(' ')}</p>
      <button type="button" onClick={() => setView({ ...view, kind: 'open', search: 'Baca' })}>
        Open ones
      </button>
      <button type="button" onClick={() => setView({ ...view, archived: true })}>
        Archived too
      </button>
      <button type="button" onClick={() => setTab('second')}>
        Second
      </button>
      <button type="button" onClick={() => void openPage('/list', { 'list.kind': 'done' })}>
        Those that are done
      </button>
    </>
  );
};

/** As it is typed into the bar of a browser: no entry of the history has anything else. */
const open = async (page: OpenedWith = {}) => {
  const router = await openPages({ '/list': List, '/start': () => <p>start</p> }, '/start');
  await act(async () => router.history.replace(hrefOf({ to: '/list', page })));
  return router;
};
const press = (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })));
const hrefOfList = (page: OpenedWith) => hrefOf({ to: '/list', page });

beforeEach(() => keep('list.view', undefined));
afterEach(closePages);

it('filters are in the address, what was searched for is not, and what a list begins with needs none', async () => {
  const router = await open();
  await screen.findByText(/^all false first/);
  expect(router.state.location.href).toBe('/list');
  press('Open ones');
  await waitFor(() => expect(router.state.location.href).toBe(hrefOfList({ 'list.kind': 'open' })));
  press('Archived too');
  press('Second');
  const all = { 'beside.tab': 'second', 'list.archived': true, 'list.kind': 'open' };
  await waitFor(() => expect(router.state.location.href).toBe(hrefOfList(all)));
  await screen.findByText(/^open true Baca second/);
  expect(router.history.length).toBe(2);
});

it('an address opens the list as it was sent, and goes on saying what is looked at', async () => {
  const router = await open({ 'beside.tab': 'second', 'list.archived': true, 'list.kind': 'done' });
  await screen.findByText(/^done true second/);
  press('Those that are done');
  await screen.findByText(/^done false second/);
  const after = { 'beside.tab': 'second', 'list.kind': 'done' };
  await waitFor(() => expect(router.state.location.href).toBe(hrefOfList(after)));
});

it.each([
  [{ 'list.kind': 'of a later version', 'beside.tab': 'third' }, '/list'],
  [{ id: 7, 'list.archived': true }, hrefOfList({ id: 7, 'list.archived': true })],
])('of %j it takes what this version knows, and leaves the rest of the address', async (page, href) => {
  const router = await open(page);
  await screen.findByText(/^all/);
  await waitFor(() => expect(router.state.location.href).toBe(href));
});
