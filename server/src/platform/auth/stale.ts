import { showStamp } from '@homecare/domain/calendar.ts';
import { type Refusal, refuse } from '@homecare/domain/errors.ts';
import { sql } from 'kysely';
import { type Db, queryRow } from '../db/rows.ts';
import type { Scope, Stamp } from './scope.ts';

/** The form has an older revision than the stored record. An older client sends none and overwrites. */
export const isStale = (rev: number | null | undefined, stored: { readonly rev: number }): boolean =>
  typeof rev === 'number' && rev !== stored.rev;

/** Someone else has saved since the record was read: says who and when, if known (docs/rules/calls.md, rule 8). */
export const refuseStale = (scope: Scope, last: Stamp | undefined): Refusal<'stale'> =>
  refuse('stale', last && `Changed by ${last.by} at ${showStamp(last.at, scope.settings.timeZone)}`);

/** The same for a record that does not store who saved it last; settings have no id. */
export const refuseStaleByLog = async (
  db: Db,
  scope: Scope,
  { entity, id }: { readonly entity: string; readonly id?: number },
): Promise<Refusal<'stale'>> =>
  refuseStale(
    scope,
    await queryRow<Stamp>(db)`select actor as by, at from change_log
      where entity = ${entity} and ${id === undefined ? sql`entity_id is null` : sql`entity_id = ${id}`} and action in ('insert', 'update')
      order by change_log.id desc limit 1`,
  );
