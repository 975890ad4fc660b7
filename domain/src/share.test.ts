import { expect, test } from 'vitest';
import { tenthsOf } from './share.ts';

test.each([
  [99_999, 100_000, 999],
  [5, 5, 1000],
  [2, 3, 666],
  [0, 7, 0],
  [3, 2, 1500],
  [1, 0, null],
])('%i of %i is %s tenths of a percent', (part, whole, tenths) => expect(tenthsOf(part, whole)).toBe(tenths));
