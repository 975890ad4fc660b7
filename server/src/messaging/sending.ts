import { randomUUID } from 'node:crypto';
import { done, refuse } from '@homecare/domain/errors.ts';
import {
  LATE_HOURS,
  MOST_TRIES,
  mayMove,
  OPTED_OUT_CODE,
  optedOut,
  TOO_LATE,
  waitAfter,
} from '@homecare/domain/messaging/delivery.ts';
import { IMAGE_EXPIRED } from '@homecare/domain/messaging/images.ts';
import { LINK_PLACE } from '@homecare/domain/messaging/rules.ts';
import { CHANNELS, type Channel } from '@homecare/domain/messaging/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { isConnectionLost } from '../platform/db/pool.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { observeSend } from '../platform/log/sends.ts';
import {
  endPause,
  failWaiting,
  findAttachment,
  findNextDue,
  findPause,
  type LeasedMessage,
  leaseNext,
  listLost,
  lockMessage,
  markSending,
  type Outcome,
  recordAll,
  releaseLeases,
  savePause,
  scheduleSending,
  stopNumber,
  storeOutcome,
  storeSid,
} from './delivery-queries.ts';
import { sendMail } from './mail.ts';
import { type Reply, sendText } from './sms.ts';

/**
 * The queue's worker. It leases messages, stores the start of each before anything leaves, and stores the outcome afterwards: if it
 * is killed in between, a message with an unknown outcome remains, which is shown and never sent again automatically. Its other
 * messages are sent by the next worker.
 */

export interface Pace {
  /** Messages leased at once. */
  readonly batch?: number;
  /** How long a started message may go without an outcome before it counts as lost; longer than any try. */
  readonly leaseSeconds?: number;
  /** Factor for the waits after failures; tests use less than 1. */
  readonly waitShare?: number;
  readonly ending?: AbortSignal | undefined;
}
const BATCH = 20;
const LEASE_SECONDS = 90;
/** Parallel tries. */
const AT_ONCE: Record<Channel, number> = { SMS: 4, Email: 2 };
const RECORDED_AT_ONCE = 200;

const stampOf = (scope: Scope) => scope.now().toString();
const later = (scope: Scope, seconds: number) =>
  scope
    .now()
    .add({ milliseconds: Math.round(seconds * 1_000) })
    .toString();

/** A lease lets one process at a time work on a channel of a site. */
export const workMessages = async (scope: Scope, pace: Pace = {}): Promise<void> => {
  await Promise.all(
    CHANNELS.map(async (channel) => {
      const { ending, leaseSeconds: seconds } = pace;
      const alone = await doAlone(
        scope,
        `messaging ${channel}`,
        (leased, lost) => workChannel(leased, channel, { ...pace, ending: lost }),
        { ending, ...(seconds && { seconds }) },
      );
      // Another worker may just have finished without seeing the newest messages.
      if (!alone) await scheduleSending(scope.site.db, later(scope, 2));
    }),
  );
  const next = await findNextDue(scope.site.db);
  if (next) await scheduleSending(scope.site.db, await notBeforePause(scope, next));
};

const notBeforePause = async (scope: Scope, at: string): Promise<string> => {
  const pauses = await Promise.all(CHANNELS.map((channel) => findPause(scope.site.db, channel)));
  // A pause of the other channel delays nothing, because the job runs again each minute.
  const soonest = pauses.flatMap((pause) => (pause ? [pause.until] : [])).toSorted()[0];
  const earliest = soonest ?? later(scope, 1);
  return at > earliest ? at : earliest;
};

const workChannel = async (job: Scope, channel: Channel, pace: Pace) => {
  const { db } = job.site;
  await releaseLeases(db, channel);
  await markLost(job);
  if (!wayOut(job, channel)) return recordWaiting(job, channel, pace.ending);
  while ((await failLate(job, channel)).ok);
  // An account that an admin changes meanwhile is used from the next messages on.
  for (let scope = job; !pace.ending?.aborted; scope = await job.nextStep()) {
    const pause = await findPause(db, channel);
    if (pause && Temporal.Instant.compare(Temporal.Instant.from(pause.until), scope.now()) > 0) return;
    const lease = leaseOf(scope, pace);
    const leased = await leaseNext(db, channel, pace.batch ?? BATCH, lease);
    if (leased.length === 0) return;
    const closed = await sendAll(scope, channel, leased, lease.lease, pace);
    if (closed) return startPause(scope, channel, closed, pace);
    await endPause(db, channel);
  }
};

