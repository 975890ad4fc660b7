import { expect, test } from 'vitest';
import { archiveSentence, closedSentence } from './archive-words.ts';

test.each([
  [[2, 0, 9], 'This archives 2 care plans and deletes 9 planned visits from the archive date on.'],
  [[1, 0, 0], 'This archives 1 care plan.'],
  [[0, 0, 1], 'This deletes 1 planned visit from the archive date on.'],
  [
    [1, 2, 3],
    'This archives 1 care plan, deletes 2 care plans that would start later and deletes 3 planned visits from the archive date on.',
  ],
  [[0, 0, 0], 'There is no care plan to end and no planned visit to delete.'],
] as const)('%j', ([plans, plansDeleted, visits], words) =>
  expect(archiveSentence({ plans, plansDeleted, visits })).toBe(words),
);

test('names the logins that are closed', () => {
  expect(closedSentence(['ann@mesa.example'], '11-20-2026')).toBe(
    'The login ann@mesa.example is closed from 11-20-2026 on, until the provider is set active again. Check-ins that a phone has not sent by then stay on it.',
  );
  expect(closedSentence(['ann', 'ann.lee'], '11-20-2026')).toMatch(/^The logins ann, ann\.lee are closed/);
});
