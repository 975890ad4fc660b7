import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { dateText, MAX_ID, wireInt } from '../wire.ts';
import {
  ClientAccount,
  Invoice,
  InvoicePreview,
  InvoiceRow,
  PaymentWrite,
  PrivatePayPage,
  PrivateTerms,
  SENT_VIA,
  Statement,
} from './schema.ts';

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);
const queryId = wireInt(1, MAX_ID).pipe(z.int());
const rev = z.int().min(0).max(MAX_ID);
const reason = z.string().trim().min(1, 'Enter a reason').max(300, 'A reason has at most 300 characters.');
const saved = z.strictObject({ rev: z.int() });

export const SPAN_BACKWARDS = 'The last day is before the first day';
export const SPAN_TOO_LONG = 'Choose at most 366 days';
const span = { from: dateText, through: dateText };
const isSpan = <T extends { readonly from: string; readonly through: string }>(input: z.ZodType<T>) =>
  input
    .refine(({ from, through }) => from <= through, { path: ['through'], message: SPAN_BACKWARDS })
    .refine(({ from, through }) => Temporal.PlainDate.from(from).until(through).days <= 366, {
      path: ['through'],
      message: SPAN_TOO_LONG,
    });

/** Clients who pay, with what they owe and what is on no invoice yet up to a day. */
export const listAccounts = getCall(['private-pay/list-accounts'], {
  ...admin,
  name: 'privatePay.listAccounts',
  effect: 'read',
  input: z.strictObject({ through: dateText }),
  output: PrivatePayPage,
});

export const getAccount = getCall(['private-pay/get-account'], {
  ...admin,
  name: 'privatePay.getAccount',
  effect: 'read',
  input: z.strictObject({ clientId: queryId }),
  output: ClientAccount,
});

/** Hourly rates and shares of cost of a client, as a whole. */
export const saveTerms = postCall(['private-pay/save-terms'], {
  ...admin,
  name: 'privatePay.saveTerms',
  effect: 'write',
  input: PrivateTerms.extend({ clientId: id, rev }),
  output: saved,
});

/** What an invoice run would make; nothing is stored. */
export const previewInvoices = postCall(['private-pay/preview-invoices'], {
  ...admin,
  name: 'privatePay.previewInvoices',
  effect: 'read',
  input: isSpan(z.strictObject({ ...span, clientIds: z.array(id).max(5_000).nullable() })),
  output: InvoicePreview,
});

/** Invoices of everything recorded in a span that is on none yet; null: of all clients. */
export const makeInvoices = postCall(['private-pay/make-invoices'], {
  ...admin,
  name: 'privatePay.makeInvoices',
  effect: 'write',
  input: isSpan(z.strictObject({ ...span, clientIds: z.array(id).max(5_000).nullable() })),
  output: z.strictObject({ runId: z.int(), invoices: z.int(), total: z.int(), ids: z.array(z.int()) }),
});

/** Voids what one press made, as long as none of it was sent. */
export const undoInvoices = postCall(['private-pay/undo-invoices'], {
  ...admin,
  name: 'privatePay.undoInvoices',
  effect: 'write',
  input: z.strictObject({ runId: id }),
  output: z.strictObject({ voided: z.int() }),
});

/** Every invoice that is neither sent nor void, in the order of numbers. */
export const listUnsentInvoices = getCall(['private-pay/list-unsent'], {
  ...admin,
  name: 'privatePay.listUnsent',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(InvoiceRow),
});

export const getInvoice = getCall(['private-pay/get-invoice'], {
  ...admin,
  name: 'privatePay.getInvoice',
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: Invoice,
});

export const printInvoice = getCall(['private-pay/print-invoice'], {
  ...admin,
  name: 'privatePay.printInvoice',
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: fileOutput,
});

/** Mails the PDF once, or keeps that it was handed over on paper. */
export const sendInvoice = postCall(['private-pay/send-invoice'], {
  ...admin,
  name: 'privatePay.sendInvoice',
  effect: 'write',
  input: z.strictObject({ id, via: z.enum(SENT_VIA) }),
  output: saved,
});

/** It keeps its number; its work can be invoiced again, and what paid it becomes credit. */
export const voidInvoice = postCall(['private-pay/void-invoice'], {
  ...admin,
  name: 'privatePay.voidInvoice',
  effect: 'write',
  input: z.strictObject({ id, reason, rev }),
  output: saved,
});

export const savePayment = postCall(['private-pay/save-payment'], {
  ...admin,
  name: 'privatePay.savePayment',
  effect: 'write',
  creates: true,
  input: PaymentWrite,
  output: z.strictObject({ id: z.int(), applied: z.int(), credit: z.int() }),
});

/** A check that bounced, a payment of somebody else: its invoices are open again. */
export const reversePayment = postCall(['private-pay/reverse-payment'], {
  ...admin,
  name: 'privatePay.reversePayment',
  effect: 'write',
  input: z.strictObject({ id, reason, rev }),
  output: saved,
});

/** Credit of a client to the oldest open invoices. */
export const applyClientCredit = postCall(['private-pay/apply-credit'], {
  ...admin,
  name: 'privatePay.applyCredit',
  effect: 'write',
  input: z.strictObject({ clientId: id }),
  output: z.strictObject({ applied: z.int() }),
});

export const getStatement = getCall(['private-pay/get-statement'], {
  ...admin,
  name: 'privatePay.getStatement',
  effect: 'read',
  input: isSpan(z.strictObject({ clientId: queryId, ...span })),
  output: Statement,
});

export const printStatement = getCall(['private-pay/print-statement'], {
  ...admin,
  name: 'privatePay.printStatement',
  effect: 'read',
  input: isSpan(z.strictObject({ clientId: queryId, ...span })),
  output: fileOutput,
});
