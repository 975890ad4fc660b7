import type { PayCategory } from '@homecare/domain/payroll/category-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { PayCategories } from './PayCategories.tsx';

const category = (name: string, more: Partial<PayCategory> = {}): PayCategory => ({
  name,
  builtIn: false,
  retired: false,
  types: 1,
  providers: 2,
  unused: false,
  ...more,
});

let list: PayCategory[];
let sent: unknown[];
let refusal: { readonly status: number; readonly errors: readonly object[] } | undefined;
beforeEach(() => {
  signInAs('admin');
  onDesk();
  list = [category('Homemaker', { builtIn: true }), category('Private pay')];
  sent = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const isSave = path.includes('save-category');
    if (isSave) sent.push(JSON.parse(String(init?.body)));
    const status = isSave && refusal ? refusal.status : 200;
    const body =
      isSave && refusal
        ? { result: 'ERROR', code: status, Info: 'Some fields need a correction', errors: refusal.errors }
        : { result: 'OK', code: 200, data: path.includes('categor') ? list : CAPABILITIES };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
});
afterEach(() => {
  closePages();
  vi.unstubAllGlobals();
});

it('adds a category; a name that is taken is reported at the field and nothing typed is lost', async () => {
  await openPages({ '/config': () => <PayCategories /> }, '/config');
  await screen.findByText('Private pay');
  fireEvent.click(screen.getByRole('button', { name: 'New pay category' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'homemaker' } });
  refusal = { status: 400, errors: [{ field: 'name', message: 'Homemaker has this name.' }] };
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Homemaker has this name.');
  expect(dialog.getByLabelText(/Name/)).toHaveProperty('value', 'homemaker');
  refusal = undefined;
  fireEvent.change(dialog.getByLabelText(/Name/), { target: { value: 'VA' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    { was: null, name: 'homemaker', retired: false },
    { was: null, name: 'VA', retired: false },
  ]);
});

it('retires a category from its row; a built-in one keeps its name', async () => {
  await openPages({ '/config': () => <PayCategories /> }, '/config');
  await screen.findByText('Private pay');
  fireEvent.click(screen.getByRole('button', { name: 'More for Homemaker' }));
  expect((await screen.findByRole('menuitem', { name: /Rename/ })).textContent).toContain('keep their name');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'More for Private pay' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Retire' }));
  await waitFor(() => expect(sent).toEqual([{ was: 'Private pay', name: 'Private pay', retired: true }]));
});
