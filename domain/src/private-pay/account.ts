import type { CardStatus } from '../billing/schema.ts';
import { showDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import type { AppliedPart, InvoiceState, PaymentWrite, StatementEntry } from './schema.ts';

/** Who owes what: the one place that adds up invoices and payments (docs/rules/private-pay.md, rules 13 to 20). */

export interface BookedInvoice {
  readonly id: number;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly total: number;
  readonly isSent: boolean;
  /** Day on which it was voided. */
  readonly voided: string | null;
}

export interface BookedPayment {
  readonly id: number;
  readonly day: string;
  readonly words: string;
  readonly amount: number;
  /** Day on which it was reversed. */
  readonly reversed: string | null;
}

/** What of a payment pays an invoice; parts of voided invoices and reversed payments are not among them. */
export interface BookedPart {
  readonly paymentId: number;
  readonly invoiceId: number;
  readonly amount: number;
}

export interface Books {
  readonly invoices: readonly BookedInvoice[];
  readonly payments: readonly BookedPayment[];
  readonly parts: readonly BookedPart[];
}

const sumOf = (rows: readonly { readonly amount: number }[]) => sum(rows.map(({ amount }) => amount));

export const paidOf = ({ parts }: Pick<Books, 'parts'>, invoiceId: number): number =>
  sumOf(parts.filter((part) => part.invoiceId === invoiceId));

/** Of a billing record by the invoices that its work is on, and the cents of its days that are on none. */
export const statusOfInvoiced = (
  books: Pick<Books, 'invoices' | 'parts'>,
  invoiceIds: readonly number[],
  uninvoiced: number,
): CardStatus => {
  const own = books.invoices.filter(({ id }) => invoiceIds.includes(id));
  const isWhole = own.length > 0 && uninvoiced === 0;
  if (isWhole && own.every(({ id, total }) => paidOf(books, id) >= total)) return 'Paid';
  return own.some(({ id }) => paidOf(books, id) > 0) ? 'PartPaid' : 'Billed';
};

export const creditOf = ({ parts }: Pick<Books, 'parts'>, payment: BookedPayment): number =>
  payment.reversed === null
    ? payment.amount - sumOf(parts.filter(({ paymentId }) => paymentId === payment.id))
    : 0;

export const stateOf = (
  invoice: Pick<BookedInvoice, 'total' | 'due' | 'voided'>,
  paid: number,
  today: string,
): InvoiceState => {
  if (invoice.voided !== null) return 'Voided';
  if (paid >= invoice.total) return 'Paid';
  return invoice.due < today ? 'Overdue' : 'Open';
};

export interface OpenInvoice {
  readonly invoiceId: number;
  readonly number: string;
  readonly due: string;
  readonly open: number;
}

/** Invoices that are not paid, the oldest first: by day of issue, then as they were numbered. */
export const openInvoices = (books: Books): OpenInvoice[] =>
  books.invoices
    .filter(({ voided }) => voided === null)
    .toSorted((a, b) => (a.issued < b.issued ? -1 : a.issued > b.issued ? 1 : a.id - b.id))
    .map(({ id, number, due, total }) => ({ invoiceId: id, number, due, open: total - paidOf(books, id) }))
    .filter(({ open }) => open > 0);

export interface Totals {
  /** What the client owes; below 0 the agency owes it. */
  readonly balance: number;
  readonly overdue: number;
  readonly credit: number;
}

export const totalsOf = (books: Books, today: string): Totals => {
  const open = openInvoices(books);
  const credit = sum(books.payments.map((payment) => creditOf(books, payment)));
  return {
    balance: sum(open.map((one) => one.open)) - credit,
    overdue: sum(open.filter(({ due }) => due < today).map((one) => one.open)),
    credit,
  };
};

/** An amount to invoices, the oldest first; what is left is credit. */
export const applyOldestFirst = (open: readonly OpenInvoice[], cents: number): AppliedPart[] => {
  let left = cents;
  return open.flatMap(({ invoiceId, open: owed }) => {
    const part = Math.min(owed, left);
    left -= part;
    return part > 0 ? [{ invoiceId, cents: part }] : [];
  });
};

/** Credit of payments to open invoices, both the oldest first. */
export const applyCredit = (books: Books): BookedPart[] => {
  const open = openInvoices(books).map((one) => ({ ...one }));
  const payments = books.payments.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id));
  return payments.flatMap((payment) => {
    const parts = applyOldestFirst(open, creditOf(books, payment));
    for (const { invoiceId, cents } of parts) {
      const one = open.find((invoice) => invoice.invoiceId === invoiceId);
      if (one) one.open -= cents;
    }
    return parts.map(({ invoiceId, cents }) => ({ paymentId: payment.id, invoiceId, amount: cents }));
  });
};

