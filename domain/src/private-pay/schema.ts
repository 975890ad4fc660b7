import { z } from 'zod';
import { PAYER_KINDS } from '../payers/schema.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';

const cents = z.int();
const id = z.int().min(1).max(MAX_ID);
/** Largest amount of one payment or rate, in cents. */
export const MAX_CENTS = 100_000_000;

// ---- what a client is billed by

/** Cents an hour of a care plan type, from a day on. */
export const PrivateRate = z.strictObject({
  type: z.string().min(1).max(40),
  from: dateText,
  cents: z.int().min(1).max(100_000),
});
export type PrivateRate = z.output<typeof PrivateRate>;

/** Cents a month that Medicaid has a client pay, from a month on; 0 ends it. */
export const ShareOfCost = z.strictObject({ from: dateText, cents: z.int().min(0).max(MAX_CENTS) });
export type ShareOfCost = z.output<typeof ShareOfCost>;

export const PrivateTerms = z.strictObject({
  rates: z.array(PrivateRate).max(200),
  shares: z.array(ShareOfCost).max(200),
});
export type PrivateTerms = z.output<typeof PrivateTerms>;

// ---- invoices

export const LINE_KINDS = ['Work', 'Share of cost', 'Share of a claim', 'Not covered'] as const;
export const InvoiceLine = z.strictObject({
  kind: z.enum(LINE_KINDS),
  /** Of the visit; of a share of cost and of a claim the first day of the month. */
  day: dateText,
  /** Of the care plan, and of the card that recorded the time; null for all but work. */
  planId: z.int().nullable(),
  cardId: z.int().nullable(),
  /** What of a claim was billed to the client; null for all else. */
  settlementId: z.int().nullable(),
  service: z.string(),
  caregiver: z.string(),
  minutes: z.int(),
  /** Cents an hour; 0 for all but work. */
  rate: cents,
  amount: cents,
});
export type InvoiceLine = z.output<typeof InvoiceLine>;

/** To whom it goes, as it was when it was made. */
export const BillTo = z.strictObject({
  name: z.string(),
  lines: z.array(z.string()),
  email: z.string(),
});
export type BillTo = z.output<typeof BillTo>;

export const INVOICE_STATES = ['Open', 'Overdue', 'Paid', 'Voided'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const SENT_VIA = ['Email', 'Paper'] as const;
export type SentVia = (typeof SENT_VIA)[number];

export const InvoiceRow = z.strictObject({
  id: z.int(),
  /** 2026-0042 */
  number: z.string(),
  clientId: z.int(),
  client: z.string(),
  billTo: BillTo,
  from: dateText,
  through: dateText,
  issued: dateText,
  due: dateText,
  total: cents,
  paid: cents,
  state: z.enum(INVOICE_STATES),
  sent: stampText.nullable(),
  sentVia: z.enum(SENT_VIA).nullable(),
  /** Why the e-mail did not go out; it may be sent again. */
  mailFault: z.string().nullable(),
  voidReason: z.string().nullable(),
  rev: z.int(),
});
export type InvoiceRow = z.output<typeof InvoiceRow>;

export const Invoice = InvoiceRow.extend({
  lines: z.array(InvoiceLine),
  payments: z.array(
    z.strictObject({
      paymentId: z.int(),
      day: dateText,
      method: z.string(),
      reference: z.string(),
      amount: cents,
    }),
  ),
  /** Lines whose card has another time by now. */
  changedDays: z.array(dateText),
});
export type Invoice = z.output<typeof Invoice>;

/** Recorded work that is on no invoice because something is missing. */
export const LeftOut = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  service: z.string(),
  days: z.int(),
  minutes: z.int(),
  reason: z.string(),
});
export type LeftOut = z.output<typeof LeftOut>;

