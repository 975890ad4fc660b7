import type { ListView, SavedView, ViewedList } from '@homecare/domain/list-views/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';

export interface StoredView extends SavedView {
  readonly list: ViewedList;
  readonly saved: string;
}

/** Views that the caller is offered. */
const offeredTo = ({ user }: Scope) => sql`(is_shared or account_id = ${user.id})`;
const columnsFor = ({
  user,
}: Scope) => sql`id, list, name, is_shared as "isShared", account_id = ${user.id} as "isOwn",
  saved_by as "by", saved, view, rev`;

export const selectViews = async (
  db: Scope['site']['db'] | Tx,
  scope: Scope,
  list: ViewedList,
): Promise<StoredView[]> => {
  const { rows } = await sql<StoredView>`select ${columnsFor(scope)} from list_views
    where list = ${list} and ${offeredTo(scope)} order by lower(name), id`.execute(db);
  return rows;
};

/** Of two who save a view of a list at the same moment the second sees what the first saved. */
export const lockViews = async (tx: Tx, list: ViewedList): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`views ${list}`}))`.execute(tx);
};

/** Locked until the transaction ends. */
export const lockView = async (tx: Tx, scope: Scope, id: number): Promise<StoredView | undefined> => {
  const { rows } = await sql<StoredView>`select ${columnsFor(scope)} from list_views
    where id = ${id} and ${offeredTo(scope)} for update`.execute(tx);
  return rows[0];
};

interface Draft {
  readonly name: string;
  readonly isShared: boolean;
  readonly view: ListView;
}

const stampOf = (scope: Scope) => ({ saved: scope.now().toString(), saved_by: scope.user.initials });

export const insertView = async (tx: Tx, scope: Scope, list: ViewedList, { name, isShared, view }: Draft) => {
  const { saved, saved_by } = stampOf(scope);
  const { rows } = await sql<{ id: number }>`insert into list_views
      (account_id, list, name, is_shared, view, saved, saved_by)
    values (${scope.user.id}, ${list}, ${name}, ${isShared}, ${JSON.stringify(view)}::jsonb, ${saved}, ${saved_by})
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the insert answered no id');
  return row.id;
};

export const updateView = async (tx: Tx, scope: Scope, id: number, { name, isShared, view }: Draft) => {
  const { saved, saved_by } = stampOf(scope);
  await sql`update list_views set name = ${name}, is_shared = ${isShared}, view = ${JSON.stringify(view)}::jsonb,
      saved = ${saved}, saved_by = ${saved_by}, rev = rev + 1 where id = ${id}`.execute(tx);
};

export const deleteViewRow = (tx: Tx, id: number) => sql`delete from list_views where id = ${id}`.execute(tx);
