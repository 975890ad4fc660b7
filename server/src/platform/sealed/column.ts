import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/**
 * A column that will be sealed (docs/health-data.md). Reading it, its name in column lists, and what is stored of a value come from
 * here, so that sealing it changes only its accessor.
 */
export const sealedColumn = (path: `${keyof Tables}.${string}`) => {
  const [table = '', name = ''] = path.split('.');
  const column = sql.id(name);
  /** Reads it from a row of the statement, by default of the table itself. */
  const read = (alias = table): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  return Object.assign(read, {
    /** For the column list of an insert. */
    column,
    /** For an update: a value, or an expression with what is stored. */
    to: (value: unknown): RawBuilder<unknown> => sql`${column} = ${value}`,
  });
};
