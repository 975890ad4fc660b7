import type { Candidate, CandidateDraft } from '@homecare/domain/candidates/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';

type Db = Scope['site']['db'] | Tx;

export interface StoredCandidate extends Candidate {
  readonly updated: string;
  readonly updated_by: string;
  /** The provider the candidate became. */
  readonly hiredAs: number | null;
}

const columns = sql`id, name as "Name", phone as "Phone", address as "Address", address_latitude as "AddressLatitude",
  address_longitude as "AddressLongitude", address_approximate as "AddressApproximate",
  date_available as "DateAvailable", date_created as "DateCreated", status as "Status", rev`;

interface CandidateFilter {
  readonly id: number | undefined;
  readonly status: string;
  readonly among?: readonly number[] | undefined;
}

const isAmong = (ids: readonly number[] | undefined) => (ids ? sql`id = ${anyOf(ids)}` : sql`true`);

export const listCandidates = async (
  db: Db,
  { id, status, among }: CandidateFilter,
): Promise<Candidate[]> => {
  const one = id === undefined ? sql`true` : sql`id = ${id}`;
  return queryRows<Candidate>(db)`select ${columns} from candidates
    where ${one} and ${isAmong(among)} and status = ${status} order by date_created desc, id desc ${among ? PREPARED : sql``}`;
};

/** Locked until the transaction ends, so that the second of two who hire a candidate sees that it is done. */
export const lockCandidate = (tx: Tx, id: number): Promise<StoredCandidate | undefined> =>
  queryRow<StoredCandidate>(tx)`select ${columns}, updated, updated_by, hired_as as "hiredAs" from candidates
    where id = ${id} for update`;

export interface Stamp {
  readonly by: string;
  readonly at: string;
}

const COLUMNS = {
  Name: 'name',
  Phone: 'phone',
  Address: 'address',
  AddressLatitude: 'address_latitude',
  AddressLongitude: 'address_longitude',
  AddressApproximate: 'address_approximate',
  DateAvailable: 'date_available',
} as const satisfies Record<keyof CandidateDraft, string>;
export const CANDIDATE_COLUMNS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const given = (draft: CandidateDraft) => CANDIDATE_COLUMNS.filter((field) => draft[field] !== undefined);

export const insertCandidateRow = async (
  tx: Tx,
  draft: CandidateDraft,
  { by, at }: Stamp,
): Promise<number> => {
  const fields = given(draft);
  const { rows } = await sql<{ id: number }>`insert into candidates
    (${sql.join(fields.map((field) => sql.id(COLUMNS[field])))}, date_created, updated, updated_by)
    values (${sql.join(fields.map((field) => sql`${draft[field]}`))}, ${at}, ${at}, ${by}) returning id`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('the insert answered no id');
  return row.id;
};

/** Inserts many candidates with one statement; returns their ids in the given order. */
export const insertCandidateRows = async (
  tx: Tx,
  drafts: readonly CandidateDraft[],
  { by, at }: Stamp,
): Promise<number[]> => {
  const columns = sql.join(CANDIDATE_COLUMNS.map((field) => sql.id(COLUMNS[field])));
  const given = drafts.map((draft) =>
    Object.fromEntries(CANDIDATE_COLUMNS.map((field) => [COLUMNS[field], draft[field]])),
  );
  const { rows } = await sql<{
    id: number;
  }>`insert into candidates (${columns}, date_created, updated, updated_by)
    select ${columns}, ${at}::timestamptz, ${at}::timestamptz, ${by}
    from rows from (json_populate_recordset(null::candidates, ${JSON.stringify(given)}::json))
      with ordinality as x
    order by x.ordinality returning id`.execute(tx);
  return rows.map(({ id }) => id);
};

export const updateCandidateRow = (tx: Tx, id: number, draft: CandidateDraft, stamp: Stamp) =>
  change(
    tx,
    id,
    given(draft).map((field) => sql`${sql.id(COLUMNS[field])} = ${draft[field]}`),
    stamp,
  );

/** Deleted, or hired as this person. */
export const archiveCandidateRow = (tx: Tx, id: number, hiredAs: number | null, stamp: Stamp) =>
  change(tx, id, [sql`status = 'Archive', hired_as = ${hiredAs}`], stamp);

/** Undoes a deletion. */
export const restoreCandidateRow = (tx: Tx, id: number, stamp: Stamp) =>
  change(tx, id, [sql`status = 'Active'`], stamp);

const change = async (tx: Tx, id: number, set: RawBuilder<unknown>[], { by, at }: Stamp): Promise<number> => {
  const all = [...set, sql`updated = ${at}, updated_by = ${by}, rev = rev + 1`];
  const { rows } = await sql<{ rev: number }>`update candidates set ${sql.join(all)}
    where id = ${id} returning rev`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`candidate ${id} vanished under its lock`);
  return row.rev;
};
