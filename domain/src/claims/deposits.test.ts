import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDeposit, matchDeposits, readDepositRows } from './deposits.ts';

const deposit = (id: number, day: string, amount: number) => ({ id, day, amount, reference: '' });
const payment = (trace: string, day: string, paid: number) => ({ trace, day, paid });

describe('deposits and payments', () => {
  it('match by amount and nearest day', () => {
    const found = matchDeposits(
      [deposit(1, '2026-11-13', 5_000), deposit(2, '2026-11-20', 5_000), deposit(3, '2026-11-20', 700)],
      [payment('A', '2026-11-12', 5_000), payment('B', '2026-11-19', 5_000), payment('C', '2026-11-19', 701)],
    );
    expect(found.matched.map(({ deposit: { id }, trace }) => [id, trace])).toEqual([
      [1, 'A'],
      [2, 'B'],
    ]);
    expect(found.deposits.map(({ id }) => id)).toEqual([3]);
    expect(found.payments.map(({ trace }) => trace)).toEqual(['C']);
  });
  it.each([
    ['2026-11-11', 1],
    ['2026-11-10', 0],
    ['2026-11-17', 1],
    ['2026-11-18', 0],
  ])('on %s match a payment of 11-12: %i', (day, count) =>
    expect(matchDeposits([deposit(1, day, 100)], [payment('A', '2026-11-12', 100)]).matched).toHaveLength(
      count,
    ),
  );
  it('are each matched at most once, and none is lost', () => {
    const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`);
    const amounts = fc.constantFrom(100, 200);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(days, amounts), { maxLength: 12 }),
        fc.array(fc.tuple(days, amounts), { maxLength: 12 }),
        (banked, paid) => {
          const deposits = banked.map(([day, amount], id) => deposit(id, day, amount));
          const payments = paid.map(([day, amount], at) => payment(String(at), day, amount));
          const found = matchDeposits(deposits, payments);
          const ids = [...found.matched.map((one) => one.deposit.id), ...found.deposits.map(({ id }) => id)];
          expect(ids.toSorted((a, b) => a - b)).toEqual(deposits.map(({ id }) => id));
          const traces = [
            ...found.matched.map(({ trace }) => trace),
            ...found.payments.map(({ trace }) => trace),
          ];
          expect(traces.toSorted()).toEqual(payments.map(({ trace }) => trace).toSorted());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("the bank's file", () => {
  const read = (...cells: string[][]) =>
    readDepositRows(
      cells.map((row, at) => ({ at: at + 1, cells: row })),
      '2026-11-24',
    );
  it('is read by the names of its columns, without outgoing money', () =>
    expect(
      read(
        ['Posting Date', 'Description', 'Amount'],
        ['11/13/2026', 'HCPF EFT 1', '$1,250.00'],
        ['11-14-2026', 'Rent', '-900.00'],
      ),
    ).toEqual({
      drafts: [{ day: '2026-11-13', amount: 125_000, reference: 'HCPF EFT 1' }],
      faults: [],
      skipped: 1,
    }));
  it.each([
    ['no columns', [['13', '12']], 'The first row must name the columns'],
    [
      'a wrong day',
      [
        ['Date', 'Amount'],
        ['soon', '12.00'],
      ],
      'Row 2: enter the date as MM-DD-YYYY.',
    ],
    [
      'a wrong amount',
      [
        ['Date', 'Amount'],
        ['11-13-2026', 'ten'],
      ],
      'Row 2: enter the amount as 1250.00.',
    ],
    [
      'a day to come',
      [
        ['Date', 'Amount'],
        ['2026-11-25', '1'],
      ],
      'Row 2: A deposit cannot be in the future.',
    ],
  ])('is refused with %s', (_, rows, message) => expect(read(...rows).faults[0]).toContain(message));
});

it('a deposit must be above 0 and not in the future', () =>
  expect(
    checkDeposit({ day: '2026-11-25', amount: 0, reference: '' }, '2026-11-24').map(({ field }) => field),
  ).toEqual(['amount', 'day']));
