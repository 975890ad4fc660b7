import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/**
 * A column that will be sealed (docs/health-data.md). Reading, its name in a list of columns, and what is stored of a value come
 * from here, so that sealing it changes its one accessor.
 */
export const sealedColumn = (path: `${keyof Tables}.${string}`) => {
  const [table = '', name = ''] = path.split('.');
  const column = sql.id(name);
  /** In a row of the statement; without an alias of the table itself. */
  const read = (alias = table): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  return Object.assign(read, {
    /** Among the columns of an insert. */
    column,
    /** Of an update: a value, or an expression of the statement that holds what is stored. */
    to: (value: unknown): RawBuilder<unknown> => sql`${column} = ${value}`,
  });
};
