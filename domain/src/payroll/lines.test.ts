import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addHours, hoursOfCard, NO_HOURS, paidMinutes, serviceDays } from '../billing/counting.ts';
import type { CardDay } from '../billing/schema.ts';
import { served as day } from '../billing/testing/served.ts';
import { showAmount } from '../money.ts';
import { PAY_CATEGORIES, type PayCategory } from '../people/dictionary.ts';
import { type CategoryTerm, categoryOn } from './categories.ts';
import {
  isLate,
  linesOf,
  type PayCard,
  paidDays,
  partsOf,
  straightPay,
  sumOfHalf,
  sumOfLines,
} from './lines.ts';
import { type RateTerm, ratesInForce, termOn } from './rates.ts';

const ZONE = 'America/Denver';

const of = (category: PayCategory | null): CategoryTerm[] => [{ from: '2020-01-01', category }];
const card = (days: readonly CardDay[], more: Partial<PayCard> = {}): PayCard => ({
  id: 1,
  clientId: 1,
  providerId: 2,
  month: '2026-11',
  calculation: '2026-11',
  startPeriod: '2026-11-01',
  endPeriod: '2026-11-30',
  categories: of('PCP/RPCP'),
  days: [...days],
  ...more,
});
const since = (from: string | null, rate: number, category: PayCategory = 'PCP/RPCP'): RateTerm => ({
  category,
  from,
  rate,
});
const linesFor = (cards: readonly PayCard[], rates: readonly RateTerm[]) =>
  linesOf(cards.flatMap((one) => partsOf(one, rates, ZONE)));
const shown = (cards: readonly PayCard[], rates: readonly RateTerm[]) =>
  linesFor(cards, rates).map(({ category, half, rate, hours, amount }) => [
    category,
    half,
    rate === null ? null : showAmount(rate),
    showAmount(hours.total),
    showAmount(amount),
  ]);