export const REFERENCE_MISSING = 'Enter the number of the check';
export const PAYMENT_AHEAD = 'A payment cannot be dated after today';

/** What is wrong with a payment (docs/rules/private-pay.md, rule 14). */
export const checkPayment = (
  { day, method, reference, cents, parts }: Omit<PaymentWrite, 'clientId'>,
  open: readonly OpenInvoice[],
  today: string,
): FieldError[] => {
  const errors: FieldError[] = [];
  if (day > today) errors.push({ field: 'day', message: PAYMENT_AHEAD });
  if (method === 'Check' && reference === '') errors.push({ field: 'reference', message: REFERENCE_MISSING });
  const seen = new Set<number>();
  for (const [n, part] of (parts ?? []).entries()) {
    const invoice = open.find(({ invoiceId }) => invoiceId === part.invoiceId);
    const field = `parts.${n}`;
    if (!invoice || seen.has(part.invoiceId))
      errors.push({ field, message: 'Choose open invoices of this client, each once' });
    else if (part.cents > invoice.open)
      errors.push({ field, message: `Invoice ${invoice.number} has ${showMoney(invoice.open)} open` });
    seen.add(part.invoiceId);
  }
  const applied = sum((parts ?? []).map((part) => part.cents));
  if (applied > cents)
    errors.push({
      field: 'parts',
      message: `${showMoney(applied)} is applied, ${showMoney(cents)} was paid`,
    });
  return errors;
};

// ---- statement of account

interface Event {
  readonly day: string;
  readonly order: number;
  readonly kind: StatementEntry['kind'];
  readonly id: number;
  readonly text: string;
  readonly amount: number;
}

const eventsOf = ({ invoices, payments }: Books): Event[] => [
  // The client never saw an invoice that was voided before it was sent.
  ...invoices
    .filter(({ isSent, voided }) => isSent || voided === null)
    .flatMap(({ id, number, issued, due, total, voided }): Event[] => [
      { id, day: issued, order: 0, kind: 'Invoice', text: `${number}, due ${showDate(due)}`, amount: total },
      ...(voided === null
        ? []
        : [{ id, day: voided, order: 1, kind: 'Invoice voided', text: number, amount: -total } as const]),
    ]),
  ...payments.flatMap(({ id, day, words, amount, reversed }): Event[] => [
    { id, day, order: 2, kind: 'Payment', text: words, amount: -amount },
    ...(reversed === null
      ? []
      : [{ id, day: reversed, order: 3, kind: 'Payment reversed', text: words, amount } as const]),
  ]),
];

/** What happened in a period, with what was owed before and after it. */
export const statementOf = (
  books: Books,
  { from, through }: { readonly from: string; readonly through: string },
): { readonly opening: number; readonly entries: StatementEntry[]; readonly closing: number } => {
  const events = eventsOf(books).filter(({ day }) => day <= through);
  const opening = sumOf(events.filter(({ day }) => day < from));
  let balance = opening;
  const entries = events
    .filter(({ day }) => day >= from)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.order - b.order))
    .map(({ day, kind, id, text, amount }) => {
      balance += amount;
      return { day, kind, id, text, amount, balance };
    });
  return { opening, entries, closing: balance };
};
