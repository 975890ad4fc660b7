import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import type { PayCard } from './lines.ts';
import { payOfMonth } from './month.ts';
import { checkPayRules, type PayPeriodRule, PERIOD_LENGTHS } from './pay-rules.ts';
import {
  daysOfPart,
  exportedParts,
  findMovedPart,
  halvesOfMonth,
  partOn,
  partsOfMonth,
  periodOn,
  sayPart,
} from './periods.ts';
import { joinPeriods, runChoices, runRow, wantedRun } from './runs.ts';
import { workweeks } from './workweeks.ts';

const WEEKS: PayPeriodRule[] = [{ validFrom: '2026-11-09', length: 'week' }];
const TWO: PayPeriodRule[] = [{ validFrom: '2026-10-25', length: 'twoWeeks' }];
const said = (rules: readonly PayPeriodRule[], date: string) => {
  const { from, through } = periodOn(rules, date);
  return `${from.slice(5)} ${through.slice(5)}`;
};

describe('the pay period of a day', () => {
  test.each<[string, PayPeriodRule[], string, string]>([
    ['the 15th ends the first half', [], '2026-11-15', '11-01 11-15'],
    ['the second half ends with the month', [], '2028-02-16', '02-16 02-29'],
    ['the half before the first week is cut short', WEEKS, '2026-11-03', '11-01 11-08'],
    ['the first week', WEEKS, '2026-11-15', '11-09 11-15'],
    ['a week across two months', WEEKS, '2026-12-01', '11-30 12-06'],
    ['a week across two years', WEEKS, '2027-01-01', '12-28 01-03'],
    ['two weeks across two months', TWO, '2026-11-01', '10-25 11-07'],
    ['the next two', TWO, '2026-11-08', '11-08 11-21'],
    [
      'back to halves inside a week: both are cut short',
      [...WEEKS, { validFrom: '2026-11-19', length: 'halves' }],
      '2026-11-18',
      '11-16 11-18',
    ],
    [
      'what is left of the half',
      [...WEEKS, { validFrom: '2026-11-19', length: 'halves' }],
      '2026-11-20',
      '11-19 11-30',
    ],
  ])('%s', (_, rules, date, expected) => expect(said(rules, date)).toBe(expected));
});

test('a month is divided as its periods are, and halves stay the same', () => {
  const parts = partsOfMonth(TWO, '2026-11');
  expect(parts.map((_, at) => sayPart(parts, at))).toEqual([
    '11-01 – 11-07',
    '11-08 – 11-21',
    '11-22 – 11-30',
  ]);
  expect(runChoices(parts).map(({ value }) => value)).toEqual(['2026-10-25', '2026-11-08', '2026-11-22']);
  const halves = halvesOfMonth('2026-11');
  expect(halves.map((_, at) => sayPart(halves, at))).toEqual(['1st half', '2nd half']);
  expect(runChoices(halves).map(({ value }) => value)).toEqual(['1', '2', 'both']);
});

test('a run is requested by half, or by the first day of a period, depending on the month', () => {
  const ask = (rules: PayPeriodRule[], month: string, period?: string) => {
    const wanted = wantedRun(rules, { month, half: 'both', period });
    return typeof wanted === 'string' ? wanted : wanted.parts.map(({ month: of, half }) => `${of} ${half}`);
  };
  expect(ask([], '2026-11')).toEqual(['2026-11 0', '2026-11 1']);
  expect(ask([], '2026-11', '2026-11-16')).toEqual(['2026-11 1']);
  expect(ask(TWO, '2026-11')).toMatch(/Choose a pay period/);
  expect(ask(TWO, '2026-11', '2026-10-25')).toEqual(['2026-10 2', '2026-11 0']);
  expect(ask(TWO, '2026-11', '2026-11-09')).toMatch(/first day/);
});

