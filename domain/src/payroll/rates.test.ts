import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { PAY_CATEGORIES, type PayCategory } from '../people/dictionary.ts';
import { categoryOn } from './categories.ts';
import {
  BAD_HOURLY_RATE,
  changedRates,
  checkRate,
  dayOfLogKey,
  dayOfTyped,
  type RateTerm,
  rateLogKey,
  ratesInForce,
  standingOf,
  termOn,
} from './rates.ts';

const TODAY = '2026-11-20';
const since = (from: string | null, rate: number, category: PayCategory = 'PCP/RPCP'): RateTerm => ({
  category,
  from,
  rate,
});

describe('the rate of a day', () => {
  test('is the latest that has begun; 0 means no rate', () => {
    const rates = [since('2026-11-10', 1900), since(null, 1800), since('2026-12-01', 0)];
    const on = (date: string) => termOn(rates, 'PCP/RPCP', date)?.rate;
    expect([on('2026-11-09'), on('2026-11-10'), on('2026-12-01')]).toEqual([1800, 1900, undefined]);
    expect(termOn(rates, 'Homemaker', '2026-11-10')).toBeUndefined();
  });

  test('is missing before the first rate begins', () => {
    expect(termOn([since('2026-11-10', 1900)], 'PCP/RPCP', '2026-11-09')).toBeUndefined();
  });

  test.each<[string, RateTerm[], [string, number][]]>([
    ['nothing', [], []],
    [
      'the same again says nothing new',
      [since('2026-11-10', 1800), since(null, 1800), since('2026-11-20', 1900)],
      [
        ['', 1800],
        ['2026-11-20', 1900],
      ],
    ],
    [
      '0 first is as if it were not there',
      [since(null, 0), since('2026-11-10', 1800)],
      [['2026-11-10', 1800]],
    ],
    [
      '0 ends the one before',
      [since(null, 1800), since('2026-11-10', 0), since('2026-11-20', 1800)],
      [
        ['', 1800],
        ['2026-11-10', 0],
        ['2026-11-20', 1800],
      ],
    ],
  ])('in force: %s', (_, rates, expected) => {
    expect(ratesInForce(rates).map(({ from, rate }) => [from ?? '', rate])).toEqual(expected);
  });

  test('the rates in force pay every day like the full list', () => {
    const anyDay = fc.integer({ min: 0, max: 60 });
    const dayOf = (days: number) => addDays('2026-10-01', days);
    const rates = fc.uniqueArray(
      fc.record({
        category: fc.constantFrom(...PAY_CATEGORIES),
        from: fc.option(anyDay.map(dayOf)),
        rate: fc.constantFrom(0, 1800, 1900),
      }),
      { selector: ({ category, from }) => `${category} ${from}`, maxLength: 12 },
    );
    fc.assert(
      fc.property(rates, anyDay.map(dayOf), (all, date) => {
        const kept = ratesInForce(all);
        for (const category of PAY_CATEGORIES) {
          expect(termOn(kept, category, date)?.rate).toBe(termOn(all, category, date)?.rate);
          const own = kept.filter((term) => term.category === category);
          expect(own.every(({ rate }, n) => rate !== (own[n - 1]?.rate ?? 0))).toBe(true);
        }
      }),
    );
  });
});

test('a rate is past, current or future within its own category', () => {
  const rates = [
    since(null, 1800),
    since('2026-11-20', 1900),
    since('2026-11-21', 2000),
    since(null, 1700, 'Homemaker'),
  ];
  expect(rates.map((term) => standingOf(term, rates, TODAY))).toEqual(['past', 'now', 'future', 'now']);
});

test.each([
  ['the first of its category applies to all days', [], null],
  ['a later one applies from today on', [since(null, 1800)], TODAY],
  ['a rate of another category does not count', [since(null, 1800, 'Homemaker')], null],
  ['even after a rate of 0, from today on', [since('2026-11-10', 0)], TODAY],
] as const)('a rate typed without a day: %s', (_, rates, from) => {
  expect(dayOfTyped(rates, 'PCP/RPCP', TODAY)).toBe(from);
});

test('the record log names a rate by category and day', () => {
  for (const category of PAY_CATEGORIES)
    for (const from of [null, '2026-11-10'])
      expect(dayOfLogKey(rateLogKey({ category, from }))).toBe(from ?? '');
  expect(rateLogKey({ category: 'Homemaker', from: null })).toBe('Homemaker from the start');
  expect(dayOfLogKey('providerPayRate')).toBeUndefined();
});

test('rates typed into a record are compared by category, in cents', () => {
  expect(changedRates({}, { Homemaker: 18.75, 'PCP/RPCP': 0 })).toEqual([
    { category: 'Homemaker', rate: 1875 },
  ]);
  expect(changedRates({ Homemaker: 18.75, 'PCP/RPCP': 19.99 }, { Homemaker: 18.75 })).toEqual([
    { category: 'PCP/RPCP', rate: 0 },
  ]);
});

test.each<[string | null, number, string[]]>([
  [null, 0, []],
  ['2000-01-01', 999_999, []],
  ['1999-12-31', 1800, ['validFrom']],
  ['2031-11-20', 1800, []],
  ['2031-11-21', 1800, ['validFrom']],
  [null, 1_000_000, ['rate']],
  [null, -1, ['rate']],
  [null, 18.5, ['rate']],
  ['1999-12-31', -1, ['validFrom', 'rate']],
])('a rate from %s of %s cents is wrong in: %j', (from, rate, fields) => {
  const found = checkRate({ from, rate }, Temporal.PlainDate.from(TODAY));
  expect(found.map(({ field }) => field)).toEqual(fields);
  if (fields.includes('rate')) expect(found.at(-1)?.message).toBe(BAD_HOURLY_RATE);
});

describe('the pay category of a type', () => {
  const terms = [
    { from: '2026-07-01', category: 'Homemaker' },
    { from: '2020-01-01', category: 'PCP/RPCP' },
    { from: '2027-01-01', category: null },
  ] as const;
  test.each([
    ['2019-12-31', 'PCP/RPCP'],
    ['2026-06-30', 'PCP/RPCP'],
    ['2026-07-01', 'Homemaker'],
    ['2027-01-01', null],
  ])('on %s is %s; the oldest applies to the days before it', (date, category) => {
    expect(categoryOn(terms, date)).toBe(category);
    expect(categoryOn(terms.toReversed(), date)).toBe(category);
  });

  test('is none if there are no terms', () => expect(categoryOn([], TODAY)).toBeNull());
});
