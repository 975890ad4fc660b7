import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdayOf } from '../calendar.ts';
import { findConflicts } from './rules.ts';
import type { WeekRows } from './schema.ts';
import { hasNight, isChanged, meetsChangeOfClocks, naiveConflicts, planPair } from './testing/plan-pairs.ts';

/**
 * Conflicting times (docs/rules/care-plans.md, rule 17): a provider against other plans, a client against other providers,
 * overnight, and at clock changes.
 */
test('10,000 pairs of plans conflict on exactly the weekdays that a minute-by-minute check finds', () => {
  const seen = { pairs: 0, conflicts: 0, overnight: 0, changes: 0, changed: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const pair = planPair(seed);
      const expected = naiveConflicts(pair);
      const found = new Set(findConflicts(pair.ours, [pair.theirs], []).map(({ day }) => day));
      seen.pairs += 1;
      seen.conflicts += expected.length > 0 ? 1 : 0;
      seen.overnight += hasNight(pair) ? 1 : 0;
      seen.changes += meetsChangeOfClocks(pair) ? 1 : 0;
      seen.changed += isChanged(pair) ? 1 : 0;
      expect([...found]).toEqual(expected);
    }),
    { numRuns: 10_000 },
  );
  const share = (count: number) => count / seen.pairs;
  expect(seen.pairs).toBe(10_000);
  expect(share(seen.conflicts)).toBeGreaterThanOrEqual(0.3);
  expect(share(seen.overnight)).toBeGreaterThanOrEqual(0.1);
  expect(share(seen.changes)).toBeGreaterThanOrEqual(0.05);
  expect(share(seen.changed)).toBeGreaterThanOrEqual(0.3);
});

test('two one-day plans conflict only if their days are the same, in every year', () => {
  const first = Temporal.PlainDate.from('1900-01-01');
  const plan = planPair(1).ours;
  const all = <T>(value: T) => ({
    Mon: value,
    Tue: value,
    Wed: value,
    Thu: value,
    Fri: value,
    Sat: value,
    Sun: value,
  });
  const time = [
    { Name: 'Time In' as const, ...all('08:00') },
    { Name: 'Time Out' as const, ...all('09:00') },
    { Name: 'Travel Time' as const, ...all(0) },
  ] satisfies WeekRows;
  const onDay = (id: number, day: number) => {
    const StartDate = first.add({ days: day });
    return {
      ...plan,
      id,
      StartDate: StartDate.toString(),
      EndDate: StartDate.add({ days: 1 }).toString(),
      week: { time },
      weeks: [],
    };
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 109_500 }), fc.integer({ min: -1, max: 1 }), (day, shift) => {
      const found = findConflicts(onDay(1, day + 1), [onDay(2, day + 1 + shift)], []).map((one) => one.day);
      expect(found).toEqual(shift === 0 ? [weekdayOf(first.add({ days: day + 1 }))] : []);
    }),
    { numRuns: 1_000 },
  );
});
