import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WeekRows } from '../care-plans/schema.ts';
import { showAmount } from '../money.ts';
import { parYear, usedUnits } from './authorised-units.ts';
import {
  amountOf,
  billedMinutes,
  cardUnits,
  daysOfMonth,
  halfOf,
  hoursOfCard,
  hoursOfHalf,
  isPlanInMonth,
  paidMinutes,
  partHoursOf,
  partUnits,
  plannedDays,
  runsOnOrAfter,
  serviceDays,
  showHours,
  storedTotals,
  unitsOf,
  workedMinutes,
} from './counting.ts';
import type { Card, CardDay, CardStatus } from './schema.ts';
import { served as day } from './testing/served.ts';

const ZONE = 'America/Denver';

const card = (json: readonly CardDay[], more: Partial<Card> = {}): Card => ({
  id: 1,
  planId: 1,
  clientId: 1,
  providerId: 2,
  typeCode: 'PCP',
  planStatus: 'Active',
  date: '2026-11',
  customDate: null,
  startPeriod: '2026-11-01',
  endPeriod: '2026-11-30',
  payRate: 517,
  rateKind: null,
  rates: [],
  unitRule: 'up',
  days: [...json],
  status: 'Billed',
  excluded: null,
  ...more,
});
const served = (json: readonly CardDay[], more: Partial<Card> = {}) => serviceDays(card(json, more), ZONE);
const on = (date: string) => ({ from: date, through: date });

describe('three days of 65 minutes at 5.17', () => {
  const days = served([
    day('2026-11-02', '08:00', '09:05'),
    day('2026-11-09', '08:00', '09:05'),
    day('2026-11-23', '08:00', '09:05'),
  ]);
  test('are 195 minutes, 13 units, 67.21', () => {
    expect(workedMinutes(days)).toEqual({ work: 195, travel: 0 });
    expect(cardUnits(days, 'up')).toBe(13);
    expect(showAmount(amountOf(13, 517))).toBe('67.21');
  });
  test('have 5 + 4 + 4 units in their day lines, and 9 and 4 in their halves', () => {
    expect(days.map(({ date }) => partUnits(days, on(date), 'up'))).toEqual([5, 4, 4]);
    expect(partUnits(days, { from: '2026-11-01', through: '2026-11-15' }, 'up')).toBe(9);
    expect(partUnits(days, { from: '2026-11-16', through: '2026-11-30' }, 'up')).toBe(4);
  });
});

describe('service days', () => {
  test('are inside the period and have both times', () => {
    const days = served(
      [
        day('2026-11-04', '08:00', '09:00'),
        day('2026-11-20', '08:00', '09:00'),
        day('2026-11-05', '08:00', '09:00'),
        day('2026-11-06', null, null),
        day('2026-11-07', '08:00', null),
        day('2026-11-08', '08:00', '08:00'),
      ],
      { startPeriod: '2026-11-05', endPeriod: '2026-11-15' },
    );
    expect(days.map(({ date }) => date)).toEqual(['2026-11-05']);
  });

  test.each([
    ['an ordinary day', '2026-11-10', '08:00', '10:30', 150],
    ['over midnight', '2026-11-10', '22:00', '06:00', 480],
    ['the night the clocks go back', '2026-10-31', '22:00', '06:00', 540],
    ['the night the clocks go forward', '2026-03-07', '22:00', '06:00', 420],
    ['the day the clocks go back', '2026-11-01', '00:30', '04:00', 270],
    ['the day after the clocks went back', '2026-11-02', '22:00', '06:00', 480],
    ['the evening of the day the clocks go back', '2026-11-01', '22:00', '06:00', 480],
  ])('%s is counted by elapsed time', (_, date, start, end, minutes) => {
    const { from, through } = daysOfMonth(date.slice(0, 7));
    expect(served([day(date, start, end)], { startPeriod: from, endPeriod: through })[0]?.work).toBe(minutes);
  });

  test('an overnight row counts entirely on the day it starts, even at the end of a half', () => {
    const days = served([day('2026-11-15', '22:00', '06:00')]);
    expect(partUnits(days, { from: '2026-11-01', through: '2026-11-15' }, 'up')).toBe(32);
    expect(hoursOfHalf(days, 1)).toEqual({ work: 0, travel: 0, total: 0 });
  });

  test('unchecked days count as worked, but are not billed or not paid', () => {
    const days = served([
      day('2026-11-02', '08:00', '09:00', { travel: 10 }),
      day('2026-11-03', '08:00', '09:00', { travel: 10, billing: false }),
      day('2026-11-04', '08:00', '09:00', { travel: 10, payroll: false }),
    ]);
    expect(workedMinutes(days)).toEqual({ work: 180, travel: 30 });
    expect(billedMinutes(days)).toEqual({ work: 120, travel: 20 });
    expect(paidMinutes(days)).toEqual({ work: 120, travel: 20 });
    expect(storedTotals(days, 'up')).toEqual({
      working: 180,
      travel: 30,
      unit: 14,
      noBilling: { working: 60, travel: 10, unit: 4 },
      noPayroll: { working: 60, travel: 10, unit: 4 },
    });
    expect(cardUnits(days, 'up')).toBe(10);
  });
});

