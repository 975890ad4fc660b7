import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceDays } from './counting.ts';
import type { EvvVisit } from './schema.ts';
import { served } from './testing/served.ts';
import { hasNoRow, verifiedRow, withVerifiedTimes } from './verified-rows.ts';

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

test('a billed day gets the time of its visit, but no more than planned', () => {
  expect(opened([visit('2026-10-05', 95), visit('2026-10-06', 75)])).toEqual([
    ['08:05', '09:40', 12],
    ['08:05', '09:05', 0],
  ]);
});

test('the longer of two visits on one day counts, limited by the plan of its own day', () => {
  const moved = visit('2026-10-05', 59, { plannedDay: '2026-10-06', startedAt: '2026-10-05T20:00:00Z' });
  const later = { ...moved, endedAt: '2026-10-05T20:59:00Z' };
  expect(opened([visit('2026-10-05', 30), later])[0]).toEqual(['14:00', '14:59', 0]);
  expect(opened([visit('2026-10-05', 90), later])[0]).toEqual(['08:05', '09:35', 12]);
});

test('a day that is not billed, or has no visit, stays as it opened', () => {
  const unbilled = [{ ...first, billing: false }, second];
  expect(opened([visit('2026-10-05', 95)], unbilled)).toEqual([
    ['08:00', '10:00', 12],
    ['08:00', '09:00', 0],
  ]);
});

describe('a visit past midnight', () => {
  const night = (start: string, end: string, startedAt: string, endedAt: string) => {
    const date = '2026-10-08';
    const own = served(date, start, end);
    return withVerifiedTimes([own], [own], [visit(date, 0, { startedAt, endedAt })], ZONE).map((row) => [
      row.date,
      row.start,
      row.end,
      row.billing && row.payroll,
    ]);
  };
  // Midnight in Denver is 06:00 UTC in October.
  test.each([
    [
      'that was begun before midnight of its day is billed from midnight on',
      ['00:00', '08:00', '2026-10-08T05:50:00Z', '2026-10-08T13:55:00Z'],
      [['2026-10-08', '00:00', '07:55', true]],
    ],
    [
      'never above plan, counted from midnight on',
      ['00:00', '08:00', '2026-10-08T05:50:00Z', '2026-10-08T14:10:00Z'],
      [['2026-10-08', '00:00', '08:00', true]],
    ],
    [
      'that was begun in the evening ends on the day after',
      ['22:00', '06:00', '2026-10-09T04:05:00Z', '2026-10-09T11:50:00Z'],
      [['2026-10-08', '22:05', '05:50', true]],
    ],
    [
      'that was begun only after midnight is no row of its day: it is neither billed nor paid',
      ['23:55', '07:55', '2026-10-09T06:05:00Z', '2026-10-09T13:55:00Z'],
      [['2026-10-08', '23:55', '07:55', false]],
    ],
  ] as const)('%s', (_, [start, end, began, ended], expected) => {
    expect(night(start, end, began, ended)).toEqual(expected);
  });

  test('that fits no row is reported on its day, unless another visit of the day has a row', () => {
    const date = '2026-10-08';
    const own = served(date, '22:00', '06:00');
    const after = visit(date, 0, { startedAt: '2026-10-09T06:10:00Z', endedAt: '2026-10-09T12:00:00Z' });
    const before = visit(date, 0, { startedAt: '2026-10-09T04:10:00Z', endedAt: '2026-10-09T05:00:00Z' });
    expect(
      [[], [after], [after, before], [{ ...after, plannedDay: '2026-10-01' }]].map((visits) =>
        hasNoRow(date, [own], visits, ZONE),
      ),
    ).toEqual([false, true, false, false]);
  });

  test('never bills more minutes than were verified', () => {
    const minute = fc.integer({ min: -15, max: 15 });
    const zones = fc.constantFrom('America/Denver', 'America/New_York', 'UTC');
    fc.assert(
      fc.property(
        ...[
          fc.integer({ min: 0, max: 364 }),
          fc.integer({ min: 0, max: 95 }),
          fc.integer({ min: 1, max: 48 }),
        ],
        ...[minute, minute, zones],
        (day, at, quarters, early, late, zone) => {
          const date = Temporal.PlainDate.from('2026-01-01').add({ days: day });
          const begins = date.toZonedDateTime({ timeZone: zone }).add({ minutes: at * 15 });
          const ends = begins.add({ minutes: quarters * 15 });
          const clock = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString().slice(0, 5);
          const own = served(date.toString(), clock(begins), clock(ends));
          const [began, ended] = [begins.add({ minutes: early }), ends.add({ minutes: late })];
          const worked = (ended.epochMilliseconds - began.epochMilliseconds) / 60_000;
          const found = verifiedRow(
            visit(date.toString(), 0, {
              startedAt: began.toInstant().toString(),
              endedAt: ended.toInstant().toString(),
            }),
            own,
            zone,
          );
          if (!found) return;
          const card = { startPeriod: own.date, endPeriod: own.date, days: [found.row] };
          expect(serviceDays(card, zone)[0]?.work).toBeLessThanOrEqual(worked);
        },
      ),
    );
  });
});
