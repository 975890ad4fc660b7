import { type RawBuilder, sql } from 'kysely';

/** The Medicaid number of a person as the database has it. No other file reads, compares or looks for this column. */

export const medicaidNumber = (person = 'people'): RawBuilder<string | null> => sql.ref(`${person}.medicaid`);

/** Anyone who pays for themselves, and has no number to bill. */
export const isPrivatePay = (person: string) =>
  sql<boolean>`(${sql.ref(`${person}.private_client`)} and ${medicaidNumber(person)} is null)`;

/** Capitals or not. */
export const isMedicaidNumber = (number: string) =>
  sql<boolean>`upper(${medicaidNumber()}) = upper(${number})`;
export const isOneOfMedicaidNumbers = (numbers: readonly string[]) =>
  sql<boolean>`upper(${medicaidNumber()}) in (select upper(number) from unnest(${[...numbers]}::text[]) number)`;
/** Of numbers in their normal form, which is capitals and digits alone. */
export const isOneOfNormalForms = (numbers: readonly string[]) =>
  sql<boolean>`upper(regexp_replace(${medicaidNumber()}, '[^A-Za-z0-9]', '', 'g')) = any(${[...numbers]}::text[])`;

/** A person and a row of people that is a value of the statement. */
export const haveOneMedicaidNumber = (person: string, row: string) =>
  sql<boolean>`upper(${medicaidNumber(person)}) = upper((${sql.id(row)}).medicaid)`;
/** Of a row of people that was read whole, in capitals; '' is none. */
export const medicaidNumberOfRow = ({ medicaid }: Readonly<Record<string, unknown>>): string =>
  typeof medicaid === 'string' ? medicaid.toUpperCase() : '';
