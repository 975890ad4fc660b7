import { expect, test } from 'vitest';
import { centsOf } from './money-typed.ts';

test('dollars are whole cents above 0', () => {
  expect([76, 0.29, 1234.56, 38.01].map(centsOf)).toEqual([7_600, 29, 123_456, 3_801]);
  expect([0, -1, 1.005, 'x', null].map(centsOf)).toEqual(Array(5).fill(undefined));
});
