import { expect, test } from 'vitest';
import { daysWithin, faultOfDays, planOf } from './asked-days.ts';

test('the days of a proposal end before there would be too many visits, but include at least one', () => {
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

test('a proposal takes whole days, the first visits of a day that alone has too many, or only the filtered visits', () => {
  const days = { from: '2026-11-22', through: '2026-11-28' };
  const open = ['22', '22', '22', '25'].map((day, at) => ({
    planId: at,
    day: `2026-11-${day}`,
    date: `2026-11-${day}`,
  }));
  const keys = open.map(({ planId, day }) => ({ planId, day }));
  const plan = (most: number, isPart = false) => planOf(open, days, { most, isPart });
  expect(plan(4)).toEqual({ days: { ...days, only: [] }, planned: 4 });
  expect(plan(3)).toEqual({ days: { ...days, through: '2026-11-24', only: [] }, planned: 3 });
  expect(plan(2)).toEqual({ days: { ...days, through: '2026-11-22', only: keys.slice(0, 2) }, planned: 2 });
  expect(plan(4, true)).toEqual({ days: { ...days, only: keys }, planned: 4 });
  expect(planOf([], days, { most: 4, isPart: true }).planned).toBe(0);
});

test.each([
  ['one that was moved to these days', '2026-11-20', '2026-11-24', 1],
  ['not one that was moved away from them', '2026-11-24', '2026-12-02', 0],
  ['a night of yesterday that goes on', '2026-11-21', '2026-11-21', 1],
])('a proposal counts %s', (_, day, date, planned) => {
  const days = { from: '2026-11-22', through: '2026-11-28' };
  const open = [{ planId: 1, day, date }];
  expect(planOf(open, days, { most: 4, isPart: false }).planned).toBe(planned);
  expect(planOf(open, days, { most: 4, isPart: true }).days.only).toEqual(
    planned ? [{ planId: 1, day }] : [],
  );
});

test('a night of yesterday is planned alone where the days of the board are over', () => {
  const open = [{ planId: 1, day: '2026-11-21', date: '2026-11-21' }];
  expect(planOf(open, { from: '2026-11-22', through: '2026-11-21' }, { most: 4, isPart: false })).toEqual({
    days: { from: '2026-11-22', through: '2026-11-22', only: [{ planId: 1, day: '2026-11-21' }] },
    planned: 1,
  });
});

test('days must be in order and not too many', () => {
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-28' }, 7)).toBeUndefined();
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-29' }, 7)).toBe('Choose at most 7 days.');
  expect(faultOfDays({ from: '2026-11-22', through: '2026-11-21' }, 7)).toBe(
    'The last day is before the first.',
  );
});
