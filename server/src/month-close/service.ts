import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/month-close/contract.ts';
import { DAYS_AT_ONCE } from '@homecare/domain/month-close/contract.ts';
import {
  alreadyClaimed,
  isMonthOver,
  NOT_OVER,
  NOTHING_READY,
  runUnderWay,
} from '@homecare/domain/month-close/rules.ts';
import { isUnderWay } from '@homecare/domain/month-close/schema.ts';
import {
  earlierMonth,
  holdupsOf,
  listedDays,
  sayHoldup,
  stagesOf,
  waitingCents,
} from '@homecare/domain/month-close/stages.ts';
import { sum } from '@homecare/domain/sum.ts';
import { removeRecordsIn } from '../billing/service.ts';
import { listDenialReasons } from '../claims/payer-data.ts';
import { holdClaimedCards, listClaimedCards, provenByOf } from '../claims/standing.ts';
import { claimRulesOf } from '../claims/state-rules.ts';
import { namePayers } from '../payers/service.ts';
import { mutate } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { holdInvoicedRecords } from '../private-pay/open-invoices.ts';
import { lookAtMonth, lookAtMonths, rankingOf } from './facts.ts';
import {
  findLastRun,
  findRunning,
  insertRun,
  listExceptions,
  listKept,
  listRunCards,
  listUnclaimedMonths,
  lockRun,
  markUndone,
  queueRun,
} from './queries.ts';
import { withReminders } from './reminding.ts';
import { RUN_ENTITY } from './running.ts';

/** The page of a month, and the press that makes its cards. */

const NAMED = 3;

type Client = { readonly id: number; readonly name: string };
const named = <Row extends { readonly clients: readonly Client[] }>({ clients, ...row }: Row) => ({
  ...row,
  clients: clients.slice(0, NAMED),
  clientCount: clients.length,
});

export const loadMonthClose: UseCase<typeof calls.getMonthClose> = async (scope, input) => {
  const { date } = input;
  const [looked, ranking, reasons] = await Promise.all([
    lookAtMonth(scope, date, input),
    rankingOf(scope),
    listDenialReasons(scope.site.db, scope.settings.claims.payerId),
  ]);
  const { clients, items, payers } = looked;
  const holdups = holdupsOf(items, ranking);
  const ready = clients.filter(({ close }) => close.cards.length > 0);
  return done({
    date,
    stages: stagesOf(items).map(({ losses, ...stage }) => ({ ...stage, losses: [...losses] })),
    ready: {
      clients: ready.length,
      days: sum(ready.map(({ readyDays }) => readyDays)),
      cents: sum(ready.map(({ readyCents }) => readyCents)),
    },
    notReady: clients.filter(({ close }) => close.problems.length > 0).length,
    holdups: await withReminders(
      scope,
      date,
      holdups.map(({ said, ...row }) =>
        named({ ...row, title: sayHoldup({ ...row, said }, reasons, ranking.today) }),
      ),
      looked,
    ),
    waitingCents: waitingCents(items),
    opens: addDays(daysOfMonth(date).through, 1),
    provenBy: provenByOf(scope),
    payers: await namePayers(scope.site.db, scope, payers),
  });
};

/** Payers take claims for a year, and some what was late for a reason a little longer. */
const EARLIER_MONTHS = 13;

export const loadEarlierMonths: UseCase<typeof calls.listEarlierMonths> = async (
  scope,
  { date, ...shown },
) => {
  const ranking = await rankingOf(scope);
  const asked = await listUnclaimedMonths(scope.site.db, date, EARLIER_MONTHS);
  const months = await lookAtMonths(scope, asked, shown);
  const found = months.flatMap(({ month, items }) => earlierMonth(month, items, ranking) ?? []);
  return done(found.toSorted((a, b) => b.urgency - a.urgency).map(named));
};

export const loadMonthDays: UseCase<typeof calls.listMonthDays> = async (scope, input) => {
  const [{ items }, ranking] = await Promise.all([lookAtMonth(scope, input.date, input), rankingOf(scope)]);
  const found = listedDays(items, input, ranking);
  return done({
    total: found.length,
    cents: sum(found.map(({ cents }) => cents)),
    rows: shownOf(found, input).map(({ item, cents }) => ({
      planId: item.planId,
      clientId: item.clientId,
      client: item.client,
      providerId: item.providerId,
      provider: item.provider,
      type: item.type,
      day: item.day,
      stage: item.stage,
      cause: item.cause,
      part: item.part,
      reason: item.reason,
      cents,
    })),
  });
};

