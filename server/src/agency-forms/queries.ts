import type { FormDefinition, FormVersion } from '@homecare/domain/agency-forms/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { isCounted } from './filled-queries.ts';

/** Forms and their versions as they are stored. */

/** A form with its newest version. */
export interface StoredForm extends Pick<FormVersion, 'no' | 'definition'>, Stamp {
  readonly id: number;
  readonly versionId: number;
  readonly isRetired: boolean;
  readonly rev: number;
}

const columns = sql`form.id, version.id as "versionId", version.no, version.definition,
  form.retired is not null as "isRetired", form.updated as at, form.updated_by as by, form.rev`;
const newest = sql`agency_forms form join lateral (select * from agency_form_versions own
  where own.form_id = form.id order by own.no desc limit 1) version on true`;

export const listStoredForms = (db: Db) =>
  queryRows<StoredForm & { readonly filled: number }>(db)`select ${columns},
      (select count(*)::int from filled_forms filled join agency_form_versions of on of.id = filled.version_id
        where of.form_id = form.id and ${isCounted}) as filled
    from ${newest} order by form.retired is not null, lower(version.definition->>'title'), form.id`;

/** Those that are still filled. */
export const listFormsInUse = (db: Db) =>
  queryRows<StoredForm>(db)`select ${columns} from ${newest} where form.retired is null order by form.id`;

export const findStoredForm = (db: Db, id: number) =>
  queryRow<StoredForm>(db)`select ${columns} from ${newest} where form.id = ${id}`;

/** Held until the transaction ends. */
export const lockStoredForm = async (tx: Tx, id: number) => {
  await sql`select from agency_forms where id = ${id} for update`.execute(tx);
  return findStoredForm(tx, id);
};

export const listVersions = (db: Db, formId: number) =>
  queryRows<FormVersion>(db)`select id, no, created as at, created_by as by, definition
    from agency_form_versions where form_id = ${formId} order by no desc`;

export interface StoredVersion {
  readonly id: number;
  readonly formId: number;
  readonly no: number;
  readonly definition: FormDefinition;
  readonly isRetired: boolean;
}

export const findVersion = (db: Db, id: number) =>
  queryRow<StoredVersion>(db)`select version.id, version.form_id as "formId", version.no, version.definition,
      form.retired is not null as "isRetired"
    from agency_form_versions version join agency_forms form on form.id = version.form_id
    where version.id = ${id}`;

export const insertForm = async (tx: Tx, { at, by }: Stamp): Promise<number> => {
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into agency_forms (updated, updated_by) values (${at}, ${by}) returning id`;
  if (!row) throw new Error('a form was not stored');
  return row.id;
};

export const touchForm = (tx: Tx, id: number, { at, by }: Stamp) =>
  sql`update agency_forms set updated = ${at}, updated_by = ${by}, rev = rev + 1 where id = ${id}`.execute(
    tx,
  );

export const insertVersion = (tx: Tx, formId: number, definition: FormDefinition, { at, by }: Stamp) =>
  sql`insert into agency_form_versions (form_id, no, definition, created, created_by)
    values (${formId}, (select count(*) + 1 from agency_form_versions where form_id = ${formId}),
      ${JSON.stringify(definition)}::jsonb, ${at}, ${by})`.execute(tx);

export const setRetired = (tx: Tx, id: number, retired: string | null, { at, by }: Stamp) =>
  changesRow(
    tx,
  )`update agency_forms set retired = ${retired}, updated = ${at}, updated_by = ${by}, rev = rev + 1
    where id = ${id}`;
