import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { served as day } from '../billing/testing/served.ts';
import { visitInstants } from '../calendar.ts';
import { paidTwice, unverifiedCards } from './time-problems.ts';

const zone = 'America/Denver';
const card = (planId: number, ...days: ReturnType<typeof day>[]) => ({
  planId,
  month: '2026-11',
  startPeriod: '2026-11-01',
  endPeriod: '2026-11-30',
  days,
});

test('a card that pays more than its visits prove is reported with its plan, month and first such day', () => {
  const verifiedOf = (planId: number) => (planId === 1 ? new Map([['2026-11-05', 120]]) : null);
  const cards = [
    card(1, day('2026-11-05', '08:00', '10:00'), day('2026-11-06', '08:00', '10:45')),
    card(2, day('2026-11-06', '12:00', '13:00'), day('2026-11-27', '12:00', '13:00')),
  ];
  expect(unverifiedCards(cards, { verifiedOf, today: '2026-11-20', zone })).toEqual([
    {
      date: '2026-11-06',
      text: 'plan 1, 2026-11: paid above verified time: 11-06 (2.75 h paid, 0.00 h verified)',
    },
    {
      date: '2026-11-27',
      text: 'plan 2, 2026-11: paid above verified time: 11-27 (1.00 h paid, 0.00 h verified)',
    },
  ]);
});

describe('an hour is paid twice', () => {
  test('when two plans pay it, whatever is billed', () =>
    expect(
      paidTwice(
        [
          card(1, day('2026-11-05', '08:00', '10:00')),
          card(2, day('2026-11-05', '09:30', '11:00', { billing: false })),
        ],
        zone,
      ),
    ).toEqual([{ date: '2026-11-05', text: '11-05-2026 09:30 – 11:00 is paid twice (plans 1 and 2)' }]));
  test('but not when one of them is not paid, or ends as the other begins', () =>
    expect(
      paidTwice(
        [
          card(1, day('2026-11-05', '08:00', '10:00')),
          card(2, day('2026-11-05', '09:30', '11:00', { payroll: false })),
          card(3, day('2026-11-05', '10:00', '11:00')),
        ],
        zone,
      ),
    ).toEqual([]));

  test('exactly where comparing all pairs of rows finds it, even in the night of the clock change', () => {
    const clock = (m: number) =>
      `${String(Math.floor(m / 60) % 24).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`;
    const one = fc.record({
      plan: fc.integer({ min: 1, max: 3 }),
      // 2026-11-01 has 25 hours.
      n: fc.integer({ min: 1, max: 4 }),
      start: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 1439 }),
      payroll: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 9 }), (list) => {
        const rows = list.map(({ plan, n, start, length, payroll }) => ({
          plan,
          row: day(`2026-11-0${n}`, clock(start), clock(start + length), { payroll }),
        }));
        const spans = rows.flatMap(({ row: { date, start, end, payroll } }) => {
          if (!payroll || start === null || end === null) return [];
          const span = visitInstants(date, start, end, zone);
          return [[span.start.epochMilliseconds, span.end.epochMilliseconds] as const];
        });
        let pairs = 0;
        for (const [n, [from, to]] of spans.entries())
          for (const [start, end] of spans.slice(n + 1)) if (from < end && start < to) pairs += 1;
        const cards = rows.map(({ plan, row }) => card(plan, row));
        expect(paidTwice(cards, zone)).toHaveLength(pairs);
      }),
    );
  });
});
