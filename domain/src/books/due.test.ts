import { expect, test } from 'vitest';
import { type Random, randomOf } from '../care-plans/testing/plan-pairs.ts';
import type { PayCard } from '../payroll/lines.ts';
import { payOfMonth } from '../payroll/month.ts';
import type { OvertimeRule, PayPeriodRule } from '../payroll/pay-rules.ts';
import { ratesInForce } from '../payroll/rates.ts';
import { hoursOfHalfPay, payOfHalf, straightOf } from '../payroll/runs.ts';
import { workweeks } from '../payroll/workweeks.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { sum } from '../sum.ts';
import { dueOf, placesOfPeriods } from './due.ts';
import type { BookPayFacts, BookPayPart, DueCard, PaySums } from './facts.ts';
import { checkDue } from './pay.ts';

const ZONE = 'America/Denver';
const [COLORADO] = COLORADO_PAY_RULES.overtime;
if (!COLORADO) throw new Error('no rule');

const row = (date: string, start: string, end: string, more: Partial<DueCard['days'][number]> = {}) => ({
  ...{ date, start, end, travel: 0, billing: true, payroll: true },
  ...more,
});
const card = (days: DueCard['days'], more: Partial<DueCard> = {}): DueCard => ({
  calculation: '2026-10',
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  categories: [{ from: '', category: 'Homemaker' }],
  days,
  ...more,
});
const facts = (cards: readonly DueCard[], more: Partial<BookPayFacts> = {}): BookPayFacts => ({
  zone: ZONE,
  cards,
  rates: [{ category: 'Homemaker', from: null, rate: 1_900 }],
  overtime: [COLORADO],
  periods: [],
  isWhole: () => false,
  ...more,
});
const due = (of: BookPayFacts, month = '2026-10') =>
  dueOf(of, [month])
    .filter(({ hours, overtime }) => hours !== 0 || overtime !== 0)
    .toSorted((a, b) => a.half - b.half)
    .map(({ half, hours, straight, overtime, premium }) => [half, hours, straight, overtime, premium]);

test.each<[string, BookPayFacts, unknown]>([
  ['hours times the rate', facts([card([row('2026-10-05', '08:00', '10:15')])]), [[0, 225, 4_275, 0, 0]]],
  [
    'nothing for a day without its mark for payroll, outside the period or without times',
    facts([
      card(
        [
          row('2026-10-01', '08:00', '09:00'),
          row('2026-10-05', '08:00', '10:00', { payroll: false }),
          { ...row('2026-10-06', '08:00', '10:00'), end: null },
        ],
        { startPeriod: '2026-10-02' },
      ),
    ]),
    [],
  ],
  [
    'minutes are rounded as they run: three times 20 minutes are an hour',
    facts([card(['05', '06', '07'].map((day) => row(`2026-10-${day}`, '08:00', '08:20')))]),
    [[0, 100, 1_900, 0, 0]],
  ],
  [
    'the night of the clocks has an hour more, and is of the half it begins in',
    facts([card([row('2026-10-31', '22:00', '06:00')], { endPeriod: '2026-10-31' })]),
    [[1, 900, 17_100, 0, 0]],
  ],
  [
    'another rate from a day on is a line of its own',
    facts([card([row('2026-10-05', '08:00', '08:20'), row('2026-10-06', '08:00', '08:20')])], {
      rates: [
        { category: 'Homemaker', from: null, rate: 1_900 },
        { category: 'Homemaker', from: '2026-10-06', rate: 2_000 },
      ],
    }),
    // 0.33 h at $19.00 and 0.34 h at $20.00.
    [[0, 67, 627 + 680, 0, 0]],
  ],
  [
    'without a rate hours are due and no money',
    facts([card([row('2026-10-05', '08:00', '10:00')])], { rates: [] }),
    [[0, 200, 0, 0, 0]],
  ],
  [
    'four days of eleven hours have four hours over forty, paid half of $19.00 more',
    facts([card(['05', '06', '07', '08'].map((day) => row(`2026-10-${day}`, '07:00', '18:00')))]),
    [[0, 4_400, 83_600, 400, 3_800]],
  ],
  [
    'fifteen hours of one day have three over twelve',
    facts([card([row('2026-10-05', '07:00', '22:00')])]),
    [[0, 1_500, 28_500, 300, 2_850]],
  ],
  [
    'a late day makes overtime of a week that is paid already: the difference is due with it',
    facts([
      card(
        ['21', '22', '23', '24'].map((day) => row(`2026-09-${day}`, '08:00', '18:00')),
        {
          calculation: '2026-09',
          startPeriod: '2026-09-01',
          endPeriod: '2026-09-30',
        },
      ),
      card([row('2026-09-25', '08:00', '10:00')], { startPeriod: '2026-09-01', endPeriod: '2026-09-30' }),
    ]),
    [[1, 200, 3_800, 200, 1_900]],
  ],
  [
    'pay periods of two weeks have other parts of the month',
    facts([card([row('2026-10-05', '08:00', '09:00'), row('2026-10-20', '08:00', '09:00')])], {
      periods: [{ validFrom: '2026-09-06', length: 'twoWeeks' }],
    }),
    [
      [1, 100, 1_900, 0, 0],
      [2, 100, 1_900, 0, 0],
    ],
  ],
])('%s', (_, of, expected) => {
  expect(due(of)).toEqual(expected);
});

