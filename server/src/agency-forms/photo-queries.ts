import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import type { PictureKind } from '../platform/files/plain-picture.ts';
import type { StoredFile } from '../platform/files/stored-files.ts';

export interface NewPhoto {
  readonly photo: string;
  readonly stored_key: string;
  readonly kind: PictureKind;
  readonly account_id: number;
  readonly created: string;
}

export const insertPhoto = (tx: Tx, photo: NewPhoto) =>
  tx.insertInto('filled_form_photos').values(photo).execute();

/** Whose it is; one that waits too long for its form is there without its bytes. */
export const findOwner = (db: Db, photo: string) =>
  queryRow<{ accountId: number; isKept: boolean }>(db)`select account_id as "accountId",
      removed is null as "isKept" from filled_form_photos where photo = ${photo}`;

/** Gives photos that the account sent to the form that names them; those that it has already stay. Answers how many it has. */
export const takePhotos = async (
  tx: Tx,
  { filledId, accountId, photos }: { filledId: number; accountId: number | null; photos: readonly string[] },
): Promise<readonly string[]> =>
  (
    await queryRows<{ photo: string }>(tx)`update filled_form_photos set filled_id = ${filledId}
      where photo = any(${[...photos]}::text[]) and removed is null
        and (filled_id = ${filledId} or (filled_id is null and account_id = ${accountId})) returning photo`
  ).map(({ photo }) => photo);

export const findPhoto = (db: Db, filledId: number, photo: string) =>
  queryRow<StoredFile & { kind: PictureKind }>(db)`select own.kind, file.key, file.sha256
    from filled_form_photos own join stored_files file on file.key = own.stored_key
    where own.photo = ${photo} and own.filled_id = ${filledId}`;

/** Photos that no form took. */
export const removeUnused = (tx: Tx, now: string, before: string, atMost: number) =>
  queryRows<{ key: string }>(tx)`update filled_form_photos set removed = ${now} where photo in (
      select photo from filled_form_photos where filled_id is null and removed is null and created <= ${before}
      order by created limit ${atMost} for update skip locked)
    returning stored_key as key`;

/** One upload of a name at a time. */
export const lockName = (tx: Tx, photo: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`form photo ${photo}`}))`.execute(tx);
