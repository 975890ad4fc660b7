import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closePages, openPages } from '../../testing/application.tsx';
import { hrefOf } from './address.ts';
import { keep } from './kept.ts';
import { keptId, keptMonth, useKeptView } from './kept-view.ts';
import { type PageState, usePageState } from './page-state.ts';

const read = (kept: PageState) => ({ client: keptId(kept.client), month: keptMonth(kept.month) });
const Page = () => {
  const [view] = useKeptView('kept-view.test', read);
  return <p>{JSON.stringify(view)}</p>;
};
const Other = () => <p>other {JSON.stringify(usePageState())}</p>;
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
const open = (page: Readonly<Record<string, string | number>> = {}) =>
  openPages({ '/page': Page, '/other': Other }, '/page', page, { '/other': moment });

beforeEach(() => keep('kept-view.test', undefined));
afterEach(closePages);

it('is written into the entry of the history, and as a key into the address', async () => {
  const router = await open();
  await screen.findByText('{"client":null,"month":""}');
  act(() => keep('kept-view.test', { client: 12, month: '2026-10' }));
  await screen.findByText('{"client":12,"month":"2026-10"}');
  await waitFor(() => expect(router.state.location.state.page).toEqual({ client: 12, month: '2026-10' }));
  expect(router.state.location.href).toBe(hrefOf({ to: '/page', page: { client: 12, month: '2026-10' } }));
  expect(router.history.length).toBe(2);
});

it('leaves alone what another page is opened with', async () => {
  const router = await open({ client: 12, month: '2026-10' });
  await screen.findByText('{"client":12,"month":"2026-10"}');
  // The other page takes a moment to load; in the meantime this one is still there.
  await act(() => router.navigate({ to: '/other', state: { page: { mode: 'Modify', id: 31 } } }));
  expect(await screen.findByText('other {"mode":"Modify","id":31}')).not.toBeNull();
});

it('comes back from the entry after a reload, which has forgotten all else', async () => {
  await open({ client: 12, month: '2026-10' });
  await screen.findByText('{"client":12,"month":"2026-10"}');
});

it('prefers what was looked at last, and takes nothing of an entry that is something else', async () => {
  await open({ client: 'Baca', month: '2026-13', mode: 'Create' });
  await screen.findByText('{"client":null,"month":""}');
  closePages();
  keep('kept-view.test', { client: 12, month: '2026-10' });
  await open({ client: 7, month: '2026-01' });
  await screen.findByText('{"client":12,"month":"2026-10"}');
});
