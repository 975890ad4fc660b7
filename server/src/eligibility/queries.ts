import type { ClientToAsk } from '@homecare/domain/eligibility/270-write.ts';
import type { AskedMember, KnownClient } from '@homecare/domain/eligibility/entries.ts';
import type {
  EligibilityAnswer,
  EligibilityEntry,
  EligibilityRequest,
  EntryOrigin,
  LeftOut,
} from '@homecare/domain/eligibility/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import type { StoredFile } from '../platform/files/stored-files.ts';
import { birthDate } from '../platform/sealed/birth-date.ts';
import { isOneOfNormalForms, medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import type { RequestFacts } from './documents.ts';

// --- Entries

const entry = sql`entry.id, entry.client_id as "clientId", ${listedName('client')} as name,
  entry.status, entry.request_date as date, entry.start_date as start, entry.end_date as "end", entry.data,
  entry.source, entry.rev`;

/** Entries that changed, and those of clients whose names changed. */
const touchedBy = (changed: Changed | undefined) =>
  changed
    ? sql`(entry.id = ${anyOf(changed.get('eligibility'))} or entry.client_id = ${anyOf(changed.get('people'))})`
    : sql`true`;

/** Newest request first; `clientId` null reads all. */
export const listEntries = (db: Db, clientId: number | null, changed?: Changed) =>
  queryRows<EligibilityEntry>(db)`select ${entry}
    from eligibility_entries entry join people client on client.id = entry.client_id
    where entry.deleted is null and (${clientId}::int is null or entry.client_id = ${clientId})
      and ${touchedBy(changed)}
    order by entry.request_date desc, entry.id desc ${changed ? PREPARED : sql``}`;

export interface StoredEntry extends EligibilityEntry {
  readonly at: string;
  readonly by: string;
}

/** Locked until the transaction ends; undefined if deleted. */
export const lockEntry = (tx: Tx, id: number) =>
  queryRow<StoredEntry>(tx)`select ${entry}, coalesce(entry.modified, entry.created) as at,
      coalesce(entry.modified_by, entry.created_by) as by
    from eligibility_entries entry join people client on client.id = entry.client_id
    where entry.id = ${id} and entry.deleted is null for update of entry`;

export const findOrigin = (db: Db, id: number) =>
  queryRow<EntryOrigin>(db)`select entry.id, entry.created, entry.created_by as "createdBy",
      file.name as file, entry.raw
    from eligibility_entries entry left join eligibility_answers file on file.id = entry.answer_id
    where entry.id = ${id} and entry.deleted is null`;

export interface NewEntry {
  readonly clientId: number;
  readonly status: string;
  readonly date: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly data: Readonly<Record<string, string>>;
  /** For entries that came in a file. */
  readonly answer?: {
    readonly id: number;
    readonly raw: string;
    readonly trace: string | null;
    readonly key: Buffer;
  };
}

/** Rows per statement, because PostgreSQL takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 4_000;

/** Returns the ids in order; an answer entered before gets none. */
export const insertEntries = async (
  tx: Tx,
  entries: readonly NewEntry[],
  stamp: Stamp,
): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE)
    ids.push(...(await insertBatch(tx, entries.slice(at, at + ROWS_AT_ONCE), stamp)));
  return ids;
};

