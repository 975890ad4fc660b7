import { getClientMonth } from '@homecare/domain/billing/contract.ts';
import { getMargin, listMarginLines } from '@homecare/domain/margin/contract.ts';
import * as calls from '@homecare/domain/private-pay/contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { useRead } from '../../platform/query.ts';

export const ACCOUNTS = '/privatepay';
export const ACCOUNT = '/privatepay/account';
export const INVOICE = '/privatepay/invoice';

interface Days {
  readonly from: string;
  readonly through: string;
}

export const useAccounts = (through: string) => useRead(calls.listAccounts, { through }, { staleTime: 0 });
export const useAccount = (clientId: number) =>
  useRead(calls.getAccount, { clientId }, { staleTime: 0, enabled: clientId > 0 });
export const useInvoice = (id: number) =>
  useRead(calls.getInvoice, { id }, { staleTime: 0, enabled: id > 0 });
export const useStatement = (clientId: number, days: Days, enabled: boolean) =>
  useRead(calls.getStatement, { clientId, ...days }, { staleTime: 0, enabled });
export const useInvoicePreview = (days: Days, clientIds: readonly number[] | null) =>
  useRead(calls.previewInvoices, { ...days, clientIds: clientIds && [...clientIds] }, { staleTime: 0 });

export const useUnsentInvoices = () => useRead(calls.listUnsentInvoices, {}, { staleTime: 0 });

export const openInvoicePdf = (id: number) => openForm(calls.printInvoice, { id });
export const openStatementPdf = (clientId: number, days: Days) =>
  openForm(calls.printStatement, { clientId, ...days });

const READERS = [
  calls.listAccounts,
  calls.getAccount,
  calls.getInvoice,
  calls.getStatement,
  calls.listUnsentInvoices,
  calls.previewInvoices,
];
/** Billing records and margins follow invoices and payments too. */
const BOOK_READERS = [...READERS, getClientMonth, getMargin, listMarginLines];
export const SAVE_TERMS = { call: calls.saveTerms, changes: READERS } as const;
export const MAKE_INVOICES = { call: calls.makeInvoices, changes: BOOK_READERS } as const;
export const UNDO_INVOICES = { call: calls.undoInvoices, changes: BOOK_READERS } as const;
export const SEND_INVOICE = { call: calls.sendInvoice, changes: READERS } as const;
export const VOID_INVOICE = { call: calls.voidInvoice, changes: BOOK_READERS } as const;
export const SAVE_PAYMENT = { call: calls.savePayment, changes: BOOK_READERS } as const;
export const REVERSE_PAYMENT = { call: calls.reversePayment, changes: BOOK_READERS } as const;
export const APPLY_CREDIT = { call: calls.applyClientCredit, changes: BOOK_READERS } as const;
