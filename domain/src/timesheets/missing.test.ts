import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CardDay } from '../billing/schema.ts';
import { served } from '../billing/testing/served.ts';
import { WEEKDAYS } from '../calendar.ts';
import type { PlanWeek } from '../care-plans/schema.ts';
import { halfKey, halvesInside, missingHalves, servedHalves } from './missing.ts';

const said = (start: string, end: string) =>
  halvesInside(start, end).map(({ month, period }) => `${month}/${period}`);

describe('the halves within a span of days', () => {
  test.each([
    ['2026-11-01', '2026-11-30', ['2026-11/0', '2026-11/1']],
    ['2026-11-01', '2026-11-15', ['2026-11/0']],
    ['2026-11-01', '2026-11-29', ['2026-11/0']],
    ['2026-11-02', '2026-11-30', ['2026-11/1']],
    ['2026-11-16', '2027-01-15', ['2026-11/1', '2026-12/0', '2026-12/1', '2027-01/0']],
    ['2028-02-01', '2028-02-29', ['2028-02/0', '2028-02/1']],
    ['2028-02-01', '2028-02-28', ['2028-02/0']],
    ['2026-11-05', '2026-11-20', []],
  ])('%s to %s', (start, end, halves) => expect(said(start, end)).toEqual(halves));
});

const row = <const N extends string, T>(Name: N, value: T, none: T, days: readonly string[]) => {
  const of = (day: string) => (days.includes(day) ? value : none);
  return {
    Name,
    Mon: of('Mon'),
    Tue: of('Tue'),
    Wed: of('Wed'),
    Thu: of('Thu'),
    Fri: of('Fri'),
    Sat: of('Sat'),
    Sun: of('Sun'),
  };
};
const timeOn = (days: readonly string[]): PlanWeek['time'] => [
  row<'Time In', string | null>('Time In', '08:00', null, days),
  row<'Time Out', string | null>('Time Out', '10:00', null, days),
  row('Travel Time', 0, 0, days),
];
const plan = (over: { EndDate?: string | null; Status?: 'Active' | 'Archive' | 'Deleted' } = {}) => ({
  id: 7,
  StartDate: '2026-11-18',
  EndDate: null,
  coversPlanId: null,
  Status: 'Active' as const,
  week: { time: timeOn(['Fri']) },
  ...over,
});
const limits = { archived: [null, null], temporary: [] };
const november = halvesInside('2026-11-01', '2026-11-30');
const missing = (of: ReturnType<typeof plan>, received: readonly string[] = []) =>
  missingHalves(of, limits, november, new Set(received)).map(({ period }) => period);

describe('a timesheet is missing', () => {
  it('if a half has a planned day and nothing has come in', () => {
    // It starts in the second half, so nothing is planned in the first.
    expect(missing(plan())).toEqual([1]);
    expect(missing(plan(), [halfKey(7, { month: '2026-11', period: 1 })])).toEqual([]);
    expect(missing(plan(), [halfKey(8, { month: '2026-11', period: 1 })])).toEqual([1]);
  });
  it('but not if the plan had ended before its first day, or was deleted', () => {
    expect(missing(plan({ EndDate: '2026-11-20', Status: 'Archive' }))).toEqual([]);
    expect(missing(plan({ EndDate: '2026-11-21', Status: 'Archive' }))).toEqual([1]);
  });
  it('never in a received half, and only in requested halves', () =>
    fc.assert(
      fc.property(fc.subarray([...WEEKDAYS]), fc.subarray([0, 1] as const), (days, came) => {
        const of = { ...plan(), StartDate: '2026-01-01', week: { time: timeOn(days) } };
        const keys = new Set(came.map((period) => halfKey(7, { month: '2026-11', period })));
        const found = missingHalves(of, limits, november, keys).map(({ period }) => period);
        const expected = days.length === 0 ? [] : ([0, 1] as const).filter((half) => !came.includes(half));
        expect(found).toEqual(expected);
      }),
    ));
});

it("without scans, a service day in the period of a card counts as its half's timesheet", () => {
  const day = (date: string, end: string) => served(date, '08:00', end);
  const card = (planId: number, days: readonly CardDay[]) => ({
    planId,
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-20',
    days: [...days],
  });
  const found = servedHalves(
    [
      card(7, [day('2026-11-03', '10:00'), day('2026-11-16', '08:00')]),
      card(8, [day('2026-11-20', '10:00'), day('2026-11-21', '10:00')]),
      card(9, [day('2026-11-25', '10:00')]),
    ],
    'America/Denver',
  );
  expect([...found].toSorted()).toEqual([
    halfKey(7, { month: '2026-11', period: 0 }),
    halfKey(8, { month: '2026-11', period: 1 }),
  ]);
});
