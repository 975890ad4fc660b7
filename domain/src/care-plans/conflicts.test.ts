import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasNight, meetsChangeOfClocks, naiveConflicts, planPair } from './plan-pairs.ts';
import { findConflicts } from './rules.ts';

/** Specification part 2, 5.1: provider against other plans, client against other providers, overnight, at changes of clocks. */
test('10,000 pairs of plans conflict on the very weekdays that a minute-by-minute look finds', () => {
  const seen = { pairs: 0, conflicts: 0, overnight: 0, changes: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const pair = planPair(seed);
      const expected = naiveConflicts(pair);
      const found = new Set(findConflicts(pair.ours, [pair.theirs], []).map(({ day }) => day));
      seen.pairs += 1;
      seen.conflicts += expected.length > 0 ? 1 : 0;
      seen.overnight += hasNight(pair) ? 1 : 0;
      seen.changes += meetsChangeOfClocks(pair) ? 1 : 0;
      expect([...found]).toEqual(expected);
    }),
    { numRuns: 10_000 },
  );
  const share = (count: number) => count / seen.pairs;
  expect(seen.pairs).toBe(10_000);
  expect(share(seen.conflicts)).toBeGreaterThanOrEqual(0.3);
  expect(share(seen.overnight)).toBeGreaterThanOrEqual(0.1);
  expect(share(seen.changes)).toBeGreaterThanOrEqual(0.05);
});
