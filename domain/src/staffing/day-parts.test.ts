import { expect, test } from 'vitest';
import { dayParts, minutesOn, weekParts } from './day-parts.ts';

const night = { date: '2026-11-28', start: '22:00', minutes: 480 };

test.each([
  ['by day is on its own day only', { ...night, start: '08:00' }, [['2026-11-28', 480]]],
  ['until midnight is also on its own day only', { ...night, start: '16:00' }, [['2026-11-28', 480]]],
  [
    'over midnight is of both days',
    night,
    [
      ['2026-11-28', 120],
      ['2026-11-29', 360],
    ],
  ],
  [
    'of a whole day from noon is of both days',
    { ...night, start: '12:00', minutes: 1_440 },
    [
      ['2026-11-28', 720],
      ['2026-11-29', 720],
    ],
  ],
])('a visit %s', (_, visit, parts) => {
  expect(dayParts(visit).map(({ date, minutes }) => [date, minutes])).toEqual(parts);
  expect(minutesOn([visit], () => true)).toBe(visit.minutes);
});

test('a night visit from one week into the next counts in both', () => {
  const weekOf = (date: string) => ({ from: date < '2026-11-29' ? '2026-11-22' : '2026-11-29' });
  expect(weekParts(dayParts(night), weekOf)).toEqual(dayParts(night));
  expect(weekParts(dayParts({ ...night, date: '2026-11-27' }), weekOf)).toEqual([
    { date: '2026-11-27', minutes: 480 },
  ]);
  expect(minutesOn([night], (date) => date === '2026-11-29')).toBe(360);
});
