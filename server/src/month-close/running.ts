import { done, type Reason, type Refusal, refuse } from '@homecare/domain/errors.ts';
import type { Cause } from '@homecare/domain/month-close/causes.ts';
import { cardsFailed, fileFailed } from '@homecare/domain/month-close/rules.ts';
import { isUnderWay } from '@homecare/domain/month-close/schema.ts';
import { uploadName } from '@homecare/domain/states/rules.ts';
import { saveCardIn } from '../billing/service.ts';
import { makeBatchIn } from '../claims/batches.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { isConnectionLost } from '../platform/db/pool.ts';
import { aroundOf, loadClientMonths, lookAt } from './facts.ts';
import {
  endRun,
  findNextItem,
  findRun,
  type ItemOutcome,
  insertRunCards,
  lockRun,
  moveRun,
  queueRun,
  type RunHead,
  settleItem,
} from './queries.ts';

/** The job of a run: one client after the other, each in one transaction with its cards, then the file. */

/** The record log's word for a run. */
export const RUN_ENTITY = 'monthRun';

interface Next {
  readonly place: number;
  readonly clientId: number;
}

const NOTHING: ItemOutcome = { state: 'nothing', cause: null, reason: null, above: 0 };
const stopped = (cause: Cause, reason: string): ItemOutcome => ({
  state: 'stopped',
  cause,
  reason,
  above: 0,
});

const settle = async (
  tx: Tx,
  run: RunHead,
  { place, clientId }: Next,
  outcome: ItemOutcome,
  record: Recorder,
) => {
  if (!(await settleItem(tx, run.id, place, outcome))) return false;
  const changes = { client: [null, clientId], outcome: [null, outcome.state] } as const;
  record({ entity: RUN_ENTITY, id: run.id, action: 'update', changes });
  return true;
};

/** The cards of one client, all or none: as the billing page saves them. A refusal takes back what was saved before it. */
const makeCards = (scope: Scope, run: RunHead, next: Next) =>
  mutate(scope, 'monthClose.makeCards', async (tx, record) => {
    const asked = [{ month: run.month, clientIds: [next.clientId] }];
    const months = (await loadClientMonths(tx, scope, asked, 'all')).get(run.month) ?? [];
    const { close } = lookAt(months, aroundOf(scope, run.month));
    const [problem] = close.problems;
    const ids: number[] = [];
    for (const { planId, ...card } of close.cards) {
      const plan = months.find((one) => one.planId === planId);
      if (!plan) return refuse('notFound');
      const data = { ...card, planId, date: run.month, days: [...card.days] };
      const made = await saveCardIn(tx, scope, data, [plan.clientId, plan.providerId], record);
      if (!made.ok) return made;
      ids.push(made.data.id);
    }
    const outcome: ItemOutcome = problem
      ? stopped(problem.cause, problem.reason)
      : ids.length > 0
        ? { state: 'made', cause: null, reason: null, above: close.above }
        : NOTHING;
    if (!(await settle(tx, run, next, outcome, record))) return refuse('notFound');
    await insertRunCards(tx, run.id, ids);
    return done(null);
  });

const stopClient = (scope: Scope, run: RunHead, next: Next, refused: Refusal<Reason>) =>
  mutate(scope, 'monthClose.stopClient', async (tx, record) => {
    const reason = refused.errors.map(({ message }) => message).join(' ') || refused.info;
    const isSettled = await settle(tx, run, next, stopped('refusedCard', reason), record);
    return isSettled ? done(null) : refuse('notFound');
  });

/** What fails is written down, and is a refusal to the run. Where the database is away, the run waits for it as a whole. */
const asRefusal =
  (scope: Scope, reference: string, say: (reference: string) => string) => (error: unknown) => {
    if (isConnectionLost(error)) throw error;
    scope.site.log.error(reference, error);
    return refuse('failed', say(reference));
  };

const step = async (scope: Scope, run: RunHead, next: Next): Promise<void> => {
  const reference = `month run ${run.id}, client ${next.place}`;
  const made = await makeCards(scope, run, next).catch(asRefusal(scope, reference, cardsFailed));
  // Hours that are on another card, a plan that was deleted: the office decides, and the run goes on.
  if (!made.ok) await stopClient(scope, run, next, made);
};

/** Cards are made: the file, or the end. */
const endCards = (scope: Scope, { id }: RunHead) =>
  mutate(scope, 'monthClose.end', async (tx, record) => {
    const run = await lockRun(tx, id);
    if (run?.state !== 'cards') return refuse('notFound');
    if (run.withClaims) await moveRun(tx, id, 'claims');
    else await endRun(tx, id, scope.now().toString(), { batch: null, info: null });
    record({
      entity: RUN_ENTITY,
      id,
      action: 'update',
      changes: { state: ['cards', run.withClaims ? 'claims' : 'done'] },
    });
    return done(null);
  });

/** The file and that the run made it are one transaction: a process that dies makes no second one. */
const makeFile = (scope: Scope, { id, month }: RunHead) =>
  mutate(scope, 'monthClose.claim', async (tx, record) => {
    const run = await lockRun(tx, id);
    if (run?.state !== 'claims') return refuse('notFound');
    const upload = { month, status: 'Billed', frequency: '1', unproven: 'leaveOut', reason: '' } as const;
    const made = await makeBatchIn(tx, scope, upload, record);
    if (!made.ok) return made;
    const { batch } = made.data;
    const info = batch === null ? (made.info ?? null) : null;
    await endRun(tx, id, scope.now().toString(), { batch, info });
    record({
      entity: RUN_ENTITY,
      id,
      action: 'update',
      changes: { state: ['claims', 'done'], batch: [null, batch] },
    });
    return done(null);
  });

/** Why there is no file is kept: the cards stay, and the billing page makes it once that is fixed. */
const endWithout = (scope: Scope, { id }: RunHead, info: string) =>
  mutate(scope, 'monthClose.end', async (tx, record) => {
    const run = await lockRun(tx, id);
    if (run?.state !== 'claims') return refuse('notFound');
    await endRun(tx, id, scope.now().toString(), { batch: null, info });
    record({ entity: RUN_ENTITY, id, action: 'update', changes: { state: ['claims', 'done'] } });
    return done(null);
  });

/** In the name of who pressed; taken up where it was when a process died, and nothing is done twice. */
export const runMonth = async (scope: Scope, id: number, ending?: AbortSignal): Promise<void> => {
  const { db } = scope.site;
  const run = await findRun(db, id);
  if (!run || !isUnderWay(run.state)) return;
  const own = scope.inOrderOf({ id: run.accountId, initials: run.startedBy });
  for (let next = await findNextItem(db, id); next; next = await findNextItem(db, id)) {
    if (ending?.aborted) {
      await queueRun(db, id);
      return;
    }
    await step(own, run, next);
  }
  if (run.state === 'cards') await endCards(own, run);
  if (!run.withClaims) return;
  const button = uploadName(scope.settings.pack, scope.today().toString());
  const failed = (reference: string) => fileFailed(reference, button);
  const made = await makeFile(own, run).catch(asRefusal(own, `month run ${id}, file`, failed));
  if (!made.ok && made.reason !== 'notFound') await endWithout(own, run, made.info);
};
