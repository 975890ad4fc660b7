import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showHours } from '../billing/counting.ts';
import type { Card, CardDay } from '../billing/schema.ts';
import { served as day } from '../billing/testing/served.ts';
import type { WeekRows } from '../care-plans/schema.ts';
import { averageWeek, closedMonths, payLines } from './employment.ts';
import {
  type CareFacts,
  type CarePlanOfClient,
  lastDays,
  lastMonths,
  lastServiceDays,
} from './last-hours.ts';
import { overlapsOf, weekLines, weekStretches } from './week-lines.ts';

const ZONE = 'America/Denver';
const row = <T>(v: T) => ({ Mon: v, Tue: v, Wed: v, Thu: v, Fri: v, Sat: v, Sun: v });
const week = (times: Partial<Record<keyof ReturnType<typeof row>, [string, string]>>): WeekRows => {
  const clocks = (end: 0 | 1) => ({
    ...row<string | null>(null),
    ...Object.fromEntries(Object.entries(times).map(([day, pair]) => [day, pair[end]])),
  });
  return [
    { Name: 'Time In', ...clocks(0) },
    { Name: 'Time Out', ...clocks(1) },
    { Name: 'Travel Time', ...row(0) },
  ];
};

const card = (date: string, days: readonly CardDay[], more: Partial<Card> = {}): Card => ({
  id: 1,
  planId: 1,
  clientId: 1,
  providerId: 2,
  typeCode: 'PCP',
  planStatus: 'Archive',
  date,
  customDate: null,
  startPeriod: `${date}-01`,
  endPeriod: `${date}-28`,
  payRate: 517,
  rateKind: null,
  rates: [],
  unitRule: 'up',
  days: [...days],
  status: 'Billed',
  excluded: null,
  ...more,
});

describe('the week in words', () => {
  test('days with the same times are grouped', () => {
    const rows = week({ Mon: ['08:00', '10:00'], Tue: ['09:00', '11:00'], Fri: ['08:00', '10:00'] });
    expect(weekLines(rows)).toEqual([
      ['Mon, Fri', '08:00-10:00'],
      ['Tue', '09:00-11:00'],
    ]);
  });

  test('a night visit is split at midnight, and overlaps of all sources are found', () => {
    const plan = {
      type: 'Personal Care',
      week: { time: week({ Sun: ['22:00', '02:00'], Mon: ['09:00', '11:00'] }) },
    };
    const daycare = { company: 'Sunrise', days: ['Mon' as const], from: '10:00', to: '15:00' };
    const other = { company: 'Rehab', days: ['Mon' as const], from: '10:30', to: '12:00' };
    const monday = weekStretches([plan], [daycare, other], 'Sunrise')
      .filter((one) => one.day === 'Mon')
      .toSorted((a, b) => a.from - b.from);
    expect(monday.map(({ from, to, source }) => [from, to, source])).toEqual([
      [0, 120, 'ours'],
      [540, 660, 'ours'],
      [600, 900, 'daycare'],
      [630, 720, 'other'],
    ]);
    expect(overlapsOf(monday)).toEqual([{ from: 600, to: 720 }]);
  });
});

