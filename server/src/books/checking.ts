import { checkBatch } from '@homecare/domain/books/batches.ts';
import type { BookMonth, BookPlanMonth, BookUnits } from '@homecare/domain/books/facts.ts';
import { checkInvoices } from '@homecare/domain/books/invoices.ts';
import { checkMonth } from '@homecare/domain/books/months.ts';
import { checkDue, checkPayRun } from '@homecare/domain/books/pay.ts';
import type { CheckResult } from '@homecare/domain/books/schema.ts';
import { checkShares } from '@homecare/domain/books/shares.ts';
import { mergeAll } from '@homecare/domain/books/tally.ts';
import { checkUnits } from '@homecare/domain/books/units.ts';
import { payerOfCard } from '@homecare/domain/payers/rules.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listAllPars } from '../authorizations/ledgers.ts';
import { listAsked } from '../claims/asked.ts';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { readShares } from '../private-pay/shares.ts';
import { loadProviderPay } from './due-pay.ts';
import {
  listBatchIds,
  listBeside,
  listCards,
  listClientsWithUnits,
  listInvoices,
  listMonths,
  listPaidProviders,
  listParts,
  listPayMonths,
  listPayments,
  listPayRunNumbers,
  listStoredUnits,
  listVisits,
  loadBatch,
  loadPayRun,
  type MonthOfClients,
} from './queries.ts';

/** Checks all books, a little at a time. */

/** Clients of one step: it takes some tens of milliseconds, so that everything else goes on. */
const CLIENTS_AT_ONCE = 150;

type Step = (tx: Tx, scope: Scope) => Promise<CheckResult[]>;

/** One moment of the database: nobody saves a record between two statements of a step. */
const atOneMoment = (scope: Scope, step: Step): Promise<CheckResult[]> =>
  scope.site.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => step(tx, scope));

type ClientPayers = Parameters<typeof payerOfCard>[1]['payers'];
const isPrivateCard = (
  card: { readonly startPeriod: string },
  isPrivate: boolean,
  payers: ClientPayers = [],
): boolean => payerOfCard(card, { isPrivate, payers }).kind === 'Private';

const loadMonth = async (tx: Tx, scope: Scope, month: string, ids: readonly number[]): Promise<BookMonth> => {
  const of = { month, ids };
  const visits = await listVisits(tx, of);
  const cards = await listCards(tx, of);
  const parts = await listParts(tx, of);
  const beside = await listBeside(tx, of);
  const payers = await listPayersOfClients(tx, ids);
  const planMonths = new Map<number, BookPlanMonth>(parts.map((one) => [one.planId, { ...one, card: null }]));
  for (const card of cards) {
    const { planId, clientId } = card;
    const known = planMonths.get(planId) ?? { planId, clientId, parts: [], claimedAt: null };
    planMonths.set(planId, {
      ...known,
      card: { ...card, isPrivate: isPrivateCard(card, card.isPrivate, payers.get(clientId)) },
    });
  }
  return {
    month,
    today: scope.today().toString(),
    zone: scope.settings.timeZone,
    usage: scope.settings.claims.usage,
    visits,
    planMonths: [...planMonths.values()],
    beside,
  };
};

const loadUnits = async (tx: Tx, scope: Scope, ids: readonly number[]): Promise<BookUnits[]> => {
  const cards = Map.groupBy(await listStoredUnits(tx, ids), ({ clientId }) => clientId);
  const pars = Map.groupBy(await listAllPars(tx, ids), ({ clientId }) => clientId);
  const asked = await listAsked(tx, scope, ids, '0001-01-01');
  const payers = await listPayersOfClients(tx, ids);
  return ids.map((clientId) => ({
    clientId,
    today: scope.today().toString(),
    zone: scope.settings.timeZone,
    pars: pars.get(clientId) ?? [],
    cards: (cards.get(clientId) ?? []).map(({ isPrivateClient, ...card }) => ({
      ...card,
      isPrivate: isPrivateCard(card, isPrivateClient, payers.get(clientId)),
    })),
    claims: asked.get(clientId)?.days ?? [],
    asked: asked.get(clientId)?.parts ?? [],
  }));
};

