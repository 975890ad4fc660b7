import { type RawBuilder, sql } from 'kysely';

/** The rows of people under the names that statements give them. */
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

/** The name of a person as lists have it, 'Baca, Guadalupe', and null where a join found nobody. No other file puts it together. */
export const listedName = (person?: Alias): RawBuilder<string> => {
  const row = person === undefined ? '' : `${person}.`;
  return sql.raw(`${row}last_name || ', ' || ${row}first_name`);
};
