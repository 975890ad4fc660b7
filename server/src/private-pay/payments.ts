import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { showMoney } from '@homecare/domain/money.ts';
import {
  applyCredit,
  applyOldestFirst,
  checkPayment,
  openInvoices,
} from '@homecare/domain/private-pay/account.ts';
import type * as calls from '@homecare/domain/private-pay/contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { readBooks, sayPayment } from './books.ts';
import { followPayments } from './following.ts';
import * as queries from './queries.ts';

/** Payments: received, applied to invoices, taken back (docs/rules/private-pay.md, rules 14 to 18). */

const PAYMENT_ENTITY = 'payment';

export const savePayment: UseCase<typeof calls.savePayment> = (scope, payment) =>
  mutate(scope, 'privatePay.savePayment', async (tx, record) => {
    const { clientId, cents } = payment;
    await queries.lockClients(tx, [clientId]);
    const [client] = await queries.selectPayingClients(tx, [clientId], []);
    if (!client) return refuse('notFound');
    const open = openInvoices((await readBooks(tx, [clientId]))(clientId));
    const refused = refuseAll(checkPayment(payment, open, scope.today().toString()));
    if (refused) return refused;
    const parts = payment.parts ?? applyOldestFirst(open, cents);
    const id = await queries.insertPayment(tx, payment, scope.stamp());
    const booked = parts.map((part) => ({ paymentId: id, invoiceId: part.invoiceId, amount: part.cents }));
    await queries.insertParts(tx, booked, scope.stamp());
    const applied = sum(parts.map((part) => part.cents));
    record({
      entity: PAYMENT_ENTITY,
      id,
      action: 'insert',
      changes: {
        Client: [null, clientId],
        Payment: [null, sayPayment(payment)],
        Amount: [null, showMoney(cents)],
        Invoices: [null, parts.map(({ invoiceId }) => invoiceId)],
      },
    });
    const credit = cents - applied;
    await followPayments(tx, scope, [clientId], record);
    const info = `${showMoney(cents)} received${credit > 0 ? `, ${showMoney(credit)} is credit` : ''}.`;
    return done({ id, applied, credit }, { insertId: id, info });
  });

export const REVERSED_BEFORE = 'This payment was reversed before.';

export const reversePayment: UseCase<typeof calls.reversePayment> = (scope, { id, reason, rev }) =>
  mutate(scope, 'privatePay.reversePayment', async (tx, record) => {
    const seen = await queries.findPayment(tx, id);
    if (!seen) return refuse('notFound');
    await queries.lockClients(tx, [seen.clientId]);
    const payment = await queries.findPayment(tx, id);
    if (!payment || payment.reversed !== null) return refuse('conflict', REVERSED_BEFORE);
    if (payment.rev !== rev) return refuseStale(scope, undefined);
    await queries.reversePayment(tx, id, { day: scope.today().toString(), reason }, scope.stamp());
    record({ entity: PAYMENT_ENTITY, id, action: 'update', changes: { Reversed: [null, reason] } });
    await followPayments(tx, scope, [payment.clientId], record);
    return done({ rev: rev + 1 }, { info: `${showMoney(payment.amount)} was reversed.` });
  });

export const NO_CREDIT = 'There is no credit, or no open invoice to apply it to.';

export const applyClientCredit: UseCase<typeof calls.applyClientCredit> = (scope, { clientId }) =>
  mutate(scope, 'privatePay.applyCredit', async (tx, record) => {
    await queries.lockClients(tx, [clientId]);
    const parts = applyCredit((await readBooks(tx, [clientId]))(clientId));
    if (parts.length === 0) return refuse('conflict', NO_CREDIT);
    await queries.insertParts(tx, parts, scope.stamp());
    for (const { paymentId, invoiceId, amount } of parts)
      record({
        entity: PAYMENT_ENTITY,
        id: paymentId,
        action: 'update',
        changes: { [`Invoice ${invoiceId}`]: [null, showMoney(amount)] },
      });
    await followPayments(tx, scope, [clientId], record);
    const applied = sum(parts.map(({ amount }) => amount));
    return done({ applied }, { info: `${showMoney(applied)} of credit was applied.` });
  });
