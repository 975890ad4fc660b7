import type { Answer, Correction, FilledForm, Via } from '@homecare/domain/agency-forms/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { amongIds } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedFilled } from '../platform/sealed/filled-form.ts';

/** What was filled, as it is stored: by which version, and as it was corrected last. */

export type StoredFilled = Omit<FilledForm, 'corrected' | 'asFilled'>;

const { answers, corrected, reason } = sealedFilled;

const columns = sql`filled.id, version.form_id as "formId", version.id as "versionId", version.no as version,
  version.definition->>'title' as title, version.definition->>'about' as about, version.definition,
  filled.person_id as "personId", ${listedName('person')} as person, filled.visit_id as "visitId", filled.via,
  filled.day, filled.at, filled.filled_by as by,
  (select count(*)::int from filled_form_corrections own where own.filled_id = filled.id
    and own.kind = 'answers') as corrections, coalesce(last.kind = 'mistake', false) as "isMistake"`;
const now = sql`coalesce(${corrected('last')}, ${answers('filled')}) as answers`;
const tables = sql`filled_forms filled join agency_form_versions version on version.id = filled.version_id
  join people person on person.id = filled.person_id
  left join lateral (select * from filled_form_corrections own where own.filled_id = filled.id
    order by own.no desc limit 1) last on true`;

interface Asked {
  readonly formId: number | null;
  readonly personId: number | null;
  readonly visitId: number | null;
}

/** The newest first; without what was answered. */
export const listStoredFilled = (db: Db, { formId, personId, visitId }: Asked, most: number) =>
  queryRows<Omit<StoredFilled, 'answers'>>(db)`select ${columns} from ${tables}
    where (${formId}::int is null or version.form_id = ${formId})
      and (${personId}::int is null or filled.person_id = ${personId})
      and (${visitId}::int is null or filled.visit_id = ${visitId})
    order by filled.day desc, filled.id desc limit ${most}`;

export const listAnswered = (
  db: Db,
  { formId, from, through }: { readonly formId: number; readonly from: string; readonly through: string },
) =>
  queryRows<StoredFilled>(db)`select ${columns}, ${now} from ${tables}
    where version.form_id = ${formId} and filled.day between ${from}::date and ${through}::date
      and last.kind is distinct from 'mistake'
    order by filled.day desc, filled.id desc`;

export const findStoredFilled = (db: Db, id: number) =>
  queryRow<StoredFilled & Pick<FilledForm, 'asFilled'>>(
    db,
  )`select ${columns}, ${now}, ${answers('filled')} as "asFilled" from ${tables} where filled.id = ${id}`;

/** Held until the transaction ends. */
export const lockStoredFilled = async (tx: Tx, id: number) => {
  await sql`select from filled_forms where id = ${id} for no key update`.execute(tx);
  return findStoredFilled(tx, id);
};

export const listCorrections = (db: Db, filledId: number) =>
  queryRows<Correction>(db)`select own.no, own.kind, own.created as at, own.created_by as by,
      ${reason('own')} as reason, ${corrected('own')} as answers
    from filled_form_corrections own where own.filled_id = ${filledId} order by own.no`;

export interface NewFilled {
  readonly versionId: number;
  readonly personId: number;
  readonly visitId: number | null;
  readonly via: Via;
  readonly day: string;
  readonly at: string;
  readonly answers: readonly Answer[];
  readonly by: string;
  readonly entered: string;
}

export const insertFilled = async (tx: Tx, filled: NewFilled): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into filled_forms
      (version_id, person_id, visit_id, via, day, at, ${answers.column}, filled_by, entered)
    values (${filled.versionId}, ${filled.personId}, ${filled.visitId}, ${filled.via}, ${filled.day},
      ${filled.at}, ${JSON.stringify(filled.answers)}::jsonb, ${filled.by}, ${filled.entered}) returning id`;
  if (!row) throw new Error('a form was not stored as filled');
  return row.id;
};

export const insertCorrection = (
  tx: Tx,
  filledId: number,
  one: Pick<Correction, 'no' | 'kind' | 'answers' | 'reason'>,
  { at, by }: Stamp,
) =>
  sql`insert into filled_form_corrections
      (filled_id, no, kind, ${corrected.column}, ${reason.column}, created, created_by)
    values (${filledId}, ${one.no}, ${one.kind}, ${JSON.stringify(one.answers)}::jsonb, ${one.reason}, ${at},
      ${by})`.execute(tx);

/** It was not entered by mistake, as far as its history says now. */
export const isCounted = sql`not exists (select from filled_form_corrections own where own.filled_id = filled.id
  and own.kind = 'mistake' and not exists (select from filled_form_corrections later
    where later.filled_id = own.filled_id and later.no > own.no))`;

/** Of each form and each of these people, or of all, the last time that it was filled, whatever the version. */
export const listLastFillings = (db: Db, personIds: readonly number[] | null) =>
  queryRows<{ formId: number; personId: number; day: string; at: string }>(
    db,
  )`select distinct on (version.form_id, filled.person_id) version.form_id as "formId",
      filled.person_id as "personId", filled.day, filled.at
    from filled_forms filled join agency_form_versions version on version.id = filled.version_id
    where ${amongIds('filled.person_id', personIds)} and ${isCounted}
    order by version.form_id, filled.person_id, filled.day desc, filled.at desc`;
