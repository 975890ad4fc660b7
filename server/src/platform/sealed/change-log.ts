import { sql } from 'kysely';
import { sealedColumn } from './column.ts';

/** The old and new values of a change by field name. No other file names the column; queries about changed fields use this one. */
export const sealedChanges = sealedColumn('change_log.changes');

export const hasChanges = (log: string) => sql<boolean>`${sealedChanges(log)} <> '{}'`;
export const hasChanged = (field: string, log?: string) =>
  sql<boolean>`${sealedChanges(log)} ? ${sql.lit(field)}`;
export const hasChangedOneOf = (fields: readonly string[], log?: string) =>
  sql<boolean>`${sealedChanges(log)} ?| ${[...fields]}::text[]`;
export const valueBefore = (field: string, log?: string) =>
  sql<string | null>`(${sealedChanges(log)} -> ${sql.lit(field)} ->> 0)`;
export const valueAfter = (field: string, log?: string) =>
  sql<string | null>`(${sealedChanges(log)} -> ${sql.lit(field)} ->> 1)`;
