import { LINK_PLACE, withoutAmounts } from '@homecare/domain/messaging/rules.ts';
import type { Channel, Recipient, SendLogRow, Template } from '@homecare/domain/messaging/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedMessage, storedWords } from '../platform/sealed/message.ts';

// ---- templates

export const listTemplates = (
  db: Db,
  only: { id?: number | null | undefined; name?: string | undefined },
): Promise<Template[]> => {
  const all = db.selectFrom('message_templates').select(['id', 'name', 'text', 'rev']);
  const byId = only.id ? all.where('id', '=', only.id) : all;
  const named = only.name === undefined ? byId : byId.where('name', '=', only.name);
  return named.orderBy(sql`lower(name)`).execute();
};

export const lockTemplate = (tx: Tx, id: number) =>
  tx
    .selectFrom('message_templates')
    .select(['id', 'name', 'text', 'rev', 'updated', 'updated_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertTemplateRow = async (
  tx: Tx,
  values: { name: string; text: string },
  { at, by }: Stamp,
): Promise<number> => {
  const { id } = await tx
    .insertInto('message_templates')
    .values({ ...values, updated: at, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Inserts templates whose names are free; returns their ids. */
export const insertFreeTemplates = async (
  tx: Tx,
  templates: readonly { readonly name: string; readonly text: string }[],
  { at, by }: Stamp,
): Promise<number[]> => {
  const rows = await tx
    .insertInto('message_templates')
    .values(templates.map(({ name, text }) => ({ name, text, updated: at, updated_by: by })))
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const updateTemplateRow = async (
  tx: Tx,
  id: number,
  values: { name: string; text: string },
  { at, by }: Stamp,
): Promise<number> => {
  const { rev } = await tx
    .updateTable('message_templates')
    .set({ ...values, updated: at, updated_by: by, rev: sql<number>`rev + 1` })
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirstOrThrow();
  return rev;
};

export const deleteTemplateRow = (tx: Tx, id: number) =>
  tx.deleteFrom('message_templates').where('id', '=', id).execute();

// ---- whom staff may write to

/** Whose phone or address it is. */
export type Owner =
  | { readonly personId: number; readonly candidateId: null }
  | { readonly personId: null; readonly candidateId: number }
  /** The office's own, not that of a record. */
  | { readonly personId: null; readonly candidateId: null };

/** Whose each phone or address is: people's, active ones first, their case managers', and phones of active candidates. */
export const findRecipients = async (
  tx: Tx,
  channel: Channel,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Owner>> => {
  const list = sql`${wanted}::text[]`;
  const known =
    channel === 'SMS'
      ? sql`select phone as contact, 1 as nearness, cur, id, true as person from people where phone = any(${list})
          union all select alt_phone, 2, cur, id, true from people where alt_phone = any(${list})
          union all select managers_phone, 3, cur, id, true from people where managers_phone = any(${list})
          union all select phone, 4, 'y', id, false from candidates where phone = any(${list}) and status = 'Active'`
      : sql`select lower(email) as contact, 1 as nearness, cur, id, true as person from people where lower(email) = any(${list})
          union all select lower(managers_email), 2, cur, id, true from people where lower(managers_email) = any(${list})`;
  const { rows } = await sql<{
    contact: string;
    id: number;
    person: boolean;
  }>`select distinct on (contact) contact, id, person
    from (${known}) as known order by contact, nearness, cur desc, id`.execute(tx);
  return new Map(
    rows.map(({ contact, id, person }) => [
      contact,
      person ? { personId: id, candidateId: null } : { personId: null, candidateId: id },
    ]),
  );
};

/** It is still the phone or address of the person it was sent to, of their case manager, or of someone they want notified. */
export const isStillOf = async (
  tx: Tx,
  channel: Channel,
  contact: string,
  { personId, candidateId }: Owner,
): Promise<boolean> => {
  const isTheirs =
    channel === 'SMS'
      ? sql`(${contact} in (phone, alt_phone, managers_phone)
          or right(regexp_replace(notify_visit, '\\D', '', 'g'), 10) = regexp_replace(${contact}, '\\D', '', 'g'))`
      : sql`${contact} in (lower(email), lower(managers_email), lower(notify_visit))`;
  const { rows } = await sql`select from people where id = ${personId} and ${isTheirs}
    union all select from candidates where id = ${candidateId} and phone = ${contact}`.execute(tx);
  return rows.length > 0;
};

export const findCaseManagerOf = (db: Db, clientId: number) =>
  queryRow<Recipient>(db)`select id, coalesce(case_manager, '') as name, managers_phone as phone,
    managers_email as email from people where id = ${clientId} and kind = 'Client'
    and merged_into is null`;

// ---- the queue

export interface NewMessage {
  readonly channel: Channel;
  readonly recipient: string;
  readonly owner: Owner;
  readonly subject: string | null;
  readonly text: string;
  readonly image?: string | null;
  readonly imageId?: number | null;
  readonly sealedLink?: Buffer;
  /** Of an email; its content is sealed. */
  readonly attachment?: StoredAttachment;
}

export interface StoredAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export const insertMessages = async (
  tx: Tx,
  messages: readonly NewMessage[],
  request: string,
  stamp: Stamp & { readonly accountId: number | null },
): Promise<number[]> => {
  const rows = await tx
    .insertInto('messages')
    .values(
      messages.map((message, place) => ({
        channel: message.channel,
        recipient: message.recipient,
        person_id: message.owner.personId,
        candidate_id: message.owner.candidateId,
        to_office: message.owner.personId === null && message.owner.candidateId === null,
        ...storedWords(message),
        image: message.image ?? null,
        image_id: message.imageId ?? null,
        sealed_link: message.sealedLink ?? null,
        has_attachment: message.attachment !== undefined,
        request,
        place,
        created: stamp.at,
        created_by: stamp.by,
        account_id: stamp.accountId,
      })),
    )
    .returning('id')
    .execute();
  const attached = rows.flatMap(({ id }, n) => {
    const file = messages[n]?.attachment;
    return file ? [{ message_id: id, name: file.name, type: file.type, content: file.content }] : [];
  });
  if (attached.length > 0) await tx.insertInto('message_attachments').values(attached).execute();
  return rows.map(({ id }) => id);
};

/** What is due by channel, and what became of messages in the 24 hours before `now`. */
export const countWaiting = (db: Db, now: string) =>
  queryRows<{ channel: string; waiting: number; oldestSeconds: number; failed: number; unclear: number }>(
    db,
  )`select channel, count(*) filter (where is_due)::int as waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(coalesce(not_before, created)) filter (where is_due)), 0)::float8
        as "oldestSeconds",
      count(*) filter (where status in ('failed', 'undelivered'))::int as failed,
      count(*) filter (where status = 'unknown')::int as unclear
    from messages, lateral (select status in ('waiting', 'sending') and coalesce(not_before, created) <= ${now}::timestamptz
      as is_due) due
    where direction = 'out' and (status in ('waiting', 'sending')
      or status in ('failed', 'undelivered', 'unknown') and created > ${now}::timestamptz - interval '24 hours')
    group by channel`;

export const listMailFaults = (db: Db, ids: readonly number[]) =>
  queryRows<{ id: number; error: string | null }>(db)`select id, error from messages
    where id = any(${[...ids]}::int[]) and status in ('failed', 'undelivered')`;

/** Counts under a lock that lasts until the transaction ends, so that two requests cannot both take the rest. */
export const countMessagesSince = async (tx: Tx, since: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('messaging.perDay'))`.execute(tx);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from messages where created >= ${since} and direction = 'out'`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Failed or unknown, and not sent again yet. Messages to the office would be outdated, and attachments are not kept. */
export const mayGoAgain = sql`(messages.status in ('failed', 'undelivered', 'unknown') and again_id is null
  and not to_office and not has_attachment)`;

interface Read {
  readonly text: string;
  readonly maySendAgain: boolean;
  readonly namesPay: boolean;
}
/** A text offering a visit to a caregiver names their pay. */
export const namesPay = sql`starts_with(messages.request, 'offers ') as "namesPay"`;

/** Messages for a reader: a link is no longer stored, so it cannot be sent again, and pay is only shown to users who may see rates. */
export const asRead = <M extends Read>(messages: readonly M[], seesPay: boolean): Omit<M, 'namesPay'>[] =>
  messages.map(({ namesPay: names, ...message }) => ({
    ...message,
    text: names && !seesPay ? withoutAmounts(message.text) : message.text,
    maySendAgain: message.maySendAgain && !message.text.includes(LINK_PLACE),
  }));

export const listMessages = async (
  db: Db,
  { from, until }: { readonly from: string; readonly until: string },
  seesPay: boolean,
): Promise<SendLogRow[]> =>
  asRead(
    await queryRows<SendLogRow & Read>(db)`select
      messages.id, coalesce(sent, messages.created) as time, channel as type, recipient as "to",
      coalesce(sender, created_by) as "from", coalesce(${listedName()}, candidate.name, case when to_office then 'Office' end) as name,
      ${sealedMessage.subject()}, ${sealedMessage.text()}, messages.status, error, ${mayGoAgain} as "maySendAgain", again_id is not null as "sentAgain",
      ${namesPay}
    from messages left join people on people.id = messages.person_id
      left join candidates candidate on candidate.id = messages.candidate_id
    where messages.created >= ${from} and messages.created < ${until} order by time desc, messages.id desc`,
    seesPay,
  );

// ---- confirmation of an address

/** Locked until the transaction ends, so that two messages to one person never interleave. */
export const lockAddress = (tx: Tx, personId: number) =>
  queryRow<{
    email: string | null;
    confirmed: boolean;
    name: string;
  }>(tx)`select email,
    confirmed_email as confirmed, concat_ws(' ', first_name, last_name) as name
    from people where id = ${personId} and merged_into is null for no key update`;

/** A message with a valid link for this address is waiting to be sent. */
export const isConfirmationWaiting = async (
  tx: Tx,
  personId: number,
  email: string,
  now: string,
): Promise<boolean> =>
  (
    await queryRows<object>(tx)`select
      from email_confirmations link join messages on messages.id = link.message_id
    where link.person_id = ${personId} and lower(link.email) = lower(${email}) and link.used is null
      and link.expires > ${now} and messages.status in ('waiting', 'sending')`
  ).length > 0;

export const saveConfirmation = (
  tx: Tx,
  link: { personId: number; tokenHash: Buffer; email: string; messageId: number; expires: string },
) =>
  sql`insert into email_confirmations (person_id, token_hash, email, message_id, expires)
    values (${link.personId}, ${link.tokenHash}, ${link.email}, ${link.messageId}, ${link.expires})
    on conflict (person_id) do update set token_hash = excluded.token_hash, email = excluded.email,
      message_id = excluded.message_id, expires = excluded.expires, used = null`.execute(tx);

const working = (tokenHash: Buffer, now: string) =>
  sql`token_hash = ${tokenHash} and used is null and expires > ${now}`;

/** The link is unused and not expired, and the address is still the person's. */
export const isConfirmationValid = async (db: Db, tokenHash: Buffer, now: string): Promise<boolean> =>
  (
    await queryRows<object>(db)`select from email_confirmations link join people on people.id = link.person_id
    where ${working(tokenHash, now)} and lower(people.email) = lower(link.email)`
  ).length > 0;

/** Uses up the link; of two simultaneous uses, one succeeds. */
export const useConfirmation = (tx: Tx, tokenHash: Buffer, now: string) =>
  queryRow<{
    personId: number;
    email: string;
  }>(tx)`update email_confirmations set used = ${now}
    where ${working(tokenHash, now)} returning person_id as "personId", email`;