test('exported periods keep their days', () => {
  const moved = (exported: string, after: PayPeriodRule[], before: PayPeriodRule[] = []) =>
    findMovedPart([{ month: exported.slice(0, 7), half: Number(exported.slice(8)) }], before, after)?.from;
  expect(moved('2026-11-0', [{ validFrom: '2026-11-16', length: 'week' }])).toBeUndefined();
  expect(moved('2026-11-0', WEEKS)).toBe('2026-11-01');
  expect(moved('2026-11-1', [{ validFrom: '2026-12-01', length: 'week' }])).toBeUndefined();
  expect(moved('2026-10-2', [], TWO)).toBe('2026-10-25');
});

test('two changes on one day are refused', () => {
  const periods: PayPeriodRule[] = [...WEEKS, { validFrom: '2026-11-09', length: 'halves' }];
  expect(checkPayRules({ ...COLORADO_PAY_RULES, periods }).map(({ field }) => field)).toEqual([
    'periods.1.validFrom',
  ]);
});

// --- Against an oracle that counts days since 1970 and knows nothing of the functions above

const DAY = 86_400_000;
const dayNumber = (date: string) => Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8)) / DAY;
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const oracleKey = (rules: readonly PayPeriodRule[], date: string): string => {
  let rule: PayPeriodRule | undefined;
  for (const one of rules) if (one.validFrom <= date && (!rule || one.validFrom > rule.validFrom)) rule = one;
  const since = rule?.validFrom ?? '';
  if (!rule || rule.length === 'halves') return `${since} ${date.slice(0, 7)} ${+date.slice(8) <= 15}`;
  const length = rule.length === 'week' ? 7 : 14;
  return `${since} ${Math.floor((dayNumber(date) - dayNumber(since)) / length)}`;
};
const FIRST = dayNumber('2026-01-01');
const YEAR = Array.from({ length: 365 }, (_, n) => dateOf(FIRST + n));
const MONTHS = [...new Set(YEAR.map((date) => date.slice(0, 7)))];
const anyRules = fc
  .uniqueArray(
    fc.record({ day: fc.integer({ min: -40, max: 364 }), length: fc.constantFrom(...PERIOD_LENGTHS) }),
    {
      selector: ({ day }) => day,
      maxLength: 4,
    },
  )
  .map((list) => list.map(({ day, length }) => ({ validFrom: dateOf(FIRST + day), length })));

test('every minute of a year is in exactly one period, and in exactly one part of its month', () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      const parts = MONTHS.flatMap((month) => partsOfMonth(rules, month));
      const minutes = parts.map(({ from, through }) => (dayNumber(through) - dayNumber(from) + 1) * 1_440);
      expect(minutes.reduce((a, b) => a + b, 0)).toBe(365 * 1_440);
      const keys = new Map<string, string>();
      for (const date of YEAR) {
        const { from, through } = periodOn(rules, date);
        expect(from <= date && date <= through).toBe(true);
        const key = oracleKey(rules, date);
        expect(keys.get(key) ?? from).toBe(from);
        keys.set(key, from);
        const month = partsOfMonth(rules, date.slice(0, 7));
        const own = month.filter((part) => part.from <= date && date <= part.through);
        expect(own).toHaveLength(1);
        expect(month[partOn(month, date)]).toEqual(own[0]);
        expect(own[0]?.period).toEqual({ from, through });
      }
      expect(new Set(keys.values()).size).toBe(keys.size);
    }),
    { numRuns: 25 },
  );
});

test('the days of any service month are each in one part of any calculation month', () => {
  fc.assert(
    fc.property(anyRules, fc.constantFrom(...MONTHS), fc.constantFrom(...MONTHS), (rules, paid, service) => {
      const parts = partsOfMonth(rules, paid);
      for (const date of YEAR.filter((one) => one.startsWith(service))) {
        const within = parts.flatMap((_, at) => {
          const days = daysOfPart(parts, at, service);
          return days && days.from <= date && date <= days.through ? [at] : [];
        });
        expect(within).toEqual([partOn(parts, date)]);
      }
    }),
    { numRuns: 40 },
  );
});