const insertBatch = async (tx: Tx, entries: readonly NewEntry[], stamp: Stamp) => {
  const rows = await tx
    .insertInto('eligibility_entries')
    .values(
      entries.map(({ clientId, status, date, start, end, data, answer }) => ({
        client_id: clientId,
        status,
        request_date: date,
        start_date: start,
        end_date: end,
        data: JSON.stringify(data),
        created: stamp.at,
        created_by: stamp.by,
        source: answer ? 'answer' : 'manual',
        answer_id: answer?.id ?? null,
        raw: answer?.raw ?? null,
        trace: answer?.trace ?? null,
        answer_key: answer?.key ?? null,
      })),
    )
    .onConflict((conflict) => conflict.column('answer_key').doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const updateEntry = (tx: Tx, id: number, draft: NewEntry, stamp: Stamp) =>
  sql`update eligibility_entries set status = ${draft.status}, request_date = ${draft.date},
      start_date = ${draft.start}, end_date = ${draft.end}, data = ${JSON.stringify(draft.data)}::jsonb,
      modified = ${stamp.at}, modified_by = ${stamp.by}, rev = rev + 1
    where id = ${id}`.execute(tx);

export const markEntryDeleted = (tx: Tx, id: number, stamp: Stamp) =>
  sql`update eligibility_entries set deleted = ${stamp.at}, modified = ${stamp.at}, modified_by = ${stamp.by},
      rev = rev + 1 where id = ${id}`.execute(tx);

// --- Clients

export const isClient = async (db: Db, id: number): Promise<boolean> => {
  const rows = await queryRows(db)`select from people where id = ${id} and kind = 'Client'
    and merged_into is null`;
  return rows.length > 0;
};

/** Chosen clients in the order of names, or all active ones. */
export const listClientsToAsk = async (db: Db, ids: readonly number[] | null): Promise<ClientToAsk[]> => {
  const chosen = ids === null ? sql`cur = 'y'` : sql`id = any(${[...ids]}::int[])`;
  const rows = await queryRows<ClientToAsk>(db)`select
      id, last_name as "lastName", first_name as "firstName", ${medicaidNumber()} as medicaid, ${birthDate()} as dob,
      ${sealed.gender()}, private_client is true as "isPrivate", cur = 'n' as "isArchived"
    from people where kind = 'Client' and merged_into is null and ${chosen} order by sort_key, id`;
  return rows;
};

/** Clients by Medicaid number, comparing only capitals and digits, or those we asked about. */
export const listKnownClients = (db: Db, numbers: readonly string[], ids: readonly number[]) =>
  queryRows<KnownClient>(db)`select id, ${medicaidNumber()} as medicaid, ${birthDate()} as dob from people
    where kind = 'Client' and (id = any(${[...ids]}::int[])
      or ${isOneOfNormalForms(numbers)})`;

// --- Requests

export interface NewRequest {
  readonly interchange: number;
  readonly group: number;
  readonly usage: 'T' | 'P';
  readonly day: string;
  readonly refused: readonly LeftOut[];
}

/** Takes the next id first, because the file's name contains it. The caller has locked the numbers' row. */
export const insertRequest = async (
  tx: Tx,
  request: NewRequest,
  write: (id: number) => { readonly name: string; readonly file: Buffer },
  stamp: Stamp,
): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('eligibility_requests', 'id'))::int
    as id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  const { name, file } = write(id);
  await sql`insert into eligibility_requests (id, interchange, group_number, usage, day, file_name, file, refused,
      created, created_by)
    overriding system value values (${id}, ${request.interchange}, ${request.group}, ${request.usage}, ${request.day},
      ${name}, ${file}, ${JSON.stringify(request.refused)}::jsonb, ${stamp.at}, ${stamp.by})`.execute(tx);
  return id;
};

export const insertMembers = (tx: Tx, requestId: number, members: readonly ClientToAsk[]) =>
  sql`insert into eligibility_members (request_id, place, client_id, medicaid)
    select ${requestId}, place, client_id, medicaid
    from unnest(${members.map(({ id }) => id)}::int[], ${members.map(({ medicaid }) => medicaid ?? '')}::text[])
      with ordinality as member (client_id, medicaid, place)`.execute(tx);

/** Newest first; `ids` null reads all. */
export const listRequestRows = (db: Db, ids: readonly number[] | null) =>
  queryRows<EligibilityRequest>(db)`select request.id, file_name as file, usage, day,
      jsonb_array_length(refused) as refused, created, created_by as "createdBy",
      (select count(*)::int from eligibility_members member where member.request_id = request.id) as members,
      (select count(*)::int from eligibility_members member where member.request_id = request.id
        and exists (select from eligibility_entries entry
          where entry.trace = 'E' || member.request_id || '-' || member.place)) as answered
    from eligibility_requests request
    where ${ids === null} or id = any(${[...(ids ?? [])]}::int[]) order by id desc`;

