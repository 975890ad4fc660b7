import * as calls from '@homecare/domain/private-pay/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as accounts from './accounts.ts';
import * as invoices from './invoices.ts';
import * as payments from './payments.ts';
import * as sending from './sending.ts';

export const privatePayRoutes = [
  bind(calls.listAccounts, accounts.listAccounts),
  bind(calls.getAccount, accounts.getAccount),
  bind(calls.saveTerms, accounts.saveTerms),
  bind(calls.previewInvoices, invoices.previewInvoices),
  bind(calls.makeInvoices, invoices.makeInvoices),
  bind(calls.undoInvoices, invoices.undoInvoices),
  bind(calls.listUnsentInvoices, invoices.listUnsentInvoices),
  bind(calls.getInvoice, invoices.getInvoice),
  bind(calls.printInvoice, sending.printInvoice),
  bind(calls.sendInvoice, sending.sendInvoice),
  bind(calls.voidInvoice, invoices.voidInvoice),
  bind(calls.savePayment, payments.savePayment),
  bind(calls.reversePayment, payments.reversePayment),
  bind(calls.applyClientCredit, payments.applyClientCredit),
  bind(calls.getStatement, accounts.getStatement),
  bind(calls.printStatement, accounts.printStatement),
];