test.each([
  [0, 0, 0, 0],
  [1, 1, 0, 0],
  [7, 1, 0, 0],
  [8, 1, 1, 0],
  [15, 1, 1, 1],
  [16, 2, 1, 1],
  [195, 13, 13, 13],
])('%i minutes are %i units rounded up, %i to the nearest, %i down', (minutes, up, nearest, down) => {
  expect([unitsOf(minutes, 'up'), unitsOf(minutes, 'nearest'), unitsOf(minutes, 'down')]).toEqual([
    up,
    nearest,
    down,
  ]);
});

test('hours of work and of travel are rounded separately, once per card', () => {
  expect(hoursOfCard({ work: 65, travel: 5 })).toEqual({ work: 108, travel: 8, total: 116 });
  expect(showHours(108)).toBe('1.08');
  expect(showAmount(-123456)).toBe('−1,234.56');
  expect([halfOf('2026-11-15'), halfOf('2026-11-16')]).toEqual([0, 1]);
});

describe('for any card', () => {
  const two = (n: number) => String(n).padStart(2, '0');
  const clock = fc.integer({ min: 0, max: 1439 }).map((m) => `${two(Math.floor(m / 60))}:${two(m % 60)}`);
  const rows = fc
    .uniqueArray(
      fc.record({
        // March and November contain the days on which the clocks change.
        date: fc.integer({ min: 1, max: 30 }).map((n) => `2026-11-${two(n)}`),
        start: fc.option(clock),
        end: fc.option(clock),
        travel: fc.integer({ min: 0, max: 200 }),
        billing: fc.boolean(),
        payroll: fc.boolean(),
      }),
      { selector: ({ date }) => date, maxLength: 30 },
    )
    .map((json) => served(json));
  const rule = fc.constantFrom('up', 'nearest', 'down');

  test('the units of its days and of its halves add up to the card, and none is negative', () => {
    fc.assert(
      fc.property(rows, rule, (days, by) => {
        const ofDays = days.map(({ date }) => partUnits(days, on(date), by));
        const halves = [
          partUnits(days, { from: '2026-11-01', through: '2026-11-15' }, by),
          partUnits(days, { from: '2026-11-16', through: '2026-11-30' }, by),
        ];
        const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
        expect(sum(ofDays)).toBe(cardUnits(days, by));
        expect(sum(halves)).toBe(cardUnits(days, by));
        expect(Math.min(0, ...ofDays, ...halves)).toBe(0);
      }),
    );
  });

  test('the parts of any division of the month add up, and so do their amounts', () => {
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 1, max: 29 }),
        fc.integer({ min: 0, max: 5000 }),
        (days, cut, rate) => {
          const first = partUnits(days, { from: '2026-11-01', through: `2026-11-${two(cut)}` }, 'up');
          const rest = partUnits(days, { from: `2026-11-${two(cut + 1)}`, through: '2026-11-30' }, 'up');
          expect(amountOf(first, rate) + amountOf(rest, rate)).toBe(amountOf(cardUnits(days, 'up'), rate));
        },
      ),
    );
  });

  test('the hours of its halves add up to the card, for worked, billed and paid minutes', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(workedMinutes, billedMinutes, paidMinutes), (days, minutes) => {
        const [first, second] = [hoursOfHalf(days, 0, minutes), hoursOfHalf(days, 1, minutes)];
        expect(first.total + second.total).toBe(hoursOfCard(minutes(days)).total);
        expect(first.work + first.travel).toBe(first.total);
      }),
    );
  });

  test("the hours of its days add up to the card, and those of a half are the half's own", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(workedMinutes, billedMinutes, paidMinutes), (days, minutes) => {
        const ofDays = days.map(({ date }) => partHoursOf(days, on(date), minutes).total);
        expect(ofDays.reduce((a, b) => a + b, 0)).toBe(hoursOfCard(minutes(days)).total);
        const second = { from: '2026-11-16', through: '2026-11-30' };
        expect(partHoursOf(days, second, minutes)).toEqual(hoursOfHalf(days, 1, minutes));
      }),
    );
  });

  test('the stored totals split into billed and not billed', () => {
    fc.assert(
      fc.property(rows, (days) => {
        const { unit, noBilling, noPayroll } = storedTotals(days, 'up');
        expect(unit - noBilling.unit).toBe(cardUnits(days, 'up'));
        expect(Math.min(noBilling.unit, noPayroll.unit)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('plans', () => {
  const row = <T>(v: T) => ({ Mon: v, Tue: v, Wed: v, Thu: v, Fri: v, Sat: v, Sun: v });
  const time: WeekRows = [
    { Name: 'Time In', ...row(null), Fri: '22:00' },
    { Name: 'Time Out', ...row(null), Fri: '06:00' },
    { Name: 'Travel Time', ...row(0), Fri: 15 },
  ];
  const plan = {
    StartDate: '2026-11-06',
    EndDate: '2026-11-20',
    coversPlanId: null,
    Status: 'Archive' as const,
    week: { time },
  };
  const november = daysOfMonth('2026-11');
  const nothing = { archived: [], temporary: [] };
  const dates = (limits: Parameters<typeof plannedDays>[2], of: Parameters<typeof plannedDays>[0] = plan) =>
    plannedDays(of, november, limits).map(({ date }) => date);

  test('the end date is the first day without service, but the last day of a temporary plan', () => {
    expect(dates(nothing)).toEqual(['2026-11-06', '2026-11-13']);
    expect(dates(nothing, { ...plan, coversPlanId: 7 })).toEqual(['2026-11-06', '2026-11-13', '2026-11-20']);
    expect(plannedDays(plan, november, nothing)[0]).toEqual({ date: '2026-11-06', minutes: 480, travel: 15 });
  });
  test('the archive date is no service day, and a temporary plan takes over days', () => {
    expect(dates({ archived: [null, '2026-11-13'], temporary: [] })).toEqual(['2026-11-06']);
    const cover = {
      StartDate: '2026-11-13',
      EndDate: '2026-11-13',
      coversPlanId: 1,
      Status: 'Archive' as const,
    };
    expect(dates({ archived: [], temporary: [cover] })).toEqual(['2026-11-06']);
  });
  test.each([
    ['2026-10', false],
    ['2026-11', true],
    ['2026-12', false],
  ])('a plan is in %s: %s', (month, isIn) => expect(isPlanInMonth(plan, month)).toBe(isIn));
  test('a plan that ends on the first of a month still counts in it; a deleted plan counts in none', () => {
    expect(isPlanInMonth({ ...plan, EndDate: '2026-12-01' }, '2026-12')).toBe(true);
    expect(isPlanInMonth({ ...plan, Status: 'Deleted' }, '2026-11')).toBe(false);
  });
  test.each([
    ['2026-11-01', true],
    ['2026-11-19', true],
    ['2026-11-20', false],
  ])('a plan runs on %s or later: %s', (date, runs) => expect(runsOnOrAfter(plan, date)).toBe(runs));
});

describe('the PAR year', () => {
  const today = Temporal.PlainDate.from('2026-11-20');
  test.each([
    ['2027-03-31', '2026-04-01', '2027-03-31', false],
    ['2027-02-28', '2026-03-01', '2027-02-28', false],
    ['2028-02-29', '2027-03-01', '2028-02-29', false],
    [null, '2026-01-01', '2026-12-31', true],
  ])('%s', (par, from, through, calendar) =>
    expect(parYear(par, today)).toEqual({ from, through, calendar }),
  );

  test('counts the service days inside it, without denied cards', () => {
    const month = (date: string, status: CardStatus = 'Paid') => {
      const { from, through } = daysOfMonth(date);
      const json = [day(from, '08:00', '10:00'), day(through, '08:00', '10:00')];
      return card(json, { date, startPeriod: from, endPeriod: through, status });
    };
    const cards = [month('2026-03'), month('2026-04'), month('2026-05', 'Denied'), month('2027-04')];
    expect(usedUnits(cards, parYear('2027-03-30', today), ZONE)).toBe(8 + 16);
  });
});
