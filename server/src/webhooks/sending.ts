import { setTimeout as pause } from 'node:timers/promises';
import { settleTry } from '@homecare/domain/webhooks/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { type Event, postEvent } from './posting.ts';
import {
  type DueDelivery,
  findNextDue,
  keepQuiet,
  markTried,
  purgeDeliveries,
  selectDue,
  selectDueWebhooks,
  WEBHOOKS_JOB,
} from './queries.ts';

/** Of each address at the same time, each of another subject. */
const AT_ONCE = 8;
/** How soon an address hears of new changes while another one is slow to answer. */
const LOOK_AGAIN_MS = 500;
/** An address where nobody answered is left alone so long: its other changes would wait in vain. */
const QUIET_SECONDS = 10;

export interface Pace {
  readonly leaseSeconds?: number;
  /** Of the waits after a failed try; a test does not wait for hours. */
  readonly waitShare?: number;
}

interface Working {
  readonly scope: Scope;
  readonly ending: AbortSignal;
  readonly waitShare: number;
}

const eventOf = ({ id, kind, action, entity, subjectId, claim, at, changes }: DueDelivery): Event => ({
  id,
  kind,
  action,
  subject: { type: entity, id: subjectId, ...(claim !== null && { claim }) },
  at,
  ...(changes !== null && { changes }),
});

/** One try. What was under way when the process ended is tried again: it may arrive twice, never not at all. */
const deliver = async ({ scope, ending, waitShare }: Working, due: DueDelivery): Promise<void> => {
  const { db } = scope.site;
  const { kind, status, error } = await postEvent(scope, due, eventOf(due), ending);
  if (ending.aborted && kind === 'unanswered') return;
  const { state, wait } = settleTry(due.tries + 1, kind === 'taken');
  const after = (seconds: number) =>
    scope
      .now()
      .add({ milliseconds: Math.ceil(seconds * waitShare * 1_000) })
      .toString();
  const next = wait === null ? null : after(wait);
  await markTried(db, due, { state, status, error, tried: scope.now().toString(), next });
  if (kind === 'unanswered') await keepQuiet(db, due.webhookId, after(QUIET_SECONDS));
};

/** Sends what is due for one address until nothing is. */
const sendTo = async (working: Working, webhookId: number): Promise<void> => {
  const { scope, ending } = working;
  while (!ending.aborted) {
    const due = await selectDue(scope.site.db, scope.now().toString(), webhookId, AT_ONCE);
    if (due.length === 0) return;
    await Promise.all(due.map((one) => deliver(working, one)));
  }
};

/**
 * Each address at its own pace: while one is slow to answer, the others are sent what is due by now. Ends when nothing is due
 * for anybody.
 */
const sendToAll = async (working: Working): Promise<void> => {
  const failed = new AbortController();
  const ending = AbortSignal.any([working.ending, failed.signal]);
  const under = new Map<number, Promise<void>>();
  try {
    while (!ending.aborted) {
      for (const id of await selectDueWebhooks(working.scope.site.db, working.scope.now().toString()))
        if (!under.has(id))
          under.set(
            id,
            // One that failed stays among them, so that the race ends by it.
            sendTo({ ...working, ending }, id).then(() => void under.delete(id)),
          );
      if (under.size === 0) return;
      await Promise.race([...under.values(), pause(LOOK_AGAIN_MS)]);
    }
  } finally {
    failed.abort();
    await Promise.allSettled(under.values());
  }
};

/** Sends what is due until nothing is. One process at a time does: so the changes of a subject stay in their order. */
export const sendWebhooks = async (
  scope: Scope,
  { ending, leaseSeconds, waitShare = 1 }: Pace & { readonly ending?: AbortSignal | undefined } = {},
): Promise<void> => {
  await doAlone(
    scope,
    WEBHOOKS_JOB,
    async (alone, lost) => {
      const { db } = alone.site;
      await sendToAll({ scope: alone, ending: lost, waitShare });
      await purgeDeliveries(db, alone.now().toString());
      const next = await findNextDue(db, alone.now().toString());
      if (next !== null && !lost.aborted) await queueJob(db, WEBHOOKS_JOB, { at: next });
    },
    { ending, ...(leaseSeconds !== undefined && { seconds: leaseSeconds }) },
  );
};
