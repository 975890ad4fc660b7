import type { RawBuilder } from 'kysely';
import { PREPARED } from './prepared.ts';
import { type Db, queryRow } from './rows.ts';

/**
 * Whether 'Last, First' alone says where these people stand in a list: not so of people who are called alike, since the middle
 * name decides then, nor where a last name has a comma.
 */
export const areNamesClear = async (db: Db, ids: RawBuilder<unknown>): Promise<boolean> => {
  const row = await queryRow<{ clear: boolean }>(db)`select
    not exists (select from people where last_name like '%, %')
    and not exists (select from people person
      cross join lateral (select person_sort_key(person.last_name, person.first_name, '') as start) as alike
      join people other on other.sort_key >= alike.start and other.sort_key < alike.start || chr(1114111)
      where person.id in (${ids}) and other.sort_key <> person.sort_key) as clear ${PREPARED}`;
  return row?.clear ?? false;
};
