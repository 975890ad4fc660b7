import { expect, test } from 'vitest';
import { burnDown, sayAmount } from './burn-down.ts';

test.each([
  [38, 'units', '38 units'],
  [1, 'units', '1 unit'],
  [38, 'hours', '9.5 h'],
  [4_800, 'hours', '1,200 h'],
  [38, 'dollars', '$262.96'],
  [0, 'dollars', '$0.00'],
] as const)('%i units in %s are shown as %s', (units, measure, text) =>
  expect(sayAmount(units, measure, 692)).toBe(text),
);

test("today's point has the authorized units less those worked; the rest of today's plan comes after it", () => {
  const days = [
    { date: '2026-11-27', units: 10, from: 'visit' },
    { date: '2026-11-28', units: 4, from: 'visit' },
    { date: '2026-11-28', units: 8, from: 'plan' },
    { date: '2026-11-29', units: 6, from: 'plan' },
  ] as const;
  const span = { from: '2026-11-01', through: '2026-11-30' };
  const points = (today: string) =>
    burnDown(span, 100, days, today).map(({ date, left, isAhead }) => [date.slice(8), left, isAhead]);
  expect(points('2026-11-28')).toEqual([
    ['01', 100, false],
    ['27', 90, false],
    ['28', 86, false],
    ['29', 72, true],
    ['30', 72, true],
  ]);
  // Nothing comes after the last day.
  expect(
    burnDown({ ...span, through: '2026-11-28' }, 100, days.slice(0, 3), '2026-11-28').at(-1),
  ).toMatchObject({ date: '2026-11-28', left: 78, isAhead: true });
});
