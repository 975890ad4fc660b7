import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import type { PictureKind } from '../platform/files/plain-picture.ts';
import type { StoredFile } from '../platform/files/stored-files.ts';

export interface NewImage {
  readonly stored_key: string;
  readonly kind: PictureKind;
  readonly token_hash: Buffer;
  readonly sealed_token: Buffer;
  readonly created: string;
  readonly created_by: string;
  readonly account_id: number;
  readonly expires: string;
}

export const insertImage = async (tx: Tx, image: NewImage): Promise<number> =>
  (await tx.insertInto('text_images').values(image).returning('id').executeTakeFirstOrThrow()).id;

/** Counts images that no send has used yet; a lock makes uploads count one at a time. */
export const countUnused = async (tx: Tx): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('text_images'))`.execute(tx);
  const { rows } = await sql<{
    unused: number;
  }>`select count(*)::int as unused from text_images where used is null and removed is null`.execute(tx);
  return rows[0]?.unused ?? 0;
};

/** Keeps a still stored image at least until a time, whoever has sent it. */
export const prolong = async (tx: Tx, id: number, now: string, expires: string): Promise<boolean> =>
  (
    await queryRows<object>(tx)`update text_images set expires = greatest(expires, ${expires})
    where id = ${id} and removed is null and expires > ${now} returning id`
  ).length > 0;

/** A still stored image that this account has uploaded, locked against the cleanup. */
export const lockOwnImage = async (
  tx: Tx,
  id: number,
  { accountId, now }: { readonly accountId: number; readonly now: string },
): Promise<boolean> =>
  (
    await queryRows<object>(tx)`select from text_images
    where id = ${id} and account_id = ${accountId} and removed is null and expires > ${now} for update`
  ).length > 0;

export const storeUse = async (tx: Tx, id: number, used: string, expires: string): Promise<void> => {
  await sql`update text_images set used = coalesce(used, ${used}::timestamptz), expires = greatest(expires, ${expires})
    where id = ${id}`.execute(tx);
};

/** An image by its link's token, if it was sent and is still stored. */
export const findImage = (db: Db, tokenHash: Buffer, now: string) =>
  queryRow<StoredFile & { kind: PictureKind }>(db)`select kind, file.key, file.sha256
    from text_images image join stored_files file on file.key = image.stored_key
    where token_hash = ${tokenHash} and used is not null and image.removed is null and expires > ${now}`;

/** Removes expired images. */
export const removeExpired = (tx: Tx, now: string, atMost: number) =>
  queryRows<{
    id: number;
    key: string;
  }>(tx)`update text_images set removed = ${now} where id in (
      select id from text_images where removed is null and expires <= ${now}
      order by expires limit ${atMost} for update skip locked)
    returning id, stored_key as key`;
