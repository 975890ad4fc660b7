import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';

/** SQL of accounts that are opened at a company's sign-in service. */

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export const findIdentity = (db: Db, { issuer, subject }: Identity) =>
  queryRow<{ accountId: number; isMade: boolean }>(db)`select account_id as "accountId", is_made as "isMade"
    from account_identities where issuer = ${issuer} and subject = ${subject}`;

/** False: somebody else was first. */
export const insertIdentity = (
  db: Db,
  { issuer, subject }: Identity,
  { accountId, isMade, now }: { readonly accountId: number; readonly isMade: boolean; readonly now: string },
): Promise<boolean> =>
  changesRow(db)`insert into account_identities (issuer, subject, account_id, is_made, created)
    values (${issuer}, ${subject}, ${accountId}, ${isMade}, ${now}) on conflict do nothing`;

/** Accounts that have this address as their login or e-mail: one alone is somebody's, two are nobody's. */
export const findByAddress = async (db: Db, address: string): Promise<number | undefined> => {
  const found = await queryRows<{ id: number }>(db)`select id from accounts
    where deleted is null and (lower(login) = ${address} or lower(email) = ${address}) limit 2`;
  return found.length === 1 ? found[0]?.id : undefined;
};