const shownOf = <Row>(
  rows: readonly Row[],
  { from, whole }: { readonly from: number; readonly whole: boolean },
) => (whole ? rows : rows.slice(from, from + DAYS_AT_ONCE));

export const loadMonthRun: UseCase<typeof calls.getMonthRun> = async (scope, { date }) => {
  const { db } = scope.site;
  const run = await findLastRun(db, date, scope.now().toString());
  if (!run) return done(null);
  const { seconds, ...shown } = run;
  const [exceptions, kept, cards] = await Promise.all([
    listExceptions(db, run.id),
    listKept(db, run.id),
    listRunCards(db, run.id),
  ]);
  const claimed = await listClaimedCards(db, cards);
  return done({
    ...shown,
    secondsLeft: secondsLeft(shown, seconds),
    canUndo: run.state === 'done' && cards.length > 0 && claimed.length === 0,
    exceptions,
    kept,
  });
};

const secondsLeft = (
  { state, done: looked, total }: { readonly state: string; readonly done: number; readonly total: number },
  seconds: number,
) =>
  state !== 'cards' || looked === 0 ? null : Math.max(1, Math.ceil((seconds / looked) * (total - looked)));

export const startRun: UseCase<typeof calls.startMonthRun> = async (scope, { date, claims, ...shown }) => {
  const accountId = scope.user.id;
  if (accountId === null) throw new Error('a run is started by somebody');
  const today = scope.today().toString();
  if (!isMonthOver(date, today)) return refuse('conflict', NOT_OVER(date));
  const rules = claims ? await claimRulesOf(scope.site.db, scope, [date]) : undefined;
  if (rules && !rules.ok) return rules;
  const { clients } = await lookAtMonth(scope, date, shown);
  const open = clients.filter(({ close }) => close.cards.length > 0 || close.problems.length > 0);
  if (open.every(({ close }) => close.cards.length === 0)) return refuse('conflict', NOTHING_READY);
  try {
    return await mutate(scope, 'monthClose.startRun', async (tx, record) => {
      const other = await findRunning(tx);
      if (other) return refuse('conflict', runUnderWay(other));
      const id = await insertRun(
        tx,
        { month: date, withClaims: claims, accountId, clients: open.map(({ clientId }) => clientId) },
        scope.stamp(),
      );
      record({
        entity: RUN_ENTITY,
        id,
        action: 'insert',
        changes: { month: [null, date], clients: [null, open.length], claims: [null, claims] },
      });
      await queueRun(tx, id);
      return done({ id }, { insertId: id });
    });
  } catch (error) {
    // Pressed by somebody else at the same moment.
    if (violatedUnique(error) !== 'month_runs_running') throw error;
    const other = await findRunning(scope.site.db);
    return refuse('conflict', other ? runUnderWay(other) : NOTHING_READY);
  }
};

export const undoRun: UseCase<typeof calls.undoMonthRun> = (scope, { id }) =>
  mutate(scope, 'monthClose.undoRun', async (tx, record) => {
    const run = await lockRun(tx, id);
    if (!run) return refuse('notFound');
    if (isUnderWay(run.state)) return refuse('conflict', 'Wait until the run has ended, then undo it.');
    if (run.state === 'undone') return refuse('conflict', 'This run was undone before.');
    const cards = await listRunCards(tx, id);
    const claimed = await holdClaimedCards(tx, cards);
    if (claimed.length > 0) return refuse('conflict', alreadyClaimed(claimed.length));
    // What is invoiced is owed by its invoice: void that first.
    const invoiced = new Set(await holdInvoicedRecords(tx, cards));
    const others = cards.filter((one) => !invoiced.has(one));
    const kept = [...invoiced, ...(await removeRecordsIn(tx, scope, others, record))];
    await markUndone(tx, id, kept, scope.stamp());
    const removed = cards.length - kept.length;
    record({
      entity: RUN_ENTITY,
      id,
      action: 'update',
      changes: { state: [run.state, 'undone'], removed: [null, removed], kept: [null, kept.length] },
    });
    return done({ removed, kept: kept.length });
  });
