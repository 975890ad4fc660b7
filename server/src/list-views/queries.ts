import type { ListView, SavedView, ViewedList } from '@homecare/domain/list-views/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';

export interface StoredView extends SavedView {
  readonly list: ViewedList;
  /** When it was saved. */
  readonly at: string;
}

/** The views offered to the caller. */
const offeredTo = ({ user }: Scope) => sql`(is_shared or account_id = ${user.id})`;
const columnsFor = ({
  user,
}: Scope) => sql`id, list, name, is_shared as "isShared", account_id = ${user.id} as "isOwn",
  saved_by as "by", saved as "at", view, rev`;

export const selectViews = (db: Db, scope: Scope, list: ViewedList) =>
  queryRows<StoredView>(db)`select ${columnsFor(scope)} from list_views
    where list = ${list} and ${offeredTo(scope)} order by lower(name), id`;

/** Makes the second of two simultaneous saves see what the first saved. */
export const lockViews = async (tx: Tx, list: ViewedList): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`views ${list}`}))`.execute(tx);
};

/** Locked until the transaction ends. */
export const lockView = (tx: Tx, scope: Scope, id: number) =>
  queryRow<StoredView>(tx)`select ${columnsFor(scope)} from list_views
    where id = ${id} and ${offeredTo(scope)} for update`;

interface Draft {
  readonly name: string;
  readonly isShared: boolean;
  readonly view: ListView;
}

export const insertView = async (
  tx: Tx,
  scope: Scope,
  list: ViewedList,
  { name, isShared, view }: Draft,
): Promise<number> => {
  const { at, by } = scope.stamp();
  const row = await queryRow<{ id: number }>(tx)`insert into list_views
      (account_id, list, name, is_shared, view, saved, saved_by)
    values (${scope.user.id}, ${list}, ${name}, ${isShared}, ${JSON.stringify(view)}::jsonb, ${at}, ${by})
    returning id`;
  if (!row) throw new Error('the insert answered no id');
  return row.id;
};

export const updateView = async (
  tx: Tx,
  scope: Scope,
  id: number,
  { name, isShared, view }: Draft,
): Promise<void> => {
  const { at, by } = scope.stamp();
  await sql`update list_views set name = ${name}, is_shared = ${isShared}, view = ${JSON.stringify(view)}::jsonb,
      saved = ${at}, saved_by = ${by}, rev = rev + 1 where id = ${id}`.execute(tx);
};

export const deleteViewRow = (tx: Tx, id: number) => sql`delete from list_views where id = ${id}`.execute(tx);
