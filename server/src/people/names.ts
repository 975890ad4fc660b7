import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Names of people as lists have them, by record number and in the order of lists. */
export const listNamesOf = async (db: Db, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> => {
  const rows = await queryRows<{ id: number; name: string }>(db)`select id, ${listedName()} as name
    from people where id = any(${[...new Set(ids)]}::int[]) order by sort_key, id`;
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** The names of all caregivers in their parts, those of archived ones too. */
export const listCaregiverNames = (db: Db) =>
  queryRows<{ readonly id: number; readonly last: string; readonly first: string }>(db)`select id,
    last_name as last, first_name as first
    from people where kind = 'Provider' and merged_into is null order by id`;
