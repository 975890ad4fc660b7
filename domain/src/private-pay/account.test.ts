import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import {
  applyCredit,
  applyOldestFirst,
  type Books,
  checkPayment,
  creditOf,
  openInvoices,
  PAYMENT_AHEAD,
  paidOf,
  REFERENCE_MISSING,
  statementOf,
  stateOf,
  totalsOf,
} from './account.ts';

const invoice = (id: number, issued: string, total: number, more: object = {}) => ({
  id,
  number: `2026-${String(id).padStart(4, '0')}`,
  issued,
  due: addDays(issued, 15),
  total,
  isSent: true,
  voided: null,
  ...more,
});
const payment = (id: number, day: string, amount: number, more: object = {}) => ({
  id,
  day,
  words: `Check ${id}`,
  amount,
  reversed: null,
  ...more,
});
const TODAY = '2026-12-02';

describe('an account', () => {
  const books: Books = {
    invoices: [
      invoice(2, '2026-11-01', 10_000),
      invoice(1, '2026-10-01', 5_000),
      invoice(3, '2026-12-01', 700),
    ],
    payments: [payment(1, '2026-11-05', 9_000)],
    parts: [
      { paymentId: 1, invoiceId: 1, amount: 5_000 },
      { paymentId: 1, invoiceId: 2, amount: 3_000 },
    ],
  };

  test('owes what is open less its credit', () => {
    expect(openInvoices(books).map(({ invoiceId, open }) => [invoiceId, open])).toEqual([
      [2, 7_000],
      [3, 700],
    ]);
    expect(totalsOf(books, TODAY)).toEqual({ balance: 6_700, overdue: 7_000, credit: 1_000 });
  });

  test('shows invoices as paid, open, overdue or voided', () => {
    const one = invoice(1, '2026-11-17', 100);
    expect(stateOf(one, 100, TODAY)).toBe('Paid');
    expect(stateOf(one, 99, TODAY)).toBe('Open');
    expect(stateOf(one, 99, '2026-12-03')).toBe('Overdue');
    expect(stateOf({ ...one, voided: TODAY }, 0, TODAY)).toBe('Voided');
  });

  test('has payments go to the oldest invoice first, the rest is credit', () => {
    const open = openInvoices(books);
    expect(applyOldestFirst(open, 7_100)).toEqual([
      { invoiceId: 2, cents: 7_000 },
      { invoiceId: 3, cents: 100 },
    ]);
    expect(applyOldestFirst(open, 20_000)).toHaveLength(2);
    expect(applyCredit(books)).toEqual([{ paymentId: 1, invoiceId: 2, amount: 1_000 }]);
  });
});

describe('a payment', () => {
  const open = [{ invoiceId: 1, number: '2026-0001', due: '2026-10-16', open: 5_000 }];
  const paid = { day: '2026-11-05', method: 'Check', reference: '101', cents: 5_000, parts: null } as const;
  const faults = (change: object) =>
    checkPayment({ ...paid, ...change }, open, TODAY).map(({ field, message }) => [field, message]);

  test('is not dated ahead, and a check has its number', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ day: '2026-12-03' })).toEqual([['day', PAYMENT_AHEAD]]);
    expect(faults({ reference: '' })).toEqual([['reference', REFERENCE_MISSING]]);
    expect(faults({ method: 'Cash', reference: '' })).toEqual([]);
  });

  test('pays chosen invoices at most what is open, and no more than it is', () => {
    expect(faults({ parts: [{ invoiceId: 1, cents: 5_000 }] })).toEqual([]);
    expect(faults({ parts: [{ invoiceId: 1, cents: 5_001 }] })[0]).toEqual([
      'parts.0',
      'Invoice 2026-0001 has $50.00 open',
    ]);
    expect(faults({ parts: [{ invoiceId: 9, cents: 1 }] })[0]?.[0]).toBe('parts.0');
    expect(faults({ cents: 10, parts: [{ invoiceId: 1, cents: 11 }] })[0]?.[0]).toBe('parts');
    expect(
      faults({
        parts: [
          { invoiceId: 1, cents: 1 },
          { invoiceId: 1, cents: 1 },
        ],
      })[0]?.[0],
    ).toBe('parts.1');
  });
});

