import { FRESH_MINUTES, type SessionProof } from '@homecare/domain/accounts/passkey.ts';
import type { Passkey } from '@homecare/domain/accounts/schema.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';

/** SQL for passkeys. */

export const listPasskeysOf = (db: Db, accountId: number) =>
  queryRows<Passkey>(db)`select id, name, created, last_used as "lastUsed" from passkeys
    where account_id = ${accountId} order by id`;

export const listCredentials = async (db: Db, accountId: number): Promise<string[]> =>
  (
    await queryRows<{ credentialId: string }>(db)`select credential_id as "credentialId" from passkeys
    where account_id = ${accountId} order by id`
  ).map(({ credentialId }) => credentialId);

export const hasPasskeys = async (db: Db, accountId: number): Promise<boolean> =>
  (await queryRow(db)`select from passkeys where account_id = ${accountId} limit 1`) !== undefined;

interface StoredPasskey {
  readonly id: number;
  readonly accountId: number;
  readonly publicKey: Buffer;
  readonly counter: number;
}

export const findPasskey = (db: Db, credentialId: string) =>
  queryRow<StoredPasskey>(db)`select id, account_id as "accountId", public_key as "publicKey",
      sign_count::float8 as counter
    from passkeys where credential_id = ${credentialId}`;

export const insertPasskey = async (
  db: Db,
  passkey: {
    readonly accountId: number;
    readonly name: string;
    readonly credentialId: string;
    readonly publicKey: Buffer;
    readonly counter: number;
  },
  now: string,
): Promise<void> => {
  await queryRows(db)`insert into passkeys (account_id, name, credential_id, public_key, sign_count, created)
    values (${passkey.accountId}, ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${now})`;
};

/** Returns its previous name; undefined if the account has no passkey with this id. */
export const renamePasskeyRow = async (
  db: Db,
  accountId: number,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<string | undefined> =>
  (
    await queryRow<{ name: string }>(db)`with before as (
      select id, name from passkeys where id = ${id} and account_id = ${accountId} for update)
    update passkeys set name = ${name} from before where passkeys.id = before.id returning before.name`
  )?.name;

export const deletePasskey = async (db: Db, accountId: number, id: number): Promise<string | undefined> =>
  (
    await queryRow<{ name: string }>(db)`delete from passkeys where id = ${id} and account_id = ${accountId}
    returning name`
  )?.name;

/** Deletes all passkeys of an account that no longer exists or whose owner is locked out; returns how many. */
export const deletePasskeysOf = async (db: Db, accountId: number): Promise<number> =>
  (await queryRows(db)`delete from passkeys where account_id = ${accountId} returning id`).length;

/** Notes that it has opened its account; returns false if it has been removed. */
export const markPasskeyUsed = (
  db: Db,
  { id, counter }: { readonly id: number; readonly counter: number },
  now: string,
) => changesRow(db)`update passkeys set last_used = ${now}, sign_count = ${counter} where id = ${id}`;

/** Returns false if the challenge was answered before. */
export const takeQuestion = (
  db: Db,
  question: { readonly hash: Buffer; readonly expires: string },
): Promise<boolean> =>
  changesRow(
    db,
  )`insert into passkey_answers (question_hash, expires) values (${question.hash}, ${question.expires})
    on conflict do nothing`;

export const purgeQuestions = async (db: Db, now: string): Promise<void> => {
  await queryRows(db)`delete from passkey_answers where expires < ${now}::timestamptz`;
};

// ---- sessions

/** How the session began, and whether that was a moment ago. */
export const findProof = (db: Db, sessionHash: Buffer, now: string) =>
  queryRow<{ proof: SessionProof | null; isFresh: boolean }>(db)`select proof,
      created > ${now}::timestamptz - make_interval(mins => ${FRESH_MINUTES}) as "isFresh"
    from sessions where token_hash = ${sessionHash}`;

/** The person in this session has proved the device's lock as well as the password. */
export const markProved = async (db: Db, sessionHash: Buffer): Promise<void> => {
  await queryRows(db)`update sessions set proof = 'passkey' where token_hash = ${sessionHash}`;
};
