import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type * as calls from '@homecare/domain/private-pay/contract.ts';
import {
  dueDay,
  type InvoiceSpan,
  type LinesOfPayer,
  rangeOf,
  recordedDays,
  totalOf,
  type Uninvoiced,
} from '@homecare/domain/private-pay/invoicing.ts';
import {
  mayVoid,
  NOTHING_TO_INVOICE,
  RUN_WAS_SENT,
  RUN_WAS_UNDONE,
} from '@homecare/domain/private-pay/moves.ts';
import type { Invoice, LeftOut } from '@homecare/domain/private-pay/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { numberOf, readBooks, showInvoices } from './books.ts';
import { billToOf, type ClientFacts, privatePayerOn, readClients, termsDaysOf } from './clients.ts';
import { clockOf, draftAll } from './drafts.ts';
import { followPayments } from './following.ts';
import * as queries from './queries.ts';

/** Invoices: what a run would make, makes and takes back (docs/rules/private-pay.md, rules 1 to 12). */

export const INVOICE_ENTITY = 'invoice';

type Read = Awaited<ReturnType<typeof readClients>>;

/** To whom the lines of a payer go. */
const payerOf = (client: ClientFacts, { payer, lines }: LinesOfPayer, payers: Read['payers']) => {
  if (payer.kind === 'Private') return payer.payerId === null ? undefined : payers.get(payer.payerId);
  return privatePayerOn(client, payers, lines[0]?.day ?? '');
};

const leftOutOf = ({ client, of }: { readonly client: ClientFacts; readonly of: Uninvoiced }): LeftOut => ({
  clientId: client.person.id,
  client: client.person.name,
  service: of.service,
  days: of.days.length,
  minutes: of.minutes,
  reason: of.reason,
});

const daysOf = ({ lines }: LinesOfPayer) => lines.map(({ day }) => day).toSorted();

export const previewInvoices: UseCase<typeof calls.previewInvoices> = async (
  scope,
  { clientIds, ...span },
) => {
  const read = await readClients(scope.site.db, scope, clientIds, span);
  const { drafts, leftOut } = draftAll(read, span, scope);
  const invoices = drafts.map(({ client, of }) => ({
    clientId: client.person.id,
    client: client.person.name,
    payerKind: of.payer.kind,
    billTo: billToOf(client.person, payerOf(client, of, read.payers)),
    lines: of.lines.length,
    minutes: sum(of.lines.map(({ minutes }) => minutes)),
    total: totalOf(of.lines),
    from: daysOf(of)[0] ?? span.from,
    through: daysOf(of).at(-1) ?? span.through,
  }));
  return done({
    invoices,
    leftOut: leftOut.map(leftOutOf),
    total: sum(invoices.map(({ total }) => total)),
  });
};

/** Anyone who pays now; their rows are held, so that no card of theirs changes in the meantime. */
const lockPaying = async (
  scope: Scope,
  tx: Parameters<Parameters<typeof mutate>[2]>[0],
  ids: readonly number[] | null,
  span: InvoiceSpan,
) => {
  const wanted = ids ?? (await readClients(tx, scope, null, span)).clients.map(({ person }) => person.id);
  await queries.lockClients(tx, wanted);
  return wanted;
};

export const makeInvoices: UseCase<typeof calls.makeInvoices> = (scope, input) =>
  runInvoices(scope, input, scope.today().toString());

/** The same with the day of issue, for example data of months that are past. */
export const runInvoices = (
  scope: Scope,
  { clientIds, ...span }: InputOf<typeof calls.makeInvoices>,
  issued: string,
): Promise<ResultOf<typeof calls.makeInvoices>> =>
  mutate(scope, 'privatePay.makeInvoices', async (tx, record) => {
    const read = await readClients(tx, scope, await lockPaying(scope, tx, clientIds, span), span);
    const { drafts } = draftAll(read, span, scope);
    if (drafts.length === 0) return refuse('conflict', NOTHING_TO_INVOICE);
    const range = rangeOf(issued);
    const runId = await queries.insertRun(tx, span, scope.stamp());
    const first = await queries.drawNumbers(tx, range, drafts.length);
    const invoices = drafts.map(({ client, of }, n) => {
      const payer = payerOf(client, of, read.payers);
      const days = daysOf(of);
      return {
        range,
        number: first + n,
        clientId: client.person.id,
        payerId: of.payer.kind === 'Private' ? of.payer.payerId : null,
        billTo: billToOf(client.person, payer),
        from: days[0] ?? span.from,
        through: days.at(-1) ?? span.through,
        issued,
        due: dueDay(issued, termsDaysOf(payer)),
        total: totalOf(of.lines),
        lines: of.lines,
      };
    });
    const ids = await queries.insertInvoices(tx, runId, invoices, scope.stamp());
    for (const [n, id] of ids.entries()) {
      const one = invoices[n];
      if (!one) continue;
      const changes = {
        Invoice: [null, numberOf(one)],
        Client: [null, one.clientId],
        Amount: [null, showMoney(one.total)],
      } as const;
      record({ entity: INVOICE_ENTITY, id, action: 'insert', changes });
    }
    const total = sum(invoices.map((one) => one.total));
    await followPayments(tx, scope, [...new Set(invoices.map(({ clientId }) => clientId))], record);
    const info = `${ids.length} ${ids.length === 1 ? 'invoice' : 'invoices'}, ${showMoney(total)}.`;
    return done({ runId, invoices: ids.length, total, ids }, { info });
  });

