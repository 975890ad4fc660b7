import type { PairPreferenceRow } from '@homecare/domain/availability/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { PreferenceDialog } from './PreferenceDialog.tsx';

const stored: PairPreferenceRow = {
  id: 5,
  providerId: 11,
  clientId: 21,
  side: 'client',
  kind: 'preferred',
  reason: 'Knows the house',
  Provider: 'Archuleta, Ana',
  Client: 'Vigil, Rosa',
  rev: 3,
};
const Page = () => <PreferenceDialog person={rowOf(11, {})} stored={stored} onClose={() => undefined} />;

beforeEach(() => signInAs('user'));
afterEach(closePages);

it('asks whose changes stay when another window saved the preference first', async () => {
  const sent: unknown[] = [];
  const theirs = { ...stored, kind: 'never', rev: 4 };
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('list-preferences')) return { data: [theirs] };
    if (!path.includes('save-preference')) return { data: [] };
    return sent.length === 1
      ? { status: 409, reason: 'stale', Info: 'Changed by K.O. at 11-20-2026 10:00 AM' }
      : { data: { rev: 5 } };
  });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.includes('save-preference')) sent.push(JSON.parse(String(init?.body)));
    return plain(url, init);
  });
  await openPages({ '/people': Page }, '/people');
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Has the keys' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: /Keep my changes/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ id: 5, rev: 4, reason: 'Has the keys' });
});
