import type { PersonField } from '../people/dictionary.ts';

/**
 * Finds what a rejection of a person is about, by the words of our own checks and the aggregator's field names. The first
 * match counts; the address as a whole comes after its parts that have fields of their own.
 */
const FIELDS: readonly (readonly [words: RegExp, field: PersonField])[] = [
  [/medicaid|member id|ClientIdentifier|ClientCustomID|ClientPayerID/i, 'Medicaid'],
  [/first ?name/i, 'FirstName'],
  [/middle/i, 'MiddleName'],
  [/last ?name/i, 'LastName'],
  [/zip/i, 'PostalCode'],
  [/county/i, 'County'],
  [/city/i, 'City'],
  [/\bstate\b|ClientState/i, 'State'],
  [/address/i, 'Address'],
  [/phone/i, 'Phone'],
  [/e-?mail/i, 'Email'],
  [/service|procedure ?code|PayerProgram/i, 'Services'],
  [/EffectiveStartDate|start of care/i, 'StartOfCare'],
];

/** The field of the record in which a rejection can be corrected; undefined if its words name none. */
export const recordFieldOf = (rejection: string): PersonField | undefined =>
  FIELDS.find(([words]) => words.test(rejection))?.[1];
