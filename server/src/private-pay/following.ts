import { statusOfInvoiced } from '@homecare/domain/private-pay/account.ts';
import { totalOf } from '@homecare/domain/private-pay/invoicing.ts';
import { storeOutcomes } from '../billing/claiming.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { readBooks } from './books.ts';
import { readClients } from './clients.ts';
import { draftAll } from './drafts.ts';
import { lockInvoicedCards } from './queries.ts';

/** What billing records are worth and how far they are paid where a private payer pays them. */

interface BilledDays {
  readonly startPeriod: string;
  readonly endPeriod: string;
}

/** Cents that records would come to on an invoice and are on none, by record. */
export const listUninvoiced = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[],
  cards: readonly BilledDays[],
): Promise<ReadonlyMap<number, number>> => {
  const [first] = cards;
  if (!first) return new Map();
  const span = cards.reduce(
    ({ from, through }, { startPeriod, endPeriod }) => ({
      from: startPeriod < from ? startPeriod : from,
      through: endPeriod > through ? endPeriod : through,
    }),
    { from: first.startPeriod, through: first.endPeriod },
  );
  const { drafts } = draftAll(await readClients(db, scope, clientIds, span), span, scope);
  const lines = drafts.flatMap(({ of }) => of.lines).filter(({ kind }) => kind === 'Work');
  return new Map(
    [...Map.groupBy(lines, ({ cardId }) => cardId)].flatMap(([cardId, own]) =>
      cardId === null ? [] : [[cardId, totalOf(own)] as const],
    ),
  );
};

/** Records follow what was paid for them; the caller holds the clients (docs/rules/private-pay.md, rule 21). */
export const followPayments = async (
  tx: Tx,
  scope: Scope,
  clientIds: readonly number[],
  record: Recorder,
): Promise<void> => {
  const cards = await lockInvoicedCards(tx, clientIds);
  if (cards.length === 0) return;
  const books = await readBooks(tx, clientIds);
  const uninvoiced = await listUninvoiced(tx, scope, clientIds, cards);
  const outcomes = cards.flatMap(({ id, clientId, status, deniedReason, invoiceIds }) => {
    const now = statusOfInvoiced(books(clientId), invoiceIds, uninvoiced.get(id) ?? 0);
    return now === status ? [] : [{ id, before: { status, deniedReason }, status: now, deniedReason }];
  });
  await storeOutcomes(tx, scope, outcomes, record);
};