/** All months of a client are one step: a few clients take as long as many of one month. */
const CLIENTS_OF_UNITS = 20;

const stepsOfUnits = (clients: readonly number[]): Step[] =>
  Array.from({ length: Math.ceil(clients.length / CLIENTS_OF_UNITS) }, (_, n) => {
    const ids = clients.slice(n * CLIENTS_OF_UNITS, (n + 1) * CLIENTS_OF_UNITS);
    return async (tx: Tx, scope: Scope) => (await loadUnits(tx, scope, ids)).map(checkUnits);
  });

const stepsOfShares = (clients: readonly number[]): Step[] =>
  Array.from({ length: Math.ceil(clients.length / CLIENTS_AT_ONCE) }, (_, n) => {
    const ids = clients.slice(n * CLIENTS_AT_ONCE, (n + 1) * CLIENTS_AT_ONCE);
    return async (tx: Tx, scope: Scope) => {
      const today = scope.today().toString();
      const shares = await readShares(tx, scope, ids);
      return [...shares].map(([clientId, facts]) => checkShares({ clientId, today, ...facts }));
    };
  });

const stepsOfMonth = ({ month, clientIds }: MonthOfClients): Step[] =>
  Array.from({ length: Math.ceil(clientIds.length / CLIENTS_AT_ONCE) }, (_, n) => {
    const ids = clientIds.slice(n * CLIENTS_AT_ONCE, (n + 1) * CLIENTS_AT_ONCE);
    return async (tx: Tx, scope: Scope) => checkMonth(await loadMonth(tx, scope, month, ids));
  });

/** All months of a caregiver are in one step, as their weeks go over months. What they have in common is read once a step. */
const CAREGIVERS_OF_STEP = 60;

const stepsOfPay = (months: readonly string[], caregivers: readonly number[]): Step[] =>
  months.length === 0
    ? []
    : Array.from({ length: Math.ceil(caregivers.length / CAREGIVERS_OF_STEP) }, (_, n) => {
        const ids = caregivers.slice(n * CAREGIVERS_OF_STEP, (n + 1) * CAREGIVERS_OF_STEP);
        return async (tx: Tx, scope: Scope) =>
          (await loadProviderPay(tx, scope, { months, ids })).map(checkDue);
      });

const listSteps = async (scope: Scope): Promise<Step[]> => {
  const { db } = scope.site;
  const [months, batches, runs] = [await listMonths(db), await listBatchIds(db), await listPayRunNumbers(db)];
  const clients = await listClientsWithUnits(db);
  return [
    ...months.flatMap(stepsOfMonth),
    ...stepsOfUnits(clients),
    ...batches.map(({ id, previous }) => async (tx: Tx) => {
      const batch = await loadBatch(tx, id);
      return batch ? checkBatch(batch, previous) : [];
    }),
    ...stepsOfShares(clients),
    async (tx: Tx) => [checkInvoices({ invoices: await listInvoices(tx), payments: await listPayments(tx) })],
    ...runs.map(({ number, previous }) => async (tx: Tx) => {
      const run = await loadPayRun(tx, number);
      return run ? [checkPayRun(run, previous)] : [];
    }),
    ...stepsOfPay(await listPayMonths(db), await listPaidProviders(db)),
  ];
};

export interface Checked {
  readonly results: readonly CheckResult[];
  readonly brokenCount: number;
}

/** `tell`: steps that are done, of all. Undefined: stopped before its end. */
export const checkAllBooks = async (
  scope: Scope,
  reportProgress: (done: number, steps: number) => Promise<void>,
  ending?: AbortSignal,
): Promise<Checked | undefined> => {
  const steps = await listSteps(scope);
  let results: readonly CheckResult[] = [];
  for (const [at, step] of steps.entries()) {
    if (ending?.aborted) return undefined;
    await reportProgress(at, steps.length);
    results = mergeAll([...results, ...(await atOneMoment(scope, step))]);
  }
  return { results, brokenCount: sum(results.map(({ brokenCount }) => brokenCount)) };
};
