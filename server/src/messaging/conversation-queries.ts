import { formatPhone } from '@homecare/domain/formats.ts';
import type { ConversationText } from '@homecare/domain/messaging/delivery-contract.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedMessage, storedWords } from '../platform/sealed/message.ts';
import { asRead, mayGoAgain, namesPay } from './queries.ts';

/** Whose phone it is: a person's, active ones first, then by record number; otherwise a candidate's. */
export const findOwnerOf = async (
  tx: Tx,
  number: string,
): Promise<{ personId: number | null; candidateId: number | null }> => {
  const contact = formatPhone(number);
  const { rows } = await sql<{ personId: number | null; candidateId: number | null }>`
    select id as "personId", null::int as "candidateId" from (
      select id, 1 as nearness, cur from people where phone = ${contact}
      union all select id, 2, cur from people where alt_phone = ${contact}
      order by cur desc, nearness, id limit 1) as person
    union all select null, id from (
      select id from candidates where phone = ${contact} and status = 'Active' order by id limit 1) as candidate`.execute(
    tx,
  );
  return rows[0] ?? { personId: null, candidateId: null };
};

interface IncomingText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly at: string;
  readonly owner: { readonly personId: number | null; readonly candidateId: number | null };
}

/** Undefined if the text was stored before. */
export const insertIncoming = async (
  tx: Tx,
  { sid, from, to, text, at, owner }: IncomingText,
): Promise<number | undefined> => {
  const row = await tx
    .insertInto('messages')
    .values({
      direction: 'in',
      channel: 'SMS',
      status: 'received',
      recipient: to,
      sender: from,
      sid,
      ...storedWords({ subject: null, text }),
      person_id: owner.personId,
      candidate_id: owner.candidateId,
      request: `in ${sid}`,
      place: 0,
      created: at,
      created_by: '',
    })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

// ---- unread

export interface UnreadRow {
  readonly number: string;
  /** The person it is stored with. */
  readonly personId: number | null;
  readonly count: number;
  readonly last: string;
}

const MOST_THREADS = 500;

export const listUnreadNumbers = (db: Db) =>
  queryRows<UnreadRow>(db)`select sender as number, person_id as "personId", count(*)::int as count,
      max(created) as last
    from messages where direction = 'in' and read_at is null
    group by sender, person_id order by last desc limit ${MOST_THREADS}`;

export interface PhoneOwner {
  readonly contact: string;
  /** Null if it is nobody's own phone. */
  readonly personId: number | null;
  readonly name: string;
}

/** Who has these phones: people, then candidates, then clients' case managers. */
export const listPhoneOwners = async (db: Db, numbers: readonly string[]): Promise<PhoneOwner[]> => {
  const list = sql`${numbers.map(formatPhone)}::text[]`;
  return queryRows<PhoneOwner>(db)`select contact, "personId", name from (
      select phone as contact, id as "personId", concat_ws(' ', first_name, last_name) as name, 1 as nearness, cur, id
        from people where phone = any(${list})
      union all select alt_phone, id, concat_ws(' ', first_name, last_name), 2, cur, id
        from people where alt_phone = any(${list}) and phone is distinct from alt_phone
      union all select phone, null, name || ' (candidate)', 3, 'y', id
        from candidates where phone = any(${list}) and status = 'Active'
      union all (select distinct on (managers_phone) managers_phone, null::int,
          coalesce(nullif(case_manager, ''), 'Case manager') || ' (case manager)', 4, 'y', id
        from people where managers_phone = any(${list}) and cur = 'y' order by managers_phone, id)) as owner
    order by nearness, cur desc, id`;
};

/** People's names by record number. */
export const listNames = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, concat_ws(' ', first_name, last_name) as name
    from people where id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

// ---- a conversation

export interface ThreadPerson {
  readonly name: string;
  readonly phone: string | null;
  readonly altPhone: string | null;
  readonly managersPhone: string | null;
}

export const findThreadPerson = (db: Db, id: number) =>
  queryRow<ThreadPerson>(db)`select concat_ws(' ', first_name, last_name) as name, phone,
    alt_phone as "altPhone", managers_phone as "managersPhone" from people where id = ${id}`;

/** What identifies a conversation: a person with their present phones, or one phone. */
export interface ThreadKey {
  readonly personId: number | null;
  readonly numbers: readonly string[];
  /** A number of someone else, although its messages are stored with this person. */
  readonly notNumber: string | null;
}

const other = sql`case direction when 'in' then sender else recipient end`;

/**
 * A person's conversation: texts to or from their phones, unless they belong to someone who no longer shares the phone, and their
 * texts from times when they had another one.
 */
const ofThread = ({ personId, numbers, notNumber }: ThreadKey): RawBuilder<unknown> => {
  const list = sql`${[...numbers]}::text[]`;
  const atPhone = sql`((direction = 'in' and sender = any(${list})) or (direction = 'out' and recipient = any(${list})))`;
  if (personId === null) return sql`channel = 'SMS' and ${atPhone}`;
  const contacts = sql`${numbers.map(formatPhone)}::text[]`;
  return sql`channel = 'SMS' and ((person_id = ${personId} and ${other} is distinct from ${notNumber}) or (${atPhone}
    and (person_id is null or exists (select from people sharer where sharer.id = person_id
      and (sharer.phone = any(${contacts}) or sharer.alt_phone = any(${contacts}))))))`;
};

const MOST_TEXTS = 200;

/** The latest texts, oldest first. */
export const listThread = async (db: Db, key: ThreadKey, seesPay: boolean): Promise<ConversationText[]> =>
  asRead(
    await queryRows<ConversationText & { readonly namesPay: boolean }>(db)`select
      id, direction, coalesce(sent, created) as time, ${other} as number,
      ${sealedMessage.text()}, status, error, created_by as by, direction = 'in' and read_at is null as unread,
      ${mayGoAgain} as "maySendAgain", ${namesPay}
    from messages where ${ofThread(key)} order by id desc limit ${MOST_TEXTS}`,
    seesPay,
  ).reverse();

/** The id of the very first text, because a long conversation shows only its latest. */
export const findFirstId = async (
  db: Db,
  key: ThreadKey,
  texts: readonly Pick<ConversationText, 'id'>[],
): Promise<number | null> => {
  if (texts.length < MOST_TEXTS) return texts[0]?.id ?? null;
  const found = await queryRow<{ id: number | null }>(
    db,
  )`select min(id) as id from messages where ${ofThread(key)}`;
  return found?.id ?? null;
};

/** Marks texts as read and returns those that were unread. */
export const readThread = async (
  tx: Tx,
  key: ThreadKey,
  { upTo, at, by }: { readonly upTo: number; readonly at: string; readonly by: string },
): Promise<number[]> =>
  (
    await queryRows<{ id: number }>(tx)`update messages set read_at = ${at}, read_by = ${by}
    where direction = 'in' and read_at is null and id <= ${upTo} and ${ofThread(key)} returning id`
  ).map(({ id }) => id);
