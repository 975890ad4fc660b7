import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showHours } from '../billing/counting.ts';
import type { CardDay } from '../billing/schema.ts';
import { served as worked } from '../billing/testing/served.ts';
import { showAmount } from '../money.ts';
import type { PayCategory } from '../people/dictionary.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import type { PayCard } from './lines.ts';
import { grossOf, lateMonths, payOfMonth, rowsOf, serviceMonths } from './month.ts';
import { halvesOfMonth } from './periods.ts';
import type { RateTerm } from './rates.ts';
import { workweeks } from './workweeks.ts';

const rates: RateTerm[] = [
  { category: 'PCP/RPCP', from: null, rate: 1800 },
  { category: 'Homemaker', from: null, rate: 1700 },
];
let serial = 0;
const card = (category: PayCategory, days: CardDay[], more: Partial<PayCard> = {}): PayCard => {
  const month = days[0]?.date.slice(0, 7) ?? '2026-11';
  serial += 1;
  return {
    id: serial,
    clientId: 1,
    providerId: 2,
    month,
    calculation: month,
    startPeriod: `${month}-01`,
    endPeriod: `${month}-30`,
    categories: [{ from: '2020-01-01', category }],
    days: days,
    ...more,
  };
};
const pay = (cards: readonly PayCard[], month = '2026-11', group = false) =>
  payOfMonth(
    {
      rates,
      paid: cards.filter(({ calculation }) => calculation === month),
      all: group ? null : cards,
    },
    {
      month,
      zone: 'America/Denver',
      weekOf: workweeks(COLORADO_PAY_RULES.overtime),
      rules: COLORADO_PAY_RULES,
      cityOf: () => 'Aurora',
    },
  );
const shown = ({ straight, overtimeHours, premium, gross }: ReturnType<typeof grossOf>) => [
  showHours(straight.hours.total),
  showAmount(straight.amount),
  overtimeHours === null ? null : showHours(overtimeHours),
  premium === null ? null : showAmount(premium),
  showAmount(gross),
];

describe('the week of 11-08 to 11-14 with 30 hours at 18.00 and 14 at 17.00', () => {
  const days = ['2026-11-09', '2026-11-10', '2026-11-11'];
  const week = [
    card(
      'PCP/RPCP',
      days.map((date) => worked(date, '08:00', '18:00')),
    ),
    card('Homemaker', [worked('2026-11-12', '08:00', '15:00'), worked('2026-11-13', '08:00', '15:00')]),
  ];
  test('is 778.00 straight pay, 4 hours of overtime, 35.36 premium, 813.36 in total', () => {
    expect(shown(grossOf(pay(week)))).toEqual(['44.00', '778.00', '4.00', '35.36', '813.36']);
    expect(shown(grossOf(pay(week), 0))).toEqual(['44.00', '778.00', '4.00', '35.36', '813.36']);
    expect(shown(grossOf(pay(week), 1))).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00']);
  });
  test('has only straight pay for a group of clients', () => {
    expect(shown(grossOf(pay(week, '2026-11', true)))).toEqual(['44.00', '778.00', null, null, '778.00']);
  });
  test('reports a rate below the base wage only if the week as a whole is below', () => {
    expect(pay(week).lowWeeks).toEqual([]);
    const cheap = rates.map((term) => ({ ...term, rate: 1500 }));
    const basis = {
      month: '2026-11',
      zone: 'America/Denver',
      weekOf: workweeks(COLORADO_PAY_RULES.overtime),
      rules: COLORADO_PAY_RULES,
      cityOf: () => null,
    };
    const [low] = payOfMonth({ rates: cheap, paid: week, all: week }, basis).lowWeeks;
    expect(low).toMatchObject({ paid: 1500, base: 1700, missing: 8800 });
  });
});

test('a week that ends in November brings its overtime there, including days in October', () => {
  const cards = [
    card(
      'PCP/RPCP',
      ['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30'].map((date) =>
        worked(date, '08:00', '16:00'),
      ),
    ),
    card(
      'PCP/RPCP',
      ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'].map((date) =>
        worked(date, '08:00', '17:00'),
      ),
    ),
  ];
  // 10-25 to 10-31 ends in October, 11-01 to 11-07 in November.
  expect(shown(grossOf(pay(cards, '2026-10')))).toEqual(['40.00', '720.00', '0.00', '0.00', '720.00']);
  expect(shown(grossOf(pay(cards)))).toEqual(['45.00', '810.00', '5.00', '45.00', '855.00']);
  expect(serviceMonths('2026-11', COLORADO_PAY_RULES)).toEqual(['2026-10', '2026-11']);
});

test('a late card also needs the months around its weeks', () => {
  const late = { month: '2026-09', calculation: '2026-11' };
  expect(lateMonths([late, { month: '2026-11', calculation: '2026-11' }], COLORADO_PAY_RULES)).toEqual([
    '2026-08',
    '2026-09',
    '2026-10',
  ]);
});

const anyLine = fc.record({
  category: fc.constantFrom<PayCategory | null>(null, 'Homemaker', 'PCP/RPCP'),
  half: fc.constantFrom<0 | 1>(0, 1),
  rate: fc.constantFrom(null, 1700, 1800),
  from: fc.constantFrom(null, '2026-11-10'),
  hours: fc
    .tuple(fc.nat(9_999), fc.nat(999))
    .map(([work, travel]) => ({ work, travel, total: work + travel })),
  amount: fc.nat(999_999),
});

test('rows of categories add up to the lines, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
      const rows = rowsOf(lines, halvesOfMonth('2026-11'));
      const { straight } = grossOf({ lines, overtime: null });
      const total = (pick: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + pick(row), 0);
      expect(total(({ month }) => month.hours.total)).toBe(straight.hours.total);
      expect(total(({ month }) => month.amount)).toBe(straight.amount);
      for (const { halves, month } of rows) {
        expect(halves.map(({ hours }) => hours.total).reduce((a, b) => a + b, 0)).toBe(month.hours.total);
        expect(halves.map(({ amount }) => amount).reduce((a, b) => a + b, 0)).toBe(month.amount);
      }
    }),
  );
});
