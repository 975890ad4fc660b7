import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WEEKDAYS, type Weekday } from '../calendar.ts';
import { computeTotals } from './rules.ts';
import type { WeekRows } from './schema.ts';
import {
  plannedDays,
  sayTimes,
  sayWeekdays,
  sayWeekHours,
  sayWeekOfVisits,
  sayWholeWeek,
  weekMinutes,
} from './week-line.ts';

const weekOf = (times: Partial<Record<Weekday, readonly [string | null, string | null]>>): WeekRows => {
  const row = (at: 0 | 1) => ({
    Mon: times.Mon?.[at] ?? null,
    Tue: times.Tue?.[at] ?? null,
    Wed: times.Wed?.[at] ?? null,
    Thu: times.Thu?.[at] ?? null,
    Fri: times.Fri?.[at] ?? null,
    Sat: times.Sat?.[at] ?? null,
    Sun: times.Sun?.[at] ?? null,
  });
  const none = { Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 };
  return [
    { Name: 'Time In', ...row(0) },
    { Name: 'Time Out', ...row(1) },
    { Name: 'Travel Time', ...none },
  ];
};
const morning = ['08:00', '10:00'] as const;

describe('a week in one line', () => {
  test.each([
    [{ Mon: morning, Wed: morning, Fri: morning }, 'Mon Wed Fri', '08:00-10:00', '6.00'],
    [{ Mon: morning, Tue: morning, Wed: morning, Sat: morning }, 'Mon-Wed Sat', '08:00-10:00', '8.00'],
    [{ Mon: morning, Tue: morning }, 'Mon Tue', '08:00-10:00', '4.00'],
    [{ Mon: morning, Fri: ['09:00', '11:20'] }, 'Mon Fri', 'varies', '4.33'],
    [{ Sun: ['22:00', '06:00'] }, 'Sun', '22:00-06:00', '8.00'],
    [{}, '', '', '0.00'],
    [{ Mon: ['08:00', null] }, '', '', '0.00'],
  ] as const)('%j', (times, days, hours, sum) => {
    const week = plannedDays(weekOf(times));
    expect([sayWeekdays(week), sayTimes(week), sayWeekHours(week)]).toEqual([days, hours, sum]);
  });

  test('shows every time if the times vary', () => {
    const week = plannedDays(weekOf({ Mon: morning, Wed: morning, Fri: ['09:00', '11:00'] }));
    expect(sayWholeWeek(week)).toBe('Mon Wed 08:00-10:00, Fri 09:00-11:00');
    expect(sayWeekOfVisits(week)).toBe('Mon Wed 8:00 AM – 10:00 AM, Fri 9:00 AM – 11:00 AM');
  });

  test("has the same hours as the plan's own total", () => {
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
    const span = fc.option(fc.tuple(clock, clock), { nil: undefined });
    fc.assert(
      fc.property(fc.tuple(span, span, span, span, span, span, span), (spans) => {
        const time = weekOf(Object.fromEntries(WEEKDAYS.map((day, at) => [day, spans[at]])));
        const week = plannedDays(time);
        const totals = computeTotals({ personalCareItems: [], homeMakingItems: [], time });
        expect(Number(sayWeekHours(week))).toBe(totals.workingHours);
        expect(week.length === 0).toBe(weekMinutes(week) === 0);
      }),
    );
  });
});
