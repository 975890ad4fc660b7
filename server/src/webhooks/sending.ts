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

/** Parallel deliveries to one address, each for another record. */
const AT_ONCE = 8;
/** How soon an address gets new changes while another is slow. */
const LOOK_AGAIN_MS = 500;
/** An address that did not answer is not tried for this long, because other changes would wait in vain. */
const QUIET_SECONDS = 10;

export interface Pace {
  readonly leaseSeconds?: number;
  /** Factor for the waits after a failed try; tests do not wait for hours. */
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

/** Tries once. What was being sent when the process ended is tried again, so it may arrive twice but is never lost. */
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

/** Serves each address at its own pace: while one is slow, the others get what is due. Ends when nothing is due for any. */
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
            // A failed one stays in the set, so that the race ends with its error.
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

/** Sends what is due until nothing is. Only one process at a time does this, so that a record's changes stay in order. */
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
