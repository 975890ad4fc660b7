import { type RawBuilder, sql } from 'kysely';

/** The birth date of a person, and what SQL takes from it. No other file names the column. */

export const birthDate = (person = 'people'): RawBuilder<string | null> => sql.ref(`${person}.dob`);

const partOf = (part: 'year' | 'month' | 'day', person: string) =>
  sql<number | null>`extract(${sql.raw(part)} from ${birthDate(person)})::int`;
export const birthYear = (person = 'people') => partOf('year', person);
export const birthMonth = (person = 'people') => partOf('month', person);
export const birthDay = (person = 'people') => partOf('day', person);
/** MM-DD */
export const birthday = (person = 'people') => sql<string | null>`to_char(${birthDate(person)}, 'MM-DD')`;
