import { expect, test } from 'vitest';
import { sayMinutes } from './words.ts';

test('time on an invoice is exact to the minute', () => {
  expect([0, 5, 60, 140, 6_000].map(sayMinutes)).toEqual(['0:00', '0:05', '1:00', '2:20', '100:00']);
});
