import { expect, test } from 'vitest';
import { checkInvoices } from './invoices.ts';

test('an invoice that does not add up is found by its number on record, and called by its own', () => {
  const { broken } = checkInvoices({
    invoices: [
      {
        ...{ id: 31, range: '2026', number: 1, clientId: 7, month: '2026-10', total: 5_000, isVoid: false },
        lines: [{ amount: 4_000, isLive: true }],
        parts: [],
      },
    ],
    payments: [],
  });
  expect(broken).toEqual([
    {
      text: 'Invoice 2026-0001 is of $50.00, its lines come to $40.00.',
      record: { kind: 'invoice', id: '31', name: '2026-0001', clientId: 7, month: '2026-10', day: null },
    },
  ]);
});