export const InvoiceDraft = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  payerKind: z.enum(PAYER_KINDS),
  billTo: BillTo,
  lines: z.int(),
  minutes: z.int(),
  total: cents,
  from: dateText,
  through: dateText,
});
export type InvoiceDraft = z.output<typeof InvoiceDraft>;

export const InvoicePreview = z.strictObject({
  invoices: z.array(InvoiceDraft),
  leftOut: z.array(LeftOut),
  total: cents,
});
export type InvoicePreview = z.output<typeof InvoicePreview>;

// ---- payments

export const PAYMENT_METHODS = ['Check', 'Card', 'ACH', 'Cash'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const AppliedPart = z.strictObject({ invoiceId: id, cents: z.int().min(1).max(MAX_CENTS) });
export type AppliedPart = z.output<typeof AppliedPart>;

export const PaymentWrite = z.strictObject({
  clientId: id,
  day: dateText,
  method: z.enum(PAYMENT_METHODS),
  reference: z.string().trim().max(60),
  cents: z.int().min(1).max(MAX_CENTS),
  /** To which invoices; null: the oldest first. */
  parts: z.array(AppliedPart).max(100).nullable(),
});
export type PaymentWrite = z.output<typeof PaymentWrite>;

export const PaymentRow = z.strictObject({
  id: z.int(),
  day: dateText,
  method: z.enum(PAYMENT_METHODS),
  reference: z.string(),
  amount: cents,
  /** What of it pays no invoice. */
  credit: cents,
  invoices: z.array(z.string()),
  reversed: dateText.nullable(),
  reverseReason: z.string().nullable(),
  rev: z.int(),
});
export type PaymentRow = z.output<typeof PaymentRow>;

// ---- accounts

/** A month's share of cost: on record, withheld by Medicaid and on valid invoices. */
export const ShareMonthRow = z.strictObject({
  /** Its first day. */
  month: dateText,
  owed: cents,
  withheld: cents,
  billed: cents,
  /** Medicaid was asked for all of it and has decided. */
  isDecided: z.boolean(),
});
export type ShareMonthRow = z.output<typeof ShareMonthRow>;

export const ClientAccount = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  payer: z.string(),
  balance: cents,
  overdue: cents,
  credit: cents,
  invoices: z.array(InvoiceRow),
  payments: z.array(PaymentRow),
  terms: PrivateTerms,
  termsRev: z.int(),
  /** The newest first. */
  shares: z.array(ShareMonthRow),
});
export type ClientAccount = z.output<typeof ClientAccount>;

export const ENTRY_KINDS = ['Invoice', 'Payment', 'Invoice voided', 'Payment reversed'] as const;
export const StatementEntry = z.strictObject({
  day: dateText,
  kind: z.enum(ENTRY_KINDS),
  /** Of the invoice or the payment. */
  id: z.int(),
  text: z.string(),
  /** What it adds to the balance. */
  amount: cents,
  balance: cents,
});
export type StatementEntry = z.output<typeof StatementEntry>;

export const Statement = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  billTo: BillTo,
  from: dateText,
  through: dateText,
  opening: cents,
  entries: z.array(StatementEntry),
  closing: cents,
});
export type Statement = z.output<typeof Statement>;

/** A client of the page. */
export const AccountRow = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  payer: z.string(),
  /** Recorded work and shares of cost on no invoice yet, priced; and what cannot be. */
  uninvoiced: cents,
  uninvoicedMinutes: z.int(),
  leftOutMinutes: z.int(),
  leftOutReason: z.string().nullable(),
  balance: cents,
  overdue: cents,
  credit: cents,
  unsent: z.int(),
});
export type AccountRow = z.output<typeof AccountRow>;

export const PrivatePayPage = z.strictObject({
  rows: z.array(AccountRow),
  /** The run that can be taken back: none of its invoices was sent. */
  lastRun: z.strictObject({ id: z.int(), invoices: z.int(), total: cents }).nullable(),
});
export type PrivatePayPage = z.output<typeof PrivatePayPage>;