export const UNDONE = 'Taken back';

export const undoInvoices: UseCase<typeof calls.undoInvoices> = (scope, { runId }) =>
  mutate(scope, 'privatePay.undoInvoices', async (tx, record) => {
    const run = await queries.lockRun(tx, runId);
    if (!run) return refuse('notFound');
    if (run.undone !== null) return refuse('conflict', RUN_WAS_UNDONE);
    const seen = await queries.selectInvoicesOfRun(tx, runId);
    const clientIds = [...new Set(seen.map(({ clientId }) => clientId))];
    await queries.lockClients(tx, clientIds);
    const invoices = await queries.selectInvoicesOfRun(tx, runId);
    if (invoices.some(({ sent }) => sent !== null)) return refuse('conflict', RUN_WAS_SENT);
    const live = invoices.filter(({ voided }) => voided === null);
    await queries.voidInvoices(
      tx,
      live.map(({ id }) => id),
      { day: scope.today().toString(), reason: UNDONE },
      scope.stamp(),
    );
    await queries.markUndone(tx, runId, scope.stamp());
    record({ entity: 'invoiceRun', id: runId, action: 'update', changes: { Undone: [false, true] } });
    for (const { id } of live)
      record({ entity: INVOICE_ENTITY, id, action: 'update', changes: { Voided: [null, UNDONE] } });
    await followPayments(tx, scope, clientIds, record);
    return done(
      { voided: live.length },
      { info: `${counted(live.length, 'invoice was', 'invoices were')} taken back.` },
    );
  });

/** Days whose card records another time by now than the invoice says. */
const changedDays = async (db: Db, scope: Scope, invoice: queries.StoredInvoice, lines: Invoice['lines']) => {
  const work = lines.filter(({ kind }) => kind === 'Work');
  if (work.length === 0 || invoice.voided !== null) return [];
  const read = await readClients(db, scope, [invoice.clientId], invoice);
  const now = new Map<string, number>();
  for (const { card, verified } of read.clients[0]?.cards ?? [])
    for (const { date, minutes } of recordedDays(card, verified, clockOf(scope)))
      now.set(`${card.planId} ${date}`, minutes);
  return work
    .filter(({ planId, day, minutes }) => now.get(`${planId} ${day}`) !== minutes)
    .map(({ day }) => day);
};

export const readInvoice = async (scope: Scope, id: number): Promise<Result<Invoice>> => {
  const { db } = scope.site;
  const stored = await queries.findInvoice(db, id);
  if (!stored) return refuse('notFound');
  const books = (await readBooks(db, [stored.clientId]))(stored.clientId);
  const [row] = await showInvoices(db, [stored], books, scope.today().toString());
  if (!row) return refuse('notFound');
  const lines = await queries.selectLines(db, id);
  const payments = books.parts
    .filter(({ invoiceId }) => invoiceId === id)
    .flatMap(({ paymentId, amount }) => {
      const payment = books.storedPayments.find((one) => one.id === paymentId);
      return payment
        ? [{ paymentId, day: payment.day, method: payment.method, reference: payment.reference, amount }]
        : [];
    });
  return done({ ...row, lines, payments, changedDays: await changedDays(db, scope, stored, lines) });
};

export const listUnsentInvoices: UseCase<typeof calls.listUnsentInvoices> = async (scope) => {
  const { db } = scope.site;
  const unsent = await queries.selectUnsentInvoices(db);
  const parts = await queries.selectParts(
    db,
    unsent.map(({ clientId }) => clientId),
  );
  return done(await showInvoices(db, unsent, { parts }, scope.today().toString()));
};

export const getInvoice: UseCase<typeof calls.getInvoice> = (scope, { id }) => readInvoice(scope, id);

export const voidInvoice: UseCase<typeof calls.voidInvoice> = (scope, { id, reason, rev }) =>
  mutate(scope, 'privatePay.voidInvoice', async (tx, record) => {
    const seen = await queries.findInvoice(tx, id);
    if (!seen) return refuse('notFound');
    await queries.lockClients(tx, [seen.clientId]);
    const invoice = await queries.lockInvoice(tx, id);
    const refused = mayVoid(invoice);
    if (!invoice || refused) return refuse('conflict', refused);
    if (invoice.rev !== rev) return refuseStale(scope, undefined);
    await queries.voidInvoices(tx, [id], { day: scope.today().toString(), reason }, scope.stamp());
    record({ entity: INVOICE_ENTITY, id, action: 'update', changes: { Voided: [null, reason] } });
    await followPayments(tx, scope, [invoice.clientId], record);
    return done({ rev: rev + 1 }, { info: `Invoice ${numberOf(invoice)} is void.` });
  });