export interface RequestFile {
  readonly name: string;
  readonly file: Buffer;
  readonly interchange: number;
}

export const findRequestFile = (db: Db, id: number) =>
  queryRow<RequestFile>(db)`select file_name as name, file, interchange from eligibility_requests
    where id = ${id}`;

export const findRequestSheet = (db: Db, id: number) =>
  queryRow<RequestFacts>(db)`select request.id, file_name as file, day, refused,
      (select coalesce(jsonb_agg(jsonb_build_object('place', member.place, 'medicaid', member.medicaid,
          'client', ${listedName('client')}, 'dob', ${birthDate('client')}) order by member.place), '[]')
        from eligibility_members member join people client on client.id = member.client_id
        where member.request_id = request.id) as members
    from eligibility_requests request where request.id = ${id}`;

/** The members our requests asked about, by trace number. The day is in the site's time zone. */
export const listAsked = (db: Db, traces: readonly string[], zone: string) =>
  queryRows<AskedMember>(db)`select 'E' || member.request_id || '-' || member.place as trace,
      member.client_id as "clientId", member.medicaid as "memberId", (request.created at time zone ${zone})::date as date
    from eligibility_members member join eligibility_requests request on request.id = member.request_id
    where 'E' || member.request_id || '-' || member.place = any(${[...traces]}::text[])`;

// --- Files from the payer

/** At most this many refused members are named per file. */
const MOST_REFUSALS = 300;

const answer = sql`id, name, entered, refused, known, unmatched, remarks, received, received_by as "receivedBy",
  array(select ${listedName('client')} || ': ' || coalesce(entry.data ->> 'Reason', '')
    from eligibility_entries entry join people client on client.id = entry.client_id
    where entry.answer_id = eligibility_answers.id and entry.status = 'Refused'
    order by client.last_name, client.first_name, entry.id limit ${MOST_REFUSALS}) as refusals`;

export const listAnswerRows = (db: Db) =>
  queryRows<EligibilityAnswer>(db)`select ${answer} from eligibility_answers order by id desc`;

export const findAnswerRow = (db: Db, id: number) =>
  queryRow<EligibilityAnswer>(db)`select ${answer} from eligibility_answers where id = ${id}`;

export const findSameAnswer = (db: Db, sha256: Buffer) =>
  queryRow<EligibilityAnswer>(db)`select ${answer} from eligibility_answers
    where sha256 = ${sha256}`;

export const findStoredAnswer = (db: Db, id: number) =>
  queryRow<StoredFile>(db)`select stored_key as key, sha256 from eligibility_answers
    where id = ${id}`;

export interface NewAnswerFile {
  readonly name: string;
  readonly sha256: Buffer;
  readonly key: string;
  readonly unmatched: readonly string[];
  readonly remarks: readonly string[];
}

export const insertAnswer = async (tx: Tx, file: NewAnswerFile, { at, by }: Stamp): Promise<number> => {
  const { id } = await tx
    .insertInto('eligibility_answers')
    .values({
      name: file.name,
      sha256: file.sha256,
      stored_key: file.key,
      entered: 0,
      refused: 0,
      known: 0,
      unmatched: JSON.stringify(file.unmatched),
      remarks: JSON.stringify(file.remarks),
      received: at,
      received_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Stores how many of a file's `entries` were entered and refused. */
export const countAnswer = async (tx: Tx, id: number, entries: number): Promise<void> => {
  await sql`update eligibility_answers file set entered = made.entered, refused = made.refused,
      known = ${entries} - made.entered
    from (select count(*)::int as entered, count(*) filter (where status = 'Refused')::int as refused
      from eligibility_entries where answer_id = ${id}) made
    where file.id = ${id}`.execute(tx);
};
