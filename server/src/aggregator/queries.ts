import type { LogItem, RecordType } from '@homecare/domain/aggregator/schema.ts';
import type { Filter } from '@homecare/domain/wire.ts';
import { type Kysely, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import type { Tables } from '../platform/db/tables.ts';

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
  const { rows } = await sql<Row>`select id, type, record_id, status as "Status", created as created_ts,
      modified as modify_ts, message, json, resend
    from aggregator_records where ${sql.join(conditions, sql` and `)} order by id desc limit ${LOG_ROWS}`.execute(
    db,
  );
  return rows;
};

/** The switch as it stands in this transaction. */
export const isSwitchOn = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{
    on: boolean | null;
  }>`select (value->>'sandataEnabled')::boolean as on from settings
    where key = 'switches'`.execute(tx);
  return rows[0]?.on === true;
};

/** Is there anywhere to send to? */
export const hasAddress = async (db: Db): Promise<boolean> => {
  const { rows } =
    await sql`select from settings where key = 'aggregator' and coalesce(value->>'url', '') <> ''`.execute(
      db,
    );
  return rows.length > 0;
};

/** Locks what a record is about and says why it is not sent; undefined when there is no such person or visit. */
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

export const lockOpenRecord = async (tx: Tx, type: RecordType, recordId: number) => {
  const { rows } = await sql<{ id: number; status: 'Planned' | 'Pending'; resend: boolean }>`
    select id, status, resend from aggregator_records
    where type = ${type} and record_id = ${recordId} and status in ('Planned', 'Pending') for update`.execute(
    tx,
  );
  return rows[0];
};

/** Plans records that are not open; answers the rows made. */
export const insertPlanned = async (
  tx: Tx,
  type: RecordType,
  recordIds: readonly number[],
  stamp: { readonly at: string; readonly by: string },
): Promise<number[]> => {
  const { rows } = await sql<{
    id: number;
  }>`insert into aggregator_records (type, record_id, created, created_by, modified)
    select ${type}, record_id, ${stamp.at}::timestamptz, ${stamp.by}, ${stamp.at}::timestamptz
    from unnest(${recordIds}::int[]) as record_id
    on conflict (type, record_id) where status in ('Planned', 'Pending') do nothing returning id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** A row of the log for each of these visits that shows an outcome, for each of these people who wait for none. */
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
      (type, record_id, status, message, created, created_by, modified)
    select ${type}, example.id, example.status, case example.status when 'Failed' then ${failed} else ${success} end,
      coalesce(example.at, ${at}::timestamptz), '', coalesce(example.at, ${at}::timestamptz)
    from (${source}) as example
    where not exists (select from aggregator_records known where known.type = ${type} and known.record_id = example.id)
    order by example.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

export const markResend = async (tx: Tx, id: number, at: string) => {
  await sql`update aggregator_records set resend = true, modified = ${at} where id = ${id} and status = 'Pending'`.execute(
    tx,
  );
};
