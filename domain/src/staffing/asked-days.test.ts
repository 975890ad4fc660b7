import { expect, test } from 'vitest';
import { daysWithin, faultOfDays } from './asked-days.ts';

test('days end before those with which there would be too many visits, and one is always left', () => {
  const week = { from: '2026-11-22', through: '2026-11-28' };
  const dates = ['2026-11-25', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-23', '2026-12-01'];
  expect(daysWithin(week, dates, 4)).toEqual(week);
  expect(daysWithin(week, dates, 3)).toEqual({ ...week, through: '2026-11-24' });
  expect(daysWithin(week, dates, 2)).toEqual({ ...week, through: '2026-11-22' });
  expect(daysWithin({ from: '2026-11-23', through: '2026-11-28' }, dates, 1)).toEqual({
    from: '2026-11-23',
    through: '2026-11-23',
  });
  expect(daysWithin({ from: '2026-11-24', through: '2026-11-21' }, dates, 1).through).toBe('2026-11-24');
});

test('days are asked about in order, and not too many of them', () => {
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-28' }, 7)).toBeUndefined();
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-29' }, 7)).toBe('Choose at most 7 days.');
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-21' }, 7)).toBe(
    'The last day is before the first.',
  );
});