test("a year's pay by period is the sum of its days, period by period", () => {
  // Lengths are multiples of 3 minutes, which are whole hundredths of an hour, so that nothing is rounded.
  const anyDays = fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 0, max: 364 }), units: fc.integer({ min: 1, max: 200 }) }),
    { selector: ({ at }) => at, minLength: 1, maxLength: 60 },
  );
  const two = (n: number) => String(n).padStart(2, '0');
  fc.assert(
    fc.property(anyRules, anyDays, (rules, days) => {
      const worked = days.map(({ at, units }) => ({ date: YEAR[at] ?? '', minutes: units * 3 }));
      const expected = new Map<string, number>();
      for (const { date, minutes } of worked)
        expected.set(oracleKey(rules, date), (expected.get(oracleKey(rules, date)) ?? 0) + (minutes / 3) * 5);
      const cards = [...Map.groupBy(worked, ({ date }) => date.slice(0, 7))].map(
        ([month, own], id): PayCard => ({
          id,
          clientId: 1,
          providerId: 2,
          month,
          calculation: month,
          startPeriod: `${month}-01`,
          endPeriod: YEAR.findLast((date) => date.startsWith(month)) ?? '',
          categories: [{ from: '2020-01-01', category: 'Homemaker' }],
          days: own.map(({ date, minutes }) =>
            served(date, '06:00', `${two(6 + Math.floor(minutes / 60))}:${two(minutes % 60)}`),
          ),
        }),
      );
      const basis = {
        zone: 'America/Denver',
        weekOf: workweeks(COLORADO_PAY_RULES.overtime),
        rules: { ...COLORADO_PAY_RULES, periods: rules },
        cityOf: () => null,
      };
      const rates = [{ category: 'Homemaker', from: null, rate: 1_800 }];
      const found = new Map<string, number>();
      for (const month of MONTHS) {
        const pay = payOfMonth(
          { rates, paid: cards.filter((card) => card.calculation === month), all: cards },
          { ...basis, month },
        );
        for (const { half, hours } of pay.lines) {
          const key = oracleKey(rules, pay.periods[half]?.from ?? '');
          found.set(key, (found.get(key) ?? 0) + hours.total);
        }
        for (const { half, week, isLate } of pay.overtime ?? []) {
          expect(isLate).toBe(false);
          expect(oracleKey(rules, pay.periods[half]?.from ?? '')).toBe(oracleKey(rules, week.through));
        }
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a period across two months is stored as two rows and read as one', () => {
  const employee = { providerId: 7, last: 'Okafor', first: 'Ada', ssn4: null };
  const nobody = {
    card: () => undefined,
    rates: () => undefined,
    categories: () => undefined,
    week: () => undefined,
  };
  const period = { from: '2026-10-25', through: '2026-11-07' };
  const row = (month: string, half: number, total: number) =>
    runRow(
      employee,
      { month, half, period },
      {
        lines: [
          { category: 'Homemaker', rate: 1800, hours: { work: total, travel: 0, total }, amount: total * 18 },
        ],
        weeks: [
          {
            through: '2026-11-07',
            hours: 50,
            premium: 450,
            byCategory: [{ category: 'Homemaker', value: 50 }],
          },
        ],
        cards: [],
      },
      undefined,
      nobody,
    ) ?? [];
  const [joined, ...others] = joinPeriods([row('2026-10', 2, 4_000), row('2026-11', 0, 3_000)].flat());
  expect(others).toEqual([]);
  expect(joined).toMatchObject({
    month: '2026-11',
    period,
    now: 7_000,
    lines: [{ amount: 126_000, hours: { total: 7_000 } }],
    overtime: { hours: 100, premium: 900, byCategory: [{ category: 'Homemaker', value: 100 }] },
  });
});

test('a paid period counts as exported in each of its months, by the last run that paid it', () => {
  const rows = [
    { month: '2026-11', half: 2, run: 4 },
    { month: '2026-10', half: 0, run: 1 },
  ];
  const periods = [
    { from: '2026-11-22', through: '2026-12-05', run: 3 },
    // Made under other rules, so its parts are unknown now.
    { from: '2026-06-03', through: '2026-06-09', run: 2 },
  ];
  expect(exportedParts(TWO, rows, periods)).toEqual([
    { month: '2026-11', half: 2, run: 4 },
    { month: '2026-10', half: 0, run: 1 },
    { month: '2026-12', half: 0, run: 3 },
  ]);
});
