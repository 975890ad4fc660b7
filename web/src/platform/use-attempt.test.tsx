import { done, refuse } from '@homecare/domain/errors.ts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAttempt } from './use-attempt.ts';

test('a lost answer is asked for under its key; other values, and what comes after an answer, get their own', async () => {
  const { result } = renderHook(useAttempt);
  const keys: string[] = [];
  const send = (input: unknown, answer: 'lost' | 'answered' | 'refused') =>
    result.current(input, async (key) => {
      keys.push(key);
      return answer === 'answered' ? done(null) : refuse(answer === 'lost' ? 'unavailable' : 'badInput');
    });
  await send({ end: '2026-11-30' }, 'lost');
  await send({ end: '2026-11-30' }, 'lost');
  await send({ end: '2026-12-31' }, 'lost');
  await send({ end: '2026-12-31' }, 'answered');
  await send({ end: '2026-12-31' }, 'refused');
  await send({ end: '2026-12-31' }, 'answered');
  const [first, again, other, otherAgain, next, last] = keys;
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(otherAgain).toBe(other);
  expect(new Set(keys).size).toBe(4);
  expect(next).not.toBe(last);
});
