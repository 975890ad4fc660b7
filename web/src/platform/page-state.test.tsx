import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closePages, openPages } from '../../testing/application.tsx';
import { usePageState } from './page-state.ts';

const seen: string[] = [];
/** Like the record form, which goes to the People list when it does not know its mode. */
const Form = () => {
  const state = JSON.stringify(usePageState());
  seen.push(state);
  return <p>form {state}</p>;
};
const Billing = () => <p>billing {JSON.stringify(usePageState())}</p>;

afterEach(closePages);

it('is that of the page until it is gone, not of the one that is opened next', async () => {
  const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
  const pages = { '/form': Form, '/billing': Billing };
  const router = await openPages(pages, '/form', { mode: 'Modify', id: 31 }, { '/billing': moment });
  await screen.findByText('form {"mode":"Modify","id":31}');
  await act(() => router.navigate({ to: '/billing', state: { page: { month: '2026-10' } } }));
  await screen.findByText('billing {"month":"2026-10"}');
  expect(new Set(seen)).toEqual(new Set(['{"mode":"Modify","id":31}']));
  // The same page with something else is that something else.
  await act(() => router.navigate({ to: '/form', state: { page: { mode: 'Show', id: 7 } } }));
  await act(() => router.navigate({ to: '/form', state: { page: { mode: 'Modify', id: 8 } } }));
  expect(await screen.findByText('form {"mode":"Modify","id":8}')).not.toBeNull();
});
