import type { SessionProof } from '@homecare/domain/accounts/passkey.ts';
import type { Account, OwnSession } from '@homecare/domain/accounts/schema.ts';
import { ADMIN, CAREGIVER } from '@homecare/domain/call.ts';
import { sql } from 'kysely';
import { ABSOLUTE_HOURS } from '../platform/auth/sessions.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { endPhoneById, endPhonesOf } from './phone-queries.ts';

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
  'second_factor',
  'suspended',
  'start_on_today',
  'custom_role_id',
  'rev',
] as const;

/** Accounts that are not deleted. */
const accountRows = (db: Db) => db.selectFrom('accounts').select(LOGIN_COLUMNS).where('deleted', 'is', null);

export const findAccountByLogin = (db: Db, folded: string) =>
  accountRows(db).where(sql`lower(login)`, '=', folded).executeTakeFirst();

export const findAccount = (db: Db, id: number) => accountRows(db).where('id', '=', id).executeTakeFirst();

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export const lockAccount = (db: Db, id: number) =>
  accountRows(db).where('id', '=', id).forUpdate().executeTakeFirst();

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
      // The revision counts managers' changes; an owner's change of their own account is no conflict.
      rev: set.mustChange ? eb('rev', '+', 1) : eb.ref('rev'),
    }))
    .where('id', '=', id)
    .execute();

export const insertSession = (
  db: Db,
  row: {
    tokenHash: Buffer;
    accountId: number;
    now: string;
    address: string;
    agent: string | null;
    /** The session began with the lock of this phone. */
    phoneId?: number;
    /** What it began with instead of the password. */
    proof?: SessionProof | null;
  },
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
      proof: row.proof ?? null,
      ...(row.phoneId !== undefined && { phone_id: row.phoneId, unlocked: true }),
    })
    .execute();

/** Ends all sessions of an account and its phones that stay signed in, or all but the present one; returns how many sessions. */
export const endSessions = async (
  db: Db,
  accountId: number,
  now: string,
  except?: Buffer,
): Promise<number> => {
  await endPhonesOf(db, accountId, now, except);
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended: now })
    .where('account_id', '=', accountId)
    .where('ended', 'is', null)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? Buffer.alloc(0)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

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
    custom_role_id: number | null;
    email: string | null;
    phone: string | null;
    reset_password: boolean;
    password_expires: string | null;
  },
) => db.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow();

/** A program's account is marked deleted from the start, so that nobody signs in with it and no list contains it. */
export const insertProgramRow = async (
  tx: Tx,
  at: string,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into accounts
      (login, password_hash, full_name, role, initials, reset_password, created, deleted)
    values (${name}, '', ${name}, ${role}, ${name}, false, ${at}, ${at}) returning id`;
  if (!row) throw new Error('the insert answered no id');
  return row.id;
};

export const setFirstPage = (db: Db, id: number, isToday: boolean) =>
  db.updateTable('accounts').set({ start_on_today: isToday }).where('id', '=', id).execute();

// ---- sessions

/** The present time, the day and the site's idle time. */
interface Alive {
  readonly now: string;
  /** In the site's time zone. */
  readonly today: string;
  readonly idleMinutes: number;
}

/** The same conditions as in findSession (platform/auth/sessions.ts). */
const isOpen = ({ now, idleMinutes }: Omit<Alive, 'today'>) => sql`sessions.ended is null
  and sessions.last_seen > ${now}::timestamptz - make_interval(mins => ${idleMinutes}::int)
  and sessions.created > ${now}::timestamptz - make_interval(hours => ${ABSOLUTE_HOURS})`;

export const listSessionsOf = (
  db: Db,
  accountId: number,
  { now, idleMinutes }: Omit<Alive, 'today'>,
  own: Buffer,
) =>
  queryRows<OwnSession>(db)`select id, created, last_seen as "lastSeen", address, agent,
      token_hash = ${own} as current
    from sessions where account_id = ${accountId} and ${isOpen({ now, idleMinutes })}
    order by token_hash = ${own} desc, last_seen desc, id`;

export const endOneSession = async (db: Db, accountId: number, id: number, now: string): Promise<number> => {
  const row = await db
    .updateTable('sessions')
    .set({ ended: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended', 'is', null)
    .returning('phone_id')
    .executeTakeFirst();
  // Otherwise the phone could open the session again at once.
  if (row?.phone_id) await endPhoneById(db, accountId, row.phone_id, now);
  return row ? 1 : 0;
};

// ---- managing

/** Its provider is archived, so nobody can sign in with it (migration 0034). */
const isClosedOn = (today: string) =>
  sql<boolean>`(accounts.provider_id is not null and is_provider_away(accounts.provider_id, ${today}::date))`;

export const isClosed = async (db: Db, accountId: number, today: string): Promise<boolean> =>
  (
    await queryRow<{ closed: boolean }>(db)`select ${isClosedOn(today)} as closed from accounts
    where id = ${accountId}`
  )?.closed === true;

export const listAccounts = (
  db: Db,
  alive: Alive,
  { id, login }: { readonly id?: number | null | undefined; readonly login?: string | undefined } = {},
) =>
  queryRows<Account>(db)`select id, login, full_name, role, initials as "Initials", provider_id,
      email, phone, reset_password as "resetPassword", password_expires as "passwordExpires",
      second_factor as "secondFactor", rev,
      (select count(*)::int from passkeys where account_id = accounts.id) as passkeys, suspended, ${isClosedOn(alive.today)} as closed,
      (select count(*)::int from sessions where account_id = accounts.id and ${isOpen(alive)}) as sessions
    from accounts
    where deleted is null and (${id ?? null}::int is null or id = ${id ?? null})
      and (${login ?? null}::text is null or lower(login) = ${login ?? null})
    order by lower(login), id`;

export const listLogins = async (db: Db): Promise<string[]> =>
  (
    await queryRows<{
      login: string;
    }>(db)`select lower(login) as login from accounts where deleted is null`
  ).map(({ login }) => login);

interface Provider {
  readonly providerId: number;
  readonly first: string;
  readonly last: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  /** The latest EVV account, if there is one. */
  readonly login: string | null;
  readonly id: number | null;
  readonly resetPassword: boolean | null;
  readonly passwordExpires: string | null;
  readonly rev: number | null;
}

export const listProviders = async (db: Db, providerId: number | null = null): Promise<Provider[]> => {
  // Materialized, so that the accounts are read once, whatever the planner estimates.
  return queryRows<Provider>(db)`with
      account as materialized (select distinct on (provider_id) * from accounts
      where role = any(${[...CAREGIVER]}::text[]) and deleted is null and (${providerId}::int is null or provider_id = ${providerId})
      order by provider_id, id desc)
    select people.id as "providerId", coalesce(first_name, '') as first,
      coalesce(last_name, '') as last, ${listedName()} as name, people.phone, people.email,
      account.login, account.id, account.reset_password as "resetPassword",
      account.password_expires as "passwordExpires", account.rev
    from people left join account on account.provider_id = people.id
    where kind = 'Provider' and cur = 'y' and (${providerId}::int is null or people.id = ${providerId})
    order by sort_key, people.id`;
};

/** When two users make an EVV account for one provider at once, the second sees the first one's. */
export const lockProvider = async (db: Db, providerId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`accounts provider ${providerId}`}))`.execute(db);
};

