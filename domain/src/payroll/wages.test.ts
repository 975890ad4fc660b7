import { expect, test } from 'vitest';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { checkPayRules, tidyPayRules } from './pay-rules.ts';
import { baseWageOn, lowWeeksOfMonth, type PlacedShift } from './wages.ts';
import { workweeks } from './workweeks.ts';

const { wages, overtime } = COLORADO_PAY_RULES;
const weekOf = workweeks(overtime);

const AURORA = 1;
const DENVER = 2;
const check = { wages, cityOf: (id: number) => (id === DENVER ? ' denver ' : 'Aurora') };
const shift = (
  date: string,
  hours: number,
  rate: number | null,
  clientId = AURORA,
  calculation = date.slice(0, 7),
) =>
  ({
    date,
    start: '08:00',
    work: hours * 60,
    travel: 0,
    rate,
    category: 'PCP/RPCP',
    card: { calculation, clientId },
  }) satisfies PlacedShift;
const low = (shifts: readonly PlacedShift[], month = '2026-11') =>
  lowWeeksOfMonth(shifts, month, weekOf, check).map(({ week, paid, base, missing }) => [
    week.through,
    paid,
    base,
    missing,
  ]);

test.each([
  ['', '2024-12-31', undefined],
  ['Aurora', '2025-01-01', 1700],
  ['Denver', '2026-11-20', 1881],
  ['DENVER ', '2026-11-20', 1881],
  ['Denver', '2024-12-31', undefined],
] as const)('%s on %s', (city, date, cents) => {
  expect(baseWageOn(wages, city, date)).toBe(cents);
});

test("a city never lowers the state's base wage", () => {
  const lower = [...wages, { validFrom: '2026-01-01', city: 'Aurora', cents: 1500, source: 'x' }];
  expect(baseWageOn(lower, 'Aurora', '2026-11-20')).toBe(1700);
});

test('a week is checked by the hours at each place', () => {
  expect(low([shift('2026-11-09', 10, 1700)])).toEqual([]);
  expect(low([shift('2026-11-09', 10, 1699)])).toEqual([['2026-11-14', 1699, 1700, 10]]);
  expect(low([shift('2026-11-09', 10, 1880, DENVER)])).toEqual([['2026-11-14', 1880, 1881, 10]]);
  // 5 h at 17.00 + 5 h at 18.81 require 179.05; 10 h at 18.00 pay 180.00.
  expect(low([shift('2026-11-09', 5, 1800), shift('2026-11-10', 5, 1800, DENVER)])).toEqual([]);
  expect(low([shift('2026-11-09', 5, 1790), shift('2026-11-10', 5, 1790, DENVER)])).toEqual([
    ['2026-11-14', 1790, 1791, 5],
  ]);
});

test('hours without a rate count as paid nothing', () => {
  expect(low([shift('2026-11-09', 1, null)])).toEqual([['2026-11-14', 0, 1700, 1700]]);
});

test('a week is listed with the month in which it ends, and again with a late card', () => {
  const week = [shift('2026-11-29', 4, 1600)];
  expect(low(week, '2026-11')).toEqual([]);
  expect(low(week, '2026-12')).toHaveLength(1);
  const late = [shift('2026-10-20', 4, 1600), shift('2026-10-21', 4, 1600, AURORA, '2026-11')];
  expect(low(late, '2026-10')).toEqual([['2026-10-24', 1600, 1700, 400]]);
  expect(low(late, '2026-11')).toEqual([['2026-10-24', 1600, 1700, 800]]);
});

test('dated data is refused, with the position of the fault', () => {
  expect(checkPayRules(COLORADO_PAY_RULES)).toEqual([]);
  expect(checkPayRules({ ...COLORADO_PAY_RULES, overtime: [] }).map(({ field }) => field)).toEqual([
    'overtime',
  ]);
  const [rule] = overtime;
  const [wage] = wages;
  if (!rule || !wage) throw new Error('no data');
  const wrong = tidyPayRules({
    overtime: [rule, { ...rule, weekLimit: 0, gap: 900, source: ' ' }],
    wages: [wage, { ...wage, cents: 0 }],
    periods: [],
  });
  expect(checkPayRules(wrong).map(({ field }) => field)).toEqual([
    'overtime.1.validFrom',
    'overtime.1.weekLimit',
    'overtime.1.gap',
    'overtime.1.source',
    'wages.1.validFrom',
    'wages.1.cents',
  ]);
});
