import type { ScreenedPerson } from '@homecare/domain/exclusions/matching.ts';
import type {
  Decision,
  ExcludedPerson,
  ExclusionList,
  Finding,
  Screening,
} from '@homecare/domain/exclusions/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { birthDate } from '../platform/sealed/birth-date.ts';

/** Everyone who works here or did in the last year, because claims of that time can still be reclaimed. */
export const listScreened = (db: Db, since: string) =>
  queryRows<Omit<ScreenedPerson, 'earlier'>>(db)`select id, last_name as last, first_name as first,
      coalesce(middle_name, '') as middle, ${birthDate()} as birth, coalesce(state, '') as state
    from people where kind = 'Provider' and merged_into is null
      and (archive_date is null or archive_date >= ${since}) order by id`;

export const insertScreening = async (
  tx: Tx,
  screening: {
    readonly list: ExclusionList;
    readonly fileName: string;
    readonly sha256: Buffer;
    readonly listed: number;
    readonly screened: number;
  },
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into exclusion_screenings (list, file_name, sha256, listed, screened,
      found, at, by) values (${screening.list}, ${screening.fileName}, ${screening.sha256}, ${screening.listed},
      ${screening.screened}, 0, ${at}, ${by}) returning id`;
  if (!row) throw new Error('a screening was not stored');
  return row.id;
};

interface Found {
  readonly personId: number;
  readonly key: string;
  readonly entry: ExcludedPerson;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** An earlier finding keeps its decision; returns the new ones. */
export const storeFindings = (
  tx: Tx,
  list: ExclusionList,
  screeningId: number,
  found: readonly Found[],
  at: string,
) =>
  queryRows<{ id: number; personId: number; isNew: boolean }>(tx)`insert into exclusion_findings
      (list, person_id, entry_key, entry, score, reasons, found_at, screening_id)
    select ${list}, "personId", key, entry, score, reasons, ${at}, ${screeningId}
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as one ("personId" int, key text, entry jsonb, score int, reasons jsonb)
    on conflict (list, person_id, entry_key) do update set screening_id = excluded.screening_id, entry = excluded.entry,
      score = excluded.score, reasons = excluded.reasons
    returning id, person_id as "personId", xmax = 0 as "isNew"`;

export const storeFound = (tx: Tx, screeningId: number, found: number) =>
  sql`update exclusion_screenings set found = ${found} where id = ${screeningId}`.execute(tx);

const screeningColumns = sql`id, list, file_name as "fileName", encode(sha256, 'hex') as sha256, listed, screened, found, at, by`;

export const listScreenings = (db: Db, since: string) =>
  queryRows<Screening>(db)`select ${screeningColumns} from exclusion_screenings
    where at >= ${since} order by at desc, id desc`;

export const findScreening = (db: Db, id: number) =>
  queryRow<Screening>(db)`select ${screeningColumns} from exclusion_screenings where id = ${id}`;

const findings = sql`select finding.id, finding.list, person.id as "personId",
    ${listedName('person')} as person, ${birthDate('person')} as birth, finding.entry, finding.score, finding.reasons,
    finding.found_at as "foundAt", finding.screening_id = (select max(id) from exclusion_screenings last
      where last.list = finding.list) as "isListed",
    finding.decision, finding.decided_at as "decidedAt", finding.decided_by as "decidedBy", finding.memo
  from exclusion_findings finding join people person on person.id = finding.person_id`;

/** Undecided findings first, then the most likely. */
export const listFindings = (db: Db) =>
  queryRows<Finding>(db)`${findings} order by finding.decision is not null, finding.score desc, finding.id`;

export const findFinding = (db: Db, id: number) =>
  queryRow<Finding>(db)`${findings} where finding.id = ${id}`;

export const lockDecision = (tx: Tx, id: number) =>
  queryRow<{ decision: Decision | null; memo: string | null }>(
    tx,
  )`select decision, memo from exclusion_findings
    where id = ${id} for no key update`;

export const storeDecision = (
  tx: Tx,
  id: number,
  { decision, memo }: { readonly decision: Decision; readonly memo: string },
  { at, by }: Stamp,
) =>
  sql`update exclusion_findings set decision = ${decision}, memo = ${memo}, decided_at = ${at}, decided_by = ${by}
    where id = ${id}`.execute(tx);
