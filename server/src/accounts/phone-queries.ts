import { CHALLENGE_MINUTES, PHONE_DAYS, PIN_TRIES } from '@homecare/domain/accounts/phone.ts';
import type { Phone, PhoneLock } from '@homecare/domain/accounts/schema.ts';
import { sql } from 'kysely';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import type { AskedPasskey } from './passkeys.ts';

/** SQL for phones on which caregivers stay signed in. */

const lockColumn = sql<PhoneLock>`case when pin_hash is null then 'passkey' else 'pin' end`;
const isOpen = (now: string) => sql<boolean>`ended is null and expires > ${now}::timestamptz`;

interface OpenPhone {
  readonly id: number;
  readonly accountId: number;
  readonly lock: PhoneLock;
  readonly credentialId: string | null;
  readonly expires: string;
}

export const findPhone = (db: Db, tokenHash: Buffer, now: string) =>
  queryRow<OpenPhone>(db)`select id, account_id as "accountId", ${lockColumn} as lock,
      credential_id as "credentialId", expires
    from phones where token_hash = ${tokenHash} and ${isOpen(now)}`;

export interface NewPhone {
  readonly accountId: number;
  readonly tokenHash: Buffer;
  readonly agent: string | null;
  readonly pinHash: string | null;
  readonly passkey: { readonly id: string; readonly publicKey: Buffer; readonly counter: number } | null;
}

export const insertPhone = async (db: Db, phone: NewPhone, now: string) => {
  const { passkey } = phone;
  const { rows } = await sql<{
    id: number;
    expires: string;
  }>`insert into phones (account_id, token_hash, agent, created,
      last_used, expires, pin_hash, credential_id, public_key, sign_count)
    values (${phone.accountId}, ${phone.tokenHash}, ${phone.agent}, ${now}, ${now},
      ${now}::timestamptz + make_interval(days => ${PHONE_DAYS}), ${phone.pinHash}, ${passkey?.id ?? null},
      ${passkey?.publicKey ?? null}, ${passkey?.counter ?? 0})
    returning id, expires`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a phone was not stored');
  return row;
};

/** Ends phones and their sessions; returns the names they gave. */
const endWhere = (db: Db, condition: ReturnType<typeof sql>, now: string) =>
  queryRows<{
    id: number;
    agent: string | null;
  }>(db)`with gone as (
      update phones set ended = ${now} where ended is null and ${condition} returning id, agent),
    closed as (update sessions set ended = ${now} from gone where phone_id = gone.id and sessions.ended is null)
    select id, agent from gone order by id`;

export const endPhoneById = (db: Db, accountId: number, id: number, now: string) =>
  endWhere(db, sql`account_id = ${accountId} and id = ${id}`, now);

/** Ends a phone that someone else has taken over, or whose owner wants to be asked for the password again. */
export const endPhoneByToken = async (db: Db, tokenHash: Buffer, now: string): Promise<void> => {
  await sql`update phones set ended = ${now} where token_hash = ${tokenHash} and ended is null`.execute(db);
};

/** Ends all phones of an account, except that of one session. */
export const endPhonesOf = async (
  db: Db,
  accountId: number,
  now: string,
  except?: Buffer,
): Promise<number> => {
  const spared = except
    ? sql`phones.id is distinct from (select phone_id from sessions where token_hash = ${except})`
    : sql`true`;
  return (await endWhere(db, sql`account_id = ${accountId} and ${spared}`, now)).length;
};

/** Ends the phone of a session that is ending, if it has one. */
export const endPhoneOfSession = async (db: Db, tokenHash: Buffer, now: string): Promise<void> => {
  await endWhere(db, sql`id = (select phone_id from sessions where token_hash = ${tokenHash})`, now);
};

export const listPhonesOf = (db: Db, accountId: number, now: string) =>
  queryRows<Phone>(db)`select id, agent, ${lockColumn} as lock, created, last_used as "lastUsed", expires
    from phones where account_id = ${accountId} and ${isOpen(now)} order by last_used desc, id`;

// ---- PIN

export interface PinTry {
  readonly id: number;
  readonly accountId: number;
  readonly pinHash: string;
  readonly tries: number;
}

