import {
  ARCHIVED_SINCE,
  compose,
  isRunning,
  type LeftOut,
  WAITED_TOO_LONG,
} from '@homecare/domain/bulk-messages/rules.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { LATE_HOURS } from '@homecare/domain/messaging/delivery.ts';
import { z } from 'zod';
import { queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Job } from '../platform/jobs/job.ts';
import {
  BULK_MESSAGES_JOB,
  endSend,
  findSend,
  listNext,
  lockSend,
  type Outcome,
  type StoredSend,
  saveOutcomes,
  scheduleSend,
} from './queries.ts';

/** People per transaction. What is in the queue is sent while the rest is still being added. */
const AT_ONCE = 100;
const MOST_CONFLICTS = 5;

type Step = 'more' | 'end';

/** Queues the messages of the next people, with the one function that queues. */
const queueNext = (scope: Scope, { id }: StoredSend) =>
  mutate<Step>(scope, 'bulkMessages.queue', async (tx, record) => {
    const send = await lockSend(tx, id);
    if (!send || !isRunning(send.state)) return refuse('notFound');
    const next = await listNext(tx, id, AT_ONCE);
    if (next.length === 0) {
      await endSend(tx, id, { state: 'done', at: scope.now().toString() });
      record({ entity: 'bulkSend', id, action: 'update', changes: { state: [send.state, 'done'] } });
      return done('end');
    }
    // The record may have changed since the list was made.
    const gone = next.filter(({ archived }) => archived);
    const { going, leftOut } = compose(
      send.channel,
      next.filter(({ archived }) => !archived),
      send.text,
    );
    const skipped: LeftOut[] = [...leftOut, ...gone.map((person) => ({ person, reason: ARCHIVED_SINCE }))];
    const queued = await queueMessages(
      tx,
      scope,
      going.map(({ person, recipient, text }) => ({
        channel: send.channel,
        recipient,
        owner: { personId: person.id, candidateId: null },
        subject: send.subject,
        text,
        image: send.image,
        imageId: send.imageId,
      })),
      record,
    );
    if (!queued.ok) return queued;
    const placeOf = new Map(next.map((person) => [person.id, person.place]));
    const outcomes: Outcome[] = [
      ...going.map(({ person }, n) => ({ person, messageId: queued.data[n] ?? null, reason: null })),
      ...skipped.map(({ person, reason }) => ({ person, messageId: null, reason })),
    ].map(({ person, ...rest }) => ({ place: placeOf.get(person.id) ?? 0, ...rest }));
    await saveOutcomes(tx, id, outcomes);
    const changes = { queued: [send.queued, send.queued + going.length] } as const;
    record({ entity: 'bulkSend', id, action: 'update', changes });
    return done('more');
  });

const fail = (scope: Scope, { id }: StoredSend, info: string) =>
  mutate(scope, 'bulkMessages.fail', async (tx, record) => {
    const send = await lockSend(tx, id);
    if (!send || !isRunning(send.state)) return refuse('notFound');
    await endSend(tx, id, { state: 'failed', at: scope.now().toString(), info });
    record({ entity: 'bulkSend', id, action: 'update', changes: { state: [send.state, 'failed'] } });
    return done(null);
  });

/** As with single messages: one that has waited too long, or comes from a restored backup, is not sent automatically. */
const isLate = (scope: Scope, { created }: StoredSend) =>
  Temporal.Instant.compare(
    Temporal.Instant.from(created).add({ hours: LATE_HOURS }),
    Temporal.Instant.from(scope.now().toString()),
  ) < 0;

/** Runs in the name of the user who pressed Send. It resumes where a dead process stopped, and sends nothing twice. */
export const runBulkSend = async (scope: Scope, id: number, ending?: AbortSignal): Promise<void> => {
  const send = await findSend(scope.site.db, id);
  if (!send || !isRunning(send.state)) return;
  const sender = scope.inOrderOf({ id: send.accountId, initials: send.by });
  for (let conflicts = 0; ; ) {
    if (ending?.aborted) return scheduleSend(scope.site.db, id);
    if (isLate(scope, send)) {
      await fail(sender, send, WAITED_TOO_LONG);
      return;
    }
    const step = await queueNext(sender, send);
    if (step.ok && step.data === 'more') continue;
    // The next step knows about a phone that answered STOP during this one.
    if (!step.ok && step.reason === 'conflict' && conflicts < MOST_CONFLICTS) {
      conflicts += 1;
      continue;
    }
    // Any failure except a send that has ended is shown to the sender, such as the daily limit.
    if (!step.ok && step.reason !== 'notFound') await fail(sender, send, step.info);
    return;
  }
};

const Payload = z.object({ id: z.int() });

export const bulkMessagesJob: Job = {
  name: BULK_MESSAGES_JOB,
  run: (scope, payload, ending) => runBulkSend(scope, Payload.parse(payload).id, ending),
};
