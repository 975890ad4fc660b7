import { type BookedPart, type Books, paidOf, stateOf } from '@homecare/domain/private-pay/account.ts';
import { showInvoiceNumber } from '@homecare/domain/private-pay/invoicing.ts';
import type { InvoiceRow } from '@homecare/domain/private-pay/schema.ts';
import { findMailFaults } from '../messaging/service.ts';
import type { Db } from '../platform/db/rows.ts';
import {
  type StoredInvoice,
  type StoredPayment,
  selectInvoices,
  selectParts,
  selectPayments,
} from './queries.ts';

/** Invoices and payments of clients, for the rules of domain. */

export interface ClientBooks extends Books {
  readonly stored: readonly StoredInvoice[];
  readonly storedPayments: readonly StoredPayment[];
}

export const numberOf = ({ range, number }: Pick<StoredInvoice, 'range' | 'number'>): string =>
  showInvoiceNumber(range, number);

export const sayPayment = ({ method, reference }: Pick<StoredPayment, 'method' | 'reference'>): string =>
  reference === '' ? method : `${method} ${reference}`;

const booksOf = (
  stored: readonly StoredInvoice[],
  storedPayments: readonly StoredPayment[],
  parts: readonly BookedPart[],
): ClientBooks => ({
  stored,
  storedPayments,
  parts,
  invoices: stored.map((one) => ({ ...one, number: numberOf(one), isSent: one.sent !== null })),
  payments: storedPayments.map((one) => ({ ...one, words: sayPayment(one) })),
});

const NOTHING = booksOf([], [], []);

/** By client; null: of everyone. */
export const readBooks = async (db: Db, clientIds: readonly number[] | null) => {
  const invoices = Map.groupBy(await selectInvoices(db, clientIds), ({ clientId }) => clientId);
  const payments = Map.groupBy(await selectPayments(db, clientIds), ({ clientId }) => clientId);
  const parts = Map.groupBy(await selectParts(db, clientIds), ({ clientId }) => clientId);
  return (clientId: number): ClientBooks =>
    invoices.has(clientId) || payments.has(clientId)
      ? booksOf(invoices.get(clientId) ?? [], payments.get(clientId) ?? [], parts.get(clientId) ?? [])
      : NOTHING;
};

/** Invoices as screens show them. */
export const showInvoices = async (
  db: Db,
  invoices: readonly StoredInvoice[],
  books: Pick<Books, 'parts'>,
  today: string,
): Promise<InvoiceRow[]> => {
  const faults = await findMailFaults(
    db,
    invoices.flatMap(({ messageId }) => messageId ?? []),
  );
  return invoices.map((one) => {
    const { range: _, number: __, runId: ___, messageId, voided, ...rest } = one;
    const paid = paidOf(books, one.id);
    return {
      ...rest,
      number: numberOf(one),
      paid,
      state: stateOf({ ...one, voided }, paid, today),
      mailFault: messageId === null ? null : (faults.get(messageId) ?? null),
    };
  });
};
