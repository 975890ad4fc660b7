import { expect, test } from 'vitest';
import {
  isDecidedIn,
  NO_SHARES,
  type ShareFacts,
  shareMonths,
  shareState,
  withheldIn,
} from './share-of-cost.ts';

const OCTOBER = '2026-10-01';
const TODAY = '2026-12-02';
const line = (day: string, open: number, ...adjustments: readonly (readonly [string, string, number])[]) => ({
  day,
  open,
  reason: null,
  adjustments: adjustments.map(([group, reason, amount]) => ({ group, reason, amount })),
});
const facts = (more: Partial<ShareFacts> = {}): ShareFacts => ({
  ...NO_SHARES,
  claims: [
    {
      id: '1-1',
      months: [OCTOBER, '2026-11-01'],
      isDecided: true,
      lines: [
        line('2026-10-05', 2_000, ['PR', '142', 800], ['CO', '45', 1_200]),
        line('2026-10-12', 500, ['PR', '3', 900]),
        line('2026-11-02', 700, ['PR', '142', 700]),
      ],
    },
  ],
  ...more,
});

test('withheld is what the payer named as the client’s share, by the month of the service', () => {
  expect([withheldIn(facts(), OCTOBER), withheldIn(facts(), '2026-11-01')]).toEqual([1_300, 700]);
});

test.each([
  ['by its reason, of an answer without amounts', "PR 142 (the client's share): …", 900],
  ['nothing, where that reason is another', 'CO 45: …', 0],
])('withheld is %s', (_, reason, cents) => {
  const lines = [{ day: '2026-10-05', open: 900, adjustments: null, reason }];
  const claims = [{ id: '1-1', months: [OCTOBER], isDecided: true, lines }];
  expect(withheldIn({ claims }, OCTOBER)).toBe(cents);
});

test('a month is decided once all of it was asked for and answered', () => {
  const open = { id: '2-1', months: [OCTOBER], isDecided: false, lines: [] };
  expect(isDecidedIn(facts(), OCTOBER, TODAY)).toBe(true);
  expect(isDecidedIn(facts({ claims: [...facts().claims, open] }), OCTOBER, TODAY)).toBe(false);
  expect(isDecidedIn(facts({ unclaimed: [OCTOBER] }), OCTOBER, TODAY)).toBe(false);
  expect(isDecidedIn(facts({ unclaimed: [OCTOBER] }), '2026-11-01', TODAY)).toBe(true);
});

test.each([
  ['2026-11-30', [true, false]],
  ['2026-12-01', [true, true]],
])('on %s a month that is not over is not decided, though all of it so far was paid', (today, expected) => {
  expect([OCTOBER, '2026-11-01'].map((month) => isDecidedIn(facts(), month, today))).toEqual(expected);
  expect(shareMonths(facts(), today).map(({ isDecided }) => isDecided)).toEqual(expected);
});

test('months are those withheld, billed or asked for', () => {
  const billed = [{ invoiceId: 1, month: '2026-09-01', cents: 500 }];
  expect(
    shareMonths(facts({ billed }), TODAY, ['2026-12-01']).map(({ month, withheld, billed: of }) => [
      month,
      withheld,
      of,
    ]),
  ).toEqual([
    ['2026-09-01', 0, 500],
    [OCTOBER, 1_300, 0],
    ['2026-11-01', 700, 0],
    ['2026-12-01', 0, 0],
  ]);
});

test.each([
  [800, 500, true, 'toBill'],
  [800, 500, false, 'toBill'],
  [500, 800, false, 'waiting'],
  [0, 0, false, 'waiting'],
  [500, 800, true, 'above'],
  [500, 500, true, 'even'],
] as const)(
  'of %i withheld and %i billed, decided %s, is to do: %s',
  (withheld, billed, isDecided, state) => {
    expect(shareState({ withheld, billed, isDecided })).toBe(state);
  },
);
