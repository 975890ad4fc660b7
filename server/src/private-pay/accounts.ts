import { addDays } from '@homecare/domain/calendar.ts';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { creditOf, statementOf, totalsOf } from '@homecare/domain/private-pay/account.ts';
import type * as calls from '@homecare/domain/private-pay/contract.ts';
import { shareOn, totalOf } from '@homecare/domain/private-pay/invoicing.ts';
import type { AccountRow, PrivateTerms, Statement } from '@homecare/domain/private-pay/schema.ts';
import { NO_SHARES, shareMonths } from '@homecare/domain/private-pay/share-of-cost.ts';
import { checkTerms, tidyTerms } from '@homecare/domain/private-pay/terms.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { numberOf, readBooks, showInvoices } from './books.ts';
import { billToOf, type ClientFacts, privatePayerOn, readClients } from './clients.ts';
import { statementBlocks } from './documents.ts';
import { draftAll } from './drafts.ts';
import * as queries from './queries.ts';
import { readShares } from './shares.ts';

/** Accounts of clients: what they owe, their terms and their statements (docs/rules/private-pay.md, rules 13, 19 and 20). */

/** Work older than this is not looked for: a year is long past. */
const LOOKS_BACK_DAYS = 366;

const sinceOf = (day: string) => addDays(day, -LOOKS_BACK_DAYS);

const onDay = (day: string) => ({ from: day, through: day });

const lastRunOf = async (scope: Scope) => {
  const { db } = scope.site;
  const run = await queries.findLastRun(db);
  if (!run) return null;
  const invoices = (await queries.selectInvoicesOfRun(db, run.id)).filter(({ voided }) => voided === null);
  if (invoices.length === 0 || invoices.some(({ sent }) => sent !== null)) return null;
  return { id: run.id, invoices: invoices.length, total: sum(invoices.map(({ total }) => total)) };
};

export const listAccounts: UseCase<typeof calls.listAccounts> = async (scope, { through }) => {
  const { db } = scope.site;
  const today = scope.today().toString();
  const span = { from: sinceOf(through), through };
  const read = await readClients(db, scope, null, span);
  const { drafts, leftOut } = draftAll(read, span, scope);
  const booksOf = await readBooks(db, null);
  const rows = read.clients.map((client): AccountRow => {
    const { person } = client;
    const own = drafts.filter((draft) => draft.client === client).flatMap(({ of }) => of.lines);
    const left = leftOut.filter((one) => one.client === client).map(({ of }) => of);
    const [first] = left;
    const books = booksOf(person.id);
    return {
      clientId: person.id,
      client: person.name,
      payer: billToOf(person, privatePayerOn(client, read.payers, today)).name,
      uninvoiced: totalOf(own),
      uninvoicedMinutes: sum(own.map(({ minutes }) => minutes)),
      leftOutMinutes: sum(left.map(({ minutes }) => minutes)),
      leftOutReason: first ? first.reason : null,
      ...totalsOf(books, today),
      unsent: books.stored.filter(({ sent, voided }) => sent === null && voided === null).length,
    };
  });
  return done({ rows, lastRun: await lastRunOf(scope) });
};

const findClient = async (scope: Scope, clientId: number) => {
  const today = scope.today().toString();
  const { clients, payers } = await readClients(scope.site.db, scope, [clientId], onDay(today));
  const [client] = clients;
  return client && { client, payers, billTo: billToOf(client.person, privatePayerOn(client, payers, today)) };
};

const termsOf = async (scope: Scope, { person }: ClientFacts) => {
  const [stored] = await queries.selectTerms(scope.site.db, [person.id]);
  return { terms: { rates: stored?.rates ?? [], shares: stored?.shares ?? [] }, termsRev: stored?.rev ?? 0 };
};

/** Months of the last year with a share of cost, and all of which one was withheld or billed. */
const sharesOf = async (scope: Scope, clientId: number, { shares }: PrivateTerms) => {
  const facts = (await readShares(scope.site.db, scope, [clientId])).get(clientId) ?? NO_SHARES;
  const today = scope.today();
  const recent = Array.from({ length: 13 }, (_, n) =>
    today.with({ day: 1 }).subtract({ months: n }).toString(),
  );
  const owed = recent.filter((month) => shareOn(shares, month) > 0);
  return shareMonths(facts, today.toString(), owed)
    .map((one) => ({ ...one, owed: shareOn(shares, one.month) }))
    .toReversed();
};

