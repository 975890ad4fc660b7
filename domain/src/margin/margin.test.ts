import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CaregiverPay,
  groupMargin,
  invoicedShares,
  type MarginCard,
  marginLines,
  totalMargin,
} from './margin.ts';
import { MARGIN_DIMENSIONS } from './schema.ts';

const card = (id: number, over: Partial<MarginCard> = {}): MarginCard => ({
  id,
  month: '2026-10',
  serviceMonth: '2026-10',
  clientId: 100 + id,
  client: `Client ${id}`,
  caregiverId: 1,
  caregiver: 'Archuleta, Ana',
  type: 'PCP',
  town: 'Aurora',
  income: 10_000,
  unpaid: 0,
  ...over,
});
const pay = (over: Partial<CaregiverPay> = {}): CaregiverPay => ({
  month: '2026-10',
  caregiverId: 1,
  caregiver: 'Archuleta, Ana',
  lines: [],
  premiums: [],
  days: [],
  ...over,
});

test('a billing record has its income, what the payer refused to pay, and the pay for its hours', () => {
  const lines = [{ amount: 6000, parts: [{ cardId: 1, work: 250, travel: 50 }] }];
  expect(marginLines([card(1, { unpaid: 1000 })], [pay({ lines })])).toMatchObject([
    { income: 10_000, unpaid: -1000, straight: -5000, travel: -1000, overtime: 0, margin: 3000 },
  ]);
});

test('overtime of a week is divided among the clients of that week by paid minutes, with the odd cent going to the largest remainder', () => {
  const days = [
    { cardId: 1, date: '2026-10-05', minutes: 60 },
    { cardId: 2, date: '2026-10-06', minutes: 120 },
    { cardId: 3, date: '2026-10-20', minutes: 600 },
  ];
  const premiums = [{ from: '2026-10-04', through: '2026-10-10', cents: 1000 }];
  const found = marginLines([card(1), card(2), card(3)], [pay({ days, premiums })]);
  expect(found.map(({ overtime }) => overtime)).toEqual([-333, -667, 0]);
});

test('overtime of a week outside the month is divided by all days of the month, and belongs to no client if there are none', () => {
  const premiums = [{ from: '2026-09-27', through: '2026-10-03', cents: 900 }];
  const days = [
    { cardId: 1, date: '2026-10-20', minutes: 100 },
    { cardId: 2, date: '2026-10-21', minutes: 200 },
  ];
  const cards = [card(1), card(2)];
  expect(marginLines(cards, [pay({ days, premiums })]).map(({ overtime }) => overtime)).toEqual([-300, -600]);
  expect(marginLines(cards, [pay({ premiums })])).toMatchObject([
    { overtime: 0 },
    { overtime: 0 },
    { cardId: null, client: 'No client', overtime: -900, margin: -900 },
  ]);
});

test('rows with only zeros come last, and a record can be grouped by the month of service too', () => {
  const nothing = card(1, { income: 0 });
  const late = card(2, { serviceMonth: '2026-08', income: 500 });
  const loss = card(3, { income: 100 });
  const lines = marginLines(
    [nothing, late, loss],
    [pay({ lines: [{ amount: 300, parts: [{ cardId: 3, work: 1, travel: 0 }] }] })],
  );
  expect(groupMargin(lines, 'client').map(({ name, margin }) => [name, margin])).toEqual([
    ['Client 3', -200],
    ['Client 2', 500],
    ['Client 1', 0],
  ]);
  expect(groupMargin(lines, 'service').map(({ key, margin }) => [key, margin])).toEqual([
    ['2026-10', -200],
    ['2026-08', 500],
  ]);
  expect(groupMargin(marginLines([], [pay({ lines: [{ amount: 5, parts: [] }] })]), 'service')).toMatchObject(
    [{ key: '', name: 'No billing record', margin: -5 }],
  );
});

test.each([
  ['all that the payer left unpaid', 3_000, [2_000, 1_000], [2_000, 1_000]],
  ['part of what the payer left unpaid', 1_500, [2_000, 1_000], [1_000, 500]],
  [
    'no more than the payer left unpaid, because the rest is still undecided and counts in full',
    9_000,
    [2_000, 0],
    [2_000, 0],
  ],
  ['nothing before the payer decides', 3_000, [0, 0], [0, 0]],
])('an invoiced share of cost recovers %s', (_, cents, left, parts) =>
  expect(invoicedShares(cents, left)).toEqual(parts),
);

