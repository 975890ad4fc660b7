import { ssnDigits } from '@homecare/domain/formats.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Secrets } from '../crypto/secrets.ts';

/**
 * A person's SSN in the database: sealed, with a fingerprint to find a number by, and the last digits that are shown. No other file
 * names these columns.
 */

const FINGERPRINT = 'ssn_hmac';
/** The last digits, in a row that was read whole. */
export const SSN_LAST_DIGITS = 'ssn_last4';

export const sealedSsn = (person = 'people'): RawBuilder<Buffer | null> => sql.ref(`${person}.ssn_cipher`);
export const ssnLastDigits = (person = 'people'): RawBuilder<string | null> => sql.ref(`${person}.ssn_last4`);
export const ssnFingerprint = (person = 'people'): RawBuilder<Buffer | null> => sql.ref(`${person}.ssn_hmac`);

export const openSsn = (sealed: Buffer, secrets: Secrets): string => secrets.decrypt(sealed);

export const fingerprintOfSsn = (ssn: string, secrets: Secrets): Buffer =>
  secrets.fingerprint(ssnDigits(ssn));

export const isSsn = (ssn: string, secrets: Secrets) =>
  sql<boolean>`${ssnFingerprint()} = ${fingerprintOfSsn(ssn, secrets)}`;
export const isOneOfSsns = (fingerprints: readonly Buffer[]) =>
  sql<boolean>`${ssnFingerprint()} = any(${[...fingerprints]}::bytea[])`;
/** Up to four digits. */
export const ssnEndsIn = (digits: string) =>
  sql<boolean>`right(${ssnLastDigits()}, ${digits.length}::int) = ${digits}`;

/** Compares a person with a row of people that is a value in the statement. */
export const haveOneSsn = (person: string, row: string) =>
  sql<boolean>`${ssnFingerprint(person)} = (${sql.id(row)}).ssn_hmac`;
/** Compares two rows of people that were read whole. */
export const areOfOneSsn = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  typeof a[FINGERPRINT] === 'string' && a[FINGERPRINT] === b[FINGERPRINT];

/** For an agency's archive, which contains the opened number; the rest is recomputed on import. */
export const SSN_SEALED = 'ssn_cipher';
export const SSN_FINGERPRINT = FINGERPRINT;

type JsonRow = Record<string, unknown>;
const bytesIn = (text: string) => Buffer.from(text.slice(2), 'hex');
const asBytes = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** Opens the number in a JSON row of people and removes its fingerprint. */
export const openSsnIn = (row: JsonRow, secrets: Secrets): void => {
  const sealed = row[SSN_SEALED];
  if (typeof sealed === 'string') row[SSN_SEALED] = openSsn(bytesIn(sealed), secrets);
  delete row[FINGERPRINT];
};
/** Seals the number in such a row with another site's key and adds its fingerprint. */
export const sealSsnIn = (row: JsonRow, secrets: Secrets): void => {
  const ssn = row[SSN_SEALED];
  if (typeof ssn !== 'string') return;
  row[SSN_SEALED] = asBytes(secrets.encrypt(ssn));
  row[FINGERPRINT] = asBytes(fingerprintOfSsn(ssn, secrets));
};

/** The columns and values that store an SSN. */
export const ssnColumns = (ssn: string | null, secrets: Secrets): [column: string, value: unknown][] => [
  ['ssn_cipher', ssn && secrets.encrypt(ssn)],
  [FINGERPRINT, ssn && fingerprintOfSsn(ssn, secrets)],
  [SSN_LAST_DIGITS, ssn && ssnDigits(ssn).slice(-4)],
];
/** What rotating a site's key reseals; the fingerprint stays. */
export const SEALED_SSN = { table: 'people', id: 'id', column: 'ssn_cipher' } as const;
export const SSN_COLUMN_TYPES = [
  ['ssn_cipher', 'bytea'],
  [FINGERPRINT, 'bytea'],
  [SSN_LAST_DIGITS, 'text'],
] as const;