export const getAccount: UseCase<typeof calls.getAccount> = async (scope, { clientId }) => {
  const { db } = scope.site;
  const found = await findClient(scope, clientId);
  if (!found) return refuse('notFound');
  const today = scope.today().toString();
  const books = (await readBooks(db, [clientId]))(clientId);
  const numbers = new Map(books.stored.map((one) => [one.id, numberOf(one)]));
  const payments = books.storedPayments.map((payment) => {
    const { clientId: _, ...row } = payment;
    return {
      ...row,
      credit: creditOf(books, { ...payment, words: '' }),
      invoices: books.parts
        .filter(({ paymentId }) => paymentId === payment.id)
        .flatMap(({ invoiceId }) => numbers.get(invoiceId) ?? []),
    };
  });
  const terms = await termsOf(scope, found.client);
  return done({
    clientId,
    client: found.client.person.name,
    payer: found.billTo.name,
    ...totalsOf(books, today),
    invoices: (await showInvoices(db, books.stored, books, today)).toReversed(),
    payments: payments.toReversed(),
    ...terms,
    shares: await sharesOf(scope, clientId, terms.terms),
  });
};

const logged = ({ rates, shares }: Parameters<typeof checkTerms>[0]) => ({
  'Hourly rates': rates.map(({ type, from, cents }) => `${type} ${from} ${cents}`),
  'Share of cost': shares.map(({ from, cents }) => `${from} ${cents}`),
});

export const saveTerms: UseCase<typeof calls.saveTerms> = (scope, { clientId, rev, ...sent }) =>
  mutate(scope, 'privatePay.saveTerms', async (tx, record) => {
    const refused = refuseAll(checkTerms(sent, await queries.listTypeCodes(tx)));
    if (refused) return refused;
    await queries.lockClients(tx, [clientId]);
    if (!(await queries.isClient(tx, clientId))) return refuse('notFound');
    const [stored] = await queries.selectTerms(tx, [clientId]);
    if ((stored?.rev ?? 0) !== rev) return refuseStale(scope, stored);
    const terms = tidyTerms(sent);
    const saved = await queries.putTerms(tx, clientId, terms, scope.stamp());
    const [was, now] = [logged(stored ?? { rates: [], shares: [] }), logged(terms)];
    record({
      entity: 'person',
      id: clientId,
      action: 'update',
      changes: {
        'Hourly rates': [was['Hourly rates'], now['Hourly rates']],
        'Share of cost': [was['Share of cost'], now['Share of cost']],
      },
    });
    return done({ rev: saved?.rev ?? rev }, { info: 'Rates are saved.' });
  });

const readStatement = async (
  scope: Scope,
  { clientId, from, through }: { readonly clientId: number; readonly from: string; readonly through: string },
): Promise<Result<Statement>> => {
  const found = await findClient(scope, clientId);
  if (!found) return refuse('notFound');
  const books = (await readBooks(scope.site.db, [clientId]))(clientId);
  const { billTo, client } = found;
  return done({
    clientId,
    client: client.person.name,
    billTo,
    from,
    through,
    ...statementOf(books, { from, through }),
  });
};

export const getStatement: UseCase<typeof calls.getStatement> = (scope, input) => readStatement(scope, input);

export const printStatement: UseCase<typeof calls.printStatement> = async (scope, input) => {
  const statement = await readStatement(scope, input);
  if (!statement.ok) return statement;
  const { clientId, client, from, through, entries } = statement.data;
  const title = 'Statement of account';
  return answerPdf(scope, {
    kind: 'Statement',
    subjectIds: [clientId],
    parameters: { from, through },
    title,
    fileName: `statement_${clientId}_${from}_${through}.pdf`,
    namesClient: true,
    rows: entries.length,
    parts: [
      { title, subject: client, foot: `Statement ${clientId}`, blocks: statementBlocks(statement.data) },
    ],
  });
};