const leaseOf = (scope: Scope, { leaseSeconds = LEASE_SECONDS }: Pace) => ({
  lease: String(randomUUID()),
  now: stampOf(scope),
  until: later(scope, leaseSeconds),
});

/** Sends a few in parallel. If the channel is unavailable, frees the rest and returns the reason. */
const sendAll = async (
  scope: Scope,
  channel: Channel,
  leased: readonly LeasedMessage[],
  lease: string,
  pace: Pace,
): Promise<string | undefined> => {
  const queue = [...leased];
  let closed: string | undefined;
  const work = async () => {
    for (let row = queue.shift(); row && !closed && !pace.ending?.aborted; row = queue.shift()) {
      const reply = await sendOne(scope, channel, row, { ...leaseOf(scope, pace), lease }, pace);
      if (reply?.kind === 'closed') closed ??= reply.reason;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE[channel] }, work));
  await releaseLeases(scope.site.db, channel);
  return closed;
};

const sendOne = async (
  scope: Scope,
  channel: Channel,
  row: LeasedMessage,
  lease: ReturnType<typeof leaseOf>,
  pace: Pace,
): Promise<Reply | undefined> => {
  if (channel === 'SMS' && row.stopped) {
    const failed: Outcome = { status: 'failed', error: optedOut(row.recipient) };
    await settleMessage(scope, row.id, failed);
    return undefined;
  }
  if (!(await markSending(scope.site.db, row.id, lease))) return undefined;
  const reply = await observeSend(scope.site.log, { kind: channel, count: 1 }, () =>
    handOver(scope, channel, row),
  );
  await retryStoring(() => takeReply(scope, row, reply, pace));
  return reply;
};

const wayOut = ({ settings }: Scope, channel: Channel) =>
  channel === 'SMS' ? settings.textMessages : settings.mail;

const handOver = async (scope: Scope, channel: Channel, row: LeasedMessage): Promise<Reply> => {
  const { site } = scope;
  const { textMessages, mail } = scope.settings;
  const text = withLink(scope, row);
  if (channel === 'SMS' && textMessages) {
    const callback = `${site.publicUrl}/homecare/api/hooks/twilio/status?message=${row.id}`;
    const image = imageOf(scope, row);
    if (image === undefined) return { kind: 'refused', code: null, reason: IMAGE_EXPIRED };
    return sendText(textMessages, { to: row.recipient, text, image, callback });
  }
  if (channel === 'Email' && mail) {
    const { from } = mail;
    const id = `<message-${row.id}.${site.name}@${from.slice(from.indexOf('@') + 1)}>`;
    const subject = row.subject ?? site.title;
    const attachment = await attachmentOf(scope, row.id);
    return sendMail(mail, { to: row.recipient, sender: site.title, subject, text, id, attachment });
  }
  return { kind: 'closed', reason: 'There is no way out.' };
};

/** Decoded to text first, because a site's secrets seal text. */
const attachmentOf = async ({ site }: Scope, id: number) => {
  const stored = await findAttachment(site.db, id);
  return stored && { ...stored, content: Buffer.from(site.secrets.decrypt(stored.content), 'base64') };
};

/** Adds the link's secret to the text; this is the only place that does. */
const withLink = ({ site }: Scope, { text, sealedLink }: LeasedMessage) =>
  sealedLink
    ? text.replaceAll(LINK_PLACE, () => `${site.publicUrl}/l/${site.secrets.decrypt(sealedLink)}`)
    : text;

/** An uploaded image is sent as its link; undefined if it is no longer stored. */
const imageOf = ({ site }: Scope, { image, imageId, sealedImage }: LeasedMessage) => {
  if (imageId === null) return image;
  return sealedImage ? `${site.publicUrl}/l/${site.secrets.decrypt(sealedImage)}` : undefined;
};

const waitOf = (failures: number, { waitShare = 1 }: Pace) => waitAfter(failures, Math.random()) * waitShare;

