import { canMail } from '../messaging/rules.ts';
import type { BillTo, SentVia } from './schema.ts';

/** What may be done to an invoice (docs/rules/private-pay.md, rules 9 to 12). */

export const NOTHING_TO_INVOICE =
  'Nothing to invoice: all recorded work of these days is on an invoice, or has no hourly rate.';
export const RUN_WAS_UNDONE = 'These invoices were taken back before.';
export const RUN_WAS_SENT = 'One of these invoices was sent. Void the others one by one.';
export const ALREADY_VOID = 'This invoice is void.';
export const ALREADY_SENT = 'This invoice was sent before.';
export const NO_ADDRESS = 'The payer has no e-mail address. Print the invoice.';
export const MAIL_IS_OFF = 'E-mail is switched off for your agency. Print the invoice.';

interface Movable {
  readonly voided: string | null;
  readonly sent: string | null;
}

/** Why it cannot be voided; undefined: it can. */
export const mayVoid = (invoice: Pick<Movable, 'voided'> | undefined): string | undefined =>
  invoice && invoice.voided === null ? undefined : ALREADY_VOID;

/** Why it cannot be sent; once it was sent, only an e-mail that failed goes again. */
export const maySend = (
  invoice: Movable & { readonly billTo: BillTo; readonly mailFault: string | null },
  via: SentVia,
  hasMail: boolean,
): string | undefined => {
  if (invoice.voided !== null) return ALREADY_VOID;
  if (invoice.sent !== null && invoice.mailFault === null) return ALREADY_SENT;
  if (via === 'Paper') return undefined;
  if (!hasMail) return MAIL_IS_OFF;
  return canMail(invoice.billTo.email) ? undefined : NO_ADDRESS;
};
