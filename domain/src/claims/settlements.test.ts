import { expect, it } from 'vitest';
import {
  checkSettlement,
  isPaidAnyway,
  paidAnywayRemark,
  SETTLEMENT_REASON_KEYS,
  SETTLEMENT_REASONS,
  settledInfo,
  settlementInvoiced,
} from './settlements.ts';

it("a settlement needs a reason of its kind, and 'other' reasons need a note", () => {
  expect(checkSettlement({ kind: 'writeOff', reason: 'late', note: '' })).toEqual([]);
  expect(checkSettlement({ kind: 'writeOff', reason: 'shareOfCost', note: '' })).toEqual([
    { field: 'reason', message: 'Choose a reason from the list.' },
  ]);
  expect(checkSettlement({ kind: 'writeOff', reason: 'other', note: ' ' })[0]?.field).toBe('note');
  expect(checkSettlement({ kind: 'billClient', reason: 'notCovered', note: '' })).toEqual([]);
});

it('every reason has words', () =>
  expect([...SETTLEMENT_REASON_KEYS].sort()).toEqual(
    [...Object.keys(SETTLEMENT_REASONS.writeOff), ...Object.keys(SETTLEMENT_REASONS.billClient)].sort(),
  ));

it('the words say where money billed to a client is found, and what holds it', () => {
  expect(settledInfo('billClient', 1, 2_000)).toBe(
    '$20.00 of 1 claim billed to the client. The next invoice under Private pay has it.',
  );
  expect(settlementInvoiced(['2026-0001'])).toBe('Invoice 2026-0001: void it first, then undo.');
  expect(settlementInvoiced(['2026-0001', '2026-0004'])).toBe(
    'Invoices 2026-0001, 2026-0004: void them first, then undo.',
  );
});

it('the words report a payment for something settled, and what to do', () => {
  const paid = { claim: '1-2', amount: 8_000, paid: 8_000, day: '11-02-2026' };
  const remark = paidAnywayRemark({ ...paid, kind: 'writeOff' });
  expect(remark).toBe(
    'Paid after it was settled: claim 1-2, $80.00 written off on 11-02-2026. The payment of $80.00 was posted. Undo the write-off under Unpaid if all of it was paid.',
  );
  expect([isPaidAnyway(remark), isPaidAnyway('Payment X: 1 claim posted before.')]).toEqual([true, false]);
  expect(paidAnywayRemark({ ...paid, kind: 'billClient' })).toContain('Give the client the money back.');
});
