import { expect, test } from 'vitest';
import { showAmount, showMoney } from '../money.ts';
import { openOf } from './list-words.ts';

test('the open amount of an overpaid claim is negative', () => {
  expect(
    openOf({ charge: 20_558, insured: 0, paid: 20_558, overpaid: 20_558, settled: 0, standing: 0 }),
  ).toBe(-20_558);
  expect(openOf({ charge: 20_558, insured: 0, paid: 20_558, overpaid: 8_000, settled: 0, standing: 0 })).toBe(
    -8_000,
  );
  expect(openOf({ charge: 20_558, insured: 0, paid: 8_000, overpaid: 0, settled: 0, standing: 0 })).toBe(
    12_558,
  );
  expect(openOf({ charge: 20_558, insured: 0, paid: null, overpaid: 0, settled: 0, standing: 0 })).toBe(
    20_558,
  );
  expect(openOf({ charge: 20_558, insured: 20_000, paid: 500, overpaid: 0, settled: 0, standing: 0 })).toBe(
    58,
  );
  const rejected = { insured: 0, paid: null, overpaid: 0, settled: 0, standing: 8_000 };
  expect([openOf({ charge: 12_000, ...rejected }), openOf({ charge: 4_000, ...rejected })]).toEqual([
    4_000, 0,
  ]);
});

test('negative amounts have one spelling', () => {
  expect([showMoney(-20_558), showAmount(-20_558), showMoney(123_456), showMoney(0)]).toEqual([
    '−$205.58',
    '−205.58',
    '$1,234.56',
    '$0.00',
  ]);
});
