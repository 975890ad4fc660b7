import type { Agreement } from '@homecare/domain/call.ts';
import type { FamilyMember } from '@homecare/domain/family/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { queueJob } from '../platform/jobs/queue.ts';

/** SQL for invitations and their sign-in links. */

export const selectMembers = (db: Db, clientId: number) =>
  queryRows<FamilyMember>(
    db,
  )`select id, name, relation, email, language, agreed, agreed_by as "agreedBy", invited,
      invited_by as "invitedBy", ended, ended_by as "endedBy", rev,
      (select max(created) from sessions where account_id = member.account_id) as "lastIn",
      calendar_made as "calendarMade", calendar_read as "calendarRead",
      (select count(*)::int from passkeys where account_id = member.account_id) as passkeys
    from family_members member where client_id = ${clientId} order by ended is not null, id desc`;

/** A client, locked until the transaction ends. */
export const lockClient = (tx: Tx, id: number) =>
  queryRow<{ id: number }>(tx)`select id from people
    where id = ${id} and kind = 'Client' and merged_into is null for no key update`;

export const isClient = async (db: Db, id: number): Promise<boolean> =>
  (await queryRow(db)`select from people where id = ${id} and kind = 'Client' and merged_into is null`) !==
  undefined;

export const countOpen = async (tx: Tx, clientId: number): Promise<number> =>
  (
    await queryRow<{ count: number }>(tx)`select count(*)::int as count from family_members
      where client_id = ${clientId} and ended is null`
  )?.count ?? 0;

export const isInvited = async (tx: Tx, clientId: number, email: string): Promise<boolean> =>
  (await queryRow(tx)`select from family_members
    where client_id = ${clientId} and lower(email) = lower(${email}) and ended is null`) !== undefined;

interface Agreed {
  readonly name: string;
  readonly relation: string;
  readonly language: string;
  readonly agreed: readonly Agreement[];
  readonly agreedBy: string;
}

interface NewMember extends Agreed {
  readonly accountId: number;
  readonly clientId: number;
  readonly email: string;
}

