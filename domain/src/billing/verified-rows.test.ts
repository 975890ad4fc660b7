import { expect, test } from 'vitest';
import type { EvvVisit } from './schema.ts';
import { served } from './testing/served.ts';
import { withVerifiedTimes } from './verified-rows.ts';

const ZONE = 'America/Denver';
/** 8:00 in Denver is 14:00 UTC in October. */
const visit = (date: string, minutes: number, more: Partial<EvvVisit> = {}): EvvVisit => ({
  date,
  plannedDay: date,
  Status: 'Complete',
  startedAt: `${date}T14:05:00Z`,
  endedAt: Temporal.Instant.from(`${date}T14:05:00Z`).add({ minutes }).toString(),
  ClosedCode: null,
  ClosedMemo: null,
  ...more,
});
const [first, second] = [
  served('2026-10-05', '08:00', '10:00', { travel: 12 }),
  served('2026-10-06', '08:00', '09:00'),
];
const planned = [first, second];
const opened = (visits: readonly EvvVisit[], rows = planned) =>
  withVerifiedTimes(rows, planned, visits, ZONE).map(({ start, end, travel }) => [start, end, travel]);

test('a billed day has the time of its visit, at most as long as planned', () => {
  expect(opened([visit('2026-10-05', 95), visit('2026-10-06', 75)])).toEqual([
    ['08:05', '09:40', 12],
    ['08:05', '09:05', 0],
  ]);
});

test('of two visits on one day the longer one counts, by the plan of its own day', () => {
  const moved = visit('2026-10-05', 59, { plannedDay: '2026-10-06', startedAt: '2026-10-05T20:00:00Z' });
  const later = { ...moved, endedAt: '2026-10-05T20:59:00Z' };
  expect(opened([visit('2026-10-05', 30), later])[0]).toEqual(['14:00', '14:59', 0]);
  expect(opened([visit('2026-10-05', 90), later])[0]).toEqual(['08:05', '09:35', 12]);
});

test('a day that is not billed, or that nothing verifies, stays as it opened', () => {
  const unbilled = [{ ...first, billing: false }, second];
  expect(opened([visit('2026-10-05', 95)], unbilled)).toEqual([
    ['08:00', '10:00', 12],
    ['08:00', '09:00', 0],
  ]);
});
