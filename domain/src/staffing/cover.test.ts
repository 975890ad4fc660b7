import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { perDay } from '../calendar.ts';
import { checkWeek } from '../care-plans/rules.ts';
import { coverWeek, lateTimes, shareMinutes } from './cover.ts';

const row = (Name: string, minutes: number) => ({ Name, ...perDay(() => minutes) });
const week = {
  personalCareItems: [row('Bathing', 45), row('Dressing', 20)],
  homeMakingItems: [row('Dishwashing', 55)],
  time: [
    { Name: 'Time In' as const, ...perDay(() => '13:00') },
    { Name: 'Time Out' as const, ...perDay(() => '15:00') },
    { Name: 'Travel Time' as const, ...perDay(() => 10) },
  ] as const,
};
const planned = { ...week, time: [...week.time] as [...typeof week.time] };

describe('the week of a cover', () => {
  test('is the planned day alone, with its tasks', () => {
    const cover = coverWeek(planned, 'Tue', { start: '13:00', end: '15:00' });
    expect(cover.personalCareItems[0]).toEqual({
      Name: 'Bathing',
      ...perDay((day) => (day === 'Tue' ? 45 : 0)),
    });
    expect(cover.time[2].Tue).toBe(10);
    expect(checkWeek(cover)).toEqual([]);
  });
  test('shares the minutes of a shorter visit out by the planned ones', () => {
    const cover = coverWeek(planned, 'Tue', { start: '14:00', end: '15:00' });
    expect([...cover.personalCareItems, ...cover.homeMakingItems].map(({ Tue }) => Tue)).toEqual([
      23, 10, 27,
    ]);
    expect(checkWeek(cover)).toEqual([]);
  });
});

it('shares out every minute, and nobody’s share is a whole minute off', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 12 }), fc.nat(900), (minutes, total) => {
      const shared = shareMinutes(minutes, total);
      expect(shared.reduce((sum, one) => sum + one, 0)).toBe(total);
      const before = minutes.reduce((sum, one) => sum + one, 0);
      if (before > 0)
        for (const [n, one] of shared.entries())
          expect(Math.abs(one - ((minutes[n] ?? 0) * total) / before)).toBeLessThan(1);
    }),
  );
});

test.each([
  [0, undefined],
  [-30, undefined],
  [1, { start: '13:15', end: '15:15' }],
  [15, { start: '13:15', end: '15:15' }],
  [72, { start: '14:15', end: '16:15' }],
])('%d minutes after the planned start the visit is %o', (since, times) => {
  expect(lateTimes({ start: '13:00', end: '15:00', minutes: 120 }, since)).toEqual(times);
});

test('the next quarter of an hour is one of the clock, not of the planned start', () => {
  expect(lateTimes({ start: '09:05', end: '10:35', minutes: 90 }, 60)).toEqual({
    start: '10:15',
    end: '11:45',
  });
});