export const insertMember = async (tx: Tx, { at, by }: Stamp, member: NewMember): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into family_members
      (account_id, client_id, name, relation, email, language, agreed, agreed_by, invited, invited_by)
    values (${member.accountId}, ${member.clientId}, ${member.name}, ${member.relation}, ${member.email},
      ${member.language}, ${[...member.agreed]}, ${member.agreedBy}, ${at}, ${by}) returning id`;
  if (!row) throw new Error('an invitation was not stored');
  return row.id;
};

export interface StoredMember extends Agreed {
  readonly id: number;
  readonly accountId: number;
  readonly clientId: number;
  readonly email: string;
  readonly ended: string | null;
  readonly rev: number;
}

const MEMBER = sql`id, account_id as "accountId", client_id as "clientId", name, relation, email, language, agreed,
  agreed_by as "agreedBy", ended, rev from family_members`;

/** Locked, so that nobody signs in while their invitation is being ended. */
export const lockMember = (tx: Tx, id: number) =>
  queryRow<StoredMember>(tx)`select ${MEMBER} where id = ${id} for update`;

export const lockMemberOfAccount = (tx: Tx, accountId: number) =>
  queryRow<StoredMember>(tx)`select ${MEMBER} where account_id = ${accountId} and ended is null for update`;

/** The first open invitation of an address; null if there is none. */
export const findFirstOpen = async (db: Db, email: string): Promise<number | null> =>
  (
    await queryRow<{ id: number | null }>(db)`select min(id) as id from family_members
      where lower(email) = lower(${email}) and ended is null`
  )?.id ?? null;

/** Open invitations with the same address as this one, one per client. */
export const listOpenBeside = (db: Db, id: number) =>
  queryRows<{ id: number }>(db)`select id from family_members
    where lower(email) = (select lower(email) from family_members where id = ${id}) and ended is null order by id`;

export const updateMember = (tx: Tx, id: number, to: Agreed) =>
  sql`update family_members set name = ${to.name}, relation = ${to.relation}, language = ${to.language},
      agreed = ${[...to.agreed]}, agreed_by = ${to.agreedBy}, rev = rev + 1 where id = ${id}`.execute(tx);

export const setLanguage = (tx: Tx, id: number, language: string) =>
  sql`update family_members set language = ${language}, rev = rev + 1 where id = ${id}`.execute(tx);

export const storeEnd = (tx: Tx, { at, by }: Stamp, id: number) =>
  changesRow(tx)`update family_members set ended = ${at}, ended_by = ${by}, rev = rev + 1
    where id = ${id} and ended is null`;

export const findFirstName = async (db: Db, clientId: number): Promise<string> =>
  (await queryRow<{ first: string }>(db)`select first_name as first from people where id = ${clientId}`)
    ?.first ?? '';

// ---- links

/** Stores a link and removes earlier ones that were used or have expired. */
export const putLink = async (
  tx: Tx,
  link: {
    readonly memberId: number;
    readonly tokenHash: Buffer;
    readonly made: string;
    readonly expires: string;
  },
): Promise<void> => {
  await sql`delete from family_links where member_id = ${link.memberId}
    and (used is not null or expires <= ${link.made})`.execute(tx);
  await sql`insert into family_links (token_hash, member_id, made, expires)
    values (${link.tokenHash}, ${link.memberId}, ${link.made}, ${link.expires})`.execute(tx);
};

export const dropLinks = (tx: Tx, memberId: number) =>
  sql`delete from family_links where member_id = ${memberId}`.execute(tx);

const working = (tokenHash: Buffer, now: string) =>
  sql`token_hash = ${tokenHash} and used is null and expires > ${now}`;

export const findLink = (db: Db, tokenHash: Buffer, now: string) =>
  queryRow<{ name: string }>(
    db,
  )`select name from family_links join family_members member on member.id = member_id
    where ${working(tokenHash, now)} and ended is null`;

/** Uses up the link; of two simultaneous uses, one succeeds. */
export const takeLink = (tx: Tx, tokenHash: Buffer, now: string) =>
  queryRow<{ memberId: number }>(tx)`update family_links set used = ${now}
    where ${working(tokenHash, now)} returning member_id as "memberId"`;

export const FAMILY_JOB = 'family';
/** Queues links for the address of this invitation. For an unknown address (null) the same job is queued and does nothing. */
export const queueLinks = (db: Db, id: number | null) => queueJob(db, FAMILY_JOB, { id: id ?? 0, tries: 3 });

// ---- the address of their calendar

export const findCalendar = (db: Db, memberId: number) =>
  queryRow<{ made: string | null; read: string | null }>(
    db,
  )`select calendar_made as made, calendar_read as read
    from family_members where id = ${memberId}`;

const isUnread = (at: string) =>
  sql`(calendar_read is null or calendar_read < ${at}::timestamptz - interval '1 hour')`;

interface OfCalendar {
  readonly accountId: number;
  readonly clientId: number;
  readonly language: string;
  /** True if nobody has read it in the last hour. */
  readonly isUnread: boolean;
}

/** Undefined once the invitation ends, or while visits are not agreed on. */
export const findByCalendar = (db: Db, tokenHash: Buffer, at: string) =>
  queryRow<OfCalendar>(
    db,
  )`select account_id as "accountId", client_id as "clientId", language, ${isUnread(at)} as "isUnread"
    from family_members where calendar_hash = ${tokenHash} and ended is null and 'visits' = any(agreed)`;

export const putCalendar = (tx: Tx, memberId: number, tokenHash: Buffer | null, made: string | null) =>
  sql`update family_members set calendar_hash = ${tokenHash}, calendar_made = ${made}, calendar_read = null
    where id = ${memberId}`.execute(tx);

/** Noting once an hour that it is read is enough. */
export const noteCalendarRead = (db: Db, tokenHash: Buffer, at: string) =>
  changesRow(db)`update family_members set calendar_read = ${at}
    where calendar_hash = ${tokenHash} and ${isUnread(at)}`;