const outcomeOf = (scope: Scope, row: LeasedMessage, reply: Reply, pace: Pace): Outcome => {
  switch (reply.kind) {
    case 'taken':
      return {
        status: reply.status,
        error: null,
        sid: reply.sid,
        sender: reply.sender,
        sent: stampOf(scope),
      };
    case 'refused':
      return { status: 'failed', error: reply.reason };
    case 'unclear':
      return { status: 'unknown', error: reply.reason, sent: stampOf(scope) };
    default: {
      const tries = row.tries + 1;
      return tries >= MOST_TRIES
        ? { status: 'failed', error: `Tried ${MOST_TRIES} times. ${reply.reason}` }
        : {
            status: 'waiting',
            error: reply.reason,
            notBefore: later(scope, waitOf(tries, pace)),
          };
    }
  }
};

const takeReply = async (scope: Scope, row: LeasedMessage, reply: Reply, pace: Pace) => {
  await settleMessage(scope, row.id, outcomeOf(scope, row, reply, pace));
  if (reply.kind === 'refused' && reply.code === OPTED_OUT_CODE)
    await mutate(scope, 'messaging.stopped', async (tx, record) => {
      if (!(await stopNumber(tx, row.recipient, stampOf(scope)))) return refuse('notFound');
      record({ entity: 'optOut', id: row.id, action: 'insert', changes: { number: [null, row.recipient] } });
      return done(null);
    });
};

/** A callback may have been faster; then only the provider's id of the message is new. */
const settleMessage = (scope: Scope, id: number, outcome: Outcome) =>
  mutate(scope, 'messaging.outcome', async (tx, record) => {
    const row = await lockMessage(tx, id);
    if (!row) return refuse('notFound');
    if (mayMove('worker', row.status, outcome.status)) {
      await storeOutcome(tx, id, outcome);
      record({ entity: 'message', id, action: 'update', changes: { Status: [row.status, outcome.status] } });
      return done(null);
    }
    if (!outcome.sid || row.sid) return refuse('notFound');
    await storeSid(tx, id, outcome.sid);
    record({ entity: 'message', id, action: 'update', changes: { sid: [null, outcome.sid] } });
    return done(null);
  });

const STORE_TRIES = 5;

/** The provider has answered. Wait for a database that is restarting, because the message would otherwise count as lost. */
const retryStoring = async (store: () => Promise<void>) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (tries === STORE_TRIES || !isConnectionLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * tries));
    }
  }
};

// ---- what does not go

const LOST = 'The server stopped while sending this message: it may or may not have gone out.';

const markLost = async (scope: Scope) => {
  for (const { id, channel } of await listLost(scope.site.db, stampOf(scope))) {
    scope.site.log.event('send', { kind: channel, outcome: 'lost', count: 1, ms: 0 });
    await settleMessage(scope, id, { status: 'unknown', error: LOST, sent: stampOf(scope) });
  }
};

/** After a long standstill or from a restored backup, last week's reminder is worse than none. */
const failLate = (scope: Scope, channel: Channel) =>
  mutate(scope, 'messaging.late', async (tx, record) => {
    const before = later(scope, -LATE_HOURS * 3_600);
    const ids = await failWaiting(tx, channel, before, TOO_LATE);
    if (ids.length === 0) return refuse('notFound');
    for (const id of ids)
      record({ entity: 'message', id, action: 'update', changes: { Status: ['waiting', 'failed'] } });
    return done(null);
  });

/** Without an account, the log says 'recorded, not sent' (docs/rules/messaging.md, rule 11). */
const recordWaiting = async (scope: Scope, channel: Channel, ending: AbortSignal | undefined) => {
  while (!ending?.aborted) {
    const recorded = await mutate(scope, 'messaging.record', async (tx, record) => {
      const ids = await recordAll(tx, channel, RECORDED_AT_ONCE);
      if (ids.length === 0) return refuse('notFound');
      for (const id of ids)
        record({ entity: 'message', id, action: 'update', changes: { Status: ['waiting', 'recorded'] } });
      return done(null);
    });
    if (!recorded.ok) return;
  }
};

/** Pauses a channel, longer after each failure and never equally long for two sites. */
const startPause = async (scope: Scope, channel: Channel, reason: string, pace: Pace) => {
  const failures = ((await findPause(scope.site.db, channel))?.failures ?? 0) + 1;
  const until = later(scope, waitOf(failures, pace));
  await savePause(scope.site.db, channel, { until, failures, reason });
  if (failures === 1) scope.site.log.warn(`messages (${channel}): ${reason} Sending resumes automatically.`);
};
