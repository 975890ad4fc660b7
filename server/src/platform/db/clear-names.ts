import type { RawBuilder } from 'kysely';
import { PREPARED } from './prepared.ts';
import { type Db, queryRow } from './rows.ts';

/**
 * Whether 'Last, First' alone determines these people's place in a list. It does not for people with the same name, where the middle
 * name decides, nor if a last name contains a comma. The index finds the first of those with the same name.
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
