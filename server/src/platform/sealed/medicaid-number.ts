import { type RawBuilder, sql } from 'kysely';

/** A person's Medicaid number in the database. No other file reads, compares or searches this column. */

export const medicaidNumber = (person = 'people'): RawBuilder<string | null> => sql.ref(`${person}.medicaid`);

/** Someone who pays privately and has no number to bill. */
export const isPrivatePay = (person: string) =>
  sql<boolean>`(${sql.ref(`${person}.private_client`)} and ${medicaidNumber(person)} is null)`;

/** Ignores case. */
export const isMedicaidNumber = (number: string) =>
  sql<boolean>`upper(${medicaidNumber()}) = upper(${number})`;
export const isOneOfMedicaidNumbers = (numbers: readonly string[]) =>
  sql<boolean>`upper(${medicaidNumber()}) in (select upper(number) from unnest(${[...numbers]}::text[]) number)`;
/** Compares numbers in their normal form, with only capitals and digits. */
export const isOneOfNormalForms = (numbers: readonly string[]) =>
  sql<boolean>`upper(regexp_replace(${medicaidNumber()}, '[^A-Za-z0-9]', '', 'g')) = any(${[...numbers]}::text[])`;

/** Compares a person with a row of people that is a value in the statement. */
export const haveOneMedicaidNumber = (person: string, row: string) =>
  sql<boolean>`upper(${medicaidNumber(person)}) = upper((${sql.id(row)}).medicaid)`;
/** From a row of people that was read whole, in capitals; '' if there is none. */
export const medicaidNumberOfRow = ({ medicaid }: Readonly<Record<string, unknown>>): string =>
  typeof medicaid === 'string' ? medicaid.toUpperCase() : '';
