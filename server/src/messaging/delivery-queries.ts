import type { Channel, MessageStatus } from '@homecare/domain/messaging/schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { sealedMessage } from '../platform/sealed/message.ts';
import type { StoredAttachment } from './queries.ts';

export const MESSAGING_JOB = 'messaging';
/** Queues the job for as soon as possible (undefined), or for a time. */
export const scheduleSending = (db: Db, at?: string) => queueJob(db, MESSAGING_JOB, { at, tries: 3 });

// ---- numbers that want no texts

export const listStopped = async (db: Db, numbers: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{
    number: string;
  }>`select number from message_opt_outs where number = any(${[...numbers]}::text[])`.execute(db);
  return new Set(rows.map(({ number }) => number));
};

/** Returns whether it is new. */
export const stopNumber = (tx: Tx, number: string, at: string) =>
  changesRow(tx)`insert into message_opt_outs (number, stopped) values (${number}, ${at})
    on conflict do nothing`;

/** Returns whether it was stopped. */
export const startNumber = (tx: Tx, number: string) =>
  changesRow(tx)`delete from message_opt_outs where number = ${number}`;

// ---- the worker's part of the queue

/** A message that a worker has leased. */
export interface LeasedMessage {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string | null;
  readonly text: string;
  readonly image: string | null;
  readonly imageId: number | null;
  /** The token of its link; null once the image is no longer stored. */
  readonly sealedImage: Buffer | null;
  readonly sealedLink: Buffer | null;
  readonly tries: number;
  readonly stopped: boolean;
}

export interface Lease {
  readonly lease: string;
  readonly now: string;
  readonly until: string;
}

/** Leases the next messages of a channel. Those that failed before come last, so that none holds up the rest. */
export const leaseNext = async (
  db: Db,
  channel: Channel,
  atMost: number,
  { lease, now, until }: Lease,
): Promise<LeasedMessage[]> =>
  (
    await queryRows<LeasedMessage>(db)`with due as (
      select id from messages where channel = ${channel} and status = 'waiting'
        and (not_before is null or not_before <= ${now}) and (leased_until is null or leased_until <= ${now})
      order by tries, id limit ${atMost} for update skip locked)
    update messages set lease = ${lease}, leased_until = ${until} from due where messages.id = due.id
    returning messages.id, recipient, ${sealedMessage.subject()}, ${sealedMessage.text()}, image, image_id as "imageId", sealed_link as "sealedLink", tries,
      (select sealed_token from text_images where text_images.id = image_id and removed is null and expires > ${now})
        as "sealedImage",
      exists (select from message_opt_outs where number = recipient) as stopped`
  ).sort((a, b) => a.tries - b.tries || a.id - b.id);

/** Frees messages that a dead worker had leased and not begun; the caller is the channel's only worker. */
export const releaseLeases = async (db: Db, channel: Channel): Promise<void> => {
  await sql`update messages set lease = null, leased_until = null
    where channel = ${channel} and status = 'waiting' and lease is not null`.execute(db);
};

/**
 * Marks a message as being sent before anything leaves, so that nobody else starts it. Returns false if the lease was lost, or STOP
 * has arrived since.
 */
export const markSending = (db: Db, id: number, { lease, until }: Lease) =>
  changesRow(db)`update messages set status = 'sending', tries = tries + 1, leased_until = ${until}
    where id = ${id} and status = 'waiting' and lease = ${lease}
      and not exists (select from message_opt_outs where number = recipient)`;

/** Messages that were started and never ended, because their worker died. */
export const listLost = (db: Db, now: string) =>
  queryRows<{ id: number; channel: Channel }>(db)`select id, channel from messages
    where status = 'sending' and leased_until <= ${now} order by id limit 500`;

export interface Outcome {
  readonly status: MessageStatus;
  readonly error: string | null;
  readonly sid?: string | null;
  readonly sender?: string | null;
  readonly sent?: string | null;
  readonly notBefore?: string | null;
}

export interface MessageState {
  readonly id: number;
  readonly status: MessageStatus;
  readonly tries: number;
  readonly recipient: string;
  readonly sid: string | null;
}

const state = sql`id, status, tries, recipient, sid`;

export const lockMessage = (tx: Tx, id: number) =>
  queryRow<MessageState>(tx)`select ${state} from messages
    where id = ${id} and direction = 'out' for update`;

export const lockMessageBySid = (tx: Tx, sid: string) =>
  queryRow<MessageState>(tx)`select ${state} from messages
    where sid = ${sid} and direction = 'out' for update`;

export const findAttachment = (db: Db, id: number) =>
  queryRow<StoredAttachment>(
    db,
  )`select name, type, content from message_attachments where message_id = ${id}`;

