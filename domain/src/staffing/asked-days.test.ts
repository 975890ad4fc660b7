import { expect, test } from 'vitest';
import { faultOfDays } from './asked-days.ts';

test('days are asked about in order, and not too many of them', () => {
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-28' }, 7)).toBeUndefined();
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-29' }, 7)).toBe('Choose at most 7 days.');
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-21' }, 7)).toBe(
    'The last day is before the first.',
  );
});
