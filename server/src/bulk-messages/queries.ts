import type { BulkSend, BulkState, Listed, Skipped } from '@homecare/domain/bulk-messages/schema.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { birthday } from '../platform/sealed/birth-date.ts';
import { sealedBulkSend, storedWords } from '../platform/sealed/message.ts';

// ---- whom staff may choose

const listed = sql`people.id, kind, ${listedName()} as name,
  concat_ws(' ', first_name, last_name) as called, phone, email,
  confirmed_email as verified, ${birthday()} as birthday, language,
  exists (select from message_opt_outs where number = '+1' || regexp_replace(phone, '\\D', '', 'g')) as stopped`;

/** Active people by name. */
export const listActive = (db: Db) =>
  queryRows<Listed>(db)`select ${listed} from people where cur = 'y' order by sort_key, id`;

/** Changes whenever a phone answers STOP or START. */
export const revisionOfStops = async (db: Db): Promise<string> =>
  (
    await queryRow<{
      word: string;
    }>(db)`select count(*) || ' ' || coalesce(max(stopped)::text, '') as word
    from message_opt_outs`
  )?.word ?? '';

// ---- a send

export interface NewSend {
  readonly channel: Channel;
  readonly subject: string | null;
  readonly text: string;
  readonly image: string | null;
  readonly imageId: number | null;
  readonly at: string;
  readonly by: string;
  readonly accountId: number;
}
export interface NewRecipient {
  readonly personId: number;
  /** Why this person gets nothing; null if they get the message. */
  readonly reason: string | null;
}

export const insertSend = async (
  tx: Tx,
  send: NewSend,
  recipients: readonly NewRecipient[],
): Promise<number> => {
  const skipped = recipients.filter(({ reason }) => reason !== null).length;
  const { id } = await tx
    .insertInto('bulk_sends')
    .values({
      channel: send.channel,
      ...storedWords(send),
      image: send.image,
      image_id: send.imageId,
      total: recipients.length,
      skipped,
      created: send.at,
      created_by: send.by,
      account_id: send.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = recipients.map(({ personId }) => personId);
  const reasons = recipients.map(({ reason }) => reason);
  await sql`insert into bulk_recipients (bulk_id, place, person_id, state, reason)
    select ${id}, place, person_id, case when reason is null then 'waiting' else 'skipped' end, reason
    from rows from (unnest(${people}::int[]), unnest(${reasons}::text[])) with ordinality
      as one (person_id, reason, place)`.execute(tx);
  return id;
};

export const BULK_MESSAGES_JOB = 'bulk-messages';
/** Queues the job, which starts once this transaction ends. */
export const scheduleSend = (db: Db, id: number) => queueJob(db, BULK_MESSAGES_JOB, { id });

/** The day's messages and those that running sends will still add. A lock keeps other sends from starting meanwhile. */
export const countOfDay = async (tx: Tx, since: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('bulkMessages.start'))`.execute(tx);
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from messages where created >= ${since} and direction = 'out')::int
    + (select coalesce(sum(total - queued - skipped), 0) from bulk_sends where ended is null)::int as count`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
};

export interface StoredSend {
  readonly id: number;
  readonly channel: Channel;
  readonly state: BulkState;
  readonly subject: string | null;
  readonly text: string;
  readonly image: string | null;
  readonly imageId: number | null;
  readonly queued: number;
  readonly accountId: number;
  readonly by: string;
  readonly created: string;
}

const stored = sql`select id, channel, state, ${sealedBulkSend.subject()}, ${sealedBulkSend.text()}, image, image_id as "imageId", queued, account_id as "accountId",
  created_by as by, created from bulk_sends`;

export const findSend = async (db: Db, id: number): Promise<StoredSend | undefined> =>
  (await sql<StoredSend>`${stored} where id = ${id}`.execute(db)).rows[0];

export const lockSend = async (tx: Tx, id: number): Promise<StoredSend | undefined> =>
  (await sql<StoredSend>`${stored} where id = ${id} for no key update`.execute(tx)).rows[0];

/** The next people of the list who have not been handled, as they are now; archived ones without phone and address. */
export const listNext = (tx: Tx, id: number, count: number) =>
  queryRows<Listed & { place: number; archived: boolean }>(tx)`select ${listed}, place,
      cur = 'n' as archived
    from bulk_recipients join people on people.id = person_id
    where bulk_id = ${id} and bulk_recipients.state = 'waiting' order by place limit ${count}`;

export interface Outcome {
  readonly place: number;
  readonly messageId: number | null;
  readonly reason: string | null;
}

export const saveOutcomes = async (tx: Tx, id: number, outcomes: readonly Outcome[]): Promise<void> => {
  const queued = outcomes.filter(({ messageId }) => messageId !== null).length;
  const places = outcomes.map(({ place }) => place);
  const messages = outcomes.map(({ messageId }) => messageId);
  const reasons = outcomes.map(({ reason }) => reason);
  await sql`update bulk_recipients set message_id = one.message_id, reason = one.reason,
      state = case when one.message_id is null then 'skipped' else 'queued' end
    from rows from (unnest(${places}::int[]), unnest(${messages}::int[]), unnest(${reasons}::text[]))
      as one (place, message_id, reason)
    where bulk_id = ${id} and bulk_recipients.place = one.place`.execute(tx);
  await sql`update bulk_sends set state = 'queueing', queued = queued + ${queued},
    skipped = skipped + ${outcomes.length - queued} where id = ${id}`.execute(tx);
};

export const endSend = async (
  tx: Tx,
  id: number,
  end: { state: 'done' | 'cancelled' | 'failed'; at: string; info?: string },
): Promise<void> => {
  await tx
    .updateTable('bulk_sends')
    .set({ state: end.state, ended: end.at, info: end.info ?? null })
    .where('id', '=', id)
    .execute();
};

// ---- how far it is

const MOST_SHOWN = 5;

export const listSends = (db: Db, accountId: number, since: string) =>
  queryRows<BulkSend>(db)`select send.id, channel, state, total, queued, skipped, created, info,
      coalesce(sent.waiting, 0) as waiting, coalesce(sent.failed, 0) as failed
    from bulk_sends send left join lateral (
      select count(*) filter (where message.status in ('waiting', 'sending'))::int as waiting,
        count(*) filter (where message.status in ('failed', 'unknown', 'undelivered'))::int as failed
      from bulk_recipients recipient join messages message on message.id = recipient.message_id
      where recipient.bulk_id = send.id) sent on true
    where account_id = ${accountId} and created >= ${since} order by send.id desc limit ${MOST_SHOWN}`;

export const listSkippedOf = (db: Db, id: number) =>
  queryRows<Skipped>(db)`select person_id as "personId", ${listedName()} as name, reason
    from bulk_recipients join people on people.id = person_id
    where bulk_id = ${id} and bulk_recipients.state = 'skipped' order by place`;
