import type { OtherCard } from '@homecare/domain/billing/overlaps.ts';
import { CAREGIVER } from '@homecare/domain/call.ts';
import type { ComparedPlan } from '@homecare/domain/care-plans/rules.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedRecord } from '../platform/sealed/aggregator.ts';
import { haveOneMedicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { haveOneSsn } from '../platform/sealed/ssn.ts';
import { MOVED_COLUMNS, type PersonColumn } from './person-columns.ts';
import type { Db } from './queries.ts';

/** Merging reads and moves rows of every feature by one list of columns (person-columns.ts). */

const all = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
const keyOf = ({ key }: PersonColumn) =>
  sql`jsonb_build_array(${sql.join(key.map((name) => sql`moving.${sql.id(name)}`))})`;

/** The rows of a column that move from one record to the other. */
const movable = (of: PersonColumn, keepId: number, awayId: number) => {
  const { table, column, taken } = of;
  const isTheirs = sql`moving.${sql.id(column)} = ${awayId}`;
  // A message of a bulk send that reached both belongs to the recipient entry that stays.
  if (table === 'messages')
    return sql`${isTheirs} and not exists (select from bulk_recipients entry
      join bulk_recipients kept on kept.bulk_id = entry.bulk_id and kept.person_id = ${keepId}
      where entry.message_id = moving.id and entry.person_id = ${awayId})`;
  if (!taken) return isTheirs;
  const where = taken.where;
  const onlyWhere = (row: string) => (where ? sql`${sql.id(row)}.${sql.raw(where)}` : sql`true`);
  const same = taken.by.map((name) => sql`kept.${sql.id(name)} is not distinct from moving.${sql.id(name)}`);
  return sql`${isTheirs} and not (${onlyWhere('moving')} and exists (select from ${sql.table(table)} kept
    where kept.${sql.id(column)} = ${keepId} and ${onlyWhere('kept')} and ${all(same)}))`;
};

export interface MovedCount {
  readonly words: PersonColumn['words'];
  readonly count: number;
  /** Rows that stay with the merged record, because the other one has equal rows. */
  readonly left: number;
}

/** What would move, in the order of the list. */
export const countMovable = async (db: Db, keepId: number, awayId: number): Promise<MovedCount[]> => {
  const parts = MOVED_COLUMNS.map(
    (of, place) => sql`select ${place}::int as place,
      count(*) filter (where ${movable(of, keepId, awayId)})::int as count, count(*)::int as whole
    from ${sql.table(of.table)} moving where moving.${sql.id(of.column)} = ${awayId}`,
  );
  const { rows } = await sql<{ place: number; count: number; whole: number }>`${sql.join(
    parts,
    sql` union all `,
  )}`.execute(db);
  const byWords = Map.groupBy(rows, ({ place }) => MOVED_COLUMNS[place]?.words[1] ?? '');
  return [...byWords.values()].flatMap((own) => {
    const words = MOVED_COLUMNS[own[0]?.place ?? 0]?.words;
    const whole = sum(own.map((row) => row.whole));
    const count = sum(own.map((row) => row.count));
    return words && whole > 0 ? [{ words, count, left: whole - count }] : [];
  });
};

/** Keys of the moved rows by 'table.column'. */
export type Moved = Readonly<Record<string, readonly unknown[]>>;

/** Moves everything; both records are locked. */
export const moveRows = async (tx: Tx, keepId: number, awayId: number): Promise<Moved> => {
  const moved: Record<string, readonly unknown[]> = {};
  for (const of of MOVED_COLUMNS) {
    const { rows } = await sql<{ key: unknown }>`update ${sql.table(of.table)} as moving
      set ${sql.id(of.column)} = ${keepId} where ${movable(of, keepId, awayId)} returning ${keyOf(of)} as key`.execute(
      tx,
    );
    if (rows.length > 0) moved[`${of.table}.${of.column}`] = rows.map(({ key }) => key);
  }
  return moved;
};

const keysOf = (moved: Moved, { table, column }: PersonColumn) =>
  JSON.stringify(moved[`${table}.${column}`] ?? []);
const isOneOf = (of: PersonColumn, moved: Moved) =>
  sql`${keyOf(of)} in (select jsonb_array_elements(${keysOf(moved, of)}::jsonb))`;
const movedColumns = (moved: Moved) =>
  MOVED_COLUMNS.filter((of) => moved[`${of.table}.${of.column}`] !== undefined);

/** Moved rows that belong to someone else by now. */
export const countGone = async (
  tx: Tx,
  moved: Moved,
  keepId: number,
): Promise<(readonly [what: string, count: number])[]> => {
  const gone: (readonly [string, number])[] = [];
  for (const of of movedColumns(moved)) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(of.table)} moving
      where ${isOneOf(of, moved)} and moving.${sql.id(of.column)} is distinct from ${keepId}`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) gone.push([of.words[1], count]);
  }
  return gone;
};

/** Moves the rows back. What belongs to a returning care plan goes with it, even if it was added since. */
export const moveRowsBack = async (tx: Tx, moved: Moved, keepId: number, awayId: number): Promise<void> => {
  for (const of of movedColumns(moved))
    await sql`update ${sql.table(of.table)} as moving set ${sql.id(of.column)} = ${awayId}
      where ${isOneOf(of, moved)} and moving.${sql.id(of.column)} = ${keepId}`.execute(tx);
  for (const column of ['provider_id', 'client_id']) {
    const plans = JSON.stringify((moved[`care_plans.${column}`] ?? []).flat());
    const named = sql`select value::int from jsonb_array_elements_text(${plans}::jsonb)`;
    const back = (table: string, ofPlans: RawBuilder<unknown>) =>
      sql`update ${sql.table(table)} set ${sql.id(column)} = ${awayId}
        where ${sql.id(column)} = ${keepId} and ${ofPlans}`.execute(tx);
    // A temporary plan belongs to the client whose plan it covers.
    const covering = column === 'client_id' ? sql`covers_id in (${named})` : sql`false`;
    await back('care_plans', covering);
    for (const table of ['visits', 'work'])
      await back(
        table,
        sql`care_plan_id in (select id from care_plans where id in (${named}) or ${covering})`,
      );
  }
};

// ---- the two records

export type Row = Readonly<Record<string, unknown>>;

/** A record as the table has it; sealed columns stay sealed. */
export const readRow = async (tx: Tx, id: number): Promise<Row> => {
  const { rows } = await sql<{
    row: Row;
  }>`select to_jsonb(people) as row from people where id = ${id}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error(`person ${id} vanished under its lock`);
  return found.row;
};

