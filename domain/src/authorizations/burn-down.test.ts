import { expect, test } from 'vitest';
import { sayAmount } from './burn-down.ts';

test.each([
  [38, 'units', '38 units'],
  [1, 'units', '1 unit'],
  [38, 'hours', '9.5 h'],
  [4_800, 'hours', '1,200 h'],
  [38, 'dollars', '$262.96'],
  [0, 'dollars', '$0.00'],
] as const)('%i units in %s are %s', (units, measure, text) =>
  expect(sayAmount(units, measure, 692)).toBe(text),
);
