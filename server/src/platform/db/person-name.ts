import { type RawBuilder, sql } from 'kysely';

/** The aliases statements use for rows of people. */
type Alias =
  | 'absent'
  | 'client'
  | 'covered_provider'
  | 'of_client'
  | 'of_provider'
  | 'other'
  | 'p'
  | 'people'
  | 'person'
  | 'provider';

/** A person's name as in lists, 'Baca, Guadalupe', and null if a join found nobody. It is composed nowhere else. */
export const listedName = (person?: Alias): RawBuilder<string> => {
  const row = person === undefined ? '' : `${person}.`;
  return sql.raw(`${row}last_name || ', ' || ${row}first_name`);
};
