import { expect, test } from 'vitest';
import { perDay } from '../calendar.ts';
import { firstDayAhead } from './open-requests.ts';
import type { PlanWeek } from './schema.ts';

// Friday, November 20, 2026, in Denver.
const at = (hhmm: string) => Temporal.ZonedDateTime.from(`2026-11-20T${hhmm}[America/Denver]`).toInstant();
const friday = (from: string, to: string): PlanWeek => ({
  personalCareItems: [],
  homeMakingItems: [],
  time: [
    { Name: 'Time In', ...perDay((day) => (day === 'Fri' ? from : null)) },
    { Name: 'Time Out', ...perDay((day) => (day === 'Fri' ? to : null)) },
    { Name: 'Travel Time', ...perDay(() => 0) },
  ],
});

test.each<[string, string, string, string, string]>([
  ['lies ahead', '2026-11-25', '07:15', '12:00', '2026-11-25'],
  ['is today before the visit', '2026-11-20', '07:15', '07:00', '2026-11-20'],
  ['is today at the start of the visit', '2026-11-20', '07:15', '07:15', '2026-11-21'],
  ['is today while the visit is in progress', '2026-11-20', '07:15', '08:00', '2026-11-21'],
  ['is today after the visit', '2026-11-20', '07:15', '23:30', '2026-11-21'],
  ['has passed, with a visit tonight', '2026-11-12', '22:00', '21:59', '2026-11-20'],
  ['has passed, with a visit that has begun', '2026-11-12', '22:00', '22:30', '2026-11-21'],
])("a request's first possible day, if its own start %s", (_, StartDate, from, now, first) => {
  const week = friday(from, '06:00');
  expect(firstDayAhead({ StartDate, week }, at(now), 'America/Denver')).toBe(first);
});

test('a request without a visit today still starts today', () => {
  const week = friday('07:15', '10:30');
  const thursday = at('12:00').subtract({ hours: 24 });
  expect(firstDayAhead({ StartDate: '2026-11-10', week }, thursday, 'America/Denver')).toBe('2026-11-19');
});
