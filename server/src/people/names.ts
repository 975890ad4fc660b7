import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** People's names as lists show them, by record number in the order of lists. */
export const listNamesOf = async (db: Db, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> => {
  const rows = await queryRows<{ id: number; name: string }>(db)`select id, ${listedName()} as name
    from people where id = any(${[...new Set(ids)]}::int[]) order by sort_key, id`;
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** First and last names of all caregivers, including archived ones. */
export const listCaregiverNames = (db: Db) =>
  queryRows<{ readonly id: number; readonly last: string; readonly first: string }>(db)`select id,
    last_name as last, first_name as first
    from people where kind = 'Provider' and merged_into is null order by id`;
