import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardAmount,
  cardUnits,
  halfOf,
  partUnits,
  type ServiceDay,
  storedTotals,
  unitsOf,
  unitsOfAll,
} from './counting.ts';
import { unitsOfDays } from './day-units.ts';

/** Units if each visit is rounded on its own to the nearest quarter hour. */

const day = (n: number, work: number, over: Partial<ServiceDay> = {}): ServiceDay => ({
  date: `2026-10-${String(n).padStart(2, '0')}`,
  start: '08:00',
  end: '09:00',
  work,
  travel: 0,
  billing: true,
  payroll: true,
  ...over,
});

describe('one visit', () => {
  it.each([
    [0, 0],
    [7, 0],
    [8, 1],
    [15, 1],
    [22, 1],
    [23, 2],
    [52, 3],
    [53, 4],
    [60, 4],
  ])('%i minutes are %i units', (minutes, units) => {
    expect(unitsOf(minutes, 'nearestVisit')).toBe(units);
  });
});

it('keeps what each visit was rounded to: thirty visits of 7 minutes give no units, of 8 minutes thirty', () => {
  const month = (minutes: number) => Array.from({ length: 30 }, (_, n) => day(n + 1, minutes));
  expect(cardUnits(month(7), 'nearestVisit')).toBe(0);
  expect(cardUnits(month(7), 'nearest')).toBe(14);
  expect(cardUnits(month(8), 'nearestVisit')).toBe(30);
});

it('counts no travel: an hour of work and ten minutes of driving are four units', () => {
  const days = [day(1, 60, { travel: 10 })];
  expect(cardUnits(days, 'nearestVisit')).toBe(4);
  expect(cardUnits(days, 'up')).toBe(5);
});

it('rounds two visits of a day separately, and leaves claimed days as they were', () => {
  const days = [day(1, 8), day(1, 8), day(2, 22), day(3, 23)];
  expect(unitsOfDays(days, 'nearestVisit')).toEqual([
    { day: '2026-10-01', units: 2, isClaimed: false },
    { day: '2026-10-02', units: 1, isClaimed: false },
    { day: '2026-10-03', units: 2, isClaimed: false },
  ]);
  expect(unitsOfDays(days, 'nearestVisit', new Map([['2026-10-01', 1]]))).toMatchObject([
    { units: 1, isClaimed: true },
    { units: 1 },
    { units: 2 },
  ]);
});

it('counts days, halves and cards consistently, whatever the visits', () => {
  const anyDay = fc
    .record({
      n: fc.integer({ min: 1, max: 31 }),
      work: fc.integer({ min: 0, max: 900 }),
      travel: fc.integer({ min: 0, max: 60 }),
      billing: fc.boolean(),
      payroll: fc.boolean(),
    })
    .map(({ n, work, ...rest }) => day(n, work, rest));
  // Counted minute by minute: each eighth minute of a quarter hour starts its unit.
  const counted = (minutes: number) => {
    let units = 0;
    for (let minute = 1; minute <= minutes; minute += 1) if (minute % 15 === 8) units += 1;
    return units;
  };
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 20 }), (rows) => {
      const days = rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
      const billed = days.filter(({ billing }) => billing);
      const all = (own: readonly ServiceDay[]) => own.reduce((units, { work }) => units + counted(work), 0);
      const card = cardUnits(days, 'nearestVisit');
      expect(card).toBe(all(billed));
      expect(unitsOfDays(billed, 'nearestVisit').reduce((units, one) => units + one.units, 0)).toBe(card);
      const halves = [
        partUnits(days, { from: '2026-10-01', through: '2026-10-15' }, 'nearestVisit'),
        partUnits(days, { from: '2026-10-16', through: '2026-10-31' }, 'nearestVisit'),
      ];
      expect(halves).toEqual([0, 1].map((half) => all(billed.filter(({ date }) => halfOf(date) === half))));
      expect(cardAmount(days, { payRate: 517, rates: [], unitRule: 'nearestVisit' })).toBe(card * 517);
      expect(storedTotals(days, 'nearestVisit')).toMatchObject({
        unit: all(days),
        noBilling: { unit: all(days) - all(billed) },
      });
      expect(
        unitsOfAll(
          days.map(({ work }) => work),
          'up',
        ),
      ).toBe(Math.ceil(days.reduce((sum, { work }) => sum + work, 0) / 15));
    }),
  );
});