/** The link's secret and the attachment are only needed until the message has been sent. */
export const storeOutcome = async (tx: Tx, id: number, outcome: Outcome): Promise<void> => {
  const { status, error, sid = null, sender = null, sent = null, notBefore = null } = outcome;
  await sql`with gone as (delete from message_attachments where message_id = ${id} and ${status} <> 'waiting')
    update messages set status = ${status}, error = ${error}, sid = coalesce(sid, ${sid}),
      sender = coalesce(${sender}, sender), sent = coalesce(sent, ${sent}::timestamptz), not_before = ${notBefore},
      lease = null, leased_until = null, sealed_link = case when ${status} = 'waiting' then sealed_link end
    where id = ${id}`.execute(tx);
};

/** Stores only the provider's id, because the status has already advanced. */
export const storeSid = async (tx: Tx, id: number, sid: string): Promise<void> => {
  await sql`update messages set sid = coalesce(sid, ${sid}) where id = ${id}`.execute(tx);
};

/** Without an account nothing leaves the server; returns the rows. */
export const recordAll = async (tx: Tx, channel: Channel, atMost: number): Promise<number[]> =>
  (
    await queryRows<{ id: number }>(tx)`with due as (
      select id from messages where channel = ${channel} and status = 'waiting' order by id limit ${atMost} for update skip locked),
      gone as (delete from message_attachments using due where message_id = due.id)
    update messages set status = 'recorded', error = null, not_before = null, lease = null, leased_until = null,
      sealed_link = null
    from due where messages.id = due.id returning messages.id`
  ).map(({ id }) => id);

/** Fails messages that have waited since before a moment; returns the rows. */
export const failWaiting = async (
  tx: Tx,
  channel: Channel,
  before: string,
  error: string,
): Promise<number[]> =>
  (
    await queryRows<{ id: number }>(tx)`with late as (
      select id from messages where channel = ${channel} and status = 'waiting' and created < ${before}
      order by id limit 500 for update skip locked),
      gone as (delete from message_attachments using late where message_id = late.id)
    update messages set status = 'failed', error = ${error}, not_before = null, lease = null, leased_until = null,
      sealed_link = null
    from late where messages.id = late.id returning messages.id`
  ).map(({ id }) => id);

/** When the next message may be sent, or a lost one can be reported. */
export const findNextDue = async (db: Db): Promise<string | undefined> =>
  (
    await queryRow<{ at: string | null }>(db)`select min(case status
      when 'sending' then leased_until else coalesce(not_before, created) end) as at
    from messages where status in ('waiting', 'sending')`
  )?.at ?? undefined;

// ---- pauses of a channel

export interface Pause {
  readonly until: string;
  readonly failures: number;
  readonly reason: string;
}

export const findPause = (db: Db, channel: Channel) =>
  queryRow<Pause>(db)`select until, failures, reason from message_pauses where channel = ${channel}`;

export const savePause = async (db: Db, channel: Channel, { until, failures, reason }: Pause) => {
  await sql`insert into message_pauses (channel, until, failures, reason)
    values (${channel}, ${until}, ${failures}, ${reason})
    on conflict (channel) do update set until = excluded.until, failures = excluded.failures, reason = excluded.reason`.execute(
    db,
  );
};

export const endPause = async (db: Db, channel: Channel): Promise<void> => {
  await sql`delete from message_pauses where channel = ${channel}`.execute(db);
};

// ---- callbacks

/** Returns false if this event was handled before. */
export const insertEvent = (
  tx: Tx,
  event: { sid: string; event: string; messageId: number; code: number | null; at: string },
) =>
  changesRow(tx)`insert into message_events (sid, event, message_id, error_code, at)
    values (${event.sid}, ${event.event}, ${event.messageId}, ${event.code}, ${event.at}) on conflict do nothing`;

// ---- once more

export interface Stored extends MessageState {
  readonly channel: Channel;
  readonly subject: string | null;
  readonly text: string;
  readonly image: string | null;
  readonly imageId: number | null;
  readonly personId: number | null;
  readonly candidateId: number | null;
  readonly againId: number | null;
  readonly hasAttachment: boolean;
}

export const lockStored = (tx: Tx, id: number) =>
  queryRow<Stored>(tx)`select
      ${state}, channel, ${sealedMessage.subject()}, ${sealedMessage.text()}, image, image_id as "imageId", person_id as "personId",
      candidate_id as "candidateId", again_id as "againId", has_attachment as "hasAttachment" from messages
    where id = ${id} and direction = 'out' for update`;

export const storeAgain = async (tx: Tx, id: number, againId: number): Promise<void> => {
  await sql`update messages set again_id = ${againId} where id = ${id}`.execute(tx);
};
