import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import {
  AGES,
  ageing,
  ageOf,
  daysToClaim,
  denialRate,
  deniedShare,
  itemsOfAge,
  rankByDeadline,
  weeklyDays,
} from './unpaid.ts';

const TODAY = '2026-11-24';

describe('ageing', () => {
  it.each([
    ['2026-10-25', '0–30'],
    ['2026-10-24', '31–60'],
    ['2026-09-25', '31–60'],
    ['2026-09-24', '61–90'],
    ['2026-07-27', '91–120'],
    ['2026-07-26', '120+'],
  ])('puts %s into %s', (day, age) => expect(AGES[ageOf(day, TODAY)]).toBe(age));

  it('adds up to everything open, by payer and in total', () => {
    const item = fc.record({
      payer: fc.constantFrom('Health First Colorado', 'Other'),
      through: fc.integer({ min: 0, max: 400 }).map((days) => addDays(TODAY, -days)),
      open: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const rows = ageing(items, TODAY);
        for (const { payer, buckets, total } of rows) {
          expect(buckets.reduce((a, b) => a + b, 0)).toBe(total);
          // Each number is the sum of the list that it opens.
          const listed = (age?: number) =>
            itemsOfAge(items, { payer, age }, TODAY).reduce((all, one) => all + one.open, 0);
          expect(AGES.map((_, age) => listed(age))).toEqual(buckets);
          expect(listed()).toBe(total);
        }
        expect(rows.reduce((all, { total }) => all + total, 0)).toBe(
          items.reduce((all, { open }) => all + open, 0),
        );
      }),
      { numRuns: 50 },
    );
  });
});

it('ranks what holds up money by dollars and days left, with missed deadlines last', () => {
  const ranked = rankByDeadline(
    [
      { id: 'late', open: 900_000, by: '2026-11-01' },
      { id: 'small and soon', open: 5_000, by: '2026-11-25' },
      { id: 'great and far', open: 60_000, by: '2027-03-01' },
      { id: 'great and soon', open: 60_000, by: '2026-11-30' },
      { id: 'unknown', open: 10, by: null },
    ],
    TODAY,
  );
  expect(ranked.map(({ id, daysLeft }) => [id, daysLeft])).toEqual([
    ['great and soon', 6],
    ['small and soon', 1],
    ['great and far', 97],
    ['unknown', null],
    ['late', -23],
  ]);
});

it('gives the mean days to a claim and to a payment by week, and null for weeks without any', () => {
  const weeks = weeklyDays(
    [
      { services: ['2026-11-02', '2026-11-04'], sent: '2026-11-10', paid: '2026-11-18' },
      { services: ['2026-11-09'], sent: '2026-11-10', paid: null },
    ],
    TODAY,
    3,
  );
  expect(weeks).toEqual([
    { week: '2026-11-09', toClaim: 5, toPayment: null },
    { week: '2026-11-16', toClaim: null, toPayment: 8 },
    { week: '2026-11-23', toClaim: null, toPayment: null },
  ]);
});

it("gives the share of four weeks' claims that were denied entirely, and null if none was decided on", () => {
  const on = (day: string, isDenied: boolean) => ({ day, isDenied });
  const decisions = [
    on('2026-11-24', true),
    on('2026-11-20', false),
    on('2026-10-28', false),
    on('2026-10-27', true),
  ];
  expect(denialRate(decisions, TODAY)).toBe(33.3);
  expect(denialRate(decisions, '2026-11-17')).toBe(50);
  expect(denialRate(decisions, '2026-09-01')).toBeNull();
  expect(deniedShare(decisions, TODAY)).toEqual({ part: 1, whole: 3 });
  const many = Array.from({ length: 28 }, (_, n) => on(TODAY, n < 5));
  expect(denialRate(many, TODAY)).toBe(17.8);
});

it('gives the mean days to a claim for the claims of four weeks', () => {
  const claims = [
    { services: ['2026-11-02', '2026-11-04'], sent: '2026-11-10' },
    { services: ['2026-10-01'], sent: '2026-10-27' },
    { services: ['2026-10-26'], sent: '2026-10-28' },
  ];
  expect([TODAY, '2026-10-27', '2026-09-01'].map((day) => daysToClaim(claims, day))).toEqual([5.3, 26, null]);
});
