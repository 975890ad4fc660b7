import type { AccountOfAddress } from '@homecare/domain/accounts/single-sign-on.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';

/** SQL for accounts that are used through a company's sign-in service. */

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export const findIdentity = (db: Db, { issuer, subject }: Identity) =>
  queryRow<{ accountId: number }>(db)`select account_id as "accountId" from account_identities
    where issuer = ${issuer} and subject = ${subject}`;

/** Returns false if someone else was faster. */
export const insertIdentity = (
  db: Db,
  { issuer, subject }: Identity,
  { accountId, isMade, now }: { readonly accountId: number; readonly isMade: boolean; readonly now: string },
): Promise<boolean> =>
  changesRow(db)`insert into account_identities (issuer, subject, account_id, is_made, created)
    values (${issuer}, ${subject}, ${accountId}, ${isMade}, ${now}) on conflict do nothing`;

/** Accounts with this address as login or email, including deleted ones. */
export const listByAddress = (
  db: Db,
  { issuer, address }: { readonly issuer: string; readonly address: string },
) =>
  queryRows<AccountOfAddress>(db)`select id, deleted is not null as "isDeleted",
      exists (select from account_identities where account_id = accounts.id and issuer = ${issuer}) as "isTied"
    from accounts where lower(login) = ${address} or lower(email) = ${address}`;

/** Someone signs in to this account at this service. */
export const isTied = async (db: Db, issuer: string, accountId: number): Promise<boolean> =>
  (await queryRow(db)`select from account_identities
    where issuer = ${issuer} and account_id = ${accountId} limit 1`) !== undefined;

/** A service made the account, and nobody here has given it a password since. */
export const isMadeByService = async (db: Db, accountId: number): Promise<boolean> =>
  (await queryRow(db)`select from account_identities where account_id = ${accountId} and is_made limit 1`) !==
  undefined;

/** Turns it into an account like those made by an admin; returns false if it was one. */
export const becomeOwn = (db: Db, accountId: number): Promise<boolean> =>
  changesRow(db)`update account_identities set is_made = false where account_id = ${accountId} and is_made`;
