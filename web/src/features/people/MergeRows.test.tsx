import type { MergeRow } from '@homecare/domain/people/merge-contract.ts';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { UndoMergeButton } from './MergeRows.tsx';

const MERGE: MergeRow = {
  id: 1,
  kept: { ID: 12, name: 'Baca, Guadalupe (ID 12)' },
  away: { ID: 13, name: 'Baca, Lupe (ID 13)' },
  at: '2026-11-20T17:00:00Z',
  by: 'MR',
  moves: ['1 care plan', '34 visits'],
  former: [],
  undoUntil: '2026-12-20T17:00:00Z',
  sentSince: 0,
  undone: null,
};

const questionFor = async (merge: MergeRow) => {
  render(
    <MantineProvider env="test">
      <UndoMergeButton merge={merge} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo the merge with Baca, Lupe (ID 13)' }));
  return (await screen.findByRole('dialog', { name: 'Undo this merge?' })).textContent;
};

afterEach(cleanup);

it('asks before it undoes a merge, and says what goes back', async () => {
  const question = await questionFor(MERGE);
  expect(question).toContain('Moves back 1 care plan, 34 visits.');
  expect(question).not.toContain('Sandata');
});

it.each([
  [
    1,
    '1 visit was sent to Sandata since the merge, for Baca, Guadalupe (ID 12). Undo sends nothing: resend it',
  ],
  [
    3,
    '3 visits were sent to Sandata since the merge, for Baca, Guadalupe (ID 12). Undo sends nothing: resend each',
  ],
])('says that %i of the visits were sent since the merge', async (sentSince, words) => {
  expect(await questionFor({ ...MERGE, sentSince })).toContain(words);
});