// --- Against payroll, over generated years

const MONTHS = Array.from({ length: 6 }, (_, n) =>
  Temporal.PlainYearMonth.from('2026-08').add({ months: n }).toString(),
);
const two = (n: number) => String(n).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
const CATEGORIES = ['Homemaker', 'PCP/RPCP'];

interface MadeCard extends DueCard, PayCard {
  readonly planId: number;
}
const makeCards = (random: Random): MadeCard[] =>
  MONTHS.flatMap((month, m) =>
    [0, 1, 2].map((at): MadeCard => {
      const last = Temporal.PlainYearMonth.from(month).daysInMonth;
      const days = Array.from({ length: last }, (_, n) => `${month}-${two(n + 1)}`).flatMap((date) => {
        if (random(3) === 0) return [];
        // Nights, mornings and afternoons of their own, so that nothing is worked twice.
        const from = [1_200, 300, 720][at] ?? 0;
        const length = 20 + random(at === 0 ? 540 : 380);
        const start = from + random(15);
        return [
          row(date, clock(start), clock(start + length), { travel: random(3) * 7, payroll: random(9) !== 0 }),
        ];
      });
      const late = random(5) === 0 ? 1 + random(2) : 0;
      return {
        id: m * 10 + at,
        planId: at,
        clientId: at,
        providerId: 1,
        month,
        calculation: MONTHS[m + late] ?? month,
        startPeriod: random(4) === 0 ? `${month}-04` : `${month}-01`,
        endPeriod: `${month}-${two(last)}`,
        categories:
          at === 1
            ? [
                { from: '2026-01-01', category: 'Homemaker' },
                { from: '2026-10-10', category: 'PCP/RPCP' },
              ]
            : [{ from: '', category: CATEGORIES[at % 2] ?? null }],
        days,
      };
    }),
  );

const makeRates = (random: Random): BookPayFacts['rates'] =>
  CATEGORIES.flatMap((category) => [
    { category, from: null, rate: 1_700 + random(400) },
    { category, from: `2026-09-${two(1 + random(28))}`, rate: random(4) === 0 ? 0 : 1_800 + random(400) },
    { category, from: `2026-11-${two(1 + random(28))}`, rate: 1_900 },
    { category, from: '2026-12-03', rate: 1_900 },
  ]);

const PERIODS: readonly (readonly PayPeriodRule[])[] = [
  [],
  [{ validFrom: '2026-09-10', length: 'week' }],
  [
    { validFrom: '2026-06-07', length: 'twoWeeks' },
    { validFrom: '2026-11-11', length: 'halves' },
  ],
];
const OVERTIME: readonly (readonly OvertimeRule[])[] = [
  [COLORADO],
  [COLORADO, { ...COLORADO, validFrom: '2026-10-14', weekStart: 'Wed', weekLimit: 36 * 60, gap: 30 }],
  [{ ...COLORADO, dayLimit: null, consecutiveLimit: null }],
];
const WHOLE: readonly BookPayFacts['isWhole'][] = [() => false, ({ through }) => through < '2026-10-20'];

const WORKERS = 24;

