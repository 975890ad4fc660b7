import { expect, test } from 'vitest';
import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { leastDayDifference } from './day-bound.ts';
import { placingModel } from './placing-model.ts';
import type { Ask, Problem } from './problem.ts';

const weekOf = (
  asks: readonly (readonly [code: number, minutes: number, count: number])[],
  days: readonly Weekday[] = WEEKDAYS,
) => {
  const problem: Problem = {
    window: { start: 480, end: 1080 },
    asks: asks.map(([code, minutes, count]): Ask => ({ code, kind: 'hmk', minutes, count })),
    clientCaps: [],
    clientTaken: perDay(() => []),
    providers: [
      {
        id: 1,
        days,
        kinds: [{ kind: 'hmk', relative: false }],
        taken: perDay(() => []),
        left: { day: perDay(() => 960), week: 5040, relativeWeek: 2400 },
      },
    ],
  };
  const placed = asks.reduce((sum, [, minutes, count]) => sum + minutes * count, 0);
  return { model: placingModel(problem), placed };
};

test.each<[string, readonly (readonly [number, number, number])[], number]>([
  ['the same on each day', [[105, 30, 14]], 0],
  ['one task a week and another six days a week', [[109, 120, 1]], 720],
  [
    'two tasks fill different days',
    [
      [101, 60, 4],
      [102, 60, 3],
    ],
    0,
  ],
  [
    'three turns that are no neighbours, beside four',
    [
      [212, 45, 3],
      [109, 45, 4],
    ],
    0,
  ],
  [
    'a broken rest',
    [
      [105, 30, 6],
      [105, 15, 1],
    ],
    90,
  ],
])('%s: the days differ by at least this much', (_, asks, least) => {
  const { model, placed } = weekOf(asks);
  expect(leastDayDifference(model, placed, 0)).toBe(least);
});

test('on fewer days a daily task is as crowded as it must be', () => {
  const days: Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
  const { model, placed } = weekOf([[105, 30, 7]], days);
  // Two days without it leave two surplus turns: 2, 2, 1, 1, 1, or everything else on one day.
  expect(leastDayDifference(model, placed, 4)).toBe(180);
  expect(leastDayDifference(model, placed, 5)).toBeUndefined();
});

test('a week with missing turns, or with too many ways, has no bound', () => {
  const { model, placed } = weekOf([[109, 120, 1]]);
  expect(leastDayDifference(model, placed - 120, 0)).toBeUndefined();
  const many = weekOf(Array.from({ length: 10 }, (_, n) => [101 + n, 11 + 7 * n, 4] as const));
  expect(leastDayDifference(many.model, many.placed, 0)).toBeUndefined();
});
