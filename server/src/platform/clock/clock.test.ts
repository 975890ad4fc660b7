import { expect, test } from 'vitest';
import { dayNow } from './clock.ts';

const at = (instant: string, zone = 'America/Denver') =>
  dayNow({ now: () => Temporal.Instant.from(instant) }, zone);

test.each([
  ['2026-11-21T06:59:59.999Z', '2026-11-20'],
  ['2026-11-21T07:00:00Z', '2026-11-21'],
  // The clock may be set back, in a test and on a server.
  ['2026-11-21T06:59:59.999Z', '2026-11-20'],
  // The night in which clocks go back has 25 hours.
  ['2026-11-02T06:59:59Z', '2026-11-01'],
  ['2026-11-02T07:00:00Z', '2026-11-02'],
])('at %s it is %s in Denver', (instant, day) => expect(at(instant)).toBe(day));

test('each place has its own day', () => {
  expect(at('2026-11-21T06:30:00Z')).toBe('2026-11-20');
  expect(at('2026-11-21T06:30:00Z', 'America/New_York')).toBe('2026-11-21');
  expect(at('2026-11-21T06:31:00Z')).toBe('2026-11-20');
});
