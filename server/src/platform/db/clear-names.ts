import type { RawBuilder } from 'kysely';
import { PREPARED } from './prepared.ts';
import { type Db, queryRow } from './rows.ts';

/**
 * Whether 'Last, First' alone says where these people are in a list: not so of people who are called alike, since the middle
 * name decides then, nor where a last name has a comma. The first of those who are called alike is found in the index.
 */
export const areNamesClear = async (db: Db, ids: RawBuilder<unknown>): Promise<boolean> => {
  const row = await queryRow<{ clear: boolean }>(db)`select
    not exists (select from people where last_name like '%, %')
    and not exists (select from people person
      cross join lateral (select person_sort_key(person.last_name, person.first_name, '') as start offset 0) as alike
      cross join lateral (select from people other where other.sort_key >= alike.start
        and other.sort_key < alike.start || chr(1114111) and other.sort_key <> person.sort_key
        order by other.sort_key limit 1) as other
      where person.id = any(array(${ids}))) as clear ${PREPARED}`;
  return row?.clear ?? false;
};
