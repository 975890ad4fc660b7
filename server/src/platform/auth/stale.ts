import { showStamp } from '@homecare/domain/calendar.ts';
import { type Refusal, refuse } from '@homecare/domain/errors.ts';
import { sql } from 'kysely';
import { type Db, queryRow } from '../db/rows.ts';
import type { Scope, Stamp } from './scope.ts';

/** Whether a form holds an older revision than what is stored. An older client sends none and writes over what is there. */
export const isStale = (rev: number | null | undefined, stored: { readonly rev: number }): boolean =>
  typeof rev === 'number' && rev !== stored.rev;

/** Somebody else saved since the record was read: who and when, where that is known (docs/rules/calls.md, rule 8). */
export const refuseStale = (scope: Scope, last: Stamp | undefined): Refusal<'stale'> =>
  refuse('stale', last && `Changed by ${last.by} at ${showStamp(last.at, scope.settings.timeZone)}`);

/** The same of a record that does not hold itself who saved it last; without an id of a setting, which has none. */
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
