import type { LogItem, RecordType } from '@homecare/domain/aggregator/schema.ts';
import type { Filter } from '@homecare/domain/wire.ts';
import { type Kysely, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { PREPARED } from '../platform/db/prepared.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { sealedRecord } from '../platform/sealed/aggregator.ts';
import { isPrivatePay } from '../platform/sealed/medicaid-number.ts';

type Db = Kysely<Tables> | Tx;
export type RecordFilter = Filter<'type' | 'record_id' | 'Status'>;

const LOG_ROWS = 500;

type Row = Omit<LogItem, 'hold'>;

const condition = ({ field, op, value }: RecordFilter) => {
  if (field === 'record_id') return sql`record_id = ${Number(value)}`;
  if (field === 'type') return sql`type = ${value}`;
  return op === '!' ? sql`status <> ${value}` : sql`status = ${value}`;
};

export const listRecords = async (
  db: Db,
  filters: readonly RecordFilter[],
  id?: number | null,
): Promise<Row[]> => {
  const conditions = [...(id ? [sql`id = ${id}`] : []), ...filters.map(condition), sql`true`];
  const rows = await queryRows<Row>(
    db,
  )`select id, type, record_id, status as "Status", created as "createdAt",
      modified as "modifiedAt", ${sealedRecord.message()}, ${sealedRecord.exchange()} as exchange, resend
    from aggregator_records where ${sql.join(conditions, sql` and `)} order by id desc limit ${LOG_ROWS}`;
  return rows;
};

/** Locks what a record is about and says why it is not sent; undefined if there is no such person or visit. */
export const lockSubject = async (
  tx: Tx,
  type: RecordType,
  id: number,
): Promise<{ complete: boolean; excluded: boolean } | undefined> => {
  const { rows } = await (type === 'Visit'
    ? sql<{
        complete: boolean;
        excluded: boolean;
      }>`select visit.status = 'Complete' as complete, coalesce(plan.excluded <= visit.date, false) as excluded
        from visits visit join care_plans plan on plan.id = visit.care_plan_id
        where visit.id = ${id} and visit.removed is null for no key update of visit`
    : sql<{ complete: boolean; excluded: boolean }>`select true as complete, false as excluded from people
        where id = ${id} and kind = ${type} for no key update`
  ).execute(tx);
  return rows[0];
};

export const lockOpenRecord = (tx: Tx, type: RecordType, recordId: number) =>
  queryRow<{ id: number; status: 'Planned' | 'Pending'; resend: boolean }>(tx)`
    select id, status, resend from aggregator_records
    where type = ${type} and record_id = ${recordId} and status in ('Planned', 'Pending') for update`;

/**
 * Returns the open record, locked, or plans one. It is one statement, because every save of a person or a visit runs it; the caller
 * holds the lock of that row, so nobody else queues it meanwhile. The caller who planned a record queues the job in a separate
 * statement: triggers of this one lock revisions, and every transaction locks those before the job.
 */
export const openOrPlan = (
  tx: Tx,
  type: RecordType,
  recordId: number,
  stamp: { readonly at: string; readonly by: string },
) =>
  queryRow<{
    id: number;
    status: 'Planned' | 'Pending';
    resend: boolean;
    /** True if this statement planned it. */
    isPlanned: boolean;
  }>(tx)`with open as materialized (
      select id, status, resend from aggregator_records
      where type = ${type} and record_id = ${recordId} and status in ('Planned', 'Pending') for update
    ), made as (
      insert into aggregator_records (type, record_id, created, created_by, modified)
      select ${type}, ${recordId}::int, ${stamp.at}::timestamptz, ${stamp.by}, ${stamp.at}::timestamptz
      where not exists (select from open)
      on conflict (type, record_id) where status in ('Planned', 'Pending') do nothing returning id
    )
    select id, status, resend, false as "isPlanned" from open
    union all select id, 'Planned', false, true from made ${PREPARED}`;

/** Plans records that are not open; returns the rows created. */
export const insertPlanned = async (
  tx: Tx,
  type: RecordType,
  recordIds: readonly number[],
  stamp: { readonly at: string; readonly by: string },
): Promise<number[]> => {
  const rows = await queryRows<{
    id: number;
  }>(tx)`insert into aggregator_records (type, record_id, created, created_by, modified)
    select ${type}, record_id, ${stamp.at}::timestamptz, ${stamp.by}, ${stamp.at}::timestamptz
    from unnest(${recordIds}::int[]) as record_id
    on conflict (type, record_id) where status in ('Planned', 'Pending') do nothing returning id`;
  return rows.map(({ id }) => id);
};

/** Adds a log row for each of these visits that shows an outcome, and for each of these people who are not waiting for one. */
export const insertExampleRecords = async (
  tx: Tx,
  type: RecordType,
  of: { readonly people: readonly number[]; readonly plans: readonly number[] },
  words: { readonly success: string; readonly failed: string; readonly at: string },
): Promise<number> => {
  const { success, failed, at } = words;
  const source =
    type === 'Visit'
      ? sql`select id, aggregator_status as status, edited as at from visits
          where care_plan_id = any(${of.plans}::int[]) and aggregator_status is not null`
      : sql`select id, 'Success' as status, ${at}::timestamptz as at from people
          where id = any(${of.people}::int[]) and kind = ${type} and aggregator_status is null`;
  const { numAffectedRows } = await sql`insert into aggregator_records
      (type, record_id, status, ${sealedRecord.message.column}, created, created_by, modified)
    select ${type}, example.id, example.status, case example.status when 'Failed' then ${failed} else ${success} end,
      coalesce(example.at, ${at}::timestamptz), '', coalesce(example.at, ${at}::timestamptz)
    from (${source}) as example
    where not exists (select from aggregator_records known where known.type = ${type} and known.record_id = example.id)
    order by example.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

/** Deletes visits' records that were never sent. If a sender has locked one first, it stays. */
export const deleteUnsent = (tx: Tx, visitIds: readonly number[]) =>
  queryRows<{ id: number; recordId: number }>(tx)`delete from aggregator_records
    where type = 'Visit' and record_id = any(${[...visitIds]}::int[]) and status = 'Planned' and sends = 0
    returning id, record_id as "recordId"`;

/** Visits with a record sent at or after a moment. */
export const listSentSince = async (
  tx: Tx,
  visitIds: readonly number[],
  since: string,
): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(tx)`select distinct record_id as id from aggregator_records
    where type = 'Visit' and record_id = any(${[...visitIds]}::int[]) and sent_at >= ${since}`;
  return rows.map(({ id }) => id);
};

export const markResend = async (tx: Tx, id: number, at: string) => {
  await sql`update aggregator_records set resend = true, modified = ${at} where id = ${id} and status = 'Pending'`.execute(
    tx,
  );
};

// ---- sending

/** A row of the queue that is sent now. */
export interface Waiting {
  readonly id: number;
  readonly recordId: number;
  readonly status: 'Planned' | 'Pending';
  readonly tries: number;
}

const waits = sql`record.status in ('Planned', 'Pending') and (record.status = 'Planned' or (record.status = 'Pending' and record.uuid is null))`;

/**
 * A visit is sent once its people have been accepted and nothing newer of theirs is being sent (docs/rules/aggregator.md, rule 7).
 * Rows of the example data were never sent. A private client's visit waits for nobody and is closed here.
 */
const accepted = sql`with accepted as materialized (select record_id from aggregator_records
  where type in ('Client', 'Provider') group by record_id
  having bool_or(status = 'Success' and sends > 0) and not bool_or(status in ('Planned', 'Pending')))`;
const ready = (type: RecordType) =>
  type === 'Visit'
    ? sql`join visits visit on visit.id = record.record_id join people payer on payer.id = visit.client_id
        left join accepted client on client.record_id = visit.client_id
        left join accepted provider on provider.record_id = visit.provider_id where record.type = 'Visit' and ${waits}
          and (${isPrivatePay('payer')}
            or (client.record_id is not null and provider.record_id is not null))`
    : sql`where record.type = ${type} and ${waits}`;

/** The next batch of a type. Those that failed before are sent one by one, after the others. */
export const listWaiting = async (db: Db, type: RecordType, atMost: number): Promise<Waiting[]> => {
  const rows = await queryRows<Waiting>(
    db,
  )`${accepted} select record.id, record.record_id as "recordId", record.status, record.tries
    from aggregator_records record ${ready(type)} order by record.tries, record.id limit ${atMost}`;
  const [first] = rows;
  return first && first.tries > 0 ? [first] : rows.filter(({ tries }) => tries === 0);
};

/** Those of the rows that are still waiting, locked. */
export const lockWaiting = (tx: Tx, ids: readonly number[]) =>
  queryRows<Waiting>(tx)`select id, record_id as "recordId", status, tries from aggregator_records record
    where id = any(${[...ids]}::int[]) and ${waits} order by id for update`;

/** Higher than any number given before and never behind the clock, so that it holds after restoring a backup. */
export const nextSequence = async (tx: Tx, epochMilliseconds: number): Promise<number> => {
  const row = await queryRow<{ next: number }>(tx)`select
    greatest(coalesce(max(sequence_id) + 1, 0), ${epochMilliseconds}::bigint)::float8 as next from aggregator_records`;
  return row?.next ?? epochMilliseconds;
};

export interface Intent {
  readonly id: number;
  readonly sequence: number;
  readonly request: string;
  readonly calls: unknown;
}

/** Stored before anything is sent; a save from here on asks for another sending. */
export const storeIntents = async (tx: Tx, intents: readonly Intent[], now: string): Promise<void> => {
  const rows = JSON.stringify(intents.map(({ calls, ...intent }) => ({ ...intent, sent_calls: calls })));
  await sql`update aggregator_records record set status = 'Pending', resend = false, uuid = null, poll_at = null,
      ${sealedRecord.message.to(null)}, sequence_id = intent.sequence, sends = sends + 1, sent_at = ${now}, modified = ${now},
      ${sealedRecord.addExchanged('record', sql`intent.request`)}, ${sealedRecord.setCalls('record', sql`intent.sent_calls`)}
    from jsonb_to_recordset(${rows}::jsonb) as intent (id int, sequence bigint, request text, sent_calls jsonb)
    where record.id = intent.id`.execute(tx);
};

/** The rows of one sending. A row that was sent again since has another number. */
export interface Sent {
  readonly id: number;
  readonly sequence: number;
}
const sentRows = (rows: readonly Sent[]) => sql`from unnest(${rows.map(({ id }) => id)}::int[],
    ${rows.map(({ sequence }) => sequence)}::bigint[]) as sent (id, sequence)
  where record.id = sent.id and record.sequence_id = sent.sequence and record.status = 'Pending'`;

export const storeReceipt = async (
  tx: Tx,
  rows: readonly Sent[],
  receipt: { uuid: string; answer: string; pollAt: string; now: string },
): Promise<void> => {
  await sql`update aggregator_records record set uuid = ${receipt.uuid}, poll_at = ${receipt.pollAt}, modified = ${receipt.now},
      ${sealedRecord.addExchanged('record', sql`${receipt.answer}::text`)} ${sentRows(rows)} and record.uuid is null`.execute(
    tx,
  );
};

/** Certainly not accepted, so the rows return to the state before sending. */
export const storeNotSent = async (tx: Tx, rows: readonly Sent[], now: string): Promise<void> => {
  await sql`update aggregator_records record set status = 'Planned', resend = false, sends = sends - 1, modified = ${now}
    ${sentRows(rows)}`.execute(tx);
};

/** The row is sent again, alone. If the receipt was lost it stays Pending, so that nobody takes it for unsent. */
export const storeTry = async (
  tx: Tx,
  rows: readonly Sent[],
  failed: { status: 'Planned' | 'Pending'; answer: string; now: string },
): Promise<void> => {
  await sql`update aggregator_records record set status = ${failed.status}, tries = tries + 1, uuid = null, poll_at = null,
      resend = record.resend and ${failed.status} = 'Pending', modified = ${failed.now},
      ${sealedRecord.addExchanged('record', sql`${failed.answer}::text`)} ${sentRows(rows)}`.execute(tx);
};

export interface Finished extends Sent {
  readonly result: 'Success' | 'Failed';
  readonly message: string;
  readonly answer: string;
}

/** Closes rows; returns those to send again because they were saved meanwhile. */
export const storeOutcomes = async (
  tx: Tx,
  rows: readonly Finished[],
  now: string,
): Promise<{ id: number; recordId: number; status: 'Success' | 'Failed'; resend: boolean }[]> => {
  const finished = JSON.stringify(rows.map(({ message, ...row }) => ({ ...row, words: message })));
  const { rows: closed } = await sql<{
    id: number;
    recordId: number;
    status: 'Success' | 'Failed';
    resend: boolean;
  }>`with before as (
      select record.id as row_id, record.resend, sent.result, sent.words, sent.answer from aggregator_records record
        join jsonb_to_recordset(${finished}::jsonb)
          as sent (id int, sequence bigint, result text, words text, answer text)
        on record.id = sent.id and record.sequence_id = sent.sequence and record.status = 'Pending'
      order by record.id for update of record)
    update aggregator_records record set status = before.result, resend = false, poll_at = null, modified = ${now},
      ${sealedRecord.message.to(sql`before.words`)}, ${sealedRecord.addExchanged('record', sql`before.answer`)}
    from before where record.id = before.row_id
    returning record.id, record.record_id as "recordId", record.status, before.resend`.execute(tx);
  return closed;
};

/** Closes rows without sending them: Failed with what is missing, or Not sent because they are not meant for the aggregator. */
export const storeUnsent = async (
  tx: Tx,
  status: 'Failed' | 'Not sent',
  rows: readonly { readonly id: number; readonly message: string }[],
  now: string,
): Promise<void> => {
  const words = rows.map((row) => row.message);
  await sql`update aggregator_records record set status = ${status}, resend = false, modified = ${now}, ${sealedRecord.message.to(sql`unsent.words`)}
    from unnest(${rows.map(({ id }) => id)}::int[], ${words}::text[]) as unsent (id, words)
    where record.id = unsent.id`.execute(tx);
};

// ---- outcomes

/** A sending whose outcome must be requested; its rows share the batch's uuid. */
export interface Batch {
  readonly type: RecordType;
  readonly uuid: string;
  readonly sentAt: string;
  readonly rows: readonly (Sent & { readonly recordId: number; readonly tries: number })[];
}

export const listDueBatches = (db: Db, now: string) =>
  queryRows<Batch>(db)`select type, uuid, min(sent_at) as "sentAt",
      jsonb_agg(jsonb_build_object('id', id, 'recordId', record_id, 'sequence', sequence_id, 'tries', tries) order by id) as rows
    from aggregator_records where status = 'Pending' and uuid is not null
    group by type, uuid having min(poll_at) <= ${now} or min(poll_at) is null order by min(id)`;

export const postponePoll = async (db: Db, uuid: string, at: string): Promise<void> => {
  await sql`update aggregator_records set poll_at = ${at} where uuid = ${uuid} and status = 'Pending'`.execute(
    db,
  );
};

/** Makes all open outcomes due now; returns how many. */
export const pollNow = async (tx: Tx, now: string): Promise<number> => {
  const result =
    await sql`update aggregator_records set poll_at = ${now} where status = 'Pending' and uuid is not null`.execute(
      tx,
    );
  return Number(result.numAffectedRows ?? 0n);
};

export const findNextPoll = async (db: Db): Promise<string | undefined> => {
  const row = await queryRow<{ at: string | null }>(db)`select min(poll_at) as at from aggregator_records
    where status = 'Pending' and uuid is not null`;
  return row?.at ?? undefined;
};

/** What waits to be sent or answered, and what was rejected in the 24 hours before `now`. */
export const countWaiting = async (db: Db, now: string) => {
  const row = await queryRow<{ waiting: number; oldestSeconds: number; failed: number }>(db)`
    select count(*) filter (where status <> 'Failed')::int as waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(created) filter (where status <> 'Failed')), 0)::float8
        as "oldestSeconds",
      count(*) filter (where status = 'Failed')::int as failed
    from aggregator_records where status in ('Planned', 'Pending')
      or status = 'Failed' and modified > ${now}::timestamptz - interval '24 hours'`;
  return row ?? { waiting: 0, oldestSeconds: 0, failed: 0 };
};

// ---- pauses

export interface Pause {
  readonly until: string;
  readonly failures: number;
  readonly reason: string;
}

export const findPause = (db: Db) =>
  queryRow<Pause>(db)`select until, failures, reason from aggregator_pauses`;

export const savePause = async (db: Db, { until, failures, reason }: Pause): Promise<void> => {
  await sql`insert into aggregator_pauses (until, failures, reason) values (${until}, ${failures}, ${reason})
    on conflict (one) do update set until = excluded.until, failures = excluded.failures, reason = excluded.reason`.execute(
    db,
  );
};

export const endPause = async (db: Db): Promise<void> => {
  await sql`delete from aggregator_pauses`.execute(db);
};

export const AGGREGATOR_JOB = 'aggregator';
/** Queues the job for as soon as possible (undefined), or for a time. */
export const queueSending = (db: Db, at?: string) => queueJob(db, AGGREGATOR_JOB, { at, tries: 3 });

/** Planned visits whose client or caregiver the aggregator has not accepted, with which of them. */
export const listBlockedVisits = async (
  db: Db,
  visitIds: readonly number[],
): Promise<{ id: number; client: string | null; provider: string | null }[]> => {
  const accepted = (
    type: string,
    column: string,
  ) => sql`case when exists (select from aggregator_records person
      where person.type = ${type} and person.record_id = ${sql.ref(column)} and person.status = 'Success' and person.sends > 0)
    then null else coalesce((select person.status from aggregator_records person where person.type = ${type}
      and person.record_id = ${sql.ref(column)} order by person.id desc limit 1), 'none') end`;
  const rows = await queryRows<{ id: number; client: string | null; provider: string | null }>(
    db,
  )`select visit.id,
      ${accepted('Client', 'visit.client_id')} as client, ${accepted('Provider', 'visit.provider_id')} as provider
    from visits visit where visit.id = any(${[...visitIds]}::int[])`;
  return rows;
};