describe('Last Care Hours', () => {
  const plan = (id: number, type: string, more: Partial<CarePlanOfClient> = {}): CarePlanOfClient => ({
    id,
    type,
    provider: `Provider ${id}`,
    StartDate: '2026-01-01',
    EndDate: '2026-11-10',
    coversPlanId: null,
    Status: 'Archive',
    week: { time: week({ Mon: ['08:00', '10:00'] }) },
    limits: { archived: ['2026-11-10', null], temporary: [] },
    ...more,
  });
  const visit = (planId: number, date: string) => ({
    planId,
    date,
    start: '08:02',
    end: '10:00',
    minutes: 118,
  });
  const facts: CareFacts = {
    plans: [plan(1, 'Personal Care'), plan(2, 'Homemaker'), plan(3, 'Personal Care')],
    cards: [
      card('2026-07', [day('2026-07-06', '08:00', '10:00')]),
      card('2026-08', [day('2026-08-03', '08:00', '10:00')]),
      card('2026-09', [
        day('2026-09-07', '08:00', '10:05'),
        day('2026-09-14', '08:00', '10:00', { billing: false }),
      ]),
      card('2026-10', [day('2026-10-05', '08:00', '10:00')], { planId: 2 }),
    ],
    visits: [visit(1, '2026-09-21'), visit(1, '2026-11-02'), visit(2, '2026-10-05')],
    zone: ZONE,
  };

  test('the last day of a plan is its latest visit or billed day; plans without service are left out', () => {
    expect(lastServiceDays(facts)).toEqual([
      { date: '2026-11-02', provider: 'Provider 1', type: 'Personal Care' },
      { date: '2026-10-05', provider: 'Provider 2', type: 'Homemaker' },
    ]);
  });

  test('the last 3 months with service are listed by month and type', () => {
    const shown = lastMonths(facts).map(({ month, type, planned, worked, billed, units }) => [
      month,
      type,
      ...[planned, worked, billed].map(({ total }) => showHours(total)),
      units,
    ]);
    expect(shown).toEqual([
      // Two plans of this type were scheduled on two Mondays before the archive date, and nothing has been billed yet.
      ['2026-11', 'Personal Care', '8.00', '1.97', '0.00', 0],
      ['2026-10', 'Homemaker', '8.00', '2.00', '2.00', 8],
      ['2026-09', 'Personal Care', '16.00', '4.08', '2.08', 9],
    ]);
  });

  test('daily hours are listed for the last month, with unbilled visits marked', () => {
    expect(lastDays(facts)).toEqual([
      {
        date: '2026-11-02',
        provider: 'Provider 1',
        start: '08:02',
        end: '10:00',
        hours: 197,
        unbilled: true,
      },
    ]);
    expect(lastDays({ ...facts, visits: [] }).map(({ date }) => date)).toEqual(['2026-10-05']);
  });

  test('the days of the last month add up exactly to its worked hours', () => {
    const plan = facts.plans[0];
    if (!plan) throw new Error('the example has no plan');
    const lengths = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 28 });
    fc.assert(
      fc.property(lengths, (minutes) => {
        const visits = minutes.map((length, n) => ({
          planId: plan.id,
          date: `2026-11-${String(n + 1).padStart(2, '0')}`,
          start: '08:00',
          end: '20:00',
          minutes: length,
        }));
        const of = { ...facts, plans: [plan], cards: [], visits };
        const worked = lastMonths(of).find(({ month }) => month === '2026-11')?.worked.total;
        expect(lastDays(of).reduce((sum, { hours }) => sum + hours, 0)).toBe(worked);
      }),
    );
  });
});

describe('employment', () => {
  const today = Temporal.PlainDate.from('2026-11-20');
  test('covers the last three closed months', () => {
    expect(closedMonths(today)).toEqual({
      from: '2026-08-01',
      through: '2026-10-31',
      months: ['2026-08', '2026-09', '2026-10'],
    });
    expect(closedMonths(Temporal.PlainDate.from('2027-01-01')).months).toEqual([
      '2026-10',
      '2026-11',
      '2026-12',
    ]);
  });

  test('averages paid hours per week over 92 days, without unpaid days and other months', () => {
    const cards = [
      card('2026-07', [day('2026-07-06', '08:00', '20:00')]),
      card('2026-08', [day('2026-08-03', '08:00', '20:00', { travel: 60 })]),
      card('2026-10', [
        day('2026-10-05', '08:00', '20:00'),
        day('2026-10-06', '08:00', '20:00', { payroll: false }),
      ]),
    ];
    // (13 + 12) hours ÷ (92 ÷ 7)
    expect(showHours(averageWeek(cards, today, ZONE))).toBe('1.90');
    expect(averageWeek([], today, ZONE)).toBe(0);
  });

  test('lists pay by category as payroll counted it, for categories with a rate now or with pay', () => {
    const rates = { HealthMaintenance: 0, Homemaker: 1800, 'Medicaid 131': 0, 'PCP/RPCP': 2015 };
    const pay = [
      { month: '2026-07', category: 'Homemaker', amount: 1 },
      { month: '2026-08', category: 'PCP/RPCP', amount: 4695 },
      { month: '2026-08', category: 'PCP/RPCP', amount: 5 },
      { month: '2026-10', category: 'HealthMaintenance', amount: 1900 },
      { month: '2026-10', category: null, amount: 0 },
    ] as const;
    expect(payLines(pay, rates, today)).toEqual([
      { category: 'HealthMaintenance', rate: 0, gross: [0, 0, 1900] },
      { category: 'Homemaker', rate: 1800, gross: [0, 0, 0] },
      { category: 'PCP/RPCP', rate: 2015, gross: [4700, 0, 0] },
    ]);
  });
});
