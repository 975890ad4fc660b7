import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WeekRows } from '../care-plans/schema.ts';
import { estimatedMonth, estimatedRows } from './estimate.ts';
import { planMonthOf } from './plan-month.ts';
import type { EvvVisit } from './schema.ts';
import { served as day } from './testing/served.ts';

const ZONE = 'America/Denver';
const TODAY = '2026-11-16';
const MONDAYS = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'];
const planned = MONDAYS.map((date) => day(date, '08:00', '10:00'));
const visit = (date: string, status: EvvVisit['Status'] = 'Planned', plannedDay = date): EvvVisit => ({
  date: date,
  plannedDay: plannedDay,
  Status: status,
  startedAt: status === 'Planned' ? null : `${date}T15:00:00Z`,
  endedAt: status === 'Complete' ? `${date}T17:00:00Z` : null,
  ClosedCode: null,
  ClosedMemo: null,
});
const possible = { from: '2026-11-01', through: '2026-11-30' };
const daysOf = (
  visits: readonly EvvVisit[],
  { evvNeeded = true, excluded = null as string | null, today = TODAY } = {},
) => {
  const { worked, toCome } = estimatedRows(planned, {
    plan: { evvNeeded, excluded },
    visits,
    possible,
    today,
    zone: ZONE,
  });
  return { worked: worked.map(({ date }) => date.slice(8)), toCome: toCome.map(({ date }) => date.slice(8)) };
};

test.each([
  [
    'a missed visit is neither worked nor still to come',
    [visit('2026-11-02', 'Complete'), visit('2026-11-09')],
    {},
    ['02'],
    ['16', '23', '30'],
  ],
  ['a visit without a check-out is not worked', [visit('2026-11-02', 'Active')], {}, [], ['16', '23', '30']],
  ['today is worked once its visit is Complete', [visit('2026-11-16', 'Complete')], {}, ['16'], ['23', '30']],
  [
    'today is to come while its visit is under way',
    [visit('2026-11-16', 'Active')],
    {},
    [],
    ['16', '23', '30'],
  ],
  [
    'a visit that was moved counts on the day it was done',
    [visit('2026-11-04', 'Complete', '2026-11-02')],
    {},
    ['04'],
    ['16', '23', '30'],
  ],
  [
    'a visit that was done early is not planned once more',
    [visit('2026-11-13', 'Complete', '2026-11-23')],
    {},
    ['13'],
    ['16', '30'],
  ],
  [
    'a visit that was put off is to come on its new day',
    [visit('2026-11-24', 'Planned', '2026-11-09')],
    {},
    [],
    ['16', '23', '24', '30'],
  ],
  [
    'a visit that was put off and closed there is not to come',
    [{ ...visit('2026-11-24', 'Planned', '2026-11-09'), ClosedCode: 'hospital' as const }],
    {},
    [],
    ['16', '23', '30'],
  ],
  [
    'where no visits are needed each planned day up to today is worked',
    [],
    { evvNeeded: false },
    ['02', '09', '16'],
    ['23', '30'],
  ],
  ['so it is if the plan is Excluded', [], { excluded: '2026-06-01' }, ['02', '09', '16'], ['23', '30']],
  ['in a past month, no day is to come', [], { today: '2026-12-05' }, [], []],
  [
    'in a future month, all days are to come',
    [],
    { today: '2026-10-05' },
    [],
    ['02', '09', '16', '23', '30'],
  ],
] as const)('%s', (_, visits, more, worked, toCome) => {
  expect(daysOf(visits, more)).toEqual({ worked, toCome });
});

test('a visit moved past the end of a month counts where it is now, with the times of its planned day', () => {
  const moved = visit('2026-12-01', 'Planned', '2026-11-30');
  const rowsOf = (month: string) => (month === '2026-11' ? planned : []);
  const row = <T>(v: T) => ({ Mon: v, Tue: v, Wed: v, Thu: v, Fri: v, Sat: v, Sun: v });
  const time: WeekRows = [
    { Name: 'Time In', ...row(null) },
    { Name: 'Time Out', ...row(null) },
    { Name: 'Travel Time', ...row(0) },
  ];
  const plan = {
    StartDate: '2026-01-01',
    EndDate: null,
    coversPlanId: null,
    Status: 'Active' as const,
    excluded: null,
    evvNeeded: true,
    week: { time },
    limits: { archived: [], temporary: [] },
  };
  const of = (month: string) =>
    estimatedMonth(month, planMonthOf(plan, month, [moved], rowsOf), {
      plan,
      today: TODAY,
      zone: ZONE,
    }).toCome.map(({ date, start, end }) => [date, start, end]);
  expect(of('2026-12')).toEqual([['2026-12-01', '08:00', '10:00']]);
  expect(of('2026-11').map(([date]) => date)).toEqual(['2026-11-16', '2026-11-23']);
});

test('no day counts twice, no future day counts as worked, and no past day as to come, whatever the visits', () => {
  const dates = fc.integer({ min: 1, max: 30 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`);
  const visits = fc.array(
    fc
      .tuple(dates, fc.constantFrom('Planned', 'Active', 'Complete'), fc.option(fc.constantFrom(...MONDAYS)))
      .map(([date, status, from]) => visit(date, date > TODAY ? 'Planned' : status, from ?? date)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(visits, fc.boolean(), (some, evvNeeded) => {
      const { worked, toCome } = daysOf(some, { evvNeeded });
      const all = [...worked, ...toCome];
      expect(new Set(all).size).toBe(all.length);
      expect(worked.every((date) => date <= '16')).toBe(true);
      expect(toCome.every((date) => date >= '16')).toBe(true);
      if (evvNeeded)
        for (const date of worked)
          expect(some.some((one) => one.date.endsWith(date) && one.Status === 'Complete')).toBe(true);
    }),
  );
});