// --- Compares with plain loops over generated months

const amount = fc.integer({ min: 0, max: 500_000 });
const months = fc.constantFrom('2026-09', '2026-10');
const generated = fc
  .array(
    fc.record({
      caregiverId: fc.integer({ min: 1, max: 3 }),
      clientId: fc.integer({ min: 1, max: 4 }),
      month: months,
      type: fc.constantFrom('PCP', 'HMK'),
      town: fc.constantFrom('Aurora', 'Denver'),
      income: amount,
      unpaid: amount,
      work: fc.integer({ min: 0, max: 9_000 }),
      travel: fc.integer({ min: 0, max: 500 }),
      day: fc.integer({ min: 1, max: 28 }),
      minutes: fc.integer({ min: 0, max: 900 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      pays: fc.array(
        fc.record({
          amount,
          premium: fc.integer({ min: -5_000, max: 9_000 }),
          week: fc.integer({ min: 1, max: 4 }),
        }),
        {
          minLength: 6,
          maxLength: 6,
        },
      ),
    }),
  );

test('every cent of income, pay and overtime is in exactly one line, within a cent of its exact share', () => {
  fc.assert(
    fc.property(generated, ({ rows, pays }) => {
      const cards = rows.map((row, n) => ({
        ...card(n + 1),
        month: row.month,
        clientId: row.clientId,
        client: `Client ${row.clientId}`,
        caregiverId: row.caregiverId,
        caregiver: `Caregiver ${row.caregiverId}`,
        type: row.type,
        town: row.town,
        income: row.income,
        unpaid: row.unpaid,
      }));
      const paid = pays.map((one, n) => {
        const caregiverId = (n % 3) + 1;
        const month = n < 3 ? '2026-09' : '2026-10';
        const own = rows.flatMap((row, at) =>
          row.caregiverId === caregiverId && row.month === month ? [{ ...row, cardId: at + 1 }] : [],
        );
        const two = (day: number) => String(day).padStart(2, '0');
        return pay({
          month,
          caregiverId,
          caregiver: `Caregiver ${caregiverId}`,
          lines: own.length === 0 ? [] : [{ amount: one.amount, parts: own }],
          premiums: [
            {
              from: `${month}-${two(one.week * 7 - 6)}`,
              through: `${month}-${two(one.week * 7)}`,
              cents: one.premium,
            },
          ],
          days: own.map(({ cardId, day, minutes }) => ({ cardId, date: `${month}-${two(day)}`, minutes })),
        });
      });
      const lines = marginLines(cards, paid);
      const total = totalMargin(lines);
      let [income, unpaid, straight, overtime] = [0, 0, 0, 0];
      for (const row of rows) {
        income += row.income;
        unpaid += row.unpaid;
      }
      for (const { lines: own, premiums } of paid) {
        for (const line of own) straight += line.amount;
        for (const { cents } of premiums) overtime += cents;
      }
      expect([total.income, 0 - total.unpaid, 0 - total.straight - total.travel, 0 - total.overtime]).toEqual(
        [income, unpaid, straight, overtime],
      );
      expect(total.margin).toBe(income - unpaid - straight - overtime);
      // Each share of straight pay is within a cent of the share of its hours in the line.
      for (const { lines: own } of paid)
        for (const { amount: all, parts } of own) {
          let hours = 0;
          for (const { work, travel } of parts) hours += work + travel;
          for (const { cardId, work, travel } of hours === 0 ? [] : parts) {
            const line = lines.find((found) => found.cardId === cardId);
            expect(Math.abs(-(line?.straight ?? 0) - (all * work) / hours)).toBeLessThan(1);
            expect(Math.abs(-(line?.travel ?? 0) - (all * travel) / hours)).toBeLessThan(1);
          }
        }
      for (const by of MARGIN_DIMENSIONS) {
        const groups = groupMargin(lines, by);
        let [margin, count] = [0, 0];
        for (const group of groups) {
          margin += group.margin;
          count += group.lines;
        }
        expect([margin, count]).toEqual([total.margin, lines.length]);
      }
    }),
    { numRuns: 300 },
  );
});