/** The columns that a merged record keeps; all other values are stored with the merge. */
const LEFT = new Set([
  'id',
  'kind',
  'last_name',
  'first_name',
  'middle_name',
  'created',
  'updated',
  'aggregator_status',
  'archive_date',
  'merged_into',
]);

const clearedColumns = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'people'::regclass and attnum > 0 and not attisdropped and not attnotnull and attgenerated = ''
    order by attnum`.execute(tx);
  return rows.map(({ name }) => name).filter((name) => !LEFT.has(name));
};

interface Stamp {
  readonly by: string;
  readonly at: string;
  readonly shown: string;
}

/** Empties the record, which then only points to the one that stayed. */
export const emptyRecord = async (
  tx: Tx,
  { keepId, awayId, today }: { readonly keepId: number; readonly awayId: number; readonly today: string },
  stamp: Stamp,
): Promise<void> => {
  const cleared = (await clearedColumns(tx)).filter((name) => name !== 'field1');
  await sql`update people set ${sql.join(cleared.map((name) => sql`${sql.id(name)} = null`))}, cur = 'n',
      archive_date = coalesce(archive_date, ${today}::date), merged_into = ${keepId}, confirmed_email = false,
      updated = ${stamp.at}, updated_by = ${stamp.by}, field1 = ${stamp.shown}, rev = rev + 1
    where id = ${awayId}`.execute(tx);
};

const NEVER_RESTORED = new Set([
  'id',
  'sort_key',
  'rev',
  'merged_into',
  'aggregator_status',
  'updated',
  'updated_by',
  'field1',
]);

/** Restores columns; the record gets a new revision. */
export const restoreRow = async (tx: Tx, id: number, values: Row, stamp: Stamp): Promise<void> => {
  const names = Object.keys(values).filter((name) => !NEVER_RESTORED.has(name));
  const set = names.map((name) => sql`${sql.id(name)} = (former).${sql.id(name)}`);
  await sql`update people set ${sql.join([
    ...set,
    sql`merged_into = null, updated = ${stamp.at}, updated_by = ${stamp.by}, field1 = ${stamp.shown}, rev = people.rev + 1`,
  ])} from (select jsonb_populate_record(null::people, ${JSON.stringify(values)}::jsonb) as former) as kept
    where people.id = ${id}`.execute(tx);
};

/** The columns whose value differs between two readings of a row. */
export const changedColumns = (before: Row, after: Row) =>
  Object.keys(before).filter(
    (name) => !NEVER_RESTORED.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

export const findParThrough = async (tx: Tx, clientId: number): Promise<string | null> => {
  const row = await queryRow<{ through: string | null }>(
    tx,
  )`select max(through_date) as through from client_pars
    where client_id = ${clientId} and deleted is null`;
  return row?.through ?? null;
};

// ---- rows that are changed beside being moved

export interface ChangedRow {
  readonly table: 'person_files' | 'aggregator_records';
  readonly id: number;
  readonly before: Row;
  readonly after: Row;
}

/** Renames moved files whose name the other record has too; the new name says where they came from. */
export const renameFiles = async (tx: Tx, keepId: number, awayId: number): Promise<ChangedRow[]> => {
  const { rows } = await sql<{ id: number; name: string; renamed: string }>`update person_files moving
    set name = moving.name || ${` (from ID ${awayId})`}
    from person_files kept, person_files former
    where former.id = moving.id and moving.person_id = ${awayId} and moving.deleted is null
      and kept.person_id = ${keepId} and kept.deleted is null and lower(kept.name) = lower(moving.name)
    returning moving.id, former.name, moving.name as renamed`.execute(tx);
  return rows.map(({ id, name, renamed }) => ({
    table: 'person_files',
    id,
    before: { name },
    after: { name: renamed },
  }));
};

/** Closes the merged record's rows that wait to be sent. */
export const closeWaitingRecords = async (
  tx: Tx,
  kind: PersonKind,
  awayId: number,
  message: string,
  at: string,
): Promise<ChangedRow[]> => {
  const { rows } = await sql<{ id: number; before: Row; after: Row }>`update aggregator_records closed
    set status = 'Not sent', ${sealedRecord.message.to(message)}, modified = ${at} from aggregator_records former
    where former.id = closed.id and closed.type = ${kind} and closed.record_id = ${awayId} and closed.status = 'Planned'
    returning closed.id, jsonb_build_object('status', former.status, 'message', ${sealedRecord.message('former')}, 'modified', former.modified) as before,
      jsonb_build_object('status', closed.status, 'message', ${sealedRecord.message('closed')}, 'modified', closed.modified) as after`.execute(
    tx,
  );
  return rows.map((row) => ({ table: 'aggregator_records', ...row }));
};

/** Restores a row unless it has been changed again since. */
export const changeBack = async (tx: Tx, { table, id, before, after }: ChangedRow): Promise<void> => {
  const names = Object.keys(before);
  await sql`update ${sql.table(table)} as put
    set ${sql.join(names.map((name) => sql`${sql.id(name)} = (former).${sql.id(name)}`))}
    from (select jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}::jsonb) as former) as kept
    where put.id = ${id} and to_jsonb(put) @> ${JSON.stringify(after)}::jsonb`.execute(tx);
};

// ---- what the rules need to know

export interface SideFacts {
  readonly visitInProgress: string | null;
  readonly isBeingSent: boolean;
  readonly phoneLogin: string | null;
  readonly hasExportedPay: boolean;
  readonly mergedInto: number | null;
}

export const readSide = async (db: Db, id: number): Promise<SideFacts> => {
  const { rows } = await sql<SideFacts>`select
      (select min(date) from visits where status = 'Active' and removed is null
        and (provider_id = person.id or client_id = person.id)) as "visitInProgress",
      exists (select from aggregator_records where type = person.kind and record_id = person.id
        and status = 'Pending') as "isBeingSent",
      (select min(login) from accounts where provider_id = person.id and role = any(${[...CAREGIVER]}::text[])
        and deleted is null) as "phoneLogin",
      exists (select from payroll_run_rows where provider_id = person.id)
        or exists (select from payroll_confirmed_weeks where provider_id = person.id) as "hasExportedPay",
      person.merged_into as "mergedInto"
    from people person where person.id = ${id}`.execute(db);
  const [side] = rows;
  if (!side) throw new Error(`person ${id} vanished`);
  return side;
};

/** Plans of both records that run on a day or later. */
export const listRunningPlans = (db: Db, ids: readonly number[], from: string): Promise<ComparedPlan[]> =>
  queryRows<ComparedPlan>(db)`select plan.id, plan.provider_id as "ProviderID",
      ${listedName('provider')} as "Provider", plan.client_id as "ClientID",
      ${listedName('client')} as "Client",
      greatest(plan.start_date, ${from}::date) as "StartDate",
      plan.end_date as "EndDate", plan.status as "Status", plan.covers_id as "coversPlanId",
      jsonb_build_object('time', plan.json -> 'time') as week, plan_weeks(plan.weeks) as weeks
    from care_plans plan join people provider on provider.id = plan.provider_id
      join people client on client.id = plan.client_id
    where (plan.provider_id = any(${[...ids]}::int[]) or plan.client_id = any(${[...ids]}::int[]))
      and plan.status <> 'Deleted' and (plan.end_date is null or plan.end_date > ${from})
    order by plan.id`;

/** Days on which visits of both were worked at the same time. */
export const listVisitsAtOnce = async (db: Db, keepId: number, awayId: number): Promise<string[]> => {
  const { rows } = await sql<{ date: string }>`select distinct one.date from visits one join visits other
      on one.start_at < other.end_at and other.start_at < one.end_at
    where ${keepId} in (one.provider_id, one.client_id) and ${awayId} in (other.provider_id, other.client_id)
      and one.removed is null and other.removed is null
    order by one.date`.execute(db);
  return rows.map(({ date }) => date);
};

export type OwnedCard = OtherCard & { readonly month: string };

/** A person's live billing records. */
export const listCardsOf = (db: Db, id: number): Promise<OwnedCard[]> =>
  queryRows<OwnedCard>(db)`select care_plan_id as "planId", client_id as "clientId",
      provider_id as "providerId", start_period as "startPeriod", end_period as "endPeriod", days,
      to_char(month, 'YYYY-MM') as month
    from work where (client_id = ${id} or provider_id = ${id}) and deleted is null order by id`;

// ---- the merges

export interface StoredMerge {
  readonly id: number;
  readonly keptId: number;
  readonly awayId: number;
  readonly merged: string;
  readonly mergedBy: string;
  readonly keptBefore: Row;
  readonly keptAfter: Row;
  readonly awayBefore: Row;
  readonly moved: Moved;
  readonly changed: readonly ChangedRow[];
  readonly undone: string | null;
  readonly undoneBy: string | null;
}

export const insertMerge = async (
  tx: Tx,
  merge: Omit<StoredMerge, 'id' | 'undone' | 'undoneBy'>,
): Promise<number> => {
  const text = JSON.stringify;
  const { rows } = await sql<{
    id: number;
  }>`insert into people_merges (kept_id, away_id, merged, merged_by, kept_before,
      kept_after, away_before, moved, changed)
    values (${merge.keptId}, ${merge.awayId}, ${merge.merged}, ${merge.mergedBy}, ${text(merge.keptBefore)}::jsonb,
      ${text(merge.keptAfter)}::jsonb, ${text(merge.awayBefore)}::jsonb, ${text(merge.moved)}::jsonb,
      ${text(merge.changed)}::jsonb) returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the insert answered no id');
  return row.id;
};

