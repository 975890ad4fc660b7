import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../sum.ts';
import { type StandingPart, standingDays } from './standing-day.ts';

const line = (control: string, day: string, ...amounts: (readonly [cardId: number, amount: number])[]) => ({
  ...{ control, day },
  shares: amounts.map(([cardId, amount]) => ({ cardId, amount, units: 1 })),
});
const lines = [
  line('1-1-1', '2026-10-01', [7, 5_096]),
  line('1-1-2', '2026-10-02', [7, 3_000], [8, 1_000]),
  line('1-1-3', '2026-10-03', [8, 2_000]),
];
const part = (over: Partial<StandingPart>): StandingPart => ({
  ...{ lines, paid: null, payments: null, isAccepted: true, refused: null, reason: null, denial: null },
  ...over,
});
const isCard = (id: number) => id === 7;
const paidOf = (one: StandingPart) =>
  standingDays([one], isCard).map(({ day, paid, reason }) => [day.slice(8), paid, reason]);
const paid = (control: string, cents: number, reason: string | null = null) => ({
  ...{ control, paid: cents, reason },
});

describe('a day of a card', () => {
  it('has what its lines were paid, and the reason of its own line', () => {
    const payments = [paid('1-1-1', 0, 'No authorization'), paid('1-1-2', 4_000), paid('1-1-3', 2_000)];
    expect(paidOf(part({ paid: 3_000, payments, reason: 'No authorization' }))).toEqual([
      ['01', 0, 'No authorization'],
      ['02', 3_000, null],
    ]);
  });

  it('has its share of the payment by charge if the answer has no lines', () => {
    expect(paidOf(part({ paid: 4_048, reason: 'Less than charged' }))).toEqual([
      ['01', 2_548, 'Less than charged'],
      ['02', 1_500, 'Less than charged'],
    ]);
  });

  it('has its share if the lines add up to a different amount than the card has', () => {
    const payments = [paid('1-1-1', 0), paid('1-1-2', 4_000), paid('1-1-3', 2_000)];
    expect(paidOf(part({ paid: 8_096, payments }))).toEqual([
      ['01', 5_096, null],
      ['02', 3_000, null],
    ]);
  });

  it('waits for a payment', () => {
    expect(paidOf(part({}))).toEqual([
      ['01', null, null],
      ['02', null, null],
    ]);
  });

  it('follows the newest claim', () => {
    const again = part({
      paid: 2_000,
      payments: [paid('2-1-1', 2_000)],
      lines: [line('2-1-1', '2026-10-01', [7, 2_000])],
    });
    expect(standingDays([part({ paid: 0 }), again], isCard).map((day) => [day.charge, day.paid])).toEqual([
      [2_000, 2_000],
      [3_000, 0],
    ]);
  });
});

it('add up to what the card was paid, over all days', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), cents, cents, cents), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      cents,
      (rows, saysLines, total) => {
        const sent = rows.map(([day, mine, other], at) =>
          line(`1-1-${at}`, `2026-10-0${day}`, [7, mine], [8, other]),
        );
        const payments = rows.map(([, , , money], at) => paid(`1-1-${at}`, money));
        const days = standingDays(
          [part({ lines: sent, paid: total, payments: saysLines ? payments : null })],
          isCard,
        );
        expect(sum(days.map((day) => day.paid ?? 0))).toBe(total);
        expect(sum(days.map(({ charge }) => charge))).toBe(sum(rows.map(([, mine]) => mine)));
      },
    ),
  );
});