test(`${WORKERS} years of nights, late records and changing rules are due as payroll counts them`, () => {
  const sums = { straight: 0, premium: 0 };
  for (let worker = 0; worker < WORKERS; worker += 1) {
    const random = randomOf(worker + 1);
    const cards = makeCards(random);
    const rates = makeRates(random);
    const periods = PERIODS[worker % 3] ?? [];
    const overtime = OVERTIME[(worker >> 1) % 3] ?? [];
    const isWhole = WHOLE[worker % 2] ?? (() => false);
    const dues = dueOf({ zone: ZONE, cards, rates, overtime, periods, isWhole }, MONTHS);
    const rules = { ...COLORADO_PAY_RULES, overtime: [...overtime], periods: [...periods] };
    for (const month of MONTHS) {
      const paid = cards.filter(({ calculation }) => calculation === month);
      const known = ratesInForce(rates);
      const subject = { rates: known, paid, all: cards, isWhole };
      const basis = { month, zone: ZONE, weekOf: workweeks(overtime), rules, cityOf: () => null };
      const pay = { ...payOfMonth(subject, basis), cards: paid, rates: known };
      for (const half of pay.periods.keys()) {
        const of = payOfHalf(pay, half, ZONE);
        const expected = {
          hours: hoursOfHalfPay(of),
          straight: straightOf(of),
          overtime: sum(of.weeks.map(({ hours }) => hours)),
          premium: sum(of.weeks.map(({ premium }) => premium)),
        };
        const found = dues.find((one) => one.month === month && one.half === half);
        const { hours = 0, straight = 0, overtime: over = 0, premium = 0 } = found ?? {};
        expect([worker, month, half, { hours, straight, overtime: over, premium }]).toEqual([
          worker,
          month,
          half,
          expected,
        ]);
        sums.straight += straight;
        sums.premium += premium;
      }
    }
  }
  expect(sums.straight).toBeGreaterThan(1_000_000);
  expect(sums.premium).toBeGreaterThan(10_000);
});

// --- What is said of it

const PAY: PaySums = { hours: 800, straight: 15_200, overtime: 0, premium: 0 };
const part = (more: Partial<BookPayPart>): BookPayPart => ({
  ...{
    month: '2026-10',
    half: 0,
    name: '2026-10, 1st half',
    due: PAY,
    exported: PAY,
    shown: null,
    isWatched: false,
  },
  ...more,
});
const check = (more: Partial<BookPayPart>) => {
  const { broken, parts, total } = checkDue({ providerId: 7, parts: [part(more)] });
  return { texts: broken.map(({ text }) => text), parts: parts.map((one) => [one.part, one.value]), total };
};

test('what was exported as it is due is in order', () => {
  expect(check({})).toEqual({ texts: [], parts: [['exported', 15_200]], total: 15_200 });
});

test('what the next run corrects is listed, and does not break the books', () => {
  const less = { ...PAY, hours: 700, straight: 13_300 };
  expect(check({ exported: less, shown: PAY, isWatched: true })).toEqual({
    texts: [],
    parts: [
      ['exported', 13_300],
      ['toCorrect', 1_900],
    ],
    total: 15_200,
  });
});

test('a half that no run has exported yet is due', () => {
  expect(check({ exported: null, shown: PAY })).toEqual({
    texts: [],
    parts: [['notExported', 15_200]],
    total: 15_200,
  });
});

test('what was exported otherwise and no run will correct does not add up, at the pay of the caregiver', () => {
  const exported = { ...PAY, straight: 15_201, overtime: 50, premium: 475 };
  const { broken } = checkDue({ providerId: 7, parts: [part({ exported, shown: PAY })] });
  expect(broken).toEqual([
    {
      text: 'Runs have exported 8.00 h for $152.01, 0.50 h of overtime for $4.75 in 2026-10, 1st half; billing records and rates come to 8.00 h for $152.00, and no run will correct it until this pay period is exported again.',
      record: { kind: 'pay', id: '7', clientId: null, month: '2026-10', day: null },
    },
  ]);
});

test('payroll that shows something else than what is due does not add up', () => {
  expect(check({ exported: null, shown: { ...PAY, straight: 15_199 } }).texts).toEqual([
    'Payroll shows 8.00 h for $151.99 in 2026-10, 1st half; billing records and rates come to 8.00 h for $152.00.',
  ]);
});

test('a paid period has a place in each of its months', () => {
  const rules: PayPeriodRule[] = [{ validFrom: '2026-10-25', length: 'twoWeeks' }];
  const paid = [
    { from: '2026-11-22', through: '2026-12-05' },
    { from: '2026-11-08', through: '2026-11-21' },
  ];
  expect(placesOfPeriods(paid, rules)).toEqual(['2026-11 2', '2026-12 0', '2026-11 1']);
});
