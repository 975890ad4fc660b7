import { ssnDigits } from '@homecare/domain/formats.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Secrets } from '../crypto/secrets.ts';

/**
 * The SSN of a person as the database has it: sealed, with a fingerprint by which a number is found and the last digits that
 * are shown. No other file names these columns.
 */

const FINGERPRINT = 'ssn_hmac';
/** Its last digits in a row that was read whole. */
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

/** A person and a row of people that is a value of the statement. */
export const haveOneSsn = (person: string, row: string) =>
  sql<boolean>`${ssnFingerprint(person)} = (${sql.id(row)}).ssn_hmac`;
/** Two rows of people that were read whole. */
export const areOfOneSsn = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  typeof a[FINGERPRINT] === 'string' && a[FINGERPRINT] === b[FINGERPRINT];

/** For the archive of an agency: what is opened in it, and what is made again of that. */
export const SSN_SEALED = 'ssn_cipher';
export const SSN_FINGERPRINT = FINGERPRINT;

type JsonRow = Record<string, unknown>;
const bytesIn = (text: string) => Buffer.from(text.slice(2), 'hex');
const asBytes = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** A row of people in JSON, with its number readable and without its fingerprint. */
export const openSsnIn = (row: JsonRow, secrets: Secrets): void => {
  const sealed = row[SSN_SEALED];
  if (typeof sealed === 'string') row[SSN_SEALED] = openSsn(bytesIn(sealed), secrets);
  delete row[FINGERPRINT];
};
/** The same as it is stored by another key. */
export const sealSsnIn = (row: JsonRow, secrets: Secrets): void => {
  const ssn = row[SSN_SEALED];
  if (typeof ssn !== 'string') return;
  row[SSN_SEALED] = asBytes(secrets.encrypt(ssn));
  row[FINGERPRINT] = asBytes(fingerprintOfSsn(ssn, secrets));
};

/** What is stored of an SSN: column and value. */
export const ssnColumns = (ssn: string | null, secrets: Secrets): [column: string, value: unknown][] => [
  ['ssn_cipher', ssn && secrets.encrypt(ssn)],
  [FINGERPRINT, ssn && fingerprintOfSsn(ssn, secrets)],
  [SSN_LAST_DIGITS, ssn && ssnDigits(ssn).slice(-4)],
];
/** What is sealed anew when the key of the site is rotated; the fingerprint stays. */
export const SEALED_SSN = { table: 'people', id: 'id', column: 'ssn_cipher' } as const;
export const SSN_COLUMN_TYPES = [
  ['ssn_cipher', 'bytea'],
  [FINGERPRINT, 'bytea'],
  [SSN_LAST_DIGITS, 'text'],
] as const;