const MERGE = sql`id, kept_id as "keptId", away_id as "awayId", merged, merged_by as "mergedBy",
  kept_before as "keptBefore", kept_after as "keptAfter", away_before as "awayBefore", moved, changed, undone,
  undone_by as "undoneBy"`;

export const findMerge = async (tx: Tx, id: number): Promise<StoredMerge | undefined> =>
  (await sql<StoredMerge>`select ${MERGE} from people_merges where id = ${id} for update`.execute(tx))
    .rows[0];

/** Merges into a record, newest first. Merges into a record that was then merged into this one are listed with that one. */
export const listMergesOf = async (db: Db, personId: number): Promise<StoredMerge[]> =>
  (
    await sql<StoredMerge>`select ${MERGE} from people_merges where ${personId} in (kept_id, away_id)
    order by id desc`.execute(db)
  ).rows;

export const markUndone = (tx: Tx, id: number, stamp: Stamp) =>
  sql`update people_merges set undone = ${stamp.at}, undone_by = ${stamp.by} where id = ${id}`.execute(tx);

/** What has been made of the merged record since, because claims and pay are not taken back. */
export const readSince = async (tx: Tx, merge: StoredMerge) => {
  const plans = (column: string) => JSON.stringify((merge.moved[`care_plans.${column}`] ?? []).flat());
  const { rows } = await sql<{ run: number | null; claim: string | null }>`select
      (select min(run.number) from payroll_runs run join payroll_run_rows paid on paid.run = run.number
        where paid.provider_id = ${merge.keptId} and run.made >= ${merge.merged}
          and exists (select from people where id = ${merge.keptId} and kind = 'Provider')) as run,
      (select min(claim.id) from claims claim join claim_batches batch on batch.id = claim.batch_id
        join claim_cards part on part.claim_id = claim.id join work on work.id = part.card_id
        where batch.created >= ${merge.merged} and work.care_plan_id in (
          select value::int from jsonb_array_elements_text(${plans('provider_id')}::jsonb)
          union select value::int from jsonb_array_elements_text(${plans('client_id')}::jsonb))) as claim`.execute(
    tx,
  );
  return rows[0] ?? { run: null, claim: null };
};

