import type { FileEntry } from '@homecare/domain/files/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import type { StoredFile } from '../platform/files/stored-files.ts';

type Db = Scope['site']['db'] | Tx;

export const hasPerson = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`select from people where id = ${id} and merged_into is null`.execute(db);
  return rows.length > 0;
};

export const listFiles = (db: Db, personId: number): Promise<FileEntry[]> =>
  queryRows<FileEntry>(db)`select f.name, f.created, s.size
    from person_files f join stored_files s on s.key = f.stored_key
    where f.person_id = ${personId} and f.deleted is null order by f.created desc, f.id desc`;

export interface PersonFile extends FileEntry, StoredFile {
  readonly id: number;
}

/** Finds by the exact name within one person's list; a name from the wire never becomes a path. */
export const findFile = (db: Db, personId: number, name: string): Promise<PersonFile | undefined> =>
  queryRow<PersonFile>(db)`select f.id, f.name, f.created, s.key, s.size, s.sha256
    from person_files f join stored_files s on s.key = f.stored_key
    where f.person_id = ${personId} and f.name = ${name} and f.deleted is null`;

/** Locked until the transaction ends, so that two changes of one file never interleave. */
export const lockFile = async (tx: Tx, personId: number, name: string): Promise<PersonFile | undefined> => {
  await sql`select from person_files
    where person_id = ${personId} and name = ${name} and deleted is null for update`.execute(tx);
  return findFile(tx, personId, name);
};

/** The file last deleted under this name, locked until the transaction ends. */
export const lockDeletedFile = (
  tx: Tx,
  personId: number,
  name: string,
): Promise<(PersonFile & { readonly deleted: string }) | undefined> =>
  queryRow<PersonFile & { readonly deleted: string }>(
    tx,
  )`select f.id, f.name, f.created, f.deleted, s.key, s.size, s.sha256
    from person_files f join stored_files s on s.key = f.stored_key
    where f.person_id = ${personId} and f.name = ${name} and f.deleted is not null
    order by f.deleted desc, f.id desc limit 1 for update of f`;

export const insertFile = (
  tx: Tx,
  file: { person_id: number; name: string; stored_key: string; created: string; created_by: string },
) => tx.insertInto('person_files').values(file).execute();

export const renameFile = (tx: Tx, id: number, name: string) =>
  tx.updateTable('person_files').set({ name }).where('id', '=', id).execute();

export const markDeleted = (tx: Tx, id: number, deleted: string, by: string) =>
  tx.updateTable('person_files').set({ deleted, deleted_by: by }).where('id', '=', id).execute();

export const markThere = (tx: Tx, id: number) =>
  tx.updateTable('person_files').set({ deleted: null, deleted_by: null }).where('id', '=', id).execute();
