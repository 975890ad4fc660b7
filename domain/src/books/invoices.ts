import { showMoney } from '../money.ts';
import { showInvoiceNumber } from '../private-pay/invoicing.ts';
import { sum } from '../sum.ts';
import type { BookInvoice, BookInvoices, BookReceipt } from './facts.ts';
import type { BookRecord, CheckResult } from './schema.ts';
import { newTally, type Tally } from './tally.ts';

/** Invoices are the sum of their lines, and what was charged is paid or open (docs/rules/books.md, rule 10). */

const nameOf = ({ range, number }: BookInvoice) => showInvoiceNumber(range, number);

const recordOf = (invoice: BookInvoice): BookRecord => ({
  kind: 'invoice',
  id: String(invoice.id),
  name: nameOf(invoice),
  clientId: invoice.clientId,
  month: invoice.month,
  day: null,
});

const breakInvoice = (tally: Tally, invoice: BookInvoice): void => {
  const record = recordOf(invoice);
  const { total, lines, isVoid, parts } = invoice;
  const name = nameOf(invoice);
  const charged = sum(lines.map(({ amount }) => amount));
  if (charged !== total)
    tally.break(
      `Invoice ${name} is of ${showMoney(total)}, its lines come to ${showMoney(charged)}.`,
      record,
    );
  if (lines.some(({ isLive }) => isLive === isVoid))
    tally.break(`The lines of invoice ${name} do not follow it: it is ${isVoid ? 'void' : 'valid'}.`, record);
  if (isVoid && parts.length > 0) tally.break(`Invoice ${name} is void and still has payments.`, record);
  if (sum(parts) > total)
    tally.break(`Invoice ${name} of ${showMoney(total)} has payments of ${showMoney(sum(parts))}.`, record);
};

const breakPayment = (tally: Tally, { id, clientId, month, amount, isReversed, parts }: BookReceipt) => {
  const record: BookRecord = { kind: 'payment', id: String(id), clientId, month, day: null };
  if (isReversed && parts.length > 0)
    tally.break('A payment was taken back and still pays invoices.', record);
  if (sum(parts) > amount)
    tally.break(`A payment of ${showMoney(amount)} pays ${showMoney(sum(parts))}.`, record);
};

const numberGaps = (numbers: readonly number[]): readonly number[] =>
  numbers.filter((number, at) => number !== (numbers[at - 1] ?? 0) + 1);

/** All invoices of a number range, in the order of their numbers, and all payments. */
export const checkInvoices = ({ invoices, payments }: BookInvoices): CheckResult => {
  const tally = newTally('invoices');
  for (const invoice of invoices) {
    tally.look();
    breakInvoice(tally, invoice);
    if (invoice.isVoid) continue;
    const record = recordOf(invoice);
    tally.add('paid', sum(invoice.parts), record);
    tally.add('unpaid', invoice.total - sum(invoice.parts), record);
  }
  for (const [range, own] of Map.groupBy(invoices, (invoice) => invoice.range)) {
    const [gap] = numberGaps(own.map(({ number }) => number));
    const after = own.find(({ number }) => number === gap);
    if (after) tally.break(`Invoices of ${range} before ${nameOf(after)} are missing.`, recordOf(after));
  }
  for (const payment of payments) breakPayment(tally, payment);
  return tally.result();
};