/** Visits that an undo returns and that were sent to the aggregator since the merge. */
export const countSentSince = async (db: Db, { moved, merged }: StoredMerge): Promise<number> => {
  const ids = (table: string) =>
    JSON.stringify(
      ['provider_id', 'client_id'].flatMap((column) => (moved[`${table}.${column}`] ?? []).flat()),
    );
  const named = (table: string) =>
    sql`(select value::int from jsonb_array_elements_text(${ids(table)}::jsonb))`;
  const row = await queryRow<{ count: number }>(db)`select count(distinct sent.record_id)::int as count
    from aggregator_records sent join visits on visits.id = sent.record_id
    where sent.type = 'Visit' and sent.sent_at >= ${merged}
      and (visits.id in ${named('visits')} or visits.care_plan_id in ${named('care_plans')})`;
  return row?.count ?? 0;
};

interface Numbered {
  readonly name: string;
  readonly what: 'SSN' | 'Medicaid number';
}
/** Others who have a number that the undo restores. */
export const listHolders = async (
  tx: Tx,
  rows: readonly Row[],
  except: readonly number[],
): Promise<Numbered[]> => {
  const { rows: found } = await sql<Numbered>`select ${listedName()} || ' (ID ' || person.id || ')' as name,
      case when ${haveOneSsn('person', 'former')} then 'SSN' else 'Medicaid number' end as what
    from people person, (select jsonb_populate_record(null::people, value) as former
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb)) as put
    where person.id <> all(${[...except]}::int[]) and (${haveOneSsn('person', 'former')}
      or (person.kind <> 'Provider' and (former).kind <> 'Provider' and ${haveOneMedicaidNumber('person', 'former')}))`.execute(
    tx,
  );
  return found;
};

/** Records that were merged into this one, directly or through another. */
export const listMergedInto = async (db: Db, id: number): Promise<number[]> => {
  const { rows } = await sql<{
    id: number;
  }>`select id from people where merged_into = ${id} order by id`.execute(db);
  return rows.map((row) => row.id);
};

// ---- pairs that are two people

export const insertApart = (tx: Tx, a: number, b: number, stamp: Stamp) =>
  sql`insert into people_apart (low_id, high_id, said, said_by)
    values (${Math.min(a, b)}, ${Math.max(a, b)}, ${stamp.at}, ${stamp.by}) on conflict do nothing`.execute(
    tx,
  );

/** People someone has confirmed to be different from this one. */
export const listApart = async (db: Db, id: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select case low_id when ${id} then high_id else low_id end as id
    from people_apart where ${id} in (low_id, high_id) order by 1`.execute(db);
  return rows.map((row) => row.id);
};
