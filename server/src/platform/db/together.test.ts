import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { together } from './together.ts';

const doubling = (most: number) => {
  const statements: (readonly number[])[] = [];
  const ask = together<number, number>(most, async (questions) => {
    statements.push(questions);
    if (questions.includes(13)) throw new Error('the connection was lost');
    return questions.map((question) => question * 2);
  });
  return { ask, statements };
};

test('questions of one turn share a statement, and each gets its own answer', async () => {
  const { ask, statements } = doubling(8);
  expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([2, 4, 6]);
  await turn();
  expect(await ask(4)).toBe(8);
  expect(statements).toEqual([[1, 2, 3], [4]]);
});

test('no statement has more than the maximum', async () => {
  const { ask, statements } = doubling(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([2, 4, 6, 8, 10]);
  expect(statements).toEqual([[1, 2], [3, 4], [5]]);
});

test('a failing statement fails for those who asked in it, and nobody else', async () => {
  const { ask } = doubling(2);
  const answers = await Promise.allSettled([1, 13, 3].map(ask));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('questions asked while statements are out wait for the next one, but not for one that hangs', async () => {
  const statements: (readonly number[])[] = [];
  const open: (() => void)[] = [];
  const ask = together<number, number>(8, async (questions) => {
    statements.push(questions);
    await new Promise<void>((resolve) => open.push(resolve));
    return questions;
  });
  const asked: Promise<number>[] = [];
  for (const question of [1, 2, 3, 4]) {
    asked.push(ask(question));
    await turn();
  }
  expect(statements).toEqual([[1], [2]]);
  open[0]?.();
  await vi.waitFor(() => expect(statements).toEqual([[1], [2], [3, 4]]));
  asked.push(ask(5));
  await vi.waitFor(() => expect(statements.at(-1)).toEqual([5]), 1_000);
  for (const answer of open) answer();
  expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, 5]);
});
