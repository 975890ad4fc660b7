import type { AgencyExport } from '@homecare/domain/agency-export/contract.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import type { StoredFile } from '../platform/files/stored-files.ts';

export const EXPORT_JOB = 'agency-export';
const LISTED = 20;

export const selectExports = (db: Db) =>
  queryRows<AgencyExport>(
    db,
  )`select id, asked, asked_by as "askedBy", state, size::float8 as size, made, error
    from agency_exports order by id desc limit ${LISTED}`;

/** Undefined if one is already waiting. */
export const insertExport = (tx: Tx, scope: Scope) => {
  const { at, by } = scope.stamp();
  return queryRow<{ id: number }>(tx)`insert into agency_exports (account_id, asked, asked_by, state)
    values (${scope.user.id}, ${at}, ${by}, 'waiting') on conflict ((true)) where state = 'waiting' do nothing returning id`;
};

export const findWaiting = (db: Db) =>
  queryRow<{ id: number; accountId: number; askedBy: string }>(
    db,
  )`select id, account_id as "accountId", asked_by as "askedBy"
    from agency_exports where state = 'waiting'`;

export interface MadeExport {
  readonly key: string;
  readonly size: number;
  readonly made: string;
}

export const markReady = (tx: Tx, id: number, { key, size, made }: MadeExport) =>
  sql`update agency_exports set state = 'ready', file_key = ${key}, size = ${size}, made = ${made}
    where id = ${id} and state = 'waiting'`.execute(tx);

export const markFailed = (tx: Tx, id: number, error: string) =>
  sql`update agency_exports set state = 'failed', error = ${error} where id = ${id} and state = 'waiting'`.execute(
    tx,
  );

export const findReady = (db: Db, id: number) =>
  queryRow<StoredFile & { made: string }>(
    db,
  )`select stored.key, stored.sha256, made.made from agency_exports made
    join stored_files stored on stored.key = made.file_key where made.id = ${id} and made.state = 'ready'`;

/** Archives made before a moment, or one of them. */
export const listOver = (db: Db, before: string) =>
  queryRows<{ id: number; key: string }>(db)`select id, file_key as key from agency_exports
    where state = 'ready' and made < ${before}`;

/** The key of the file that is no longer referred to. */
export const markRemoved = (tx: Tx, id: number) =>
  queryRow<{ key: string }>(
    tx,
  )`update agency_exports set state = 'removed' where id = ${id} and state = 'ready'
    returning file_key as key`;
