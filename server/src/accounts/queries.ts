import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

const LOGIN_COLUMNS = [
  'id',
  'login',
  'password_hash',
  'full_name',
  'role',
  'initials',
  'provider_id',
  'reset_password',
  'password_expires',
] as const;

export const findAccountByLogin = (db: Db, folded: string) =>
  db
    .selectFrom('accounts')
    .select(LOGIN_COLUMNS)
    .where(sql`lower(login)`, '=', folded)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const findAccount = (db: Db, id: number) =>
  db
    .selectFrom('accounts')
    .select(LOGIN_COLUMNS)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();

export const lockAccount = (db: Db, id: number) =>
  db
    .selectFrom('accounts')
    .select(LOGIN_COLUMNS)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const setPassword = (
  db: Db,
  id: number,
  set: { hash: string; mustChange: boolean; expires: string | null },
) =>
  db
    .updateTable('accounts')
    .set((eb) => ({
      password_hash: set.hash,
      reset_password: set.mustChange,
      password_expires: set.expires,
      rev: eb('rev', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

export const insertSession = (
  db: Db,
  row: { tokenHash: Buffer; accountId: number; now: string; address: string; agent: string | null },
) =>
  db
    .insertInto('sessions')
    .values({
      token_hash: row.tokenHash,
      account_id: row.accountId,
      created: row.now,
      last_seen: row.now,
      address: row.address,
      agent: row.agent,
    })
    .execute();

/** Ends every session of an account, or all but one. */
export const endSessions = (db: Db, accountId: number, now: string, except?: Buffer) =>
  db
    .updateTable('sessions')
    .set({ ended: now })
    .where('account_id', '=', accountId)
    .where('ended', 'is', null)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .execute();

export const endSession = (db: Db, tokenHash: Buffer, now: string) =>
  db
    .updateTable('sessions')
    .set({ ended: now })
    .where('token_hash', '=', tokenHash)
    .where('ended', 'is', null)
    .execute();

export const insertAccountRow = (
  db: Db,
  row: {
    login: string;
    password_hash: string;
    full_name: string;
    role: string;
    initials: string;
    provider_id: number | null;
    email: string | null;
    phone: string | null;
    reset_password: boolean;
    password_expires: string | null;
  },
) => db.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow();
