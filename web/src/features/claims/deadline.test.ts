import { expect, test } from 'vitest';
import { deadlineTone } from './deadline.ts';

test.each([
  [-1, 'danger'],
  [0, 'warn'],
  [30, 'warn'],
  [31, undefined],
  [null, undefined],
])('with %s days left to claim a row is shown in the tone %s', (daysLeft, tone) =>
  expect(deadlineTone(daysLeft)).toBe(tone),
);