/** Counts the try and compares it with the limit in one statement, before the PIN is checked, so that parallel tries get no more than five. */
export const takePinTry = (db: Db, tokenHash: Buffer, now: string) =>
  queryRow<PinTry>(db)`update phones set tries = tries + 1
    where token_hash = ${tokenHash} and ${isOpen(now)} and pin_hash is not null and tries < ${PIN_TRIES}
    returning id, account_id as "accountId", pin_hash as "pinHash", tries`;

/** The server was too busy to check the PIN, so it does not count as a try. */
export const givePinTryBack = async (db: Db, id: number): Promise<void> => {
  await sql`update phones set tries = greatest(tries - 1, 0) where id = ${id}`.execute(db);
};

/** Ends the phone if the limit is reached and no correct PIN has come since. */
export const endTriedPhone = (db: Db, id: number, now: string) =>
  endWhere(db, sql`phones.id = ${id} and tries >= ${PIN_TRIES}`, now);

// ---- passkey

export const setChallenge = async (db: Db, id: number, challenge: string, now: string): Promise<void> => {
  await sql`update phones set challenge = ${challenge},
      challenge_expires = ${now}::timestamptz + make_interval(mins => ${CHALLENGE_MINUTES}) where id = ${id}`.execute(
    db,
  );
};

interface AskedPhone extends AskedPasskey {
  readonly id: number;
  readonly accountId: number;
}

/** Each challenge is answered once; the second of two answers finds none. */
export const takeChallenge = (db: Db, tokenHash: Buffer, now: string) =>
  queryRow<AskedPhone>(db)`with asked as (
      select id, challenge from phones where token_hash = ${tokenHash} and ${isOpen(now)} and credential_id is not null
        and challenge is not null and challenge_expires > ${now}::timestamptz for update)
    update phones set challenge = null, challenge_expires = null from asked where phones.id = asked.id
    returning phones.id, account_id as "accountId", credential_id as "credentialId", public_key as "publicKey",
      sign_count::float8 as counter, asked.challenge`;

export const setSessionChallenge = async (
  db: Db,
  sessionHash: Buffer,
  challenge: string,
  now: string,
): Promise<void> => {
  await sql`update sessions set challenge = ${challenge},
      challenge_expires = ${now}::timestamptz + make_interval(mins => ${CHALLENGE_MINUTES})
    where token_hash = ${sessionHash}`.execute(db);
};

export const takeSessionChallenge = async (
  db: Db,
  sessionHash: Buffer,
  now: string,
): Promise<string | undefined> =>
  (
    await queryRow<{ challenge: string }>(db)`with asked as (
      select token_hash, challenge from sessions where token_hash = ${sessionHash}
        and challenge is not null and challenge_expires > ${now}::timestamptz for update)
    update sessions set challenge = null, challenge_expires = null from asked
    where sessions.token_hash = asked.token_hash returning asked.challenge`
  )?.challenge;

// ---- sessions of a phone

/** The session began with the phone's lock rather than the password. */
export const isUnlocked = async (db: Db, sessionHash: Buffer): Promise<boolean> =>
  (
    await queryRow<{ unlocked: boolean }>(db)`select unlocked from sessions
    where token_hash = ${sessionHash}`
  )?.unlocked !== false;

/** Assigns a session to the phone that stays signed in. */
export const tieSession = async (db: Db, sessionHash: Buffer, phoneId: number): Promise<void> => {
  await sql`update sessions set phone_id = ${phoneId} where token_hash = ${sessionHash}`.execute(db);
};

export const untieSession = async (db: Db, sessionHash: Buffer): Promise<void> => {
  await sql`update sessions set phone_id = null where token_hash = ${sessionHash}`.execute(db);
};

/** The phone was opened, so earlier wrong PINs no longer count. Returns false if it has ended. */
export const markUnlocked = (
  db: Db,
  { id, counter }: { readonly id: number; readonly counter: number },
  now: string,
) =>
  changesRow(db)`update phones set tries = 0, last_used = ${now}, sign_count = ${counter}
    where id = ${id} and ${isOpen(now)}`;