describe('lines of a provider', () => {
  test.each<[string, PayCard[], RateTerm[], unknown[]]>([
    [
      'a week in each half',
      [card([day('2026-11-03', '08:00', '12:00'), day('2026-11-17', '08:00', '10:30')])],
      [since(null, 1800)],
      [
        ['PCP/RPCP', 0, '18.00', '4.00', '72.00'],
        ['PCP/RPCP', 1, '18.00', '2.50', '45.00'],
      ],
    ],
    [
      'travel is paid, what is unchecked for payroll is not, whatever is billed',
      [
        card([
          day('2026-11-03', '08:00', '09:00', { travel: 15, billing: false }),
          day('2026-11-04', '08:00', '09:00', { payroll: false }),
        ]),
      ],
      [since(null, 1800)],
      [['PCP/RPCP', 0, '18.00', '1.25', '22.50']],
    ],
    [
      'the 15th at night belongs whole to the first half',
      [card([day('2026-11-15', '22:00', '06:00')])],
      [since(null, 1000)],
      [['PCP/RPCP', 0, '10.00', '8.00', '80.00']],
    ],
    [
      'two cards of one category are one line, of two categories two lines',
      [
        card([day('2026-11-03', '08:00', '09:00')]),
        card([day('2026-11-03', '10:00', '11:00')], { id: 2, clientId: 3 }),
        card([day('2026-11-03', '12:00', '13:00')], { id: 3, categories: of('Homemaker') }),
      ],
      [since(null, 1800), since(null, 1700, 'Homemaker')],
      [
        ['Homemaker', 0, '17.00', '1.00', '17.00'],
        ['PCP/RPCP', 0, '18.00', '2.00', '36.00'],
      ],
    ],
    [
      'a raise inside the half cuts the line',
      [
        card([
          day('2026-11-09', '08:00', '09:00'),
          day('2026-11-10', '08:00', '09:00'),
          day('2026-11-16', '08:00', '09:00'),
        ]),
      ],
      [since(null, 1800), since('2026-11-10', 1900)],
      [
        ['PCP/RPCP', 0, '18.00', '1.00', '18.00'],
        ['PCP/RPCP', 0, '19.00', '1.00', '19.00'],
        ['PCP/RPCP', 1, '19.00', '1.00', '19.00'],
      ],
    ],
    [
      'a raise of another category cuts nothing',
      [card([day('2026-11-09', '08:00', '09:00'), day('2026-11-10', '08:00', '09:00')])],
      [since(null, 1800), since(null, 1700, 'Homemaker'), since('2026-11-10', 1750, 'Homemaker')],
      [['PCP/RPCP', 0, '18.00', '2.00', '36.00']],
    ],
    [
      'another category of the type from a day on: its rate counts from that day',
      [
        card([day('2026-11-09', '08:00', '09:00'), day('2026-11-10', '08:00', '10:00')], {
          categories: [
            { from: '2020-01-01', category: 'PCP/RPCP' },
            { from: '2026-11-10', category: 'Homemaker' },
          ],
        }),
      ],
      [since(null, 1800), since(null, 1700, 'Homemaker')],
      [
        ['Homemaker', 0, '17.00', '2.00', '34.00'],
        ['PCP/RPCP', 0, '18.00', '1.00', '18.00'],
      ],
    ],
    [
      'the rate of another category cuts nothing before that category begins',
      [
        card([day('2026-11-09', '08:00', '09:00'), day('2026-11-13', '08:00', '09:00')], {
          categories: [
            { from: '2020-01-01', category: 'PCP/RPCP' },
            { from: '2026-11-13', category: null },
          ],
        }),
      ],
      [since(null, 1800), since('2026-11-13', 1900)],
      [
        ['PCP/RPCP', 0, '18.00', '1.00', '18.00'],
        [null, 0, null, '1.00', '0.00'],
      ],
    ],
    [
      'no rate: hours are told, nothing is paid',
      [card([day('2026-11-09', '08:00', '09:00')], { categories: of('Medicaid 131') })],
      [since(null, 1800)],
      [['Medicaid 131', 0, null, '1.00', '0.00']],
    ],
    [
      'no category: the same',
      [card([day('2026-11-09', '08:00', '09:00')], { categories: of(null) })],
      [since(null, 1800)],
      [[null, 0, null, '1.00', '0.00']],
    ],
    [
      'a late card is paid in the half of its day number, at the rate of its day',
      [
        card([day('2026-10-20', '08:00', '09:00')], {
          month: '2026-10',
          startPeriod: '2026-10-01',
          endPeriod: '2026-10-31',
        }),
        card([day('2026-11-20', '08:00', '09:00')], { id: 2 }),
      ],
      [since(null, 1800), since('2026-11-01', 1900)],
      [
        ['PCP/RPCP', 1, '18.00', '1.00', '18.00'],
        ['PCP/RPCP', 1, '19.00', '1.00', '19.00'],
      ],
    ],
    ['nothing paid gives no line', [card([day('2026-11-09', '08:00', '09:00', { payroll: false })])], [], []],
  ])('%s', (_, cards, rates, lines) => {
    expect(shown(cards, rates)).toEqual(lines);
  });

  test('20 minutes on three days are 0.33, 0.67 and 1.00 running hours, so 0.33 + 0.67 is 1.00', () => {
    const cards = [
      card([
        day('2026-11-09', '08:00', '08:20'),
        day('2026-11-10', '08:00', '08:20'),
        day('2026-11-17', '08:00', '08:20'),
      ]),
    ];
    const hours = linesFor(cards, [since(null, 1800), since('2026-11-10', 1900)]).map(
      (line) => line.hours.total,
    );
    expect(hours).toEqual([33, 34, 33]);
  });

  test('amounts are printed hours × rate, rounded half up to the cent', () => {
    expect(straightPay({ work: 0, travel: 0, total: 33 }, 1850)).toBe(611);
    expect(straightPay({ work: 0, travel: 0, total: 50 }, 1801)).toBe(901);
    expect(straightPay({ work: 0, travel: 0, total: 33 }, null)).toBe(0);
  });

  test('whether service is late depends only on the months', () => {
    expect(isLate({ month: '2026-10', calculation: '2026-11' })).toBe(true);
    expect(isLate({ month: '2026-11', calculation: '2026-11' })).toBe(false);
  });
});