describe('a statement', () => {
  const books: Books = {
    invoices: [
      invoice(1, '2026-10-01', 5_000),
      invoice(2, '2026-11-01', 10_000, { voided: '2026-11-03' }),
      invoice(3, '2026-11-02', 400, { isSent: false, voided: '2026-11-02' }),
    ],
    payments: [payment(1, '2026-10-10', 5_000, { reversed: '2026-11-10' }), payment(2, '2026-11-12', 6_000)],
    parts: [{ paymentId: 2, invoiceId: 1, amount: 5_000 }],
  };

  test('lists invoices, payments and what took them back, with the balance after each', () => {
    const { opening, entries, closing } = statementOf(books, { from: '2026-11-01', through: '2026-11-30' });
    expect(opening).toBe(0);
    expect(entries.map(({ day, kind, id, amount, balance }) => [day, kind, id, amount, balance])).toEqual([
      ['2026-11-01', 'Invoice', 2, 10_000, 10_000],
      ['2026-11-03', 'Invoice voided', 2, -10_000, 0],
      ['2026-11-10', 'Payment reversed', 1, 5_000, 5_000],
      ['2026-11-12', 'Payment', 2, -6_000, -1_000],
    ]);
    expect(closing).toBe(-1_000);
    expect(totalsOf(books, TODAY).balance).toBe(closing);
  });

  test('opens with what the one before closed with', () => {
    const one = statementOf(books, { from: '2026-10-01', through: '2026-11-09' });
    const next = statementOf(books, { from: '2026-11-10', through: '2026-12-31' });
    expect(one.closing).toBe(next.opening);
  });
});

/** 200 generated years of invoices, payments, chosen or oldest first, voids and reversals, beside a tally by hand. */
test('balances are the sums of the lines to the cent', () => {
  const step = fc.record({
    what: fc.constantFrom('invoice', 'invoice', 'pay', 'pay', 'credit', 'void', 'reverse'),
    cents: fc.integer({ min: 1, max: 300_000 }),
    pick: fc.nat(50),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 364 }), (steps, cut) => {
      let books: Books = { invoices: [], payments: [], parts: [] };
      let tally = 0;
      const dayOf = (n: number) => addDays('2026-01-01', n);
      for (const [n, { what, cents, pick }] of steps.entries()) {
        const day = dayOf(n * 6);
        if (what === 'invoice') {
          books = { ...books, invoices: [...books.invoices, invoice(n + 1, day, cents)] };
          tally += cents;
        } else if (what === 'pay') {
          const parts = applyOldestFirst(openInvoices(books), cents);
          books = {
            ...books,
            payments: [...books.payments, payment(n + 1, day, cents)],
            parts: [
              ...books.parts,
              ...parts.map((part) => ({ paymentId: n + 1, invoiceId: part.invoiceId, amount: part.cents })),
            ],
          };
          tally -= cents;
        } else if (what === 'credit') books = { ...books, parts: [...books.parts, ...applyCredit(books)] };
        else if (what === 'void') {
          const live = books.invoices.filter(({ voided }) => voided === null);
          const one = live[pick % Math.max(1, live.length)];
          if (!one) continue;
          books = {
            ...books,
            invoices: books.invoices.map((other) => (other === one ? { ...one, voided: day } : other)),
            parts: books.parts.filter(({ invoiceId }) => invoiceId !== one.id),
          };
          tally -= one.total;
        } else {
          const live = books.payments.filter(({ reversed }) => reversed === null);
          const one = live[pick % Math.max(1, live.length)];
          if (!one) continue;
          books = {
            ...books,
            payments: books.payments.map((other) => (other === one ? { ...one, reversed: day } : other)),
            parts: books.parts.filter(({ paymentId }) => paymentId !== one.id),
          };
          tally += one.amount;
        }
      }
      expect(totalsOf(books, '2027-01-01').balance).toBe(tally);
      const all = statementOf(books, { from: '2026-01-01', through: '2027-12-31' });
      expect([all.opening, all.closing]).toEqual([0, tally]);
      const before = statementOf(books, { from: '2026-01-01', through: dayOf(cut) });
      const after = statementOf(books, { from: dayOf(cut + 1), through: '2027-12-31' });
      expect(before.closing).toBe(after.opening);
      expect([...before.entries, ...after.entries].map(({ balance }) => balance)).toEqual(
        all.entries.map(({ balance }) => balance),
      );
      for (const one of books.invoices) {
        const paid = paidOf(books, one.id);
        expect(paid).toBeLessThanOrEqual(one.total);
        if (one.voided !== null) expect(paid).toBe(0);
      }
      for (const one of books.payments) expect(creditOf(books, one)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 200 },
  );
});
