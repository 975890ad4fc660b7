import { OFFICE } from '@homecare/domain/call.ts';
import type { Covered, KeptMark } from '@homecare/domain/today/marks.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** SQL of Today: what is kept of its rows, and of what its parts were counted. */

export interface MarkRow extends KeptMark {
  readonly id: number;
  readonly key: string;
}

/** Of rows that are put off now or given to somebody who is still there. */
export const listMarks = (db: Db, now: Temporal.Instant) =>
  queryRows<MarkRow>(db)`select mark.id, mark.row_key as key,
      case when mark.snoozed_until > ${now.toString()} then jsonb_build_object('until',
        to_char(mark.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'by', mark.snoozed_by) end as snoozed,
      case when account.id is not null then jsonb_build_object('id', account.id, 'name', account.full_name,
        'by', mark.assigned_by) end as assigned,
      case when mark.snoozed_until > ${now.toString()} then mark.snoozed_covers end as covered
    from today_marks mark left join accounts account on account.id = mark.assigned_to and account.deleted is null
    where mark.snoozed_until > ${now.toString()} or account.id is not null ${PREPARED}`;

/** Held until the transaction ends, in the order of their keys; made where there are none. */
export const lockMarks = async (tx: Tx, keys: readonly string[]) => {
  await sql`insert into today_marks (row_key) select distinct unnest(${[...keys]}::text[]) order by 1
    on conflict (row_key) do nothing`.execute(tx);
  return queryRows<{ id: number; key: string; snoozedUntil: string | null; assignedTo: number | null }>(
    tx,
  )`select id, row_key as key, snoozed_until as "snoozedUntil", assigned_to as "assignedTo" from today_marks
      where row_key = any(${[...keys]}::text[]) order by row_key for update`;
};

export interface Snoozed {
  readonly id: number;
  /** What its row stood for; null: one thing alone. */
  readonly covered: Covered | null;
}

/** What the rows of snoozes stood for that have ended: nobody reads it any more. */
const emptyEnded = (tx: Tx, at: string) =>
  sql`update today_marks set snoozed_covers = null where id in (select id from today_marks
    where snoozed_until <= ${at} and snoozed_covers is not null for update skip locked)`.execute(tx);

export const storeSnooze = async (
  tx: Tx,
  rows: readonly Snoozed[],
  until: string | null,
  { at, by }: Stamp,
): Promise<void> => {
  await sql`update today_marks mark set snoozed_until = ${until}, snoozed_by = ${until === null ? null : by}, changed = ${at},
      snoozed_covers = given.covers::jsonb
    from unnest(${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ covered }) => covered && JSON.stringify(covered))}::text[]) as given (id, covers)
    where mark.id = given.id`.execute(tx);
  await emptyEnded(tx, at);
};

export const storeAssigned = (tx: Tx, ids: readonly number[], accountId: number | null, { at, by }: Stamp) =>
  sql`update today_marks set assigned_to = ${accountId}, assigned_by = ${accountId === null ? null : by}, changed = ${at}
    where id = any(${[...ids]}::int[])`.execute(tx);

/** Accounts of the office, to whom a row may be given. */
export const listOfficeAccounts = (db: Db) =>
  queryRows<{ id: number; name: string }>(db)`select id, full_name as name from accounts
    where role = any(${[...OFFICE]}::text[]) and deleted is null and suspended is null order by full_name, id ${PREPARED}`;

/** The revision of each kind, those of days among some. */
export const listRevisions = (
  db: Db,
  { from, through }: { readonly from: string; readonly through: string },
) =>
  queryRows<{ name: string; rev: string }>(db)`select kind || ' ' || key as name, rev::text from revisions
    where key in ('all', 'named', 'staffed', 'unread') or (kind = 'visits' and key between ${from} and ${through})
    order by 1 ${PREPARED}`;