export const findMobileAccount = (db: Db, providerId: number) =>
  accountRows(db).where('provider_id', '=', providerId).where('role', 'in', CAREGIVER).executeTakeFirst();

/** Admins who can act, locked in one order, so that two who delete or suspend each other do so one after the other. */
export const lockAdmins = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', 'in', ADMIN)
    .where('custom_role_id', 'is', null)
    .where('deleted', 'is', null)
    .where('suspended', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
};

export const deactivate = (db: Db, id: number, now: string) =>
  db
    .updateTable('accounts')
    .set((eb) => ({ deleted: now, rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** What a manager changes in an account. */
export const changeAccount = (
  db: Db,
  id: number,
  values: {
    readonly login?: string;
    readonly full_name?: string;
    readonly initials?: string;
    readonly role?: string;
    readonly provider_id?: number | null;
    readonly custom_role_id?: number | null;
    readonly suspended?: string | null;
  },
) =>
  db
    .updateTable('accounts')
    .set((eb) => ({ ...values, rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .execute();

// ---- links of a first password

export const insertLink = (
  db: Db,
  link: { readonly tokenHash: Buffer; readonly accountId: number; readonly expires: string },
) =>
  db
    .insertInto('password_links')
    .values({ token_hash: link.tokenHash, account_id: link.accountId, expires: link.expires })
    .execute();

/** The account has a new password or is deleted, so its links stop working. */
export const endLinks = (db: Db, accountId: number) =>
  db.deleteFrom('password_links').where('account_id', '=', accountId).execute();

export const findLink = (db: Db, tokenHash: Buffer, { now, today }: Omit<Alive, 'idleMinutes'>) =>
  db
    .selectFrom('password_links')
    .innerJoin('accounts', 'accounts.id', 'password_links.account_id')
    .select(['accounts.id', 'accounts.login'])
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .where('accounts.deleted', 'is', null)
    .where(sql<boolean>`not ${isClosedOn(today)}`)
    .executeTakeFirst();

/** Uses up the link; of two simultaneous uses, one succeeds. */
export const takeLink = async (db: Db, tokenHash: Buffer, now: string): Promise<number | undefined> => {
  const row = await db
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .returning('account_id')
    .executeTakeFirst();
  return row?.account_id;
};

// ---- known devices

/** The device with this token, if this account was opened on it before. */
export const findKnownDevice = async (
  db: Db,
  tokenHash: Buffer,
  foldedLogin: string,
): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.id', 'known_devices.account_id')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where(sql`lower(login)`, '=', foldedLogin)
    .where('deleted', 'is', null)
    .executeTakeFirst();
  return row?.token_hash;
};

export const keepKnownDevice = (db: Db, tokenHash: Buffer, accountId: number, now: string) =>
  db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash, account_id: accountId, last_used: now })
    .onConflict((conflict) => conflict.columns(['token_hash', 'account_id']).doUpdateSet({ last_used: now }))
    .execute();

// ---- update notes

export const findSeenUpdate = async (db: Db, id: number): Promise<number> => {
  const row = await db.selectFrom('accounts').select('update_seen').where('id', '=', id).executeTakeFirst();
  return row?.update_seen ?? 0;
};

/** Closing an older note later, in another window, does not bring back newer ones. */
export const markUpdateSeen = (db: Db, id: number, order: number) =>
  db
    .updateTable('accounts')
    .set((eb) => ({ update_seen: eb.fn('greatest', ['update_seen', eb.val(order)]) }))
    .where('id', '=', id)
    .execute();