const anyTime = fc.integer({ min: 0, max: 1439 }).map((minute) => {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});
const anyCard: fc.Arbitrary<PayCard> = fc
  .record({
    month: fc.constantFrom('2026-10', '2026-11'),
    categories: fc.uniqueArray(
      fc.record({
        from: fc.constantFrom('2020-01-01', '2026-10-09', '2026-10-16', '2026-11-05', '2026-11-28'),
        category: fc.constantFrom(null, ...PAY_CATEGORIES),
      }),
      { selector: ({ from }) => from, minLength: 1, maxLength: 4 },
    ),
    days: fc.uniqueArray(
      fc.record({
        n: fc.integer({ min: 1, max: 30 }),
        start: anyTime,
        end: anyTime,
        travel: fc.integer({ min: 0, max: 90 }),
        payroll: fc.boolean(),
      }),
      { selector: ({ n }) => n, maxLength: 30 },
    ),
  })
  .map(({ month, categories, days }) =>
    card(
      days.map(({ n, start, end, ...more }) =>
        day(`${month}-${String(n).padStart(2, '0')}`, start, end, more),
      ),
      { month, categories, startPeriod: `${month}-01`, endPeriod: `${month}-30` },
    ),
  );
const anyRates = fc
  .uniqueArray(
    fc.record({
      category: fc.constantFrom(...PAY_CATEGORIES),
      from: fc.constantFrom(null, '2026-10-07', '2026-10-16', '2026-11-01', '2026-11-15', '2026-11-23'),
      rate: fc.integer({ min: 0, max: 9999 }),
    }),
    { selector: ({ category, from }) => `${category} ${from}`, maxLength: 8 },
  )
  .map(ratesInForce);

describe('for any cards and rates', () => {
  test('lines add up to the paid hours of the cards, and halves to the month', () => {
    fc.assert(
      fc.property(fc.array(anyCard, { maxLength: 5 }), anyRates, (cards, rates) => {
        const lines = linesFor(cards, rates);
        const paid = cards
          .map((one) => hoursOfCard(paidMinutes(serviceDays(one, ZONE))))
          .reduce(addHours, NO_HOURS);
        const month = sumOfLines(lines);
        expect(month.hours).toEqual(paid);
        const [first, second] = [sumOfHalf(lines, 0), sumOfHalf(lines, 1)];
        expect(addHours(first.hours, second.hours)).toEqual(month.hours);
        expect(first.amount + second.amount).toBe(month.amount);
        for (const { amount, rate, hours } of lines) expect(amount).toBe(straightPay(hours, rate));
      }),
    );
  });

  test('each part has the rate of all its days, and no two lines have the same key', () => {
    fc.assert(
      fc.property(anyCard, anyRates, (one, rates) => {
        const days = paidDays(one, rates, ZONE);
        const parts = partsOf(one, rates, ZONE);
        const said = (list: readonly (readonly [string | null, number | null])[]) =>
          new Set(list.map((pair) => pair.join(' ')));
        expect(said(parts.map(({ category, term }) => [category, term?.rate ?? null]))).toEqual(
          said(days.map(({ category, rate }) => [category, rate])),
        );
        for (const { date, category, rate } of days) {
          expect(category).toBe(categoryOn(one.categories, date));
          expect(rate).toBe(category === null ? null : (termOn(rates, category, date)?.rate ?? null));
        }
        const keys = linesOf(parts).map(
          ({ category, half, from, rate }) => `${category} ${half} ${from} ${rate}`,
        );
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
