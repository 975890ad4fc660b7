import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../../testing/application.tsx';
import { EntryFormDialog } from './EntryFormDialog.tsx';

const stored: EligibilityEntry = {
  id: 5,
  clientId: 7,
  name: 'Baca, Ana',
  status: 'Eligible',
  date: '2026-11-02',
  start: '2026-11-01',
  end: null,
  data: {},
  source: 'manual',
  rev: 1,
};

afterEach(closePages);

it('an entry that somebody else changed says what they changed before it is replaced', async () => {
  signInAs('admin');
  const revs: unknown[] = [];
  answerWith(({ path, cmd }) => {
    if (cmd !== null) return { data: [] };
    if (path.includes('save-entry')) {
      revs.push(path);
      return { status: 409, reason: 'stale', Info: 'Changed by T.K. at 11-20-2026 03:14 PM' };
    }
    if (path.includes('getEligibility')) return { data: [{ ...stored, end: '2026-12-31', rev: 2 }] };
    return { data: CAPABILITIES };
  });
  const Page = () => <EntryFormDialog title="Edit" clientId={7} entry={stored} onClose={vi.fn()} />;
  await openPages({ '/dashboard': Page }, '/dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const note = await screen.findByText(/^Not saved/);
  expect(note.parentElement?.textContent).toContain(
    'Not saved. Changed by T.K. at 11-20-2026 03:14 PM. They changed End.',
  );
  expect(screen.getByRole('button', { name: 'Keep my changes' })).toBeDefined();
  expect(revs).toHaveLength(1);
});
